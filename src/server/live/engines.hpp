// Engines for others: what may be asked for over the network, and searchers that are built on their own
// thread.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "thermodon/search/spec.hpp"

namespace thermodon::server {

// Whether a parameter makes the program read a file.
[[nodiscard]] bool names_a_file(const eval::Parameters& parameters);

using Maker = std::function<rules::Result<std::unique_ptr<search::Searcher>>(const search::EngineSpec&)>;

// A spec from outside: one thread, a table of `hash_mb` at most, no files. An ensemble has four members at
// most, each on its thread, which share the `hash_mb`. An error is one line; so is a lack of memory.
[[nodiscard]] rules::Result<search::EngineSpec> admit_spec(std::string_view text, std::size_t hash_mb,
                                                           const Maker& make = search::make_searcher);

// A searcher of an admitted spec that is made by its first search, so that the memory is not cleared on the
// thread that asks for it. Where there is not enough, `on_failure` is told so on the search's thread, and the
// search finds nothing; the next one tries again.
[[nodiscard]] std::unique_ptr<search::Searcher> lazy_searcher(
    search::EngineSpec spec, std::function<void(const std::string&)> on_failure = {},
    Maker make = search::make_searcher);

}  // namespace thermodon::server
