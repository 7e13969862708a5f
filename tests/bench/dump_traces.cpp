/// Prints one line for each of many random runs: what was sorted, and hashes of its trace and of
/// what its threads touched, source lines left out. Two builds of the program that print the same
/// lines record the same steps. A third column hashes the source lines.
///   dump_traces FIRST COUNT [faults] [cuda]     seeds FIRST … FIRST + COUNT - 1, of every sort
///   dump_traces show SORT SEED [FAULT]          the trace itself, and every access
/// `faults`: every fault of the gallery instead. `cuda`: on the GPU; no accesses.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>

#include "kernels/engine/faults/faults.hpp"
#include "tests/support/checks.hpp"

using namespace radix;

namespace {

/// FNV-1a.
struct Hash {
  uint64_t value = 14695981039346656037ull;
  void add(const void* data, std::size_t bytes) {
    for (const auto* byte = static_cast<const unsigned char*>(data); bytes-- > 0; ++byte)
      value = (value ^ *byte) * 1099511628211ull;
  }
  void add(const std::string& text) { add(text.data(), text.size()); }
};

/// Any settings that go together and any order of threads; the same seed gives the same run.
Recipe random_run(const char* sort, uint32_t seed) {
  std::mt19937 random(seed);
  using checks::any_of;
  Settings s = checks::random_settings(random);
  const auto below = [&](uint32_t most) { return static_cast<uint32_t>(random() % most); };
  s.radix_bits = 1 + below(4);
  s.network = any_of({Network::bitonic, Network::mirrored, Network::odd_even_merge}, random);
  s.stop_early = below(2) == 0;
  s.start = any_of({SortStart::single, SortStart::block}, random);
  s.block_sort = any_of(
      {BlockSort::merge, BlockSort::transposition, BlockSort::bitonic, BlockSort::odd_even_merge},
      random);
  s.compare =
      any_of({Compare::less, Compare::less, Compare::fraction, Compare::ones_then_value}, random);
  const std::string_view family = family_of(sort).name;
  if (family != "merge" && family != "networks") s.compare = Compare::less;
  s.co_rank = any_of({CoRankSearch::two_sided, CoRankSearch::diagonal}, random);
  s.tile = any_of({0u, 0u, 1u, 3u, 8u}, random);
  s.lists = any_of({1u, 2u, 4u, 8u, 16u}, random);
  s.list_merge =
      any_of({ListMerge::one_thread, ListMerge::atomic_min, ListMerge::reduction}, random);
  s.ranks = any_of({RankBy::ballots, RankBy::atomics}, random);
  s.warp_size = any_of({WarpSize::two, WarpSize::four, WarpSize::eight, WarpSize::sixteen}, random);
  s.arrival = any_of({Arrival::in_turn, Arrival::last_first}, random);
  s.devices = 1 + below(8);
  s.oversampling = 1 + below(5);
  s.sampling = any_of({Sampling::regular, Sampling::random}, random);
  s.sample_seed = below(100);
  s.equal_buckets = below(2) == 0;
  s.finish = any_of({1u, 1u, 2u, 5u, 40u}, random);
  if (s.threads_per_block > 64) s.threads_per_block = 64;
  const std::size_t n = below(8) == 0 ? below(200) : below(40);
  const auto kind = checks::all_kinds[below(std::size(checks::all_kinds))];
  auto keys = checks::make_keys(kind, n, s.key_bits + s.second_bits, seed + 77);
  Recipe recipe;
  const SortInfo* info = sort_named(sort);
  auto made = Problem::make(std::move(keys), info ? settings_for(*info, s) : s);
  recipe.problem = made ? *made : *Problem::make({3, 1, 2, 0}, Settings{});
  recipe.sort = sort;
  recipe.engine = EngineChoice::cpu;
  recipe.thread_order = any_of({Schedule::forward, Schedule::reverse, Schedule::shuffled}, random);
  recipe.block_order = any_of({Schedule::forward, Schedule::reverse, Schedule::shuffled}, random);
  recipe.seed = seed;
  recipe.accesses = seed % 4 == 0;
  return recipe;
}

/// Takes out of a trace file what tells the machine, and every source line, which is hashed.
void without_lines(nlohmann::ordered_json& node, Hash& lines) {
  if (node.is_object()) {
    for (const char* word :
         {"source", "line", "file", "sentence", "error", "array", "engine", "device"}) {
      if (!node.contains(word)) continue;
      lines.add(node[word].dump());
      node.erase(word);
    }
  }
  if (node.is_structured())
    for (auto& each : node) without_lines(each, lines);
}

void print(const Recipe& recipe, uint32_t seed) {
  const Trace trace = run(recipe);
  Hash whole, lines, touched;
  auto json = nlohmann::ordered_json::parse(to_json(trace));
  without_lines(json, lines);
  whole.add(json.dump());
  for (const auto& log : trace.accesses) {
    for (const Access& a : log->accesses) {
      const uint32_t words[] = {a.index,  a.block,  a.epoch,
                                a.thread, a.moment, static_cast<uint32_t>(a.touch)};
      touched.add(words, sizeof words);
      touched.add(log->arrays[a.array].name);
      const SourceLine& site = log->sites[a.site];
      lines.add(&site.line, sizeof site.line);
    }
  }
  std::printf("%s %s %u: %zu steps%s %016llx %016llx lines %016llx\n", recipe.sort.c_str(),
              recipe.planted.c_str(), seed, trace.steps.size(), trace.error.empty() ? "" : " error",
              static_cast<unsigned long long>(whole.value),
              static_cast<unsigned long long>(touched.value),
              static_cast<unsigned long long>(lines.value));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 3 && std::strcmp(argv[1], "show") == 0) {
    Recipe recipe = random_run(argv[2], static_cast<uint32_t>(std::atoi(argv[3])));
    if (argc > 4) recipe.planted = argv[4];
    const Trace trace = run(recipe);
    std::puts(nlohmann::ordered_json::parse(to_json(trace)).dump(1).c_str());
    for (const auto& log : trace.accesses)
      for (const Access& a : log->accesses)
        std::printf("%s %s[%u] block %u epoch %u thread %u moment %u touch %d\n",
                    log->kernel.c_str(), log->arrays[a.array].name.c_str(), a.index, a.block,
                    a.epoch, a.thread, a.moment, static_cast<int>(a.touch));
    return 0;
  }
  bool faults = false, cuda = false;
  for (int k = 3; k < argc; ++k) {
    faults |= std::strcmp(argv[k], "faults") == 0;
    cuda |= std::strcmp(argv[k], "cuda") == 0;
  }
  const auto first = static_cast<uint32_t>(argc > 2 ? std::atoi(argv[1]) : 1);
  const auto count = static_cast<uint32_t>(argc > 2 ? std::atoi(argv[2]) : 10);
  for (uint32_t seed = first; seed < first + count; ++seed) {
    if (faults) {
      for (const PlantedFault& fault : planted_faults()) {
        Recipe recipe = random_run(fault.sort.c_str(), seed);
        recipe.planted = fault.name;
        print(recipe, seed);
      }
      continue;
    }
    for (const auto list : {sorts(), bugs_in_print()}) {
      for (const SortInfo& sort : list) {
        Recipe recipe = random_run(sort.name, seed);
        if (cuda) recipe.engine = EngineChoice::cuda, recipe.accesses = false;
        print(recipe, seed);
      }
    }
  }
}
