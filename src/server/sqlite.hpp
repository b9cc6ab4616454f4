// The little of SQLite that the storage needs, with ownership and errors in order.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace thermodon::server::sqlite {

// What SQLite said, in its words. Thrown inside the storage only; its callers get text.
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// One prepared statement. Positions count from 1 where they are bound, columns from 0.
class Statement {
 public:
  Statement(sqlite3* database, std::string_view sql);

  Statement& bind(int position, std::int64_t value);
  Statement& bind(int position, std::string_view text);
  Statement& bind(int position, std::optional<std::int64_t> value);
  Statement& bind_null(int position);
  // The next row; false when there is none any more.
  [[nodiscard]] bool step();
  // Runs it to its end and makes it ready for the next use.
  void run();
  void reset();

  [[nodiscard]] std::int64_t integer(int column) const;
  [[nodiscard]] std::string text(int column) const;
  [[nodiscard]] bool is_null(int column) const;

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const noexcept;
  };
  void check(int status) const;

  sqlite3* database_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

class Database {
 public:
  // Opens, and creates where it is not.
  explicit Database(const std::string& path);
  static Database open_read_only(const std::string& path);

  void execute(const std::string& sql);
  [[nodiscard]] Statement prepare(std::string_view sql) { return {database_.get(), sql}; }
  // A consistent copy of everything, while others read and write.
  void back_up(const std::string& path);

 private:
  struct CloseIt {
    void operator()(sqlite3* database) const noexcept;
  };
  Database(const std::string& path, int flags);

  std::unique_ptr<sqlite3, CloseIt> database_;
};

// Rolls back unless it is committed.
class Transaction {
 public:
  explicit Transaction(Database& database) : database_(database) { database_.execute("BEGIN IMMEDIATE"); }
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit();

 private:
  Database& database_;
  bool open_ = true;
};

}  // namespace thermodon::server::sqlite
