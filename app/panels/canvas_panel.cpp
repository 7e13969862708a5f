// The figure: drag moves it, the wheel magnifies it at the mouse, a double click fits it, hovering
// finds a key everywhere, a click follows it.
#include <algorithm>
#include <cmath>

#include "app/core/base/text.hpp"
#include "app/core/figures/fault_figure.hpp"
#include "app/core/scene/heatmap.hpp"
#include "app/core/scene/text_width.hpp"
#include "app/core/words/explain.hpp"
#include "app/core/words/kernel_words.hpp"
#include "app/core/words/sort_title.hpp"
#include "app/document/compare.hpp"
#include "app/sorts/families/families.hpp"
#include "app/window/draw.hpp"
#include "app/window/imgui_compat.hpp"
#include "app/window/widgets.hpp"
#include "panels.hpp"

namespace scope {
namespace {

constexpr float canvas_side = 20, list_width = 132, back_width = 96;
constexpr float least_place = 9;   // design units; on a wall they are 14 pixels
constexpr float as_a_phone = 500;  // design units: a narrower canvas gives the figure nearly all
// Design units, of a figure's texts where they have the room; in a low window or a hand less
constexpr float least_word = 13, least_tight = 11;
constexpr float wheel_step = 1.15f, splitter_width = 8;
constexpr float fold_below = 180;  // design units of a side panel that is dragged to the edge

bool is_table(radix::ArrayId id) { return radix::info(id).shape == radix::Shape::table; }

void figure_list(const PanelContext& panel, float width) {
  const Document& document = panel.document;
  const Figure& shown = current_figure(document);
  const bool automatic = document.figure == "auto";
  ImGui::SetNextWindowSizeConstraints({ui::dp(410), 0}, {ui::dp(480), ui::dp(600)});
  const std::string now = automatic ? std::string(text::panels::automatic) : number_of(shown);
  if (!ui::begin_list("##figure", now, width, panel.state.escape)) return;
  if (ui::list_item(text::panels::automatic, automatic, text::panels::auto_figure))
    panel.post("figure", "auto");
  for (const Figure& figure : figures()) {
    if (!fits(figure, panel.moment)) continue;
    if (ui::list_item(number_of(figure) + "##" + figure.id, !automatic && &figure == &shown,
                      text::Label(figure.title)))
      panel.post("figure", figure.id);
  }
  ui::end_list();
}

/// Title and subtitle fit beside each other in this width.
bool in_one_line(const std::string& name, const std::string& words, float width) {
  return ui::text_size(Face::bold, ui::dp(ui::title), name).x + ui::dp(14) +
             ui::text_size(Face::ui, ui::dp(ui::body), words).x <=
         width;
}

/// What is said beside or under the title in `width` pixels, the title's included where there is
/// one line: what the figure shows and where the sort is, else where the sort is.
std::string subtitle_of(const PanelContext& panel, bool one_line, float width) {
  const Scene& scene = panel.scene;
  const std::string name = one_line ? scene.title : "";
  if (in_one_line(name, scene.subtitle, width) || !shows_a_step(panel.document))
    return scene.subtitle;
  const std::string place = place_words(panel.moment);
  if (in_one_line(name, place, width)) return place;
  return panel.moment.step()
             ? std::string(text::translated(radix::info(panel.moment.step()->stage).label))
             : "";
}

/// The title, its vertical middle at `at`, and the subtitle after it or, in two lines, at `below`.
void title(const Scene& scene, const std::string& words, ImVec2 at, float below, float width) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float title_px = ui::dp(ui::title), px = ui::dp(ui::body);
  ui::text_at(list, Face::bold, title_px, at, ui::ink(Ink::text),
              ui::fitted(Face::bold, title_px, scene.title, width));
  const float after = at.x + ui::text_size(Face::bold, title_px, scene.title).x + ui::dp(14);
  const ImVec2 second = below > 0 ? ImVec2(at.x, below) : ImVec2(after, at.y + ui::dp(1.5f));
  const float room = below > 0 ? width : width - (after - at.x);
  if (room <= ui::dp(60)) return;
  const float size = ui::size_that_fits(Face::ui, px, words, room, 0.7f);
  ui::text_at(list, Face::ui, size, second, ui::ink(Ink::dim),
              ui::fitted(Face::ui, size, words, room));
}

/// "Several bits a pass · 13.5": what sorts; where that is too wide, "13.5".
std::string sorter_words(const PanelContext& panel, float width) {
  const radix::SortInfo* sort = radix::sort_named(panel.document.lane().trace->sort);
  if (!sort) return "";
  const std::string number = radix::number_of(sort->section), whole = sort_title(*sort);
  return ui::text_size(Face::ui, ui::dp(ui::body), whole).x <= width ? whole : number;
}

/// A chart's subtitle where there is no room for all of it: without its page, which the button
/// beside it says, then without what all such charts show.
std::string fitting_parts(const Scene& scene, float px, float room) {
  constexpr std::string_view between = " · ";
  std::string words = scene.subtitle;
  for (const bool last : {true, false}) {
    const std::size_t at = last ? words.rfind(between) : words.find(between);
    const bool fits = ui::text_size(Face::ui, px, words).x <= room;
    if (fits || at == words.npos || (last && scene.pages == 1)) continue;
    words = last ? words.substr(0, at) : words.substr(at + between.size());
  }
  return words;
}

/// In the profile: title, what the step does, and at the right what sorts. The title keeps its
/// room.
void profile_heading(const PanelContext& panel, const Rect& at) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float edge = ui::dp(canvas_side), middle = at.y + at.h / 2, big = ui::dp(ui::title),
              px = ui::dp(ui::lead);
  const radix::Step* now = panel.moment.step();
  std::string place = !shows_a_step(panel.document)   ? panel.scene.subtitle
                      : stands_at_fault(panel.moment) ? panel.scene.subtitle
                      : now                           ? caption_words(*now)
                                                      : std::string(text::panels::untouched);
  const float name = ui::text_size(Face::bold, big, panel.scene.title).x + ui::dp(16);
  const bool timing = panel.document.mode == Mode::timing;
  float end = back_button(panel, at.right() - edge, middle);
  if (timing) end = timing_tabs(panel, at.x + edge, end, middle - ImGui::GetFrameHeight() / 2);
  const float room = end - at.x - edge - name;
  if (timing) place = fitting_parts(panel.scene, px, room - ui::dp(20));
  const float words = ui::text_size(Face::ui, px, place).x + ui::dp(20);
  ui::text_at(list, Face::bold, big, {at.x + edge, middle}, ui::ink(Ink::text), panel.scene.title);
  const float step = std::clamp(px * room / std::max(words, 1.f), ui::dp(least_place),
                                px);  // a long place is smaller, not cut until it cannot be read
  ui::text_at(list, Face::ui, step, {at.x + edge + name, middle + ui::dp(1)}, ui::ink(Ink::text),
              ui::fitted(Face::ui, step, place, std::max(room, 0.f)));
  if (shows_a_step(panel.document) && room - words > ui::dp(60))
    ui::text_at(list, Face::ui, ui::dp(ui::body), {at.right() - edge, middle + ui::dp(1)},
                ui::ink(Ink::dim), sorter_words(panel, room - words), Anchor::right);
}

