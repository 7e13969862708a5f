/// The whole state of the program, and the few functions that may change it. No ImGui, no OpenGL:
/// scripts, tests and the window run the same Document.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/compare/wide_costs.hpp"
#include "app/core/base/value.hpp"
#include "app/core/figures/figure.hpp"
#include "app/core/model/calculator.hpp"
#include "app/core/model/stores.hpp"
#include "app/core/moment/moment.hpp"
#include "app/core/scene/theme.hpp"
#include "app/judge/student_session.hpp"
#include "app/timing/timing_session.hpp"
#include "history.hpp"
#include "kernels/engine/faults/faults.hpp"
#include "kernels/engine/model/edition.hpp"
#include "kernels/run/engine.hpp"
#include "predict.hpp"
#include "stops.hpp"

namespace scope {

template <class News>
class Background;  // app/core/base/background.hpp
struct TradeoffTable;
struct Lesson;
class Recorder;      // recorder.hpp
class ChildProcess;  // app/core/base/child_process.hpp

enum class Mode { step, compare, timing };
enum class AlignBy { bits, launches };        ///< lanes that are as far: in their sort, in launches
enum class Side { kernel, buffers, totals };  ///< tabs of the panel at the right
enum class StepSize { pass, stage, inside };  ///< how far → goes

struct StepSizeInfo {
  StepSize step_size;
  const char* name;  ///< in scripts and on the screen: "inside"
  const char* each;  ///< what it stops after: "step"
};

/// The one list of them, in the order of StepSize.
std::span<const StepSizeInfo> step_sizes();
const StepSizeInfo& info(StepSize step_size);
const StepSizeInfo* step_size_named(std::string_view name);  ///< null: there is none
std::vector<std::string> step_size_names();

/// The names of the tabs, in the order of Side.
std::span<const char* const> side_names();

/// An export in the background: how far it is, and in the end what came of it.
struct Exported {
  std::size_t done = 0, of = 0;  ///< pages
  std::string refusal;           ///< "" or one sentence
  std::string note;              ///< for the status line, when there is no refusal
  std::string remark;            ///< "" or a sentence beside it: what is other than was asked for
  std::string printed;           ///< for standard output
  std::vector<std::string>
      files;  ///< that were written, whole ones only, also where it was refused or stopped
};

/// What the person asked for, as typed.
struct Setup {
  std::string keys_text;    ///< the paste box
  std::string values_text;  ///< one whole number per key, or nothing
  radix::Base base = radix::Base::decimal;
  radix::Settings settings{.radix_bits = 2, .keys_per_thread = 2};  ///< a sort takes those it uses
  std::string sort = radix::first_sort;                             ///< short name
  radix::EngineChoice engine = radix::EngineChoice::automatic;
  radix::Schedule thread_order = radix::Schedule::forward;  ///< another one: the CPU engine's
  radix::Schedule block_order = radix::Schedule::forward;
  uint32_t seed = 1;  ///< of the shuffled orders
  std::string fault;  ///< planted in the kernels: its name in the gallery; "" = none
  std::shared_ptr<const radix::ChangedFiles>
      changed;           ///< kernels as the person has changed them (kernel_edit.hpp); null: none
  bool covered = false;  ///< the fault is to be found: its run tells that it is wrong, not where
  std::shared_ptr<const radix::Trace>
      own;  ///< shown instead of the sort's: the run of a kernel of
            ///< the person's own, while the rest is as in it; or null
  friend bool operator==(const Setup&, const Setup&) = default;
};

/// One column: a recipe, its trace and a place in it. Step mode shows one, Compare several.
struct Lane {
  Setup setup;               ///< wanted
  Setup recorded;            ///< what `trace` was made from: differs -> tick records
  radix::Error error;        ///< why the setup could not be met, or not to its end; empty = it was
  bool ended_wrong = false;  ///< `error` is what the run that is shown did wrong
  std::shared_ptr<const radix::Trace> trace;  ///< last valid one; never null after the first tick
  std::string verdict;  ///< "" no second engine, "verified", or the first difference
  bool verified = false;
  std::size_t cursor = 0;  ///< steps done
};

/// True where the setup chooses the order of threads or blocks, as only the CPU engine can.
bool chooses_order(const Setup& setup);

/// The fault that is planted in the lane's run, or null.
const radix::PlantedFault* fault_in(const Lane& lane);

/// True when a kernel broke the lane's run off, and the steps that were made until then are shown.
bool broke_off(const Lane& lane);
/// `error` and `ended_wrong`, by the lane's trace and in the language of now.
void say_how_it_ended(Lane& lane);

inline constexpr float motion_seconds = 0.8f;  ///< the motion of a step by hand, at least
inline constexpr float motion_part = 0.4f;     ///< motion's share of a step's time while playing
inline constexpr float motion_back = 0.3f;     ///< of a step back
inline constexpr float settled = 1e9f;         ///< Document::since_step when nothing moves

/// A file that another program may save at any time; "" = none.
struct FollowedFile {
  std::string path;
  std::filesystem::file_time_type seen{};  ///< when it was saved, as far as it has been read
};

struct MendVerdict;

struct Document {
  Mode mode = Mode::step;
  StepSize step_size = StepSize::inside;
  std::vector<Lane> lanes{Lane{}};
  std::size_t active = 0;  ///< lane the panels show

