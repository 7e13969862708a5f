#include "html.hpp"

#include <algorithm>
#include <string_view>

#include "app/core/base/base64.hpp"
#include "app/core/base/text.hpp"
#include "app/core/words/glossary.hpp"
#include "kernels/engine/model/json.hpp"
#include "kernels/text/message.hpp"
#include "markup.hpp"
#include "svg.hpp"
#include "text/pages.hpp"

namespace scope {
namespace {

using markup::attr;
using markup::escaped;
using markup::num;

/// On paper two pages share a sheet unless the figure is so high that its words would become too
/// small.
constexpr float highest_of_two = 760;

/// Lanes side by side: on a screen the whole comparison is seen at once, with its sentence below;
/// on paper lengthwise.
constexpr float widest_beside = 1400;

/// A run's pages are steps; without a run, or where a step comes twice, they are slides.
bool are_steps(const Handout& handout) {
  for (std::size_t i = 1; i < handout.pages.size(); ++i)
    if (handout.pages[i].step <= handout.pages[i - 1].step) return false;
  return handout.steps > 0;
}

/// "step 12 of 40", "slide 3 of 9".
std::string count_words(const Handout& handout, std::size_t page) {
  if (are_steps(handout))
    return text::pages::step_of({.step = handout.pages[page].step, .steps = handout.steps});
  return text::pages::slide_of({.slide = page + 1, .slides = handout.pages.size()});
}

/// The pass and the stage, as the slider is divided: the place without the split of a block. Slides
/// are of several runs: their slider is not divided.
std::string stage_of(const Handout& handout, const Page& page) {
  return are_steps(handout) ? page.place.substr(0, page.place.find(" · split ")) : "";
}

std::string heading(const Page& page, const std::string& id, const std::string& count) {
  return "<h2" + attr("id", id + "title") + "><span class=\"title\">" + escaped(page.title) +
         "</span>" +
         (page.place.empty() ? "" : " <span class=\"place\">" + escaped(page.place) + "</span>") +
         " <span class=\"count\">" + count + "</span></h2>\n";
}

/// How large the figure wants to be, for the style sheet.
std::string size_attributes(const Scene& scene) {
  return attr("style", "--width:" + num(scene.width) + ";--height:" + num(scene.height));
}

std::string figure(const Page& page, const std::string& id) {
  return "<figure" + size_attributes(page.scene) + ">\n" +
         svg_in_page(page.scene, id + "title", id + "desc", page.selected) + "</figure>\n";
}

/// A line of arrays_text: the array's name, blanks, its values.
std::string row(const std::string& line) {
  const std::size_t begin = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t end = std::min(line.find(' ', begin), line.size());
  const std::size_t values = std::min(line.find_first_not_of(' ', end), line.size());
  return "<tr><th scope=\"row\">" + escaped(line.substr(begin, end - begin)) + "</th><td>" +
         escaped(line.substr(values)) + "</td></tr>\n";
}

std::string numbers(const Page& page, const std::string& count) {
  if (page.text.empty()) return "";
  std::string rows;
  for (std::size_t at = 0; at < page.text.size();) {
    const std::size_t end = std::min(page.text.find('\n', at), page.text.size());
    if (end > at) rows += row(page.text.substr(at, end - at));
    at = end + 1;
  }
  return "<details>\n<summary>" + escaped(text::pages::numbers) +
         "</summary>\n<div class=\"numbers\"><table" +
         attr("aria-label", text::pages::arrays_after({.step = count})) + "><tbody>\n" + rows +
         "</tbody></table></div>\n</details>\n";
}

std::string base64_of(const std::string& text) {
  return base64(std::vector<uint8_t>(text.begin(), text.end()));
}

/// What is asked before the next page; the answer is not to be read at a glance.
std::string question(const PageQuestion& asked) {
  if (asked.text.empty()) return "";
  radix::Json said = radix::Json::object();
  for (const auto& [answer, words] : asked.said) said[answer] = words;
  std::string inside = "<p>" + escaped(asked.text) + "</p>\n";
  for (const std::string& choice : asked.choices)
    inside += "<button type=\"button\">" + escaped(choice) + "</button>\n";
  if (asked.choices.empty())
    inside += "<input inputmode=\"numeric\"" + attr("aria-label", text::pages::your_answer) +
              " /> <button>" + escaped(text::pages::answer) + "</button>\n";
  return "<form class=\"ask\"" + attr("data-answer", base64_of(asked.answer)) +
         attr("data-said", base64_of(said.dump())) + ">\n" + inside +
         "<output aria-live=\"polite\"></output>\n</form>\n";
}

std::string_view file_named(std::string_view name) {
  for (const radix::SourceFile& file : handout_files())
    if (file.name == name) return file.text;
  return "";
}

/// The colours of the three themes: the reader's system chooses light or dark, a button may turn it
/// around, and paper is always for print.
std::string colours() {
  const auto inks = [](const char* where, ThemeId id) {
    return joined({where, "{", ink_variables(theme(id)), "}\n"});
  };
  const std::string dark = inks(":root:not([data-theme=light])", ThemeId::dark);
  return inks(":root", ThemeId::light) + "@media screen{@media (prefers-color-scheme:dark){" +
         dark + "}\n" + inks(":root[data-theme=dark]", ThemeId::dark) + "}\n@media print{" +
         inks(":root", ThemeId::print) + "}\n" + ink_classes();
}

/// A text in quotes for a style sheet; a line's end is written as it wants it.
std::string quoted_for_css(const std::string& text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '\\' || c == '"') out += '\\';
    if (c == '<')
      out += "\\3c ";
    else if (c == '\n')
      out += "\\a ";
    else
      out += c;
  }
  return out + "\"";
}

