#include "search/solve/checker_counting.hpp"

#include <algorithm>

namespace thermodon::search::check {
namespace {

using rules::Color;

constexpr std::size_t kMaxKnown = 1'000'000;

std::size_t at(int square) { return static_cast<std::size_t>(square); }

// All of `open` that king steps reach from beside `from`.
Squares flood(const Squares& from, const Squares& open) {
  Squares reached;
  std::vector<int> todo;
  const auto spread = [&](int square) {
    for (const int step : rules::kDirections) {
      const int next = square + step;
      if (next < 0 || next >= rules::kMailboxSize || !open[at(next)] || reached[at(next)]) continue;
      reached.set(at(next));
      todo.push_back(next);
    }
  };
  for (int square = 0; square < rules::kMailboxSize; ++square)
    if (from[at(square)]) spread(square);
  while (!todo.empty()) {
    const int square = todo.back();
    todo.pop_back();
    spread(square);
  }
  return reached;
}

// Members of `set` beside a member of `others`.
Squares beside(const Squares& set, const Squares& others) {
  Squares found;
  for (int square = 0; square < rules::kMailboxSize; ++square) {
    if (!set[at(square)]) continue;
    for (const int step : rules::kDirections) {
      const int next = square + step;
      if (next >= 0 && next < rules::kMailboxSize && others[at(next)]) found.set(at(square));
    }
  }
  return found;
}

Squares amazons_of(const rules::Position& position, Color side) {
  Squares set;
  for (const rules::Square s : position.amazons(side)) set.set(s.index);
  return set;
}

// Calls visit(to or arrow) for each square that a queen on `from` reaches over open ones; stops on true.
template <class Visit>
bool walk(int from, const Squares& open, Visit&& visit) {
  for (const int step : rules::kDirections)
    for (int square = from + step; open[at(square)]; square += step)
      if (visit(square)) return true;
  return false;
}

}  // namespace

std::size_t Fillings::Hash::operator()(const Key& key) const noexcept {
  const std::hash<Squares> hash;
  std::size_t mixed = at(key.wanted);
  for (const std::size_t part : {hash(key.filling.open), hash(key.filling.amazons), hash(key.filling.gates)})
    mixed = (mixed ^ part) * 0x9E37'79B9'7F4A'7C15ULL + (mixed >> 29);
  return mixed;
}

bool Fillings::can_make(const Filling& filling, int wanted) {
  left_ = kMaxTried;
  return search(filling, wanted);
}

int Fillings::longest(const Filling& filling) {
  const int most = static_cast<int>(flood(filling.amazons, filling.open).count());
  for (int wanted = most; wanted > 0; --wanted) {
    left_ = kMaxTried;
    const bool possible = search(filling, wanted);
    if (possible || left_ == 0) return wanted;
  }
  return 0;
}

bool Fillings::search(const Filling& filling, int wanted) {
  if (wanted <= 0) return true;
  if (left_ == 0) return false;
  const Squares reached = flood(filling.amazons, filling.open);
  if (static_cast<int>(reached.count()) < wanted) return false;
  const Key key{filling, wanted};
  if (const auto it = known_.find(key); it != known_.end()) return it->second;
  --left_;
  bool possible = false;
  // Shots back at the square that was left cost nothing else: most fillings need no others.
  for (const bool back : {true, false}) {
    for (int from = 0; from < rules::kMailboxSize && !possible; ++from) {
      if (!filling.amazons[at(from)]) continue;
      possible = walk(from, filling.open, [&](int to) {
        Filling next = filling;
        next.amazons.reset(at(from));
        next.amazons.set(at(to));
        next.open.reset(at(to));
        next.open.set(at(from));
        next.gates.reset(at(from));
        return walk(to, next.open, [&](int arrow) {
          if ((arrow == from) != back || (filling.gates[at(from)] && arrow != from)) return false;
          Filling shot = next;
          shot.open.reset(at(arrow));
          return search(shot, wanted - 1);
        });
      });
    }
    if (possible) break;
  }
  if (left_ == 0 && !possible) return false;
  if (known_.size() > kMaxKnown) known_.clear();
  known_[key] = possible;
  return possible;
}

bool has_won_by_counting(const rules::Position& position, Color winner, Fillings& fillings) {
  Squares empty;
  for (int square = 0; square < rules::kMailboxSize; ++square)
    if (position.cells()[at(square)] == rules::Cell::kEmpty) empty.set(at(square));
  const Squares mine = amazons_of(position, winner);
  const Squares theirs = amazons_of(position, !winner);
  const Squares reached_by_me = flood(mine, empty);
  const Squares open_to_them = flood(theirs, empty);
  const Squares contested = reached_by_me & open_to_them;
  const Squares own = reached_by_me & ~open_to_them;
  const int tempo = position.side_to_move() == winner ? 1 : 0;

  const int squares = static_cast<int>(own.count());
  const int theirs_at_most = static_cast<int>(open_to_them.count());
  // Whatever is contested would have to be left unfilled by them: too rare to be worth the search.
  if (contested.any() && squares < theirs_at_most + tempo) return false;
  const Filling sure{own, mine, beside(mine, contested | theirs)};
  if (fillings.can_make(sure, theirs_at_most + tempo)) return true;
  const int most = fillings.longest({open_to_them, theirs, {}});
  return most < theirs_at_most && fillings.can_make(sure, most + tempo);
}

}  // namespace thermodon::search::check
