/// Nothing that a reader sees is English alone: in a language where every text of the catalogue
/// stands in ⟦ ⟧, whatever has letters outside them is the name of a kernel, an array, a unit or a
/// key, or is missing from the catalogue.
#include <gtest/gtest.h>

#include <cctype>
#include <cstdlib>
#include <cstring>
#include <map>
#include <regex>
#include <set>

#include "app/commands/search.hpp"
#include "app/core/base/files.hpp"
#include "app/core/base/languages.hpp"
#include "app/core/scene/theme.hpp"
#include "app/core/words/fault_words.hpp"
#include "app/core/words/kernel_words.hpp"
#include "app/document/bug_gallery.hpp"
#include "app/export/svg.hpp"
#include "app/sorts/families/families.hpp"
#include "app/timing/choice.hpp"
#include "kernels/engine/faults/faults.hpp"
#include "kernels/engine/model/settings.hpp"
#include "kernels/engine/model/sources.hpp"
#include "kernels/text/message.hpp"
#include "tests/support/app_states.hpp"
#include "tests/support/film.hpp"
#include "tests/support/moments.hpp"

namespace scope {
namespace {

class Pseudo : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    const std::string file = testing::TempDir() + "words_qps.po";
    const std::string command = std::string("python3 '") + RADIX_SOURCE_DIR +
                                "/assets/words/words.py' pseudo '" + file + "'";
    ASSERT_EQ(std::system(command.c_str()), 0);
    const auto po = read_file(file);
    ASSERT_EQ(po.error, "");
    const text::Added added = text::add_language("qps", po.text);
    ASSERT_EQ(added.broken, 0u) << added.first_broken;
    ASSERT_GT(added.translated, 4000u);
  }
  void SetUp() override { ASSERT_TRUE(text::choose_language("qps")); }
  void TearDown() override { text::choose_language("en"); }
};

/// Names that stand in no catalogue: of units, devices, functions and what the book writes so.
const std::set<std::string, std::less<>> names{
    "kB",        "MB",   "GB",     "TB",    "KiB",   "MiB",    "GiB",  "ms",
    "MHz",       "GKey", "MKey",   "kKey",  "lg",    "NVIDIA", "CUDA", "CPU",
    "atomicMin", "CUB",  "Thrust", "Kogge", "Stone", "Brent",  "Kung", "Blelloch"};

bool is_source_file(const std::string& word) {
  return std::ranges::any_of(radix::embedded_sources(), [&](const radix::SourceFile& file) {
    const std::string_view path = file.name;
    const std::size_t slash = path.rfind('/') + 1;
    return path.substr(slash).starts_with(word) && word.size() > 1;
  });
}

/// The words of a text that are not in the catalogue: of two English letters or more. A word with _
/// or a digit at its start is a name, and so is what stands in “ ” or as a file, also cut short.
std::vector<std::string> english_in(std::string text) {
  static const std::regex quoted("“[^”]*”?"), file("[A-Za-z0-9_/]+\\.(cuh|cu|hpp|h)\\b");
  text = std::regex_replace(std::regex_replace(text, quoted, ""), file, "");
  static const std::regex word("[A-Za-z0-9_]*[A-Za-z_][A-Za-z0-9_]*(\\.?…)?");
  std::vector<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), word), end; at != end; ++at) {
    std::string each = at->str();
    const bool cut = each.ends_with("…");
    if (cut) each.resize(each.find_first_of("….\xE2"));
    const auto letters =
        std::ranges::count_if(each, [](unsigned char c) { return std::isalpha(c); });
    if (letters < 2 || names.contains(each) || each.find('_') != each.npos ||
        std::isdigit(static_cast<unsigned char>(each[0])) || (cut && is_source_file(each)))
      continue;
    found.push_back(each);
  }
  return found;
}

/// What was found: a word, and the first place where it stands.
struct Findings {
  std::map<std::string, std::string> words;
  std::set<std::string> read;  // most texts come many times

