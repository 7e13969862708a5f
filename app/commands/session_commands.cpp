// Commands about the state as a whole: copied, pasted, saved, opened, begun anew.
#include <algorithm>

#include "app/core/base/dialog_places.hpp"
#include "app/core/base/files.hpp"
#include "app/core/base/read_json.hpp"
#include "app/core/base/text.hpp"
#include "app/document/record.hpp"
#include "app/document/recorder.hpp"
#include "app/state/lesson.hpp"
#include "app/state/recent.hpp"
#include "app/state/state.hpp"
#include "app/timing/lines.hpp"
#include "app/timing/timing_run.hpp"
#include "command_rows.hpp"
#include "text/commands.hpp"

namespace scope {
namespace {

/// Bytes of a trace file before its steps: a problem with all the keys and values there can be.
constexpr std::size_t longest_before_steps = std::size_t{512} << 10;

bool looks_like_json(const std::string& text) {
  const std::size_t at = text.find_first_not_of(" \t\r\n");
  return at != std::string::npos && text[at] == '{';
}

std::string open_trace(Document& document, radix::Result<radix::Trace> trace) {
  if (!trace) return trace.error.sentence;
  std::string refusal = show(document.lane(), std::move(*trace));
  if (!refusal.empty()) return refusal;
  drop_stale_pointers(document);
  const radix::Trace& shown = *document.lane().trace;
  document.note = text::commands::opened_recorded({.device = shown.engine.device});
  return "";
}

/// Takes the keys of a text; key bits grow when these need more, and where they are signs or
/// fractions the key type follows.
std::string take_keys(Document& document, const std::string& text, bool pasted) {
  if (text.find_first_not_of(" \t\r\n\xEF\xBB\xBF") == std::string::npos)
    return text::commands::no_keys_in_it;
  Setup& setup = document.lane().setup;
  const auto needed = settings_for_keys(text, setup.settings);
  if (!needed) return needed.error.sentence;
  radix::Settings settings = setup.settings;
  settings.key_bits = std::max(settings.key_bits, needed->key_bits);
  settings.second_bits = needed->second_bits;
  const bool other_type = settings.key_type != needed->key_type;
  settings.key_type = needed->key_type;
  const auto problem = radix::parse_problem(text, settings);
  if (!problem) return problem.error.sentence;
  setup.settings = settings;
  setup.values_text.clear();
  setup.keys_text = radix::keys_text(problem->keys(), setup.base, settings);
  document.note = text::commands::took_keys({.keys = problem->size(), .pasted = pasted});
  if (other_type)
    document.note = text::commands::keys_of_type(
        {.said = document.note,
         .type = text::translated(text_of(*radix::setting_named("type"), settings))});
  if (pairs_apart(setup)) document.note = text::commands::keys_are_pairs({.said = document.note});
  return "";
}

/// What a state that was taken says on the status line.
void say_where(Document& document, const std::string& done) {
  document.note = document.lane().error.sentence.empty() ? done : document.lane().error.sentence;
  document.note_is_error = !document.lane().error.sentence.empty();
}

/// A refusal that names the file.
std::string about(const std::string& file, const std::string& refusal) {
  return refusal.find("'" + file + "'") != refusal.npos ? refusal : "'" + file + "': " + refusal;
}

/// A text whose first word begins like no number holds no keys: the refusal says what can be
/// opened.
std::string of_another_kind(const std::string& text, const std::string& refusal) {
  const std::size_t at = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  const bool number =
      at == text.npos || std::string_view("+-.0123456789").find(text[at]) != text.npos;
  if (refusal.empty() || number) return refusal;
  return text::commands::another_kind({.refusal = refusal});
}

/// Keys or a run from a file are another document than the session that was open.
std::string close_session(Document& document, std::string refusal) {
  if (refusal.empty()) document.session_file.clear();
  return refusal;
}

}  // namespace

std::string open_session(Document& document, const std::string& file) {
  const auto text = read_text(file);
  if (!text) return text.error.sentence;
  const std::string refusal = apply_state(document, *text);
  if (!refusal.empty()) return about(file, refusal);
  // A state string in a text file is not written over with a session
  document.session_file = looks_like_json(*text) ? whole_path(file) : "";
  remember_file(document, file);
  say_where(document, text::commands::opened({.file = file}));
  return "";
}

namespace actions {

std::string state(Document& document, Argument argument) {
  const std::string text = argument.text();
  if (text.empty()) return text::commands::state_missing;
  const std::string refusal = apply_state(document, text);
  if (refusal.empty()) say_where(document, text::commands::state_copied);
  return refusal;
}

static std::string copy_state(Document& document, Argument) {
  document.printed += state_string(document) + (document.interactive ? "" : "\n");
  return "";
}

static std::string paste(Document& document, Argument argument) {
  const std::string text = argument.text();
  if (text.find_first_not_of(" \t\r\n") == std::string::npos)
    return text::commands::nothing_to_paste;
  if (looks_like_state(text)) return state(document, text);
  const std::string refusal = take_keys(document, text, true);
  return refusal.empty() ? "" : text::commands::pasted_neither({.refusal = refusal});
}

static std::string save(Document& document, Argument argument) {
  std::string file = argument.empty() ? document.session_file : argument.text();
  if (file.empty() && document.interactive) return document.dialog = "save", "";
  if (file.empty()) return text::commands::save_name_missing;
  file = session_name(file);
  std::string refusal = write_text(document, file, session_text(document));
  if (!refusal.empty()) return refusal;
  document.session_file = whole_path(file);
  remember_file(document, file);
  document.note = text::commands::saved({.file = file});
  return "";
}

static std::string start_over(Document& document, Argument) {
  const std::string refusal = apply_state(document, state_prefix, true);
  if (!refusal.empty()) return refusal;
  document.lesson = nullptr;
  document.slide = 0;
  document.note = text::commands::started_over;
  return "";
}

static std::string recent(Document& document, Argument number) {
  if (document.recent.empty()) return text::commands::nothing_recent;
  std::string refusal;
  const auto most = static_cast<uint32_t>(document.recent.size());
  const auto which = whole_number(number, 1, most, "The number of the recent file", refusal);
  return which ? open(document, document.recent[*which - 1]) : refusal;
}

std::string open(Document& document, Argument argument) {
  const std::string file = argument.text();
  if (file.empty() && document.interactive) return dialog(document, "open");
  if (file.ends_with(".cu")) return own(document, argument);
  // Known by its first bytes, before a long file is read: a run has few keys, and in the window
  // nobody waits for one of more than 64 MB
  const std::string begin = beginning_of(file, longest_before_steps);
  const bool trace = begin.substr(0, 100).find("\"radixscope trace") != std::string::npos;
  if (trace && begin.size() == longest_before_steps && begin.find("\"steps\"") == begin.npos)
    return text::commands::too_many_keys_in_run({.file = quotable(file)});
  std::string refusal;
  if (trace) {
    refusal = close_session(
        document, open_trace(document, made_before(file, document.interactive ? max_text_bytes
                                                                              : max_trace_bytes)));
    if (!refusal.empty()) return about(file, refusal);
    document.opened_file.clear();
    remember_file(document, file);
    return "";
  }
  const auto text = read_text(file, max_text_bytes);
  if (!text) return text.error.sentence;
  const std::string first_line = text->substr(0, text->find('\n'));
  if (looks_like_timing(first_line))
    refusal = timing_load(document, file);
  else if (looks_like_lesson(*text))
    refusal = open_lesson(document, file);
  else if (looks_like_state(*text))
    return open_session(document, file);
  else if (looks_like_json(*text))
    refusal = close_session(document, nests_too_deep(*text)
                                          ? text::commands::nested_too_deep
                                          : open_trace(document, radix::trace_from_json(*text)));
  else
    refusal = close_session(document, of_another_kind(*text, take_keys(document, *text, false)));
  if (!refusal.empty()) return about(file, refusal);
  const bool keys = !looks_like_json(*text);
  document.opened_file = keys ? whole_path(file) : "";
  remember_file(document, file);
  return "";
}

}  // namespace actions

Rows session_commands() {
  constexpr Touches input = Touches::input;
  return {
      {"state", "", "STATE", "Show a copied state", "link share", actions::state, input},
      {"copy_state", "Ctrl+C", "", "Copy the state, to paste it anywhere",
       "share link clipboard bookmark", actions::copy_state},
      {"paste", "Ctrl+V", "STATE|KEYS", "Take a state, or keys, from the clipboard",
       "insert clipboard", actions::paste, input},
      {"save", "Ctrl+S", "[FILE]", "Save the state as a session file", "store keep", actions::save},
      {"recent", "", "NUMBER", "Open a recently used file", "history last files", actions::recent,
       input},
      {"start_over", "Ctrl+N", "", "Start over with the chapter's keys", "reset new clear default",
       actions::start_over, input},
  };
}

}  // namespace scope
