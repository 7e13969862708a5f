/// What the charts of a timing run share: pages, colours of stages, and what there is to say before
/// there are bars.
#pragma once

#include <string>
#include <vector>

#include "app/core/moment/moment.hpp"
#include "app/core/scene/scene.hpp"
#include "app/timing/timing_run.hpp"

namespace scope {

inline constexpr float timing_page = 1100;   ///< width of every page
inline constexpr float timing_height = 440;  ///< what a page should not be higher than, much
inline constexpr float timing_low = 330;     ///< the same where Moment::large wants larger letters

/// The ink of a stage, the same in every chart; its tint is the one behind the keys of that digit.
uint32_t stage_number(const std::string& stage);

/// Stages with their kernels joined, in the order of the first pass.
std::vector<radix::StageTime> joined_stages(const TimingRow& row);

/// A text cut with "…" where it is wider than `width`.
std::string cut_text(const std::string& text, float size, Face face, float width);

/// An empty page with one sentence; for charts without a run.
Scene sentence_page(const std::string& title, const std::string& words);

/// What is said under a page that shows these rows: of the largest input that has a bar there.
std::string words_under(const TimingView& view, const std::vector<const TimingRow*>& shown);

/// The page that is shown of this many, 0-based.
uint32_t shown_page(const TimingView& view, uint32_t pages);

/// "page 2 of 3", "" for one page.
std::string page_words(uint32_t page, uint32_t pages);

/// Adds words to a scene at their vertical middle.
void add_timing_words(Scene& scene, Vec at, const std::string& text, float size, Ink ink,
                      Anchor anchor = Anchor::left, Face face = Face::ui);

}  // namespace scope