  void look(const std::string& text, const std::string& where) {
    if (!read.insert(text).second) return;
    for (const std::string& word : english_in(text)) words.insert({word, where + ": " + text});
  }
  void look_at_scene(const Scene& scene, const std::string& where) {
    std::string all;  // a sentence in lines may be cut inside what it quotes
    for (const Text& text : scene.texts) all += text.text + "\n";
    for (const std::string& text : {scene.title, scene.subtitle, scene.answer, all})
      look(text, where);
    for (const Brace& brace : scene.braces) look(brace.label, where);
    for (const Heatmap& map : scene.heatmaps) look(map.name, where);
    for (const Cell& cell : scene.cells)
      for (const std::string& text : {cell.tip, cell.text, cell.note}) look(text, where);
  }
  void look_at_words(const Moment& moment, const std::string& where) {
    look(why(moment), where + "why");
    look(place_words(moment), where + "place");
    const Formula card = formula(moment);
    for (const std::string& text : {card.title, card.words, card.hint, card.result})
      look(text, where + "formula");
    for (const Term& each : card.terms) look(each.name + " " + each.value, where + "formula");
    const Invariants kept = invariants_of(moment);
    for (const std::string& text : {kept.order, kept.keys, kept.equals}) look(text, where + "kept");
    for (const Promise& each : kept_so_far(moment))
      look(std::string(each.name) + " " + each.value, where + "kept");
    for (const Total& each : totals_so_far(moment))
      look(each.name + " " + each.value, where + "totals");
    const Legend legend = legend_of(moment);
    look(legend.name, where + "legend");
    for (const std::string& text : legend.colours) look(text, where + "legend");
    for (uint32_t id = 0; id < 6 && id < moment.problem().size(); id += 5)
      for (const std::string& text : thread_words(moment, id)) look(text, where + "threads");
    if (!moment.step()) return;
    look(part_name(*moment.trace, moment.step()->pass), where + "part");
    look(caption_words(*moment.step()), where + "caption");
  }
  /// Every step of a run in every figure that shows it; the closed forms at its ends alone.
  void look_at_run(const Trace& trace, bool low, const std::string& name) {
    const Film film(trace, low);
    const std::size_t last = trace.steps.size();
    for (std::size_t cursor = 0; cursor <= last; ++cursor) {
      Moment moment = film.moment_at(cursor);
      const std::string where = name + ", step " + std::to_string(cursor) + ", ";
      for (const Figure& each : figures()) {
        const bool of_family = std::ranges::any_of(
            family_of(trace).figures, [&](const Figure& own) { return &own == &each; });
        if ((of_family || cursor == 0 || cursor == last) && fits(each, moment))
          look_at_scene(each.draw(moment), where + each.id);
      }
      look_at_words(moment, where);
      if (trace.problem.size() < 4) continue;
      moment.pinned = 3;
      look_at_words(moment, where);
    }
    look(cut_words(*radix::sort_named(trace.sort), trace.problem.settings()), name + ", cut");
  }
  std::string all() const {
    std::string text;
    for (const auto& [word, where] : words) text += word + " in " + where.substr(0, 400) + "\n";
    return text;
  }
};

/// A run of a sort with other settings, keys and values for every seed; nothing where the sort
/// refuses them.
std::optional<Trace> varied_run(const radix::SortInfo& sort, uint32_t seed) {
  using radix::KeyType;
  using radix::SortOrder;
  std::mt19937 next(seed);
  radix::Settings s;
  s.key_type = pick({KeyType::plain, KeyType::plain, KeyType::sign, KeyType::real}, next);
  const bool real = s.key_type == KeyType::real;
  s.key_bits = real ? 32 : pick({1u, 4u, 7u, 12u}, next);
  s.second_bits = real || sort.bare_keys ? 0 : pick({0u, 0u, 3u}, next);
  s.radix_bits = pick({1u, 2u, 2u, 3u, 8u}, next);
  s.keys_per_thread = pick({1u, 2u, 3u, 6u}, next);
  s.threads_per_block = pick({1u, 2u, 4u, 4u, 8u, 32u}, next);
  s.ownership = pick({radix::Ownership::interleaved, radix::Ownership::blocked}, next);
  s.scan = radix::block_scans[next() % std::size(radix::block_scans)];
  s.order = pick({SortOrder::ascending, SortOrder::descending, SortOrder::reversed}, next);
  if (next() % 2) s.start = radix::SortStart::block;
  const uint32_t count = pick({0u, 1u, 2u, 11u, 16u, 16u, 40u, 70u}, next);
  s = radix::settings_for(sort, s);
  Numbers keys = random_keys(count, s.key_bits + s.second_bits), values;
  if (real)
    for (uint32_t& key : keys) key &= 0xbfffffff;  // finite
  if (!sort.bare_keys && next() % 3 == 0) values = random_keys(count, 6);
  auto problem = radix::Problem::make(keys, s, values);
  if (!problem) return std::nullopt;
  Trace trace =
      radix::run({.problem = *problem, .sort = sort.name, .engine = radix::EngineChoice::cpu});
  if (!trace.error.empty()) return std::nullopt;
  if (trace.steps.size() > 60) trace.steps.resize(60);
  return trace;
}