/// In Timing mode: the charts side by side where there is room for them; the subtitle below, from
/// edge to edge.
void timing_heading(const PanelContext& panel, const Rect& at) {
  const bool low = at.h < ui::dp(50);  // one line
  const float edge = ui::dp(canvas_side), middle = at.y + at.h * (low ? 0.5f : 0.34f),
              frame = ImGui::GetFrameHeight();
  float end = timing_tabs(panel, at.x + edge, at.right() - edge, middle - frame / 2);
  if (!panel.document.fit) {
    const float fit = ui::button_width(text::panels::fit, 56);
    ImGui::SetCursorScreenPos({end -= fit, middle - frame / 2});
    if (ui::button(text::panels::fit, {fit, frame})) panel.post("fit");
  }
  const float room = low ? end - at.x - edge - ui::dp(14) : at.w - 2 * edge;
  title(panel.scene, panel.scene.subtitle, {at.x + edge, middle}, low ? 0 : at.y + at.h * 0.78f,
        room);
}

/// Where the figure that was chosen cannot show this run: a button for the sort that makes it.
/// `end`: where it ends; returns where what stands before it does.
float maker_button(const PanelContext& panel, float end, float middle, float room) {
  const Figure* chosen = figure_named(panel.document.figure);
  if (chosen)
    if (const Figure& drawn = fitting(*chosen, panel.moment); drawn.draw == chosen->draw)
      chosen = &drawn;  // of the section that its sentence names
  const radix::SortInfo* maker = chosen ? maker_of(*chosen, panel.moment) : nullptr;
  if (!maker) return end;
  const auto width_of = [](const std::string& words) {
    return ui::text_size(Face::ui, ui::dp(ui::body), words).x + ui::dp(24);
  };
  std::string words = "→ " + sort_title(*maker);
  if (width_of(words) > room) words = std::string("→ ") + radix::number_of(maker->section);
  const float wide = width_of(words), high = ImGui::GetFrameHeight();
  ImGui::SetCursorScreenPos({end - wide, middle - high / 2});
  if (ui::button(words.c_str(), {wide, high})) panel.post("sort", maker->name);
  ui::item_tooltip(text::panels::maker({.figure = number_of(*chosen)}));
  return end - wide - ui::dp(12);
}

