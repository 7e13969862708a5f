// Figures 13.1, 13.2, 13.3 for every rung, digit width, coarsening, order and kind of key, around the
// edges of their sizes: a sample of all combinations, and of the steps of each.
#include <gtest/gtest.h>

#include <bit>

#include "kernels/settings.hpp"
#include "tests/looks.hpp"
#include "tests/scene_checks.hpp"

namespace scope {
namespace {

using radix::KeyType;
using radix::Ownership;
using radix::Settings;
using radix::SortOrder;

constexpr const char* drawn[] = {"fig13-1", "fig13-2", "fig13-3"};

Trace record_with(const Settings& settings, Numbers keys, const char* rung, Numbers values = {}) {
  radix::Recipe recipe;
  const Settings used = radix::settings_for(*radix::rung_named(rung), settings);
  auto problem = radix::Problem::make(std::move(keys), used, std::move(values));
  EXPECT_TRUE(problem) << problem.complaint.sentence;
  recipe.problem = *problem;
  recipe.rung = rung;
  recipe.engine = radix::EngineChoice::cpu;
  return radix::run(recipe);
}

struct Kind {
  const char* name;
  KeyType type;
  uint32_t bits, second_bits;
};
constexpr Kind kinds[] = {{"unsigned", KeyType::plain, 6, 0},
                          {"wide", KeyType::plain, 12, 0},
                          {"signed", KeyType::sign, 7, 0},
                          {"float", KeyType::real, 32, 0},
                          {"composite", KeyType::plain, 6, 8}};

/// Floats with short decimals, some equal, some negative.
Numbers keys_of(const Kind& kind, uint32_t count) {
  Numbers keys = random_keys(count, kind.bits + kind.second_bits);
  if (kind.type == KeyType::real)
    for (uint32_t& key : keys)
      key = std::bit_cast<uint32_t>(static_cast<float>(static_cast<int>(key % 64) - 32) / 4);
  return keys;
}

/// A few steps of every pass at both ends and in the middle.
std::vector<std::size_t> cursors_of(const Trace& trace) {
  std::vector<std::size_t> cursors{0, trace.steps.size()};
  const uint32_t passes = trace.problem.shown_passes();
  for (std::size_t s = 0; s + 1 < trace.steps.size(); ++s) {
    const uint32_t pass = trace.steps[s].pass;
    const bool looked_at = pass == 0 || pass + 1 >= passes || pass == passes / 2;
    const bool telling = trace.steps[s].pass != trace.steps[s + 1].pass || s % 7 == 0 ||
                         trace.steps[s].made == ArrayId::destination;
    if (looked_at && telling) cursors.push_back(s + 1);
  }
  return cursors;
}

std::string fault_at(const Trace& trace, std::size_t cursor) {
  const uint32_t count = trace.problem.size();
  const uint32_t selected = cursor % 2 == 1 && count > 0 ? count / 2 : nobody;
  const Look look = look_at(trace, cursor, selected);
  for (const char* id : drawn) {
    const Scene scene = figure_named(id)->draw(look);
    std::string fault = checks::whole_scene(scene, look, *figure_named(id));
    if (fault.empty() && count <= 100) fault = checks::arrows_true(scene);
    if (!fault.empty()) return std::string(id) + ": " + fault;
  }
  return "";
}

struct Combination {
  const char* rung;
  uint32_t radix, keys_per_thread;
};

/// Rungs with the settings that matter to them.
std::vector<Combination> combinations() {
  std::vector<Combination> all;
  for (const radix::RungInfo& rung : radix::rungs())
    for (uint32_t radix : {1u, 2u, 3u, 8u})
      for (uint32_t each : {1u, 2u, 3u})
        if ((radix == 1 || rung.wide_digits()) && (each == 1 || rung.coarse()))
          all.push_back({rung.name, radix, each});
  return all;
}

void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.name; }

class Matrix : public testing::TestWithParam<Kind> {};

TEST_P(Matrix, DrawsWholeScenes) {
  const Kind kind = GetParam();
  uint32_t turn = 0;
  for (const Combination& c : combinations())
    for (uint32_t count : {0u, 1u, 5u, 16u, 40u, 70u, 300u}) {
      ++turn;
      if (count == 300 && turn % 3 != 0) continue;
      const Settings settings{.key_bits = kind.bits,
                              .threads_per_block = count > 40 ? 16u : 4u + turn % 3,
                              .radix_bits = c.radix,
                              .keys_per_thread = c.keys_per_thread,
                              .ownership = static_cast<Ownership>(turn % 2),
                              .scan = static_cast<radix::BlockScan>(turn % 3),
                              .order = static_cast<SortOrder>(turn % 3),
                              .key_type = kind.type,
                              .second_bits = kind.second_bits,
                              .second_order = static_cast<SortOrder>(kind.second_bits > 0 ? turn / 2 % 2 : 0)};
      const Numbers values = turn % 4 == 0 ? random_keys(count, 10) : Numbers{};
      const Trace trace = record_with(settings, keys_of(kind, count), c.rung, values);
      ASSERT_EQ(trace.error, "");
      for (std::size_t cursor : cursors_of(trace))
        ASSERT_EQ(fault_at(trace, cursor), "")
            << kind.name << ", " << c.rung << ", radix " << c.radix << ", " << c.keys_per_thread
            << " keys a thread, " << count << " keys, turn " << turn << ", after " << cursor
            << " steps";
    }
}

INSTANTIATE_TEST_SUITE_P(Figures, Matrix, testing::ValuesIn(kinds),
                         [](const auto& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace scope