TEST_F(Pseudo, EveryFigureAndSentenceOfEverySortIsInTheCatalogue) {
  Findings found;
  const uint32_t seeds = cases(6, 60);
  for (const radix::SortInfo& sort : radix::sorts()) {
    for (const bool low : {false, true})
      found.look_at_run(film_of(sort, low).trace, low, sort.name);
    for (uint32_t seed = 0; seed < seeds; ++seed)
      if (const auto trace = varied_run(sort, seed))
        found.look_at_run(*trace, seed % 2 == 0, sort.name + (" of seed " + std::to_string(seed)));
  }
  EXPECT_EQ(found.all(), "");
}

/// What stands between the marks of a file; styles and scripts are none of it.
std::string texts_between(const std::string& file) {
  std::string texts;
  for (std::size_t at = 0; at < file.size();) {
    const std::size_t mark = std::min(file.find('<', at), file.size());
    texts += file.substr(at, mark - at) + "\n";
    const char* end = file.compare(mark, 6, "<style") == 0    ? "</style>"
                      : file.compare(mark, 7, "<script") == 0 ? "</script>"
                                                              : ">";
    const std::size_t behind = file.find(end, mark);
    at = behind == file.npos ? file.size() : behind + std::strlen(end);
  }
  return std::regex_replace(texts, std::regex("&[a-z]+;"), " ");
}

/// What a step reads and writes, under the figure.
TEST_F(Pseudo, EveryArrayOfEverySortIsInTheCatalogue) {
  Findings found;
  for (const radix::SortInfo& sort : radix::sorts())
    for (const radix::ArrayInfo& array : sort.family->arrays)
      found.look(std::string(text::translated(array.label)), joined({sort.name, ", ", array.name}));
  EXPECT_EQ(found.all(), "");
}

TEST_F(Pseudo, EveryExportOfEverySortIsInTheCatalogue) {
  Findings found;
  for (const radix::SortInfo& sort : radix::sorts()) {
    const Film film = film_of(sort, false);
    for (std::size_t cursor = 0; cursor <= film.trace.steps.size(); ++cursor) {
      const Moment moment = film.moment_at(cursor);
      const Scene scene = with_heading(figure_for(moment).draw(moment));
      found.look(texts_between(to_svg(scene, theme(ThemeId::print))),
                 std::string(sort.name) + ".svg, step " + std::to_string(cursor));
    }
  }
  EXPECT_EQ(found.all(), "");
}

/// A run and what went wrong with it, in its sentences and figure; its kernel is a name, and so is
/// an array where an index follows.
void look_at_fault(const Trace& trace, Findings& found, const std::string& where) {
  if (!trace.fault) return;
  const std::string kernel = trace.fault->kernel.empty() ? trace.sort : trace.fault->kernel;
  const std::regex names("\\b" + kernel + "\\b(?!\\.)|[a-z_]+(?=\\[)");
  const auto without_names = [&](const std::string& text) {
    return std::regex_replace(text, names, "");
  };
  found.look(without_names(error_words(trace)), where + "fault");
  if (trace.differs) found.look(without_names(fault_words(*trace.differs)), where + "difference");
  for (const std::size_t cursor : {trace.steps.size(), trace.steps.size() / 2}) {
    const Moment moment = look_at(trace, cursor);
    found.look(without_names(why(moment)), where + "why");
    Scene scene = draw(figure_for(moment), moment);
    for (Text& text : scene.texts)
      text.text = text.face == Face::mono ? "" : without_names(text.text);  // lines of kernels
    for (Cell& cell : scene.cells) cell.text = without_names(cell.text);
    scene.subtitle = without_names(scene.subtitle);
    found.look_at_scene(scene, where + "figure, ");
  }
}

TEST_F(Pseudo, EveryFaultIsInTheCatalogue) {
  Findings found;
  for (const radix::PlantedFault& fault : radix::planted_faults())
    for (const bool covered : {false, true}) {
      Document document = make_document();
      document.lane().setup = setup_of(fault, fault.shows, document.lane().setup);
      document.lane().setup.covered = covered;
      tick(document, 0);
      const Trace& trace = *document.lane().trace;
      ASSERT_TRUE(trace.fault) << fault.name;
      look_at_fault(trace, found, fault.name + (covered ? ", covered, " : ", "));
      const BannerWords banner = banner_words(document, fault);
      for (const std::string& text : {banner.title, banner.verdict, banner.brief, banner.asks})
        found.look(text, fault.name + ", banner");
    }
  for (const radix::SortInfo& sort : radix::bugs_in_print())
    look_at_fault(radix::run({.problem = *radix::Problem::make(chapter_keys, {}),
                              .sort = sort.name,
                              .engine = radix::EngineChoice::cpu}),
                  found, std::string(sort.name) + ", ");
  EXPECT_EQ(found.all(), "");
}

