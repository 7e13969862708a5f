#include "judge_run.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>

#include "app/core/base/files.hpp"
#include "app/core/base/languages.hpp"
#include "app/core/base/parse.hpp"
#include "app/core/base/terminal.hpp"
#include "app/core/base/text.hpp"
#include "app/judge/exercises.hpp"
#include "app/judge/run/judge.hpp"
#include "app/judge/run/scratch_folder.hpp"
#include "kernels/engine/model/outside_text.hpp"
#include "text/all.hpp"
#include "text/cli.hpp"
#include "text/files.hpp"

namespace scope {
namespace {

constexpr std::size_t many_files = 8;  // for which it pays to prepare

struct Judged {
  StudentReport report;
  double seconds = 0;
};

/// Something to judge, as it was named.
struct Named {
  std::string shown;
  std::string folder, file;  ///< see read_handed_in
  std::string refusal;       ///< why it cannot be judged
};

std::string as_words(const StudentReport& report) {
  std::string text = line_of_report(report, report.head) + "\n";
  constexpr std::size_t most = 5;
  for (std::size_t i = 0; i < report.more.size() && i < most; ++i)
    text += line_of_report(report, report.more[i]) + "\n";
  if (report.more.size() > most)
    text += joined({"  ", text::all::more_entries({.count = report.more.size() - most}), "\n"});
  if (!report.agrees.empty()) text += "  " + report.agrees + "\n";
  if (!report.tried.empty()) text += "  " + report.tried + "\n";
  if (!report.card.empty()) text += "  " + report.card + "\n";
  return text;
}

/// On one line, of characters that XML 1.0 has.
std::string for_xml(const std::string& text) {
  std::string safe;
  for (const char c : radix::printable(text)) switch (c) {
      case '&': safe += "&amp;"; break;
      case '<': safe += "&lt;"; break;
      case '>': safe += "&gt;"; break;
      case '"': safe += "&quot;"; break;
      default: safe += c;
    }
  for (const char* none : {"\xEF\xBF\xBE", "\xEF\xBF\xBF"})  // U+FFFE, U+FFFF
    for (std::size_t at = safe.find(none); at != safe.npos; at = safe.find(none, at))
      safe.replace(at, 3, "?");
  return safe;
}

std::string as_junit(const std::vector<Judged>& all) {
  const auto count = [&](auto which) {
    return static_cast<uint32_t>(std::ranges::count_if(all, which));
  };
  const auto failed =
      count([](const Judged& each) { return each.report.verdict == StudentVerdict::mistake; });
  const auto right =
      count([](const Judged& each) { return each.report.verdict == StudentVerdict::right; });
  std::string text =
      joined({"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"radixscope\" "
              "tests=\"",
              static_cast<uint32_t>(all.size()), "\" failures=\"", failed, "\" errors=\"",
              static_cast<uint32_t>(all.size()) - failed - right, "\">\n"});
  for (const Judged& each : all) {
    const StudentReport& report = each.report;
    text += "  <testcase name=\"" + for_xml(report.file) + "\" classname=\"judge\"";
    if (report.verdict == StudentVerdict::right) {
      text += "/>\n";
      continue;
    }
    const char* what = report.verdict == StudentVerdict::mistake ? "failure" : "error";
    std::string all_words;
    for (const StudentSentence& one : report.more) all_words += line_of_report(report, one) + "\n";
    text += joined({">\n    <", what, " type=\"", report.head.kind, "\" message=\"",
                    for_xml(line_of_report(report, report.head)), "\">", for_xml(all_words), "</",
                    what, ">\n  </testcase>\n"});
  }
  return text + "</testsuite>\n";
}

/// A cell of text, on one line; none that a spreadsheet takes for a formula.
std::string csv_cell(const std::string& text) {
  std::string cell = "\"";
  if (!text.empty() && std::string_view("=+-@").find(text[0]) != std::string_view::npos)
    cell += '\'';
  for (const char c : radix::printable(text)) cell += c == '"' ? "\"\"" : std::string(1, c);
  return cell + "\"";
}

std::string csv_line(const Judged& each) {
  const StudentReport& report = each.report;
  return joined({csv_cell(report.file), ",", name_of(report.verdict), ",",
                 exit_code_of(report.verdict), ",", report.head.line, ",", report.head.kind, ",",
                 csv_cell(report.head.text), ",", fixed_number(each.seconds, 2), "\n"});
}

constexpr std::string_view csv_head = "file,verdict,exit_code,line,kind,sentence,seconds\n";

/// The list of marks: whole at every moment, and never written over anything but such a list.
class Marks {
 public:
  /// "" or one sentence.
  std::string open(const std::string& path) {
    path_ = path;
    if (path.empty()) return "";
    std::error_code error;
    const auto status = std::filesystem::status(to_path(path), error);
    streams_ = std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
    // An empty file may be handed in, too
    if (radix::is_name_of_cuda(path)) return text::cli::csv_is_kernel({.file = path});
    if (std::string refusal = other_file_refusal(path, csv_head); !refusal.empty()) return refusal;
    if (streams_)
      if (const std::string wrong = stream_.open(path); !wrong.empty())
        return text::files::cannot_write({.file = "'" + path + "'", .why = wrong});
    return add(std::string(csv_head));
  }
  bool is_open() const { return !path_.empty(); }
  /// "" or one sentence.
  std::string add(const std::string& line) {
    if (path_.empty()) return "";
    text_ += line;
    if (!streams_) return write_file(path_, text_);
    return stream_.write(line) ? "" : not_whole();
  }
  /// "" or one sentence.
  std::string close() { return !streams_ || stream_.close() ? "" : not_whole(); }

