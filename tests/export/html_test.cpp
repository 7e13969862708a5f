// The HTML file of a run: every page in order with the trace's numbers, nothing outside the file,
// well-formed.
#include "app/export/html.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <regex>

#include "app/core/base/files.hpp"
#include "app/core/base/languages.hpp"
#include "app/export/markup.hpp"
#include "app/export/pages.hpp"
#include "app/export/svg.hpp"
#include "app/state/lesson.hpp"
#include "app/state/presets.hpp"
#include "tests/support/app_states.hpp"
#include "tests/support/texts.hpp"
#include "tests/support/xml.hpp"

namespace scope {
namespace {

using texts::count;

/// Without its first line and without what stands in style and script: these are no XML.
std::string without_scripts(std::string html) {
  html.erase(0, html.find('\n') + 1);
  for (const std::string tag : {"style", "script"})
    for (std::size_t at = 0; (at = html.find("<" + tag + ">", at)) != html.npos; ++at) {
      const std::size_t begin = at + tag.size() + 2;
      html.erase(begin, html.find("</" + tag + ">", begin) - begin);
    }
  return html;
}

std::string page_fault(const std::string& html) { return xml::fault_in(without_scripts(html)); }

/// What the pattern's first group matches, everywhere.
std::vector<std::string> all_of(const std::string& text, const std::string& pattern) {
  std::vector<std::string> found;
  const std::regex regex(pattern);
  for (std::sregex_iterator it(text.begin(), text.end(), regex), end; it != end; ++it)
    found.push_back((*it)[1]);
  return found;
}

/// The sections of the file, each its whole text.
std::vector<std::string> sections_of(const std::string& html) {
  std::vector<std::string> sections;
  for (std::size_t at = html.find("<section"); at != html.npos; at = html.find("<section", at + 1))
    sections.push_back(html.substr(at, html.find("</section>", at) - at));
  return sections;
}

/// The table of a section: "name: 1 2 3" each.
std::vector<std::string> rows_of(const std::string& section) {
  const auto names = all_of(section, "<th scope=\"row\">([^<]*)</th>"),
             values = all_of(section, "<td>([^<]*)</td>");
  std::vector<std::string> rows;
  for (std::size_t i = 0; i < std::min(names.size(), values.size()); ++i)
    rows.push_back(names[i] + ": " + std::regex_replace(values[i], std::regex(" \\|"), ""));
  return rows;
}

/// "a" for the first of equal keys in the input, "b" for the next; "" for a key that is there once.
std::string letter_of(const std::vector<uint32_t>& keys, uint32_t id) {
  if (std::ranges::count(keys, keys[id]) < 2) return "";
  return std::string(
      1, static_cast<char>('a' + std::count(keys.begin(), keys.begin() + id, keys[id])));
}

/// The rows that the section of a step must have, from the trace alone.
std::vector<std::string> rows_of(const radix::Trace& trace, std::size_t step) {
  std::vector<std::string> rows;
  for (const radix::SharedArray& array : trace.steps[step].arrays) {
    std::string row = std::string(radix::info(array->id).name) + ":";
    for (std::size_t i = 0; i < array->values.size(); ++i)
      row += " " + std::to_string(array->values[i]) +
             (array->ids.empty() ? "" : letter_of(trace.problem.keys(), array->ids[i]));
    rows.push_back(row);
  }
  return rows;
}

/// Without the marks of the glossary's terms.
std::string without_terms(const std::string& html) {
  return std::regex_replace(html, std::regex("<abbr title=\"[^\"]+\">|</abbr>"), "");
}

Document digits_document(const std::string& script = "") {
  Document document = make_document();
  EXPECT_EQ(run_script(document, "preset chapter; sort 3" + script), "");
  return document;
}

Page slide(const std::string& title, const std::string& words) {
  Page page;
  page.title = title;
  page.words = words;
  page.scene = {.width = 200, .height = 100, .title = "Figure", .subtitle = "a < b"};
  page.scene.cells.push_back(
      {.at = {10, 10, 40, 40}, .edge = Ink::digit1, .hatched = true, .text = "6"});
  return page;
}

TEST(Html, HasEveryPageInOrderWithTheTracesNumbers) {
  const Document document = digits_document();
  const radix::Trace& trace = trace_of(document);
  const Handout handout = handout_of(document, StepSize::inside);
  const std::vector<std::string> sections = sections_of(to_html(handout));
  ASSERT_EQ(sections.size(), trace.steps.size() + 1);
  for (std::size_t step = 0; step < sections.size(); ++step) {
    const std::string& section = sections[step];
    EXPECT_NE(section.find("id=\"step-" + std::to_string(step) + "\""), section.npos);
    EXPECT_NE(
        section.find("step " + std::to_string(step) + " of " + std::to_string(trace.steps.size())),
        section.npos);
    EXPECT_NE(
        without_terms(section).find("<p class=\"words\">" + handout.pages[step].words + "</p>"),
        section.npos)
        << step;
    EXPECT_NE(section.find(">" + handout.pages[step].place + "</span>"), section.npos) << step;
    if (step > 0) {
      EXPECT_EQ(rows_of(section), rows_of(trace, step - 1)) << step;
    }
  }
}

TEST(Html, FindsAWrongNumber) {
  const Document document = digits_document();
  Handout handout = handout_of(document, StepSize::inside);
  std::string& text = handout.pages[3].text;
  text.replace(text.find("12"), 2, "13");
  EXPECT_NE(rows_of(sections_of(to_html(handout))[3]), rows_of(trace_of(document), 2));
}

TEST(Html, TheWordsBesideAFigureAreThoseOfTheFigure) {
  const Handout handout = handout_of(digits_document("; figure memory; store 0"), StepSize::stage);
  EXPECT_NE(handout.pages.front().words, "");
  const Page& scatter = handout.pages.back();
  EXPECT_EQ(scatter.words, scatter.scene.answer);
  EXPECT_EQ(scatter.words.find("Block 0, warp 0 writes "), 0u) << scatter.words;
}

TEST(Html, GoesAsFarAStepAsAsked) {
  const Document document = digits_document();
  const Handout handout = handout_of(document, StepSize::stage);
  const std::string html = to_html(handout);
  EXPECT_EQ(sections_of(html).size(), handout.pages.size());
  EXPECT_LT(handout.pages.size(), trace_of(document).steps.size());
  EXPECT_NE(html.find("id=\"step-" + std::to_string(end_of(document)) + "\""), html.npos);
}

TEST(Html, IsWellFormedWithUniqueIds) {
  EXPECT_EQ(page_fault(to_html(handout_of(digits_document("; pin 4"), StepSize::inside))), "");
  EXPECT_EQ(
      page_fault(to_html(handout_of(digits_document("; figure memory; store 0"), StepSize::stage))),
      "");
  EXPECT_EQ(page_fault(to_html({})), "");
  EXPECT_NE(page_fault("<!DOCTYPE html>\n<p><b></p>"), "");
}

TEST(Html, NeedsNothingBesideIt) {
  Handout handout = handout_of(digits_document(), StepSize::inside);
  handout.state = "radixscope:1/keys=1,2";
  const std::string html = to_html(handout);
  for (const char* outside :
       {"http:", "https:", "url(", "src=", "@import", "<link", "<iframe", "fetch(", "XMLHttp"})
    EXPECT_EQ(html.find(outside), html.npos) << outside;
  for (const std::string& link : all_of(html, "href=\"([^#d][^\"]*)\""))
    EXPECT_EQ(link, "radixscope.html#radixscope:1/keys=1,2")
        << "only where the page lies beside it";
}

TEST(Html, LinksToThePageOfItsState) {
  Handout handout{.state = "radixscope:1/own=a b\"<ä%"};
  EXPECT_EQ(all_of(to_html(handout), "href=\"radixscope.html#([^\"]*)\"").at(0),
            "radixscope:1/own=a%20b%22%3C%C3%A4%25");
}

TEST(Html, EscapesWhatItSays) {
  Handout handout{
      .title = "a < b & \"c\" {{pages}}", .about = "<b>", .state = "radixscope:1/\"</style>\\"};
  handout.pages = {slide("x < y & \"z\"", "<script>alert(1)</script>")};
  handout.pages[0].text = "  <i>  1 & 2\n";
  handout.pages[0].place = "pass \"1\" <2>";
  handout.steps = 1;
  const std::string html = to_html(handout);
  EXPECT_EQ(page_fault(html), "");
  EXPECT_EQ(count(html, "<section"), 1u);
  EXPECT_NE(html.find("<h1>a &lt; b &amp; &quot;c&quot; {{pages}}</h1>"), html.npos);
  EXPECT_NE(html.find("x &lt; y &amp; &quot;z&quot;"), html.npos);
  EXPECT_NE(html.find("&lt;script&gt;alert(1)&lt;/script&gt;"), html.npos);
  EXPECT_NE(html.find("<th scope=\"row\">&lt;i&gt;</th><td>1 &amp; 2</td>"), html.npos);
  EXPECT_NE(html.find("data-stage=\"pass &quot;1&quot; &lt;2&gt;\""), html.npos);
  EXPECT_EQ(count(html, "</style>"), 1u);
  EXPECT_NE(html.find("content:\"radixscope:1/\\\"\\3c /style>\\\\\""), html.npos);
}

/// On paper the state stands at the foot of every sheet where two lines are enough, and always at
/// the end.
TEST(Html, PrintsTheStateToComeBackTo) {
  Handout handout{.title = "The title", .pages = {slide("a", "b")}};
  const auto foot = [&] {
    return all_of(to_html(handout), "@bottom-left\\{content:\"([^\"]*)\"").at(0);
  };
  EXPECT_EQ(foot(), "The title");
  handout.state = "radixscope:1/keys=1,2";
  EXPECT_EQ(foot(), handout.state);
  EXPECT_NE(to_html(handout).find("<code>" + handout.state + "</code>"), std::string::npos);
  handout.state = std::string(150, '7');
  EXPECT_EQ(foot(), std::string(108, '7') + "\\a " + std::string(42, '7'));
  handout.state.insert(90, "/");
  EXPECT_EQ(foot(), std::string(90, '7') + "\\a /" + std::string(60, '7'));
  handout.state = std::string(900, '7');
  EXPECT_EQ(foot(), "The title");
  EXPECT_NE(to_html(handout).find("<code>" + handout.state + "</code>"), std::string::npos);
}

TEST(Html, ShowsSlidesWithoutPlaceAndNumbers) {
  Handout handout{.title = "13.4", .pages = {slide("First", "One."), slide("Second", "")}};
  const std::string html = to_html(handout, 1);
  EXPECT_EQ(page_fault(html), "");
  EXPECT_NE(html.find("id=\"slide-2\""), html.npos);
  EXPECT_NE(html.find("slide 2 of 2"), html.npos);
  EXPECT_NE(html.find("data-start=\"1\""), html.npos);
  for (const char* absent : {"<details>", "class=\"place\"", "Radixscope shows this again"})
    EXPECT_EQ(html.find(absent), html.npos) << absent;
  EXPECT_EQ(count(html, "<p class=\"words\">"), 1u);
}

TEST(Html, ShowsALessonAsSlides) {
  const auto lesson = load_lesson(RADIX_SOURCE_DIR "/assets/lessons/13-2-radix_sort.json");
  ASSERT_TRUE(lesson) << lesson.error.sentence;
  const std::string html = to_html(*handout_of(*lesson));
  EXPECT_EQ(page_fault(html), "");
  const std::vector<std::string> sections = sections_of(html);
  ASSERT_EQ(sections.size(), lesson->slides.size());
  for (std::size_t i = 0; i < sections.size(); ++i) {
    EXPECT_NE(sections[i].find("slide " + std::to_string(i + 1) + " of "), html.npos) << i;
    EXPECT_NE(sections[i].find("data-stage=\"\""), html.npos) << i;
    EXPECT_NE(without_terms(sections[i]).find(markup::escaped(lesson->slides[i].caption)),
              html.npos)
        << i;
  }
}

TEST(Html, NamesItsLanguage) {
  const Handout handout{.title = "t", .pages = {slide("a", "1"), slide("b", "2")}};
  EXPECT_NE(to_html(handout).find("<html lang=\"en\">"), std::string::npos);
  ASSERT_EQ(use_language("zh-Hant"), "");
  EXPECT_NE(to_html(handout).find("<html lang=\"zh-Hant\">"), std::string::npos);
  use_language("en");
}

TEST(Html, ExplainsTermsWhereTheyStandFirst) {
  const Handout handout{
      .title = "t",
      .pages = {slide("a", "Lane 1 < lane 2 of a warp & its block."), slide("b", "")}};
  const std::string html = to_html(handout);
  EXPECT_EQ(page_fault(html), "");
  EXPECT_EQ(count(html, "<abbr title=\""), 3u);
  EXPECT_NE(html.find(">Lane</abbr> 1 &lt; lane 2 of a <abbr title=\"32 threads of a block that"),
            html.npos);
  EXPECT_NE(without_terms(html).find(">Lane 1 &lt; lane 2 of a warp &amp; its block.</p>"),
            html.npos);
}

/// Slides may come from one run, also twice the same step of it.
TEST(Html, CountsSlidesWhereAStepComesTwice) {
  Handout handout{.title = "t", .steps = 9, .pages = {slide("a", "1"), slide("b", "2")}};
  handout.pages[0].step = handout.pages[1].step = 5;
  EXPECT_NE(to_html(handout).find("id=\"slide-1\""), std::string::npos);
  EXPECT_EQ(page_fault(to_html(handout)), "");
}

TEST(Html, OpensAtTheStepOnTheScreen) {
  const Handout handout = handout_of(digits_document(), StepSize::inside);
  EXPECT_NE(to_html(handout, 7).find("data-start=\"7\""), std::string::npos);
  EXPECT_NE(to_html(handout, 9999).find("data-start=\"48\""), std::string::npos);
  Handout coarse = handout;  // a page between whose stops the app stands
  coarse.pages = {handout.pages[0], handout.pages[5], handout.pages[9]};
  EXPECT_NE(to_html(coarse, 7).find("data-start=\"1\""), std::string::npos);
}

TEST(Html, HasAColourForEveryInkInEveryTheme) {
  const std::string html = to_html(handout_of(digits_document(), StepSize::inside));
  const std::string style = html.substr(0, html.find("</style>"));
  for (const std::string& name : all_of(html.substr(style.size()), "[\" ]([fs]-[a-z]+[0-9]*)[\" ]"))
    ASSERT_NE(style.find("." + name + "{"), style.npos) << name;
  for (const Theme& theme : themes()) {
    EXPECT_NE(style.find(ink_variables(theme)), style.npos) << theme.name;
    for (const std::string& name : all_of(style, "var\\(--([a-z]+[0-9]*)\\)"))
      if (name != "face" && name != "width" && name != "height" && name != "thumb" &&
          name != "side") {
        EXPECT_NE(ink_variables(theme).find("--" + name + ":"), std::string::npos) << name;
      }
  }
}

TEST(Html, NamesEveryInkDifferently) {
  std::set<std::string> names;
  for (uint32_t i = 1; i < ink_count; ++i) names.insert(ink_name(static_cast<Ink>(i)));
  EXPECT_EQ(names.size(), ink_count - 1);
}

TEST(Html, DrawsADensityPictureForEveryTheme) {
  Scene scene{.width = 300, .height = 200};
  scene.heatmaps.push_back({.at = {0, 0, 90, 90}, .columns = 2, .rows = 2, .counts = {0, 1, 2, 3}});
  const std::string svg = svg_in_page(scene, "title", "desc");
  EXPECT_EQ(count(svg, "<image"), themes().size());
  const std::string html = to_html({.pages = {{.scene = scene}}});
  for (const Theme& theme : themes()) {
    EXPECT_EQ(count(svg, std::string("class=\"only-") + theme.name + "\""), 1u);
    EXPECT_NE(html.find(std::string(".only-") + theme.name + " "), html.npos)
        << "the style sheet does not know it";
  }
}

TEST(Html, SaysAllTextsOfAFigure) {
  const Handout handout = handout_of(digits_document(), StepSize::stage);
  for (std::size_t i = 0; i < handout.pages.size(); ++i) {
    const std::string section = sections_of(to_html(handout))[i];
    EXPECT_EQ(count(section, "<text "), text_boxes(handout.pages[i].scene).size()) << i;
  }
}

/// A chart is not about a step: it would stand on every page.
TEST(Html, IsOfARunAndNotOfAChart) {
  Document document = digits_document("; mode timing");
  EXPECT_NE(run_script(document, "html run.html").find("figure auto"), std::string::npos);
  EXPECT_TRUE(document.written.empty());
}

TEST(Html, IsWrittenByItsVerb) {
  Document document = digits_document("; seek 5");
  EXPECT_NE(run_script(document, "html /no/such/folder/run.html"), "");
  EXPECT_TRUE(document.written.empty());
  const std::string file =
      (std::filesystem::temp_directory_path() / "radixscope_html_test.html").string();
  EXPECT_EQ(run_script(document, "grain stage; html '" + file + "'"), "");
  EXPECT_EQ(*read_text(file), to_html(handout_of(document, StepSize::stage), 5));
  EXPECT_EQ(document.written, std::vector<std::string>{file});
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace scope