/// What no bug of the gallery does.
TEST_F(Pseudo, EveryFaultOfAMachineIsInTheCatalogue) {
  using radix::Act;
  using radix::Fault;
  Findings found;
  const auto look = [&](Fault fault) {
    fault.kernel = "a_kernel";
    const std::string text = fault_words(fault);
    EXPECT_NE(text, "");
    found.look(text, "fault");
  };
  const radix::ThreadAt here{1, 2, {"01_one_bit.cu", 44}, Act::barrier};
  for (const Act act : {Act::barrier, Act::shuffle, Act::ballot, Act::warp_barrier})
    for (const Act other : {Act::left, Act::barrier, Act::shuffle, Act::ballot}) {
      Fault fault{.kind = Fault::Kind::apart, .first = here, .second = here};
      fault.first.act = act, fault.second.act = other;
      look(fault);
    }
  for (const Fault::Room& room : {Fault::Room{2, 0, 2}, {1, 3, 4}, {3, 1, 4}})
    look({.kind = Fault::Kind::deadlock, .first = here, .room = room});
  for (uint32_t what = 1; what <= static_cast<uint32_t>(Fault::Lanes::What::unnamed); ++what)
    look({.kind = Fault::Kind::apart,
          .first = here,
          .lanes = {static_cast<Fault::Lanes::What>(what), 255, 4, 2, 1, 15}});
  for (uint32_t what = 1; what <= static_cast<uint32_t>(Fault::Refused::What::stacks); ++what)
    look({.first = here, .refused = {static_cast<Fault::Refused::What>(what), 2000, 16}});
  EXPECT_EQ(found.all(), "");
  look({.sentence = "A data race"});
  EXPECT_EQ(found.words.size(), 2u) << "an English sentence is found";
}

/// What the search finds, which is also what buttons, menus and the help say of commands.
TEST_F(Pseudo, EveryEntryOfThePaletteIsInTheCatalogue) {
  Findings found;
  for (const PaletteEntry& entry : palette_entries()) {
    if (entry.request.command == "language") continue;  // each by its own name
    std::string words = entry.words;
    const std::string value = ": " + entry.request.argument.text() + "⟧";  // is a name
    if (words.ends_with(value)) words.resize(words.size() - value.size());
    found.look(words, entry.name);
  }
  EXPECT_EQ(found.all(), "");
}

/// The tips of the lists beside a chart of times.
TEST_F(Pseudo, EveryChoiceOfATimingIsInTheCatalogue) {
  Findings found;
  for (const radix::EngineId engine : {radix::EngineId::cpu, radix::EngineId::cuda})
    for (const TimingChoice& choice : timing_choices(engine)) {
      found.look(std::string(text::translated(choice.label)) + "\n" + choice.about, choice.name);
      if (choice.name == "sorts") continue;  // names
      const bool names = choice.name == "beside" || choice.name == "type";
      for (const TimingChoice::Value& value : choice.values)
        found.look((names ? "" : value.label + "\n") + value.about, value.name);
    }
  EXPECT_EQ(found.all(), "");
}

TEST_F(Pseudo, AnEnglishLabelIsFound) {
  Film film = film_of(*radix::sort_named("one_bit"), false);
  Scene scene = film.picture(3);
  Findings none;
  none.look_at_scene(scene, "");
  ASSERT_EQ(none.all(), "");
  add_words(scene, {10, 10}, "block sums", 14);
  Findings label;
  label.look_at_scene(scene, "");
  EXPECT_EQ(label.words.size(), 2u);
  Findings exported;
  exported.look(texts_between(to_svg(scene, theme(ThemeId::print))), "");
  EXPECT_EQ(exported.words.size(), 2u);
  Findings slot;
  slot.look("⟦Ķéý 3 îš ƒŕóḿ the keys⟧", "");
  EXPECT_EQ(slot.words.size(), 2u);
}

/// Files have what the kernels' tables say; in English a reader sees the same.
TEST(Captions, AreThoseOfFilesInEnglish) {
  for (const radix::SortInfo& sort : radix::sorts())
    for (uint32_t seed = 0; seed < 12; ++seed) {
      const auto trace = varied_run(sort, seed);
      if (!trace) continue;
      for (const radix::Part& part : radix::outline_of(*trace).parts)
        EXPECT_EQ(part.shown(), part.name) << sort.name;
      for (const radix::Step& step : trace->steps)
        EXPECT_EQ(caption_words(step), radix::caption(step)) << sort.name;
    }
}

}  // namespace
}  // namespace scope
