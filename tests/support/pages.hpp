/// Pages of runs of every sort, as the tests of what leaves the program look at them.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/export/formats.hpp"
#include "app/state/presets.hpp"
#include "app_states.hpp"
#include "thorough.hpp"

namespace scope {

inline std::string svg_of(const Page& page) { return *write_page(*format_named("svg"), page, {}); }

/// Every sort on these keys, radix 2 and two keys a thread where it has them.
inline std::vector<Document> runs_of(const std::string& setup) {
  std::vector<Document> runs;
  for (const radix::SortInfo& sort : radix::sorts()) {
    Document document = make_document();
    EXPECT_EQ(run_script(document, setup + "; sort " + sort.name + "; radix 2; keys_per_thread 2"),
              "");
    runs.push_back(std::move(document));
  }
  return runs;
}

inline constexpr const char* setups[] = {
    "preset chapter; engine cpu",         "preset not_a_multiple; engine cpu",
    "preset one_key; engine cpu",         "random 24 6 3; engine cpu; block 8",
    "preset income_then_age; engine cpu", "preset signed; engine cpu"};

/// Calls check(app) at every step of every sort on all these keys; at every fourth, begun at
/// another one in each run, where thoroughness is not asked for.
template <class Check>
void for_every_step(const Check& check) {
  const std::size_t stride = cases(4, 1);
  std::size_t run = 0;
  for (const char* setup : setups)
    for (Document& document : runs_of(setup))
      for (std::size_t cursor = run++ % stride; cursor <= end_of(document); cursor += stride) {
        seek(document, cursor);
        settle(document);
        check(document);
        if (testing::Test::HasFatalFailure()) return;
      }
}

/// Calls check(app, page) there.
template <class Check>
void for_every_page(const Check& check) {
  for_every_step([&](Document& document) { check(document, page_of(document)); });
}

}  // namespace scope
