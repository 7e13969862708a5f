/// The book's two editions: the table, every text that the program can say under either, and that
/// no number stands anywhere else.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "app/commands/commands.hpp"
#include "app/commands/exam.hpp"
#include "app/commands/menus.hpp"
#include "app/core/base/files.hpp"
#include "app/core/base/text.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "app/core/words/sort_title.hpp"
#include "app/document/bug_gallery.hpp"
#include "app/export/transcript.hpp"
#include "app/judge/exercises.hpp"
#include "app/sorts/families/families.hpp"
#include "app/state/lesson.hpp"
#include "app/state/lesson_check.hpp"
#include "app/state/preferences.hpp"
#include "app/state/presets.hpp"
#include "app/state/state.hpp"
#include "kernels/engine/model/edition.hpp"
#include "tests/support/said.hpp"

namespace scope {
namespace {

namespace fs = std::filesystem;
using radix::Edition;
constexpr Edition both[] = {Edition::fourth, Edition::fifth};

/// The 4th edition again behind every test: it is the whole program's.
class Editions : public testing::Test {
 protected:
  void TearDown() override { radix::use_edition(Edition::fourth); }
};

std::string digit(Edition edition) { return edition == Edition::fourth ? "4" : "5"; }

// ------------------------------------------------------------------------------------- the table

TEST_F(Editions, FiguresMovedByThreeAndMergeSortToTheFront) {
  for (int k = 1; k <= 10; ++k) {
    const std::string id = "fig13-" + std::to_string(k);
    radix::use_edition(Edition::fourth);
    EXPECT_EQ(figure_name(id), "Figure 13." + std::to_string(k));
    radix::use_edition(Edition::fifth);
    EXPECT_EQ(figure_name(id), "Figure 14." + std::to_string(k + 3));
  }
  EXPECT_EQ(figure_name("fig13-11"), "Figure 14.3");
  EXPECT_EQ(figure_name("Disorder"), "Disorder");
}

TEST_F(Editions, NoEditionHasANumberTwice) {
  for (const Edition each : both) {
    std::set<std::string> seen;
    for (const radix::NumberedRow& row : radix::book_figures())
      if (row.numbers.in(each)) EXPECT_TRUE(seen.insert(row.numbers.in(each)).second) << row.name;
    seen.clear();
    for (const radix::SectionRow& row : radix::sections()) {
      EXPECT_EQ(&radix::row_of(row.section), &row);
      const bool within = each == Edition::fourth && row.section == radix::Section::odd_even;
      if (!within) EXPECT_TRUE(seen.insert(row.numbers.in(each)).second) << row.name;
    }
  }
}

TEST_F(Editions, SectionsAreKnownByNameAndByEitherNumber) {
  for (const Edition each : both) {
    radix::use_edition(each);
    for (const char* text : {"coalescing", "13.4", "14.6"})
      EXPECT_EQ(radix::section_called(text), radix::Section::coalescing) << text;
    EXPECT_EQ(radix::section_called("13.8"), radix::Section::other);
    EXPECT_EQ(radix::section_called("14.2"), radix::Section::odd_even);
    EXPECT_FALSE(radix::section_called("13.9"));
    EXPECT_FALSE(radix::section_called(""));
  }
}

TEST_F(Editions, SlotsAreFilled) {
  const std::string text =
      "Figure {figure:fig13-9} of {section:coalescing}, chapter {chapter:merge}; {figure:none} {a}";
  EXPECT_EQ(radix::filled(text), "Figure 13.9 of 13.4, chapter 12; {figure:none} {a}");
  radix::use_edition(Edition::fifth);
  EXPECT_EQ(radix::filled(text), "Figure 14.12 of 14.6, chapter 13; {figure:none} {a}");
  EXPECT_EQ(radix::filled("{"), "{");
  EXPECT_EQ(radix::filled(""), "");
}

TEST_F(Editions, TheReadmeHasBothNumbersOfEverySort) {
  const auto text = read_text(std::string(RADIX_SOURCE_DIR) + "/README.md");
  ASSERT_TRUE(text);
  for (const radix::SortInfo& sort : radix::sorts()) {
    const std::size_t at = text->find(std::string("`") + sort.name + "` |");
    ASSERT_NE(at, std::string::npos) << sort.name;
    const radix::EditionNumbers& numbers = radix::row_of(sort.section).numbers;
    const std::string cell = std::string("| ") + numbers.fourth + " · " + numbers.fifth + " |";
    EXPECT_LT(text->find(cell, at), text->find('\n', at)) << sort.name << cell;
  }
}

// --------------------------------------------------------------------------- written by hand

const std::regex& number() {
  static const std::regex pattern("(^|[^0-9.])1[34]\\.[0-9]");
  return pattern;
}

/// The string literals of C++ text, one a line.
std::string literals_of(const std::string& text) {
  std::string found;
  bool in_string = false, in_comment = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\n') in_comment = in_string = false;
    if (in_comment) continue;
    if (!in_string && text.compare(i, 2, "//") == 0) in_comment = true;
    if (!in_string && c == '\'' && text.compare(i, 3, "'\"'") == 0)
      i += 2;
    else if (c == '"')
      in_string = !in_string, found += '\n';
    else if (in_string && c == '\\')
      found += text.substr(i++, 2);
    else if (in_string)
      found += c;
  }
  return found;
}

/// "" or the first number of a section or a figure in a text.
std::string written_by_hand(const std::string& text, const std::regex& pattern = number()) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (std::regex_search(line, pattern)) return line;
  return "";
}

