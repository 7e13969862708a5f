// Compare mode: the lanes, each with its figure and what its sort has cost so far. A click on a
// lane makes it the one that the input panel changes and the timeline steps.
#include <algorithm>
#include <cmath>
#include <functional>

#include "app/core/base/text.hpp"
#include "app/core/figures/chart/calculator_page.hpp"
#include "app/core/figures/chart/chart.hpp"
#include "app/core/words/sort_title.hpp"
#include "app/document/bug_gallery.hpp"
#include "app/document/compare.hpp"
#include "app/document/fields.hpp"
#include "app/document/lane_costs.hpp"
#include "app/document/record.hpp"
#include "app/sorts/families/families.hpp"
#include "app/state/lesson.hpp"
#include "app/window/draw.hpp"
#include "app/window/imgui_compat.hpp"
#include "app/window/widgets.hpp"
#include "panels.hpp"
#include "text/all.hpp"

namespace scope {
namespace {

constexpr float least_lane_letters = 11, profile_letters = 14 / 1.6f;  // design units
constexpr float phone_width = 500;
constexpr float max_enlarged = 25;  // figure units: larger letters have no room on any page
constexpr float foot_line = 21, lane_gap = 8, bar_height = 44, status_height = 76,
                profile_status = 52, profile_bar = 36;
constexpr float figure_share = 0.25f, profile_share = 0.42f;
constexpr float one_line_head = 68, profile_head = 54, line_head = 34, two_columns = 560;
constexpr float bar_of_one_line = 720;  // of all lanes, for what is chosen for all of them
constexpr float one_line_width = 620, one_line_crowded = 790,
                two_line_width = 420;  // of a lane, for its controls

/// How lanes are laid out: as many side by side as shows them largest.
struct LaneGrid {
  uint32_t columns = 1, rows = 1;
};

Rect place_of(const Rect& at, LaneGrid grid, std::size_t lane) {
  const float space = ui::dp(lane_gap);
  const auto column = static_cast<float>(lane % grid.columns),
             row = static_cast<float>(lane / grid.columns);
  const float wide =
      (at.w - space * static_cast<float>(grid.columns + 1)) / static_cast<float>(grid.columns);
  const float high = (at.h - space * static_cast<float>(grid.rows)) / static_cast<float>(grid.rows);
  return {at.x + space + column * (wide + space), at.y + row * (high + space), wide, high};
}

/// The numbers under a lane's figure, in as many columns as fit.
struct Foot {
  std::size_t columns = 1, lines = 0;
  float height = 0, line = 0;      ///< of all, of one
  std::vector<std::size_t> shown;  ///< which of the numbers, in their order
};

/// The bars around the lanes give way to them.
bool is_low(const PanelContext& panel) {
  return panel.document.projector || ImGui::GetIO().DisplaySize.y < ui::dp(compact_below);
}

/// A number that cuts the work has a control in the head of its lane.
bool has_control(const radix::SortInfo& sort, const radix::SettingInfo& setting) {
  return setting.is_number() && !setting.describes_keys && setting.use != radix::Use::one_launch &&
         sort.uses(setting);
}

/// Some lane has three of them.
bool any_crowded(const PanelContext& panel) {
  return std::ranges::any_of(panel.document.lanes, [](const Lane& lane) {
    const radix::SortInfo* sort = radix::sort_named(lane.setup.sort);
    return sort && std::ranges::count_if(radix::settings(), [&](const radix::SettingInfo& each) {
                     return has_control(*sort, each);
                   }) > 2;
  });
}

/// Lines of controls in every lane: as few as hold them.
uint32_t control_lines(const PanelContext& panel, const Rect& place) {
  if (is_low(panel)) return 1;
  if (place.w > ui::dp(any_crowded(panel) ? one_line_crowded : one_line_width)) return 1;
  return place.w > ui::dp(two_line_width) || !any_crowded(panel) ? 2 : 3;
}

float head_of(const PanelContext& panel, const Rect& place) {
  if (panel.document.projector) return ui::dp(profile_head);
  return ui::dp(one_line_head + line_head * static_cast<float>(control_lines(panel, place) - 1));
}

/// How many times the largest whole number of the lanes is the smallest.
double spread_of(const PanelContext& panel, std::size_t line) {
  double least = 1e300, most = 0;
  for (const LaneView& pane : panel.panes) {
    least = std::min(least, pane.spent->whole[line].number);
    most = std::max(most, pane.spent->whole[line].number);
  }
  return least > 0 ? most / least : most > 0 ? 1e300 : 1;
}

/// True when no lane has this number, as none but radix sorts have a table.
bool is_nobodys(const PanelContext& panel, std::size_t line) {
  return std::ranges::all_of(
      panel.panes, [&](const LaneView& pane) { return pane.spent->whole[line].value == "–"; });
}

/// Where not all numbers have room beside the figure: those that the words speak of, then those in
/// which the lanes differ most.
Foot foot_of(const PanelContext& panel, const Rect& place) {
  Foot foot{.columns = place.w > ui::dp(two_columns) ? 2u : 1u};
  if (right_and_wrong(panel.document)) {  // the costs of a wrong run are not compared
    foot.height = ui::dp(8);
    return foot;
  }
  for (std::size_t i = 0; i < panel.panes.front().spent->now.size(); ++i)
    if (!is_nobodys(panel, i)) foot.shown.push_back(i);
  // A slide shows what its caption speaks of: the picture has the rest of the lane
  if (panel.document.lesson)
    std::erase_if(foot.shown, [&](std::size_t i) {
      return !speaks_of(slide_words(*panel.document.lesson, panel.document.slide).caption,
                        panel.panes.front().spent->now[i].name);
    });
  const float share = panel.document.projector ? profile_share : figure_share;
  const float free = place.h * (1 - share) - head_of(panel, place) - ui::dp(14);
  const auto lines = static_cast<std::size_t>(std::max(free / ui::dp(foot_line), 1.f));
  if (foot.shown.size() > lines * foot.columns) {
    const auto& all = panel.panes.front().spent->now;
    const std::string said = panel.document.lesson
                                 ? slide_words(*panel.document.lesson, panel.document.slide).caption
                                 : panel.state.verdict;
    std::ranges::stable_sort(foot.shown, std::greater{}, [&](std::size_t i) {
      return std::pair{speaks_of(said, all[i].name), spread_of(panel, i)};
    });
    foot.shown.resize(lines * foot.columns);
    std::ranges::sort(foot.shown);
  }
  foot.lines = (foot.shown.size() + foot.columns - 1) / foot.columns;
  const auto count = static_cast<float>(std::max<std::size_t>(foot.lines, 1));
  foot.line = ui::dp(foot_line);
  foot.height = foot.shown.empty() ? ui::dp(6) : foot.line * count + ui::dp(14);
  return foot;
}

Rect figure_room(const PanelContext& panel, const Rect& place) {
  const float head = head_of(panel, place), foot = foot_of(panel, place).height;
  return {place.x + ui::dp(8), place.y + head, place.w - ui::dp(16), place.h - head - foot};
}

/// The smallest scale at which any lane's figure is shown.
float smallest_scale(const PanelContext& panel, const Rect& at, LaneGrid grid) {
  float smallest = 1e9f;
  for (std::size_t lane = 0; lane < panel.panes.size(); ++lane) {
    const Rect room = figure_room(panel, place_of(at, grid, lane));
    for (const PageSize& page : *panel.panes[lane].pages)
      smallest = std::min(smallest, fit_scale({.width = page.width, .height = page.height}, room));
  }
  return smallest;
}

LaneGrid grid_of(const PanelContext& panel, const Rect& at) {
  const auto count = static_cast<uint32_t>(panel.panes.size());
  LaneGrid best;
  float scale = -1;
  for (uint32_t columns = 1; columns <= count; ++columns) {
    const LaneGrid grid{columns, (count + columns - 1) / columns};
    const float here = smallest_scale(panel, at, grid);
    if (here > scale * 1.02f) best = grid, scale = here;
  }
  return best;
}

/// Pixels of the smallest letters of a picture; on a wall they are as large as 14.
float least_letters(const PanelContext& panel) {
  return ui::dp(panel.document.projector ? profile_letters : least_lane_letters);
}

/// True where every page of every lane can be read at this scale: a label that had no room to grow
/// may stay a little smaller.
bool can_be_read(const PanelContext& panel, float scale) {
  constexpr float little = 0.8f;
  return std::ranges::all_of(panel.panes, [&](const LaneView& pane) {
    return std::ranges::all_of(*pane.pages, [&](const PageSize& page) {
      return page.smallest * scale >= least_letters(panel) * little;
    });
  });
}

/// "threads" of "threads per block".
std::string first_word(std::string label) {
  return std::string(text::translated(label.substr(0, label.find(' '))));
}

/// Width of the name of a setting and of its stepper, in the head of a lane.
float wide_in_head(const radix::SettingInfo& setting, uint32_t value) {
  return ui::text_size(Face::ui, ui::dp(ui::words), first_word(setting.label)).x + ui::dp(6) +
         ui::stepper_width(value);
}

/// A small stepper for a number that the lane's sort uses, with its name before it.
void head_stepper(const PanelContext& panel, std::size_t lane, const radix::SettingInfo& setting,
                  uint32_t value, ImVec2 at) {
  const float control = ui::stepper_width(value);
  ui::text_at(ImGui::GetWindowDrawList(), Face::ui, ui::dp(ui::words),
              {at.x, at.y + ImGui::GetFrameHeight() / 2}, ui::ink(Ink::dim),
              first_word(setting.label));
  ImGui::SetCursorScreenPos({at.x + wide_in_head(setting, value) - control, at.y});
  if (const auto wanted = ui::stepper(setting.name, value, setting.low, setting.high, control)) {
    panel.post("lane", lane + 1);
    panel.post(setting.name, *wanted);
  }
  ui::item_tooltip(text::Label(setting.about));
}

/// Which sort, and how it cuts the work; as many controls as fit in the line. Of the person's own
/// run his file says that.
void controls(const PanelContext& panel, const Rect& at, std::size_t lane) {
  const Setup& setup = panel.document.lanes[lane].setup;
  const radix::SortInfo* now = radix::sort_named(setup.sort);
  if (!now) return;
  const float frame = ImGui::GetFrameHeight(), buttons = 2 * frame + ui::dp(10), gap = ui::dp(14);
  const radix::Settings& cut = setup.settings;
  const float room = at.w - buttons - ui::dp(50);
  float beside = 0;  // the controls, where all stand in this line
  for (const radix::SettingInfo& setting : radix::settings())
    if (has_control(*now, setting)) beside += wide_in_head(setting, setting.get(cut)) + gap;
  const float whole = ui::text_size(Face::ui, ui::dp(ui::body), sort_title(*now)).x + ui::dp(36);
  const float list = std::min(std::max(ui::dp(210), std::min(whole, room - beside)), room);
  float x = at.x + ui::dp(10), y = at.y + ui::dp(8);
  ui::text_at(ImGui::GetWindowDrawList(), Face::bold, ui::dp(ui::lead), {x, y + frame / 2},
              ui::ink(lane == panel.document.active ? Ink::accent : Ink::dim),
              std::to_string(lane + 1));
  if (setup.own) {
    const std::string words = setup.own->own + " · " + cut_words(*now, setup.settings);
    ui::text_at(ImGui::GetWindowDrawList(), Face::bold, ui::dp(ui::lead),
                {x + ui::dp(20), y + frame / 2}, ui::ink(Ink::text),
                ui::fitted(Face::bold, ui::dp(ui::lead), words, at.w - ui::dp(40)));
    return;
  }
  ImGui::SetCursorScreenPos({x + ui::dp(20), y});
  if (ui::begin_list("##sort", sort_title(*now), list, panel.state.escape)) {
    for (const radix::SortInfo* sort : sorts_by_section()) {
      if (!ui::list_item(sort_title(*sort), sort == now)) continue;
      panel.post("lane", lane + 1);
      panel.post("sort", sort->name);
    }
    ui::end_list();
  }
  x += list + ui::dp(34);
  for (const radix::SettingInfo& setting : radix::settings()) {
    if (!has_control(*now, setting)) continue;
    const uint32_t value = setting.get(cut);
    const float wide = wide_in_head(setting, value);
    const float end = y == at.y + ui::dp(8) ? at.right() - buttons : at.right() - ui::dp(8);
    if (x + wide > end) x = at.x + ui::dp(10), y += frame + ui::dp(6);
    if (y >
        at.y + ui::dp(10) + static_cast<float>(control_lines(panel, at) - 1) * (frame + ui::dp(6)))
      return;
    head_stepper(panel, lane, setting, value, {x, y});
    x += wide + gap;
  }
}

/// What the lanes differ in; without `all` only what has no control of its own here.
std::string own_words(const PanelContext& panel, std::size_t lane, bool all) {
  std::vector<Setup> setups;  // without their keys: this is asked for every picture
  for (const Lane& each : panel.document.lanes)
    setups.push_back({.settings = each.setup.settings,
                      .sort = each.setup.sort,
                      .fault = each.setup.fault,
                      .covered = each.setup.covered,
                      .own = each.setup.own});
  return own_settings(setups, lane, all);
}

bool all_of_one_sort(const PanelContext& panel) {
  const auto& lanes = panel.document.lanes;
  return std::ranges::all_of(
      lanes, [&](const Lane& lane) { return lane.setup.sort == lanes.front().setup.sort; });
}

/// In the profile: what a lane is, and what it differs in from lanes of the same sort. Where all
/// lanes have one sort, which stands over them, it is named by what it differs in.
struct LaneName {
  std::string name, settings;
};
LaneName profile_name(const PanelContext& panel, std::size_t lane) {
  const auto& lanes = panel.document.lanes;
  const radix::SortInfo* sort = radix::sort_named(lanes[lane].setup.sort);
  std::vector<Setup> alike;
  std::size_t own = 0;
  for (std::size_t k = 0; k < lanes.size(); ++k) {
    if (lanes[k].setup.sort != lanes[lane].setup.sort) continue;
    if (k == lane) own = alike.size();
    alike.push_back({.settings = lanes[k].setup.settings,
                     .sort = lanes[k].setup.sort,
                     .fault = lanes[k].setup.fault,
                     .covered = lanes[k].setup.covered,
                     .own = lanes[k].setup.own});
  }
  const std::string words = own_settings(alike, own, true);
  if (sort == nullptr || (all_of_one_sort(panel) && !words.empty()))
    return {text::all::heading({.words = words}), ""};
  return {sort_name(*sort), words};
}

/// In the profile: what the lane is and its place in the sort, to be read, not changed.
void profile_lane(const PanelContext& panel, const Rect& at, std::size_t lane) {
  const bool own = panel.document.lanes[lane].setup.own != nullptr;
  const bool said = own || blames_input(panel.document);  // elsewhere
  const std::string error = said ? "" : panel.document.lanes[lane].error.sentence;
  const LaneName who = profile_name(panel, lane);
  const std::string name = joined({lane + 1, "  ", who.name});
  const bool active = lane == panel.document.active;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float x = at.x + ui::dp(12), room = at.w - ui::dp(24);
  ui::text_at(list, Face::bold, ui::dp(ui::lead), {x, at.y + ui::dp(17)},
              ui::ink(active ? Ink::accent : Ink::text),
              ui::fitted(Face::bold, ui::dp(ui::lead), name, room));
  const std::string place = place_words(panel.panes[lane].moment);
  const std::string where = !error.empty()         ? error
                            : who.settings.empty() ? place
                                                   : who.settings + " · " + place;
  ui::text_at(list, Face::ui, ui::dp(ui::words), {x, at.y + ui::dp(38)},
              ui::ink(error.empty() ? Ink::dim : Ink::warn),
              error.empty() ? ui::fitted(Face::ui, ui::dp(ui::words), where, room)
                            : ui::shortened(Face::ui, ui::dp(ui::words), where, room));
}

/// What the lane is, its place in the sort, and the buttons that copy it or take it away.
void head(const PanelContext& panel, const Rect& at, std::size_t lane) {
  ImGui::PushID(static_cast<int>(lane));
  controls(panel, at, lane);
  const float side = ImGui::GetFrameHeight(), y = at.y + ui::dp(8);
  const std::string& error = panel.document.lanes[lane].error.sentence;
  const bool said = error.empty() || blames_input(panel.document) ||
                    panel.document.lanes[lane].setup.own;  // over all lanes
  const std::string where =
      said ? panel.panes[lane].scene->title + " · " + place_words(panel.panes[lane].moment)
           : error;  // the picture is the last one that could be made
  const std::string own = said ? text::all::heading({.words = own_words(panel, lane, false)}) : "";
  ImVec2 words{at.x + ui::dp(12), at.y + head_of(panel, at) - ui::dp(14)};
  if (!own.empty()) {
    ui::text_at(ImGui::GetWindowDrawList(), Face::bold, ui::dp(ui::words), words,
                ui::ink(Ink::text),
                ui::fitted(Face::bold, ui::dp(ui::words), own, at.right() - ui::dp(12) - words.x));
    words.x += ui::text_size(Face::bold, ui::dp(ui::words), own).x + ui::dp(12);
  }
  ui::text_at(
      ImGui::GetWindowDrawList(), Face::ui, ui::dp(ui::words), words,
      ui::ink(said ? Ink::dim : Ink::warn),
      said ? ui::fitted(Face::ui, ui::dp(ui::words), where, at.right() - ui::dp(12) - words.x)
           : ui::shortened(Face::ui, ui::dp(ui::words), where,
                           at.right() - ui::dp(12) - words.x));  // whole below the lanes
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const Rect line{at.x, at.y + head_of(panel, at) - ui::dp(26), at.w, ui::dp(24)};
  if (!said && line.holds({mouse.x, mouse.y})) panel.state.next_hover_words = error;
  const auto ask = [&](const char* command) {
    panel.post("lane", lane + 1);
    panel.post("lane", command);
  };
  if (!panel.document.lanes[lane].setup.own) {  // one's own is there once, and stays
    ImGui::SetCursorScreenPos({at.right() - 2 * side - ui::dp(12), y});
    if (ui::button("+", {side, side})) ask("duplicate");
    ui::item_tooltip(text::panels::lane_copy);
    const bool others = panel.document.lanes.size() > (user_run(panel.document) ? 2 : 1);
    ImGui::SetCursorScreenPos({at.right() - side - ui::dp(8), y});
    if (others && ui::button("×", {side, side})) ask("remove");
    if (others) ui::item_tooltip(text::panels::lane_remove);
  }
  ImGui::PopID();
}

/// The largest number of all lanes' whole sorts.
double max_of_line(const PanelContext& panel, std::size_t line) {
  double most = 0;
  for (const LaneView& pane : panel.panes) {
    const Figured& whole = pane.spent->whole[line];
    most = std::max({most, whole.number, whole.begin});
  }
  return most;
}

/// True where the lane's number stands out. Beside a wrong run nobody asks who is best.
bool is_best(const PanelContext& panel, std::size_t line, std::size_t lane) {
  if (panel.document.lane().cursor == 0 || right_and_wrong(panel.document)) return false;
  std::vector<Figured> numbers;
  for (const LaneView& pane : panel.panes) numbers.push_back(pane.spent->whole[line]);
  return best_lanes(numbers)[lane];
}

/// What stands out means, where something does.
std::string best_words(const PanelContext& panel, const Foot& foot) {
  for (const std::size_t line : foot.shown)
    for (std::size_t lane = 0; lane < panel.panes.size(); ++lane)
      if (is_best(panel, line, lane)) return std::string(" · ") + text::panels::bold_best.c_str();
  return "";
}

/// One line per number: a bar of what has been spent so far in the outline of what the whole sort
/// will. The best of all lanes stands out.
void totals(const PanelContext& panel, const Foot& foot, const Rect& at, std::size_t lane) {
  const LaneCosts& spent = *panel.panes[lane].spent;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float pitch = (at.w - ui::dp(12)) / static_cast<float>(foot.columns),
              wide = pitch - ui::dp(12);
  for (std::size_t n = 0; n < foot.shown.size(); ++n) {
    const std::size_t i = foot.shown[n];
    const double most = max_of_line(panel, i);
    const float left = at.x + ui::dp(12) + pitch * static_cast<float>(n / foot.lines);
    const float y = at.y + ui::dp(6) + foot.line * static_cast<float>(n % foot.lines);
    const auto part = [&](double number) {
      return most > 0 ? wide * static_cast<float>(std::min(number / most, 1.0)) : 0.f;
    };
    const bool best = is_best(panel, i, lane);
    const Rect line{left, y, wide, foot.line - ui::dp(3)};
    const float filled = std::max(part(spent.now[i].number), best ? ui::dp(4) : 0.f);
    ui::box(list, {line.x, line.y, filled, line.h}, ui::tint(best ? lane_bar_best : lane_bar), 0,
            ui::dp(3));
    const double outline = std::max(spent.whole[i].number, spent.whole[i].begin);
    ui::box(list, {line.x, line.y, part(outline), line.h}, 0, ui::ink(Ink::line), ui::dp(3));
    const Face face = best ? Face::bold : Face::ui;
    const float middle = line.y + line.h / 2;
    const float px = ui::dp(ui::words), big = ui::dp(ui::body);
    const float number = ui::text_size(Face::mono, big, spent.now[i].value).x + ui::dp(18);
    ui::text_at(list, face, px, {left + ui::dp(6), middle}, ui::ink(Ink::text),
                ui::fitted(face, px, spent.now[i].name, wide - number));
    ui::text_at(list, Face::mono, big, {left + wide - ui::dp(6), middle}, ui::ink(Ink::text),
                spent.now[i].value, Anchor::right);
  }
}

/// Hovering a key lights it in every lane, a click follows it and makes the lane the active one; on
/// a comparator of a 0–1 proof it takes it out of every lane's network.
void mouse(const PanelContext& panel, const Rect& place, const Camera& camera, std::size_t lane) {
  ImGui::SetCursorScreenPos({place.x, place.y + head_of(panel, place)});
  ImGui::PushID(static_cast<int>(lane));
  const bool clicked = ui::hot_area("lane", {place.w, place.h - head_of(panel, place)});
  ImGui::PopID();
  const ImVec2 at = ImGui::GetIO().MousePos;
  const Cell* cell = nullptr;
  if (ImGui::IsItemHovered() && camera.canvas.holds({at.x, at.y}))
    cell = cell_at(*panel.panes[lane].scene, camera.to_page(at));
  if (cell) panel.point_at(cell->tag.key);
  if (cell && !cell->tip.empty()) panel.state.next_hover_words = cell->tip;
  if (!clicked) return;
  if (lane != panel.document.active) panel.post("lane", lane + 1);
  if (cell && cell->tag.comparator != none) panel.take_out(cell->tag.comparator);
  if (cell && cell->tag.key != none) panel.pin(cell->tag.key);
}

/// The lane's colour: its sort's, as in every chart.
void sort_stripe(const PanelContext& panel, const Rect& place, std::size_t lane) {
  const radix::SortInfo* sort = radix::sort_named(panel.document.lanes[lane].setup.sort);
  if (!sort || sort->wrong) return;
  const float edge = ui::dp(3);
  ui::box(ImGui::GetWindowDrawList(), {place.x + 2 * edge, place.y, place.w - 4 * edge, edge},
          ui::ink(sort_ink(*sort)), 0, edge / 2);
}

void draw_lane(const PanelContext& panel, const Rect& place, std::size_t lane) {
  const LaneView& pane = panel.panes[lane];
  const bool active = lane == panel.document.active;
  ImDrawList* list = ImGui::GetWindowDrawList();
  ui::box(list, place, 0, ui::ink(active ? Ink::accent : Ink::line), ui::dp(8),
          ui::dp(active ? 2.f : 1.f));
  sort_stripe(panel, place, lane);
  const Rect room = figure_room(panel, place);
  const Camera camera =
      camera_of(*pane.scene, room, room, panel.document.zoom, panel.document.pan, max_stretch);
  pane.painter->draw(list, {.camera = camera,
                            .theme = &theme(panel.document.theme),
                            .selected = pane.moment.selected(),
                            .enlarged = pane.moment.chosen(),
                            .moved = pane.moment.moved,
                            .stroke = panel.document.projector ? profile_stroke : 1});
  mouse(panel, place, camera, lane);
  if (panel.document.projector)
    profile_lane(panel, place, lane);
  else
    head(panel, place, lane);
  totals(panel, foot_of(panel, place),
         {place.x, room.bottom(), place.w, place.bottom() - room.bottom()}, lane);
}

/// Ready comparisons, those of the active lane's family first.
std::vector<Comparison> ready_comparisons(const radix::Trace& trace) {
  const auto own = family_of(trace).comparisons;
  std::vector<Comparison> list(own.begin(), own.end());
  for (const Comparison& each : comparisons())
    if (std::ranges::find(list, std::string_view(each.name), &Comparison::name) == list.end())
      list.push_back(each);
  return list;
}

/// A list of ready comparisons, and the chart over all widths.
void comparison_list(const PanelContext& panel, float width) {
  ImGui::SetNextWindowSizeConstraints({ui::dp(300), 0}, {ui::dp(520), ui::dp(600)});
  if (!ui::begin_list("##ready", text::panels::ready, width, panel.state.escape)) return;
  for (const Comparison& each : ready_comparisons(*panel.moment.trace))
    if (ui::list_item(each.title, false)) panel.post("compare", each.name);
  for (const Figure& figure : figures()) {
    if (figure.tools != Tools::tradeoff || !ui::list_item(figure.title, false)) continue;
    panel.post("step_mode");
    panel.post("figure", figure.id);
  }
  ui::end_list();
}

/// "bits per pass 1 2 4 8": a button for every width, lit where a lane has it.
void width_buttons(const PanelContext& panel, float side) {
  ImGui::AlignTextToFramePadding();
  const ui::TextInk quiet(Ink::dim);
  ImGui::TextUnformatted(text::panels::bits_per_pass.c_str());
  std::vector<uint32_t> shown = widths_shown(panel.document);
  for (const uint32_t width : {1u, 2u, 4u, 8u}) {
    ImGui::SameLine(0, ui::dp(width == 1 ? 8 : 4));
    const bool lit = std::ranges::find(shown, width) != shown.end();
    if (ui::button(std::to_string(width), {side, side}, lit)) panel.post("width", width);
    ui::item_tooltip(lit ? text::panels::width_remove : text::panels::width_add);
  }
}

/// What the boxes count, and how the lanes follow the one that is stepped: where labels have room,
/// px.
struct SwitchWidths {
  float costs, gap, align;
  float all() const { return costs + gap + align; }
};

std::string many_keys(const PanelContext& panel) {
  return text::panels::costs_many({.keys = power_text(panel.document.calculation.keys)});
}

SwitchWidths switch_widths(const PanelContext& panel) {
  const std::string many = many_keys(panel);
  const char* const costs[] = {text::panels::measure_these.c_str(), many.c_str(),
                               text::panels::costs_card.c_str()};
  const char* const aligns[] = {text::panels::align_bits.c_str(),
                                text::panels::align_launches.c_str()};
  return {std::max(ui::dp(252), ui::segments_width(costs)), ui::dp(16),
          std::max(ui::dp(208), ui::segments_width(aligns))};
}

/// The same in so much width.
void view_switches(const PanelContext& panel, ImVec2 at, float width) {
  const SwitchWidths usual = switch_widths(panel);
  const bool narrow = width < usual.all();
  const float gap = narrow ? ui::dp(8) : usual.gap;
  const float wide = narrow ? (width - gap) * 0.62f : usual.costs;
  const std::string many = many_keys(panel);
  const char* const costs[] = {text::panels::measure_these.c_str(), many.c_str(),
                               text::panels::costs_card.c_str()};
  ImGui::SetCursorScreenPos(at);
  const int cost = ui::segments("costs", costs, static_cast<int>(panel.document.costs), wide);
  if (cost >= 0) panel.post("costs", cost_names()[static_cast<std::size_t>(cost)]);
  ui::item_tooltip(text::panels::costs_about);
  ImGui::SetCursorScreenPos({at.x + wide + gap, at.y});
  const char* const aligns[] = {
      (narrow ? text::panels::align_bits_short : text::panels::align_bits).c_str(),
      (narrow ? text::panels::align_launches_short : text::panels::align_launches).c_str()};
  const int align = ui::segments("align", aligns, static_cast<int>(panel.document.align),
                                 narrow ? width - gap - wide : usual.align);
  if (align >= 0) panel.post("align", align_names()[static_cast<std::size_t>(align)]);
  ui::item_tooltip(text::panels::align_about);
}

/// Lines of what stands over the lanes: a narrow window has two.
uint32_t bar_lines(const PanelContext& panel, const Rect& at, bool strips) {
  const float longer = switch_widths(panel).all() - ui::dp(476);
  return strips && at.w < ui::dp(bar_of_one_line) + longer ? 2 : 1;
}

/// Widths, ready comparisons, what is counted, and the numbers as a table.
void bar(const PanelContext& panel, const Rect& at, bool strips) {
  const auto lines = static_cast<float>(bar_lines(panel, at, strips));
  const float frame = ImGui::GetFrameHeight(), space = ui::dp(lane_gap);
  const float y = at.y + (at.h / lines - frame) / 2;
  const float table = ui::button_width(text::panels::copy_table, 128), end = at.right() - space;
  float x = at.x + space;
  ImGui::SetCursorScreenPos({x, y});
  if (strips) {
    width_buttons(panel, frame);
    x = ImGui::GetItemRectMax().x + ui::dp(16);
    if (lines > 1)
      view_switches(panel, {at.x + space, y + frame + ui::dp(5)}, end - at.x - space);
    else
      view_switches(panel, {x, y}, switch_widths(panel).all()),
          x += switch_widths(panel).all() + ui::dp(16);
    ImGui::SetCursorScreenPos({x, y});
  }
  const float room = end - x;
  const bool has_table = room > table + ui::dp(190);
  const float list = std::min(ui::dp(190), room - (has_table ? table + ui::dp(10) : 0));
  if (list > ui::dp(90)) comparison_list(panel, list);
  if (!has_table) return;
  ImGui::SetCursorScreenPos({end - table, y});
  if (ui::button(text::panels::copy_table, {table, frame})) panel.post("table", "markdown");
  ui::item_tooltip(text::panels::costs_table_about);
}

/// In the profile: the mode, and what all lanes have in common.
void profile_title(const PanelContext& panel, const Rect& at, const Foot& foot) {
  const radix::SortInfo* sort = radix::sort_named(panel.document.lanes.front().setup.sort);
  std::string words = all_of_one_sort(panel) && sort ? sort_name(*sort) + " · " : "";
  words += text::all::keys({.count = panel.moment.problem().size()}) + best_words(panel, foot);
  if (!foot.shown.empty()) words += std::string(" · ") + text::panels::outline_whole.c_str();
  const float end = at.right() - ui::dp(20);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float x = at.x + ui::dp(20), middle = at.y + at.h / 2, big = ui::dp(ui::title);
  ui::text_at(list, Face::bold, big, {x, middle}, ui::ink(Ink::text), text::Label("Compare"));
  const float after = x + ui::text_size(Face::bold, big, text::Label("Compare")).x + ui::dp(16);
  ui::text_at(list, Face::ui, ui::dp(ui::lead), {after, middle + ui::dp(1)}, ui::ink(Ink::text),
              ui::fitted(Face::ui, ui::dp(ui::lead), words, end - after));
}

float answer_size(const PanelContext& panel, const Rect& at) {
  if (panel.document.projector && !right_and_wrong(panel.document)) return 13;
  return at.w > ui::dp(1300) ? 18 : at.w < ui::dp(phone_width) ? 14 : 16;
}

/// Height of the verdict on the lanes, wrapped, pixels.
float verdict_height(const PanelContext& panel, const Rect& at) {
  const ui::Font font(Face::ui, answer_size(panel, at));
  const std::string& words = panel.state.verdict;
  return ImGui::CalcTextSize(words.c_str(), nullptr, false, at.w - ui::dp(2 * lane_gap + 4)).y +
         ui::dp(10);
}

/// Two lines, three in a narrow window, or five as narrow as a phone, the same at every step, so
/// that the picture stands still.
float words_height(const PanelContext& panel, const Rect& at) {
  const ui::Font font(Face::ui, answer_size(panel, at));
  const float lines = at.w < ui::dp(phone_width) ? 5 : at.w < ui::dp(bar_of_one_line) ? 3 : 2;
  return lines * ImGui::GetTextLineHeightWithSpacing() + ui::dp(6);
}

/// The text with a line end wherever what comes next has no room: a number is never cut at its
/// comma.
std::string in_lines(const std::string& text, float width) {
  std::string lines;
  for (std::size_t at = 0, line = 0; at < text.size();) {
    const std::size_t end = next_break(text, at);
    const std::string piece = text.substr(at, end - at),
                      longer(trimmed_end(lines.substr(line) + piece));
    if (lines.size() > line && ImGui::CalcTextSize(longer.c_str()).x > width) {
      lines.resize(trimmed_end(lines).size());
      lines += '\n';
      line = lines.size();
    }
    lines += piece;
    at = end;
  }
  return std::string(trimmed_end(lines));
}

/// As many of the sentences as have room in so many pixels, one at least.
std::string sentences_in(const std::string& all, float width, float height) {
  std::string words = all;
  const auto high = [&] { return ImGui::CalcTextSize(in_lines(words, width).c_str()).y; };
  while (high() > height) {
    std::size_t end = 0;
    for (const std::string_view stop : {". ", "。"}) {
      const std::size_t at =
          words.rfind(stop, words.size() - std::min(words.size(), stop.size() + 1));
      if (at != words.npos) end = std::max(end, at + trimmed_end(stop).size());
    }
    if (end == 0) break;
    words.resize(end);
  }
  return in_lines(words, width);
}

/// What is said under the lanes: a note, what the mouse is over, or who is best at what.
void answer(const PanelContext& panel, const Rect& at, const Foot* foot) {
  const Document& document = panel.document;
  const bool complains = complaint_at(panel) == SaidAt::status;
  const std::string recording = recording_words(document), note = note_of(panel);
  const std::string& words = !recording.empty()                 ? recording
                             : !note.empty()                    ? note
                             : !panel.state.hover_words.empty() ? panel.state.hover_words
                             : complains                        ? document.lane().error.sentence
                                                                : panel.state.verdict;
  const ui::Font font(Face::ui, answer_size(panel, at));
  ImGui::SetCursorScreenPos({at.x + ui::dp(lane_gap + 4), at.y + ui::dp(4)});
  ImGui::PushTextWrapPos(at.w - ui::dp(lane_gap));
  {
    const bool warns =
        note.empty() ? words == document.lane().error.sentence : document.note_is_error;
    const ui::TextInk ink(warns ? Ink::warn : note.empty() ? Ink::text : Ink::good);
    const float width = at.w - ui::dp(2 * lane_gap + 4);
    const float height = foot == nullptr ? at.h - ui::dp(4) : 1e6f;
    ImGui::TextUnformatted(sentences_in(words, width, height).c_str());
  }
  ImGui::PopTextWrapPos();
  if (is_low(panel) || foot == nullptr) return;
  ImGui::SetCursorScreenPos(
      {at.x + ui::dp(lane_gap + 4), at.bottom() - ImGui::GetFrameHeight() - ui::dp(4)});
  const ui::Font small(Face::ui, ui::body);
  const bool figured = std::ranges::any_of(panel.panes, [&](const LaneView& pane) {
    return current_figure(panel.document, pane.moment).tools == Tools::memory;
  });
  if (figured || !foot->shown.empty()) memory_tools(panel, false);
  if (foot->shown.empty()) return;  // right and wrong: no bars
  const std::string bars = text::panels::filled_so_far.c_str() + std::string(" · ") +
                           text::panels::outline_whole.c_str() + best_words(panel, *foot);
  const float room = at.right() - ui::dp(lane_gap) - ImGui::GetCursorScreenPos().x;
  const ui::TextInk quiet(Ink::dim);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(ui::fitted(Face::ui, ui::dp(ui::body), bars, room).c_str());
}

/// In the head of a strip: which sort, how it cuts the work, and the buttons that copy it or take
/// it away, all in one line; as many controls as fit.
void strip_head(const PanelContext& panel, const Rect& at, std::size_t lane) {
  const Setup& setup = panel.document.lanes[lane].setup;
  const radix::SortInfo* now = radix::sort_named(setup.sort);
  if (!now) return;
  ImGui::PushID(static_cast<int>(lane));
  const float frame = ImGui::GetFrameHeight(), gap = ui::dp(10), y = at.y + ui::dp(5);
  const bool several = panel.document.lanes.size() > 1;
  float end = at.right() - ui::dp(6);
  const auto ask = [&](const char* command) {
    panel.post("lane", lane + 1);
    panel.post("lane", command);
  };
  const auto end_button = [&](const char* label, const char* command, text::Label about) {
    end -= frame;
    ImGui::SetCursorScreenPos({end, y});
    if (ui::button(label, {frame, frame})) ask(command);
    ui::item_tooltip(about);
    end -= ui::dp(4);
  };
  if (several) end_button("×", "remove", text::panels::lane_remove);
  if (at.w > ui::dp(380) && panel.document.lanes.size() < max_lanes)
    end_button("+", "duplicate", text::panels::lane_copy);
  const bool active = lane == panel.document.active;
  ui::text_at(ImGui::GetWindowDrawList(), Face::bold, ui::dp(ui::lead),
              {at.x + ui::dp(9), y + frame / 2}, ui::ink(active ? Ink::accent : Ink::dim),
              std::to_string(lane + 1));
  float x = at.x + ui::dp(24);
  std::vector<const radix::SettingInfo*> shown;
  float beside = 0;
  const auto list_of = [](const std::string& name) {
    return ui::text_size(Face::ui, ui::dp(ui::body), name).x + ui::dp(46);
  };
  const std::string number = radix::number_of(now->section);
  const float whole = list_of(sort_title(*now)), short_list = list_of(number);
  for (const char* first : {"radix", "keys_per_thread", ""})
    for (const radix::SettingInfo& setting : radix::settings()) {
      const std::string_view name = setting.name;
      const bool preferred = name == "radix" || name == "keys_per_thread";
      if (!has_control(*now, setting) || (*first ? name != first : preferred)) continue;
      const float wide = wide_in_head(setting, setting.get(setup.settings)) + gap;
      // For the name of the sort; its radix is shown in any case
      const float kept = name == "radix" ? ui::dp(74) : preferred ? short_list : whole;
      if (end - x - beside - wide < kept) continue;
      beside += wide, shown.push_back(&setting);
    }
  const float list = std::max(std::min(whole, end - x - beside - gap), ui::dp(60));
  ImGui::SetCursorScreenPos({x, y});
  // Its section's number where of the name little more than its beginning would stand
  std::string shown_name = list_of(sort_title(*now)) <= list ? sort_title(*now) : sort_name(*now);
  if (list < 0.6f * list_of(shown_name)) shown_name = number;
  if (const radix::SettingInfo& radix = *radix::setting_named("radix");
      has_control(*now, radix) && std::ranges::find(shown, &radix) == shown.end()) {
    const std::string width = "radix " + std::to_string(radix.get(setup.settings));
    shown_name = width + " · " + number;
    if (list_of(shown_name) > list) shown_name = width;
  }
  if (ui::begin_list("##sort", shown_name, list, panel.state.escape)) {
    for (const radix::SortInfo* sort : sorts_by_section()) {
      if (!ui::list_item(sort_title(*sort), sort == now)) continue;
      panel.post("lane", lane + 1);
      panel.post("sort", sort->name);
    }
    ui::end_list();
  } else if (shown_name != sort_title(*now)) {
    ui::item_tooltip(sort_title(*now).c_str());
  }
  x += list + gap;
  for (const radix::SettingInfo* setting : shown) {
    const uint32_t value = setting->get(setup.settings);
    head_stepper(panel, lane, *setting, value, {x, y});
    x += wide_in_head(*setting, value) + gap;
  }
  ImGui::PopID();
}

/// Height of what is kept free over a strip, pixels.
float strip_head_height(const PanelContext& panel) {
  return ui::dp(panel.document.projector ? 30 : 42);
}

/// The frames of the lanes with their heads, and all of their strips as one picture.
void strips_page(const PanelContext& panel, const Rect& room) {
  const float head = strip_head_height(panel);
  std::vector<std::string> names;  // on a wall nobody changes a lane
  for (std::size_t lane = 0; panel.document.projector && lane < panel.panes.size(); ++lane) {
    const LaneName who = profile_name(panel, lane);
    names.push_back(
        joined({lane + 1, "  ", who.name, who.settings.empty() ? "" : " · " + who.settings}));
  }
  strips_panel(panel, room, head, std::move(names));
  ImGui::PushClipRect({room.x, room.y}, {room.right(), room.bottom()}, true);
  ImDrawList* list = ImGui::GetWindowDrawList();
  for (std::size_t lane = 0; lane < panel.strips.strips.lanes.size(); ++lane) {
    const Rect& on_page = panel.strips.strips.lanes[lane];
    const float s = ui::scale();
    const Rect place{room.x + on_page.x * s, room.y + on_page.y * s - panel.state.strips_scroll,
                     on_page.w * s, on_page.h * s};
    const bool active = lane == panel.document.active;
    ui::box(list, place, 0, ui::ink(active ? Ink::accent : Ink::line), ui::dp(8),
            ui::dp(active ? 2.f : 1.f));
    sort_stripe(panel, place, lane);
    if (!panel.document.projector) strip_head(panel, place, lane);
  }
  strips_mouse(panel, room);
  ImGui::PopClipRect();
}

}  // namespace

void compare_panel(const PanelContext& panel, const Rect& at) {
  ImGui::PushStyleColor(ImGuiCol_WindowBg, 0u);
  begin_panel("compare", at, {0, 0}, false);
  ImGui::PopStyleColor();
  // A lesson brings its own comparison and, in the profile, its own words about it
  const bool profile = panel.document.projector && !panel.document.lesson,
             low_window = is_low(panel);
  const bool bare =
      !profile && (low_window || panel.document.lesson || right_and_wrong(panel.document));
  const bool silent =
      panel.document.projector && panel.document.lesson && panel.document.note.empty();
  const auto top_of = [&](bool as_strips) {
    const auto lines = static_cast<float>(bar_lines(panel, at, as_strips));
    return ui::dp(profile ? profile_bar : bare ? lane_gap : bar_height * lines - 8 * (lines - 1));
  };
  const auto with_status = [&](float status, bool as_strips) {
    const float low = silent ? ui::dp(4) : status, high = top_of(as_strips);
    return std::pair{Rect{at.x, at.y + high, at.w, at.h - high - low}, low};
  };
  bool strips = shows_strips(panel.document);
  const float usual = ui::dp(low_window ? profile_status : status_height);
  const auto [figures_room, figures_low] = with_status(
      right_and_wrong(panel.document) ? std::max(usual, verdict_height(panel, at)) : usual, strips);
  LaneGrid grid;
  if (!strips) {
    grid = grid_of(panel, figures_room);
    const float scale = smallest_scale(panel, figures_room, grid);
    const float wanted = scale > 0 ? least_letters(panel) / scale : 0;
    panel.state.lane_words = wanted < max_enlarged ? wanted : 0;
    // Where right and wrong differ is a ring in the picture
    strips = !right_and_wrong(panel.document) && !can_be_read(panel, scale);
  }
  const float top = top_of(strips);
  if (strips) {
    const auto [room, low] = with_status(words_height(panel, at), true);
    if (profile)
      profile_title(panel, {at.x, at.y, at.w, top}, {});
    else if (!bare)
      bar(panel, {at.x, at.y, at.w, top}, true);
    strips_page(panel, room);
    if (!silent) answer(panel, {at.x, at.bottom() - low, at.w, low}, nullptr);
    return end_panel();
  }
  const Foot foot = foot_of(panel, place_of(figures_room, grid, 0));
  if (profile)
    profile_title(panel, {at.x, at.y, at.w, top}, foot);
  else if (!bare)
    bar(panel, {at.x, at.y, at.w, top}, false);
  for (std::size_t lane = 0; lane < panel.panes.size(); ++lane)
    draw_lane(panel, place_of(figures_room, grid, lane), lane);
  if (!silent) answer(panel, {at.x, at.bottom() - figures_low, at.w, figures_low}, &foot);
  end_panel();
}

}  // namespace scope
