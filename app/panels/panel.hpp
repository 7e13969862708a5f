/// What every panel of the window gets. A panel is one function: it reads the Document, draws
/// itself into its place and posts what the person asks for. It never writes the Document. Their
/// list is panels.hpp.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "app/commands/commands.hpp"
#include "app/commands/search.hpp"
#include "app/compare/strips.hpp"
#include "app/core/base/dialog_places.hpp"
#include "app/document/document.hpp"
#include "app/document/lane_costs.hpp"
#include "app/state/lesson.hpp"
#include "app/state/recent.hpp"
#include "app/window/focus.hpp"
#include "app/window/paint.hpp"
#include "app/window/style.hpp"
#include "layout.hpp"
#include "text/panels.hpp"

namespace scope {

/// What the palette remembers while it is open.
struct PaletteState {
  bool open = false;
  bool came_back = false;  ///< the line has just got the keyboard
  std::string text;        ///< typed so far
  std::string found_for;   ///< the text that `hits` were found for
  std::vector<PaletteEntry> entries, hits;
  int chosen = 0;          ///< of the hits
  bool scroll_to = false;  ///< the chosen hit must be scrolled into view
  bool typing = false;     ///< the line has the keyboard
  bool set_text = false;   ///< the line shall hold text_to_set
  std::string text_to_set;
  std::string asked;    ///< the command that was done in the last frame; "" = none
  std::string refusal;  ///< why it was not
};

/// What the export dialog offers.
struct ExportChoice {
  std::size_t kind = 0;              ///< row of its list
  std::string format = "svg";        ///< of pictures: "svg", "png", …
  uint32_t scale = 2;                ///< PNG: pixels per figure unit, 1…4
  std::string theme = "print";       ///< of themes(); "" = as on the screen
  std::string step_size = "inside";  ///< of step sizes()
  friend bool operator==(const ExportChoice&, const ExportChoice&) = default;
};

class ChildProcess;

/// What a dialog remembers while it is open.
struct DialogState {
  bool fresh = false;                     ///< this is its first frame
  std::string shown;                      ///< id of the dialog that all this belongs to
  ExportChoice choice;                    ///< stays until the window closes
  std::string lesson;                     ///< to which slides are added; likewise
  Slide slide;                            ///< that is to be added, as typed
  std::string place;                      ///< name as typed
  std::shared_ptr<ChildProcess> chooser;  ///< the desktop's own dialog, while it is open
  std::string folder;                     ///< that was chosen for it; "" = none
  std::vector<OfferedFolder> near;        ///< places that the open list offers
  std::string pasted;                     ///< state or keys as typed
  std::string proposed;                   ///< the name that the program proposed last
  std::string proposed_for;               ///< what `proposed` was made for
  bool asked = false;                     ///< a command was asked for in the last frame
  bool stays = false;                     ///< the dialog stays open when the command has worked
  bool failed = false;                    ///< the command has not worked
  std::string result;                     ///< what the command said
};

/// What the help remembers.
enum class HelpPage { in_short, keys, commands };
struct HelpState {
  HelpPage page = HelpPage::in_short;
};

/// What the mouse points at in the kernel's lines, as the picture shows it.
struct CodePointed {
  std::optional<radix::ArrayId> array;  ///< the row that the name under the mouse stands for
  std::optional<uint32_t> element;      ///< the lit thread's element of that row
  std::vector<Worker> threads;          ///< the threads that run the line
  friend bool operator==(const CodePointed&, const CodePointed&) = default;
};

/// What the window remembers from frame to frame and no script or other window needs to know.
struct UiState {
  float display = 1;         ///< pixels of a unit of the display, whatever the window's size
  bool stepped = false;      ///< the person has gone a step: the first hint may go
  float right_width = 0;     ///< of the side panel, design units; 0 = by the window's size
  bool low_pages = true;     ///< the figure's place in the last frame was low and wide
  bool shows_input = false;  ///< the keys, or their line, were on the screen in the last frame
  bool in_hand = false;      ///< the window is as small as a phone or an upright tablet
  bool to_keys = false;      ///< the paste box is to get the keyboard
  std::string guess_typed;   ///< typed so far, while something is asked: Enter answers
  char guess_refused = ' ';  ///< a letter or digit that was pressed then, and is no answer
  std::string slide_number;  ///< typed so far, in a lesson: Enter goes there