void heading(const PanelContext& panel, const Rect& at) {
  if (panel.document.mode == Mode::timing) return timing_heading(panel, at);
  const float edge = ui::dp(canvas_side), gap = ui::dp(12), frame = ImGui::GetFrameHeight();
  const float list = std::min(ui::dp(list_width), at.w * 0.4f),
              fit = ui::button_width(text::panels::fit, 56);
  const bool by_hand = panel.document.figure != "auto" && at.w > ui::dp(560);
  const float back = by_hand ? ui::button_width(text::panels::best_figure, back_width) : 0;
  const float buttons = list + (panel.document.fit ? 0 : fit + gap) + (by_hand ? back + gap : 0);
  const float room = at.w - 2 * edge - buttons - gap;
  const bool low = at.h < ui::dp(50);  // a low window has room for one line
  const bool one_line = low || in_one_line(panel.scene.title, panel.scene.subtitle, room);
  const float middle = at.y + at.h * (one_line ? 0.5f : 0.34f), x = at.right() - edge - buttons;
  ImGui::SetCursorScreenPos({at.right() - edge - list, middle - frame / 2});
  figure_list(panel, list);
  if (!panel.document.fit) {
    ImGui::SetCursorScreenPos({x, middle - frame / 2});
    if (ui::button(text::panels::fit, {fit, frame})) panel.post("fit");
  }
  if (by_hand) {  // a way back, also from a figure that has nothing to show of this run
    ImGui::SetCursorScreenPos({at.right() - edge - list - gap - back, middle - frame / 2});
    if (ui::button(text::panels::best_figure, {back, frame})) panel.post("figure", "auto");
    ui::item_tooltip(text::panels::best_figure_about);
  }
  const float end = maker_button(panel, x - gap, middle, room * 0.6f);
  const float wide = one_line ? end - at.x - edge : at.w - 2 * edge;
  const float below = one_line ? 0 : at.y + at.h * 0.78f;
  const bool predicts =
      panel.document.predict.mode != Predicting::off && shows_a_step(panel.document);
  const float before =
      predicts
          ? ui::text_size(Face::ui, ui::dp(ui::body), text::panels::predict_on({.words = ""})).x
          : 0;
  std::string words = subtitle_of(panel, one_line, wide - before);
  if (predicts) words = text::panels::predict_on({.words = words});
  title(panel.scene, words, {at.x + edge, middle}, below, wide);
}

