#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/command.hpp"
#include "app/duration.hpp"
#include "thermodon/rules/notation.hpp"
#include "thermodon/search/check_proof.hpp"
#include "thermodon/search/solve.hpp"

namespace thermodon::app {
namespace {

// Ctrl-C ends the work with what is known.
volatile std::sig_atomic_t solve_interrupted = 0;
extern "C" void on_solve_interrupt(int) { solve_interrupted = 1; }

struct SolveCommandOptions {
  std::string position = "startpos";
  std::string size = "10x10";
  std::size_t memory = 512;
  std::string time_limit;
  std::string proof;
  std::string check;
  bool json = false;
};

double solve_seconds(std::chrono::nanoseconds time) { return std::chrono::duration<double>(time).count(); }

// True when the user or the clock wants an end.
class SolveLimit {
 public:
  explicit SolveLimit(const std::string& text) {
    if (!text.empty()) end_ = std::chrono::steady_clock::now() + parse_duration(text, "--time-limit");
  }
  [[nodiscard]] bool reached() const {
    return solve_interrupted != 0 || (end_ && std::chrono::steady_clock::now() >= *end_);
  }

 private:
  std::optional<std::chrono::steady_clock::time_point> end_;
};

void print_progress(const search::SolveProgress& progress, bool as_json) {
  if (as_json) {
    nlohmann::json line = {{"event", "progress"},           {"seconds", solve_seconds(progress.elapsed)},
                           {"nodes", progress.positions},   {"proof", progress.proof},
                           {"disproof", progress.disproof}, {"table_permille", progress.table_permille}};
    if (progress.move) line["move"] = rules::to_string(*progress.move);
    std::cerr << line.dump() << '\n';
    return;
  }
  std::ostringstream out;
  out << std::fixed << std::setprecision(0) << solve_seconds(progress.elapsed) << " s: " << progress.positions
      << " positions, table " << progress.table_permille / 10 << " % full, proof " << progress.proof
      << ", disproof " << progress.disproof;
  if (progress.move) out << ", at " << rules::to_string(*progress.move);
  std::cerr << out.str() << '\n';
}

// A file that is complete or not there: written beside its place and moved there at the end.
class ProofFile {
 public:
  // A link is followed; a device is no place for a proof.
  explicit ProofFile(const std::string& path)
      : path_(std::filesystem::is_symlink(path) ? std::filesystem::weakly_canonical(path).string() : path) {
    if (std::filesystem::exists(path_) && !std::filesystem::is_regular_file(path_))
      throw UsageError("--proof " + path_ + ": is no file; name one, new or to be replaced");
    out_.open(part(), std::ios::binary);
    if (!out_)
      throw UsageError("--proof " + path_ +
                       ": cannot be written; name a file in a folder that you may write");
  }
  ~ProofFile() {
    if (!kept_) std::remove(part().c_str());
  }
  ProofFile(const ProofFile&) = delete;
  ProofFile& operator=(const ProofFile&) = delete;

  [[nodiscard]] std::ostream& stream() { return out_; }
  [[nodiscard]] bool keep() {
    out_.close();
    kept_ = out_ && std::rename(part().c_str(), path_.c_str()) == 0;
    return kept_;
  }

 private:
  [[nodiscard]] std::string part() const { return path_ + ".part"; }

