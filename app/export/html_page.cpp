#include "html_page.hpp"

#include "markup.hpp"
#include "app/base/text.hpp"
#include "svg.hpp"

namespace scope {
namespace {

using markup::attr;
using markup::escaped;
using markup::num;

/// On paper two pages share a sheet unless the figure is so high that its words would become too small.
constexpr float highest_of_two = 760;

/// Lanes side by side: on a screen the whole comparison is seen at once, with its sentence below; on paper lengthwise.
constexpr float widest_beside = 1400;

/// A run's pages are steps; without a run, or where a step comes twice, they are slides.
bool are_steps(const Handout& handout) {
  for (std::size_t i = 1; i < handout.pages.size(); ++i)
    if (handout.pages[i].step <= handout.pages[i - 1].step) return false;
  return handout.steps > 0;
}

/// "step 12 of 40", "slide 3 of 9".
std::string count_words(const Handout& handout, std::size_t page) {
  if (are_steps(handout)) return say("step ", handout.pages[page].step, " of ", handout.steps);
  return say("slide ", page + 1, " of ", handout.pages.size());
}

/// The pass and the stage, as the slider is divided: the place without the split of a block. Slides are of
/// several runs: their slider is not divided.
std::string stage_of(const Handout& handout, const Page& page) {
  return are_steps(handout) ? page.place.substr(0, page.place.find(" · split ")) : "";
}

std::string heading(const Page& page, const std::string& id, const std::string& count) {
  return "<h2" + attr("id", id + "title") + "><span class=\"title\">" + escaped(page.title) + "</span>" +
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
  return "<details>\n<summary>Numbers of this step</summary>\n<div class=\"numbers\"><table" +
         attr("aria-label", "Arrays after " + count) + "><tbody>\n" + rows +
         "</tbody></table></div>\n</details>\n";
}

}  // namespace

std::string page_id(const Handout& handout, std::size_t page) {
  return are_steps(handout) ? say("step-", handout.pages[page].step) : say("slide-", page + 1);
}

std::string page_html(const Handout& handout, std::size_t number) {
  const Page& page = handout.pages[number];
  const std::string id = say("p", number), count = count_words(handout, number);
  const bool wide = page.scene.width > widest_beside, high = !wide && page.scene.height > highest_of_two;
  return "<section" + attr("id", page_id(handout, number)) + (wide ? attr("class", "wide") : high ? attr("class", "high") : "") +
         attr("data-stage", escaped(stage_of(handout, page))) + attr("aria-labelledby", id + "title") + ">\n" +
         heading(page, id, count) + figure(page, id) +
         (page.words.empty() ? "" : "<p class=\"words\">" + escaped(page.words) + "</p>\n") +
         numbers(page, count) + "</section>\n";
}

}  // namespace scope
