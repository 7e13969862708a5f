// Compare as a picture: the strips of all lanes, drawn together, and what the mouse does in them.
#include <algorithm>

#include "app/base/text.hpp"
#include "app/document/compare.hpp"
#include "app/families/families.hpp"
#include "app/scene/motion.hpp"
#include "app/window/draw.hpp"
#include "app/window/widgets.hpp"
#include "panels.hpp"

namespace scope {
namespace {

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
    const bool stepped = same_runs && look.lanes.size() == view.look.lanes.size() &&
                         look.size == view.look.size &&
                         look.lanes[document.active].cursor != view.look.lanes[document.active].cursor;
    if (stepped) {
      view.back = look.lanes[document.active].cursor < view.look.lanes[document.active].cursor;
      view.before = std::exchange(view.strips.scene, {});
    } else if (!same_runs || look.size != view.look.size) {
      view.before = {};
    }
    view.strips = strips_of(look);
    view.look = std::move(look), view.traces = std::move(traces), view.theme = document.theme;
    view.painter.take(view.strips.scene, theme(view.theme), nobody);
    view.moves = false;
  }
  const bool was = view.moves;
  view.moves = moved < 1 && view.before.width > 0 && can_move(view.before, view.strips.scene);
  if (view.moves)
    view.on_the_way = view.back ? between(view.strips.scene, view.before, 1 - moved)
                                : between(view.before, view.strips.scene, moved);
  const Scene& shown = view.moves ? view.on_the_way : view.strips.scene;
  if (view.moves || was) view.painter.take(shown, theme(view.theme), nobody);
  return shown;
}

/// One key more is followed, or one less: the first is the pinned one.
void follow(const PanelContext& panel, uint32_t id) {
  std::vector<uint32_t> keys;
  if (panel.document.pinned != nobody) keys.push_back(panel.document.pinned);
  keys.insert(keys.end(), panel.document.followed.begin(), panel.document.followed.end());
  if (std::erase(keys, id) == 0) {
    if (keys.size() == most_followed) keys.erase(keys.begin());
    keys.push_back(id);
  }
  panel.post("pin", keys.empty() ? Value("none") : Value(keys.front()));
  std::string others;
  for (std::size_t k = 1; k < keys.size(); ++k) others += say(k > 1 ? " " : "", keys[k]);
  panel.post("follow", others.empty() ? "none" : others);
}

/// What the mouse is over lights up in every lane; a click follows a key, or opens a stage.
void point(const PanelContext& panel, const Rect& at, const Camera& camera) {
  ImGui::SetCursorScreenPos({at.x, at.y});
  const bool clicked = ui::hot_area("strips", {at.w, at.h}, false);
  panel.state.lit.clear();
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (!ImGui::IsItemHovered()) return;
  const Vec place = camera.to_page(mouse);
  const Cell* cell = cell_at(panel.strips.strips.scene, place);
  if (cell && !cell->tip.empty()) panel.state.next_hover_words = cell->tip;
  if (cell) panel.state.lit = keys_of_cell(panel.strips.strips, panel.strips.look, *cell);
  if (cell) panel.point_at(cell->tag.key);
  if (!clicked) return;
  for (std::size_t lane = 0; lane < panel.strips.strips.lanes.size(); ++lane)
    if (panel.strips.strips.lanes[lane].holds(place) && lane != panel.document.active)
      panel.post("lane", lane + 1);
  if (cell && cell->tag.key != nobody) follow(panel, cell->tag.key);
}

}  // namespace

void strips_panel(const PanelContext& panel, const Rect& at, float head) {
  StripsLook look = strips_look(panel.document);
  look.size = {at.w / ui::scale(), at.h / ui::scale()};
  look.head = head / ui::scale();
  look.stacked = panel.state.in_hand && at.w < at.h;
  look.lit = panel.state.lit;
  if (panel.document.hovered != nobody && look.lit.empty()) look.lit.push_back(panel.document.hovered);
  up_to_date(panel.strips, std::move(look), panel.document);
  const Camera camera{.canvas = at,
                      .room = at,
                      .corner = {at.x, at.y},
                      .scale = ui::scale(),
                      .tall = ui::scale()};
  point(panel, at, camera);
  panel.strips.painter.draw(ImGui::GetWindowDrawList(),
                            {.camera = camera,
                             .theme = &theme(panel.document.theme),
                             .moved = panel.strips.look.lanes.empty() ? 1 : panel.strips.look.lanes[panel.document.active].moved,
                             .stroke = panel.document.projector ? 1.3f : 1});
}

}  // namespace scope
