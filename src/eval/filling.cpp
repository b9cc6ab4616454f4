#include "thermodon/eval/filling.hpp"

#include <algorithm>
#include <bit>
#include <tuple>

#include "eval/flat_board.hpp"

namespace thermodon::eval {
namespace {

// Keys of the memory: one random number for each square and what it holds, so that a state has the same key
// in every room that it is a part of.
enum Content : std::size_t { kEmptySquare, kAmazonSquare, kGateSquare };

constexpr auto kKeys = [] {
  std::array<std::array<std::uint64_t, 3>, rules::kMailboxSize> keys{};
  std::uint64_t seed = 0x7465'726D'6F64'6F6EULL;
  for (auto& square : keys)
    for (auto& key : square) {  // splitmix64
      seed += 0x9E37'79B9'7F4A'7C15ULL;
      std::uint64_t z = seed;
      z = (z ^ (z >> 30)) * 0xBF58'476D'1CE4'E5B9ULL;
      z = (z ^ (z >> 27)) * 0x94D0'49BB'1331'11EBULL;
      key = z ^ (z >> 31);
    }
  return keys;
}();

// More than the other parts of a rank can come to: a candidate that leaves fewer squares over goes first.
constexpr int kLostSquare = 128;

enum class Answer : std::uint8_t { kNo, kYes, kUnknown };

}  // namespace

// One question about one room. The search proves "at least `wanted` moves" state by state: wanted starts at
// the number of squares that can be reached and falls by one each time that it is refuted, so a state is cut
// off as soon as its last moves cost it more squares than the filling may leave over.
class FillSolver::Search {
 public:
  Search(FillSolver& solver, const Room& room, std::uint64_t budget)
      : solver_(solver), room_(room), left_(budget) {}

  FillBounds bounds(const FillState& state, int loss_allowed) {
    FillBounds total;
    for_each_part(state, [&](const FillState& part) {
      const FillBounds one = part_bounds(part, loss_allowed);
      total.lower += one.lower;
      total.upper += one.upper;
      return true;
    });
    return total;
  }

  Answer can_make(const FillState& state, int wanted) {
    int slack = -wanted;
    int parts = 0;
    FillState only;
    for_each_part(state, [&](const FillState& part) {
      slack += std::popcount(part.empty);
      ++parts;
      only = part;
      return true;
    });
    if (wanted <= 0) return Answer::kYes;
    if (slack < 0) return Answer::kNo;
    if (parts == 1) return prove(only, wanted);
    // Each part fills independently; what one leaves over the others may not.
    Answer answer = Answer::kYes;
    for_each_part(state, [&](const FillState& part) {
      const int size = std::popcount(part.empty);
      const FillBounds one = part_bounds(part, slack);
      if (size - one.upper > slack) {
        // A part before may have left fewer squares over than was counted for it.
        answer = answer == Answer::kYes ? Answer::kNo : Answer::kUnknown;
        return false;
      }
      if (size - one.lower > slack) answer = Answer::kUnknown;
      slack -= size - one.lower;
      slack = std::max(slack, 0);
      return true;
    });
    return answer;
  }

  // A first move of a longest filling of some part, or of the longest found when the budget runs out.
  std::optional<FillMove> first_move(const FillState& state) {
    std::optional<FillMove> found;
    for_each_part(state, [&](const FillState& part) {
      found = first_move_of_part(part);
      return false;
    });
    return found;
  }

 private:
  // Calls visit for each set of squares and amazons that are joined by king steps and hold at least one of
  // both; the rest can never be filled. Stops when visit returns false.
  template <class Visit>
  void for_each_part(const FillState& state, Visit&& visit) const {
    for (RoomSet rest = state.amazons; rest != 0;) {
      const RoomSet first = rest & (~rest + 1);
      const RoomSet part = room_.flood_beside(first, state.empty | state.amazons) | first;
      rest &= ~part;
      const FillState inside{room_.flood_beside(part & state.amazons, part & state.empty),
                             part & state.amazons, part & state.gates};
      if (inside.empty != 0 && !visit(inside)) return;
    }
  }

  // For a state of one part. Gives up at more than loss_allowed squares left over: then upper says so.
  FillBounds part_bounds(const FillState& state, int loss_allowed) {
    const int size = std::popcount(state.empty);
    int upper = size;
    for (; upper > 0 && size - upper <= loss_allowed; --upper) {
      const Answer answer = prove(state, upper);
      if (answer == Answer::kYes) return {upper, upper};
      if (answer == Answer::kUnknown) return {std::min(greedy(state), upper), upper};
    }
    return {upper <= 0 ? 0 : std::min(1, upper), upper};
  }

  [[nodiscard]] std::uint64_t key_of(const FillState& state) const {
    std::uint64_t key = 0;
    const auto add = [&](RoomSet set, Content content) {
      for (; set != 0; set &= set - 1) key ^= kKeys[room_.square(lowest_square(set)).index][content];
    };
    add(state.empty, kEmptySquare);
    add(state.amazons, kAmazonSquare);
    add(state.gates, kGateSquare);
    return key;
  }

