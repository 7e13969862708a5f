// The measured points of Crossover: the least median of a way, out of the file as it stands.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "app/core/base/files.hpp"
#include "app/core/model/crossover.hpp"
#include "app/timing/lines.hpp"
#include "app/timing/way_times.hpp"

namespace scope {
namespace {

/// In the order of ways_to_sort(), what sorts so: methods, and the network where there are two.
struct WaySorts {
  std::set<std::string> methods;
  std::string network;
};
const WaySorts sorts_of_way[] = {{{"one_sweep"}, ""},
                                 {{"coarse"}, ""},
                                 {{"merge_tiled", "merge_path"}, ""},
                                 {{"network_shared"}, "bitonic"},
                                 {{"network_shared"}, "odd_even_merge"}};

double median(std::vector<double> ms) {
  std::ranges::sort(ms);
  return (ms[(ms.size() - 1) / 2] + ms[ms.size() / 2]) / 2;
}

/// Nanoseconds a key of each way and size, by the lines of the file alone.
std::map<std::pair<std::size_t, uint64_t>, double> by_the_file(const std::string& file) {
  std::map<int, nlohmann::json> rows;
  std::map<int, std::vector<double>> ms;
  std::ifstream lines(file);
  for (std::string line; std::getline(lines, line);) {
    const auto event = nlohmann::json::parse(line);
    if (event["event"] == "plan")
      for (const auto& row : event["rows"]) rows[row["id"]] = row;
    else if (event["event"] == "sample" && !event["slow_clock"].get<bool>())
      ms[event["id"]].push_back(event["ms"]);
  }
  std::map<std::pair<std::size_t, uint64_t>, double> least;
  for (const auto& [id, samples] : ms) {
    const auto& row = rows.at(id);
    const uint64_t n = row["input"]["n"];
    for (std::size_t way = 0; way < std::size(sorts_of_way); ++way) {
      const WaySorts& way_sorts = sorts_of_way[way];
      if (!way_sorts.methods.contains(row["method"])) continue;
      if (!way_sorts.network.empty() && row["settings"]["network"] != way_sorts.network) continue;
      const double ns = median(samples) * 1e6 / static_cast<double>(n);
      const auto [at, first] = least.try_emplace({way, n}, ns);
      if (!first) at->second = std::min(at->second, ns);
    }
  }
  return least;
}

TEST(WayTimes, AreTheLeastMediansOfTheRecordedRuns) {
  ASSERT_EQ(ways_to_sort().size(), std::size(sorts_of_way));
  for (const char* name : {"4", "8"}) {
    const std::string file =
        resource(std::string("assets/timing/h200_crossover_") + name + ".jsonl");
    ASSERT_FALSE(file.empty());
    const auto text = read_text(file);
    ASSERT_TRUE(text) << text.error.sentence;
    const auto run = timing_run_from(*text);
    ASSERT_TRUE(run) << run.error.sentence;
    const auto expected = by_the_file(file);
    std::set<std::size_t> seen;
    for (std::size_t way = 0; way < ways_to_sort().size(); ++way)
      for (uint32_t log_n = 0; log_n < 40; ++log_n) {
        const auto at = expected.find({way, uint64_t{1} << log_n});
        const auto ns = fastest_ns(*run, way, log_n);
        ASSERT_EQ(ns.has_value(), at != expected.end())
            << ways_to_sort()[way].name.c_str() << ", 2^" << log_n;
        if (ns)
          EXPECT_NEAR(*ns, at->second, at->second * 1e-12) << ways_to_sort()[way].name.c_str();
        if (ns) seen.insert(way);
      }
    EXPECT_GE(seen.size(), 4u) << name;
  }
}

}  // namespace
}  // namespace scope