/// In tables of measured times a number alone is no section's: there it is named as one.
const std::regex& named_number() {
  static const std::regex pattern(
      "([Ss]ections?|[Cc]hapters?|[Ff]igures?|Figs?\\.|to|and) 1[34]\\.[0-9]");
  return pattern;
}

/// Of a kernel the head may have both numbers, as the table has them.
std::string without_heads(const std::string& text) {
  std::string rest = text;
  for (const radix::SectionRow& row : radix::sections()) {
    const std::string head =
        std::string("PMPP 4th ed. ") + row.numbers.fourth + ", 5th ed. " + row.numbers.fifth;
    for (std::size_t at = rest.find(head); at != rest.npos; at = rest.find(head))
      rest.erase(at, head.size());
  }
  return rest;
}

std::string text_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST_F(Editions, NoNumberIsWrittenByHand) {
  const fs::path root = RADIX_SOURCE_DIR;
  int sources = 0, kernels = 0, assets = 0;
  for (const char* folder : {"app", "kernels", "assets"})
    for (const auto& each : fs::recursive_directory_iterator(root / folder)) {
      const std::string name = each.path().filename().string(),
                        path = each.path().lexically_relative(root).generic_string(),
                        kind = each.path().extension().string();
      if (name == "edition.cpp" || name == "edition.hpp" || !each.is_regular_file()) continue;
      const bool made = path.starts_with("assets/gallery") || path.starts_with("assets/timing");
      const std::string text = text_of(each.path());
      if (kind == ".cpp" || kind == ".hpp") {
        ++sources;
        EXPECT_EQ(written_by_hand(literals_of(text)), "") << path;
      } else if (path.starts_with("kernels") && (kind == ".cu" || kind == ".cuh")) {
        ++kernels;
        EXPECT_EQ(written_by_hand(without_heads(text)), "") << path;
      } else if (!made && (kind == ".json" || kind == ".cu" || kind == ".html" || kind == ".js" ||
                           kind == ".md" || kind == ".sh")) {
        ++assets;
        const bool measured =
            path == "kernels/timing/README.md" || path == "kernels/fast/README.md";
        EXPECT_EQ(written_by_hand(text, measured ? named_number() : number()), "") << path;
      }
    }
  EXPECT_GT(sources, 300);
  EXPECT_GT(kernels, 30);
  EXPECT_GT(assets, 60);
}

