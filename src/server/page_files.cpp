#include "server/page_files.hpp"

#include <array>

// Put there by thermodon_embed (CMakeLists.txt).
extern "C" {
extern const char thermodon_page_index_html[], thermodon_page_index_html_end[];
extern const char thermodon_page_app_js[], thermodon_page_app_js_end[];
extern const char thermodon_page_app_css[], thermodon_page_app_css_end[];
}

namespace thermodon::server {
namespace {

std::string_view between(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace

std::span<const PageFile> page_files() {
  static const std::array files = {
      PageFile{"/index.html", "text/html; charset=utf-8",
               between(thermodon_page_index_html, thermodon_page_index_html_end)},
      PageFile{"/app.js", "text/javascript; charset=utf-8",
               between(thermodon_page_app_js, thermodon_page_app_js_end)},
      PageFile{"/app.css", "text/css; charset=utf-8",
               between(thermodon_page_app_css, thermodon_page_app_css_end)},
  };
  return files;
}

}  // namespace thermodon::server