  bool typing_keys = false;  ///< the paste box has the keyboard
  std::string keys_text;     ///< what stands in it, wrapped
  bool keys_wait = false;    ///< keys_text has changed since it was sorted: the last picture stays
                             ///< while someone types
  double keys_typed = 0;     ///< when keys_text changed, s of ImGui::GetTime()
  bool typing_values = false;  ///< the line with the keys' values has the keyboard
  std::string values_text;
  uint32_t random_count = 16;
  uint32_t random_seed = 0;

  uint32_t code_over = 0;      ///< the line of the kernel under the mouse, from 1
  CodePointed code_pointed;    ///< what is under the mouse there, in the picture
  bool over_code = false;      ///< the mouse is over the kernel's lines
  bool finds_in_code = false;  ///< the search line is open
  bool find_opens = false;     ///< the search line is to get the keyboard
  bool shows_found = false;    ///< the line that was found is to be scrolled to
  std::string code_text;       ///< what is searched
  uint32_t code_found = 0;     ///< which of the lines that have it, from 0
  std::string stop_text;       ///< a stop as typed
  std::string code_file;       ///< tab chosen by hand until the next step; "" = the step's file
  uint32_t turns = 1;          ///< counts changes of trace or cursor
  uint32_t code_shown = 0;     ///< the moment whose line was scrolled to
  uint32_t code_columns = 0;   ///< the width that its lines were broken at
  uint32_t code_suspect = 0;   ///< the suspected line that was scrolled to
  bool typing_code = false;    ///< the editor has the keyboard
  bool code_waits = false;     ///< its text has changed since it was recorded
  bool record_code = false;    ///< Ctrl+S: now
  bool find_code = false;      ///< Ctrl+F: the line to search in opens
  uint32_t buffers_shown = 0;  ///< the moment whose array was scrolled to
  float buffers_height = 0;    ///< height of the Buffers panel then
  std::optional<radix::ArrayId> watched;  ///< array whose reads and writes the timeline marks

  bool scrubbing = false;     ///< the mouse drags along the timeline
  float motion_from = 1;      ///< where the motion stood when it was taken hold of
  uint32_t focused_pass = 0;  ///< whose stages are wide enough for their names
  bool panning = false;       ///< the mouse drags the figure
  Rect page;                  ///< where the figure's page lay in the last frame, pixels
  float lane_words = 0;       ///< figure units: texts of lanes that are smaller are enlarged
  float figure_words = 0;     ///< the same for the one figure of the other modes
  float figure_digits = 0;    ///< figure units: what binary digits are at least there
  float figure_tall = 1;      ///< how many times as tall as it is wide a square of it is shown
  float figure_most = 1;      ///< how many times as large as it fits that one may be shown
  float figure_times = 1;     ///< how many times as large it is shown, so that letters can be read
  Vec about{}, about_from{}, about_to{};  ///< what is seen of it then, and between which steps
  std::string verdict;                    ///< of a comparison: who is best at what
  std::string hover_words;       ///< what the mouse was over in the last frame, for the status line
  std::string next_hover_words;  ///< what the mouse is over in this frame
  bool escape = false;           ///< Escape was pressed: open lists close
  float strips_scroll = 0;       ///< of lanes under each other, pixels
  std::vector<std::string> pressed;  ///< keys for what lies over the window, by name
  ui::Ask ask = ui::Ask::none;       ///< what a key asks of the controls
  PaletteState palette;
  HelpState help;
  DialogState dialog;
  std::vector<RecentFile> recent;   ///< those that were there when the list with them opened
  std::optional<uint32_t> pointed;  ///< identity of the key under the mouse, found in this frame
};

/// What a lane's sort has cost up to its cursor, and will cost in total.
struct LaneCosts {
  std::vector<Figured> now, whole;
};

/// A page that a lane shows, in figure units.
struct PageSize {
  float width = 0, height = 0;
  float smallest = 0;  ///< of its texts, after they were enlarged
};

/// A lane's picture: what its figure was drawn from, who paints it, what the sort costs.
struct LaneView {
  Moment moment;
  const Scene* scene = nullptr;
  Painter* painter = nullptr;
  const LaneCosts* spent = nullptr;
  const std::vector<PageSize>* pages = nullptr;  ///< of its first part: what it will show
};

/// The picture of all lanes (app/compare/strips.hpp), and what it was drawn from.
struct StripsView {
  Painter painter;
  StripsLook look;
  Strips strips;
  Scene before, on_the_way;  ///< of the step before, and between the two
  std::vector<std::shared_ptr<const radix::Trace>> traces;
  ThemeId theme = ThemeId::dark;
  bool back = false, moves = false;
};

/// Handed to every panel of a frame.
struct PanelContext {
  const Document& document;
  const Moment& moment;  ///< of this frame
  const Scene& scene;    ///< of the current figure
  Painter& painter;
  UiState& state;
  CommandCalls& requests;
  const std::vector<LaneView>&
      panes;  ///< of every lane that is shown: all in Compare mode, else the active one
  StripsView& strips;

