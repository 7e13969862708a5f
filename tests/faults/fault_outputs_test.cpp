// What a run with a planted fault says and draws, in every format that leaves the program: nothing
// crashes, no equation is wrong, and what is quoted of an array stands there.
#include <gtest/gtest.h>

#include <random>
#include <regex>

#include "app/core/base/text.hpp"
#include "app/core/words/fault_words.hpp"
#include "app/document/bug_gallery.hpp"
#include "app/export/html.hpp"
#include "app/export/pages.hpp"
#include "app/export/question_sheet.hpp"
#include "app/export/svg.hpp"
#include "app/export/transcript.hpp"
#include "app/sorts/families/families.hpp"
#include "app/sorts/families/question_plan.hpp"
#include "kernels/engine/faults/faults.hpp"
#include "tests/support/app_states.hpp"
#include "tests/support/said.hpp"
#include "tests/support/thorough.hpp"
#include "text/families.hpp"

namespace scope {
namespace {

// -------------------------------------------------------------------------- equations in sentences

/// The value of "12 − (3 − 1) + 4" from left to right; nothing where it is no such sum.
std::optional<int64_t> value_of(const std::string& text, std::size_t& at) {
  int64_t sum = 0, sign = 1;
  while (at < text.size()) {
    if (text[at] == ' ') {
      ++at;
    } else if (text[at] == '(') {
      const auto inner = value_of(text, ++at);
      if (!inner || at >= text.size() || text[at++] != ')') return std::nullopt;
      sum += sign * *inner, sign = 1;
    } else if (std::isdigit(static_cast<unsigned char>(text[at])) != 0) {
      std::size_t used = 0;
      sum += sign * static_cast<int64_t>(std::stoull(text.substr(at), &used));
      at += used, sign = 1;
    } else if (text[at] == '+') {
      ++at, sign = 1;
    } else if (text.compare(at, 3, "−") == 0) {
      at += 3, sign = -1;
    } else if (text[at] == ')') {
      return sum;
    } else {
      return std::nullopt;
    }
  }
  return sum;
}

/// "" or the first equation of a text whose sides are not equal: "2 + 1 = 0". What stands behind a
/// number in brackets names it. Sums modulo 2^32, as the kernels make them.
std::string wrong_equation(const std::string& text, std::size_t* read = nullptr) {
  static const std::regex name(" \\([^()0-9][^()]*\\)");
  static const std::regex equation(
      "((?:\\(?\\d+\\)?)(?: (?:\\+|−) \\(?\\d+\\)?(?: − \\d+\\))?)+) = (\\d+)(?![\\d ]*(?:\\+|−))");
  const std::string bare = std::regex_replace(text, name, "");
  for (std::sregex_iterator m(bare.begin(), bare.end(), equation), end; m != end; ++m) {
    std::size_t at = 0;
    const auto left = value_of((*m)[1], at);
    if (!left) continue;
    if (read) ++*read;
    if (static_cast<uint32_t>(*left) != static_cast<uint32_t>(std::stoull((*m)[2])))
      return m->str();
  }
  return "";
}

/// "" or what is quoted of an array and does not stand there: "destination[3] is not 7". Keys are
/// quoted by broken.held_key.
std::string wrong_quote(const Sentences& all, const radix::Trace& trace) {
  const auto& fault = trace.fault;
  if (!fault || fault->step >= trace.steps.size()) return "";
  for (const text::FilledMessage& said : all) {
    if (said.name != "broken.first_value") continue;
    const std::string holds = said.at("holds");
    const bool number = std::ranges::all_of(holds, [](char c) { return c >= '0' && c <= '9'; });
    for (const radix::SharedArray& array : trace.steps[fault->step].arrays) {
      const std::size_t i = number_at(said, "index");
      if (number && radix::info(array->id).name == said.at("array") && i < array->values.size() &&
          std::to_string(array->values[i]) != holds)
        return joined({said.at("array"), "[", i, "] is not ", holds});
    }
  }
  return "";
}

/// The words say what went wrong, or that what is said of the right kernels may not hold.
bool warns(const std::string& words, const Sentences& said, const radix::Trace& trace) {
  const text::Label notes[] = {text::families::planted_so_far, text::families::planted_alike,
                               text::families::planted_unmet, text::families::planted,
                               text::families::planted_here};
  return said_of(said, "families.planted_since") != nullptr ||
         std::ranges::any_of(notes,
                             [&](const text::Label& note) {
                               return words.find(std::string(note)) != words.npos;
                             }) ||
         (trace.fault && words.starts_with(fault_words(*trace.fault)));
}

/// The run that shows the fault.
Document with_fault(const std::string& name) {
  const radix::PlantedFault& fault = *radix::planted_fault_named(name);
  Document document = make_document();
  document.lane().setup = setup_of(fault, fault.shows, document.lane().setup);
  tick(document, 0);
  return document;
}

TEST(Quotes, AWrongOneIsFound) {
  const Document document = with_fault("network_wrong_direction");
  const radix::Trace& trace = *document.lane().trace;
  const Sentences said = said_by([&] { fault_words(*trace.fault); });
  ASSERT_NE(said_of(said, "broken.first_value"), nullptr);
  EXPECT_EQ(wrong_quote(said, trace), "");
  EXPECT_NE(wrong_quote(with_slot(said, "broken.first_value", "holds", "77"), trace), "");
}

TEST(Equations, AreReadAndAWrongOneIsFound) {
  EXPECT_EQ(wrong_equation("so slot 12 + (3 − 1) = 14. And 8 − 3 = 5 zeros."), "");
  EXPECT_NE(wrong_equation("so slot 12 + (3 − 1) = 13."), "");
  EXPECT_NE(wrong_equation("thread 39 of block 0 gets 4 + 16 = 4"), "");
  EXPECT_NE(wrong_equation("sum = own + left = 2 (own) + 1 (left) = 0"), "");
  std::size_t read = 0;
  EXPECT_EQ(wrong_equation("slot = begin − ones = 4 (begin) − 1 (ones) = 3", &read), "");
  EXPECT_EQ(read, 1u);
}

class FaultOutputs : public testing::TestWithParam<std::string> {};

TEST_P(FaultOutputs, NothingCrashesAndNoEquationIsRefuted) {
  const radix::PlantedFault& fault = *radix::planted_fault_named(GetParam());
  std::mt19937 next(static_cast<uint32_t>(std::hash<std::string>()(fault.name)));
  for (uint32_t input = 0; input <= cases(2, 30); ++input) {
    std::string keys = fault.shows.keys;
    const uint32_t bits = std::min(fault.shows.settings.key_bits, 8u);
    for (uint32_t k = 0, count = input == 0 ? 0 : 1 + static_cast<uint32_t>(next() % 20); k < count;
         ++k)
      keys = (k == 0 ? "" : keys + " ") + std::to_string(next() % (1u << bits));
    Document document = make_document();
    document.lane().setup = setup_of(fault, fault.shows, document.lane().setup);
    document.lane().setup.keys_text = keys;
    tick(document, 0);
    if (!document.lane().trace || document.lane().trace->family == nullptr) continue;
    const radix::Trace& trace = *document.lane().trace;
    const std::string where = fault.name + ", keys " + keys;
    std::string text;
    const Sentences said = said_by([&] { text = transcript(trace); });
    ASSERT_EQ(wrong_equation(text), "") << where;
    ASSERT_EQ(wrong_quote(said, trace), "") << where;
    for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor) {
      Moment moment{.trace = &trace, .cursor = cursor, .large = (cursor + input) % 3 == 0};
      if (trace.problem.size() > 0 && input % 2 == 1)
        moment.pinned = static_cast<uint32_t>(cursor) % trace.problem.size();
      moment.example_key = example_key_of(moment);
      if (cursor > 0 && !moment.blind && trace.problem.size() > 0) {
        std::string words;
        const Sentences heard = said_by([&] { words = why(moment); });
        ASSERT_TRUE(warns(words, heard, trace)) << where << ", step " << cursor << ": " << words;
      }
      for (const Figure& figure : figures()) {
        const bool best = &figure == &figure_for(moment);
        if (!best && (figure.tools == Tools::timing || figure.tools == Tools::chart ||
                      !fits(figure, moment) || (cursor + input) % 4 != 0))
          continue;
        const std::string svg =
            to_svg(draw(figure, moment), theme(ThemeId::dark), moment.selected());
        ASSERT_EQ(wrong_equation(svg), "") << where << ", " << figure.id << ", step " << cursor;
      }
    }
    if (input <= cases(0, 30)) {
      ASSERT_FALSE(to_html(handout_of(document, StepSize::stage)).empty()) << where;
      const auto questions = question_sheet(trace, input + 1, 8);
      question_sheet_text(trace, questions, "gift", 1);
    }
  }
}

/// "" or the first number that one language says and another one does not. How the name of an array
/// is made of another one is the language's own.
std::string other_number(Sentences english, Sentences other) {
  for (Sentences* each : {&english, &other})
    std::erase_if(
        *each, [](const text::FilledMessage& said) { return said.name == "captions.the_array"; });
  if (english.size() != other.size()) return "more messages";
  for (std::size_t k = 0; k < english.size(); ++k) {
    if (english[k].name != other[k].name) return english[k].name;
    for (const auto& [slot, shown] : english[k].slots)
      if (shown.find_first_not_of("0123456789") == shown.npos && other[k].at(slot) != shown)
        return english[k].name + "." + slot;
  }
  return "";
}

TEST(Quotes, AnotherNumberInAnotherLanguageIsFound) {
  const Document document = with_fault("ks_barrier");
  const Sentences said = said_by([&] { fault_words(*document.lane().trace->fault); });
  ASSERT_NE(said_of(said, "broken.told_race"), nullptr);
  EXPECT_EQ(other_number(said, said), "");
  EXPECT_NE(other_number(said, with_slot(said, "broken.told_race", "index", "77")), "");
  EXPECT_NE(other_number(said, {}), "");
}

/// The same messages with the same numbers whatever the language.
TEST_P(FaultOutputs, AreSaidInEveryLanguageByTheSameSlots) {
  const Document document = with_fault(GetParam());
  const radix::Trace& trace = *document.lane().trace;
  ASSERT_TRUE(trace.fault);
  std::string english;
  const Sentences said = said_by([&] { english = fault_words(*trace.fault); });
  EXPECT_FALSE(said.empty());
  in_every_language([&](const std::string& language) {
    std::string text;
    EXPECT_EQ(other_number(said, said_by([&] { text = fault_words(*trace.fault); })), "")
        << language << ": " << text;
    if (language == "zh-Hans" || language == "ko") EXPECT_NE(text, english) << language;
  });
}

std::vector<std::string> every_fault() {
  std::vector<std::string> names;
  for (const radix::PlantedFault& fault : radix::planted_faults()) names.push_back(fault.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Every, FaultOutputs, testing::ValuesIn(every_fault()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace scope
