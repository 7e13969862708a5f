/// Saves the session and the list of recent files while the program runs, in the folder for
/// settings, so that both come back after a restart or a crash. Silently does nothing where there
/// is no such folder, or it cannot be written.
#pragma once

#include <chrono>
#include <string>

#include "app/document/document.hpp"

namespace scope {

/// The file it lives in; "" when this person has no folder for settings. What can be undone stands
/// beside it, in last-history.json, and the timing run that was measured or opened, in
/// last-timing.jsonl: each is written only when it has changed.
std::string last_session_file();

/// At the start: reads the recent files, removes what killed saves left behind and, if `session`,
/// shows the last session. One that cannot be shown is put aside as last-session.refused.json and a
/// sentence says so; no session at all changes nothing.
void recall(Document& document, bool session);

/// Writes the session at most once per second, when something may have changed it, and the recent
/// files. What could not be written is written again: with the next change, some seconds later, and
/// at the end.
class SessionAutosave {
 public:
  using Clock = std::chrono::steady_clock;

  /// For a window that was just started: knows the recent files that the last one left.
  SessionAutosave();

  /// Something was done that may have changed the state.
  void touch() { touched_ = true; }

  /// Writes when it is time, or `now`. Two windows may do so: the last session wins, the recent
  /// files of both are kept, and this window offers them. When writing fails that had worked
  /// before, or never worked, the status line says so once. Returns true when it was time.
  bool keep(Document& document, bool now = false);

  /// True when all was kept the last time.
  bool worked() const { return worked_; }

  /// Seconds until keep wants to be called, or the window wants to be drawn; `idle` when nothing
  /// waits.
  double rest(double idle) const;

 private:
  std::string save_recent(Document& document);
  std::string save_timing(const Document& document);
  double due() const;  ///< seconds after kept_

  bool touched_ = true, failed_ = false;
  bool worked_ = true;  ///< since the last failure that was said
  bool said_ = false;   ///< in the last call
  Clock::time_point kept_ = Clock::now();
  std::string session_;                      ///< what was written last
  std::shared_ptr<const History> history_;   ///< likewise
  std::shared_ptr<const TimingRun> timing_;  ///< likewise, or where it was read
  std::vector<std::string> recent_;          ///< the files written or read last
};

}  // namespace scope
