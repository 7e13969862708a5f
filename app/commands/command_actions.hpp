/// What the rows of the verb table call, by theme: verbs_step.cpp, verbs_input.cpp, verbs_view.cpp,
/// verbs_memory.cpp, verbs_files.cpp. Each returns "" or one sentence, and then has changed nothing.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/document.hpp"

namespace scope::actions {

using Argument = const std::string&;

// Through the trace
std::string next(App&, Argument);
std::string back(App&, Argument);
std::string next_stage(App&, Argument);
std::string back_stage(App&, Argument);
std::string next_pass(App&, Argument);
std::string back_pass(App&, Argument);
std::string first(App&, Argument);
std::string last(App&, Argument);
std::string play(App&, Argument);
std::string seek(App&, Argument);
std::string grain(App&, Argument);
std::string speed(App&, Argument);
std::string faster(App&, Argument);
std::string slower(App&, Argument);

// What is sorted
std::string keys(App&, Argument);
std::string preset(App&, Argument);
std::string random(App&, Argument);
std::string base(App&, Argument);
std::string values(App&, Argument);
std::string set(App&, const radix::SettingInfo&, Argument);
std::string rung(App&, Argument);
std::string engine(App&, Argument);

// What is shown and how
std::string figure(App&, Argument);
std::string hover(App&, Argument);
std::string pin(App&, Argument);
std::string entry(App&, Argument);
std::string memory(App&, Argument);
std::string store(App&, Argument);
std::string motion(App&, Argument);
std::string theme(App&, Argument);
std::string scale(App&, Argument);
std::string larger(App&, Argument);
std::string smaller(App&, Argument);
std::string normal_size(App&, Argument);
std::string fit(App&, Argument);
std::string zoom(App&, Argument);
std::string zoom_in(App&, Argument);
std::string zoom_out(App&, Argument);
std::string pan(App&, Argument);
std::string more(App&, Argument);
std::string panels(App&, Argument);
std::string projector(App&, Argument);
std::string fullscreen(App&, Argument);
std::string blank(App&, Argument);
std::string help(App&, Argument);
std::string close(App&, Argument);
std::string palette(App&, Argument);
std::string dialog(App&, Argument);
std::string export_dialog(App&, Argument);
std::string quit(App&, Argument);

// What stands beside what
std::string mode(App&, Argument);
std::string compare(App&, Argument);
std::string lane(App&, Argument);
std::string table(App&, Argument);

// Lessons
std::string lesson(App&, Argument);
std::string slide(App&, Argument);
std::string open_lesson(App&, Argument);

// Pictures that leave the program
std::string svg(App&, Argument);
std::string png(App&, Argument);
std::string pdf(App&, Argument);
std::string html(App&, Argument);
std::string text(App&, Argument);
std::string steps(App&, Argument);
std::string export_cancel(App&, Argument);

// Files
std::string trace(App&, Argument);

// The state as a whole
std::string state(App&, Argument);
std::string copy_state(App&, Argument);
std::string paste(App&, Argument);
std::string open(App&, Argument);
std::string open_session(App&, Argument);   // a session file, or a text file with a state string
std::string save(App&, Argument);
std::string recent(App&, Argument);
std::string start_over(App&, Argument);

// Timing large inputs
std::string timing_pick(App&, Argument);
std::string timing_start(App&, Argument);
std::string timing_cancel(App&, Argument);
std::string timing_chart(App&, Argument);
std::string timing_page(App&, Argument);
std::string timing_save(App&, Argument);
std::string timing_load(App&, Argument);
std::string timing_over(App&, Argument);
std::string timing_table(App&, Argument);

// The trade-off of radix widths
std::string tradeoff(App&, Argument);
std::string tradeoff_table(App&, Argument);

}  // namespace scope::actions

namespace scope {

/// The blank-separated words of an argument.
std::vector<std::string> words_of(std::string_view argument);

/// Reads a whole number in low…high. On failure `refusal` becomes a sentence that starts with
/// `what` and names the range.
std::optional<uint32_t> whole_number(std::string_view text, uint32_t low, uint32_t high,
                                     const std::string& what, std::string& refusal);

/// Reads a decimal number in low…high, with a point whatever the language of the machine.
std::optional<float> decimal_number(std::string_view text, float low, float high,
                                    const std::string& what, std::string& refusal);

/// Why no file can be written there: "" or one sentence.
std::string place_refusal(const std::string& path);

/// Writes a file that a verb was asked for and remembers its name; "" or one sentence.
std::string write_text(App& app, const std::string& path, const std::string& text);

/// "'frog' is no grain; choose pass, stage or inside"
std::string no_such(const std::string& what, const std::string& text,
                    const std::vector<std::string>& choices);

/// Reads "on" or "off"; "" turns `now` around.
std::optional<bool> on_or_off(const std::string& text, bool now, std::string& refusal);

/// Reads the index of a key of the shown trace, or "none" (`nobody`).
std::optional<uint32_t> key_index(const App& app, const std::string& text, std::string& refusal);

}  // namespace scope
