// Positions as the solver handles them: three sets, the side to move, and keys for the table.
#pragma once

#include <algorithm>
#include <optional>

#include "search/solve/grid.hpp"
#include "thermodon/rules/symmetry.hpp"

namespace thermodon::search::solve {

// A move by square numbers.
struct SmallMove {
  std::uint8_t from = 0;
  std::uint8_t to = 0;
  std::uint8_t arrow = 0;
  friend bool operator==(SmallMove, SmallMove) = default;
};

template <class Set>
struct State {
  Set empty = 0;
  std::array<Set, 2> amazons{};  // by colour
  std::size_t mover = 0;         // colour of the side to move
  // Of the position and of its image under the root's symmetry. Squares that nobody reaches count still.
  std::array<std::uint64_t, 2> keys{};
};

// What can be reached by king steps over empty squares.
template <class Set>
struct Reached {
  Set mine;    // by the side to move
  Set theirs;  // by the other
};

// Makes moves on states of one board.
template <class Set>
class Board {
 public:
  explicit Board(const rules::Position& root) : grid_(root.size()) {
    std::uint64_t seed = 0x616D'617A'6F6EULL;
    for (int s = 0; s < grid_.squares(); ++s)
      for (auto& key : keys_[0][index(s)]) key = random(seed);
    side_key_ = random(seed);
    keys_[1] = keys_[0];
    for (int symmetry = 1; symmetry < rules::kSymmetries; ++symmetry)
      if (same_cells(rules::transform(root, symmetry), root)) {
        for (int s = 0; s < grid_.squares(); ++s) {
          const auto image = rules::transform(grid_.square(s), symmetry, root.size());
          keys_[1][index(s)] = keys_[0][index(grid_.number(image))];
        }
        break;
      }
  }

  [[nodiscard]] const Grid<Set>& grid() const noexcept { return grid_; }

  // Precondition: of the root's size.
  [[nodiscard]] State<Set> state(const rules::Position& position) const noexcept {
    State<Set> made;
    made.mover = rules::index(position.side_to_move());
    for (std::size_t image = 0; image < 2; ++image) made.keys[image] = made.mover == 0 ? 0 : side_key_;
    for (int s = 0; s < grid_.squares(); ++s) {
      const rules::Cell cell = position.at(grid_.square(s));
      if (cell == rules::Cell::kArrow) continue;
      const Set bit = Set{1} << s;
      if (cell == rules::Cell::kEmpty) made.empty |= bit;
      if (cell == rules::Cell::kWhite) made.amazons[0] |= bit;
      if (cell == rules::Cell::kBlack) made.amazons[1] |= bit;
      for (std::size_t image = 0; image < 2; ++image)
        made.keys[image] ^= keys_[image][index(s)][static_cast<std::size_t>(cell)];
    }
    return made;
  }

  [[nodiscard]] State<Set> after(const State<Set>& state, SmallMove move) const noexcept {
    State<Set> made = state;
    const Set from = Set{1} << move.from;
    const Set to = Set{1} << move.to;
    made.empty = (state.empty | from) & ~to & ~(Set{1} << move.arrow);
    made.amazons[state.mover] = (state.amazons[state.mover] & ~from) | to;
    made.mover = 1 - state.mover;
    const std::size_t amazon = 1 + state.mover;
    for (std::size_t image = 0; image < 2; ++image) {
      const auto& keys = keys_[image];
      made.keys[image] ^= side_key_ ^ keys[move.from][kEmpty] ^ keys[move.from][amazon] ^
                          keys[move.to][kEmpty] ^ keys[move.to][amazon] ^ keys[move.arrow][kEmpty];
    }
    return made;
  }

  [[nodiscard]] Reached<Set> reached(const State<Set>& state) const noexcept {
    return {grid_.flood_beside(state.amazons[state.mover], state.empty),
            grid_.flood_beside(state.amazons[1 - state.mover], state.empty)};
  }

  // The same for positions that differ by the root's symmetry or in squares that nobody reaches.
  [[nodiscard]] std::uint64_t key(const State<Set>& state, const Reached<Set>& reached) const noexcept {
    std::uint64_t first = state.keys[0];
    std::uint64_t second = state.keys[1];
    for (Set dead = state.empty & ~reached.mine & ~reached.theirs; dead != 0; dead &= dead - 1) {
      first ^= keys_[0][index(lowest(dead))][kEmpty];
      second ^= keys_[1][index(lowest(dead))][kEmpty];
    }
    return std::min(first, second);
  }

  // Calls visit(move) for each legal move until it returns false. False when it did.
  template <class Visit>
  bool for_each_move(const State<Set>& state, Visit&& visit) const {
    for (Set amazons = state.amazons[state.mover]; amazons != 0; amazons &= amazons - 1) {
      const int from = lowest(amazons);
      for (Set tos = grid_.queen_moves(from, state.empty); tos != 0; tos &= tos - 1) {
        const int to = lowest(tos);
        const Set open = (state.empty | Set{1} << from) & ~(Set{1} << to);
        for (Set arrows = grid_.queen_moves(to, open); arrows != 0; arrows &= arrows - 1)
          if (!visit(small_move(from, to, lowest(arrows)))) return false;
      }
    }
    return true;
  }

  [[nodiscard]] bool is_legal(const State<Set>& state, SmallMove move) const noexcept {
    const auto has = [](Set set, int square) { return (set >> square & 1) != 0; };
    if (!has(state.amazons[state.mover], move.from)) return false;
    if (!has(grid_.queen_moves(move.from, state.empty), move.to)) return false;
    const Set open = (state.empty | Set{1} << move.from) & ~(Set{1} << move.to);
    return has(grid_.queen_moves(move.to, open), move.arrow);
  }

  [[nodiscard]] rules::Move move(SmallMove small) const noexcept {
    return {grid_.square(small.from), grid_.square(small.to), grid_.square(small.arrow)};
  }

  [[nodiscard]] static SmallMove small_move(int from, int to, int arrow) noexcept {
    return {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), static_cast<std::uint8_t>(arrow)};
  }

 private:
  static constexpr std::size_t kEmpty = 0;
  static_assert(static_cast<std::size_t>(rules::Cell::kEmpty) == kEmpty);
  static_assert(static_cast<std::size_t>(rules::Cell::kWhite) == 1);
  static_assert(static_cast<std::size_t>(rules::Cell::kBlack) == 2);
  using Keys = std::array<std::array<std::uint64_t, 3>, rules::kMaxBoard * rules::kMaxBoard>;

  [[nodiscard]] static constexpr std::size_t index(int s) noexcept { return static_cast<std::size_t>(s); }

  [[nodiscard]] static std::uint64_t random(std::uint64_t& seed) noexcept {  // splitmix64
    seed += 0x9E37'79B9'7F4A'7C15ULL;
    std::uint64_t z = seed;
    z = (z ^ (z >> 30)) * 0xBF58'476D'1CE4'E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D0'49BB'1331'11EBULL;
    return z ^ (z >> 31);
  }

  [[nodiscard]] static bool same_cells(const rules::Position& a, const rules::Position& b) noexcept {
    return a.size() == b.size() && a.cells() == b.cells();
  }

  Grid<Set> grid_;
  std::array<Keys, 2> keys_{};  // by image, square, content
  std::uint64_t side_key_ = 0;
};

}  // namespace thermodon::search::solve