void drag(const PanelContext& panel, const Camera& camera) {
  const ImVec2 way = ImGui::GetIO().MouseDelta;
  if (!ImGui::IsMouseDragging(0, ui::dp(4)) && !ImGui::IsMouseDragging(2, 0)) return;
  panel.state.panning = true;
  ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeAll);
  if (way.x == 0 && way.y == 0) return;
  const Vec pan = camera.pan;
  panel.post("pan", Value(pan.x + way.x / camera.scale, pan.y + way.y / camera.tall));
}

void turn_wheel(const PanelContext& panel, const Camera& camera) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.MouseWheel == 0 || io.KeyCtrl) return;
  const float zoom =
      std::clamp(panel.document.zoom * std::pow(wheel_step, io.MouseWheel), 0.1f, 40.f);
  const Vec pan = pan_to_keep(panel.scene, camera, io.MousePos, zoom);
  panel.post("zoom", zoom);
  panel.post("pan", Value(pan.x, pan.y));
}

/// What a click on the figure means: a table's entry is picked, a key is followed, with Shift one
/// more, a comparator is taken out or put back, nothing lets go.
void click(const PanelContext& panel, const Cell* cell) {
  const Question* asked = question_asked(panel.document);
  const bool place = asked && asked->kind->by == AnswerBy::place && cell &&
                     panel.document.predict.choices.empty() && cell->tag.index != none &&
                     radix::info(cell->tag.array).shape == radix::Shape::per_key;
  if (place) return panel.post("guess", cell->tag.index);
  const bool one_more = ImGui::GetIO().KeyShift && cell && cell->tag.key != none;
  if (one_more) return panel.follow(cell->tag.key);
  if (cell && cell->tag.comparator != none) {
    panel.take_out(cell->tag.comparator);
  } else if (!cell || cell->tag.index == none) {
    if (cell && cell->tag.key != none)
      panel.pin(cell->tag.key);
    else if (!followed_keys(panel.document).empty() || panel.document.table_entry ||
             !panel.document.left_out.empty())
      panel.post("close");
  } else if (is_table(cell->tag.array)) {
    const bool picked = panel.document.table_entry == cell->tag.index;
    panel.post("entry", picked ? Value("none") : Value(cell->tag.index));
  } else {
    panel.pin(cell->tag.key);
  }
}

/// Where the cells of a page are that has few: "bits 3", "keys 3 row 1".
void note_cells(const Scene& scene, const Camera& camera) {
  constexpr std::size_t few = 400;
  if (!ui::places_noted() || scene.cells.size() > few) return;
  for (const Cell& cell : scene.cells) {
    const Tag& tag = cell.tag;
    if (tag.index == none) continue;
    const ImVec2 at = camera.to_screen({cell.at.x, cell.at.y});
    ui::note_place(joined({radix::info(tag.array).name, " ", tag.index,
                           tag.row == 0 ? "" : " row " + std::to_string(tag.row)}),
                   {at.x, at.y, cell.at.w * camera.scale, cell.at.h * camera.tall});
  }
}

