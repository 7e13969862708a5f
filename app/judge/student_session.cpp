#include "student_session.hpp"

#include <algorithm>

#include "app/core/base/child_process.hpp"
#include "app/core/base/files.hpp"
#include "text/judge.hpp"
#include "text/programs.hpp"

namespace scope {
namespace {

constexpr auto between_looks = std::chrono::milliseconds(100);
constexpr uint32_t card_runs = 1000;

/// The array that a finding is about: the first that differs, of a difference; else the first that
/// its lines wrote; else the one that is looked at.
std::size_t row_of(const StudentSentence& finding, const std::vector<StudentRow>& rows,
                   std::size_t now) {
  const auto find = [&](auto matches) {
    return static_cast<std::size_t>(std::ranges::find_if(rows, matches) - rows.begin());
  };
  const auto wrong = [](const StudentRow& row) {
    for (std::size_t i = 0; i < row.values.size(); ++i)
      if (differs(row, i)) return true;
    return false;
  };
  const auto wrote = [&](const StudentRow& row) {
    return std::ranges::any_of(row.lines, [&](uint32_t line) {
      return line > 0 && (line == finding.line || line == finding.other_line);
    });
  };
  std::size_t found = rows.size();
  if (finding.kind == "difference" || finding.kind == "result") found = find(wrong);
  if (found == rows.size()) found = find(wrote);
  if (found == rows.size()) found = now;
  return std::min(found, rows.empty() ? 0 : rows.size() - 1);
}

}  // namespace

std::string judging_program_missing() {
  if (!starts_other_programs()) return text::programs::browser_own;
  const std::string program = program_beside("radixscope-run");
  if (can_be_run(program)) return "";
  return text::judge::not_built({.program = program});
}

const StudentSentence* finding_of(const StudentView& view) {
  if (!view.report) return nullptr;
  const auto& more = view.report->more;
  return view.finding == 0 || view.finding > more.size() ? &view.report->head
                                                         : &more[view.finding - 1];
}

bool differs(const StudentRow& row, std::size_t element) {
  return !row.expected.empty() &&
         (!row.written[element] || row.values[element] != row.expected[element]);
}

void StudentSession::open(const std::string& file, uint32_t exercise) {
  const bool other = file != view.file;
  if (other) close();
  view.file = file, view.exercise = exercise;
  again();
}

void StudentSession::close() {
  child_ = nullptr, card_ = nullptr;
  view = {.changes = view.changes + 1, .unfolded = view.unfolded, .beside = view.beside};
  judged_ = {}, judged_bytes_ = 0, due_ = false;
}

std::string StudentSession::write(const std::string& text) {
  if (text == view.text) return "";
  const std::string refusal = write_file(view.file, text);
  if (!refusal.empty()) return refusal;
  view.text = text;
  again();
  return "";
}

void StudentSession::again() {
  if (!view.file.empty()) due_ = true;
}

std::vector<std::string> StudentSession::arguments() const {
  std::vector<std::string> words{"judge", "--json", "--end-with-parent", "--language",
                                 std::string(text::language())};
  if (view.exercise > 0) words.insert(words.end(), {"--exercise", std::to_string(view.exercise)});
  if (!view.entry.empty()) words.insert(words.end(), {"--entry", view.entry});
  // A link is the person's own, who opened it; of those handed in none is followed
  std::error_code error;
  const std::filesystem::path real = std::filesystem::canonical(to_path(view.file), error);
  words.push_back(error ? view.file : to_text(real));
  return words;
}

/// On the GPU too, where there is one and somebody has said so: behind the verdict, which does not
/// wait for it.
void StudentSession::start_on_card() {
  const StudentVerdict verdict = view.report->verdict;
  if (verdict != StudentVerdict::right && verdict != StudentVerdict::mistake) return;
  std::error_code error;
  const auto there = [&](const char* device) { return std::filesystem::exists(device, error); };
  view.card_there = there("/dev/nvidiactl") || there("/dev/dxg");
  if (!view.card_there || !view.on_card) return;
  std::vector<std::string> words = arguments();
  words.insert(words.end() - 1, {"--gpu-runs", std::to_string(card_runs)});
  card_ = std::make_unique<ChildProcess>(program_beside("radixscope-run"), words);
  view.card_running = true;
}

void StudentSession::run_on_card(bool on) {
  view.on_card = on, ++view.changes;
  card_ = nullptr, view.card_running = false, view.card.clear();
  if (view.report && !view.running) start_on_card();
}

void StudentSession::take_card() {
  std::string line;
  if (!card_ || (!card_->take(line) && !card_->ended())) return;
  const auto report = student_report_from(line);
  card_ = nullptr;
  view.card_running = false;
  if (report) view.card = report.value->card;
  ++view.changes;
}

void StudentSession::start() {
  std::error_code error;
  judged_ = std::filesystem::last_write_time(to_path(view.file), error);
  judged_bytes_ = std::filesystem::file_size(to_path(view.file), error);
  due_ = false;
  ++view.changes;
  card_ = nullptr, view.card_running = false, view.card.clear();
  view.failure = judging_program_missing();
  if (!view.failure.empty()) return;
  const FileText text = read_file(view.file);
  view.text = text.text;
  if (!text.ok()) {
    view.failure = text.error;
    return;
  }
  std::vector<std::string> words = arguments();
  words.insert(words.end() - 1, "--rows");
  child_ = std::make_unique<ChildProcess>(program_beside("radixscope-run"), words);
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
    view.failure = report.error.sentence.empty() ? std::string(text::judge::judge_silent)
                                                 : report.error.sentence;
    return;
  }
  // Behind the first verdict, so that the next one comes sooner
  if (!prepares_)
    prepares_ = std::make_unique<ChildProcess>(
        program_beside("radixscope-run"),
        std::vector<std::string>{"judge", "--end-with-parent", "--prepare"});
  view.report = std::make_shared<const StudentReport>(std::move(*report));
  if (!view.report->rows.empty()) view.picture = view.report;
  if (view.report->drawn) view.drawn = view.report->drawn;
  view.old_drawn = view.drawn && !view.report->drawn;
  show_finding(0);
  start_on_card();
}

void StudentSession::show_finding(std::size_t number) {
  view.finding = number, ++view.changes;
  const StudentSentence* finding = finding_of(view);
  if (finding && view.picture) view.row = row_of(*finding, view.picture->rows, view.row);
}

void StudentSession::go(int by, bool launches) {
  if (!view.picture) return;
  const std::vector<StudentRow>& rows = view.picture->rows;
  const auto last = static_cast<int>(rows.size()) - 1;
  const auto launch = [&](int at) { return rows[static_cast<std::size_t>(at)].launch; };
  auto at = static_cast<int>(view.row);
  if (launches) {
    const auto ends = [&](int row) { return row == last || launch(row) != launch(row + 1); };
    do at += by;
    while (at > 0 && at < last && !ends(at));
  } else {
    at += by;
  }
  view.row = static_cast<std::size_t>(std::clamp(at, 0, std::max(last, 0)));
  ++view.changes;
}

bool StudentSession::tick() {
  if (view.file.empty()) return false;
  const uint32_t before = view.changes;
  if (child_) {
    std::string line;
    if (line_.empty() && child_->take(line)) line_ = line;
    if (!line_.empty() || child_->ended()) finish(line_);
  }
  take_card();
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
