// Runs every fuzz target over its seeds, as an ordinary test and with any compiler.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

// THERMODON_FUZZ_TARGETS is TARGET(frame) TARGET(value) ... and each target's entry is named fuzz_<name>.
#define TARGET(name) extern "C" int fuzz_##name(const std::uint8_t* data, std::size_t size);
THERMODON_FUZZ_TARGETS
#undef TARGET

namespace {

struct Target {
  const char* name;
  int (*run)(const std::uint8_t* data, std::size_t size);
};
#define TARGET(name) {#name, fuzz_##name},
constexpr Target kTargets[] = {THERMODON_FUZZ_TARGETS};
#undef TARGET

std::size_t replay(const Target& target, const std::filesystem::path& seeds) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(seeds)) {
    std::ifstream in(entry.path(), std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    std::fprintf(stderr, "%s %s\n", target.name, entry.path().filename().c_str());
    // A copy of exactly that size, so that a sanitizer sees a read behind its end.
    const std::vector<std::uint8_t> input(bytes.begin(), bytes.end());
    target.run(input.data(), input.size());
    ++count;
  }
  return count;
}

}  // namespace

// Usage: thermodon_fuzz_replay CORPUS, the directory that has one directory of seeds a target.
int main(int argc, char** argv) {
  if (argc != 2) return 2;
  for (const Target& target : kTargets) {
    const std::size_t count = replay(target, std::filesystem::path(argv[1]) / target.name);
    std::printf("%s: %zu seeds\n", target.name, count);
    if (count == 0) return 1;
  }
  return 0;
}
