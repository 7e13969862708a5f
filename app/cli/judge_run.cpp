#include "judge_run.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>

#include "app/base/files.hpp"
#include "app/base/parse.hpp"
#include "app/base/table.hpp"
#include "app/base/terminal.hpp"
#include "app/base/text.hpp"
#include "app/student/exercises.hpp"
#include "app/student/judge.hpp"

namespace scope {
namespace {

constexpr std::size_t many_files = 8;  // for which it pays to prepare

struct Judged {
  StudentReport report;
  double seconds = 0;
};

std::string as_words(const StudentReport& report) {
  std::string text = line_of_report(report, report.head) + "\n";
  constexpr std::size_t most = 5;
  for (std::size_t i = 0; i < report.more.size() && i < most; ++i)
    text += line_of_report(report, report.more[i]) + "\n";
  if (report.more.size() > most)
    text += say("  and ", static_cast<uint32_t>(report.more.size() - most), " more\n");
  if (!report.agrees.empty()) text += "  " + report.agrees + "\n";
  if (!report.tried.empty()) text += "  " + report.tried + "\n";
  if (!report.card.empty()) text += "  " + report.card + "\n";
  return text;
}

std::string for_xml(const std::string& text) {
  std::string safe;
  for (const char c : text) switch (c) {
      case '&': safe += "&amp;"; break;
      case '<': safe += "&lt;"; break;
      case '>': safe += "&gt;"; break;
      case '"': safe += "&quot;"; break;
      default: safe += static_cast<unsigned char>(c) < 32 ? ' ' : c;
    }
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
      say("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"radixscope\" "
          "tests=\"",
          static_cast<uint32_t>(all.size()), "\" failures=\"", failed, "\" errors=\"",
          static_cast<uint32_t>(all.size()) - failed - right, "\">\n");
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
    text += say(">\n    <", what, " type=\"", report.head.kind, "\" message=\"",
                for_xml(line_of_report(report, report.head)), "\">", for_xml(all_words), "</", what,
                ">\n  </testcase>\n");
  }
  return text + "</testsuite>\n";
}

std::string csv_cell(const std::string& text) {
  std::string cell = "\"";
  for (const char c : text) cell += c == '"' ? "\"\"" : std::string(1, c);
  return cell + "\"";
}

std::string csv_line(const Judged& each) {
  const StudentReport& report = each.report;
  return say(csv_cell(report.file), ",", name_of(report.verdict), ",", exit_code_of(report.verdict),
             ",", report.head.line, ",", report.head.kind, ",", csv_cell(report.head.text), ",",
             fixed_number(each.seconds, 2), "\n");
}

/// The .cu files of a folder and of those in it, in the order of their names.
std::vector<std::string> files_in(const std::string& folder, std::string& refusal) {
  std::vector<std::string> files;
  std::error_code error;
  namespace fs = std::filesystem;
  for (fs::recursive_directory_iterator at(to_path(folder), error), end; !error && at != end;
       at.increment(error))
    if (at->is_regular_file(error) && at->path().extension() == ".cu")
      files.push_back(to_text(at->path()));
  std::ranges::sort(files);
  if (error)
    refusal = "The folder '" + folder + "' cannot be read: " + error.message() + ".";
  else if (files.empty())
    refusal = "There is no .cu file in '" + folder + "'.";
  return files;
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
  if (keys.size() > 600 && refusal.empty()) refusal = "A kernel is judged with up to 600 keys.";
  return keys;
}

}  // namespace

int do_judge(const JudgeTyped& typed) {
  if (typed.end_with_parent) end_with_parent();
  if (typed.about) return print(judging_words(typed.compiler) + "\n");
  if (typed.prepare) return prepare_judging(typed.compiler), exit_ok;
  std::string refusal;
  JudgeRecipe recipe{.entry = typed.entry, .compiler = typed.compiler, .rows = typed.rows};
  if (!typed.exercise.empty())
    recipe.exercise = whole_number(typed.exercise, 1, 4, "The exercise", refusal).value_or(0);
  if (refusal.empty() && !typed.gpu_runs.empty())
    recipe.card_runs =
        whole_number(typed.gpu_runs, 1, 1'000'000, "The count of runs", refusal).value_or(0);
  if (refusal.empty() && !typed.keys.empty()) recipe.keys = typed_keys(typed.keys, refusal);
  std::vector<std::string> files = typed.files;
  if (refusal.empty() && !typed.all.empty())
    for (std::string& each : files_in(typed.all, refusal)) files.push_back(std::move(each));
  if (!refusal.empty()) return refuse(refusal);
  if (files.size() > many_files) prepare_judging(typed.compiler);
  if (files.empty()) {
    complain("`radixscope judge` needs a FILE, or --all FOLDER.");
    return exit_usage;
  }
  if (typed.json && typed.junit) {
    complain("--json and --junit exclude each other.");
    return exit_usage;
  }
  OutputFile csv;
  if (!typed.csv.empty()) {
    if (const std::string wrong = csv.open(typed.csv); !wrong.empty())
      return refuse("'" + typed.csv + "' cannot be written: " + wrong + ".");
    csv.write("file,verdict,exit_code,line,kind,sentence,seconds\n");
  }
  std::vector<Judged> all;
  int worst = exit_ok;
  for (const std::string& file : files) {
    recipe.file = file;
    // Files of several students in one folder do not see each other
    recipe.own_folder = typed.all.empty() || to_path(file).parent_path() != to_path(typed.all);
    const auto begin = std::chrono::steady_clock::now();
    Judged judged{.report = judge(recipe)};
    judged.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    worst = std::max(worst, exit_code_of(judged.report.verdict));
    if (csv.is_open()) csv.write(csv_line(judged));
    if (typed.json)
      print(to_json(judged.report, typed.rows).dump() + "\n");
    else if (!typed.junit)
      print(as_words(judged.report));
    judged.report.rows.clear();
    all.push_back(std::move(judged));
  }
  if (typed.junit) print(as_junit(all));
  if (csv.is_open() && !csv.close())
    return refuse("'" + typed.csv + "' could not be written whole.");
  return worst;
}

int do_exercise(const JudgeTyped& typed) {
  if (typed.exercise.empty()) {
    std::vector<std::string> all;
    for (const StudentExercise& each : student_exercises())
      all.push_back(say(each.number, " (", each.title, ")"));
    complain("`radixscope exercise` needs a number: " + listed(all) + ".");
    return exit_usage;
  }
  std::string refusal;
  const auto number = whole_number(typed.exercise, 1, 4, "The exercise", refusal);
  if (!number) return refuse(refusal);
  const auto text = exercise_text(*number);
  if (!text) return refuse(text.error.sentence);
  if (typed.out.empty()) return print(*text);
  std::error_code error;
  if (std::filesystem::exists(to_path(typed.out), error))
    return refuse("'" + typed.out + "' is there already, and is not overwritten.");
  refusal = write_file(typed.out, *text);
  return refusal.empty() ? exit_ok : refuse(refusal);
}

}  // namespace scope