TEST_F(Editions, ANumberByHandIsFound) {
  EXPECT_NE(written_by_hand(literals_of("  say(\"see 13.4 for it\")")), "");
  EXPECT_EQ(written_by_hand(literals_of("  // see \"13.4\"\n say(\"1\", 13.5f)")), "");
  EXPECT_NE(written_by_hand("Figure 14.12"), "");
  EXPECT_NE(written_by_hand("as Section 13.4 says", named_number()), "");
  EXPECT_EQ(written_by_hand("| 14.2 / 14.4 | CUDA 13.0 |", named_number()), "");
  EXPECT_EQ(written_by_hand("213.4 and 1.13.4"), "");
  EXPECT_NE(written_by_hand(without_heads("/// PMPP 4th ed. 13.4, 5th ed. 14.7")), "");
  EXPECT_EQ(written_by_hand(without_heads("/// PMPP 4th ed. 13.4, 5th ed. 14.6")), "");
}

// ------------------------------------------------------------------------- all that it says

/// A text with the other edition's numbers, or with a slot that was not filled.
std::string foreign(const std::string& text, Edition edition) {
  static const std::regex of_fourth("(^|[^0-9.])13\\.[0-9]+(?! ?(%|×|ms|µs|MB|GB|KB|KiB|MiB|GiB))"),
      of_fifth("(^|[^0-9.])14\\.[0-9]+(?! ?(%|×|ms|µs|MB|GB|KB|KiB|MiB|GiB))");
  const std::string rest = without_heads(text);
  for (const char* slot : {"{section:", "{figure:", "{chapter:"})
    if (rest.find(slot) != rest.npos) return slot;
  std::smatch found;
  return std::regex_search(rest, found, edition == Edition::fourth ? of_fifth : of_fourth)
             ? found.str()
             : "";
}

struct Said {
  Edition edition;
  std::size_t texts = 0;
  void operator()(const std::string& text, const std::string& where) {
    ++texts;
    EXPECT_EQ(foreign(text, edition), "") << where << ": " << text.substr(0, 400);
  }
};

void say_commands(Said& said) {
  for (const Command& command : commands()) {
    said(command.help, command.name);
    if (command.choices)
      for (const FieldChoice& choice : command.choices()) said(choice.about, command.name);
  }
  for (const MenuRow& row : file_menu()) said(row.title, row.command);
}

void say_lessons(Said& said) {
  for (const Lesson& lesson : lessons()) {
    said(heading_of(lesson) + " " + lesson.about, lesson.name);
    for (const Slide& slide : lesson.slides)
      said(slide.title + " " + slide.caption + " " + slide.answer + " " + slide.notes, lesson.name);
  }
}

void say_shelves(Said& said) {
  for (const Preset& preset : presets().list) said(preset.title + " " + preset.about, preset.name);
  const auto questions = exam_questions();
  ASSERT_TRUE(questions) << questions.error.sentence;
  for (const ExamQuestion& each : *questions) said(each.section + " " + each.question, each.name);
  for (const StudentExercise& each : student_exercises()) {
    said(radix::filled(each.task), each.title);
    said(exercise_text(each.number), each.title);
  }
  for (const radix::PlantedFault& fault : radix::planted_faults())
    said(std::string(radix::number_of(fault.section)) + " " + fault.title + " " + fault.wrong,
         fault.name);
}

/// Every sort with its preset: what stands beside each step, and each of its figures.
void say_runs(Said& said) {
  for (const auto& list : {radix::sorts(), radix::bugs_in_print()})
    for (const radix::SortInfo& sort : list) {
      said(sort_title(sort), sort.name);
      Document document = make_document();
      const std::string refusal =
          run_script(document, say("engine cpu; radix 2; keys_per_thread 2; sort ", sort.name));
      EXPECT_TRUE(refusal.empty() || sort.wrong) << sort.name << " " << refusal;
      const std::size_t steps = document.lane().trace->steps.size();
      for (std::size_t cursor = 0; cursor <= steps; ++cursor) {
        document.lane().cursor = cursor;
        const Moment now = moment(document);
        const Formula card = formula(now);
        said(why(now) + " " + place_words(now) + " " + card.title + " " + card.words + card.hint,
             sort.name);
        for (const Figure& figure : figures()) {
          if (figure.tools != Tools::none || !fits(figure, now) || cursor % 5 != 0) continue;
          const Scene scene = draw(figure, now);
          said(scene.title + " " + scene.subtitle, figure.id);
          for (const Text& text : scene.texts) said(text.text, figure.id);
        }
      }
    }
}

