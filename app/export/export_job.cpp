#include "export_job.hpp"

#include <chrono>
#include <new>
#include <utility>

#include "app/base/files.hpp"
#include "app/base/text.hpp"

namespace scope {
namespace {

/// The work's own end, or what has kept it from ending.
ExportEnd end_of(const ExportWork& work, const Going& going) {
  try {
    return work(going);
  } catch (const std::bad_alloc&) {
    return {.refusal = "There is not enough memory for all pages; choose fewer keys or a coarser grain."};
  } catch (const std::exception& error) {
    return {.refusal = std::string("The pages could not be written: ") + error.what() + "."};
  }
}

/// Puts what came of it where verbs put it.
std::string conclude(App& app, const ExportEnd& end) {
  app.written.insert(app.written.end(), end.files.begin(), end.files.end());
  app.note = end.refusal.empty() ? end.note : end.refusal;
  app.note_is_error = !end.refusal.empty();
  return end.refusal;
}

std::string page_words(std::size_t done, std::size_t of) {
  return of == 0 ? "Looking at the pages" : say("Writing page ", std::min(done + 1, of), " of ", of);
}

/// A line on the terminal that is written over again and again; nothing for work that is done at once.
class TerminalLine {
 public:
  ~TerminalLine() {
    if (shown_) say_at_once("\r\033[K", 4);
  }
  void show(const std::string& words) {
    const auto now = std::chrono::steady_clock::now();
    if (now < next_ || !terminal_) return;
    next_ = now + std::chrono::milliseconds(200);
    const std::string line = "\r\033[K" + words;
    say_at_once(line.c_str(), line.size());
    shown_ = true;
  }

 private:
  bool terminal_ = error_is_terminal(), shown_ = false;
  std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now() + std::chrono::seconds(2);
};

}  // namespace

ExportJob::ExportJob(ExportWork work) : work_(std::move(work)) {
  thread_ = std::thread([this] {
    end_ = end_of(work_, [this](std::size_t done, std::size_t of) {
      done_ = done;
      of_ = of;
      return !cancel_;
    });
    ended_ = true;
  });
}

ExportJob::~ExportJob() {
  cancel();
  if (thread_.joinable()) thread_.join();
}

const ExportEnd& ExportJob::end() {
  if (thread_.joinable()) thread_.join();
  return end_;
}

std::string ExportJob::progress() const { return page_words(done_, of_); }

std::string start_export(App& app, ExportWork work) {
  if (app.export_job)
    return "Another export is running; wait for its end, or cancel it with Escape or `export_cancel`.";
  if (app.interactive) return app.export_job = std::make_shared<ExportJob>(std::move(work)), "";
  TerminalLine line;
  return conclude(app, end_of(work, [&](std::size_t done, std::size_t of) {
    return line.show(page_words(done, of)), true;
  }));
}

bool poll_export(App& app) {
  if (!app.export_job) return false;
  if (app.export_job->ended()) conclude(app, std::exchange(app.export_job, nullptr)->end());
  return true;
}

std::string export_words(const App& app) {
  if (!app.export_job) return "";
  const std::string words = app.export_job->progress();
  return app.export_job->cancelled() ? words + "; stopping" : words + "; Escape cancels";
}

}  // namespace scope
