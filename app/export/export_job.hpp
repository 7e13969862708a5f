/// Hand-outs that are written in the background, so that many pages never stop the window.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "pages.hpp"

namespace scope {

/// What came of an export.
struct ExportEnd {
  std::string refusal;              ///< "" or one sentence
  std::string note;                 ///< for the status line, when there is no refusal
  std::vector<std::string> files;   ///< that were written, whole ones only, also where it was refused or stopped
};

/// Draws and writes; owns what it reads (still_life). It runs in a thread of its own where a window is shown.
using ExportWork = std::function<ExportEnd(const Going&)>;

/// Begins when it is made; cancels and waits when it goes, which takes a page at most. The other members may be
/// called at any time from the thread that made it.
class ExportJob {
 public:
  explicit ExportJob(ExportWork work);
  ~ExportJob();
  ExportJob(const ExportJob&) = delete;
  ExportJob& operator=(const ExportJob&) = delete;

  /// Asks the work to end; it looks before every page. Does not wait.
  void cancel() { cancel_ = true; }
  bool cancelled() const { return cancel_; }

  /// True when end() is there.
  bool ended() const { return ended_; }

  /// Returns what came of it, when it has come.
  const ExportEnd& end();

  /// "Writing page 12 of 49".
  std::string progress() const;

 private:
  ExportWork work_;
  std::atomic<bool> cancel_ = false, ended_ = false;
  std::atomic<std::size_t> done_ = 0, of_ = 0;
  ExportEnd end_;   ///< the thread's own until `ended_`
  std::thread thread_;
};

/// Does the work: a script waits for its end, on a terminal with a line of progress, and gets what came of it; a
/// window goes on, and poll_export tells it. Returns "" or one sentence: refused while another export is running.
std::string start_export(App& app, ExportWork work);

/// What the status line says while an export is running: its progress, and how to cancel. "" = none is.
std::string export_words(const App& app);

}  // namespace scope
