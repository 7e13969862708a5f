/// How the list of commands is made (commands.cpp): each file of this folder returns its rows, in
/// the order in which the help shows them. Functions that other files call are declared below.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/core/base/parse.hpp"
#include "app/state/state_fields.hpp"
#include "commands.hpp"

namespace scope {

using Argument = const Value&;
using Rows = std::vector<Command>;

/// The command of a field: sets it, or does more by `act`.
Command field_row(std::string_view name, Touches touches = Touches::view);
Command field_row(std::string_view name, std::string (*run_command)(Document&, Argument),
                  Touches touches = Touches::view);

Rows step_commands();     // through the run
Rows input_commands();    // what is sorted
Rows undo_commands();     // what was changed, taken back
Rows session_commands();  // the state as a whole
Rows view_commands();     // what is shown
Rows compare_commands();  // side by side
Rows predict_commands();  // asked before it is shown
Rows fault_commands();    // planted lines, and how they are found
Rows edit_commands();     // kernels that are changed
Rows student_commands();  // a kernel of the person's own
Rows lesson_commands();
Rows tradeoff_commands();
Rows timing_commands();
Rows export_commands();   // pictures and handouts
Rows program_commands();  // files and the program

/// True for "-" in a script: standard output. In a window it is a name like any other.
bool is_output(const Document& document, const std::string& path);

/// Why no file can be written there: "" or one sentence.
std::string place_refusal(const std::string& path);

/// Why the file of keys that is open must not be overwritten: "" or one sentence.
std::string own_file_refusal(const Document& document, const std::string& path);

/// Writes a file that a command was asked for and remembers its name, or prints it; "" or one
/// sentence.
std::string write_text(Document& document, const std::string& path, const std::string& text);

/// Opens a session file, or a text file with a state string.
std::string open_session(Document& document, const std::string& file);

/// What a command changed, for `undo`: "radix bits 2 to 4", "add a lane".
std::string edit_words(const Command& command, Argument argument, const Document& before,
                       const Document& after);

/// "markdown [FILE]": a table in one of its kinds, printed or written. `text` makes it of the kind.
std::string write_table(Document& document, Argument argument,
                        const std::vector<std::string>& kinds,
                        std::string (*text)(const Document&, const std::string& kind));

namespace actions {

std::string mode(Document&, Argument);
std::string state(Document&, Argument);
std::string open(Document&, Argument);
std::string dialog(Document&, Argument);
std::string own(Document&, Argument);
void open_editor(Document&);  // in the place of the kernel's lines
void leave_editor(Document&);
void close_own(Document&);  // back to the chapter's run
std::string open_lesson(Document&, const std::string& file);
std::string timing_chart(Document&, Argument);
std::string timing_load(Document&, Argument);
std::string export_cancel(Document&, Argument);

}  // namespace actions
}  // namespace scope
