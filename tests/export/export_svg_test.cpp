// Pictures as SVG: well-formed, wholly inside their page, with the numbers of the trace at their
// own step.
#include "app/core/figures/figure.hpp"
#include "app/export/svg.hpp"
#include "app/sorts/families/families.hpp"
#include "app/sorts/radix/facts.hpp"
#include "app/state/presets.hpp"
#include "kernels/devices/devices_arrays.hpp"
#include "kernels/lists/lists_arrays.hpp"
#include "kernels/merge/merge_arrays.hpp"
#include "kernels/networks/networks_arrays.hpp"
#include "kernels/onesweep/onesweep_arrays.hpp"
#include "kernels/run/engine.hpp"
#include "tests/support/pages.hpp"
#include "tests/support/svg_checks.hpp"

namespace scope {
namespace {

using namespace svg_checks;
using radix::ArrayId;
namespace array = radix::array;

// ------------------------------------------------------------------------------------ the document

TEST(SvgDocument, IsWellFormedAndInsideItsPageAtEveryStep) {
  std::size_t pages = 0;
  for_every_page([&](const Document&, const Page& page) {
    const xml::Document svg = xml::read(svg_of(page));
    ASSERT_EQ(svg.fault, "") << page.name;
    ASSERT_EQ(outside(svg), "") << page.name;
    const Scene whole = with_heading(page.scene);
    ASSERT_NEAR(size_of_page(svg, "width"), whole.width, 0.01f);
    ASSERT_NEAR(size_of_page(svg, "height"), whole.height, 0.01f);
    const auto& box = svg.elements.front().attributes;
    ASSERT_EQ(box.at("viewBox"), "0 0 " + box.at("width") + " " + box.at("height"));
    ASSERT_EQ(svg.elements[1].name + svg.elements[1].text, "title" + page.title) << page.name;
    ASSERT_TRUE(svg.elements[2].text.ends_with(page.words)) << page.name;
    ++pages;
  });
  EXPECT_GT(pages, cases(200, 800));
}

/// The same of every figure, not only of those that the program chooses, with a key that is
/// followed.
TEST(SvgDocument, OfEveryFigureLiesInsideItsPage) {
  std::size_t pages = 0;
  for_every_step([&](Document& document) {
    if (document.lane().cursor % 3 != 0) return;
    document.pinned = 0;
    for (const Figure& figure : figures()) {
      document.figure = figure.id;
      if (!fits(figure, moment(document)) || figure.tools == Tools::timing) continue;
      const xml::Document svg = xml::read(svg_of(page_of(document)));
      ASSERT_EQ(svg.fault, "") << figure.id;
      EXPECT_EQ(outside(svg), "") << figure.id << ", " << trace_of(document).sort << " "
                                  << document.lane().cursor;
      ++pages;
    }
    document.figure = "auto";
    document.pinned = none;
  });
  EXPECT_GT(pages, cases(500, 2000));
}

/// "" or what a scene of 100 by 100 with something planted in it has outside.
template <class Plant>
std::string with_planted(const Plant& plant) {
  Scene scene{.width = 100, .height = 100};
  plant(scene);
  return outside(xml::read(to_svg(scene, theme(ThemeId::print))));
}

TEST(SvgDocument, ChecksFindWhatLeavesThePage) {
  const auto of = [](const std::string& what, const auto& plant) {
    const std::string found = with_planted(plant);
    EXPECT_TRUE(found.starts_with(what)) << what << ": '" << found << "'";
  };
  const auto arrow = [](Scene& s, Arrow a) { s.arrows.push_back(a); };
  EXPECT_EQ(with_planted([&](Scene& s) {
              s.lines.push_back({{0, 0}, {100, 100}});
              s.frames.push_back({.at = {0, 0, 100, 100}});
              s.braces.push_back({.x0 = 10, .x1 = 90, .y = 20});
              s.cells.push_back({.at = {10, 10, 30, 30}, .edge = Ink::digit1, .hatched = true});
              arrow(s, {.from = {50, 10}, .to = {50, 100}});
            }),
            "");
  of("the text 'lost'", [](Scene& s) { s.texts.push_back({.at = {-5, 20}, .text = "lost"}); });
  of("a rect", [](Scene& s) { s.frames.push_back({.at = {10, 10, 100, 10}}); });
  of("a image", [](Scene& s) {
    s.heatmaps.push_back({.at = {10, 80, 30, 30}, .columns = 1, .rows = 1, .counts = {1}});
  });
  of("a line at 101", [](Scene& s) { s.lines.push_back({{50, 50}, {101, 50}}); });
  of("a line at -1", [](Scene& s) { s.lines.push_back({{-1, 50}, {50, 50}}); });
  of("a line at 50.000000, 101", [](Scene& s) { s.lines.push_back({{50, 101}, {50, 50}}); });
  of("a path", [&](Scene& s) {
    arrow(s, {.from = {50, 50}, .to = {50, 101}, .path = Path::straight});
  });
  of("a path", [&](Scene& s) {  // its bow lies lower than both of its ends
    arrow(s, {.from = {20, 95}, .to = {80, 95}, .path = Path::arc, .head = false});
  });
  of("a path", [&](Scene& s) {  // the head is broader than the line
    arrow(s, {.from = {99, 10}, .to = {99, 90}, .path = Path::straight});
  });
  of("a path", [](Scene& s) { s.braces.push_back({.x0 = 10, .x1 = 90, .y = 95, .depth = 9}); });
}

TEST(SvgDocument, ChecksReadEveryKindOfPath) {
  const auto d = [](const std::string& path) {
    return outside(xml::read("<svg width=\"100\" height=\"100\"><path d=\"" + path + "\"/></svg>"));
  };
  EXPECT_EQ(d("M0 0L100 100Z"), "");
  EXPECT_EQ(d("M10 10C20 20 30 30 100 100l-5-5"), "");
  EXPECT_EQ(d("M90 90c-1-1 -2-2 -3-3l12 12z"), "");
  EXPECT_NE(d("M0 0L100 100L100 101"), "");
  EXPECT_NE(d("M10 10C20 20 101 30 90 90"), "");
  EXPECT_NE(d("M90 90c1 1 2 2 11 3"), "");
  EXPECT_NE(d("M90 90l5 5l6 0"), "");
  EXPECT_NE(d("M0 0A5 5 0 0 1 9 9"), "") << "an arc's flags are no points";
  EXPECT_NE(d("M0 zero"), "");
  EXPECT_NE(d(""), "");
  EXPECT_NE(outside(xml::read("<svg width=\"9\" height=\"9\"><circle r=\"99\"/></svg>")), "");
}

TEST(SvgDocument, ChecksFindWhatIsBroken) {
  std::string svg = svg_of(page_of(block_sort_document()));
  EXPECT_EQ(xml::read(svg).fault, "");
  svg.replace(svg.find("<text "), 6, "<text x=\"1\" ");  // twice
  EXPECT_NE(xml::read(svg).fault, "");
}

TEST(SvgDocument, FallsBackToGenericFonts) {
  const xml::Document svg = xml::read(svg_of(page_of(block_sort_document())));
  std::set<std::string> families;
  for (const xml::Element& e : svg.elements)
    if (e.attributes.contains("font-family")) families.insert(e.attributes.at("font-family"));
  ASSERT_EQ(families.size(), 2u);
  EXPECT_TRUE(families.begin()->ends_with(", monospace"));
  EXPECT_TRUE(families.rbegin()->ends_with(", sans-serif"));
}

// ------------------------------------------------------------------------------------- its numbers

/// Arrays that a picture shows otherwise than as a row of numbers: of a level of a scan only what
/// its threads have written, of where keys go the arrows, of local buckets the braces, of a round
/// of a network the line between two keys, thick where they changed places, of a merge the walk
/// through its grid, of the lists of threads a row a list, of one-sweep's and the hybrid's tables a
/// row a digit or bars, of its slots boxes and "8 fall", of votes columns, of looks the arrow over
/// the board, of segments frames and of blocks that are dealt to them a line under their piece.
/// What comes of them is a row.
bool drawn_otherwise(ArrayId id) {
  using namespace radix::array;
  namespace network = radix::networks::array;
  namespace merge = radix::merges::array;
  namespace list = radix::lists::array;
  namespace sweep = radix::onesweep::array;
  namespace device = radix::devices::array;  // entries of a matrix, "from 3", "at 8"
  const std::string_view name = radix::info(id).name;
  return id == device::send_counts || id == device::send_offsets || id == device::receive_offsets ||
         id == device::device_bounds || id == device::received_at || id == sweep::digit_counts ||
         id == sweep::digit_starts || id == sweep::peers || id == sweep::warp_counts ||
         id == sweep::rank || id == sweep::looked_at || id == sweep::before_tile ||
         id == sweep::two_digit_counts || id == sweep::bucket_begins || id == sweep::bucket_slots ||
         id == sweep::bucket_rank || id == sweep::falls || id == sweep::rises ||
         id == sweep::tile_counts || id == sweep::reserved || id == partial_ones ||
         id == partial_thread_ones || id == destination || id == local_bucket_starts ||
         id == network::partner || id == network::exchanged || id == merge::a_rank ||
         id == merge::co_rank || id == merge::source || id == list::zero_list ||
         id == list::one_list || id == list::list_counts || id == list::heads ||
         id == list::tree_values || id == list::tree_lists || name == "segment_begin" ||
         name == "block_first";
}

TEST(SvgNumbers, AreThoseOfTheTraceAtEveryStep) {
  std::map<std::string, std::pair<int, int>>
      seen;  // array: steps that made it, pictures that show it
  for_every_page([&](const Document& document, const Page& page) {
    const radix::Trace& trace = trace_of(document);
    if (page.step == 0) return;
    const radix::Step& step = trace.steps[page.step - 1];
    if (drawn_otherwise(step.made)) return;
    auto& [made, shown] = seen[radix::info(step.made).name];
    ++made;
    const std::string svg = svg_of(page);
    const radix::Array& array = *step.find(step.made);
    shown += shows(lines_of(svg), array, trace.problem) ||
             says_downwards(svg, words_of_array(array, trace.problem));
  });
  for (const auto& [name, counts] : seen) EXPECT_EQ(counts.second, counts.first) << name;
  EXPECT_GE(seen.size(), 12u);
}

/// The rows and tables of a figure of the chapter, as far as they exist at a step.
std::vector<ArrayId> rows_of(const Figure& figure, const Moment& moment) {
  using namespace radix::array;
  const std::string_view id = figure.id;
  const bool whole_digits = radix::sort_named(moment.trace->sort)->wide_digits();
  const bool local = sorts_in_block(moment);
  if (id == "fig13-1" || id == "fig13-7") return {keys, output};
  if (id == "fig13-2") return {moment.find(local_keys) ? local_keys : keys, output};
  if (id == "fig13-3" && whole_digits) return {destination};
  if (id == "fig13-3" && local) return {bits, ones_before, local_destination};
  if (id == "fig13-3") return {keys, bits, ones_before, destination};
  if (id == "fig13-6" || id == "fig13-9" || id == "sample-table")
    return {keys, local_keys, bucket_counts, bucket_starts, output};
  return {keys, local_keys, output};  // 13.5, 13.8, 13.10
}

/// "" or the first array of this step that the figure should show and the picture does not.
std::string not_read(const std::vector<WordList>& lines, const Figure& figure,
                     const Moment& moment) {
  for (ArrayId id : rows_of(figure, moment)) {
    const radix::Array* array = moment.find(id);
    if (array && !shows(lines, *array, moment.problem())) return radix::info(id).name;
  }
  return "";
}

/// Calls check(figure) for every figure of the chapter that fits this moment; the app shows it
/// then.
template <class Check>
void for_every_chapter_figure(Document& document, const Check& check) {
  for (const Figure& figure : figures()) {
    document.figure = figure.id;
    if (number_of(figure).starts_with("Figure") && fits(figure, moment(document))) check(figure);
  }
  document.figure = "auto";
}

/// True when the heading names the pass and the stage of this moment.
bool says_where(const std::vector<WordList>& lines, const Moment& moment) {
  const std::string place = place_words(moment);
  return std::ranges::any_of(lines, [&](const WordList& line) {
    return std::ranges::any_of(line,
                               [&](const std::string& words) { return words.ends_with(place); });
  });
}

TEST(SvgNumbers, OfTheChaptersFiguresAreThoseOfTheirOwnStep) {
  std::set<std::string> seen;
  for_every_step([&](Document& document) {
    if (!moment(document).step()) return;
    for_every_chapter_figure(document, [&](const Figure& figure) {
      seen.insert(figure.id);
      const Moment now = moment(document);
      const auto lines = lines_of(svg_of(page_of(document)));
      EXPECT_EQ(not_read(lines, figure, now), "")
          << figure.id << ", " << now.trace->sort << " " << now.cursor;
      EXPECT_TRUE(says_where(lines, now))
          << figure.id << ", " << now.trace->sort << " " << now.cursor;
    });
  });
  EXPECT_EQ(seen.size(), 12u) << "two of sample sort's, which is a pass of a radix sort";
}

/// True when a row of the figure differs between the two moments, or exists at one of them only.
bool rows_differ(const Figure& figure, const Moment& now, const Moment& before) {
  return std::ranges::any_of(rows_of(figure, now), [&](ArrayId id) {
    const radix::Array *here = now.find(id), *there = before.find(id);
    return here && !(there && here->values == there->values);
  });
}

/// Its numbers say so, but where a pass begins: what the last one wrote are its keys. There the
/// heading does.
TEST(SvgNumbers, TheStepBeforeIsAWrongPicture) {
  std::map<std::string, int> found;
  for (Document& document : runs_of("preset chapter; engine cpu"))
    for (std::size_t cursor = 2; cursor <= end_of(document); ++cursor)
      for_every_chapter_figure(document, [&](const Figure& figure) {
        seek(document, cursor - 1);
        const Moment before = moment(document);
        const auto lines = lines_of(svg_of(page_of(document)));
        seek(document, cursor);
        const Moment now = moment(document);
        if (!fits(figure, now) || !rows_differ(figure, now, before)) return;
        const bool begins = now.pass() != before.pass();
        const bool passes = begins ? says_where(lines, now) : not_read(lines, figure, now).empty();
        EXPECT_FALSE(passes) << figure.id << ", " << now.trace->sort << ", step " << cursor;
        ++found[figure.id];
      });
  EXPECT_EQ(found.size(), 10u);
}

TEST(SvgNumbers, AWrongNumberIsFound) {
  Document document = make_document();
  ASSERT_EQ(
      run_script(document, "preset chapter; engine cpu; sort block_sort; seek pass 1 table_scan"),
      "");
  const radix::Array* starts = moment(document).find(array::bucket_starts);
  const auto lines = lines_of(svg_of(page_of(document)));
  EXPECT_TRUE(shows(lines, *starts, trace_of(document).problem));
  radix::Array wrong = *starts;
  ++wrong.values[3];
  EXPECT_FALSE(shows(lines, wrong, trace_of(document).problem));
  std::swap(wrong.values[0], wrong.values[5]);
  EXPECT_FALSE(shows(lines, wrong, trace_of(document).problem));
}

}  // namespace
}  // namespace scope