void mouse(const PanelContext& panel, const Camera& camera) {
  note_cells(panel.scene, camera);
  Rect at = camera.canvas;
  at.w -= ui::dp(splitter_width);
  ImGui::SetCursorScreenPos({at.x, at.y});
  ImGui::InvisibleButton("figure", {std::max(at.w, 1.f), std::max(at.h, 1.f)},
                         ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonMiddle);
  if (ImGui::IsItemActive()) drag(panel, camera);
  const bool over = ImGui::IsItemHovered();
  const Cell* cell = over ? cell_at(panel.scene, camera.to_page(ImGui::GetIO().MousePos)) : nullptr;
  if (over) turn_wheel(panel, camera);
  if (cell && !panel.state.panning) panel.point_at(cell->tag.key);
  if (cell && !cell->tip.empty())
    panel.state.next_hover_words = cell->tip;
  else if (over)
    panel.state.next_hover_words =
        heatmap_tip(panel.scene, camera.to_page(ImGui::GetIO().MousePos));
  if (over && ImGui::IsMouseDoubleClicked(0) && !cell) panel.post("fit");
  if (!ImGui::IsItemDeactivated()) return;
  if (!panel.state.panning && over) click(panel, cell);
  panel.state.panning = false;
}

/// Ctrl and + enlarge the figure, too, though the panels leave it less room then: how many times
/// as large as it fits `room` it is as much larger than at 100 % as the person asks for.
float times_asked(const PanelContext& panel, const Layout& at, const Rect& room) {
  const Document& document = panel.document;
  const float larger = document.scale;
  if (larger <= 1 || document.projector) return 1;
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  const float unit = unit_of(panel.state.display, 1, false, size.x, size.y),
              share = unit / ui::scale();
  Room usual = room_of(document, size.x, size.y, unit);
  usual.right_width = panel.state.right_width, usual.hand = panel.state.in_hand;
  usual.tools = at.tools.h * share, usual.lesson = at.lesson.h * share;
  usual.why = at.why.h * share, usual.notes = at.notes.h * share;
  if (!usual.heads) usual.banner = at.banner.h * share;
  const Rect figure = layout_of(usual).figure;
  const Vec inside{figure.w - canvas_side * unit, figure.h};
  const float wanted = larger * scale_to_fit(panel.scene, inside, largest_fit * unit);
  return std::clamp(wanted / fit_scale(panel.scene, room), 1.f, max_closeness);
}

/// A page that is seen in part follows the key that is spoken of, with the keys' motion.
Closeness closeness(const PanelContext& panel, const Rect& room, float asked) {
  UiState& state = panel.state;
  const float times = std::max(state.figure_times, asked);
  if (times <= 1) return {};
  const float scale = fit_scale(panel.scene, room) * times;
  const Vec wanted =
      what_to_see(panel.scene, panel.moment.selected(), {room.w / scale, room.h / scale});
  if (wanted.x != state.about_to.x || wanted.y != state.about_to.y)
    state.about_from = state.about, state.about_to = wanted;
  const float t = panel.moment.moved;
  state.about = {state.about_from.x + (wanted.x - state.about_from.x) * t,
                 state.about_from.y + (wanted.y - state.about_from.y) * t};
  return {times, state.about};
}

/// Which part of the page is seen.
void scroll_bars(const PanelContext& panel, const Camera& camera) {
  const float thick = ui::dp(3);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const auto bar = [&](Rect at, float begin, float length, bool down) {
    const float room = down ? at.h : at.w;
    if (length <= room + 1) return;
    ui::box(list, at, ui::ink(Ink::line, 0.5f), 0, thick / 2);
    (down ? at.y : at.x) += -begin / length * room;
    (down ? at.h : at.w) *= room / length;
    ui::box(list, at, ui::ink(Ink::dim), 0, thick / 2);
  };
  const Rect& room = camera.room;
  bar({room.x, room.bottom() - thick, room.w, thick}, camera.corner.x - room.x,
      panel.scene.width * camera.scale, false);
  bar({room.right() - thick, room.y, thick, room.h}, camera.corner.y - room.y,
      panel.scene.height * camera.tall, true);
}

