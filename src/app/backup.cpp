// A copy of a server's database, also while the server runs.
#include <iostream>
#include <memory>

#include "app/command.hpp"
#include "thermodon/server/storage.hpp"

namespace thermodon::app {
namespace {

struct BackupOptions {
  std::string data;
  std::string to;
};

int run_backup(const BackupOptions& options) {
  if (const std::string error = server::Storage::back_up(options.data, options.to); !error.empty()) {
    std::cerr << "thermodon: backup: " << error << '\n';
    return kFailed;
  }
  return kDone;
}

}  // namespace

Action declare_backup(CLI::App& app) {
  auto options = std::make_shared<BackupOptions>();
  app.add_option("--data", options->data, "the directory that the server was given")->required();
  app.add_option(
         "--to", options->to,
         "the copy: a file that must not exist yet, or a directory, for serve --data, that holds none")
      ->required();
  return [options] { return run_backup(*options); };
}

}  // namespace thermodon::app
