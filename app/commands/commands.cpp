#include "commands.hpp"

#include <new>

#include <algorithm>
#include <utility>
#include <vector>

#include "command_actions.hpp"

namespace scope {
namespace {

constexpr Touches input = Touches::input;
constexpr Touches pointer = Touches::pointer;

/// A title over the rows below it: their group.
constexpr Verb section(const char* title) { return {"", "", "", title, nullptr}; }

// clang-format off
constexpr Verb own[] = {
    section("Through the run"),
    {"next", "Right PageDown", "", "Go one step on (how far: grain)", actions::next},
    {"back", "Left PageUp", "", "Go one step back", actions::back},
    {"next_stage", "Shift+Right", "", "Go to the end of the next stage", actions::next_stage},
    {"back_stage", "Shift+Left", "", "Go back to the end of the stage before", actions::back_stage},
    {"next_pass", "Ctrl+Right", "", "Go to the end of the next pass", actions::next_pass},
    {"back_pass", "Ctrl+Left", "", "Go back to the end of the pass before", actions::back_pass},
    {"first", "Home", "", "Go back to the untouched input", actions::first},
    {"last", "End", "", "Go to the sorted output", actions::last},
    {"play", "Space", "[on|off]", "Play step after step, or stop", actions::play},
    {"seek", "", "STEP | [pass N] [STAGE|ARRAY]", "Go to a step, or to the end of a stage",
     actions::seek},
    {"grain", "G", "[pass|stage|inside]", "Choose how far one step goes", actions::grain},
    {"speed", "", "0.25…8", "Set the steps per second while playing", actions::speed},
    {"faster", "]", "", "Play twice as fast", actions::faster},
    {"slower", "[", "", "Play half as fast", actions::slower},
    section("What is sorted"),
    {"keys", "", "KEYS", "Sort these keys", actions::keys, input},
    {"preset", "", "NAME", "Sort the keys of a preset", actions::preset, input},
    {"random", "", "COUNT [BITS [SEED]]", "Sort random keys", actions::random, input},
    {"base", "", "decimal|hex|binary", "Choose how the keys are written", actions::base, input},
    {"values", "", "[VALUES]", "Let every key carry a value; nothing: keys only", actions::values, input},
    {"rung", "", "NUMBER|NAME", "Choose the kernel: a rung of the ladder", actions::rung, input},
    {"engine", "", "auto|cpu|cuda", "Choose the machine that sorts", actions::engine, input},
    {"open", "Ctrl+O", "[FILE]", "Open a session, keys, a lesson, a recorded run, times; no name: choose one", actions::open, input},
    section("The state as a whole"),
    {"state", "", "STATE", "Show a state that was copied", actions::state, input},
    {"copy_state", "Ctrl+C", "", "Copy the state, to be pasted anywhere", actions::copy_state},
    {"paste", "Ctrl+V", "STATE|KEYS", "Take a state, or keys, from the clipboard", actions::paste, input},
    {"save", "Ctrl+S", "[FILE]", "Save the state as a session file", actions::save},
    {"recent", "", "NUMBER", "Open a file that was opened or saved before", actions::recent, input},
    {"start_over", "Ctrl+N", "", "Begin anew with the chapter's keys", actions::start_over, input},
    section("What is shown"),
    {"figure", "", "ID|auto", "Choose the figure", actions::figure},
    {"pin", "", "INDEX|none", "Follow a key through all passes", actions::pin},
    {"hover", "", "INDEX|none", "Point at a key", actions::hover, pointer},
    {"entry", "", "INDEX|none", "Pick an entry of the bucket table", actions::entry},
    {"memory", "", "[warp N] [segment N]|real|lines",
     "Set the warp and the segment of the memory figures", actions::memory},
    {"store", "", "[BLOCK [WARP [ROUND]]] | auto",
     "Choose the store that the memory figure shows", actions::store},
    {"motion", "M", "[on|off]", "Let keys travel along their arrows, or jump", actions::motion},
    {"theme", "T", "[dark|light|print]", "Choose the colours", actions::theme},
    {"scale", "", "0.8…2.5", "Set the size of the whole interface", actions::scale},
    {"larger", "Ctrl++ Ctrl+=", "", "Make the whole interface larger", actions::larger},
    {"smaller", "Ctrl+-", "", "Make the whole interface smaller", actions::smaller},
    {"normal_size", "Ctrl+0", "", "Give the interface its normal size", actions::normal_size},
    {"fit", "F", "", "Show the whole figure", actions::fit},
    {"zoom", "", "0.1…40", "Magnify the figure, 1 = whole figure", actions::zoom, pointer},
    {"zoom_in", "+ =", "", "Magnify the figure", actions::zoom_in},
    {"zoom_out", "-", "", "Show more of the figure", actions::zoom_out},
    {"pan", "", "X Y", "Move the figure, in figure units", actions::pan, pointer},
    {"more", "", "[on|off]", "Show or hide the settings that are seldom needed", actions::more},
    {"panels", "P", "[on|off]", "Show or hide the panels beside the figure",
     actions::panels},
    {"projector", "F11", "[on|off]", "Large type and thick lines over the whole screen, for a classroom",
     actions::projector},
    {"fullscreen", "Alt+Enter Shift+F11", "[on|off]", "Let the window cover the screen", actions::fullscreen},
    {"blank", "B .", "", "Darken the screen, or show it again", actions::blank},
    {"help", "? F1", "", "Show or hide the help and all keys", actions::help},
    {"palette", "Ctrl+K :", "[on|off]", "Find and do anything by typing its name", actions::palette, pointer},
    {"dialog", "", "ID|none", "Open a dialog over the window, or close it", actions::dialog, pointer},
    {"close", "Escape", "", "Close what lies over the figure, stop an export, let go of the key, leave the lesson", actions::close},
    section("Side by side"),
    {"mode", "", "step|compare|timing", "Show one sort, several side by side, or time large inputs",
     actions::mode},
    {"step_mode", "1", "", "Show one sort", [](App& app, const std::string&) { return actions::mode(app, "step"); }},
    {"compare_mode", "2", "", "Show several sorts of the same keys side by side",
     [](App& app, const std::string&) { return actions::mode(app, "compare"); }},
    {"timing_mode", "3", "", "Time large inputs",
     [](App& app, const std::string&) { return actions::mode(app, "timing"); }},
    {"compare", "", "radix|local_sort|coarsening", "Compare what is usually compared", actions::compare},
    {"lane", "", "NUMBER|add|duplicate|remove", "Choose the lane that changes, or the number of lanes",
     actions::lane},
    {"table", "", "markdown|csv [FILE]", "Write the costs of all lanes as a table", actions::table},
    section("Lessons"),
    {"lesson", "", "NAME|FILE|none [SLIDE]", "Begin a lesson, or leave it", actions::lesson},
    {"slide", "", "NUMBER|next|back", "Go to a slide of the lesson", actions::slide},
    section("Trade-off of radix widths"),
    {"tradeoff", "", "[N [THREADS]|keys|cancel|none]",
     "Measure every radix width on N uniform keys, or on these keys", actions::tradeoff},
    {"tradeoff_table", "", "markdown|csv [FILE]", "Print the trade-off's numbers, or write them",
     actions::tradeoff_table},
    section("Timing large inputs"),
    {"timing_pick", "", "WHAT VALUES", "Choose what is timed: rungs, beside, radix, n, type …", actions::timing_pick},
    {"timing_start", "", "", "Time what is picked, in a program beside this one", actions::timing_start},
    {"timing_cancel", "", "", "Stop timing at once; what was measured stays", actions::timing_cancel},
    {"timing_chart", "", "CHART", "Choose the chart of the times: stages, sizes, radix, claims …", actions::timing_chart},
    {"timing_page", "", "PAGE|next|back", "Turn the page of the chart", actions::timing_page},
    {"timing_save", "", "FILE", "Save the run that is shown", actions::timing_save},
    {"timing_load", "", "FILE", "Show a run that was saved", actions::timing_load},
    {"timing_over", "", "FILE|shown|none", "Lay another run over the one that is shown",
     actions::timing_over},
    {"timing_table", "", "csv|markdown|lines [FILE]", "Print all times, or write them", actions::timing_table},
    section("Pictures and hand-outs"),   // without a name they get one of their own in the current folder
    {"export", "Ctrl+E", "", "Choose what to write: pictures, a hand-out, a transcript", actions::export_dialog},
    {"svg", "", "[FILE] [THEME]", "Write the figure as SVG", actions::svg},
    {"png", "", "[FILE] [1…4] [THEME]", "Write the figure as PNG, 1 to 4 times as large", actions::png},
    {"pdf", "", "[FILE] [THEME]", "Write the figure as PDF", actions::pdf},
    {"html", "", "[FILE]", "Write the whole run as one HTML page that steps in any browser", actions::html},
    {"text", "", "[FILE]", "Write every step in words and numbers", actions::text},
    {"steps", "", "[FOLDER] [FORMAT] [GRAIN] [1…4] [THEME]", "Write all steps: a file each, or one with all of them",
     actions::steps},
    {"export_cancel", "", "", "Stop writing pages; whole files stay", actions::export_cancel},
    section("Files and the program"),
    {"trace", "", "FILE", "Write the whole run as JSON", actions::trace},
    {"quit", "Ctrl+Q", "", "Close the program", actions::quit},
};
// clang-format on

/// The verb of the setting number I.
template <std::size_t I>
std::string set_setting(App& app, const std::string& argument) {
  return actions::set(app, radix::settings()[I], argument);
}

constexpr std::size_t most_settings = 16;

template <std::size_t... I>
void add_settings(std::vector<Verb>& table, std::index_sequence<I...>) {
  constexpr std::string (*act[])(App&, const std::string&) = {set_setting<I>...};
  static std::vector<std::string> ranges;   // what the rows point at
  for (const radix::SettingInfo& setting : radix::settings()) ranges.push_back(setting.range());
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    const radix::SettingInfo& setting = radix::settings()[i];
    table.push_back({setting.name, "", ranges[i].c_str(), setting.about, act[i], input, table.back().group});
  }
}

/// The verbs above, with one for every setting behind "values".
std::vector<Verb> whole_table() {
  std::vector<Verb> table;
  const char* group = "";
  for (const Verb& verb : own) {
    if (!verb.act) group = verb.help;
    if (!verb.act) continue;
    table.push_back(verb);
    table.back().group = group;
    if (std::string_view(verb.name) == "values") add_settings(table, std::make_index_sequence<most_settings>{});
  }
  return table;
}

/// True when `key` is one of the blank-separated names in `keys`.
bool has_key(std::string_view keys, std::string_view key) {
  while (!keys.empty()) {
    const std::size_t end = std::min(keys.find(' '), keys.size());
    if (keys.substr(0, end) == key) return true;
    keys.remove_prefix(std::min(end + 1, keys.size()));
  }
  return false;
}

std::string carry_out(App& app, const std::string& name, const std::string& argument) {
  const Verb* verb = verb_named(name);
  if (!verb) return "There is no verb '" + name + "'; `radixscope --help` lists them all.";
  if (*verb->argument == '\0' && !words_of(argument).empty())
    return "'" + name + "' takes no argument, but got '" + argument + "'.";
  return verb->act(app, argument);
}

}  // namespace

