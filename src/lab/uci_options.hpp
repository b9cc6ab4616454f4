// The options that the UCI engine has, over the SPEC that they come to.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "thermodon/rules/result.hpp"
#include "thermodon/search/spec.hpp"

namespace thermodon::lab {

class UciOptions {
 public:
  // `spec` must be one that makes a searcher; it is what the options are at first.
  explicit UciOptions(const std::string& spec);

  // The "option name ..." lines.
  [[nodiscard]] std::vector<std::string> describe() const;
  // What follows "setoption": "name N" or "name N value V". Names are told apart without regard to case. The
  // error of an unknown name or a bad value, or nothing.
  std::optional<std::string> set(const std::string& text);

  // True once after a change that needs another searcher.
  [[nodiscard]] bool spec_changed();
  [[nodiscard]] rules::Result<std::unique_ptr<search::Searcher>> make_searcher();
  // Goes back to the last options that made a searcher.
  [[nodiscard]] rules::Result<std::unique_ptr<search::Searcher>> restore_and_make();

  [[nodiscard]] std::chrono::milliseconds move_overhead() const noexcept { return move_overhead_; }
  [[nodiscard]] int multi_pv() const noexcept { return multi_pv_; }

 private:
  [[nodiscard]] search::EngineSpec spec() const;
  [[nodiscard]] bool searcher_knows(std::string_view key) const;
  std::optional<std::string> set_parameters(const std::string& text);

  search::EngineSpec spec_;  // without hash and threads
  search::EngineSpec good_;
  int hash_;
  int threads_;
  int good_hash_;
  int good_threads_;
  int multi_pv_ = 1;
  std::chrono::milliseconds move_overhead_{10};
  bool changed_ = false;
};

}  // namespace thermodon::lab
