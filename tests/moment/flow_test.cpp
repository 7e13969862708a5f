// What a step reads: as a family's table says, and as the threads really did.
#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/radix/radix_arrays.hpp"
#include "kernels/run/engine.hpp"
#include "tests/support/family_sorts.hpp"

namespace scope {
namespace {

using radix::reads_of;
using radix::Trace;

Trace chapter(const char* sort, radix::Settings settings = {4, 4}) {
  const auto problem = radix::parse_problem("12 3 6 9 15 8 5 10 9 6 11 13 4 10 7 0",
                                            settings_for(*radix::sort_named(sort), settings));
  return radix::run(
      {.problem = *problem, .sort = sort, .engine = radix::EngineChoice::cpu, .accesses = true});
}

bool reads(const Trace& trace, std::size_t step, radix::ArrayId id) {
  const auto ids = reads_of(trace, step);
  return std::ranges::find(ids, id) != ids.end();
}

/// What is read exists, and was there before the step that reads it.
TEST(FlowTest, EveryStepReadsWhatTheStepBeforeLeft) {
  for (const radix::SortInfo& sort : radix::sorts_of("radix")) {
    const Trace trace = chapter(sort.name);
    ASSERT_EQ(trace.error, "");
    for (std::size_t i = 0; i < trace.steps.size(); ++i) {
      const radix::Step& step = trace.steps[i];
      EXPECT_FALSE(reads_of(trace, i).empty()) << sort.name << " step " << i;
      for (radix::ArrayId id : reads_of(trace, i)) {
        ASSERT_NE(step.find(id), nullptr);
        const bool first_of_pass = i == 0 || trace.steps[i - 1].pass != step.pass;
        if (first_of_pass) continue;
        EXPECT_NE(trace.steps[i - 1].find(id), nullptr) << sort.name << " step " << i;
      }
    }
  }
}

TEST(FlowTest, TheScatterReadsWhatItsSortReads) {
  namespace array = radix::array;
  const Trace naive = chapter("one_bit"), local = chapter("block_sort");
  for (std::size_t i = 0; i < naive.steps.size(); ++i) {
    if (naive.steps[i].made != array::destination) continue;
    EXPECT_TRUE(reads(naive, i, array::ones_before) && reads(naive, i, array::ones_total));
  }
  for (std::size_t i = 0; i < local.steps.size(); ++i) {
    if (local.steps[i].made != array::destination) continue;
    EXPECT_TRUE(reads(local, i, array::bucket_starts) && reads(local, i, array::local_keys));
    EXPECT_FALSE(reads(local, i, array::ones_before));
  }
}

TEST(FlowTest, ATotalOfOneLaunchComesFromTheLastBlock) {
  namespace array = radix::array;
  const Trace trace = chapter("one_launch");
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    if (trace.steps[i].made != array::ones_total) continue;
    EXPECT_TRUE(reads(trace, i, array::block_ones) && reads(trace, i, array::ones_before_block));
  }
}

/// Every name of the tables is an array of the family.
TEST(FlowTest, TheTablesNameArrays) {
  for (const radix::Family* family : radix::families())
    for (const radix::Reads& row : family->reads) {
      EXPECT_NE(family->array_named(row.made), nullptr) << row.made;
      std::string names = row.from;
      std::erase_if(names, [](char c) { return c == '(' || c == ')' || c == '|'; });
      std::istringstream words(names);
      for (std::string name; words >> name;)
        EXPECT_NE(family->array_named(name), nullptr) << row.made << ": " << name;
    }
}

// ---- The table against the log ----

/// The buffer that an array lies in is called like it; the keys of a pass lie in either of two.
bool lies_in(radix::ArrayId id, const radix::AccessLog::Memory& memory) {
  if (memory.shared) return false;
  if (id == radix::array::keys)
    return memory.name == "the keys" || memory.name == "the output" ||
           memory.name == "the number of keys";
  // A buffer a digit, and beside it how many slots of each bucket are taken
  if (std::string_view(radix::info(id).name) == "bucket_slots" &&
      (memory.name.ends_with(" digit's buckets") || memory.name.ends_with(" digit's cursors")))
    return true;
  const bool total = std::string(radix::info(id).name) == "ones_total";  // behind the sums
  const std::string label = total ? "# ones before" : radix::info(id).label;
  return memory.name == label || memory.name == "the " + label;
}

struct Launch {
  std::size_t begin = 0, end = 0;  ///< its steps
};

std::vector<Launch> launches_of(const Trace& trace) {
  std::vector<Launch> launches(trace.launches);
  for (std::size_t s = 0; s < trace.steps.size(); ++s) {
    Launch& launch = launches[trace.steps[s].launch];
    if (launch.end == 0) launch.begin = s;
    launch.end = s + 1;
  }
  return launches;
}

/// True where a thread reads what it copies to shared memory at once: a tile that is at hand before
/// the first step is shown.
bool goes_to_a_tile(const radix::AccessLog& log, const radix::Access& read) {
  if (&read == &log.accesses.back()) return false;
  const radix::Access& then = *(&read + 1);
  return then.touch == radix::Touch::write && log.arrays[then.array].shared &&
         then.block == read.block && then.thread == read.thread && then.moment == read.moment;
}

/// "" or the first step where the two part. A buffer that is read at a step is declared there; what
/// is declared of an earlier launch is read in this one, perhaps not at this step: it may come from
/// a register, and a key that only passes through is read when it is written; a tile is loaded for
/// a later step of the launch. What is read in shared memory the log cannot name.
std::string difference(const Trace& trace) {
  const std::vector<Launch> launches = launches_of(trace);
  for (std::size_t l = 0; l < launches.size(); ++l) {
    const radix::AccessLog& log = *trace.accesses[l];
    const auto read_here = [&](radix::ArrayId id) {
      return std::ranges::any_of(log.accesses, [&](const radix::Access& a) {
        return a.touch == radix::Touch::read && lies_in(id, log.arrays[a.array]);
      });
    };
    for (std::size_t s = launches[l].begin; s < launches[l].end; ++s) {
      const std::size_t moment = s - launches[l].begin;
      const std::string where = trace.sort + ", step " + std::to_string(s);
      const auto declared = reads_of(trace, s);
      for (const radix::ArrayId id : declared) {  // from an earlier launch: it was read
        const bool earlier =
            id == radix::array::keys ||
            (launches[l].begin > 0 && trace.steps[launches[l].begin - 1].find(id) != nullptr &&
             trace.steps[launches[l].begin - 1].pass == trace.steps[s].pass);
        bool made = false;  // once more, by this launch
        for (std::size_t step = launches[l].begin; step < s; ++step)
          made = made || trace.steps[step].made == id;
        if (earlier && !made && trace.steps[s].stage != radix::Stage(trace.family->block_stage) &&
            !read_here(id))
          return where + " does not read " + radix::info(id).name;
      }
      for (const radix::Access& a : log.accesses) {  // a buffer that is read now: it is declared
        const radix::AccessLog::Memory& memory = log.arrays[a.array];
        if (a.touch != radix::Touch::read || a.moment != moment || memory.shared) continue;
        const auto declares = [&](std::size_t step) {
          return std::ranges::any_of(reads_of(trace, step),
                                     [&](radix::ArrayId id) { return lies_in(id, memory); });
        };
        std::size_t last = goes_to_a_tile(log, a) ? launches[l].end - 1 : s;
        while (last > s && !declares(last)) --last;
        if (!declares(last)) return where + " reads " + memory.name;
      }
    }
  }
  return "";
}

TEST(FlowTest, TheThreadsReadTheBuffersThatTheTableSays) {
  for (const radix::SortInfo& sort : radix::sorts())
    for (const uint32_t threads : {1u, 3u, 4u, 33u})
      for (const radix::BlockScan scan : radix::block_scans)
        for (const uint32_t bits : {1u, 2u})
          for (const auto order : {radix::SortOrder::ascending, radix::SortOrder::reversed}) {
            const Trace trace = chapter(sort.name, {.threads_per_block = threads,
                                                    .radix_bits = bits,
                                                    .keys_per_thread = 2,
                                                    .scan = scan,
                                                    .order = order});
            ASSERT_EQ(trace.error, "");
            ASSERT_EQ(difference(trace), "") << threads << " threads, " << bits << " bits";
          }
}

TEST(FlowTest, ATableThatLiesIsFound) {
  Trace trace = chapter("block_sort");
  radix::Family liar = *trace.family;
  const radix::Reads lies[] = {{"bits", "keys"}, {"destination", "local_keys bucket_starts"}};
  liar.reads = lies;
  trace.family = &liar;
  EXPECT_NE(difference(trace), "");
}

}  // namespace
}  // namespace scope
