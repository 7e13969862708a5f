/// The ladders compiled by the host compiler.
#include "engine_machines.hpp"
#include "sort.hpp"

namespace radix {

std::span<const RungInfo> cpu_rungs() {
  static const std::vector<RungInfo> list = [] {
    std::vector<RungInfo> infos;
    for (const auto& row : cpu::family_ladders) {
      for (const auto& rung : row.ladder) {
        infos.push_back(rung.info);
        infos.back().family = &row.family;
      }
    }
    return infos;
  }();
  return list;
}

void cpu_sort(std::size_t rung, const Recipe& recipe, Trace& trace) {
  cpu::set_order(recipe.thread_order, recipe.block_order, recipe.seed);
  cpu::set_cancel(recipe.cancel);
  const bool shown = recipe.problem.size() <= max_recorded_keys || recipe.accesses;
  const cpu::Unwatched unwatched(!shown);
  cpu::sort_by(rung, recipe.problem, recipe.recorded, trace, recipe.watch, recipe.accesses);
}

}  // namespace radix
