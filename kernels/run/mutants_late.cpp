/// The gallery of bugs for a program that must not wait for its compiler: the woven copy is a
/// library of its own beside the program (RUNPATH), loaded when the first fault is asked for.
#include <dlfcn.h>

#include <stdexcept>

#include "kernels/run/engine_machines.hpp"

namespace radix {

bool mutant_sort(std::size_t sort, int fault, const Recipe& recipe, Trace& trace) {
  void* library = dlopen("radixscope-faults.so", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr)
    throw std::runtime_error(
        "The kernels with the gallery's faults cannot be loaded yet: app/open.sh builds them "
        "behind the open window, which takes half a minute; by hand: cmake --build, target "
        "radixscope-faults.");
  static const auto sort_mutant =
      reinterpret_cast<decltype(&radix_sort_mutant)>(dlsym(library, "radix_sort_mutant"));
  if (sort_mutant == nullptr)
    throw std::runtime_error(
        "radixscope-faults.so is of another release of the program; build target "
        "radixscope-faults again.");
  return sort_mutant(sort, fault, recipe, trace);
}

}  // namespace radix
