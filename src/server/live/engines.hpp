// Engines for others: what may be asked for over the network, and searchers that are built on their own
// thread.
#pragma once

#include <memory>
#include <string_view>

#include "thermodon/search/spec.hpp"

namespace thermodon::server {

// Whether a parameter makes the program read a file.
[[nodiscard]] bool names_a_file(const eval::Parameters& parameters);

// A spec from outside: one thread, a table of `hash_mb` at most, no files. An error is one line.
[[nodiscard]] rules::Result<search::EngineSpec> admit_spec(std::string_view text, std::size_t hash_mb);

// A searcher of an admitted spec that is made by its first search, so that the memory is not cleared on the
// thread that asks for it.
[[nodiscard]] std::unique_ptr<search::Searcher> lazy_searcher(search::EngineSpec spec);

}  // namespace thermodon::server