  [[nodiscard]] static FillState after(const FillState& state, const FillMove& move) {
    const RoomSet from = set_of(move.from);
    return {((state.empty | from) & ~set_of(move.to)) & ~set_of(move.arrow),
            (state.amazons & ~from) | set_of(move.to), state.gates & ~from};
  }

  // Whether a state of one part allows `wanted` moves, 0 < wanted <= squares.
  Answer prove(const FillState& state, int wanted) {
    const std::uint64_t key = key_of(state);
    Entry& entry = solver_.cache_[key & (solver_.cache_.size() - 1)];
    if (entry.key == key) {
      if (wanted <= entry.lower) return Answer::kYes;
      if (wanted > entry.upper) return Answer::kNo;
    }
    if (wanted == 1) return Answer::kYes;  // some amazon stands beside an empty square
    if (left_ == 0) return Answer::kUnknown;

    const int slack = std::popcount(state.empty) - wanted;
    Answer answer = Answer::kNo;
    for (const bool near : {true, false}) {
      const Candidates list(*this, state, near, slack);
      for (std::size_t i = 0; i < list.size(); ++i) {
        const Answer one = can_make(after(state, list[i].move), wanted - 1);
        if (one == Answer::kNo) continue;
        answer = one;
        if (one == Answer::kYes || left_ == 0) break;
      }
      if (answer == Answer::kYes || left_ == 0) break;
    }
    if (left_ == 0 && answer == Answer::kNo) answer = Answer::kUnknown;
    if (answer != Answer::kUnknown) remember(key, state, wanted, answer == Answer::kYes);
    return answer;
  }

  void remember(std::uint64_t key, const FillState& state, int wanted, bool yes) {
    Entry& entry = solver_.cache_[key & (solver_.cache_.size() - 1)];
    if (entry.key != key) entry = {key, 0, static_cast<std::uint8_t>(std::popcount(state.empty))};
    if (yes)
      entry.lower = std::max(entry.lower, static_cast<std::uint8_t>(wanted));
    else
      entry.upper = std::min(entry.upper, static_cast<std::uint8_t>(wanted - 1));
  }

  // Appends to the solver's list the moves that leave at most `slack` squares over, likely ones first. The
  // near ones close the square that the amazon left, or a dead end, after a single step; they alone fill most
  // rooms. The others are the rest.
  void list_moves(const FillState& state, bool near, int slack) {
    const int size = std::popcount(state.empty);
    std::uint64_t looked = 0;
    auto& list = solver_.moves_;
    const auto first = static_cast<std::ptrdiff_t>(list.size());
    for (RoomSet amazons = state.amazons; amazons != 0; amazons &= amazons - 1) {
      const int from = lowest_square(amazons);
      const RoomSet gate = state.gates & set_of(from);
      RoomSet tos = near ? room_.neighbours(from) & state.empty : room_.queen_moves(from, state.empty);
      for (; tos != 0; tos &= tos - 1) {
        const int to = lowest_square(tos);
        const bool step = (room_.neighbours(from) & set_of(to)) != 0;
        const RoomSet open = (state.empty | set_of(from)) & ~set_of(to);
        RoomSet arrows = gate != 0 ? gate : room_.queen_moves(to, open);
        for (; arrows != 0; arrows &= arrows - 1, ++looked) {
          const int arrow = lowest_square(arrows);
          const int ways = std::popcount(room_.neighbours(arrow) & open);
          if ((step && (arrow == from || ways <= 1)) != near) continue;
          const FillMove move{static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to),
                              static_cast<std::uint8_t>(arrow)};
          const FillState next = after(state, move);
          const int lost = size - 1 - std::popcount(room_.flood_beside(next.amazons, next.empty));
          if (lost > slack) continue;
          const int freedom = std::popcount(room_.neighbours(to) & next.empty);
          list.push_back({static_cast<std::int16_t>(kLostSquare * lost + 8 * ways - freedom), move});
        }
      }
    }
    std::sort(list.begin() + first, list.end(), [](const Candidate& a, const Candidate& b) {
      return std::tuple(a.rank, a.move.from, a.move.to, a.move.arrow) <
             std::tuple(b.rank, b.move.from, b.move.to, b.move.arrow);
    });
    left_ -= std::min(left_, looked);
  }

  // A part of the solver's list of moves, which shrinks back when this goes out of scope.
  class Candidates {
   public:
    Candidates(Search& search, const FillState& state, bool near, int slack)
        : moves_(search.solver_.moves_), first_(moves_.size()) {
      search.list_moves(state, near, slack);
      size_ = moves_.size() - first_;
    }
    ~Candidates() { moves_.resize(first_); }
    Candidates(const Candidates&) = delete;
    Candidates& operator=(const Candidates&) = delete;

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    // A copy: the list may move while deeper states use it.
    [[nodiscard]] Candidate operator[](std::size_t i) const noexcept { return moves_[first_ + i]; }

