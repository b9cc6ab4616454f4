#include <array>
#include <charconv>

#include "app/command.hpp"

namespace thermodon::app {

std::span<const Command> commands() noexcept {
  static constexpr std::array kCommands = {
      Command{"analyze", "search one position, show the best moves",
              "thermodon analyze --position 'startpos moves d1-d7/g7' --move-time 5s --multipv 3",
              declare_analyze},
      Command{"backup", "copy a server's database, also while the server runs",
              "thermodon backup --data data --to monday.db", declare_backup},
      Command{"bench", "search fixed positions to a fixed depth: a signature in nodes, and the speed",
              "thermodon bench --depth 3", declare_bench},
      Command{"eval", "every evaluator's value and terms for one position, and the metrics' maps",
              "thermodon eval --position startpos --evaluator amazong", declare_eval},
      Command{"evaluators", "list evaluators and searchers with their parameters", "thermodon evaluators",
              declare_evaluators},
      Command{"compare-evaluators", "evaluators side by side over the positions of played games",
              "thermodon compare-evaluators games.sgf --evaluator amazong --evaluator terrain,distance=king",
              declare_compare_evaluators},
      Command{"match", "play engines against each other",
              "thermodon match --a alphabeta:amazong --b greedy:terrain --games 200 --move-time 100ms "
              "--concurrency 2",
              declare_match},
      Command{"match-merge", "join the shards of a match into one report",
              "thermodon match-merge shard-1 shard-2 shard-3 --record whole", declare_match_merge},
      Command{"openings", "make balanced random openings for matches",
              "thermodon openings --count 500 --plies 4 --seed 7", declare_openings},
      Command{"perft", "count the leaf nodes of the move tree",
              "thermodon perft --position startpos --depth 2", declare_perft},
      Command{"records", "check game records, or convert them between SGF and JSON lines",
              "thermodon records check games.sgf --json", declare_records},
      Command{"play", "one whole game: a server and two clients in one process, over real sockets",
              "thermodon play --black alphabeta:amazong --white greedy:terrain --move-time 200ms",
              declare_play},
      Command{"serve", "the tournament server, until it is told to stop",
              "thermodon serve --port 9933 --http 8080 --rules checked --move-time 30s --data data",
              declare_serve},
      Command{"join", "the tournament client: joins a server's room and plays, unattended",
              "thermodon join --host HOST --port 3220 --room \"Okanagan Lake\" --name team7 --record games",
              declare_join},
      Command{"report", "make a match's records into one HTML page", "thermodon report games/match-1",
              declare_report},
      Command{"tune", "fit amazong's weights to the results of games",
              "thermodon tune games.sgf --output fitted.json", declare_tune},
      Command{"solve", "the exact winner of a position, with a proof that can be checked",
              "thermodon solve --size 4x5 --proof 4x5.proof", declare_solve},
      Command{"users", "the file of names and passwords that serve --users reads",
              "thermodon users --file users.json --add team01 --add team02", declare_users},
      Command{"uci", "the engine over the UCI protocol, in Fairy-Stockfish's dialect",
              "thermodon uci --engine alphabeta:amazong,threads=2", declare_uci},
  };
  return kCommands;
}

CLI::Validator whole_number(std::uint64_t least) {
  return {[least](std::string& text) {
            std::uint64_t number = 0;
            const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
            const bool right = error == std::errc() && end == text.data() + text.size() && number >= least;
            return right ? std::string() : text + " is no whole number from " + std::to_string(least) + " on";
          },
          std::string()};
}

}  // namespace thermodon::app
