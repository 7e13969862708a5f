// The gallery of bugs by its commands: the game of finding a line gives nothing away, says right
// and wrong, and reveals; results are counted by the order of threads.
#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "app/commands/commands.hpp"
#include "app/core/base/text.hpp"
#include "app/core/words/fault_words.hpp"
#include "app/document/bug_gallery.hpp"
#include "app/document/compare.hpp"
#include "app/document/lane_costs.hpp"
#include "app/sorts/families/families.hpp"
#include "app/state/state.hpp"
#include "tests/support/app_states.hpp"
#include "tests/support/thorough.hpp"

namespace scope {
namespace {

using radix::PlantedFault;

/// All words of the page, of what explains it, of the banner and of the line that says what is
/// wrong.
std::string words_of_page(const Document& document) {
  const Moment now = moment(document);
  const Scene scene = draw(figure_for(now), now);
  std::string text = say(scene.title, "\n", scene.subtitle, "\n");
  for (const Text& each : scene.texts) text += each.text + "\n";
  for (const Cell& each : scene.cells) text += each.text + "\n";
  text += why(now) + "\n";
  const Formula rule = formula(now);
  text += say(rule.title, "\n", rule.words, "\n", rule.result, "\n", rule.hint, "\n");
  const BannerWords banner = banner_words(document, *planted_now(document));
  text += say(banner.title, "\n", banner.verdict, "\n", banner.place, "\n");
  for (const LinePair& pair : banner.pairs) text += pair.right + "\n" + pair.wrong + "\n";
  text += document.lane().error.sentence + "\n" + document.note + "\n";
  text += verdict_words(document) + "\n" + state_string(document);
  return text;
}

/// "" or what of it tells the fault.
std::string given_away(const Document& document, const PlantedFault& fault) {
  static const std::regex place(R"(\.cuh?:[0-9]+|\.cuh?\([0-9]|\blines? [0-9]+)");
  const std::string text = words_of_page(document);
  std::smatch found;
  if (std::regex_search(text, found, place)) return "a line: " + found.str();
  for (const std::string& secret : {fault.title, capital(fault.title), fault.wrong})
    if (text.find(secret) != text.npos) return secret;
  const bool is_word = fault.name.find('_') == fault.name.npos;  // "carry" is in pictures, too
  if ((is_word ? state_string(document) : text).find(fault.name) != text.npos) return fault.name;
  const Moment now = moment(document);
  if (now.difference != nullptr) return "a ring";
  const KernelMarks marks = kernel_marks(document, now, fault.file);
  if (marks.lit.line != 0 || !marks.wrong.empty()) return "a line that is lit";
  return "";
}

Document game_of(const PlantedFault& fault) {
  Document document = make_document();
  const std::string refusal = run_script(document, "fault " + fault.name + "; covered on");
  EXPECT_TRUE(refusal.empty() || broke_off(document.lane())) << fault.name << ": " << refusal;
  EXPECT_TRUE(is_covered(document)) << fault.name;
  return document;
}

TEST(FindIt, GivesNothingAwayAtAnyStep) {
  for (const PlantedFault& fault : radix::planted_faults()) {
    Document document = make_document();
    run_script(document, "fault " + fault.name);
    const std::size_t shown = document.lane().cursor;
    run_command(document, "covered", "on");
    tick(document, 0);
    const std::size_t end = document.lane().trace->steps.size();
    EXPECT_EQ(document.lane().cursor, end) << fault.name << " stands where it went wrong";
    std::vector<std::size_t> places = {0, 1, shown, end};
    if (is_thorough())
      for (std::size_t k = 2; k < end; ++k) places.push_back(k);
    for (const std::size_t place : places) {
      seek(document, std::min(place, end));
      EXPECT_EQ(given_away(document, fault), "") << fault.name << " at step " << place;
    }
  }
}

/// Without the fault planted the commands are the same, so that the palette cannot tell it.
TEST(FindIt, IsRefusedSideBySideUntilItIsFound) {
  Document document = game_of(*radix::planted_fault_named("unstable"));
  run_command(document, "fault_beside", {});
  EXPECT_EQ(document.lanes.size(), 1u);
  EXPECT_NE(document.note.find("find the line"), std::string::npos) << document.note;
  scope::Setup other = document.lane().setup;
  other.fault.clear();
  const scope::Setup lanes[] = {other, document.lane().setup};
  EXPECT_EQ(own_settings(lanes, 1, false), "wrong");
}

/// Beside other lanes, too, a fault comes with the kernel it is in.
TEST(Faults, APlantedOneIsMetSideBySideToo) {
  Document document = game_of(*radix::planted_fault_named("sign"));
  run_command(document, "covered", "off");
  ASSERT_EQ(run_command(document, "fault_beside", {}), "");
  ASSERT_EQ(document.lanes.size(), 2u);
  ASSERT_EQ(run_command(document, "fault", "scatter_barrier"), "");
  EXPECT_EQ(document.mode, Mode::compare);
  EXPECT_EQ(document.lane().setup.sort, "digits");
  EXPECT_TRUE(document.lane().trace->fault);
  EXPECT_FALSE(document.lanes[0].trace->fault) << "the right run stays beside it";
}

/// The page that is searched has no hole where a line was taken out, and a place to click.
TEST(FindIt, EveryFaultHasALineToFind) {
  for (const PlantedFault& fault : radix::planted_faults()) {
    const CoveredPage page = covered_page(fault);
    ASSERT_FALSE(page.answers.empty()) << fault.name;
    EXPECT_EQ(page.lines, std::ranges::count(page.text, '\n')) << fault.name;
    EXPECT_LE(page.answers.back(), page.lines) << fault.name;
    EXPECT_LE(page.answers.size(), 8u) << fault.name << " is found by guessing";
    const auto text_of = [](std::string_view text) {
      std::vector<std::string> lines(1);
      for (const char c : text) c == '\n' ? lines.push_back("") : lines.back().push_back(c);
      return lines;
    };
    std::string right_text;
    for (const radix::SourceFile& file : radix::embedded_sources())
      if (file.name == fault.file) right_text = file.text;
    const auto right = text_of(right_text), wrong = text_of(page.text);
    const auto blank = [](const std::string& line) { return trimmed(line).empty(); };
    EXPECT_LE(std::ranges::count_if(wrong, blank), std::ranges::count_if(right, blank))
        << fault.name << " has an empty line where the right kernel has code";
  }
}

TEST(FindIt, SaysRightAndWrongAndReveals) {
  for (const PlantedFault& fault : radix::planted_faults()) {
    Document document = game_of(fault);
    const CoveredPage page = covered_page(fault);
    uint32_t other = 1;
    while (std::ranges::count(page.answers, other) > 0) ++other;
    run_command(document, "suspect", say(other, " ", fault.file));
    EXPECT_TRUE(is_covered(document)) << fault.name;
    EXPECT_NE(document.note.find("Look again"), std::string::npos) << document.note;
    for (const uint32_t answer : page.answers) {
      Document again = document;
      run_command(again, "suspect", say(answer, " ", fault.file));
      tick(again, 0);
      EXPECT_FALSE(is_covered(again)) << fault.name;
      EXPECT_NE(again.note.find(fault.wrong), std::string::npos) << again.note;
      const BannerWords banner = banner_words(again, fault);
      EXPECT_EQ(banner.title, capital(fault.title));
      EXPECT_FALSE(banner.pairs.empty()) << fault.name;
      const Moment now = moment(again);
      EXPECT_FALSE(kernel_marks(again, now, fault.file).wrong.empty()) << fault.name;
      if (!is_thorough()) break;
    }
  }
}

/// Who has found a line is asked for the next one; who had it shown sees the next one's, too.
TEST(FindIt, GoesOnBehindALineThatWasFound) {
  const PlantedFault &first = radix::planted_faults()[2], &second = radix::planted_faults()[3];
  Document document = game_of(first);
  run_command(document, "suspect", say(covered_page(first).answers.front()));
  ASSERT_FALSE(is_covered(document));
  run_command(document, "fault", "next");
  tick(document, 0);
  EXPECT_TRUE(is_covered(document));
  EXPECT_EQ(document.lane().setup.fault, second.name);
  EXPECT_EQ(document.suspect, first_suspect(covered_page(second)));
  EXPECT_EQ(given_away(document, second), "");
  Document revealed = game_of(first);
  run_command(revealed, "covered", "off");
  run_command(revealed, "fault", "next");
  EXPECT_FALSE(is_covered(revealed));
}

/// While it is covered the state has the fault's number, and says the same fault.
TEST(FindIt, IsInAStateLineByNumber) {
  const PlantedFault& fault = radix::planted_faults()[16];
  Document document = game_of(fault);
  const std::string line = state_string(document);
  EXPECT_NE(line.find("fault=17"), std::string::npos) << line;
  Document other = make_document();
  EXPECT_EQ(apply_state(other, line), "");
  EXPECT_EQ(other.lane().setup.fault, fault.name);
}

/// What the right kernels promise is not said of a run behind the place where it left theirs.
TEST(WrongRuns, AreNotExplainedAsRightOnes) {
  for (const PlantedFault& fault : radix::planted_faults()) {
    Document document = make_document();
    run_script(document, "fault " + fault.name);
    const radix::Trace& trace = *document.lane().trace;
    ASSERT_TRUE(trace.fault) << fault.name;
    if (trace.fault->step == none) continue;
    const std::size_t first = trace.fault->step + 1, end = trace.steps.size();
    for (std::size_t step = first; step <= end; ++step) {
      if (!is_thorough() && step > first + 2 && step < end) continue;
      seek(document, step);
      const Moment now = moment(document);
      const bool told =
          why(now).starts_with("Since step ") || why(now).starts_with(fault_words(*trace.fault));
      EXPECT_TRUE(told) << fault.name << " at step " << step << ": " << why(now);
      EXPECT_TRUE(formula(now).title.empty()) << fault.name << " at step " << step;
    }
  }
}

TEST(Orders, AreCountedAlsoOfARunThatBrokeOff) {
  Document document = make_document();
  run_script(document, "fault ks_barrier; fault_orders 4");
  ASSERT_TRUE(document.orders);
  EXPECT_EQ(document.orders->right[0], 0u);
  EXPECT_EQ(document.orders->right[1], radix::OrderCounts::runs);
  EXPECT_EQ(document.orders->found, radix::OrderCounts::runs);
  EXPECT_NE(document.note.find("from the last to the first 60 of 60 times"), std::string::npos)
      << document.note;
  const Moment end = moment(document);
  ASSERT_NE(end.orders, nullptr);
  std::string page;
  for (const Text& each : draw(figure_for(end), end).texts) page += each.text + "\n";
  EXPECT_NE(page.find("60 of 60"), std::string::npos) << page;
}

/// A block of two warps whose race goes right in every forward run, and is named in each.
TEST(Orders, OfARaceThatHidesAreRightForward) {
  const auto counts = count_orders(*radix::planted_fault_named("first_barrier"), 64);
  EXPECT_EQ(counts.right[0], 60u);
  EXPECT_EQ(counts.right[1], 0u);
  EXPECT_EQ(counts.found, 60u);
}

TEST(Orders, AreSteppedAndStandInTheState) {
  Document document = make_document();
  run_script(document, "fault first_barrier; thread_order reverse; block_order shuffled");
  const std::string line = state_string(document);
  EXPECT_NE(line.find("thread_order=reverse"), std::string::npos) << line;
  EXPECT_NE(line.find("block_order=shuffled"), std::string::npos) << line;
  Document other = make_document();
  EXPECT_EQ(apply_state(other, line), "");
  EXPECT_EQ(other.lane().setup.thread_order, radix::Schedule::reverse);
  EXPECT_EQ(other.lane().setup.block_order, radix::Schedule::shuffled);
  EXPECT_EQ(state_string(make_document()).find("order"), std::string::npos);
}

}  // namespace
}  // namespace scope
