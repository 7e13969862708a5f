/// The ladders once more, with every fault of the gallery woven in. kernels/ is that copy here, and
/// lives in a namespace of its own. Linked by the tests and by a page; a program loads it when a
/// fault is asked for (mutants_late.cpp).
#define RADIX_MUTANTS
#include "kernels/engine/faults/planted.hpp"
#include "kernels/run/engine_machines.hpp"
#include "kernels/run/sort.hpp"

bool radix_sort_mutant(std::size_t sort, int fault, const radix::Recipe& recipe,
                       radix::Trace& trace) {
  using namespace radix;
  struct Plant {
    explicit Plant(int number) { planted_in_run = {number}; }
    ~Plant() { planted_in_run = {}; }
  } plant(fault);
  cpu::set_order(recipe.thread_order, recipe.block_order, recipe.seed);
  cpu::set_cancel(recipe.cancel);
  const cpu::Unwatched unwatched(!recipe.recorded);  // goes on with what a race does
  sort_by(sort, recipe.problem, recipe.recorded, trace, recipe.watch, recipe.accesses);
  return planted_in_run.met;
}

bool radix::mutant_sort(std::size_t sort, int fault, const Recipe& recipe, Trace& trace) {
  return radix_sort_mutant(sort, fault, recipe, trace);
}