   private:
    std::vector<Candidate>& moves_;
    std::size_t first_;
    std::size_t size_ = 0;
  };

  FillMove first_move_of_part(const FillState& part) {
    const int lower = part_bounds(part, kMaxRoom).lower;
    const int slack = std::popcount(part.empty) - lower;
    for (const bool near : {true, false}) {
      const Candidates list(*this, part, near, slack);
      for (std::size_t i = 0; i < list.size(); ++i)
        if (can_make(after(part, list[i].move), lower - 1) == Answer::kYes) return list[i].move;
    }
    return likeliest(part);
  }

  // The length of the filling that always takes the likeliest move: a lower bound.
  int greedy(FillState state) {
    int made = 0;
    for (; room_.flood_beside(state.amazons, state.empty) != 0; ++made)
      state = after(state, likeliest(state));
    return made;
  }

  // Precondition: a move is possible.
  FillMove likeliest(const FillState& state) {
    const Candidates near(*this, state, true, kMaxRoom);
    if (near.size() != 0 && near[0].rank < kLostSquare) return near[0].move;
    const Candidates far(*this, state, false, kMaxRoom);
    if (far.size() == 0 || (near.size() != 0 && near[0].rank <= far[0].rank)) return near[0].move;
    return far[0].move;
  }

  FillSolver& solver_;
  const Room& room_;
  std::uint64_t left_;
};

FillSolver::FillSolver(std::size_t cache_states)
    : cache_(std::bit_ceil(std::max<std::size_t>(cache_states, 1))) {}

FillBounds FillSolver::max_moves(const Room& room, const FillState& state, std::uint64_t budget) {
  return Search(*this, room, budget).bounds(state, kMaxRoom);
}

std::optional<bool> FillSolver::can_make(const Room& room, const FillState& state, int wanted,
                                         std::uint64_t budget) {
  const Answer answer = Search(*this, room, budget).can_make(state, wanted);
  if (answer == Answer::kUnknown) return std::nullopt;
  return answer == Answer::kYes;
}

void FillSolver::clear() { std::fill(cache_.begin(), cache_.end(), Entry{}); }

// --- worlds: sets of squares of the board, split into rooms

namespace {

struct FlatWorld {
  Flat empty;
  Flat amazons;
  Flat gates;
};

// Calls visit(part) for each set of squares and amazons of the world that are joined by king steps, as far as
// there is something to fill. Stops when visit returns false.
template <class Visit>
void for_each_part(const FillWorld& world, Visit&& visit) {
  const Flat empty = flatten(world.empty);
  const Flat amazons = flatten(world.amazons);
  const Flat gates = flatten(world.gates);
  for (Flat rest = amazons; rest != 0;) {
    const Flat first = lowest(rest);
    const Flat part = flood_beside(first, empty | amazons) | first;
    rest &= ~part;
    const FlatWorld inside{flood_beside(part & amazons, part & empty), part & amazons, part & gates};
    if (inside.empty != 0 && !visit(inside)) return;
  }
}

// The squares of the part that fit into a room: all, or those nearest to the amazons. What is left out counts
// as wall, which can only make a filling shorter.
Flat fitting(const FlatWorld& part) {
  const Flat all = part.empty | part.amazons;
  if (count(all) <= kMaxRoom) return all;
  Flat kept = part.amazons;
  while (true) {
    Flat fresh = dilate(kept) & part.empty & ~kept;
    const int space = kMaxRoom - count(kept);
    if (count(fresh) <= space) {
      kept |= fresh;
      continue;
    }
    for (int i = 0; i < space; ++i) {
      kept |= lowest(fresh);
      fresh &= fresh - 1;
    }
    return kept;
  }
}

struct RoomOfPart {
  Room room;
  FillState state;
  int left_out;  // squares that did not fit

  explicit RoomOfPart(const FlatWorld& part)
      : room(unflatten(fitting(part))),
        state{room.gather(unflatten(part.empty)), room.gather(unflatten(part.amazons)),
              room.gather(unflatten(part.gates))},
        left_out(count(part.empty) - std::popcount(state.empty)) {}
};

}  // namespace

FillBounds FillSolver::max_moves(const FillWorld& world, std::uint64_t budget) {
  FillBounds total;
  for_each_part(world, [&](const FlatWorld& flat) {
    const RoomOfPart part(flat);
    const FillBounds one = max_moves(part.room, part.state, budget);
    total.lower += one.lower;
    total.upper += part.left_out == 0 ? one.upper : count(flat.empty);
    return true;
  });
  return total;
}

std::optional<rules::Move> FillSolver::best_move(const FillWorld& world, std::uint64_t budget) {
  std::optional<rules::Move> best;
  for_each_part(world, [&](const FlatWorld& flat) {
    const RoomOfPart part(flat);
    if (const auto move = Search(*this, part.room, budget).first_move(part.state))
      best = rules::Move{part.room.square(move->from), part.room.square(move->to),
                         part.room.square(move->arrow)};
    return !best;
  });
  return best;
}

}  // namespace thermodon::eval
