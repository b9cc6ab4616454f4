#include "search/mcts/tree.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <utility>

namespace thermodon::search {
namespace {

// Children that a TreeNode::child_capacity stands for.
std::size_t room_for(std::uint8_t capacity) noexcept {
  return capacity == 0 ? 0 : std::size_t{1} << (capacity - 1U);
}

}  // namespace

Tree::Tree(std::size_t megabytes)
    : capacity_(std::max<std::size_t>(1, megabytes) * (std::size_t{1} << 20) / 2 / kUnit),
      // Pages that are never written cost nothing.
      now_(std::make_unique_for_overwrite<std::byte[]>(capacity_ * kUnit)),
      spare_(std::make_unique_for_overwrite<std::byte[]>(capacity_ * kUnit)) {}

void Tree::clear() {
  next_ = 1;
  for (auto& list : free_) list.clear();
  root_ = TreeNode{};
}

TreeOffset Tree::allocate(std::size_t bytes) noexcept {
  const std::size_t units = (bytes + kUnit - 1) / kUnit;
  if (next_ + units > capacity_) return 0;
  const auto offset = static_cast<TreeOffset>(next_);
  next_ += units;
  return offset;
}

bool Tree::set_candidates(TreeNode& node, std::span<const Candidate> candidates) {
  const TreeOffset offset = allocate(candidates.size_bytes());
  if (offset == 0) return false;
  std::uninitialized_copy(candidates.begin(), candidates.end(), reinterpret_cast<Candidate*>(at(offset)));
  node.candidates = offset;
  node.candidate_count = static_cast<std::uint16_t>(candidates.size());
  node.expanded = true;
  return true;
}

TreeNode* Tree::add_child(TreeNode& node, double value) {
  if (node.child_count == room_for(node.child_capacity) && !grow(node)) return nullptr;
  TreeNode* child = reinterpret_cast<TreeNode*>(at(node.children)) + node.child_count;
  std::construct_at(child);
  child->move = candidates(node)[node.child_count].move;
  child->visits = 1;
  child->sum = value;
  child->minimax = static_cast<std::uint16_t>(value * TreeNode::kOne);
  ++node.child_count;
  return child;
}

// Twice the room for children, from a block that another list left behind if there is one.
bool Tree::grow(TreeNode& node) {
  const auto wanted = static_cast<std::uint8_t>(node.child_capacity == 0 ? 2 : node.child_capacity + 1);
  TreeOffset offset = 0;
  if (!free_[wanted].empty()) {
    offset = free_[wanted].back();
    free_[wanted].pop_back();
  } else {
    offset = allocate(room_for(wanted) * sizeof(TreeNode));
    if (offset == 0) return false;
  }
  const auto old = children(node);
  std::uninitialized_copy(old.begin(), old.end(), reinterpret_cast<TreeNode*>(at(offset)));
  if (node.child_capacity != 0) free_[node.child_capacity].push_back(node.children);
  node.children = offset;
  node.child_capacity = wanted;
  return true;
}

void Tree::collect(const TreeNode& node, std::uint32_t least_visits) {
  TreeNode root = node;
  std::swap(now_, spare_);
  next_ = 1;
  for (auto& list : free_) list.clear();
  if (root.expanded) copy_insides(root, spare_.get(), least_visits);
  root_ = root;
}

// `node` is a copy in the new half whose offsets still point into the old one.
void Tree::copy_node(TreeNode& node, const std::byte* old, std::uint32_t least_visits) {
  if (!node.expanded) return;
  if (node.visits >= least_visits) {
    copy_insides(node, old, least_visits);
    return;
  }
  node.expanded = false;
  node.complete = false;
  node.candidates = node.children = 0;
  node.candidate_count = node.child_count = 0;
  node.child_capacity = 0;
}

// Copies only blocks that fitted into the other half, so there is room.
void Tree::copy_insides(TreeNode& node, const std::byte* old, std::uint32_t least_visits) {
  const std::span<const Candidate> candidates_before(
      reinterpret_cast<const Candidate*>(old + node.candidates * kUnit), node.candidate_count);
  static_cast<void>(set_candidates(node, candidates_before));
  if (node.child_count == 0) return;
  const TreeOffset offset = allocate(room_for(node.child_capacity) * sizeof(TreeNode));
  const std::span<const TreeNode> children_before(
      reinterpret_cast<const TreeNode*>(old + node.children * kUnit), node.child_count);
  auto* const copies = reinterpret_cast<TreeNode*>(at(offset));
  std::uninitialized_copy(children_before.begin(), children_before.end(), copies);
  node.children = offset;
  for (std::size_t i = 0; i < node.child_count; ++i) copy_node(copies[i], old, least_visits);
}

}  // namespace thermodon::search
