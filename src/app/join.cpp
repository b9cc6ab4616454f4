// The tournament client, one game or a whole evening of them.
#include <fmt/format.h>
#include <spdlog/logger.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <csignal>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "app/client_options.hpp"
#include "app/command.hpp"
#include "app/config_file.hpp"
#include "app/duration.hpp"
#include "app/failure_policy.hpp"
#include "app/output.hpp"
#include "thermodon/client/events.hpp"

namespace thermodon::app {
namespace {

namespace asio = boost::asio;

struct PartOptions {
  ClientOptions client;
  std::string pause = "0s";
  std::string on_failure = "stop";
  std::string retry_pause = "1m";
  int retries = 3;
};

struct JoinOptions {
  PartOptions part;
  std::vector<std::string> parts;  // JSON objects of flags, each a part of the evening
  LogOptions log;
  std::string status = "0s";
  bool json = false;
};

void add_part_flags(CLI::App& app, PartOptions& o) {
  add_client_flags(app, o.client);
  app.add_option("--pause", o.pause, "before the first login")->capture_default_str();
  app.add_option(
         "--on-failure", o.on_failure,
         "stop, next (part) or retry; or by kind, as refused=stop,no-server=retry,no-room=next,aborted=retry")
      ->capture_default_str();
  app.add_option("--retry-pause", o.retry_pause, "before a retry")->capture_default_str();
  app.add_option("--retries", o.retries, "of a part, at most")
      ->capture_default_str()
      ->check(CLI::Range(0, 1'000'000));
}

// One client's task within an evening, checked.
struct Part {
  client::Options options;
  std::vector<std::string> specs;
  FailurePolicy policy;
  std::chrono::milliseconds pause{}, retry_pause{};
  int retries = 0;
};

Part checked(const PartOptions& o) {
  Part part;
  part.options = client_options(o.client);
  part.specs = engine_specs(o.client);
  (void)make_searchers(part.specs);  // a bad SPEC is told before the evening begins
  part.policy = parse_failure_policy(o.on_failure);
  part.pause = parse_duration(o.pause, "--pause");
  part.retry_pause = parse_duration(o.retry_pause, "--retry-pause");
  part.retries = o.retries;
  return part;
}

std::vector<Part> parts_of(const JoinOptions& o) {
  if (o.parts.empty()) return {checked(o.part)};
  std::vector<Part> parts;
  for (std::size_t i = 0; i < o.parts.size(); ++i) {
    PartOptions own = o.part;
    CLI::App app("part", "join");
    add_part_flags(app, own);
    const std::string where = "part " + std::to_string(i + 1);
    std::istringstream json(o.parts[i]);
    auto flags = merge_config(app, {}, where, json);
    std::reverse(flags.begin(), flags.end());
    try {
      app.parse(std::move(flags));
    } catch (const CLI::ParseError& e) {
      throw UsageError(where + ": " + e.what());
    }
    parts.push_back(checked(own));
  }
  return parts;
}

// Plays the parts one after another.
class Evening {
 public:
  Evening(asio::io_context& io, std::vector<Part> parts, std::shared_ptr<spdlog::logger> log,
          std::chrono::milliseconds status_every, bool json)
      : io_(io),
        parts_(std::move(parts)),
        log_(std::move(log)),
        json_(json),
        signals_(io, SIGINT, SIGTERM),
        timer_(io),
        status_timer_(io),
        status_every_(status_every) {}

  int run() {
    wait_for_signal();
    show_status();
    begin_part(parts_[at_].pause);
    io_.run();
    summary();
    return ok_ ? kDone : kFailed;
  }

 private:
  struct Line {  // of the summary
    std::size_t part = 0;
    client::Tally tally;
    client::Finish finish;
  };

  void begin_part(std::chrono::milliseconds after) {
    if (after.count() == 0) return start_part();
    log_->info("part {} of {} begins in {} s", at_ + 1, parts_.size(), after.count() / 1000);
    timer_.expires_after(after);
    timer_.async_wait([this](const boost::system::error_code& ec) {
      if (!ec) start_part();
    });
  }

  void start_part() {
    const Part& part = parts_[at_];
    for (const auto& spec : part.specs) log_->info("engine {}", spec);
    const auto& s = part.options.session;
    log_->info("server {}:{}{}, zone {}, room {}, name {}, as {}, preset {}", part.options.server.host,
               part.options.server.port,
               part.options.server.kind == net::Kind::kWebSocket ? " (WebSocket)" : "", s.zone, s.room,
               s.name.empty() ? "(guest)" : s.name, client::to_string(s.as), s.preset.name);
    client::Callbacks callbacks;
    callbacks.on_fact = [this](const client::Action& fact) { tell(fact); };
    callbacks.on_finish = [this](const client::Finish& finish) { part_ended(finish); };
    client_ = std::make_unique<client::Client>(io_, part.options, make_searchers(part.specs), log_,
                                               std::move(callbacks));
    client_->start();
  }

