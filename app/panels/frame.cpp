#include "frame.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <set>

#include "app/compare/strip_words.hpp"
#include "app/core/base/languages.hpp"
#include "app/core/base/terminal.hpp"
#include "app/core/scene/legibility.hpp"
#include "app/core/scene/motion.hpp"
#include "app/document/bug_gallery.hpp"
#include "app/document/compare.hpp"
#include "app/document/kernel_edit.hpp"
#include "app/document/record.hpp"
#include "app/document/recorder.hpp"
#include "app/sorts/families/families.hpp"
#include "app/sorts/families/run_page.hpp"
#include "app/state/autosave.hpp"
#include "app/state/preferences.hpp"
#include "app/state/state.hpp"
#include "app/window/platform/host.hpp"
#include "app/window/widgets.hpp"
#include "app/window/window.hpp"
#include "event_log.hpp"
#include "panels.hpp"
#include "shortcuts.hpp"
#include "text/presenter.hpp"

namespace scope {
namespace {

constexpr std::size_t max_pages = 40;  // of a lane that are looked at

/// A lane's figure, and what it was drawn from.
struct Drawing {
  Painter painter;
  Scene small;  ///< as it was drawn, before its letters became what they must be
  Scene scene;
  Scene before;        ///< of the step before, while that one becomes this one
  Scene on_the_way;    ///< between the two
  bool back = false;   ///< this one is the earlier step
  bool moves = false;  ///< `on_the_way` is what is shown
  bool fresh = false;  ///< the painter has not taken it yet
  LaneCosts spent;
  std::vector<PageSize> pages;  ///< see LaneView
  std::string pages_of;         ///< the choice of a figure that `pages` belongs to
  float words = 0;              ///< UiState::lane_words
  float tall = 1;               ///< UiState::figure_tall
  float times = 1;              ///< all steps are shown so many times as large as they fit
  Moment moment{};
  std::shared_ptr<const radix::Trace> trace;
  std::vector<uint32_t> followed;  ///< see followed_keys
  std::string figure;
  std::shared_ptr<const TradeoffTable> tradeoff;
  uint64_t timing = 0;  ///< TimingState::changes
  ThemeId theme = ThemeId::dark;
  std::string language = "en";
  bool hatched = false;
  bool marked = false;                      ///< with rings around what was asked
  RunPage page;                             ///< on which all steps stand
  std::shared_ptr<const radix::Trace> run;  ///< of this run,
  bool large = false;                       ///< on low pages,
  const Figure* chosen = nullptr;           ///< in this figure; null: each in its best
};

/// What the layout decides, and figures are drawn by.
struct ShownSizes {
  bool low;
  float lane_words, figure_words, tall;
  friend bool operator==(const ShownSizes&, const ShownSizes&) = default;
};
ShownSizes sizes_of(const UiState& state) {
  return {state.low_pages, state.lane_words, state.figure_words, state.figure_tall};
}

/// Everything of the window that is not the Document.
struct Screen {
  std::string language{text::language()};  ///< as fonts were loaded for it
  Window& window;
  std::array<Drawing, max_lanes> drawings;  ///< one per lane
  StripsView strips{};                      ///< all of them together
  bool as_strips = false;                   ///< `strips` is what was shown
  std::vector<uint32_t> said;               ///< what the words about it depend on beside the lanes
  UiState state;
  EventLog log;
  SessionAutosave session;
  bool remember = false;  ///< the session is kept
  bool counted = false;   ///< so many frames and no more: none is waited for
  float style_scale = 0;
  ThemeId style_theme = ThemeId::dark;
  bool style_tight = false;
  ImVec2 mouse{};
  bool tab = false;      ///< the presenter's view is open in a second tab
  uint32_t swaps = 0;    ///< as often the two windows have changed their places
  bool asked = false;    ///< panels asked for something that is not drawn yet
  bool resized = false;  ///< letters have another size in the next frame
  std::chrono::steady_clock::time_point
      presents_since{};  ///< the presenter's window was opened first
  std::chrono::steady_clock::time_point last = std::chrono::steady_clock::now();
};

/// What a command printed goes to the clipboard.
void copy(Document& document) {
  ImGui::SetClipboardText(document.printed.c_str());
  document.printed.clear();
  if (!document.note_is_error) document.note = text::panels::copied;
}

void carry_out(Document& document, Screen& screen, const CommandCalls& requests) {
  for (const CommandCall& request : requests) {
    const std::size_t before = document.lane().cursor;
    const std::string refusal = run_command(document, request.command, request.argument);
    tick(document, 0);
    screen.log.did(document, request, refusal);
    if (!document.printed.empty()) copy(document);
    screen.session.touch();
    screen.state.stepped |= document.lane().cursor != before;
  }
}

/// Seconds since the last frame.
float elapsed(Screen& screen) {
  const auto now = std::chrono::steady_clock::now();
  return std::chrono::duration<float>(now - std::exchange(screen.last, now)).count();
}

/// How long the window may sleep when nothing happens: not at all while keys move, until the next
/// step while it plays, half a blink while a caret blinks.
double rest_of(const Document& document) {
  if (moment(document).moved < 1 && !document.held) return 0;
  if (document.recorder && (document.recorder->busy() || document.recorder->has_waiting()))
    return 0.02;  // the picture that is waited for
  if (document.student || !document.edited_outside.path.empty()) return 0.1;  // it may be saved
  if (document.tradeoff_job || document.mend_job || document.card_child || document.export_job ||
      document.timing.child || document.timing.weigher)
    return 0.1;  // its progress
  if (document.mode == Mode::timing && document.timing.estimate.refused)
    return 1;  // radixscope-time is perhaps being built
  if (document.playing) return std::max(1.0 / document.speed - document.since_step, 0.001);
  return ImGui::GetIO().WantTextInput ? 0.4 : 30;
}

/// Until the presenter's clock has another second.
double rest_of_clock(const Screen& screen) {
  const auto shown = std::chrono::steady_clock::now() - screen.presents_since;
  const double seconds = std::chrono::duration<double>(shown).count();
  return std::floor(seconds) + 1 - seconds;
}

/// … and until the session wants to be kept.
double rest_of(const Document& document, const Screen& screen) {
  const double idle =
      screen.asked                                        ? 0
      : screen.state.keys_wait || screen.state.code_waits ? 0.05  // for the next letter
      : screen.state.dialog.chooser                       ? 0.1   // the desktop's dialog
      : screen.window.second().is_open() ? std::min(rest_of(document), rest_of_clock(screen))
                                         : rest_of(document);
  return screen.remember ? screen.session.rest(idle) : idle;
}

/// Another picture follows though nothing happens.
bool is_making(const Document& document) {
  if (document.student && document.student->view.running) return true;
  if (document.recorder && (document.recorder->busy() || document.recorder->has_waiting()))
    return true;
  return moment(document).moved < 1 && !document.held;
}

/// Between two frames: the theme and the scale, the display's times the person's.
void set_style(const Document& document, Screen& screen) {
  const ImVec2 size = screen.window.size();
  screen.state.display = screen.window.content_scale();
  const float scale =
      unit_of(screen.state.display, document.scale, document.projector, size.x, size.y);
  const bool tight = size.y < tight_below * scale;
  ui::set_hatching(document.hatching);
  if (scale == screen.style_scale && document.theme == screen.style_theme &&
      tight == screen.style_tight)
    return;
  screen.style_scale = scale;
  screen.style_theme = document.theme;
  screen.style_tight = tight;
  ui::set_scale(scale);
  ui::set_style(theme(document.theme), tight);
}

bool same_picture(const Moment& a, const Moment& b) {
  return a.trace == b.trace && a.cursor == b.cursor && a.hovered == b.hovered &&
         a.pinned == b.pinned && a.table_entry == b.table_entry && a.memory == b.memory &&
         a.store == b.store && a.calculation == b.calculation && a.left_out == b.left_out &&
         a.difference == b.difference && a.large == b.large;
}

/// A step's picture on the page of its run, which is looked for anew where what it follows from has
/// changed.
Scene picture_of(const Document& document, Drawing& drawn, const Figure& figure,
                 const std::shared_ptr<const radix::Trace>& trace, const Moment& now) {
  if (figure.tools != Tools::none) return draw(figure, now);
  const Figure* chosen = figure_named(document.figure);
  if (trace != drawn.run || now.large != drawn.large || chosen != drawn.chosen) {
    drawn.times = 1;
    Moment whole = now;  // also of steps that are hidden now: they will stand on this page
    whole.trace = trace.get(), whole.cursor = document.lanes[document.active].cursor;
    drawn.page = page_of_run(whole, chosen);
  }
  drawn.run = trace, drawn.large = now.large, drawn.chosen = chosen;
  return on_page(draw(figure, now), drawn.page);
}

/// The pages of a lane's first part, so that it is decided once for all steps whether they can be
/// read beside each other.
std::vector<PageSize> pages_of(const Document& document, Drawing& drawn,
                               const std::shared_ptr<const radix::Trace>& trace, Moment now,
                               float words) {
  std::vector<PageSize> pages;
  const auto& steps = trace->steps;
  now.moved = 1;
  now.trace = trace.get(), now.blind = false;  // only the pages' sizes: nothing of it is shown
  for (now.cursor = 0; now.cursor <= std::min(steps.size(), max_pages); ++now.cursor) {
    if (now.pass() > 0) break;
    Scene scene = picture_of(document, drawn, current_figure(document, now), trace, now);
    enlarge_texts(scene, words);
    pages.push_back({scene.width, scene.height, smallest_text(scene)});
  }
  return pages;
}

/// Draws a lane's figure anew when something that it shows has changed. Returns true when it has.
bool update_drawing(const Document& document, Screen& screen, std::size_t lane, const Moment& now) {
  Drawing& drawn = screen.drawings[lane];
  const Figure& figure = current_figure(document, now);
  const auto& trace = document.lanes[lane].trace;
  const bool beside = document.mode == Mode::compare;
  const float words = beside ? screen.state.lane_words : screen.state.figure_words;
  std::vector<uint32_t> followed = followed_keys(document);
  const bool same = trace == drawn.trace && followed == drawn.followed &&
                    same_picture(now, drawn.moment) && figure.id == drawn.figure &&
                    document.tradeoff == drawn.tradeoff &&
                    document.timing.changes == drawn.timing && document.theme == drawn.theme &&
                    document.hatching == drawn.hatched && drawn.language == text::language() &&
                    drawn.marked == (question_judged(document) != nullptr);
  if (same && words == drawn.words && screen.state.figure_tall == drawn.tall) return false;
  if (lane == document.active && (trace != drawn.trace || now.cursor != drawn.moment.cursor))
    ++screen.state.turns;
  if (trace != drawn.trace)
    drawn.before = {};
  else if (now.cursor != drawn.moment.cursor)
    drawn.before = std::exchange(drawn.scene, {}), drawn.back = now.cursor < drawn.moment.cursor;
  if (words != drawn.words || figure.tools != Tools::none) drawn.times = 1;
  if (!same) drawn.small = picture_of(document, drawn, figure, trace, now);
  drawn.scene = drawn.small;
  if (!beside)
    drawn.times = screen.state.figure_times =
        enlarge_or_magnify(drawn.scene, words, drawn.times, screen.state.figure_most);
  if (!beside)
    fit_binaries(drawn.scene, screen.state.figure_digits / drawn.times, screen.state.figure_tall);
  if (!beside) mark_prediction(document, drawn.scene);
  mark_followed(drawn.scene, followed);
  drawn.followed = std::move(followed);
  drawn.marked = question_judged(document) != nullptr;
  if (beside) {
    if (right_and_wrong(document))  // pictures stand there, however small they are
      enlarge_rows(drawn.scene, words);
    else
      enlarge_texts(drawn.scene, words);
    if (trace != drawn.trace || words != drawn.words || document.figure != drawn.pages_of ||
        drawn.pages.empty() || now.large != drawn.moment.large)
      drawn.pages = pages_of(document, drawn, trace, now, words), drawn.pages_of = document.figure;
  }
  if (trace != drawn.trace || !(now.memory == drawn.moment.memory)) drawn.spent = {};
  if (beside) {  // what a run costs takes a second run, which alone the lanes show
    if (drawn.spent.whole.empty())
      drawn.spent.whole = lane_figures(*trace, trace->steps.size(), now.memory);
    drawn.spent.now = lane_figures(*trace, now.cursor, now.memory);
  }
  drawn.fresh = true;
  drawn.moment = now;
  drawn.words = words, drawn.tall = screen.state.figure_tall;
  drawn.trace = trace;
  drawn.figure = figure.id;
  drawn.tradeoff = document.tradeoff;
  drawn.timing = document.timing.changes;
  drawn.theme = document.theme;
  drawn.hatched = document.hatching;
  drawn.language = text::language();
  return true;
}

const Scene& shown_of(const Drawing& drawn) { return drawn.moves ? drawn.on_the_way : drawn.scene; }

/// While a step becomes the next one, the picture between the two.
const Scene& update_motion(Drawing& drawn, const Moment& now) {
  const bool moved = drawn.moves;
  drawn.moves = now.moved < 1 && drawn.before.width > 0 && can_move(drawn.before, drawn.scene);
  if (drawn.moves)
    drawn.on_the_way = drawn.back ? between(drawn.scene, drawn.before, 1 - now.moved)
                                  : between(drawn.before, drawn.scene, now.moved);
  drawn.fresh |= drawn.moves || moved;
  return shown_of(drawn);
}

/// Gives the painters what has changed, once it has its letters.
void take_drawings(Screen& screen) {
  for (Drawing& drawn : screen.drawings)
    if (std::exchange(drawn.fresh, false))
      drawn.painter.take(shown_of(drawn), theme(drawn.theme), drawn.moment.selected());
}

/// What a lane's picture and the panels speak of: on a low, wide canvas and in a lane the low
/// pages, charts in a low window too, and of one sort the step's own example where the person
/// points at nothing.
Moment moment_in_window(const Document& document, const Screen& screen, std::size_t lane) {
  Moment now = moment(document, lane);
  const bool one = document.mode == Mode::step;
  now.large |= document.mode == Mode::compare || (one && screen.state.low_pages);
  now.large &= document.projector || shows_a_step(document);
  now.large |= ui::tight() && !shows_a_step(document);
  const Judged* judged = question_judged(document);
  if (judged) now = moment_of_answer(std::move(now), judged->question);
  if (one && !judged && !now.table_entry && !question_asked(document))
    now.example_key = example_key_of(now);
  return now;
}

/// What the verdict on the strips depends on beside the lanes themselves.
std::vector<uint32_t> said_of(const Document& document) {
  std::vector<uint32_t> said = document.followed;
  said.push_back(document.pinned);
  said.push_back(static_cast<uint32_t>(document.costs));
  said.push_back(static_cast<uint32_t>(document.calculation.keys));
  said.push_back(static_cast<uint32_t>(document.timing.changes));
  return said;
}

/// The lanes that are shown: all in Compare mode, else the active one. `changed`: any of them was
/// drawn anew.
std::vector<LaneView> panes_of(const Document& document, Screen& screen, bool& changed) {
  std::vector<LaneView> panes;
  const bool strips = document.mode == Mode::compare && shows_strips(document);
  if (strips != std::exchange(screen.as_strips, strips)) {
    for (Drawing& drawn : screen.drawings) drawn.trace = nullptr;  // is drawn anew
    changed = true;
  }
  if (strips && screen.said != said_of(document)) screen.said = said_of(document), changed = true;
  for (std::size_t lane = 0; lane < document.lanes.size(); ++lane) {
    if (document.mode != Mode::compare && lane != document.active) continue;
    const Moment now = moment_in_window(document, screen, lane);
    Drawing& drawn = screen.drawings[lane];
    if (strips) {  // all lanes are one picture (strips_view.cpp)
      changed |= document.lanes[lane].trace != drawn.trace || !same_picture(now, drawn.moment);
      drawn.trace = document.lanes[lane].trace, drawn.moment = now;
      drawn.scene = drawn.before = {}, drawn.moves = false, drawn.spent = {};
      panes.push_back({now, &drawn.scene, &drawn.painter, &drawn.spent, &drawn.pages});
      continue;
    }
    changed |= update_drawing(document, screen, lane, now);
    panes.push_back({now, &update_motion(drawn, now), &drawn.painter, &drawn.spent, &drawn.pages});
  }
  if (changed && document.mode == Mode::compare) screen.state.verdict = verdict_words(document);
  return panes;
}

/// Remembers where the window stands once it rests there.
void keep_place(const Window& window, WindowPlace& kept) {
  const WindowPlace now = window.place();
  if (now == kept || now.width <= 0) return;
  kept = now;
  remember_window({now.x, now.y, now.width, now.height});
}

/// The lines between the panels.
void draw_seams(const Layout& at) {
  const ImU32 colour = ui::tint(seam);
  const auto fill = [&](float x0, float y0, float x1, float y1) {
    ui::lay_surface({{x0, y0, x1 - x0, y1 - y0}, colour});
  };
  if (at.top.h > 0)
    fill(0, at.top.bottom(), at.top.w,
         at.lesson.h > 0  ? at.lesson.y
         : at.input.h > 0 ? at.input.y
                          : at.canvas.y);
  if (at.input.h > 0) fill(0, at.input.bottom(), at.input.w, at.canvas.y);
  if (at.lesson.h > 0) fill(0, at.lesson.bottom(), at.lesson.w, at.canvas.y);
  if (at.bottom.h > 0)
    fill(0, at.notes.h > 0 ? at.notes.bottom() : at.canvas.bottom(), at.bottom.w, at.bottom.y);
  if (at.notes.h > 0) fill(0, at.canvas.bottom(), at.notes.w, at.notes.y);
  if (at.left.w > 0) fill(at.left.right(), at.left.y, at.canvas.x, at.left.bottom());
  const Rect& side = at.right.w > 0 ? at.right : at.edge;
  if (side.w > 0) fill(at.canvas.right(), side.y, side.x, side.bottom());
}

/// Nothing on the screen, so that the class looks at the lecturer.
void blank_screen(const PanelContext& panel) {
  if (ImGui::IsMouseClicked(0)) panel.post("blank");
}

/// A soft spot of light around the mouse: what the lecturer points at is seen from the last row.
void draw_pointer() {
  constexpr float radius = 34;
  constexpr int rings = 9;
  ImDrawList* list = ImGui::GetForegroundDrawList();
  const ImVec2 at = ImGui::GetIO().MousePos;
  for (int ring = rings; ring > 0; --ring)
    list->AddCircleFilled(at, ui::dp(radius) * static_cast<float>(ring) / rings,
                          ui::ink(Ink::warn, 0.07f), 48);
  list->AddCircleFilled(at, ui::dp(4), ui::ink(Ink::warn, 0.9f), 24);
}

/// How to begin with a file of the person's own, where there is no room for the editor.
bool begins_own(const PanelContext& panel, const Layout& at) {
  return chooses_own(panel.document) && panel.document.editing &&
         panel.document.mode == Mode::step && !shows_code(panel.document, at);
}
void own_beginning(const PanelContext& panel, const Rect& at) {
  begin_panel("own beginning", at, {18, 20});
  own_welcome(panel);
  end_panel();
}

bool shows_figure(const PanelContext& panel, const Layout& at) {
  return !panel.document.blank && panel.document.mode != Mode::compare &&
         !own_rows(panel.document) && !begins_own(panel, at);
}

/// Everything about the recorded run: what stands at the left, on the canvas, at the right, below.
void draw_run(const PanelContext& panel, const Layout& at) {
  if (at.lesson.h > 0) lesson_bar(panel, at.lesson);
  if (at.banner.h > 0 && !fault_heads(panel.document))
    planted_now(panel.document) ? fault_banner(panel, at.banner) : own_banner(panel, at.banner);
  if (at.notes.h > 0) notes_strip(panel, at.notes);
  const bool timing = panel.document.mode == Mode::timing;
  if (at.left.w > 0) timing ? timing_choice_panel(panel, at.left) : input_panel(panel, at.left);
  if (panel.document.mode == Mode::compare)
    compare_panel(panel, at.canvas);
  else if (own_rows(panel.document))
    own_rows_panel(panel, at);
  else if (begins_own(panel, at))
    own_beginning(panel, at.canvas);
  else
    canvas_panel(panel, at);
  if (at.input.h > 0) input_line(panel, at.input);
  const bool bare = panel.document.mode == Mode::compare || shows_figure(panel, at);
  edge_of_old_picture(panel, bare ? at.canvas : Rect{});  // no panel stands on it
  if (at.right.w > 0) side_panel(panel, at);
  if (at.edge.w > 0) side_edge(panel, at.edge);
  if (timing && at.bottom.h > 0) timing_progress_panel(panel, at.bottom, at.left.w > 0);
  const bool steps = !timing && at.bottom.h > 0;  // the picture is about a step
  if (steps && at.slim) slim_strip(panel, at);
  if (steps && !at.slim) transport_panel(panel, at.transport), timeline_panel(panel, at.timeline);
}

Layout layout_now(const PanelContext& panel) {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  panel.state.in_hand = held_in_a_hand(size.x / panel.state.display, size.y / panel.state.display);
  const Layout at = place_panels(panel, size.x, size.y);
  panel.state.shows_input =
      at.input.h > 0 || (at.left.w > 0 && panel.document.mode != Mode::timing);
  if (panel.document.input && !panel.state.shows_input) panel.state.to_keys = false;
  panel.state.low_pages = takes_low_pages(at.figure) || panel.state.in_hand;
  return at;
}

void draw_panels(const PanelContext& panel, const Layout& at) {
  if (panel.document.blank) return blank_screen(panel);
  draw_seams(at);
  if (at.top.h > 0) top_bar_panel(panel, at.top);
  draw_run(panel, at);
  if (panel.document.help) help_overlay(panel);
  if (panel.document.palette) palette_overlay(panel);
  panel.state.palette.open = panel.document.palette;
  if (!panel.document.dialog.empty())
    dialog_overlay(panel);
  else
    panel.state.dialog.shown.clear();
  if (panel.document.pointer) draw_pointer();
}

/// The key under the mouse changes only when the mouse moves: while the person steps it stays the
/// same.
void update_hover(const PanelContext& panel, ImVec2& mouse) {
  const ImVec2 now = ImGui::GetIO().MousePos;
  const bool moved = now.x != mouse.x || now.y != mouse.y;
  mouse = now;
  const uint32_t pointed = panel.state.pointed.value_or(none);
  if (moved && pointed != panel.document.hovered)
    panel.post("hover", pointed == none ? Value("none") : Value(pointed));
  panel.state.pointed.reset();
  panel.state.hover_words = std::exchange(panel.state.next_hover_words, "");
}

/// On a page it is a second tab.
void follow_tab(Document& document, Screen& screen) {
  if (document.presenter == std::exchange(screen.tab, document.presenter)) return;
  if (!document.presenter) return close_presenter_tab();
  if (open_presenter_tab()) {
    document.note = text::presenter::second_tab;
    return;
  }
  document.presenter = screen.tab = false;
  complain(document, text::presenter::no_tab);
}

/// Opens or closes the presenter's window as the Document has it.
void follow_presenter(Document& document, Screen& screen) {
  if (on_a_page()) return follow_tab(document, screen);
  Window& window = screen.window;
  if (std::exchange(screen.swaps, document.swaps) != document.swaps) window.swap_places();
  if (window.second().closing()) document.presenter = false;
  if (document.presenter == window.second().is_open()) return;
  if (!document.presenter) return window.close_second();
  const std::string cause = window.open_second(text::presenter::window_title);
  document.presenter = cause.empty();
  if (!cause.empty()) return complain(document, text::presenter::no_window({.cause = cause}));
  if (screen.presents_since.time_since_epoch().count() == 0)  // one lecture, however often it opens
    screen.presents_since = std::chrono::steady_clock::now();
  screen.log.presents(screen.presents_since);
  document.note = window.one_screen() ? text::presenter::one_screen : text::presenter::other_screen;
}

/// What it shows.
void draw_presenter(const PanelContext& panel, Screen& screen) {
  SecondWindow& second = screen.window.second();
  if (!second.is_open()) return;
  const auto shown = std::chrono::steady_clock::now() - screen.presents_since;
  presenter_panel(
      panel, second.begin(), second.size(),
      static_cast<long>(std::chrono::duration_cast<std::chrono::seconds>(shown).count()),
      screen.window.input().second_clicks);
}

/// Where the next key goes, for the log.
std::string keyboard_at(const PanelContext& panel) {
  const UiState& state = panel.state;
  if (ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId)) return "list";
  if (panel.document.palette) return state.palette.typing ? "palette" : "none";
  if (!ImGui::GetIO().WantTextInput)
    return panel.document.help ? "help" : ui::focus_is_shown() ? "control" : "figure";
  return !panel.document.dialog.empty() ? panel.document.dialog
         : state.typing_keys            ? "keys"
         : state.typing_values          ? "values"
                                        : "text";
}

/// One frame: keys -> commands -> tick -> figure -> paint -> panels.
void frame(Document& document, Screen& screen, bool last, const std::string& shot) {
  set_style(document, screen);
  const bool covers =
      document.fullscreen && shot.empty();  // a picture keeps the size that was asked for
  if (covers != screen.window.fullscreen()) screen.window.set_fullscreen(covers);
  const double rest = rest_of(document, screen);
  const bool waits = screen.state.keys_wait || !recording_words(document).empty();
  if (rest > 0 && screen.window.at_rest() && !waits) screen.log.still();
  screen.window.begin_frame(shot.empty() && !screen.counted ? rest : 0);
  if (screen.language != text::language()) {
    screen.language = text::language();
    if (const std::string& wrong = screen.window.fonts().error; !wrong.empty())
      complain(document, wrong);
  }
  if (const std::string wrong = complaint_about_language(); !wrong.empty())
    complain(document, wrong);
  screen.log.frame_began(screen.window.input());
  carry_out(document, screen, requests_of(screen.window.input(), document, screen.state));
  if (tick(document, elapsed(screen)) && document.playing) screen.session.touch();
  if (auto due = document.recorder->due())
    carry_out(document, screen, {{due->command, std::move(due->argument)}});
  if (std::string saved = saved_file(document); !saved.empty())
    carry_out(document, screen, {{"edit_from", std::move(saved)}});
  if (const std::string script = document.recorder->due_script(); !script.empty()) {
    const std::string refusal = run_script(document, script);
    if (!refusal.empty()) complain(document, refusal);
  }

  follow_presenter(document, screen);
  ShownSizes sizes = sizes_of(screen.state);
  Moment now = moment_in_window(document, screen, document.active);
  bool changed = false;
  std::vector<LaneView> panes = panes_of(document, screen, changed);
  CommandCalls requests;
  Drawing& active = screen.drawings[document.active];
  const Scene& shown = shown_of(active);
  const PanelContext panel{document,     now,      shown, active.painter,
                           screen.state, requests, panes, screen.strips};
  ui::begin_focus(screen.state.ask);
  Layout at = layout_now(panel);
  if (!active.moves && shows_figure(panel, at)) figure_camera(panel, at);
  if (sizes != sizes_of(screen.state)) {  // the new page has another scale
    sizes = sizes_of(screen.state);
    now = moment_in_window(document, screen, document.active);
    panes = panes_of(document, screen, changed);
    at = layout_now(panel);
  }
  take_drawings(screen);
  draw_panels(panel, at);
  draw_presenter(panel, screen);
  ui::end_focus();
  update_hover(panel, screen.mouse);

  // Letters of the wrong size are not shown, once: the next frame, which follows at once, knows it
  const bool resized = sizes != sizes_of(screen.state);
  const bool unfinished = resized && !screen.resized;
  screen.resized = resized;
  screen.window.render(document.blank ? Colour{0, 0, 0, 255} : theme(document.theme)[Ink::page],
                       unfinished);
  if (last && !shot.empty()) {
    const std::string refusal = screen.window.screenshot(shot);
    if (!refusal.empty()) complain(refusal);
  }
  screen.window.present();
  screen.window.show_second(theme(document.theme)[Ink::page]);
  screen.log.frame_shown(document, changed && !unfinished, screen.state.page, keyboard_at(panel),
                         screen.window.second().data());
  if (screen.window.was_looked_at()) screen.log.drawn();
  screen.window.defer_keys(ui::line_is_coming());
  carry_out(document, screen, requests);
  screen.asked = !requests.empty() || resized;
}

/// A window, not a script, has the Document from now on.
void begin(Document& document) {
  document.interactive = true;
  if (edits_own(document)) document.note.clear();  // its panel says it
  if (!document.recorder) document.recorder = std::make_shared<Recorder>();
}

int leave(const std::string& sentence, int code) {
  complain(sentence);
  return code;
}

/// The window while it is shown, and what was kept of it.
struct Shown {
  Document& document;
  WindowOptions options;
  std::unique_ptr<Window> window;
  Screen screen;
  WindowPlace place{};
  std::string kept{};
  bool known = false;
  int drawn = 0;