  void post(std::string command, Value argument = {}) const {
    requests.push_back({std::move(command), std::move(argument)});
  }
  /// The mouse is over something that belongs to this key.
  void point_at(uint32_t id) const {
    if (id != none) state.pointed = id;
  }
  /// Follows this key, or stops following it: for a click on anything that belongs to it.
  void pin(uint32_t id) const {
    if (id == none) return;
    if (document.table_entry) post("entry", "none");  // the table shows the key's own entry then
    post("pin", id == document.pinned ? Value("none") : Value(id));
    if (!document.followed.empty()) post("follow", "none");
  }
  /// Follows one more key, each in its own ink, or one fewer; the first is the pinned one.
  void follow(uint32_t id) const;
  /// A click on a comparator of the 0–1 proof takes it out, or puts it back.
  void take_out(uint32_t comparator) const {
    std::vector<uint32_t> numbers = document.left_out;
    if (std::erase(numbers, comparator) == 0) numbers.push_back(comparator);
    std::string text;
    for (const uint32_t number : numbers) text += std::to_string(number) + " ";
    post("without", text.empty() ? "none" : text);
  }
};

/// Where a reader is told what is wrong with the input.
enum class SaidAt { nowhere, palette, dialog, lanes, editor, input, status };
/// In one place: where it was typed, keys or a kernel; else beside the keys, and on the status line
/// where those are not seen. Nowhere: nothing is wrong, or the picture's caption says it.
SaidAt complaint_at(const PanelContext& panel);
/// The document's note; "" where that is the complaint, which stands elsewhere.
std::string note_of(const PanelContext& panel);

/// True while the reason and the formula are hidden: by hand, or because they would answer the
/// question of a slide.
bool hides_reasons(const Document& document);

/// In the profile, which has no top bar: a button from Compare, Timing and charts to the steps, its
/// right end and middle there. Returns its left end; on a page of steps there is none.
float back_button(const PanelContext& panel, float right, float middle);

/// A button that runs a command; its tool tip says `about`.
struct CommandButton {
  text::Label label;
  const char* command;
  text::Label about;
  bool shown = true, lit = false;
};

/// Those that are shown, from right to left, the first one's right end and middle there, `high`
/// design units high. Returns where the next one would end.
float command_buttons(const PanelContext& panel, std::span<const CommandButton> buttons,
                      float right, float middle, float high);

/// Starts the window of a panel; `padding` in design units. Always pair with end_panel.
void begin_panel(const char* id, const Rect& at, ImVec2 padding = {18, 16}, bool scrolls = true);
void end_panel();

}  // namespace scope
