/// The ladders compiled by the host compiler.
#include "engine_machines.hpp"
#include "sort.hpp"

namespace radix {

std::span<const SortInfo> cpu_sorts() {
  static const std::vector<SortInfo> list = [] {
    std::vector<SortInfo> infos;
    for (const auto& row : cpu::sorts_of_families) {
      for (const auto& sort : row.ladder) {
        infos.push_back(sort.info);
        infos.back().family = &row.family;
      }
    }
    return infos;
  }();
  return list;
}

void cpu_sort(std::size_t sort, const Recipe& recipe, Trace& trace) {
  cpu::set_order(recipe.thread_order, recipe.block_order, recipe.seed);
  cpu::set_cancel(recipe.cancel);
  const bool shown = recipe.problem.size() <= max_recorded_keys || recipe.accesses;
  const cpu::Unwatched unwatched(!shown);
  cpu::sort_by(sort, recipe.problem, recipe.recorded, trace, recipe.watch, recipe.accesses);
}

}  // namespace radix
