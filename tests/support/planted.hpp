/// Tests of what is planted in the woven kernels of this program (tests/faults/faults.cmake).
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/model/fault.hpp"
#include "planted_faults.hpp"

namespace radix {

/// The parameter is the number of the fault that is planted while the test runs.
class PlantedFault : public testing::TestWithParam<int> {
 protected:
  static std::string_view name() { return planted_faults[GetParam()]; }
  void SetUp() override { planted_fault = GetParam(); }
  void TearDown() override { planted_fault = 0; }
};

/// The numbers of the faults whose names do.
template <class Does>
auto faults_where(const Does& does) {
  std::vector<int> numbers;
  for (int k = 0; k < static_cast<int>(std::size(planted_faults)); ++k)
    if (does(std::string_view(planted_faults[k]))) numbers.push_back(k);
  return testing::ValuesIn(numbers);
}
inline std::string fault_of(const testing::TestParamInfo<int>& test) {
  return planted_faults[test.param];
}

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