TEST_F(Editions, EveryTextHasTheNumbersOfTheReadersEdition) {
  for (const Edition each : both) {
    radix::use_edition(each);
    Said said{each};
    say_commands(said);
    say_lessons(said);
    say_shelves(said);
    in_every_language([&](const std::string&) {
      say_runs(said);
      for (const Figure& figure : figures())
        said(number_of(figure) + figure.title.c_str(), figure.id);
    });
    EXPECT_GT(said.texts, 20000u);
  }
}

TEST_F(Editions, TheCheckFindsAForeignNumber) {
  EXPECT_NE(foreign("Figure 13.9 shows it.", Edition::fifth), "");
  EXPECT_NE(foreign("as in 14.6", Edition::fourth), "");
  EXPECT_NE(foreign("Section {section:none}", Edition::fourth), "");
  EXPECT_EQ(foreign("Figure 14.12, 13 keys, 13.5 % of them", Edition::fifth), "");
}

TEST_F(Editions, ExamsAndLessonsHoldUnderBoth) {
  std::size_t asked[2] = {};
  for (const Edition each : both) {
    radix::use_edition(each);
    const auto all = exam_questions();
    ASSERT_TRUE(all);
    for (const char* section : {"13.4", "14.6", "coalescing"}) {
      const auto sheet = exam_sheet(section, "markdown");
      ASSERT_TRUE(sheet) << section;
      asked[each == Edition::fifth] = static_cast<std::size_t>(std::ranges::count(
          *all, radix::number_of(radix::Section::coalescing), &ExamQuestion::section));
      EXPECT_NE(sheet->find(each == Edition::fourth ? "(13.4;" : "(14.6;"), sheet->npos);
    }
    EXPECT_FALSE(exam_sheet("15", "markdown"));
    for (const char* name : {"coalescing", "13.4", "14.6"}) {
      const Lesson* lesson = lesson_named(name);
      ASSERT_NE(lesson, nullptr) << name;
      EXPECT_EQ(lesson->name, "coalescing");
    }
    for (const Lesson& lesson : lessons()) {
      if (lesson.section.empty()) continue;
      for (const SlideCheck& slide : check(lesson)) EXPECT_EQ(slide.error, "") << lesson.name;
    }
  }
  EXPECT_GT(asked[0], 0u);
  EXPECT_EQ(asked[0], asked[1]);
}

// ------------------------------------------------------------------------------- the setting

TEST_F(Editions, EveryAliasOpensTheFigureUnderEither) {
  for (const Edition each : both)
    for (const radix::NumberedRow& row : radix::book_figures()) {
      const Figure* figure = figure_named(row.name);
      if (!figure) continue;  // a listing of the book
      for (const Edition other : both) {
        if (!row.numbers.in(other)) continue;
        const std::string plain = row.numbers.in(other);
        std::string id = "fig" + plain;
        std::ranges::replace(id, '.', '-');
        for (const std::string& alias : {plain, id}) {
          Document document = make_document();
          ASSERT_EQ(run_command(document, "edition", digit(each)), "");
          ASSERT_EQ(run_command(document, "figure", alias), "") << alias;
          EXPECT_EQ(document.figure, row.name) << alias;
        }
      }
    }
}

