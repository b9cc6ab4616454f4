// The flags of a tournament client, and what they make.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "thermodon/client/client.hpp"

namespace thermodon::app {

// As text and numbers, before they are checked.
struct ClientOptions {
  std::string host = "127.0.0.1";
  int port = 9933;
  bool websocket = false;
  std::string zone;  // empty: the preset's
  std::string room = "auto";
  std::string name;  // empty: "thermodon-" and a number
  std::string password;
  bool guest = false;
  bool rename = false;
  std::string as = "any";
  std::string preset = "cosc322";
  std::string first;  // empty: the preset's
  std::string searcher = "alphabeta";
  std::string evaluator = "amazong";
  int threads = 1;
  int hash = 256;                    // MB
  std::vector<std::string> engines;  // SPECs, instead of the four above
  std::string move_time = "30s";
  std::string margin = "500ms";
  bool ponder = false;
  int games = 1;
  std::string record;
  std::string patience = "2m";
  std::string give_up = "5m";
};

// Adds the flags; `options` must outlive the parsing and whatever reads it.
void add_client_flags(CLI::App& app, ClientOptions& options);

// Each throws UsageError for what does not hold.
[[nodiscard]] client::Options client_options(const ClientOptions& options);
[[nodiscard]] std::vector<std::string> engine_specs(const ClientOptions& options);  // checked, in full
[[nodiscard]] client::Searchers make_searchers(const std::vector<std::string>& specs);

}  // namespace thermodon::app
