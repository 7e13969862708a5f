/// Traces and looks for the tests of scenes.
#pragma once

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "app/core/model/stores.hpp"
#include "app/core/moment/moment.hpp"
#include "app/core/scene/scene.hpp"
#include "app/sorts/families/families.hpp"
#include "kernels/run/engine.hpp"
#include "tests/support/arrays.hpp"

namespace scope {

using radix::ArrayId;
using radix::Trace;
using Numbers = std::vector<uint32_t>;

inline const Numbers chapter_keys{12, 3, 6, 9, 15, 8, 5, 10, 9, 6, 11, 13, 4, 10, 7, 0};

inline Trace record(Numbers keys, uint32_t bits, uint32_t block, const char* sort) {
  radix::Recipe recipe;
  recipe.problem = *radix::Problem::make(std::move(keys), {bits, block});
  recipe.sort = sort;
  recipe.engine = radix::EngineChoice::cpu;
  return radix::run(recipe);
}

/// With the settings that the sort uses.
inline Trace record(Numbers keys, const radix::Settings& settings, const std::string& sort,
                    Numbers values = {}) {
  radix::Recipe recipe;
  const radix::Settings used = radix::settings_for(*radix::sort_named(sort), settings);
  auto problem = radix::Problem::make(std::move(keys), used, std::move(values));
  EXPECT_TRUE(problem) << problem.error.sentence;
  recipe.problem = *problem;
  recipe.sort = sort;
  recipe.engine = radix::EngineChoice::cpu;
  Trace trace = radix::run(recipe);
  EXPECT_EQ(trace.error, "");
  return trace;
}

inline Numbers random_keys(uint32_t count, uint32_t bits) {
  std::mt19937 next(count * 33 + bits);
  Numbers keys(count);
  for (uint32_t& key : keys) key = static_cast<uint32_t>(next()) >> (32 - bits);
  return keys;
}

inline Moment look_at(const Trace& trace, std::size_t cursor, uint32_t selected = none) {
  Moment moment;
  moment.trace = &trace;
  moment.cursor = cursor;
  moment.pinned = selected;
  return moment;
}

/// The scene of a figure.
inline Scene draw(const char* id, const Moment& moment) { return figure_named(id)->draw(moment); }

/// Every third look of a sweep is for a projector: the same invariants, in little more time.
inline Moment third_large(Moment moment) {
  static uint32_t turn = 0;
  moment.large = ++turn % 3 == 0;
  return moment;
}

/// The cursor after the last step of this pass that made this array.
inline std::size_t after(const Trace& trace, ArrayId made, uint32_t pass = 0) {
  std::size_t found = 0;
  for (std::size_t s = 0; s < trace.steps.size(); ++s)
    if (trace.steps[s].made == made && trace.steps[s].pass == pass) found = s + 1;
  EXPECT_GT(found, 0u);
  return found;
}

/// The same run with other numbers in all that comes.
inline Trace otherwise(const Trace& trace, std::size_t cursor) {
  Trace other = trace;
  for (std::size_t s = cursor; s < other.steps.size(); ++s)
    for (auto& each : other.steps[s].arrays) {
      auto array = std::make_shared<radix::Array>(*each);
      std::ranges::reverse(array->values);
      for (uint32_t& value : array->values) value = value * 3 + 1;
      each = std::move(array);
    }
  return other;
}

/// All stores of a pass, by block, round and warp.
inline std::vector<Store> stores_of(const Cut& cut, const std::vector<uint32_t>& destination,
                                    const MemoryShape& shape) {
  std::vector<Store> stores;
  for (const StoreId& id : store_ids(cut, shape.lanes))
    stores.push_back(store_at(cut, id, &destination, shape));
  return stores;
}

}  // namespace scope