  std::string path_;
  std::ofstream out_;
  bool kept_ = false;
};

void print_solution(const rules::Position& position, const search::SolveResult& result,
                    const search::ProofSize* proof, bool as_json) {
  if (as_json) {
    nlohmann::json line = {{"winner", nullptr},
                           {"nodes", result.positions},
                           {"seconds", solve_seconds(result.elapsed)},
                           {"best", nullptr}};
    if (result.winner) line["winner"] = std::string(rules::to_string(*result.winner));
    if (result.best) line["best"] = rules::to_string(*result.best);
    if (proof != nullptr) line["proof_moves"] = proof->moves;
    std::cout << line.dump() << '\n';
    return;
  }
  if (!result.winner)
    std::cout << "not solved";
  else if (*result.winner == position.side_to_move())
    std::cout << rules::to_string(*result.winner) << ", to move, wins";
  else
    std::cout << rules::to_string(*result.winner) << " wins, whatever "
              << rules::to_string(position.side_to_move()) << " moves";
  if (result.best) std::cout << " by " << rules::to_string(*result.best);
  std::cout << ": " << result.positions << " positions in " << std::fixed << std::setprecision(2)
            << solve_seconds(result.elapsed) << " s\n";
  if (proof != nullptr) std::cout << "the proof names " << proof->moves << " moves\n";
}

int run_solver(const SolveCommandOptions& options) {
  const auto size = value_or_usage_error(rules::parse_size(options.size));
  const rules::Position position = value_or_usage_error(rules::parse_position(options.position, size));
  const SolveLimit limit(options.time_limit);
  std::unique_ptr<ProofFile> file;
  if (!options.proof.empty()) file = std::make_unique<ProofFile>(options.proof);

  search::SolveOptions settings;
  settings.memory_megabytes = options.memory;
  search::WinnerSolver solver(position, settings);
  solver.should_stop = [&] { return limit.reached(); };
  solver.on_progress = [&](const search::SolveProgress& progress) { print_progress(progress, options.json); };
  const search::SolveResult result = solver.solve();
  search::ProofSize proof;
  bool written = false;
  if (result.winner && file) {
    proof = solver.write_proof(*result.winner, file->stream());
    if (proof.finished && !file->keep())
      throw std::runtime_error("--proof " + options.proof + ": cannot be written; is the disk full?");
    written = proof.finished;
  }
  print_solution(position, result, written ? &proof : nullptr, options.json);
  if (!result.winner) throw std::runtime_error("stopped before the position was solved");
  if (proof.too_large)
    throw std::runtime_error("--proof " + options.proof + ": more positions than --memory " +
                             std::to_string(options.memory) + " holds; give it more");
  if (file && !written) throw std::runtime_error("stopped before the proof was written");
  return kDone;
}

int run_proof_check(const SolveCommandOptions& options, const rules::Position* expected) {
  std::ifstream file(options.check, std::ios::binary);
  if (!file)
    throw UsageError("--check " + options.check + ": cannot be read; name a file that --proof wrote");
  const SolveLimit limit(options.time_limit);
  const auto began = std::chrono::steady_clock::now();
  const auto checked = search::check_proof(file, [&] { return limit.reached(); });
  if (!checked) throw std::runtime_error("--check " + options.check + ": " + checked.error());
  if (expected != nullptr && !(checked->root == *expected))
    throw std::runtime_error("--check " + options.check + ": the proof is of another position, " +
                             rules::to_fen(checked->root));
  const double seconds = solve_seconds(std::chrono::steady_clock::now() - began);
  const std::string winner(rules::to_string(checked->winner));
  if (options.json)
    std::cout << nlohmann::json{{"winner", winner},          {"root", rules::to_fen(checked->root)},
                                {"moves", checked->moves},   {"counted", checked->counted},
                                {"unused", checked->unused}, {"seconds", seconds}}
                     .dump()
              << '\n';
  else
    std::cout << "proved: " << winner << " wins " << rules::to_fen(checked->root) << '\n'
              << checked->moves << " moves named, " << checked->counted << " positions counted, "
              << std::fixed << std::setprecision(2) << seconds << " s\n";
  return kDone;
}

}  // namespace

Action declare_solve(CLI::App& app) {
  auto options = std::make_shared<SolveCommandOptions>();
  CLI::Option* position =
      app.add_option("--position", options->position, "startpos or a FEN, then optionally `moves m1 m2 ...`")
          ->capture_default_str();
  CLI::Option* size =
      app.add_option("--size", options->size, "board of startpos, columns x rows")->capture_default_str();
  app.add_option("--memory", options->memory, "MB for the table of positions")
      ->capture_default_str()
      ->check(CLI::Range(1, 1'000'000));
  app.add_option("--time-limit", options->time_limit,
                 "give up after this time, such as 10m; no limit when left out");
  app.add_option("--proof", options->proof, "file for a proof that --check can verify");
  app.add_option(
      "--check", options->check,
      "verify this proof with the rules alone instead of solving; of --position, when that is given");
  app.add_flag("--json", options->json, "JSON on stdout, progress as JSON lines on stderr");
  return [options, position, size] {
    std::signal(SIGINT, on_solve_interrupt);
    std::signal(SIGTERM, on_solve_interrupt);
    if (options->check.empty()) return run_solver(*options);
    if (position->count() + size->count() == 0) return run_proof_check(*options, nullptr);
    const auto board = value_or_usage_error(rules::parse_size(options->size));
    const rules::Position expected = value_or_usage_error(rules::parse_position(options->position, board));
    return run_proof_check(*options, &expected);
  };
}

}  // namespace thermodon::app
