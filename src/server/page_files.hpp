// The web page's files, which the binary holds.
#pragma once

#include <span>
#include <string_view>

namespace thermodon::server {

struct PageFile {
  std::string_view path;  // as a browser asks for it: "/app.js"; the page itself is "/index.html"
  std::string_view type;  // of its content: "text/html; charset=utf-8"
  std::string_view bytes;
};

/// All files. They live as long as the program.
[[nodiscard]] std::span<const PageFile> page_files();

}  // namespace thermodon::server