  void part_ended(const client::Finish& finish) {
    const client::Tally tally = client_->session().tally();
    client_.reset();
    lines_.push_back({at_ + 1, tally, finish});
    ok_ = ok_ && finish.ok();
    if (!finish.ok()) std::cerr << "thermodon: " << finish.why << '\n';
    const Part& part = parts_[at_];
    Remedy remedy = finish.ok() || finish.outcome == client::Outcome::kOwnFault
                        ? Remedy::kNext
                        : part.policy.of(finish.outcome);
    if (told_to_stop_) remedy = Remedy::kStop;
    if (remedy == Remedy::kRetry && retries_ >= part.retries) remedy = Remedy::kStop;
    switch (remedy) {
      case Remedy::kRetry:
        ++retries_;
        return begin_part(part.retry_pause);
      case Remedy::kNext:
        retries_ = 0;
        if (++at_ < parts_.size()) return begin_part(parts_[at_].pause);
        break;
      case Remedy::kStop:
        break;
    }
    end();
  }

  void end() {
    signals_.cancel();
    timer_.cancel();
    status_timer_.cancel();
  }

  void wait_for_signal() {
    signals_.async_wait([this](const boost::system::error_code& ec, int signal) {
      if (ec) return;
      told_to_stop_ = true;
      wait_for_signal();
      if (client_)
        client_->stop(signal == SIGTERM);
      else
        end();
    });
  }

  void tell(const client::Action& fact) {
    if (const auto line = json_ ? client::to_json_line(fact) : client::to_text(fact)) out_->info("{}", *line);
  }

  void show_status() {
    if (status_every_.count() == 0) return;
    status_timer_.expires_after(status_every_);
    status_timer_.async_wait([this](const boost::system::error_code& ec) {
      if (ec) return;
      if (client_) {
        const auto& session = client_->session();
        const auto& tally = session.tally();
        const std::size_t moves = session.game() == nullptr ? 0 : session.game()->record().moves.size();
        log_->info(
            "status: part {} of {}, {}, game {} move {}; {} won, {} lost, {} aborted, {} reconnections",
            at_ + 1, parts_.size(), session.state_name(), session.game_number(), moves, tally.won, tally.lost,
            tally.aborted, tally.reconnections);
      }
      show_status();
    });
  }

  void summary() {
    for (const auto& [part, tally, finish] : lines_) {
      const double longest = std::chrono::duration<double>(tally.longest_move).count();
      if (json_) {
        const nlohmann::ordered_json line = {{"event", "summary"},
                                             {"part", part},
                                             {"games", tally.played},
                                             {"won", tally.won},
                                             {"lost", tally.lost},
                                             {"watched", tally.watched},
                                             {"aborted", tally.aborted},
                                             {"claimed", tally.claimed},
                                             {"own_faults", tally.own_faults},
                                             {"reconnections", tally.reconnections},
                                             {"longest_move_seconds", longest},
                                             {"outcome", client::to_string(finish.outcome)},
                                             {"why", finish.why}};
        out_->info("{}", line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
      } else {
        out_->info(
            "{}{} games: {} won ({} claimed), {} lost, {} watched, {} aborted; longest move {:.2f} s; {} "
            "reconnections; {}",
            parts_.size() > 1 ? fmt::format("part {}: ", part) : std::string(), tally.played, tally.won,
            tally.claimed, tally.lost, tally.watched, tally.aborted, longest, tally.reconnections,
            finish.why);
      }
    }
  }

  asio::io_context& io_;
  std::vector<Part> parts_;
  std::shared_ptr<spdlog::logger> log_;
  std::shared_ptr<spdlog::logger> out_ = make_line_writer();
  bool json_;
  std::size_t at_ = 0;
  int retries_ = 0;
  bool told_to_stop_ = false;
  bool ok_ = true;
  std::vector<Line> lines_;
  asio::signal_set signals_;
  asio::steady_timer timer_, status_timer_;
  std::chrono::milliseconds status_every_;
  std::unique_ptr<client::Client> client_;
};

int run_join(const JoinOptions& options) {
  auto parts = parts_of(options);
  const auto status = parse_duration(options.status, "--status");
  survive_failed_writes();
  asio::io_context io(1);
  Evening evening(io, std::move(parts), make_logger(options.log, "join"), status, options.json);
  return evening.run();
}

}  // namespace

Action declare_join(CLI::App& app) {
  auto options = std::make_shared<JoinOptions>();
  add_part_flags(app, options->part);
  app.add_option(
         "--part", options->parts,
         "a JSON object of the flags above that hold for one part of an evening; given several times, the "
         "parts follow one another (in a --config file: a list)")
      ->type_name(kJsonType);
  app.add_option("--status", options->status, "log a line on what goes on so often; 0: never")
      ->capture_default_str();
  add_log_flags(app, options->log);
  app.add_flag("--json", options->json, "JSON lines: login, joined, start, move, end, summary");
  return [options] { return run_join(*options); };
}

}  // namespace thermodon::app