 private:
  std::string not_whole() const { return text::files::not_whole({.file = "'" + path_ + "'"}); }
  std::string path_, text_;
  OutputFile stream_;
  bool streams_ = false;  ///< a pipe or a device
};

/// What was named, and what is in the folder that was.
std::vector<Named> all_named(const JudgeTyped& typed, std::string& refusal) {
  std::vector<Named> all;
  for (const std::string& file : typed.files) all.push_back({file, "", file, ""});
  if (typed.all.empty()) return all;
  for (const radix::HandedInName& each : radix::handed_in_below(typed.all, refusal))
    all.push_back({typed.all + (typed.all.ends_with("/") ? "" : "/") + each.path, typed.all,
                   each.path, each.refusal});
  return all;
}

std::vector<uint32_t> typed_keys(const std::string& text, std::string& refusal) {
  std::vector<uint32_t> keys;
  std::string word;
  for (const char c : text + " ") {
    if (c != ' ' && c != ',') {
      word += c;
      continue;
    }
    if (word.empty() || !refusal.empty()) continue;
    if (const auto key = whole_number(word, 0, ~0u, "A key", refusal)) keys.push_back(*key);
    word.clear();
  }
  if (keys.size() > 600 && refusal.empty()) refusal = text::cli::most_judged_keys;
  return keys;
}

}  // namespace

int do_judge(const JudgeTyped& typed) {
  if (typed.end_with_parent) end_with_parent();
  // For a program that reads it, unless a person asks for another language
  if (typed.json && !typed.about && !language_is_asked_for()) use_language("en");
  if (typed.about)
    return print((typed.json ? about_judging(typed.compiler) : judging_words(typed.compiler)) +
                 "\n");
  if (typed.prepare) return prepare_judging(typed.compiler, typed.unconfined), exit_ok;
  ignore_closed_pipes();  // an output that cannot be written is a sentence and a code
  std::string refusal;
  JudgeRecipe recipe{.entry = typed.entry,
                     .compiler = typed.compiler,
                     .rows = typed.rows && typed.json,
                     .unconfined = typed.unconfined};
  if (!typed.exercise.empty())
    recipe.exercise = whole_number(typed.exercise, 1, 4, "The exercise", refusal).value_or(0);
  if (refusal.empty() && !typed.gpu_runs.empty())
    recipe.card_runs =
        whole_number(typed.gpu_runs, 1, 1'000'000, "The count of runs", refusal).value_or(0);
  if (refusal.empty() && !typed.seed.empty())
    recipe.seed = whole_number(typed.seed, 1, 999'999, "The seed", refusal).value_or(0);
  if (refusal.empty() && !typed.keys.empty()) recipe.keys = typed_keys(typed.keys, refusal);
  const std::vector<Named> files = all_named(typed, refusal);
  if (!refusal.empty()) return refuse(refusal);
  if (files.empty()) {
    complain(text::cli::judge_needs_file);
    return exit_usage;
  }
  if (typed.json && typed.junit) {
    complain(text::cli::json_or_junit);
    return exit_usage;
  }
  Marks marks;
  if (refusal = marks.open(typed.csv); !refusal.empty()) return refuse(refusal);
  remove_left_scratch();
  if (files.size() > many_files) prepare_judging(typed.compiler, typed.unconfined);
  std::vector<Judged> all;
  int worst = exit_ok;
  bool written = true;
  for (const Named& named : files) {
    recipe.shown_name = named.shown;
    const auto begin = std::chrono::steady_clock::now();
    JudgedFile judged =
        judge_file(recipe, named.refusal.empty() ? radix::read_handed_in(named.folder, named.file)
                                                 : radix::HandedIn{"", named.refusal});
    Judged each{.report = std::move(judged.report)};
    each.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    worst = std::max(worst, exit_code_of(each.report.verdict));
    if (const std::string wrong = marks.add(csv_line(each)); !wrong.empty()) {
      if (written) complain(wrong);  // once; the other verdicts come all the same
      written = false;
    }
    if (typed.json)
      written &= print(judged.line + "\n") == exit_ok;
    else if (!typed.junit)
      written &= print(as_words(each.report)) == exit_ok;
    if (!written && !marks.is_open()) return exit_refused;  // nobody reads it
    all.push_back(std::move(each));
  }
  if (typed.junit) written &= print(as_junit(all)) == exit_ok;
  if (const std::string wrong = marks.close(); !wrong.empty()) return refuse(wrong);
  return written ? worst : exit_refused;
}

int do_exercise(const JudgeTyped& typed) {
  if (typed.exercise.empty()) {
    std::vector<std::string> all;
    for (const StudentExercise& each : student_exercises())
      all.push_back(text::cli::numbered_exercise(
          {.number = each.number, .title = text::translated(each.title)}));
    complain(text::cli::exercise_needs_number({.exercises = text::list(all)}));
    return exit_usage;
  }
  std::string refusal;
  const auto number = whole_number(typed.exercise, 1, 4, "The exercise", refusal);
  if (!number) return refuse(refusal);
  if (typed.out.empty()) return print(exercise_text(*number));
  std::error_code error;
  if (std::filesystem::exists(to_path(typed.out), error))
    return refuse(text::files::exists({.file = "'" + typed.out + "'"}));
  refusal = begin_exercise(*number, typed.out);
  return refusal.empty() ? exit_ok : refuse(refusal);
}

}  // namespace scope
