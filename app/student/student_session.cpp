#include "student_session.hpp"

#include "app/base/files.hpp"
#include "app/base/text.hpp"

namespace scope {
namespace {

constexpr auto between_looks = std::chrono::milliseconds(100);

}  // namespace

std::string judging_program_missing() {
  const std::string program = program_beside("radixscope-run");
  if (can_be_run(program)) return "";
  return "The program that judges, '" + program +
         "', is not built yet: open.sh builds it behind the window, `cmake --build … --target "
         "radixscope-run` by itself.";
}

void StudentSession::open(const std::string& file, uint32_t exercise) {
  const bool other = file != view.file;
  if (other) close();
  view.file = file, view.exercise = exercise;
  again();
}

void StudentSession::close() {
  child_ = nullptr;
  const uint32_t changes = view.changes;
  view = {};
  view.changes = changes + 1;
  judged_ = {}, judged_bytes_ = 0, due_ = false;
}

void StudentSession::again() {
  if (!view.file.empty()) due_ = true;
}

void StudentSession::start() {
  std::error_code error;
  judged_ = std::filesystem::last_write_time(to_path(view.file), error);
  judged_bytes_ = std::filesystem::file_size(to_path(view.file), error);
  due_ = false;
  ++view.changes;
  view.failure = judging_program_missing();
  if (!view.failure.empty()) return;
  const FileText text = read_file(view.file);
  view.text = text.text;
  if (!text.ok()) {
    view.failure = text.error;
    return;
  }
  std::vector<std::string> arguments{"judge", "--json", "--rows", "--end-with-parent"};
  if (view.exercise > 0) arguments.insert(arguments.end(), {"--exercise", say(view.exercise)});
  if (!view.entry.empty()) arguments.insert(arguments.end(), {"--entry", view.entry});
  arguments.push_back(view.file);
  child_ = std::make_unique<ChildProcess>(program_beside("radixscope-run"), arguments);
  line_.clear();
  view.running = true;
}

void StudentSession::finish(const std::string& line) {
  view.running = false;
  ++view.changes;
  auto report = line.empty() ? radix::Result<StudentReport>(radix::Error{child_->failure()})
                             : student_report_from(line);
  child_ = nullptr;
  if (!report) {
    view.failure = report.error.sentence.empty() ? "The program that judges said nothing."
                                                 : report.error.sentence;
    return;
  }
  view.report = std::make_shared<const StudentReport>(std::move(*report));
  if (!view.report->rows.empty()) view.picture = view.report;
}

bool StudentSession::tick() {
  if (view.file.empty()) return false;
  const uint32_t before = view.changes;
  if (child_) {
    std::string line;
    if (line_.empty() && child_->take(line)) line_ = line;
    if (child_->ended()) finish(line_);
  }
  const auto now = Clock::now();
  if (due_ || now - looked_ >= between_looks) {
    looked_ = now;
    std::error_code error;
    const auto written = std::filesystem::last_write_time(to_path(view.file), error);
    const auto bytes = error ? 0 : std::filesystem::file_size(to_path(view.file), error);
    // An editor may empty a file before it writes it anew: an empty one is waited for
    const bool changed = !error && bytes > 0 && (written != judged_ || bytes != judged_bytes_);
    // What is older than the file is of no use any more
    if (changed || due_) child_ = nullptr, start();
  }
  return view.changes != before;
}

}  // namespace scope
