// The tree of the mcts searcher, in a bounded block of memory.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "thermodon/search/searcher.hpp"

namespace thermodon::search {

// A move that a node may try, with the evaluation after it from the mover's view. Much smaller than a node:
// most moves are never tried.
struct Candidate {
  rules::Move move;
  std::int16_t score = 0;
};
static_assert(sizeof(Candidate) == 6);

// Place in the tree's memory, in units of 8 bytes; 0 is nowhere.
using TreeOffset = std::uint32_t;

// A position that was reached. Children stand in the order of the node's candidates: child i is candidate i,
// and the next to be tried is the first candidate without a child.
struct TreeNode {
  double sum = 0;            // of `visits` values (0..1) from the view of the side that moved here
  std::uint32_t visits = 0;  // the first stands for the static value
  TreeOffset candidates = 0;
  TreeOffset children = 0;
  std::uint16_t candidate_count = 0;
  std::uint16_t child_count = 0;
  rules::Move move;
  std::int8_t proof = 0;  // +1: the side to move here wins, -1: it loses
  bool expanded : 1 = false;
  bool busy : 1 = false;            // a thread is expanding it
  bool complete : 1 = false;        // the candidates are all legal moves
  std::uint8_t child_capacity = 0;  // as a power of two, plus 1; 0: none
  std::uint16_t minimax = 0;        // the value of best play in the tree below, as 0..kOne, same view as sum

  static constexpr int kOne = 65'535;

  [[nodiscard]] double mean() const noexcept { return visits == 0 ? 0.5 : sum / visits; }
  [[nodiscard]] double best_play() const noexcept { return minimax * (1.0 / kOne); }
};
static_assert(sizeof(TreeNode) == 32);

// Not safe for several threads at once. Offsets and references hold until `collect`.
class Tree {
 public:
  // Half of the memory holds the tree, the other half is where `collect` copies it to. At least 1 MB.
  explicit Tree(std::size_t megabytes);

  void clear();
  [[nodiscard]] TreeNode& root() noexcept { return root_; }
  [[nodiscard]] const TreeNode& root() const noexcept { return root_; }

  [[nodiscard]] std::span<TreeNode> children(const TreeNode& node) noexcept {
    return {reinterpret_cast<TreeNode*>(at(node.children)), node.child_count};
  }
  [[nodiscard]] std::span<const TreeNode> children(const TreeNode& node) const noexcept {
    return {reinterpret_cast<const TreeNode*>(at(node.children)), node.child_count};
  }
  [[nodiscard]] std::span<const Candidate> candidates(const TreeNode& node) const noexcept {
    return {reinterpret_cast<const Candidate*>(at(node.candidates)), node.candidate_count};
  }

  // False when there is no room: the node is then as before.
  [[nodiscard]] bool set_candidates(TreeNode& node, std::span<const Candidate> candidates);
  // A child for the next candidate, with one visit worth `value`; null when there is no room. Moves the
  // node's other children.
  [[nodiscard]] TreeNode* add_child(TreeNode& node, double value);

  // Keeps what hangs below `node`, which becomes the root; forgets the insides of nodes below it with fewer
  // than `least_visits` visits, and everything else.
  void collect(const TreeNode& node, std::uint32_t least_visits);

  [[nodiscard]] std::size_t used_permille() const noexcept { return next_ * 1000 / capacity_; }

 private:
  static constexpr std::size_t kUnit = 8;
  static constexpr std::size_t kSizeClasses = 16;

  [[nodiscard]] std::byte* at(TreeOffset offset) const noexcept { return now_.get() + offset * kUnit; }
  [[nodiscard]] TreeOffset allocate(std::size_t bytes) noexcept;
  [[nodiscard]] bool grow(TreeNode& node);
  void copy_node(TreeNode& node, const std::byte* old, std::uint32_t least_visits);
  void copy_insides(TreeNode& node, const std::byte* old, std::uint32_t least_visits);

  std::size_t capacity_;  // of each half, in units
  std::unique_ptr<std::byte[]> now_;
  std::unique_ptr<std::byte[]> spare_;
  std::size_t next_ = 1;
  // Blocks that growing lists of children left behind, by child_capacity.
  std::array<std::vector<TreeOffset>, kSizeClasses> free_;
  TreeNode root_;
};

}  // namespace thermodon::search
