#include "html.hpp"

#include <algorithm>
#include <string_view>

#include "handout_files.hpp"
#include "html_page.hpp"
#include "markup.hpp"
#include "app/base/text.hpp"
#include "svg_pen.hpp"

namespace scope {
namespace {

using markup::escaped;

std::string_view file_named(std::string_view name) {
  for (const radix::SourceFile& file : handout_files())
    if (file.name == name) return file.text;
  return "";
}

/// The colours of the three themes: the reader's system chooses light or dark, a button may turn it around,
/// and paper is always for print.
std::string colours() {
  const auto inks = [](const char* where, ThemeId id) {
    return say(where, "{", ink_variables(theme(id)), "}\n");
  };
  const std::string dark = inks(":root:not([data-theme=light])", ThemeId::dark);
  return inks(":root", ThemeId::light) + "@media screen{@media (prefers-color-scheme:dark){" + dark + "}\n" +
         inks(":root[data-theme=dark]", ThemeId::dark) + "}\n@media print{" + inks(":root", ThemeId::print) +
         "}\n" + ink_classes();
}

/// A text in quotes for a style sheet; a line's end is written as it wants it.
std::string quoted_for_css(const std::string& text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '\\' || c == '"') out += '\\';
    if (c == '<') out += "\\3c ";
    else if (c == '\n') out += "\\a ";
    else out += c;
  }
  return out + "\"";
}

constexpr std::size_t foot_line = 108;    // characters of the foot's size across a sheet
constexpr std::size_t foot_most = 2 * foot_line;

/// Where a line at the foot is broken: between two fields of the state, if that leaves a second line that
/// fits.
std::size_t break_of(const std::string& foot) {
  const std::size_t slash = foot.rfind('/', foot_line);
  return slash == foot.npos || foot.size() - slash > foot_line ? foot_line : slash;
}

/// What stands at the foot of every printed page, where the browser knows margin boxes: the state, or the
/// title where the state is too long; it stands at the end of the hand-out in any case.
std::string paper(const Handout& handout) {
  std::string foot = handout.state;
  if (foot.empty() || foot.size() > foot_most) foot = handout.title;
  else if (foot.size() > foot_line) foot.insert(break_of(foot), "\n");
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

std::string state_words(const Handout& handout) {
  if (handout.state.empty()) return "";
  return "<p>Radixscope shows this again when this line is pasted into it:</p>\n<p><code>" +
         escaped(handout.state) + "</code></p>";
}

std::size_t page_at(const Handout& handout, std::size_t start) {
  if (handout.pages.empty()) return 0;
  if (handout.steps == 0) return std::min(start, handout.pages.size() - 1);
  std::size_t page = 0;
  for (std::size_t i = 0; i < handout.pages.size(); ++i)
    if (handout.pages[i].step <= start) page = i;
  return page;
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
    handout.pages[i] = {.step = handout.pages[i].step};   // its picture is written
  }
  return filled(file_named("handout.html"),
                {{"title", escaped(handout.title)},
                 {"about", escaped(handout.about)},
                 {"version", RADIXSCOPE_VERSION},
                 {"start", std::to_string(page_at(handout, start))},
                 {"style", colours() + std::string(file_named("handout.css")) + paper(handout)},
                 {"script", std::string(file_named("handout.js"))},
                 {"state", state_words(handout)},
                 {"pages", pages}});
}

}  // namespace scope
