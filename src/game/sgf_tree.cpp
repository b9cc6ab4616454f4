#include "game/sgf_tree.hpp"

#include <optional>

namespace thermodon::game {
namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f'; }
bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_letter(char c) { return is_upper(c) || (c >= 'a' && c <= 'z'); }

class TreeParser {
 public:
  explicit TreeParser(std::string_view text) : text_(text) {}

  rules::Result<std::vector<std::vector<SgfNode>>> parse() {
    if (text_.size() > kMaxSgfBytes) return error("the text is longer than 64 MiB");
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    std::vector<std::vector<SgfNode>> games;
    for (skip_spaces(); !at_end(); skip_spaces()) {
      if (games.size() == kMaxSgfGames) return error("more than 500000 games");
      if (peek() != '(') return error(std::string("a game begins with \"(\", not with ") + shown(peek()));
      games.emplace_back();
      if (auto problem = parse_game(games.back())) return *problem;
    }
    return games;
  }

 private:
  [[nodiscard]] bool at_end() const { return at_ >= text_.size(); }
  [[nodiscard]] char peek() const { return text_[at_]; }
  char take() {
    const char c = text_[at_++];
    if (c == '\n') ++line_;
    return c;
  }
  void skip_spaces() {
    while (!at_end() && is_space(peek())) take();
  }
  [[nodiscard]] rules::Error error(const std::string& what) const {
    return {"line " + std::to_string(line_) + ": " + what};
  }
  static std::string shown(char c) {
    if (c >= ' ' && c <= '~') return std::string("\"") + c + "\"";
    return "byte " + std::to_string(static_cast<unsigned char>(c));
  }

  // Iterative, so that hostile nesting costs no stack. A tree is on the main line while every tree around it
  // is and it is its parent's first.
  std::optional<rules::Error> parse_game(std::vector<SgfNode>& main_line) {
    struct Level {
      bool main = true;
      bool has_node = false;
      bool has_child = false;
    };
    std::vector<Level> levels;
    do {
      skip_spaces();
      if (at_end()) return error("the text ends inside a game; a \")\" is missing");
      const char c = take();
      if (c == '(') {
        if (!levels.empty() && !levels.back().has_node) return error("a variation begins before any node");
        if (levels.size() == kMaxSgfDepth) return error("variations nested deeper than 1000");
        const bool main = levels.empty() || (levels.back().main && !levels.back().has_child);
        if (!levels.empty()) levels.back().has_child = true;
        levels.push_back({main, false, false});
      } else if (c == ')') {
        if (!levels.back().has_node) return error("a game or variation without a node");
        levels.pop_back();
      } else if (c == ';') {
        if (levels.back().has_child) return error("a node stands behind a variation");
        levels.back().has_node = true;
        SgfNode node;
        node.line = line_;
        if (auto problem = parse_node(node)) return problem;
        if (!levels.back().main) continue;
        if (main_line.size() == kMaxSgfNodes) return error("a game of more than 1000 nodes");
        main_line.push_back(std::move(node));
      } else {
        return error("\"(\", \")\" or \";\" expected, not " + shown(c));
      }
    } while (!levels.empty());
    return std::nullopt;
  }

  std::optional<rules::Error> parse_node(SgfNode& node) {
    for (skip_spaces(); !at_end() && is_letter(peek()); skip_spaces()) {
      if (node.properties.size() == kMaxSgfProperties) return error("a node with more than 64 properties");
      SgfProperty property;
      while (!at_end() && is_letter(peek()))
        if (const char c = take(); is_upper(c)) property.name += c;
      if (property.name.size() > 16) return error("a property's name is longer than 16 letters");
      skip_spaces();
      if (at_end() || peek() != '[') return error("property " + property.name + " has no \"[value]\"");
      for (; !at_end() && peek() == '['; skip_spaces()) {
        if (property.values.size() == kMaxSgfValues)
          return error("property " + property.name + " has more than 200 values");
        property.values.emplace_back();
        if (auto problem = parse_value(property.values.back(), property.name)) return problem;
      }
      node.properties.push_back(std::move(property));
    }
    return std::nullopt;
  }

  std::optional<rules::Error> parse_value(std::string& value, const std::string& name) {
    const rules::Error unclosed = error("the value of " + name + " is not closed by \"]\"");
    take();
    while (!at_end()) {
      char c = take();
      if (c == ']') return std::nullopt;
      if (c == '\\') {
        if (at_end()) break;
        c = take();
        if (c == '\n') continue;  // a soft line break
        if (c == '\r') {
          if (!at_end() && peek() == '\n') take();
          continue;
        }
      }
      if (value.size() == kMaxSgfValue) return error("the value of " + name + " is longer than 64 KiB");
      value += c;
    }
    return unclosed;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
};

}  // namespace

const SgfProperty* SgfNode::find(std::string_view name) const noexcept {
  for (const SgfProperty& property : properties)
    if (property.name == name) return &property;
  return nullptr;
}

rules::Result<std::vector<std::vector<SgfNode>>> parse_sgf_trees(std::string_view text) {
  return TreeParser(text).parse();
}

}  // namespace thermodon::game
