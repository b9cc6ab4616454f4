#include "thermodon/eval/features.hpp"

#include <algorithm>
#include <array>

#include "eval/kernels/find.hpp"
#include "thermodon/eval/metrics.hpp"
#include "thermodon/eval/packed.hpp"

namespace thermodon::eval {
namespace {

static_assert(kMaxSideAmazons == rules::kMaxAmazons);

// By size of the board, each less one.
using CornerBitsBySize = std::array<std::array<CornerBits, rules::kMaxBoard>, rules::kMaxBoard>;
constexpr CornerBitsBySize kCornerBits = [] {
  CornerBitsBySize by_size{};
  for (int columns = 1; columns <= rules::kMaxBoard; ++columns) {
    for (int rows = 1; rows <= rules::kMaxBoard; ++rows) {
      auto& bits = by_size[static_cast<std::size_t>(columns - 1)][static_cast<std::size_t>(rows - 1)];
      for (int column = 0; column < columns; ++column) {
        for (int row = 0; row < rows; ++row) {
          const PackedSquare square = pack(rules::Square::at(column, row));
          for (int bit = 0; bit < 4; ++bit)
            if (corner_distance({columns, rows}, rules::Square::at(column, row)) >> bit & 1)
              bits.words[bit][square.word] |= square.bit;
        }
      }
    }
  }
  return by_size;
}();

const CornerBits& corner_bits(rules::BoardSize size) {
  return kCornerBits[static_cast<std::size_t>(size.columns - 1)][static_cast<std::size_t>(size.rows - 1)];
}

template <const Kernel& kernel>
void read_features(const rules::Position& position, unsigned parts, Features& out) {
  kernel.features(position.empty_squares().rows, position.amazon_squares(rules::Color::kWhite).rows,
                  position.amazon_squares(rules::Color::kBlack).rows, corner_bits(position.size()), parts,
                  out);
}

void read_scalar(const rules::Position& position, unsigned parts, Features& out) {
  out = scalar_features(position, parts);
}

bool has_avx2() noexcept {
#ifdef __x86_64__
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
         __builtin_cpu_supports("popcnt");
#else
  return false;
#endif
}

bool has_avx512() noexcept {
#ifdef __x86_64__
  return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vpopcntdq");
#else
  return false;
#endif
}

struct Choice {
  std::string_view name;
  const Kernel& kernel;
  FeatureFunction features;
  bool (*runs_here)() noexcept;
};

// The best first; the last runs everywhere.
constexpr std::array kChoices = {
    Choice{"avx512", kAvx512Kernel, read_features<kAvx512Kernel>, has_avx512},
    Choice{"avx2", kAvx2Kernel, read_features<kAvx2Kernel>, has_avx2},
    Choice{"portable", kPortableKernel, read_features<kPortableKernel>, []() noexcept { return true; }},
};

const Choice& best() noexcept {
  return *std::find_if(kChoices.begin(), kChoices.end(), [](const Choice& c) { return c.runs_here(); });
}

const Choice* named(std::string_view name) noexcept {
  const auto found =
      std::find_if(kChoices.begin(), kChoices.end(), [&](const Choice& c) { return c.name == name; });
  return found == kChoices.end() ? nullptr : &*found;
}

}  // namespace

const Kernel& find_kernel(std::string_view name) noexcept {
  const Choice* choice = named(name);
  return choice != nullptr && choice->runs_here() ? choice->kernel : best().kernel;
}

rules::Result<FeatureFunction> feature_function(std::string_view kernel) {
  if (kernel == "scalar") return FeatureFunction{read_scalar};
  if (kernel == "auto") return best().features;
  const Choice* choice = named(kernel);
  if (choice == nullptr)
    return rules::Error{"kernel=" + std::string(kernel) +
                        " is unknown; give auto, scalar, portable, avx2 or avx512"};
  if (!choice->runs_here())
    return rules::Error{"kernel=" + std::string(kernel) + ": this machine does not run it; give auto"};
  return choice->features;
}

}  // namespace thermodon::eval