  /// Draws a frame and keeps what is kept between two starts. False: it was the last.
  bool next() {
    if (!options.screens.empty()) return show_screens();
    const bool last = ++drawn == options.frames;
    frame(document, screen, last, options.shot);
    if (document.dialog == "open" && pick_file()) document.dialog.clear();
    if (options.remember) keep();
    if (!last && !document.quit && !window->closing()) return true;
    if (options.remember) screen.session.keep(document, true), keep_place(*window, place);
    return false;
  }
  /// All of them, and each of their lists once, open. Returns false: nothing follows.
  bool show_screens() {
    const Document blank = document;
    std::set<ImGuiID> opened{0};
    for (const NamedScreen& each : options.screens) {
      document = blank;
      screen.state = {};
      forget_fonts();
      for (Drawing& drawing : screen.drawings) drawing.trace = drawing.run = nullptr;
      const std::string refusal = run_script(document, each.commands);
      const bool of_the_run = refusal.empty() || refusal == document.lane().error.sentence;
      if (!of_the_run) complain(document, refusal);
      screen.log.screen(each.name, of_the_run ? "" : refusal);
      begin(document);
      const std::string picture = options.shot.empty() ? "" : picture_of(each.name);
      for (int left = options.frames; left > 0 && !window->closing(); left -= !is_making(document))
        frame(document, screen, left == 1, picture);
      std::vector<ImGuiID> lists = ui::take_lists();
      if (!screen.log.reads_all()) continue;
      for (const ImGuiID list : lists)
        if (opened.insert(list).second) draw_open(list);
      draw_open(0);
    }
    return false;
  }
  void draw_open(ImGuiID list) {
    constexpr int frames = 3;  // it appears, has its size, is read
    ui::keep_open(list);
    for (int left = frames; left > 0; --left) frame(document, screen, false, options.shot);
  }
  /// "shots/words.png" of a screen: "shots/words-help.png".
  std::string picture_of(const std::string& name) const {
    const std::size_t dot = std::min(options.shot.rfind('.'), options.shot.size());
    return options.shot.substr(0, dot) + "-" + name + options.shot.substr(dot);
  }
  /// Describes the step on the screen for a reader who cannot see it.
  std::string words() const {
    if (document.mode == Mode::compare && shows_strips(document) && document.note.empty()) {
      std::string all = verdict_words(document);
      for (const std::string& sentence : strip_sentences(strips_look(document)))
        all += " " + sentence;
      return all;
    }
    if (document.mode != Mode::step) return document.note;
    return (document.note_is_error ? document.note + " " : "") + why(moment(document));
  }
  /// What the page around it asks for.
  std::string run_command(const std::string& command, const std::string& argument) {
    std::string refusal = scope::run_command(document, command, argument);
    tick(document, 0);
    screen.session.touch();
    return refusal;
  }
  double rest() const { return window->rest(rest_of(document, screen)); }
  void keep() {
    keep_preferences(document, kept);
    if (window->at_rest()) keep_place(*window, place);
    if (screen.session.keep(document)) screen.log.kept(screen.session.worked());
    if (screen.state.stepped && !std::exchange(known, true)) remember_the_steps();
  }
};

}  // namespace

