#include "lab/uci_options.hpp"

#include <algorithm>
#include <charconv>

#include "thermodon/eval/registry.hpp"

namespace thermodon::lab {
namespace {

constexpr int kDefaultHash = 64;
constexpr int kMaxHash = 65'536;
constexpr int kMaxThreads = 256;
constexpr int kMaxMultiPv = 500;
constexpr int kMaxOverhead = 10'000;
constexpr std::string_view kHash = "hash";
constexpr std::string_view kThreads = "threads";

std::string lower(std::string_view text) {
  std::string out(text);
  std::transform(out.begin(), out.end(), out.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return out;
}

std::string trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t\r") - first + 1));
}

std::optional<int> number(std::string_view text, int least, int most) {
  int value = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size() || value < least || value > most)
    return std::nullopt;
  return value;
}

// Takes a number out of the spec's own parameters.
int take(search::EngineSpec& spec, std::string_view key, int otherwise) {
  const auto found = spec.parameters.find(key);
  if (found == spec.parameters.end()) return otherwise;
  const int value = number(found->second, 0, kMaxHash).value_or(otherwise);
  spec.parameters.erase(found);
  return value;
}

std::string spin(const std::string& name, int value, int least, int most) {
  return "option name " + name + " type spin default " + std::to_string(value) + " min " +
         std::to_string(least) + " max " + std::to_string(most);
}

template <class Infos>
std::string combo(const std::string& name, const std::string& value, const Infos& infos) {
  std::string line = "option name " + name + " type combo default " + value;
  for (const auto& info : infos) line.append(" var ").append(info.name);
  return line;
}

}  // namespace

UciOptions::UciOptions(const std::string& text) {
  if (auto parsed = search::parse_spec(text); parsed.ok()) spec_ = std::move(parsed).value();
  hash_ = good_hash_ = take(spec_, kHash, kDefaultHash);
  threads_ = good_threads_ = take(spec_, kThreads, 1);
  good_ = spec_;
}

std::vector<std::string> UciOptions::describe() const {
  return {
      spin("Threads", threads_, 1, kMaxThreads),
      spin("Hash", hash_, 0, kMaxHash),
      "option name Clear Hash type button",
      "option name Ponder type check default false",
      spin("MultiPV", multi_pv_, 1, kMaxMultiPv),
      spin("Move Overhead", static_cast<int>(move_overhead_.count()), 0, kMaxOverhead),
      "option name UCI_AnalyseMode type check default false",
      "option name UCI_Variant type combo default amazons var amazons",
      combo("Searcher", spec_.searcher, search::searchers()),
      combo("Evaluator", spec_.evaluator, eval::evaluators()),
      "option name Parameters type string default <empty>",
  };
}

std::optional<std::string> UciOptions::set(const std::string& text) {
  constexpr std::string_view kName = "name ";
  if (!text.starts_with(kName)) return "setoption: \"name\" expected";
  const auto at = text.find(" value");
  const std::string name = trimmed(std::string_view(text).substr(0, at).substr(kName.size()));
  const std::string value =
      at == std::string::npos ? std::string() : trimmed(std::string_view(text).substr(at + 6));
  const std::string key = lower(name);
  const auto bad = [&] {
    return "setoption: " + name + ": \"" + value.substr(0, 40) + "\" is not a value of it";
  };
  const auto spin_value = [&](int least, int most, int& into) -> std::optional<std::string> {
    const auto n = number(value, least, most);
    if (!n) return bad();
    into = *n;
    return std::nullopt;
  };
  const auto named = [&](const auto& infos, std::string& into) -> std::optional<std::string> {
    const bool known =
        std::any_of(infos.begin(), infos.end(), [&](const auto& info) { return info.name == value; });
    if (!known) return bad();
    if (into != value) {
      into = value;
      spec_.parameters.clear();  // they were the other one's
    }
    changed_ = true;
    return std::nullopt;
  };
  if (key == "multipv") return spin_value(1, kMaxMultiPv, multi_pv_);
  if (key == "move overhead") {
    int ms = 0;
    auto problem = spin_value(0, kMaxOverhead, ms);
    if (!problem) move_overhead_ = std::chrono::milliseconds(ms);
    return problem;
  }
  if (key == "searcher") return named(search::searchers(), spec_.searcher);
  if (key == "evaluator") return named(eval::evaluators(), spec_.evaluator);
  if (key == "parameters") return set_parameters(value);
  if (key == "uci_variant") return value == "amazons" ? std::nullopt : std::optional(bad());
  if (key == "ponder" || key == "uci_analysemode")
    return value == "true" || value == "false" ? std::nullopt : std::optional(bad());
  if (key == "clear hash") {
    changed_ = true;
    return std::nullopt;
  }
  if (key == "hash" || key == "threads") {
    auto problem = key == "hash" ? spin_value(0, kMaxHash, hash_) : spin_value(1, kMaxThreads, threads_);
    changed_ = changed_ || !problem;
    return problem;
  }
  return "No such option: " + name;
}

// "key=value,key=value": the parameters of searcher and evaluator that have no option of their own.
std::optional<std::string> UciOptions::set_parameters(const std::string& text) {
  search::EngineSpec wanted = spec_;
  wanted.parameters.clear();
  if (!text.empty() && text != "<empty>") {
    const auto parsed = search::parse_spec(wanted.to_string() + "," + text);
    if (!parsed.ok()) return "setoption: Parameters: " + parsed.error();
    wanted.parameters = parsed.value().parameters;
  }
  spec_ = wanted;
  changed_ = true;
  return std::nullopt;
}

bool UciOptions::spec_changed() {
  const bool changed = changed_;
  changed_ = false;
  return changed;
}

bool UciOptions::searcher_knows(std::string_view key) const {
  for (const auto& info : search::searchers())
    if (info.name == spec_.searcher)
      return std::any_of(info.parameters.begin(), info.parameters.end(),
                         [&](const auto& parameter) { return parameter.name == key; });
  return false;
}

search::EngineSpec UciOptions::spec() const {
  search::EngineSpec whole = spec_;
  if (searcher_knows(kHash)) whole.parameters.try_emplace(std::string(kHash), std::to_string(hash_));
  if (searcher_knows(kThreads)) whole.parameters.try_emplace(std::string(kThreads), std::to_string(threads_));
  return whole;
}

rules::Result<std::unique_ptr<search::Searcher>> UciOptions::make_searcher() {
  auto made = search::make_searcher(spec());
  if (made.ok()) {
    good_ = spec_;
    good_hash_ = hash_;
    good_threads_ = threads_;
  }
  return made;
}

rules::Result<std::unique_ptr<search::Searcher>> UciOptions::restore_and_make() {
  spec_ = good_;
  hash_ = good_hash_;
  threads_ = good_threads_;
  return make_searcher();
}

}  // namespace thermodon::lab
