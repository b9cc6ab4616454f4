// --config FILE: every flag may stand in a JSON file under its own name.
#pragma once

#include <CLI/CLI.hpp>
#include <iosfwd>
#include <string>
#include <vector>

namespace thermodon::app {

// Returns the command line's arguments (subcommand first) with those of the file that --config names put in,
// for each flag that the command line does not give itself. `command` must have its flags declared. The file
// is a JSON object; comments are allowed; a list gives the flag's value several times, true and false set or
// leave out a bare flag. Throws UsageError for an unreadable file, bad JSON, or an unknown key, which it
// names.
[[nodiscard]] std::vector<std::string> expand_config(const CLI::App& command,
                                                     std::vector<std::string> arguments);

// "--flag=" without a value as two arguments, which CLI11 reads as the empty text.
[[nodiscard]] std::vector<std::string> separate_empty_values(const std::vector<std::string>& arguments);

// The type name of a flag whose values are JSON objects: in a file they may stand as such, in a list.
inline constexpr const char* kJsonType = "JSON";

// The same with the file at hand; `path` names it in errors.
[[nodiscard]] std::vector<std::string> merge_config(const CLI::App& command,
                                                    std::vector<std::string> arguments,
                                                    const std::string& path, std::istream& file);

}  // namespace thermodon::app
