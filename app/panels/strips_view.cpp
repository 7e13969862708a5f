// Compare as a picture: the strips of all lanes, drawn together, and what the mouse does in them.
#include <algorithm>

#include "app/core/base/text.hpp"
#include "app/core/scene/motion.hpp"
#include "app/document/compare.hpp"
#include "app/sorts/families/families.hpp"
#include "app/window/draw.hpp"
#include "app/window/widgets.hpp"
#include "panels.hpp"

namespace scope {
namespace {

// Design units: as large as 14 on a wall, and as 11 where keys would else be bars
constexpr float wall_letters = 14 / 1.6f, last_wall_letters = 11 / 1.6f;
// Design units: narrower lanes, and those of a lower page, stand under each other
constexpr float least_lane = 165, least_page = 300;

bool same_lane(const Moment& a, const Moment& b) {
  return a.trace == b.trace && a.cursor == b.cursor && a.memory == b.memory && a.blind == b.blind;
}

bool same_look(const StripsLook& a, const StripsLook& b) {
  return std::ranges::equal(a.lanes, b.lanes, same_lane) && a.errors == b.errors &&
         a.names == b.names && a.size.x == b.size.x && a.size.y == b.size.y && a.head == b.head &&
         a.stacked == b.stacked && a.letters == b.letters && a.costs == b.costs &&
         a.large == b.large && a.followed == b.followed && a.lit == b.lit;
}

/// The picture of this moment, drawn anew where anything that it shows has changed.
const Scene& up_to_date(StripsView& view, StripsLook look, const Document& document) {
  std::vector<std::shared_ptr<const radix::Trace>> traces;
  for (const Lane& lane : document.lanes) traces.push_back(lane.trace);
  const float moved = look.lanes.empty() ? 1 : look.lanes[document.active].moved;
  const bool same_runs = traces == view.traces;
  if (!same_runs || !same_look(look, view.look) || document.theme != view.theme) {
    const bool stepped =
        same_runs && look.lanes.size() == view.look.lanes.size() && look.size == view.look.size &&
        look.lanes[document.active].cursor != view.look.lanes[document.active].cursor;
    if (stepped) {
      view.back = look.lanes[document.active].cursor < view.look.lanes[document.active].cursor;
      view.before = std::exchange(view.strips.scene, {});
    } else if (!same_runs || look.size != view.look.size) {
      view.before = {};
    }
    view.strips = strips_of(look);
    view.look = std::move(look), view.traces = std::move(traces), view.theme = document.theme;
    view.painter.take(view.strips.scene, theme(view.theme), none);
    view.moves = false;
  }
  const bool was = view.moves;
  view.moves = moved < 1 && view.before.width > 0 && can_move(view.before, view.strips.scene);
  if (view.moves)
    view.on_the_way = view.back ? between(view.strips.scene, view.before, 1 - moved)
                                : between(view.before, view.strips.scene, moved);
  const Scene& shown = view.moves ? view.on_the_way : view.strips.scene;
  if (view.moves || was) view.painter.take(shown, theme(view.theme), none);
  return shown;
}

bool is_followed(const Document& document, uint32_t id) {
  return thread_ink(followed_keys(document), id) != Ink::none;
}

/// The part of a lane's run that is drawn at this height of the page: a row belongs to the part
/// that made it. Nothing over the first row and in the foot.
std::optional<std::size_t> part_at(const PanelContext& panel, std::size_t lane, float y) {
  const Strips& strips = panel.strips.strips;
  if (lane >= strips.rows.size()) return std::nullopt;
  const std::vector<float>& rows = strips.rows[lane];
  for (std::size_t r = 1; r < rows.size(); ++r)
    if (y > rows[r - 1] && y <= rows[r] + 12) return r - 1;
  return std::nullopt;
}

/// The step of a lane at which a part's table is made, or its output.
std::size_t step_of(const radix::Trace& trace, std::size_t part, bool table) {
  std::size_t found = 0;
  for (std::size_t s = 0; s < trace.steps.size(); ++s) {
    if (trace.steps[s].pass != part) continue;
    if (table && table_of(trace, trace.steps[s])) return s + 1;
    found = s + 1;
  }
  return found;
}

/// What the mouse is over.
struct Pointed {
  const Cell* cell = nullptr;
  std::size_t lane = 0;             ///< strips.lanes.size(): none
  std::optional<std::size_t> part;  ///< of the lane's run
  bool key() const { return cell && cell->tag.key != none; }
  bool bracket() const { return cell && is_bracket(*cell); }
  bool table() const { return cell && !key() && !bracket() && cell->tag.index != none; }
  bool opens() const { return part && !key() && (table() || bracket() || !cell); }
};

Camera camera_at(const PanelContext& panel, const Rect& at) {
  return {.canvas = at,
          .room = at,
          .corner = {at.x, at.y - panel.state.strips_scroll},
          .scale = ui::scale(),
          .tall = ui::scale()};
}

Pointed pointed_at(const PanelContext& panel, const Rect& at) {
  const Vec place = camera_at(panel, at).to_page(ImGui::GetIO().MousePos);
  const Strips& strips = panel.strips.strips;
  Pointed found{.cell = cell_at(strips.scene, place)};
  while (found.lane < strips.lanes.size() && !strips.lanes[found.lane].holds(place)) ++found.lane;
  found.part = part_at(panel, found.lane, place.y);
  return found;
}

}  // namespace

void strips_panel(const PanelContext& panel, const Rect& at, float head,
                  std::vector<std::string> names) {
  const Vec mouse{ImGui::GetIO().MousePos.x, ImGui::GetIO().MousePos.y};
  std::vector<uint32_t> lit;
  if (ImGui::IsWindowHovered() && at.holds(mouse))
    if (const Cell* cell = pointed_at(panel, at).cell)
      lit = keys_of_cell(panel.strips.strips, panel.strips.look, *cell);
  StripsLook look = strips_look(panel.document);
  look.size = {at.w / ui::scale(), at.h / ui::scale()};
  look.head = head / ui::scale();
  look.names = std::move(names);
  if (panel.document.projector) look.letters = wall_letters, look.last_letters = last_wall_letters;
  const float each = look.size.x / static_cast<float>(std::max<std::size_t>(look.lanes.size(), 1));
  look.stacked =
      panel.state.in_hand && (at.w < at.h || each < least_lane || look.size.y < least_page);
  if (!lit.empty()) look.lit = std::move(lit);
  const float moved = look.lanes.empty() ? 1 : look.lanes[panel.document.active].moved;
  up_to_date(panel.strips, std::move(look), panel.document);
  const float longer = panel.strips.strips.scene.height * ui::scale() - at.h;
  panel.state.strips_scroll = std::clamp(panel.state.strips_scroll, 0.f, std::max(longer, 0.f));
  std::size_t parts = 0;
  for (const LaneStrip& strip : panel.strips.strips.strips) parts += strip.parts();
  panel.strips.painter.draw(ImGui::GetWindowDrawList(),
                            {.camera = camera_at(panel, at),
                             .theme = &theme(panel.document.theme),
                             .moved = moved,
                             .stroke = panel.document.projector ? 1.3f : 1,
                             .bands = std::max<std::size_t>(parts, 1)});
}

void strips_mouse(const PanelContext& panel, const Rect& at) {
  ImGui::SetCursorScreenPos({at.x, at.y});
  const bool clicked = ui::hot_area("strips", {at.w, at.h}, false);
  if (ImGui::IsItemActive()) panel.state.strips_scroll -= ImGui::GetIO().MouseDelta.y;
  if (!ImGui::IsItemHovered()) return;
  panel.state.strips_scroll -= ImGui::GetIO().MouseWheel * ui::dp(60);
  const Pointed found = pointed_at(panel, at);
  std::string& words = panel.state.next_hover_words;
  if (found.cell) words = found.cell->tip;
  if (found.key())
    words = text::panels::tip_and_click({.click = is_followed(panel.document, found.cell->tag.key)
                                                      ? text::panels::no_longer
                                                      : text::panels::follow_in_lanes,
                                         .tip = words});
  if (found.opens()) {
    const std::string click =
        found.table()
            ? text::panels::enlarge_table({.lane = found.lane + 1})
            : text::panels::enlarge_part(
                  {.lane = found.lane + 1,
                   .noun = text::translated(panel.strips.strips.strips[found.lane].noun)});
    words = words.empty() ? click : text::panels::tip_and_click({.click = click, .tip = words});
  }
  if (found.key()) panel.point_at(found.cell->tag.key);
  const bool dragged = ImGui::GetIO().MouseDragMaxDistanceSqr[0] > ui::dp(6) * ui::dp(6);
  if (!clicked || dragged || found.lane >= panel.document.lanes.size()) return;
  const radix::Trace& trace = *panel.document.lanes[found.lane].trace;
  if (found.key())
    panel.follow(found.cell->tag.key);
  else if (found.opens())
    panel.post("enlarge",
               joined({found.lane + 1, " ", step_of(trace, *found.part, found.table())}));
  else if (found.lane != panel.document.active)
    panel.post("lane", found.lane + 1);
}

}  // namespace scope
