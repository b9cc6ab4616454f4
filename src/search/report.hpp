// What a searcher that is through tells whoever asked.
#pragma once

#include "thermodon/search/searcher.hpp"

namespace thermodon::search {

// Each line of the result, as one info of its depth.
inline void report_lines(const SearchResult& result, const SearchControl& control) {
  if (!control.on_info) return;
  int rank = 0;
  for (const PvLine& line : result.lines) {
    SearchInfo info;
    info.depth = result.depth;
    info.multipv = ++rank;
    info.score = line.score;
    info.nodes = result.nodes;
    info.elapsed = result.elapsed;
    info.pv = line.pv;
    control.on_info(info);
  }
}

}  // namespace thermodon::search
