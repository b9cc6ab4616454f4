#include "thermodon/lab/report.hpp"

// The files beside this one and the charts' library, put into the binary by the build (see thermodon_embed).
extern "C" {
extern const char thermodon_report_css[];
extern const char thermodon_report_css_end[];
extern const char thermodon_report_js[];
extern const char thermodon_report_js_end[];
extern const char thermodon_chart_js[];
extern const char thermodon_chart_js_end[];
}

namespace thermodon::lab {
namespace {

// JSON inside a script element: "</script>" or "<!--" in a text would end or hide it.
std::string safe_in_script(const std::string& json) {
  std::string out;
  out.reserve(json.size());
  for (const char c : json) {
    if (c == '<')
      out += "\\u003c";
    else
      out += c;
  }
  return out;
}

}  // namespace

std::string report_html(const StoredMatch& match, std::size_t max_games) {
  std::string page = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Match report</title>
<style>
)";
  page.append(thermodon_report_css, thermodon_report_css_end);
  page += R"(</style>
</head>
<body>
<main id="report"></main>
<script>
)";
  page.append(thermodon_chart_js, thermodon_chart_js_end);
  page += "\n</script>\n<script type=\"application/json\" id=\"data\">";
  page += safe_in_script(report_json(match, max_games));
  page += "</script>\n<script>\n";
  page.append(thermodon_report_js, thermodon_report_js_end);
  page += "</script>\n</body>\n</html>\n";
  return page;
}

}  // namespace thermodon::lab
