/// The state of the program as text: what is sorted and how, in which mode, at which step, what is
/// selected, how it is seen. Two spellings of one list of fields:
///
///   a session file   {"format": "radixscope session 1", "mode": "step", "figure": "auto", …,
///                     "lanes": [{"keys": "12 3 6", "bits": "4", "sort": "digits", …, "step":
///                     "17"}]}
///   a state string   radixscope:1/keys=12,3,6/bits=4/sort=digits/step=17/figure=fig13-9
///
/// The string is one line without blanks, quotes or anything that a shell, a chat or a mail program
/// would change. A field that is not written has the value that it has in a program that was just
/// started, but preferences (theme, scale, step size, speed, …; preferences.hpp) are no state and
/// stay as they are. Lessons and presets are made of the same fields.
#pragma once

#include <string>
#include <string_view>

#include "app/document/document.hpp"
#include "state_fields.hpp"

namespace scope {

inline constexpr std::string_view session_format = "radixscope session 1";  ///< value of "format"
inline constexpr std::string_view state_prefix = "radixscope:1";  ///< starts every state string

/// The state on one line; also of a lane whose keys cannot be sorted: then of what its picture
/// shows.
std::string state_string(const Document& document);

/// The same for the way back to what is shown now: with what Step shows after a comparison, and
/// what comes back after a lesson.
std::string return_string(const Document& document);

/// The same with changed kernels, which no line holds: the text of a session file where there are
/// any.
std::string whole_return_string(const Document& document);

/// What is open, changed kernels included, without the place where one looks at it: no step,
/// active lane, zoom or page.
std::string work_string(const Document& document);

/// The same as the text of a session file, fields in the order of the list, a line each.
std::string session_text(const Document& document);

/// True for text that means to be one of the two, good or bad; blanks around it do not matter.
bool looks_like_state(std::string_view text);

/// Makes the app show what either spelling says. Returns "" or one sentence that names the field;
/// then nothing has changed but the note. Fields of a lane stand before its step; "preset" may
/// stand for "keys" and what a preset brings. A run that fails (a deadlock, say) is shown as its
/// sentence and is no refusal. `keeps_edition`: of a slide or a preset, which is of both editions
/// unless it names one; else a state that names none is of the 4th.
std::string apply_state(Document& document, std::string_view text, bool keeps_edition = false);

/// "" or why there are too many lanes, or a name is unknown or written twice.
std::string check_names(const StateFields& fields);

/// Makes the app show this. "" or one sentence that names the field; then nothing has changed.
std::string take_fields(Document& document, const StateFields& fields);

}  // namespace scope