int show_window(Document& document, const WindowOptions& options) {
  if (options.screens.empty()) begin(document);
  auto [window, error] =
      open_window({.title = "Radixscope",
                   .width = options.width,
                   .height = options.height,
                   .hidden = !options.shot.empty(),
                   .paced = options.screens.empty(),
                   .drawn = options.screens.empty() && environment("RADIXSCOPE_DRAWS") != "looks"});
  if (!window) return leave(error, exit_no_display);
  window->defer_after(may_open_line);
  Window& opened = *window;
  run_is_made = wake_window;
  const std::shared_ptr<Shown> shown(new Shown{
      .document = document,
      .options = options,
      .window = std::move(window),
      .screen = {.window = opened, .remember = options.remember, .counted = options.frames > 0}});
  Screen& screen = shown->screen;
  error = screen.log.open(options.log, options.frames > 0);
  if (!error.empty()) return leave(error, exit_refused);

  // What one painter lacks all lack
  for (const std::string& each : {complaint_about_language(), opened.fonts().error,
                                  screen.drawings.front().painter.start()}) {
    if (each.empty()) continue;
    complain(each);
    if (document.note.empty()) complain(document, each);
  }
  if (const auto last = last_window(); last && options.remember && !options.sized)
    opened.put({(*last)[0], (*last)[1], (*last)[2], (*last)[3]});
  shown->place = opened.place();
  screen.state.stepped = shown->known = options.remember && knows_the_steps();
  run_frames(
      {.next = [shown] { return shown->next(); },
       .rest = [shown] { return shown->rest(); },
       .state = [shown] { return state_string(shown->document); },
       .words = [shown] { return shown->words(); },
       .run_command = [shown](auto command,
                              auto argument) { return shown->run_command(command, argument); },
       .presenter = [shown] { return presenter_html(shown->document); },
       .keep =
           [shown] {
             if (shown->options.remember) shown->screen.session.keep(shown->document, true);
           }});
  return exit_ok;
}

}  // namespace scope
