/// Prints how long recording takes on the CPU engine: median of repeated runs, milliseconds.
///   bench_record [RUNG…]     else every sort
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string_view>

#include "tests/support/checks.hpp"

using namespace radix;

namespace {

double milliseconds(const Recipe& recipe) {
  const auto begin = std::chrono::steady_clock::now();
  const Trace trace = run(recipe);
  const auto end = std::chrono::steady_clock::now();
  if (!trace.error.empty()) std::printf("%s\n", trace.error.c_str());
  return std::chrono::duration<double, std::milli>(end - begin).count();
}

void report(const char* what, const Recipe& recipe, double limit) {
  std::vector<double> times;
  for (int k = 0; k < 15; ++k) times.push_back(milliseconds(recipe));
  std::sort(times.begin(), times.end());
  std::printf("%-44s %-11s first-to-last %7.3f … %7.3f  median %7.3f ms  (promised < %g)\n", what,
              recipe.sort.c_str(), times.front(), times.back(), times[times.size() / 2], limit);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace radix::checks;
  const std::vector<uint32_t> chapter{12, 3, 6, 9, 15, 8, 5, 10, 9, 6, 11, 13, 4, 10, 7, 0};
  std::printf("recording on the CPU engine\n");
  for (const SortInfo& sort : sorts()) {
    const auto named = [&](const char* name) { return sort.name == std::string_view(name); };
    if (argc > 1 && std::none_of(argv + 1, argv + argc, named)) continue;
    report("the chapter's 16 keys, 4 passes", recipe(chapter, 4, 4, sort.name), 2);
    for (uint32_t block : {32u, 256u, 1024u}) {
      const std::string what =
          "1,024 keys x 32 passes, " + std::to_string(block) + " threads a block";
      Recipe large = recipe(make_keys(Keys::uniform, 1024, 32, 1), 32, block, sort.name);
      report(what.c_str(), large, 150);
      large.engine = EngineChoice::cpu;
      large.accesses = true;
      report("    the same with every access written down", large, 150);
    }
  }
}
