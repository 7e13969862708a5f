/// The sort across devices: the golden arrays (tests/support/devices.json), every array of random
/// runs against a model in a few lines, in every order of threads, and without a race.
#include <gtest/gtest.h>

#include <fstream>

#include "app/commands/commands.hpp"
#include "app/sorts/families/families.hpp"
#include "kernels/devices/devices_family.hpp"
#include "tests/support/app_states.hpp"
#include "tests/support/checks.hpp"
#include "tests/support/golden.hpp"
#include "tests/support/grammar.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/scene_checks.hpp"
#include "tests/support/thorough.hpp"

namespace scope {
namespace {

namespace shown = radix::devices::array;
using Json = radix::checks::Golden;
using Numbers = std::vector<uint32_t>;

const Json& golden_devices() {
  static const Json data =
      Json::parse(std::ifstream(RADIX_SOURCE_DIR "/tests/support/devices.json"));
  return data;
}

radix::Trace across_devices(const Numbers& keys, const radix::Settings& settings) {
  return radix::run({.problem = *radix::Problem::make(keys, settings),
                     .sort = "across_devices",
                     .engine = radix::EngineChoice::cpu});
}

/// The newest array of this name in the run.
const radix::Array& last_of(const radix::Trace& trace, radix::ArrayId id) {
  for (std::size_t s = trace.steps.size(); s > 0; --s)
    if (trace.steps[s - 1].made == id) return *trace.steps[s - 1].find(id);
  static const radix::Array none;
  ADD_FAILURE() << radix::info(id).name << " is never made";
  return none;
}

const radix::Array& output_of_part(const radix::Trace& trace, uint32_t part) {
  for (const radix::Step& step : trace.steps)
    if (step.pass == part && step.made == radix::array::output) return *step.find(step.made);
  static const radix::Array none;
  ADD_FAILURE() << "part " << part << " writes nothing";
  return none;
}

Numbers flat(const Json& lists, const char* field = nullptr) {
  Numbers all;
  for (const Json& list : lists)
    for (const Json& each : field ? list.at(field) : list) all.push_back(each);
  return all;
}

TEST(Devices, EveryArrayIsTheGoldenOne) {
  for (const auto& [name, golden] : golden_devices().items()) {
    const radix::Trace trace =
        across_devices(golden["input"].get<Numbers>(),
                       {.devices = golden["p"], .oversampling = golden["oversampling"]});
    ASSERT_EQ(trace.error, "") << name;
    EXPECT_EQ(output_of_part(trace, 0).values, flat(golden["local_sorted"], "keys")) << name;
    EXPECT_EQ(output_of_part(trace, 0).ids, flat(golden["local_sorted"], "ids")) << name;
    if (golden["p"].get<uint32_t>() > 1) {
      EXPECT_EQ(last_of(trace, shown::sample).values, flat(golden["sample"])) << name;
      EXPECT_EQ(last_of(trace, shown::sample_sorted).values,
                golden["sample_sorted"].get<Numbers>());
      EXPECT_EQ(last_of(trace, shown::splitters).values, golden["splitters"].get<Numbers>());
    }
    EXPECT_EQ(last_of(trace, shown::send_counts).values, flat(golden["send_counts"])) << name;
    EXPECT_EQ(last_of(trace, shown::send_offsets).values, flat(golden["send_offsets"])) << name;
    EXPECT_EQ(last_of(trace, shown::receive_offsets).values, flat(golden["receive_offsets"]));
    Numbers bounds{0};
    for (const Json& size : golden["sizes"]) bounds.push_back(bounds.back() + size.get<uint32_t>());
    EXPECT_EQ(last_of(trace, shown::device_bounds).values, bounds) << name;
    EXPECT_EQ(output_of_part(trace, 1).values, flat(golden["received"], "keys")) << name;
    EXPECT_EQ(output_of_part(trace, 1).ids, flat(golden["received"], "ids")) << name;
    EXPECT_EQ(trace.sorted.values, flat(golden["sorted"], "keys")) << name;
    EXPECT_EQ(trace.sorted.ids, flat(golden["sorted"], "ids")) << name;
  }
}

/// What every array must hold, by the standard library: lists of identities, a list a device.
struct DevicesModel {
  std::vector<Numbers> sorted_parts, received;
  Numbers sample, splitters, counts;
};

DevicesModel model_of(const radix::Problem& problem) {
  const uint32_t n = problem.size(), p = problem.settings().devices,
                 each = problem.settings().oversampling;
  const auto before = [&](uint32_t x, uint32_t y) {
    return problem.before(problem.keys()[x], problem.keys()[y]);
  };
  DevicesModel model{.sorted_parts = std::vector<Numbers>(p),
                     .received = std::vector<Numbers>(p),
                     .sample = {},
                     .splitters = {},
                     .counts = Numbers(p * p, 0)};
  for (uint32_t d = 0; d < p; ++d) {
    Numbers& part = model.sorted_parts[d];
    for (uint32_t id = n * d / p; id < n * (d + 1) / p; ++id) part.push_back(id);
    std::ranges::stable_sort(part, before);
    for (uint32_t q = 0; q < each && !part.empty(); ++q)
      model.sample.push_back(part[q * part.size() / each]);
  }
  Numbers sorted = model.sample;
  std::ranges::stable_sort(sorted, before);
  for (uint32_t q = 1; q < p; ++q) model.splitters.push_back(sorted[q * sorted.size() / p]);
  for (uint32_t d = 0; d < p; ++d) {
    for (uint32_t id : model.sorted_parts[d]) {
      uint32_t home = 0;
      for (uint32_t splitter : model.splitters) home += before(id, splitter) ? 0 : 1;
      ++model.counts[d * p + home];
      model.received[home].push_back(id);
    }
  }
  return model;
}

Numbers joined_lists(const std::vector<Numbers>& lists) {
  Numbers all;
  for (const Numbers& list : lists) all.insert(all.end(), list.begin(), list.end());
  return all;
}

/// "" or which array of a run is not the model's.
std::string wrong_devices(const radix::Trace& trace) {
  const radix::Problem& problem = trace.problem;
  if (const std::string wrong = radix::checks::sorted_result(problem, trace.sorted); !wrong.empty())
    return wrong;
  if (problem.size() == 0) return "";
  const DevicesModel model = model_of(problem);
  const uint32_t p = problem.settings().devices;
  if (output_of_part(trace, 0).ids != joined_lists(model.sorted_parts)) return "sorted parts";
  if (p > 1 && last_of(trace, shown::sample).ids != model.sample) return "sample";
  if (p > 1 && last_of(trace, shown::splitters).ids != model.splitters) return "splitters";
  if (last_of(trace, shown::send_counts).values != model.counts) return "counts";
  if (output_of_part(trace, 1).ids != joined_lists(model.received)) return "received";
  return "";
}

radix::Recipe drawn_devices(uint32_t seed) {
  std::mt19937 random(seed);
  radix::Settings settings = radix::checks::random_settings(random);
  settings.devices = static_cast<uint32_t>(1 + random() % radix::max_devices);
  settings.oversampling =
      static_cast<uint32_t>(1 + random() % (seed % 16 == 0 ? radix::max_oversampling : 4));
  const radix::SortInfo& sort = *radix::sort_named("across_devices");
  settings = radix::settings_for(sort, settings);
  const uint32_t bits = settings.key_bits + settings.second_bits;
  const std::size_t n = random() % (seed % 32 == 0 ? 300 : 28);
  const auto kind = radix::checks::all_kinds[random() % std::size(radix::checks::all_kinds)];
  return {.problem = *radix::Problem::make(radix::checks::make_keys(kind, n, bits, seed), settings),
          .sort = sort.name,
          .engine = radix::EngineChoice::cpu};
}

TEST(Devices, EveryArrayIsTheModelsWhateverTheOrderOfThreads) {
  for (uint32_t seed = 0; seed < cases(200, 5000); ++seed) {
    radix::Recipe recipe = drawn_devices(seed);
    recipe.thread_order = recipe.block_order = static_cast<radix::Schedule>(seed % 3);
    recipe.seed = seed;
    const radix::Trace trace = radix::run(recipe);
    ASSERT_EQ(trace.error, "") << seed;  // races and indices outside a buffer among them
    ASSERT_EQ(wrong_devices(trace), "") << seed;
    if (seed % 20 != 0) continue;
    const auto back = radix::trace_from_json(radix::to_json(trace));
    ASSERT_TRUE(back) << seed << back.error.sentence;
    EXPECT_FALSE(radix::first_difference(trace, *back)) << seed;
  }
}

TEST(DevicesOnTheGpu, GiveTheTracesOfTheCpuEngine) {
  if (!radix::engines()[1].available) GTEST_SKIP() << "no CUDA device";
  for (uint32_t seed = 0; seed < cases(200, 5000); ++seed) {
    radix::Recipe recipe = drawn_devices(seed);
    const radix::Trace cpu = radix::run(recipe);
    recipe.engine = radix::EngineChoice::cuda;
    const radix::Trace cuda = radix::run(recipe);
    ASSERT_EQ(cuda.error, "") << seed;
    const auto difference = radix::first_difference(cpu, cuda);
    ASSERT_FALSE(difference) << "seed " << seed << ": " << difference->what;
  }
}

/// More devices than keys, one key, all keys equal.
TEST(Devices, EmptyDevicesTakePartAndSendNothing) {
  for (uint32_t p = 1; p <= radix::max_devices; ++p)
    for (const Numbers& keys : {Numbers{}, Numbers{3}, Numbers{2, 1}, Numbers(5, 7)}) {
      const radix::Trace trace = across_devices(keys, {.devices = p, .oversampling = 3});
      ASSERT_EQ(trace.error, "") << p;
      EXPECT_EQ(wrong_devices(trace), "") << p << " devices, " << keys.size() << " keys";
    }
}

TEST(Devices, EveryPromiseIsKeptAndEveryCardAddsUp) {
  for (uint32_t seed = 0; seed < cases(60, 600); ++seed) {
    const radix::Trace trace = radix::run(drawn_devices(seed));
    const uint32_t n = trace.problem.size();
    for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor) {
      const Invariants kept = invariants_of({.trace = &trace, .cursor = cursor});
      ASSERT_TRUE(kept.complete && kept.ordered) << seed << " " << cursor << " " << kept.order;
      if (!trace.problem.reversed()) ASSERT_TRUE(kept.stable) << seed << " " << kept.equals;
      for (const uint32_t id : {none, 0u, n / 2}) {
        if (id != none && id >= n) continue;
        const Moment now{.trace = &trace, .cursor = cursor, .pinned = id};
        EXPECT_FALSE(why(now).empty());
        const Formula card = formula(now);
        int64_t sum = 0;
        for (const Term& term : card.terms)
          sum += (term.sign == '-' ? -1 : 1) * std::stoll(term.value);
        if (n > 0) ASSERT_EQ(card.result, std::to_string(sum)) << seed << " " << cursor;
        const radix::Step* step = now.step();
        const bool places_key =
            step && (step->made == shown::received_at || step->made == radix::array::output ||
                     step->made == shown::local_keys);
        if (!places_key || id == none) continue;
        const radix::Array& made = *step->find(step->made);
        const uint32_t place = step->made == shown::received_at
                                   ? made.values[position_of(input_of(now), id)]
                                   : position_of(made, id);
        ASSERT_EQ(card.result, std::to_string(place)) << seed << " " << cursor << card.title;
      }
    }
  }
}

/// The numbers in the sentences about the matrix, counted from the model.
TEST(Devices, SentencesAboutTheExchangeAreTrue) {
  for (uint32_t seed = 0; seed < cases(60, 600); ++seed) {
    const radix::Trace trace = radix::run(drawn_devices(seed));
    const uint32_t p = trace.problem.settings().devices, n = trace.problem.size();
    if (p == 1 || n == 0) continue;
    const DevicesModel model = model_of(trace.problem);
    uint32_t stay = 0;
    std::string sizes;
    for (uint32_t d = 0; d < p; ++d) {
      stay += model.counts[d * p + d];
      sizes += (d == 0       ? ""
                : d + 1 == p ? " and "
                             : ", ") +
               std::to_string(model.received[d].size());
    }
    for (std::size_t cursor = 1; cursor <= trace.steps.size(); ++cursor) {
      const Moment now{.trace = &trace, .cursor = cursor};
      const std::string text = why(now);
      const auto says = [&](const std::string& words) {
        return text.find(words) != std::string::npos;
      };
      if (now.step()->made == shown::send_counts) {
        EXPECT_TRUE(says(", " + std::to_string(stay) + " stay")) << seed << text;
        EXPECT_TRUE(says("and " + std::to_string(n - stay) + " go")) << seed << text;
      }
      if (now.step()->made == shown::device_bounds) EXPECT_TRUE(says(sizes + ".")) << seed << text;
    }
  }
}

/// As one merges by hand; at the end no more than n lg n for every key and device.
TEST(Devices, ComparisonsGrowFromStepToStep) {
  const radix::Trace trace =
      across_devices(golden_devices()["p4"]["input"].get<Numbers>(), {.devices = 4});
  uint64_t before = 0;
  for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor) {
    const auto count = compared_in({.trace = &trace, .cursor = cursor});
    ASSERT_TRUE(count);
    EXPECT_GE(*count, before);
    before = *count;
  }
  EXPECT_GT(before, 0u);
}

