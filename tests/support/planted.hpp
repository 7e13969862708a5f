/// Tests of the gallery's faults (kernels/engine/faults), each planted while a test runs.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/engine/faults/faults.hpp"
#include "kernels/run/engine.hpp"
#include "tests/support/thorough.hpp"

namespace radix {

/// The parameter is the name of the fault that is planted, or "none".
class FaultTest : public testing::TestWithParam<std::string> {
 protected:
  static std::string_view name() { return GetParam(); }
  static bool plants_nothing() { return name() == "none"; }
  /// Runs it on the CPU engine with the fault.
  static Trace run_planted(Recipe recipe) {
    recipe.engine = EngineChoice::cpu;
    if (!plants_nothing()) recipe.planted = name();
    return run(recipe);
  }
};

/// How many inputs are tried for a race, `named` of them by order so far: of a missing barrier as
/// many as are needed until every order has named it, of another fault a few, of none a few more.
inline uint32_t race_seeds(std::string_view fault, std::string_view barrier,
                           const uint32_t (&named)[3]) {
  if (!fault.starts_with(barrier)) return cases(fault == "none" ? 40 : 10, 100);
  const bool all = named[0] > 0 && named[1] > 0 && named[2] > 0;
  return all ? cases(10, 100) : 100;
}

/// Those of these families, and none.
inline auto faults_of(std::initializer_list<std::string_view> families) {
  std::vector<std::string> names = {"none"};
  for (const PlantedFault& fault : planted_faults())
    if (std::ranges::count(families, std::string_view(sort_named(fault.sort)->family->name)) > 0)
      names.push_back(fault.name);
  return testing::ValuesIn(names);
}
inline std::string fault_of(const testing::TestParamInfo<std::string>& test) { return test.param; }

/// The text of a line of the kernels; woven ones have the same lines. "" where there is none.
inline std::string line_of(const SourceLine& source) {
  for (const auto& room : std::filesystem::directory_iterator(RADIX_SOURCE_DIR "/kernels")) {
    std::ifstream file(room.path() / source.file);
    std::string line;
    for (uint32_t k = 0; k < source.line && file; ++k) std::getline(file, line);
    if (file) return line;
  }
  return "";
}

}  // namespace radix
