/// Where the arrays of a run lie: in global memory, in shared memory, in a variable of each thread.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "kernels/engine/faults/faults.hpp"
#include "kernels/run/engine.hpp"

using namespace radix;

namespace {

const std::vector<uint32_t> keys_of_the_chapter{12, 3, 6,  9,  15, 8,  5, 10,
                                                9,  6, 11, 13, 4,  10, 7, 0};

/// By the names of the arrays that the steps of a run make: "G", "S", "T" or "?".
std::map<std::string, std::string> spaces(const Trace& trace) {
  std::map<std::string, std::string> found;
  for (const Step& step : trace.steps)
    for (const SharedArray& array : step.arrays) {
      std::string& all = found[info(array->id).name];
      const char sign = "?GST"[static_cast<int>(array->memory)];
      if (all.find(sign) == all.npos) all += sign;
    }
  return found;
}

std::map<std::string, std::string> spaces(const char* sort) {
  const Settings settings{.key_bits = 4, .threads_per_block = 4, .radix_bits = 2};
  const auto problem =
      Problem::make(keys_of_the_chapter, settings_for(*sort_named(sort), settings));
  return spaces(run({.problem = *problem, .sort = sort, .engine = EngineChoice::cpu}));
}

TEST(MemorySpaces, AreThoseOfTheDeclarations) {
  auto space = spaces("digits");
  EXPECT_EQ(space["keys"], "G");
  EXPECT_EQ(space["bits"], "T") << "a variable of the thread";
  EXPECT_EQ(space["partial_ones"], "S") << "sums, handed from function to function";
  EXPECT_EQ(space["ones_before"], "T");
  EXPECT_EQ(space["local_destination"], "T");
  EXPECT_EQ(space["local_keys"], "S") << "in sorted, of which the thread shows its copy";
  EXPECT_EQ(space["local_bucket_starts"], "S") << "after<unsigned>(sums, …)";
  EXPECT_EQ(space["bucket_counts"], "G");
  EXPECT_EQ(space["bucket_starts"], "G");
  EXPECT_EQ(space["destination"], "T");
  EXPECT_EQ(space["output"], "G");
}

/// What a note shows as a copy of what lies elsewhere is there, and not in the thread.
TEST(MemorySpaces, AreThoseThatNotesName) {
  EXPECT_EQ(spaces("network_shared")["output"], "SG");
  EXPECT_EQ(spaces("merge_path")["tile"], "S");
  EXPECT_EQ(spaces("across_devices")["local_keys"], "G");
  EXPECT_EQ(spaces("lists_serial")["zero_list"], "G");
  EXPECT_EQ(spaces("lists_by_thread")["zero_list"], "S");
}

/// The plain settings and one or two other values of each, for two ways to cut the work.
std::vector<Settings> many_settings() {
  std::vector<Settings> all{
      {.key_bits = 4, .threads_per_block = 4},
      {.key_bits = 8, .threads_per_block = 4, .radix_bits = 2, .keys_per_thread = 2}};
  for (std::size_t base = 0; base < 2; ++base)
    for (const SettingInfo& setting : settings())
      for (uint32_t value : {0u, 1u, 2u, 3u, 8u}) {
        if (setting.describes_keys || value < setting.low || value > setting.high) continue;
        Settings changed = all[base];
        setting.set(changed, value);
        if (error_about(changed).empty()) all.push_back(changed);
      }
  return all;
}

void expect_known(const Trace& trace, const std::string& what) {
  for (const auto& [name, found] : spaces(trace))
    EXPECT_EQ(found.find('?'), found.npos) << what << ": " << name;
}

TEST(MemorySpaces, AreKnownOfEverySortSettingAndBug) {
  for (const SortInfo& sort : sorts())
    for (const Settings& settings : many_settings())
      if (const auto problem = Problem::make(keys_of_the_chapter, settings_for(sort, settings)))
        expect_known(run({.problem = *problem, .sort = sort.name, .engine = EngineChoice::cpu}),
                     sort.name);
  for (const SortInfo& sort : bugs_in_print())
    if (const auto problem = Problem::make(keys_of_the_chapter, settings_for(sort, {})))
      expect_known(run({.problem = *problem, .sort = sort.name}), sort.name);
  for (const PlantedFault& fault : planted_faults()) {
    const SortInfo& sort = *sort_named(fault.sort);
    const auto problem = parse_problem(fault.shows.keys, settings_for(sort, fault.shows.settings));
    ASSERT_TRUE(problem) << fault.name;
    expect_known(run({.problem = *problem, .sort = fault.sort, .planted = fault.name}), fault.name);
  }
}

}  // namespace
