// The database's tables, and how older databases become newer ones.
#pragma once

#include "server/sqlite.hpp"

namespace thermodon::server {

// Brings the schema up to this program's version, kept in SQLite's user_version. Throws sqlite::Error, also
// for a database of a newer program.
void bring_up_to_date(sqlite::Database& database);

}  // namespace thermodon::server
