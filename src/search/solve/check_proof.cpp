#include "thermodon/search/check_proof.hpp"

#include <istream>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "search/solve/checker_counting.hpp"
#include "thermodon/rules/legality.hpp"
#include "thermodon/rules/movegen.hpp"
#include "thermodon/rules/notation.hpp"

namespace thermodon::search {
namespace {

using rules::Error;
using rules::Result;

constexpr std::string_view kFirstLine = "thermodon-proof 1";

// A whole position: two bits a square, and the side to move. Compared whole, so that no two positions are
// ever taken for one.
struct Packed {
  std::array<std::uint64_t, 4> words{};
  friend bool operator==(const Packed&, const Packed&) = default;
};
struct PackedHash {
  std::size_t operator()(const Packed& packed) const noexcept {
    std::uint64_t mixed = 0;
    for (const std::uint64_t word : packed.words) {
      mixed = (mixed ^ word) * 0x9E37'79B9'7F4A'7C15ULL;
      mixed ^= mixed >> 32;
    }
    return static_cast<std::size_t>(mixed);
  }
};

Packed pack(const rules::Position& position) {
  Packed packed;
  std::size_t square = 0;
  for (int row = 0; row < position.size().rows; ++row)
    for (int column = 0; column < position.size().columns; ++column, ++square) {
      const auto cell = static_cast<std::uint64_t>(position.at(rules::Square::at(column, row)));
      packed.words[square / 32] |= cell << square % 32 * 2;
    }
  if (position.side_to_move() == rules::Color::kBlack) packed.words[3] |= std::uint64_t{1} << 63;
  return packed;
}

struct NamedMove {
  rules::Move move;
  bool used = false;
};

class ProofChecker {
 public:
  ProofChecker(std::istream& in, const std::function<bool()>& should_stop)
      : in_(in), should_stop_(should_stop) {}

  Result<CheckedProof> check() {
    if (read_head() && read_moves()) {
      rules::Position position = made_.root;
      if (position.side_to_move() == made_.winner)
        reply(position);
      else
        answer_all(position);
    }
    if (!error_.empty()) return Error{error_};
    for (const auto& [packed, named] : moves_) made_.unused += !named.used;
    return made_;
  }

 private:
  // ---- reading

  bool fail(const std::string& what) {
    if (error_.empty()) error_ = what;
    return false;
  }
  bool fail_line(const std::string& what) {
    return fail("line " + std::to_string(line_number_) + " of the proof: " + what);
  }

  bool next_line(const char* expected) {
    ++line_number_;
    if (std::getline(in_, line_)) return true;
    return fail_line(std::string("the file ends where ") + expected + " is expected; it is cut short");
  }

  // The rest of a line that begins with `word` and a space.
  bool read_field(const char* word, std::string& value) {
    if (!next_line(word)) return false;
    const std::string start = std::string(word) + ' ';
    if (!line_.starts_with(start))
      return fail_line("expected \"" + start + "...\", not " + rules::quote(line_));
    value = line_.substr(start.size());
    return true;
  }

  bool read_head() {
    if (!next_line("the first line")) return false;
    if (line_ != kFirstLine)
      return fail_line("expected \"" + std::string(kFirstLine) + "\", not " + rules::quote(line_));
    std::string text;
    if (!read_field("root", text)) return false;
    const auto root = rules::parse_fen(text);
    if (!root) return fail_line(root.error());
    made_.root = *root;
    if (!read_field("winner", text)) return false;
    const auto winner = rules::parse_color(text);
    if (!winner) return fail_line(winner.error());
    made_.winner = *winner;
    side_ = made_.winner == rules::Color::kWhite ? " w" : " b";
    return true;
  }

  bool read_moves() {
    while (next_line("a move or \"end\"")) {
      if (line_.starts_with("end ")) return read_end();
      if (!read_move()) return false;
    }
    return false;
  }

  bool read_end() {
    if (line_.substr(4) != std::to_string(made_.moves))
      return fail_line("the end counts " + rules::quote(line_.substr(4)) + " moves, the file has " +
                       std::to_string(made_.moves));
    if (std::getline(in_, line_))
      return fail("line " + std::to_string(line_number_ + 1) + " of the proof: text after the end");
    return true;
  }

  bool read_move() {
    const auto space = line_.find(' ');
    if (space == std::string::npos) return fail_line("expected a position and a move");
    const auto position = rules::parse_fen(line_.substr(0, space) + side_);
    if (!position) return fail_line(position.error());
    const auto move = rules::parse_move(std::string_view(line_).substr(space + 1));
    if (!move) return fail_line(move.error());
    if (position->size() != made_.root.size()) return fail_line("the board has another size than the root");
    if (const auto why = rules::why_illegal(*position, *move))
      return fail_line("the move is illegal: " + std::string(rules::to_string(*why)));
    if (!moves_.emplace(pack(*position), NamedMove{*move}).second)
      return fail_line("the position has a move already");
    ++made_.moves;
    return !stopped();
  }

  bool stopped() {
    if (++steps_ % 1024 != 0 || !should_stop_ || !should_stop_()) return false;
    fail("stopped before the proof was checked");
    return true;
  }

  // ---- checking

  // The winner is to move. False when it is not proved.
  bool reply(rules::Position& position) {
    if (stopped()) return false;
    const Packed packed = pack(position);
    const auto named = moves_.find(packed);
    if (named == moves_.end()) return counted(position, packed) || not_proved(position);
    if (named->second.used) return true;
    named->second.used = true;
    const rules::Move move = named->second.move;
    position.make(move);
    const bool proved = answer_all(position);
    position.unmake(move);
    return proved;
  }

  // The loser is to move.
  bool answer_all(rules::Position& position) {
    if (counted(position, pack(position))) return true;
    for (const rules::Move move : rules::legal_moves(position)) {
      position.make(move);
      const bool proved = reply(position);
      position.unmake(move);
      if (!proved) return false;
    }
    return true;
  }

  bool counted(const rules::Position& position, const Packed& packed) {
    if (counted_.contains(packed)) return true;
    if (!check::has_won_by_counting(position, made_.winner, fillings_)) return false;
    counted_.insert(packed);
    ++made_.counted;
    return true;
  }

  bool not_proved(const rules::Position& position) {
    return fail("not proved: no move is named for " + rules::to_fen(position) +
                ", and counting does not show that " + std::string(rules::to_string(made_.winner)) +
                " has won");
  }

  std::istream& in_;
  const std::function<bool()>& should_stop_;
  std::string line_;
  std::size_t line_number_ = 0;
  std::string side_;
  std::string error_;
  std::uint64_t steps_ = 0;
  CheckedProof made_;
  std::unordered_map<Packed, NamedMove, PackedHash> moves_;
  std::unordered_set<Packed, PackedHash> counted_;
  check::Fillings fillings_;
};

}  // namespace

Result<CheckedProof> check_proof(std::istream& in, const std::function<bool()>& should_stop) {
  return ProofChecker(in, should_stop).check();
}

}  // namespace thermodon::search