TEST(Devices, WordsAreEnglishForFewKeys) {
  for (const Numbers& keys : {Numbers{}, Numbers{1}, Numbers{1, 1}, Numbers{1, 0}, Numbers{1, 0, 1},
                              Numbers{0, 1, 1, 0}, Numbers{3, 3, 2, 1, 0}})
    for (uint32_t p = 1; p <= radix::max_devices; ++p)
      for (const uint32_t each : {1u, 2u}) {
        const radix::Trace trace =
            across_devices(keys, {.key_bits = 2, .devices = p, .oversampling = each});
        ASSERT_EQ(trace.error, "");
        ASSERT_EQ(checks::clumsy_of(trace), "") << keys.size() << " keys on " << p << " devices";
      }
}

TEST(Devices, EveryPictureIsWhole) {
  for (const char* keys :
       {"keys ; block 4", "keys 7", "keys 5 3", "preset chapter", "random 40 6 3", "random 200 8 1",
        "random 300 32 2", "preset signed; order reversed", "preset incomes"}) {
    for (const char* sort : {"sort across_devices; devices 1", "sort across_devices; devices 4",
                             "sort across_devices; devices 8; oversampling 3"}) {
      Document document = make_document();
      ASSERT_EQ(run_script(document, std::string(keys) + "; engine cpu; " + sort), "") << keys;
      for (std::size_t cursor = 0; cursor <= end_of(document); ++cursor) {
        seek(document, cursor);
        settle(document);
        for (const char* figure : {"devices", "exchange-matrix"})
          for (const bool large : {false, true}) {
            Moment now = moment(document);
            now.large = large;
            const Scene scene = figure_named(figure)->draw(now);
            const std::string where =
                std::string(keys) + "; " + sort + ", step " + std::to_string(cursor) + " " + figure;
            EXPECT_EQ(checks::inside_page(scene), "") << where;
            EXPECT_EQ(checks::texts_apart(scene), "") << where;
            EXPECT_EQ(checks::readable(scene), "") << where;
            if (HasFailure()) return;
          }
      }
    }
  }
}

}  // namespace
}  // namespace scope
