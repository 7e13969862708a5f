#include "autosave.hpp"

#include <algorithm>
#include <filesystem>

#include "app/core/base/files.hpp"
#include "app/core/base/text.hpp"
#include "app/timing/lines.hpp"
#include "app/timing/timing_session.hpp"
#include "recent.hpp"
#include "state.hpp"
#include "state_fields.hpp"
#include "text/state.hpp"
#include "undo.hpp"

namespace scope {
namespace {

namespace fs = std::filesystem;

constexpr double period_seconds = 1;  // the session is written at most this often
constexpr double again_seconds = 5;   // … and when that failed, tried again after this

double seconds_since(SessionAutosave::Clock::time_point then) {
  return std::chrono::duration<double>(SessionAutosave::Clock::now() - then).count();
}

/// Beside the session's, where there is a folder.
std::string history_file() { return settings_folder() + "/last-history.json"; }

/// What could be undone can be undone still.
void recall_history(Document& document) {
  constexpr std::size_t longest = 4 * max_edit_bytes;
  std::error_code error;
  if (!fs::is_regular_file(to_path(history_file()), error)) return;
  const auto text = read_text(history_file(), longest);
  auto history = text ? history_from(*text) : text.error;
  if (history)
    document.history = std::make_shared<const History>(std::move(*history));
  else
    complain(document, text::paragraph(text::state::history_lost, history.error.sentence));
}

/// Beside the session's, too.
std::string timing_file() { return settings_folder() + "/last-timing.jsonl"; }

constexpr std::size_t longest_timing = std::size_t{64} << 20;  // bytes

/// The timing run that was on the screen is again.
void recall_timing(Document& document) {
  std::error_code error;
  if (!fs::is_regular_file(to_path(timing_file()), error)) return;
  const auto text = read_text(timing_file(), longest_timing);
  auto run = text ? timing_run_from(*text) : text.error;
  if (run)
    show_run(document.timing, std::make_shared<const TimingRun>(std::move(*run)));
  else
    complain(document, text::paragraph(text::state::timing_lost, run.error.sentence));
}

/// Puts a session that cannot be shown aside, so that the next one does not replace it.
void put_aside(Document& document, const std::string& file, const std::string& why) {
  const fs::path aside = to_path(file).parent_path() / "last-session.refused.json";
  std::error_code error;
  fs::rename(to_path(file), aside, error);
  const std::string lost = error ? std::string(text::state::session_lost)
                                 : text::state::session_put_aside({.file = to_text(aside)});
  complain(document, text::paragraph(lost, why));
}

bool restore(Document& document, const std::string& file) {
  const auto text = read_text(file, longest_state);
  const std::string note = document.note;
  const bool was_error = document.note_is_error;
  const std::string wrong = text ? apply_state(document, *text) : text.error.sentence;
  document.note = note;  // of the start
  document.note_is_error = was_error;
  if (!wrong.empty()) put_aside(document, file, wrong);
  return wrong.empty();
}

}  // namespace

std::string last_session_file() {
  const std::string folder = settings_folder();
  return folder.empty() ? "" : folder + "/last-session.json";
}

void recall(Document& document, bool session) {
  const std::string folder = settings_folder();
  if (folder.empty()) return;
  for (const char* each : {"last-session.json", "last-history.json", "last-timing.jsonl",
                           "recent.json", "preferences.json"})
    remove_parts_of(folder + "/" + each);
  std::error_code error;
  if (fs::is_regular_file(to_path(recent_file()), error)) document.recent = saved_recent();
  if (session && fs::is_regular_file(to_path(last_session_file()), error))
    if (restore(document, last_session_file())) recall_history(document), recall_timing(document);
}

SessionAutosave::SessionAutosave() : recent_(saved_recent()) {}

double SessionAutosave::due() const { return touched_ ? period_seconds : again_seconds; }

bool SessionAutosave::keep(Document& document, bool now) {
  said_ = false;
  if ((!touched_ && !failed_) || (!now && seconds_since(kept_) < due())) return false;
  touched_ = failed_ = false;
  kept_ = Clock::now();
  if (last_session_file().empty()) return true;
  std::string text = session_text(document);
  std::string wrong = text == session_ ? "" : write_file(last_session_file(), text);
  if (wrong.empty()) session_ = std::move(text);
  if (wrong.empty() && document.history && document.history != history_) {
    wrong = write_file(history_file(), history_text(*document.history));
    if (wrong.empty()) history_ = document.history;
  }
  if (wrong.empty()) wrong = save_timing(document);
  if (wrong.empty()) wrong = save_recent(document);
  failed_ = !wrong.empty();
  said_ = failed_ && worked_;  // once
  if (said_) complain(document, text::state::not_saved({.why = wrong}));
  worked_ = !failed_;
  return true;
}

std::string SessionAutosave::save_recent(Document& document) {
  if (document.recent == recent_) return "";
  std::vector<std::string> all = merged_recent(document.recent, recent_, saved_recent());
  std::string wrong = write_file(recent_file(), recent_text(all));
  if (wrong.empty()) document.recent = recent_ = std::move(all);
  return wrong;
}

/// Not while it grows, nor one with so many pictures that reading it would delay the next start.
std::string SessionAutosave::save_timing(const Document& document) {
  const TimingView& view = document.timing.view;
  if (!view.run || view.running || view.run == timing_) return "";
  const std::string text = to_lines(*view.run);
  std::error_code error;
  std::string wrong;
  if (text.size() > longest_timing)
    fs::remove(to_path(timing_file()), error);
  else
    wrong = write_file(timing_file(), text);
  if (wrong.empty()) timing_ = view.run;
  return wrong;
}

double SessionAutosave::rest(double idle) const {
  if (said_) return 0;  // the sentence is not on the screen yet
  return touched_ || failed_ ? std::min(std::max(due() - seconds_since(kept_), 0.01), idle) : idle;
}

}  // namespace scope