/// Where the values of an array stand: a rectangle for every row of neighbours.
std::vector<Rect> bands_of(const Scene& scene, radix::ArrayId array) {
  constexpr float apart = 14;
  std::vector<Rect> bands;
  for (const Cell& cell : scene.cells) {
    if (cell.tag.array != array || cell.dashed || cell.tag.index == none) continue;
    const Rect& at = cell.at;
    const auto beside = std::ranges::find_if(bands, [&](const Rect& band) {
      return band.bottom() == at.bottom() && at.x < band.right() + apart &&
             at.right() > band.x - apart;  // bars stand on one line
    });
    if (beside == bands.end()) {
      bands.push_back(at);
      continue;
    }
    const float right = std::max(beside->right(), at.right()), foot = beside->bottom();
    beside->x = std::min(beside->x, at.x), beside->y = std::min(beside->y, at.y);
    beside->w = right - beside->x, beside->h = foot - beside->y;
  }
  return bands;
}

/// Where the names of these threads stand, if the picture names every thread of the launch once:
/// "t0", "t1", … block after block.
std::vector<Rect> thread_names(const Scene& scene, const radix::Step& step,
                               const std::vector<Worker>& threads) {
  if (threads.empty()) return {};
  std::vector<const Text*> names;
  for (const Text& text : scene.texts) {
    const bool digits = text.text.size() > 1 && text.text[0] == 't' &&
                        text.text.find_first_not_of("0123456789", 1) == text.text.npos;
    if (digits) names.push_back(&text);
  }
  if (names.size() != std::size_t{step.blocks} * step.threads) return {};
  std::ranges::stable_sort(names, {}, [](const Text* text) { return text->at.x; });
  std::vector<Rect> found;
  for (const Worker& each : threads) {
    const std::size_t at = std::size_t{each.block} * step.threads + each.thread;
    if (at >= names.size() || names[at]->text != "t" + std::to_string(each.thread)) return {};
    const float w = text_width(names[at]->text, names[at]->size, names[at]->face);
    found.push_back(
        {names[at]->at.x - w / 2, names[at]->at.y - names[at]->size / 2, w, names[at]->size});
  }
  return found;
}

/// A soft band behind what this step has made, so that it is not taken for the example, which is
/// white. It is bright while the keys move, and stays as long as the step does. A frame around what
/// the line of code under the mouse makes.
void mark_new(const PanelContext& panel, const Camera& camera) {
  constexpr float air = 6, resting = 0.24f, moving = 0.2f;  // figure units, opacity
  const radix::Step* step = panel.moment.step();
  if (!step || !shows_a_step(panel.document)) return;
  const auto around = [&](const Rect& band) -> Rect {
    const ImVec2 from = camera.to_screen({band.x - air, band.y - air}),
                 to = camera.to_screen({band.right() + air, band.bottom() + air});
    return {from.x, from.y, to.x - from.x, to.y - from.y};
  };
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImU32 soft = ui::ink(Ink::accent, resting + moving * (1 - panel.moment.moved));
  for (const Rect& band : bands_of(panel.scene, step->made))
    ui::box(list, around(band), soft, 0, ui::dp(6));
  const CodePointed& pointed = panel.state.code_pointed;
  if (pointed.array)
    for (const Rect& band : bands_of(panel.scene, *pointed.array))
      ui::box(list, around(band), 0, ui::ink(Ink::accent), ui::dp(6), ui::dp(2.5f));
  for (const Cell& cell : panel.scene.cells)
    if (pointed.array && pointed.element && cell.tag.array == *pointed.array &&
        cell.tag.index == *pointed.element && !cell.dashed)
      ui::box(list, around(cell.at), ui::ink(Ink::accent, 0.35f), ui::ink(Ink::accent), ui::dp(6),
              ui::dp(3));
  for (const Rect& name : thread_names(panel.scene, *step, pointed.threads))
    ui::box(list, around(name), ui::ink(Ink::accent, 0.3f), ui::ink(Ink::accent), ui::dp(6),
            ui::dp(2));
}

}  // namespace

