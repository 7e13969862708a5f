/// The gallery of bugs for a program that must not wait for its compiler: the copy with mutants is
/// a library of its own beside the program (RUNPATH), loaded when the first fault is asked for.
#include <dlfcn.h>

#include <stdexcept>

#include "kernels/run/engine_machines.hpp"
#include "text/refused.hpp"

namespace radix {

namespace refused = scope::text::refused;

bool mutant_sort(std::size_t sort, int fault, const Recipe& recipe, Trace& trace) {
  void* library = dlopen("radixscope-faults.so", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) throw std::runtime_error(refused::faults_missing.c_str());
  static const auto sort_mutant =
      reinterpret_cast<decltype(&radix_sort_mutant)>(dlsym(library, "radix_sort_mutant"));
  if (sort_mutant == nullptr) throw std::runtime_error(refused::faults_other.c_str());
  return sort_mutant(sort, fault, recipe, trace);
}

}  // namespace radix
