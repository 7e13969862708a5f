/// Files, links and scripts of earlier releases, which called a sort a rung: they are read, and
/// what is written again has the names of today.
#include "app/commands/commands.hpp"
#include "app/document/record.hpp"
#include "app/state/presets.hpp"
#include "app/state/state.hpp"
#include "app/timing/choice.hpp"
#include "app/timing/lines.hpp"
#include "app/timing/timing_run.hpp"
#include "kernels/engine/model/old_names.hpp"
#include "tests/support/app_states.hpp"

namespace scope {
namespace {

/// The text as an earlier release would have written it.
std::string aged(std::string text, const std::string& now, const std::string& old) {
  EXPECT_NE(text.find(now), text.npos) << text.substr(0, 200);
  for (std::size_t at = 0; (at = text.find(now, at)) != text.npos; at += old.size())
    text.replace(at, now.size(), old);
  return text;
}

TEST(OldNames, AreReadInLinksSessionsAndScripts) {
  Document document = make_document();
  ASSERT_EQ(run_script(document, "preset chapter; engine cpu; rung digits; radix 2; next"), "");
  EXPECT_EQ(document.lane().setup.sort, "digits");
  const std::string line = state_string(document), session = session_text(document);
  EXPECT_EQ(line.find("rung"), line.npos);
  EXPECT_EQ(session.find("rung"), session.npos);

  Document from_line = make_document(), from_session = make_document();
  EXPECT_EQ(apply_state(from_line, aged(line, "/sort=", "/rung=")), "");
  EXPECT_EQ(apply_state(from_session, aged(session, "\"sort\"", "\"rung\"")), "");
  EXPECT_EQ(state_string(from_line), line);
  EXPECT_EQ(session_text(from_session), session);
}

TEST(OldNames, AreReadInTraces) {
  radix::Recipe recipe{.sort = "block_sort", .engine = radix::EngineChoice::cpu};
  recipe.problem = *radix::Problem::make({3, 1, 2, 0}, {.key_bits = 2});
  const std::string text = to_json(radix::run(recipe));
  const auto read = radix::trace_from_json(aged(
      aged(text, "\"sort\":", "\"rung\":"), "radixscope trace 3", "radixscope trace 2"));
  ASSERT_TRUE(read) << read.error.sentence;
  EXPECT_EQ(radix::to_json(*read), text);
}

TEST(OldNames, AreReadInPicksOfTiming) {
  TimingSetup setup = usual_timing(radix::EngineId::cpu);
  EXPECT_TRUE(set_pick(setup, "rungs", "one_bit"));
  EXPECT_EQ(setup.sorts, "one_bit");
}

TEST(OldNames, AreNoNamesOfToday) {
  for (const auto& [old, now] : radix::old_names) EXPECT_EQ(radix::current_name(now), now) << old;
  EXPECT_STREQ(command_named("rung")->name, "sort");
}

}  // namespace
}  // namespace scope