std::span<const Verb> verbs() {
  static const std::vector<Verb> table = whole_table();
  return table;
}

const Verb* verb_named(std::string_view name) {
  const auto all = verbs();
  std::string plain(name);
  std::ranges::replace(plain, '-', '_');
  const auto it = std::ranges::find_if(all, [&](const Verb& verb) { return verb.name == plain; });
  return it == all.end() ? nullptr : &*it;
}

const Verb* verb_for_key(std::string_view key) {
  const auto all = verbs();
  const auto it =
      std::ranges::find_if(all, [&](const Verb& verb) { return has_key(verb.keys, key); });
  return it == all.end() ? nullptr : &*it;
}

std::string act(App& app, const std::string& name, const std::string& argument) {
  const Verb* verb = verb_named(name);
  if (!verb || verb->touches != Touches::pointer) {
    app.note.clear();
    app.note_is_error = false;
  }
  std::string refusal;
  try {
    refusal = carry_out(app, name, argument);
  } catch (const std::bad_alloc&) {
    refusal = "There is not enough memory for '" + name + "'; use fewer keys or key bits.";
  } catch (const std::exception& error) {
    refusal = "'" + name + "' did not work: " + error.what() + ".";
  }
  if (!refusal.empty()) complain(app, refusal);
  return refusal;
}

}  // namespace scope