constexpr std::size_t foot_line = 108;  // characters of the foot's size across a sheet
constexpr std::size_t foot_most = 2 * foot_line;

/// Where a line at the foot is broken: between two fields of the state, if that leaves a second
/// line that fits.
std::size_t break_of(const std::string& foot) {
  const std::size_t slash = foot.rfind('/', foot_line);
  return slash == foot.npos || foot.size() - slash > foot_line ? foot_line : slash;
}

/// What stands at the foot of every printed page, where the browser knows margin boxes: the state,
/// or the title where the state is too long; it stands at the end of the handout in any case.
std::string paper(const Handout& handout) {
  std::string foot = handout.state;
  if (foot.empty() || foot.size() > foot_most)
    foot = handout.title;
  else if (foot.size() > foot_line)
    foot.insert(break_of(foot), "\n");
  return "@page{@bottom-left{content:" + quoted_for_css(foot) + "}}\n";
}

struct Filling {
  std::string_view name;
  std::string text;
};

/// The frame with `{{name}}` replaced by its text; what was filled in is not looked at again.
std::string filled(std::string_view frame, const std::vector<Filling>& fields) {
  std::string out;
  for (std::size_t at = 0; at < frame.size();) {
    const std::size_t open = std::min(frame.find("{{", at), frame.size());
    out += frame.substr(at, open - at);
    const std::size_t close = frame.find("}}", open);
    if (close == frame.npos) return out += frame.substr(open);
    const std::string_view name = frame.substr(open + 2, close - open - 2);
    for (const Filling& field : fields)
      if (field.name == name) out += field.text;
    at = close + 2;
  }
  return out;
}

/// As an address has it: what it may not have is written in bytes, as %20.
std::string in_address(const std::string& text) {
  constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789:/=,.-_~+*;@";
  constexpr char digits[] = "0123456789ABCDEF";
  std::string address;
  for (const unsigned char c : text)
    if (plain.find(static_cast<char>(c)) != plain.npos)
      address += static_cast<char>(c);
    else
      address += {'%', digits[c >> 4], digits[c & 15]};
  return address;
}

std::string state_words(const Handout& handout) {
  if (handout.state.empty()) return "";
  return "<p>" + escaped(text::pages::state_line) + "</p>\n<p><code>" + escaped(handout.state) +
         "</code></p>\n<p><a class=\"live\"" +
         attr("href", "radixscope.html#" + in_address(handout.state)) + ">" +
         escaped(text::pages::go_on) + "</a> " + escaped(text::pages::go_on_behind) + "</p>";
}

std::size_t page_at(const Handout& handout, std::size_t start) {
  if (handout.pages.empty()) return 0;
  if (handout.steps == 0) return std::min(start, handout.pages.size() - 1);
  std::size_t page = 0;
  for (std::size_t i = 0; i < handout.pages.size(); ++i)
    if (handout.pages[i].step <= start) page = i;
  return page;
}