  /// Of the book whose numbers everything says; the program's own (radix::edition) goes with it.
  radix::Edition edition = radix::Edition::fourth;
  std::optional<radix::Edition> own_edition;  ///< that the person has; nothing: never said

  std::string preset;           ///< chosen last; "" = none since another state was opened
  std::string figure = "auto";  ///< id of a figure, or "auto"
  uint32_t hovered = none;      ///< identity
  uint32_t pinned = none;
  std::vector<uint32_t> followed;  ///< further keys that are followed beside the pinned one
  std::optional<uint32_t> table_entry;
  MemoryShape memory{.lanes = 2, .segment = 2};  ///< a warp smaller than the chapter's blocks
  std::optional<StoreId> store;                  ///< picked store of the memory figure
  Calculation calculation;                       ///< what the calculator is asked
  uint32_t suspect =
      0;  ///< line of the covered fault's page (bug_gallery.hpp), from 1; 0 = none yet
  std::optional<radix::OrderCounts> orders;  ///< counted last
  PredictState predict;                      ///< what is asked before it is shown
  std::vector<uint32_t> left_out;  ///< comparators that the 0–1 proof does without, ascending
  CostOf costs = CostOf::keys;     ///< of Compare: what its boxes count
  AlignBy align = AlignBy::bits;   ///< of Compare: how the other lanes follow the active one
  std::optional<Lane> step_lane;   ///< while lanes are compared: what Step showed before
  std::vector<Lane> compared;      ///< while one sort is shown: the lanes of the last comparison
  std::size_t compared_active = 0;

  std::shared_ptr<StudentSession> student;  ///< the person's own kernel; or null
  std::string student_file;                 ///< the user's file that was open last; "" none
  uint32_t student_exercise = 0;            ///< the exercise that this file answers; 0: none
  std::vector<Lane> lanes_before_own;       ///< while the figures show it: what they showed before
  Mode mode_before_own = Mode::step;        ///< … and before its file was opened

  bool editing = false;       ///< the kernel's panel is an editor
  uint32_t edit_entries = 0;  ///< how often the keyboard was asked into it
  bool wide_before_editing = false;
  std::string edit_file;        ///< the file that is asked for there; "": that of the sort
  uint32_t edit_places = 0;     ///< how often `edit_first` asked for the place of the change
  FollowedFile edited_outside;  ///< the changed file, as another editor saves it
  std::string mending;  ///< the gallery's bug that was opened in the editor; "": none (mend.hpp)
  std::shared_ptr<Background<MendVerdict>> mend_job;  ///< judges the change, or null
  std::shared_ptr<const MendVerdict> judged;          ///< what came of it, of `judged_setup`
  Setup judged_setup;
  std::shared_ptr<ChildProcess> card_child;  ///< runs the change on the GPU, or null
  std::string card_words;                    ///< what came of it, of `card_setup`
  Setup card_setup;
  std::shared_ptr<ChildProcess> edit_prepares;  ///< compiles beforehand what changes need, or null

  std::vector<Stop> stops;            ///< where playing and long steps stop
  std::vector<uint32_t> bookmarks;    ///< steps to come back to, ascending
  std::optional<uint32_t> loop_from;  ///< where a loop of playing starts
  std::optional<uint32_t> loop_to;    ///< where the loop ends; nothing: not set yet

  bool playing = false;
  float speed = 1;                     ///< steps per second while playing, 0.25 … 8
  float since_step = settled;          ///< seconds since the last step: drives the motion
  float motion_time = motion_seconds;  ///< seconds that the motion takes
  std::optional<float> held = {};      ///< the motion is held at this part of its way, 0 … 1
  bool motion = true;
  float motion_speed = 1;  ///< how fast keys move, whatever the pace of playing, 0.1 … 2
  bool hatching = false;   ///< odd digits are hatched on the screen, too
  bool help = false;       ///< the key overlay
  bool blank = false;      ///< B: a dark screen for the classroom
  bool more = false;       ///< the input panel shows what is seldom needed
  bool reasons = true;     ///< the sentence and the formula under the figure are shown
  bool notes = false;      ///< the lecturer's notes stand under the slide's figure
  bool presenter = false;  ///< a second window is open, for the lecturer alone
  uint32_t swaps = 0;      ///< how often the two windows were to change their places
  bool pointer = false;    ///< a soft spot follows the mouse, for a class to look at
  bool panels = true;      ///< input and side panel around the figure; off: figure and WHY
  bool bare = false;       ///< figure, sentence and steps alone, as in a frame of another page
  bool input = false;      ///< the input stands open at the left; else it is a line over the figure
  Side side = Side::kernel;  ///< what stands at the right of the figure
  bool folded = false;       ///< what stands at the right is folded into an edge
  bool wide = false;         ///< what stands at the right takes half the window
  bool fullscreen = false;   ///< the window covers its screen
  bool projector = false;  ///< the profile for a classroom: large type, thick lines, no side panels
  bool palette = false;    ///< the list of all commands, to be searched, stands over the window
  std::string dialog;      ///< id of the dialog over the window (dialogs.hpp); "" = none
  bool quit = false;
  ThemeId theme = ThemeId::dark;
  std::string language = "auto";  ///< that of the system, or a language of languages_there_are()
  float scale = 1;                ///< whole interface, 0.8 … 2.5
  bool fit = true;                ///< canvas shows the whole page
  float zoom = 1;                 ///< canvas, relative to fit
  Vec pan;                        ///< canvas, figure units

