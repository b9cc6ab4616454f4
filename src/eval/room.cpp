#include "thermodon/eval/room.hpp"

namespace thermodon::eval {

Room::Room(const rules::Bitboard& squares) noexcept {
  numbers_.fill(kOutside);
  for (int row = 1; row <= rules::kMaxBoard; ++row)
    for (unsigned bits = squares.rows[row]; bits != 0; bits &= bits - 1) {
      const rules::Square s = rules::Square::at(std::countr_zero(bits) - 1, row - 1);
      numbers_[s.index] = static_cast<std::uint8_t>(size_);
      squares_[static_cast<std::size_t>(size_++)] = s;
    }
  constexpr std::array kRising = {12, 13, 1, 11};
  for (int number = 0; number < size_; ++number) {
    Lines& lines = lines_[static_cast<std::size_t>(number)];
    lines.neighbours = 0;
    const auto walk = [&](int step) {
      RoomSet ray = 0;
      for (int s = square(number).index + step; numbers_[static_cast<std::size_t>(s)] != kOutside; s += step)
        ray |= set_of(numbers_[static_cast<std::size_t>(s)]);
      return ray;
    };
    for (std::size_t d = 0; d < kRising.size(); ++d) {
      const RoomSet up = lines.rising[d] = walk(kRising[d]);
      const RoomSet down = lines.falling[d] = walk(-kRising[d]);
      lines.neighbours |= up & (~up + 1);
      if (down != 0) lines.neighbours |= set_of(63 - std::countl_zero(down));
    }
  }
}

RoomSet Room::gather(const rules::Bitboard& board) const noexcept {
  RoomSet set = 0;
  for (int number = 0; number < size_; ++number)
    if (board.test(square(number))) set |= set_of(number);
  return set;
}

rules::Bitboard Room::scatter(RoomSet set) const noexcept {
  rules::Bitboard board;
  for (; set != 0; set &= set - 1) board.set(square(lowest_square(set)));
  return board;
}

}  // namespace thermodon::eval