/// "step-12" of a run, "slide-3" of other pages: the id of the section, which an address may end
/// with.
std::string page_id(const Handout& handout, std::size_t page) {
  return are_steps(handout) ? "step-" + std::to_string(handout.pages[page].step)
                            : "slide-" + std::to_string(page + 1);
}

/// The sentences; what a term means is shown by pointing at it.
std::string explained(const std::string& words) {
  std::string out;
  std::size_t at = 0;
  for (const GlossaryMark& mark : glossary_marks(words)) {
    out += escaped(words.substr(at, mark.begin - at)) + "<abbr" +
           attr("title", escaped(mark.explanation)) + ">" +
           escaped(words.substr(mark.begin, mark.size)) + "</abbr>";
    at = mark.begin + mark.size;
  }
  return out + escaped(words.substr(at));
}

/// The <section> of a page: its heading, its figure, what is said, and its numbers as a table.
std::string page_html(const Handout& handout, std::size_t number) {
  const Page& page = handout.pages[number];
  const std::string id = "p" + std::to_string(number), count = count_words(handout, number);
  const bool wide = page.scene.width > widest_beside,
             high = !wide && page.scene.height > highest_of_two;
  return "<section" + attr("id", page_id(handout, number)) +
         (wide   ? attr("class", "wide")
          : high ? attr("class", "high")
                 : "") +
         attr("data-stage", escaped(stage_of(handout, page))) +
         attr("aria-labelledby", id + "title") + ">\n" + heading(page, id, count) +
         figure(page, id) +
         (page.words.empty() ? "" : "<p class=\"words\">" + explained(page.words) + "</p>\n") +
         question(page.question) + numbers(page, count) + "</section>\n";
}

}  // namespace

std::string to_html(const Handout& handout, std::size_t start) {
  return to_html(page_run_of(handout), start, {});
}

std::string to_html(PageRun run, std::size_t start, const Going& going) {
  Handout& handout = run.about;
  std::string pages;
  for (std::size_t i = 0; i < handout.pages.size(); ++i) {
    if (going && !going(i, handout.pages.size())) return "";
    handout.pages[i] = run.draw(i);
    pages += page_html(handout, i);
    handout.pages[i] = {.step = handout.pages[i].step};  // its picture is written
  }
  return filled(file_named("handout.html"),
                {{"lang", std::string(text::language())},
                 {"w_page", escaped(text::pages::page)},
                 {"w_light_or_dark", escaped(text::pages::light_or_dark)},
                 {"w_print_all", escaped(text::pages::print_all)},
                 {"w_keys", escaped(text::pages::keys)},
                 {"w_steps", escaped(text::pages::steps)},
                 {"w_step", escaped(text::pages::step)},
                 {"w_first", escaped(text::pages::first)},
                 {"w_first_step", escaped(text::pages::first_step)},
                 {"w_back", escaped(text::pages::back)},
                 {"w_step_back", escaped(text::pages::step_back)},
                 {"w_play_or_stop", escaped(text::pages::play_or_stop)},
                 {"w_play", escaped(text::pages::play)},
                 {"w_next", escaped(text::pages::next)},
                 {"w_next_step", escaped(text::pages::next_step)},
                 {"w_last", escaped(text::pages::last)},
                 {"w_last_step", escaped(text::pages::last_step)},
                 {"w_key_next", escaped(text::pages::key_next)},
                 {"w_key_back", escaped(text::pages::key_back)},
                 {"w_key_stage", escaped(text::pages::key_stage)},
                 {"w_key_ends", escaped(text::pages::key_ends)},
                 {"w_key_play", escaped(text::pages::key_play)},
                 {"w_key_numbers", escaped(text::pages::key_numbers)},
                 {"w_key_whole", escaped(text::pages::key_whole)},
                 {"w_key_light", escaped(text::pages::key_light)},
                 {"w_key_dark", escaped(text::pages::key_dark)},
                 {"w_key_print", escaped(text::pages::key_print)},
                 {"w_on_a_phone", escaped(text::pages::on_a_phone)},
                 {"w_close", escaped(text::pages::close)},
                 {"title", escaped(handout.title)},
                 {"about", escaped(handout.about)},
                 {"version", RADIXSCOPE_VERSION},
                 {"start", std::to_string(page_at(handout, start))},
                 {"style", colours() + std::string(file_named("handout.css")) + paper(handout)},
                 {"script", std::string(file_named("handout.js"))},
                 {"state", state_words(handout)},
                 {"pages", pages}});
}

}  // namespace scope
