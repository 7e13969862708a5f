// A fault of the gallery woven, and the same fault in kernels whose text has it: two compilations,
// the same runs. RADIX_FAULT is its name; kernels/ is the patched copy here (tests/CMakeLists.txt),
// in a namespace of its own, for which `woven` stands. Both run watched, in every order.
#include <iostream>

#include "kernels/engine/faults/faults.hpp"
#include "kernels/engine/faults/planted.hpp"
#include "kernels/run/engine_machines.hpp"
#include "kernels/run/sort.hpp"
#include "tests/support/checks.hpp"

namespace radix {
namespace {

/// Fills the trace; a fault that ends the run stays in it.
template <class Sort>
Trace run_of(const Recipe& recipe, const SortInfo& sort, const Sort& sort) {
  Trace trace;
  trace.problem = recipe.problem, trace.sort = sort.name, trace.family = sort.family;
  try {
    sort(trace);
  } catch (const KernelError& e) {
    trace.error = e.what();
    trace.fault = e.fault;
  }
  return trace;
}

int compare_them() {
  const PlantedFault& fault = *planted_fault_named(RADIX_FAULT);
  const auto number = static_cast<int>(&fault - planted_faults().data());
  const SortInfo& sort = *sort_named(fault.sort);
  const std::size_t place = number_of(sort) - 1;
  const uint32_t runs = 300;
  uint32_t faulty = 0, whole = 0;
  for (uint32_t seed = 0; seed < runs; ++seed) {
    Settings settings = fault.shows.settings;
    settings.threads_per_block = 1 + seed % 40;
    settings.key_bits = std::max(settings.key_bits, 1 + seed % 6);
    settings = settings_for(sort, settings);
    Recipe recipe;
    recipe.problem = *Problem::make(
        checks::make_keys(checks::Keys::uniform, seed % 71, settings.key_bits, seed), settings);
    constexpr Schedule orders[] = {Schedule::forward, Schedule::reverse, Schedule::shuffled};
    recipe.thread_order = orders[seed % 3], recipe.block_order = orders[seed / 3 % 3];
    recipe.sort = sort.name;
    const Trace one =
        run_of(recipe, sort, [&](Trace& trace) { mutant_sort(place, number, recipe, trace); });
    const Trace other = run_of(recipe, sort, [&](Trace& trace) {
      cpu::set_order(recipe.thread_order, recipe.block_order, recipe.seed);
      woven::sort_by(place, recipe.problem, recipe.recorded, trace);
    });
    const auto difference = first_difference(one, other);
    if (difference || one.fault != other.fault) {
      std::cout << RADIX_FAULT << ", run " << seed << ": "
                << (difference ? difference->what : one.error + " / " + other.error) << "\n";
      return 1;
    }
    faulty += one.fault ? 1 : 0;
    whole += one.fault ? 0 : 1;
  }
  std::cout << RADIX_FAULT << ": woven and patched made the same " << runs << " runs, " << faulty
            << " of which broke off\n";
  return whole > 0 ? 0 : 1;
}

}  // namespace
}  // namespace radix

int main() { return radix::compare_them(); }