  std::shared_ptr<const History> history;  ///< what can be undone; null: nothing was changed yet
  uint32_t undone = 0;                     ///< how often undo or redo went to another state

  std::string note;  ///< last sentence for the status line (error or result)
  bool note_is_error = false;
  std::vector<std::string> written;  ///< files written by commands, in order
  std::string printed;               ///< text for standard output; in the window: for the clipboard
  std::shared_ptr<Recorder> recorder;  ///< of a window: records beside it; null: all is waited for
  std::shared_ptr<Background<TradeoffTable>> tradeoff_job;  ///< measures in the background, or null
  std::shared_ptr<const TradeoffTable> tradeoff;  ///< its newest table; null: nobody asked
  std::shared_ptr<Background<Exported>>
      export_job;                        ///< writes many pages in the background, or null
  TimingState timing;                    ///< what is timed, by whom, and what came of it
  std::shared_ptr<const Lesson> lesson;  ///< the one being shown, or null
  std::size_t slide = 0;                 ///< of it, from 0
  bool answered = false;                 ///< the answer of a question slide is shown
  std::string session_file;              ///< the session that was opened or saved last; "" = none
  std::string opened_file;  ///< whole path of the file of keys that is shown; "" = another input
  std::vector<std::string> recent;  ///< files opened or saved, newest first, eight at most
  bool interactive = false;         ///< a window waits for nothing; a script waits for a job's end

  Lane& lane() { return lanes[active]; }
  const Lane& lane() const { return lanes[active]; }
};

/// Brings derived state up to date: records when setup != recorded, plays, ages the motion.
/// `dt` in seconds. Returns true when the picture changed.
bool tick(Document& document, float dt);

/// True while something moves by itself (playing or a motion): the window redraws without events.
bool in_motion(const Document& document);

/// A file of the person's own is to be chosen: the editor shows how to begin.
bool chooses_own(const Document& document);
/// The arrays of the person's own kernel stand as rows where the figure does.
bool own_rows(const Document& document);

/// The chapter's figures show the person's own run, which was drawn last; and its rows again.
void show_own_figures(Document& document);
void leave_own_figures(Document& document);

/// The person's own run that a lane shows: of the active lane, or of the first that does; null:
/// none.
const radix::Trace* user_run(const Document& document);

/// What figures may read, of the active lane or of another one.
Moment moment(const Document& document);
Moment moment(const Document& document, std::size_t lane);

/// The chosen figure as it fits a lane, or the automatic one.
const Figure& current_figure(const Document& document);
const Figure& current_figure(const Document& document, const Moment& moment);

/// False while the picture is not about a step of the run: the charts of the trade-off and of
/// Timing mode.
bool shows_a_step(const Document& document);

/// Puts a sentence that something went wrong into the status line.
void complain(Document& document, const std::string& sentence);

/// Takes the newest table of the trade-off's job; lets the job go when it has ended. True when the
/// table changed.
bool poll_tradeoff(Document& document);

/// Lets the export go when it has ended, and says what came of it. True when its progress changed.
bool poll_export(Document& document);

/// Puts what came of it into the status line and the list of files; returns its refusal.
std::string conclude(Document& document, const Exported& end);

/// Timing mode on the screen, its usual choices picked when nobody has picked any.
void begin_timing(Document& document);

/// Takes what the program that measures has said, and keeps the estimate up to date. True when
/// anything changed.
bool tick_timing(Document& document);

/// Pages of the chart on the screen, and another one of them.
uint32_t chart_pages(const Document& document);
void turn_page(Document& document, int pages);

/// "The program that measures has said nothing for 30 s; it may hang."
std::string silence_words(const TimingState& state);

/// Ends the motion of the last step: every key is where it goes.
void settle(Document& document);

/// Holds the motion of the last step at a part of its way, and lets it go on from there.
void hold_motion(Document& document, float part);
void release_motion(Document& document);

/// Moves the cursor; clamps. By one step, or to the end of a stage or pass, it restarts the motion.
void seek(Document& document, std::size_t cursor);

/// The same to a step's number, or to the end of a place: "12", "scatter", "pass 2 table_scan". ""
/// or one sentence.
std::string seek_place(Document& document, const Value& place);

/// The cursor after going `direction` (+1 / -1) by one step size from where the app is.
std::size_t next_stop(const Document& document, StepSize step_size, int direction);

}  // namespace scope