/// The line between figure and side panel can be dragged, to the edge to fold it; a double click
/// puts it back.
void splitter(const PanelContext& panel, const Rect& at) {
  const float width = ui::dp(splitter_width);
  ImGui::SetCursorScreenPos({at.right() - width, at.y});
  ui::hot_area("splitter", {width, at.h}, false);
  if (!ImGui::IsItemHovered() && !ImGui::IsItemActive()) return;
  ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
  ImGui::GetWindowDrawList()->AddRectFilled({at.right() - ui::dp(2), at.y},
                                            {at.right(), at.bottom()}, ui::ink(Ink::accent));
  if (ImGui::IsItemActive() && ImGui::IsMouseDragging(0, ui::dp(2))) {
    const float wanted = (ImGui::GetIO().DisplaySize.x - ImGui::GetIO().MousePos.x) / ui::dp(1);
    if (panel.document.wide) panel.post("wide", "off");
    panel.state.right_width = std::max(wanted, 1.f);
    if (wanted < fold_below) panel.post("side", "off"), panel.state.right_width = 0;
  }
  if (ImGui::IsMouseDoubleClicked(0)) panel.state.right_width = 0;
}

Camera figure_camera(const PanelContext& panel, const Layout& at) {
  const bool profile = panel.document.projector;
  const Rect& canvas = at.figure;
  const float air = ui::dp(canvas.w < ui::dp(as_a_phone) ? canvas_side / 6 : canvas_side / 2);
  const Rect room{canvas.x + air, canvas.y, canvas.w - 2 * air, canvas.h};
  const float asked = times_asked(panel, at, room);
  const Camera camera =
      camera_of(panel.scene, canvas, room, panel.document.zoom, panel.document.pan,
                panel.moment.large && !profile ? max_stretch : 1, closeness(panel, room, asked));
  const bool low = ui::tight() || panel.state.in_hand;
  const float least = std::max(ui::dp(profile ? least_place
                                      : low   ? least_tight
                                              : least_word),
                               least_tight * panel.state.display);  // a phone's units are smaller
  panel.state.figure_most = panel.state.in_hand && !profile ? max_closeness : 1;
  const float scale = fit_scale(panel.scene, room) * asked;
  panel.state.figure_words = least / scale;
  panel.state.figure_tall = std::round(100 * camera.tall / camera.scale) / 100;
  panel.state.figure_digits = ui::dp(profile ? least_place : least_tight) / scale;
  panel.state.page = {camera.corner.x, camera.corner.y, panel.scene.width * camera.scale,
                      panel.scene.height * camera.tall};
  return camera;
}

void canvas_panel(const PanelContext& panel, const Layout& at) {
  ImGui::PushStyleColor(ImGuiCol_WindowBg,
                        0u);  // the window is already cleared to the page's colour
  begin_panel("canvas", at.canvas, {0, 0}, false);
  ImGui::PopStyleColor();
  const bool profile = panel.document.projector;
  const Camera camera = figure_camera(panel, at);
  if (fault_heads(panel.document))
    fault_heading(panel, at.heading);
  else if (profile)
    profile_heading(panel, at.heading);
  else
    heading(panel, at.heading);
  const float edge = ui::dp(canvas_side);
  if (at.tools.h > 0)
    tools_section(panel, {at.tools.x + edge, at.tools.y, at.tools.w - 2 * edge, at.tools.h});
  mark_new(panel, camera);
  panel.painter.draw(ImGui::GetWindowDrawList(), {.camera = camera,
                                                  .theme = &theme(panel.document.theme),
                                                  .selected = panel.moment.selected(),
                                                  .enlarged = panel.moment.chosen(),
                                                  .moved = panel.moment.moved,
                                                  .stroke = profile ? profile_stroke : 1});
  if (camera.close.times > 1) scroll_bars(panel, camera);
  mouse(panel, camera);
  if (at.why.h > 0) why_strip(panel, at);
  if (!status_line(panel, at.status) && profile && at.legend.h > 0) legend_strip(panel, at.legend);
  if (at.right.w > 0) splitter(panel, at.canvas);
  end_panel();
}

}  // namespace scope
