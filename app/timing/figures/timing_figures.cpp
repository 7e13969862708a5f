#include "timing_figures.hpp"

#include <algorithm>

#include "app/core/base/text.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "app/core/scene/text_width.hpp"
#include "app/timing/findings.hpp"
#include "text/timed.hpp"

namespace scope {

uint32_t stage_number(const std::string& stage) {
  uint32_t number = 0;
  for (const radix::StageInfo& each : known_stages()) {
    if (stage == each.name) return number;
    ++number;
  }
  return stage == "reverse" ? number : number + 1;  // and one for launches that are a whole pass
}

std::vector<radix::StageTime> joined_stages(const TimingRow& row) {
  std::vector<radix::StageTime> joined;
  for (const radix::StageTime& stage : row.stages) {
    const auto it = std::ranges::find(joined, stage.stage, &radix::StageTime::stage);
    if (it == joined.end()) {
      joined.push_back(stage);
    } else {
      it->ms += stage.ms;
      it->kernel += " + " + stage.kernel;
    }
  }
  return joined;
}

std::string cut_text(const std::string& text, float size, Face face, float width) {
  if (text_width(text, size, face) <= width) return text;
  std::string cut = text;
  while (!cut.empty() && text_width(cut + "…", size, face) > width) {
    while (!cut.empty() && inside_character(cut.back())) cut.pop_back();
    if (!cut.empty()) cut.pop_back();
  }
  return cut.empty() ? cut : cut + "…";
}

void add_timing_words(Scene& scene, Vec at, const std::string& text, float size, Ink ink,
                      Anchor anchor, Face face) {
  scene.texts.push_back(
      {.at = at, .text = text, .size = size, .ink = ink, .face = face, .anchor = anchor});
}

Scene sentence_page(const std::string& title, const std::string& words) {
  Scene scene{.width = timing_page,
              .height = 260,
              .title = title,
              .subtitle = text::timed::nothing_to_show};
  add_timing_words(scene, {timing_page / 2, 110},
                   cut_text(words, 18, Face::ui, timing_page - 2 * margin), 18, Ink::dim,
                   Anchor::middle);
  return scene;
}

std::string words_under(const TimingView& view, const std::vector<const TimingRow*>& shown) {
  const TimingRow* largest = nullptr;
  for (const TimingRow* row : shown)
    if (statistics(*row) && (!largest || row->input.n > largest->input.n)) largest = row;
  return timing_why(view, largest ? std::optional(largest->input) : std::nullopt);
}

uint32_t shown_page(const TimingView& view, uint32_t pages) {
  return pages == 0 ? 0 : std::min(view.page, pages - 1);
}

std::string page_words(uint32_t page, uint32_t pages) {
  return pages > 1 ? text::timed::page({.page = page + 1, .pages = pages}) : "";
}

}  // namespace scope
