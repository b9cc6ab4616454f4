#include "server/sqlite.hpp"

#include <sqlite3.h>

namespace thermodon::server::sqlite {
namespace {

constexpr int kBusyTimeoutMs = 5000;

[[noreturn]] void fail(sqlite3* database, std::string_view what) {
  throw Error(std::string(what) + ": " + (database != nullptr ? sqlite3_errmsg(database) : "no memory"));
}

}  // namespace

void Statement::Finalize::operator()(sqlite3_stmt* statement) const noexcept { sqlite3_finalize(statement); }
void Database::CloseIt::operator()(sqlite3* database) const noexcept { sqlite3_close_v2(database); }

Statement::Statement(sqlite3* database, std::string_view sql) : database_(database) {
  sqlite3_stmt* statement = nullptr;
  check(sqlite3_prepare_v2(database, sql.data(), static_cast<int>(sql.size()), &statement, nullptr));
  statement_.reset(statement);
}

void Statement::check(int status) const {
  if (status != SQLITE_OK) fail(database_, "database");
}

Statement& Statement::bind(int position, std::int64_t value) {
  check(sqlite3_bind_int64(statement_.get(), position, value));
  return *this;
}

Statement& Statement::bind(int position, std::string_view text) {
  check(sqlite3_bind_text64(statement_.get(), position, text.data(), text.size(), SQLITE_TRANSIENT,
                            SQLITE_UTF8));
  return *this;
}

Statement& Statement::bind(int position, std::optional<std::int64_t> value) {
  return value ? bind(position, *value) : bind_null(position);
}

Statement& Statement::bind_null(int position) {
  check(sqlite3_bind_null(statement_.get(), position));
  return *this;
}

bool Statement::step() {
  const int status = sqlite3_step(statement_.get());
  if (status == SQLITE_ROW) return true;
  if (status != SQLITE_DONE) {
    const std::string why = sqlite3_errmsg(database_);
    sqlite3_reset(statement_.get());
    throw Error("database: " + why);
  }
  return false;
}

void Statement::run() {
  while (step()) {
  }
  reset();
}

void Statement::reset() {
  sqlite3_reset(statement_.get());
  sqlite3_clear_bindings(statement_.get());
}

std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(statement_.get(), column); }

std::string Statement::text(int column) const {
  const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
  const int size = sqlite3_column_bytes(statement_.get(), column);
  return bytes != nullptr ? std::string(bytes, static_cast<std::size_t>(size)) : std::string();
}

bool Statement::is_null(int column) const {
  return sqlite3_column_type(statement_.get(), column) == SQLITE_NULL;
}

Database::Database(const std::string& path)
    : Database(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX) {}

Database Database::open_read_only(const std::string& path) {
  return Database(path, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX);
}

Database::Database(const std::string& path, int flags) {
  sqlite3* database = nullptr;
  const int status = sqlite3_open_v2(path.c_str(), &database, flags, nullptr);
  database_.reset(database);
  if (status != SQLITE_OK) fail(database, path);
  sqlite3_busy_timeout(database, kBusyTimeoutMs);
}

void Database::execute(const std::string& sql) {
  if (sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
    fail(database_.get(), "database");
}

void Database::back_up(const std::string& path) {
  Database copy(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX);
  sqlite3_backup* backup = sqlite3_backup_init(copy.database_.get(), "main", database_.get(), "main");
  if (backup == nullptr) fail(copy.database_.get(), path);
  const int status = sqlite3_backup_step(backup, -1);
  if (sqlite3_backup_finish(backup) != SQLITE_OK || status != SQLITE_DONE) fail(copy.database_.get(), path);
}

Transaction::~Transaction() {
  if (!open_) return;
  try {
    database_.execute("ROLLBACK");
  } catch (const Error&) {
    // SQLite has rolled back by itself, as it does on a full disk.
  }
}

void Transaction::commit() {
  database_.execute("COMMIT");
  open_ = false;
}

}  // namespace thermodon::server::sqlite