TEST_F(Editions, SortsStandInTheOrderOfTheEdition) {
  const auto order = [] {
    std::vector<std::string> names;
    for (const radix::SortInfo* sort : sorts_by_section()) names.push_back(sort->name);
    return names;
  };
  const auto before = [&](const char* a, const char* b) {
    const auto all = order();
    return std::ranges::find(all, a) < std::ranges::find(all, b);
  };
  EXPECT_TRUE(before("one_bit", "merge_serial"));
  EXPECT_TRUE(before("merge_serial", "transposition"));
  radix::use_edition(Edition::fifth);
  EXPECT_TRUE(before("transposition", "merge_serial"));
  EXPECT_TRUE(before("merge_serial", "one_bit"));
  EXPECT_TRUE(before("coarse", "network_global"));
  EXPECT_EQ(sort_title(*radix::sort_named("block_sort")), "Sort in the block first · 14.6");
  const auto named = [](const char* name) {
    return std::ranges::find(lessons(), name, &Lesson::name) - lessons().begin();
  };
  EXPECT_LT(named("merge_sort"), named("radix_sort"));
  EXPECT_LT(named("networks"), named("own_kernel")) << "those of no section come last";
}

TEST_F(Editions, AStateCarriesItAndOneWithoutIsOfTheFourth) {
  Document document = make_document();
  EXPECT_EQ(state_string(document).find("edition"), std::string::npos);
  ASSERT_EQ(run_command(document, "edition", "5"), "");
  EXPECT_EQ(radix::edition(), Edition::fifth);
  const std::string line = state_string(document), session = session_text(document);
  EXPECT_NE(line.find("/edition=5"), line.npos);
  EXPECT_NE(run_command(document, "edition", "6"), "");
  EXPECT_EQ(document.edition, Edition::fifth);
  ASSERT_EQ(apply_state(document, state_prefix), "");
  EXPECT_EQ(document.edition, Edition::fourth);
  EXPECT_EQ(radix::edition(), Edition::fourth);
  for (const std::string& text : {line, session}) {
    ASSERT_EQ(apply_state(document, state_prefix), "");
    ASSERT_EQ(apply_state(document, text), "");
    EXPECT_EQ(radix::edition(), Edition::fifth);
  }
  EXPECT_NE(apply_state(document, "radixscope:1/edition=4/pin=99"), "");
  EXPECT_EQ(document.edition, Edition::fifth) << "what is refused changes nothing";
  EXPECT_EQ(radix::edition(), Edition::fifth);
}

TEST_F(Editions, LessonsAndPresetsKeepTheReaders) {
  Document document = make_document();
  ASSERT_EQ(run_script(document, "edition 5; lesson coalescing 3; preset fig13_11"), "");
  EXPECT_EQ(document.edition, Edition::fifth);
  EXPECT_EQ(preset_named("fig13_11")->title, "Figure 14.3");
  ASSERT_EQ(run_script(document, "lesson coalescing 3"), "");
  ASSERT_NE(document.lesson, nullptr);
  EXPECT_EQ(heading_of(*document.lesson).substr(0, 4), "14.6");
  ASSERT_EQ(run_script(document, "edition"), "");
  EXPECT_EQ(document.edition, Edition::fourth) << "the other one";
  EXPECT_EQ(heading_of(*document.lesson).substr(0, 4), "13.4");
  EXPECT_EQ(document.slide, 2u);
  ASSERT_EQ(run_script(document, "edition 5; start_over"), "");
  EXPECT_EQ(document.edition, Edition::fifth);
}

TEST_F(Editions, TheReadersOwnIsAPreferenceThatNoStateChanges) {
  Document document = make_document();
  EXPECT_FALSE(document.own_edition) << "to be asked for";
  ASSERT_EQ(run_command(document, "edition", "5"), "");
  const std::string kept = preferences_text(document);
  ASSERT_EQ(apply_state(document, state_prefix), "");
  EXPECT_EQ(document.own_edition, Edition::fifth);
  EXPECT_EQ(preferences_text(document), kept);
  Document next = make_document();
  ASSERT_EQ(take_preferences(next, kept), "");
  EXPECT_EQ(next.edition, Edition::fifth);
  EXPECT_EQ(radix::edition(), Edition::fifth);
}

}  // namespace
}  // namespace scope
