#include "thermodon/protocol/preset.hpp"

#include <algorithm>
#include <array>

namespace thermodon::protocol {
namespace {

using rules::Color;

constexpr std::array kPresets{
    Preset{"cosc322", "COSC 322 since 2019: Black moves first", "cosc322-2", 3220, Color::kBlack, 1, 2,
           false},
    Preset{"cosc322-white-first", "as cosc322, but White moves first (one class of 2022)", "cosc322-2", 3220,
           Color::kWhite, 1, 2, false},
    Preset{"cosc322-2019", "the course client of 2016 to 2019, Black moves first", "cosc322", 3220,
           Color::kBlack, 1, 2, false},
    Preset{"cosc322-2017", "the course client of 2016 to 2019, White moves first (until 2017)", "cosc322",
           3220, Color::kWhite, 1, 2, false},
    Preset{"swapped-codes", "a server whose boards have 1 for white and 2 for black", "cosc322-2", 3220,
           Color::kBlack, 2, 1, false},
    Preset{"swapped-top", "as swapped-codes, and rows counted from the top", "cosc322-2", 3220, Color::kBlack,
           2, 1, true},
};

}  // namespace

std::span<const Preset> presets() noexcept { return kPresets; }

const Preset* find_preset(std::string_view name) noexcept {
  const auto* found = std::ranges::find(kPresets, name, &Preset::name);
  return found == kPresets.end() ? nullptr : found;
}

}  // namespace thermodon::protocol
