#include "student_report.hpp"

#include <algorithm>

#include "app/core/base/read_json.hpp"
#include "app/core/base/text.hpp"
#include "kernels/engine/model/outside_text.hpp"
#include "kernels/run/engine.hpp"
#include "text/judge.hpp"

namespace scope {
namespace {

constexpr struct {
  const char* name;
  int exit_code;
} verdicts[] = {
    {"right", 0}, {"mistake", 4}, {"does_not_compile", 5}, {"out_of_time", 6}, {"refused", 1}};

radix::Json json_of(const StudentSentence& sentence) {
  return radix::Json({{"kind", sentence.kind},
                      {"line", sentence.line},
                      {"column", sentence.column},
                      {"other_line", sentence.other_line},
                      {"text", sentence.text}});
}

uint32_t number_at(const radix::Json& json, const char* name) {
  return static_cast<uint32_t>(json.at(name).whole());
}

/// A text that is shown on one line, whoever wrote it.
std::string line_at(const radix::Json& json, const char* name) {
  return radix::readable(radix::printable(json.at(name).text()));
}

StudentSentence sentence_from(const radix::Json& json) {
  return {.kind = line_at(json, "kind"),
          .line = number_at(json, "line"),
          .column = number_at(json, "column"),
          .other_line = number_at(json, "other_line"),
          .text = line_at(json, "text")};
}

template <class Number>
std::vector<Number> numbers_at(const radix::Json& json, const char* name) {
  std::vector<Number> numbers;
  for (const radix::Json& each : json.at(name).list())
    numbers.push_back(static_cast<Number>(each.whole()));
  return numbers;
}

radix::Json json_of(const StudentRow& row) {
  const std::vector<uint32_t> written(row.written.begin(), row.written.end());
  return radix::Json({{"launch", row.launch},
                      {"kernel", row.kernel},
                      {"array", row.array},
                      {"role", row.role},
                      {"shared", row.shared},
                      {"block", row.block},
                      {"line", row.line},
                      {"threads", row.threads},
                      {"blocks", row.blocks},
                      {"values", row.values},
                      {"written", written},
                      {"lines", row.lines},
                      {"writers", row.writers},
                      {"expected", row.expected}});
}

StudentRow row_from(const radix::Json& json) {
  StudentRow row{.launch = number_at(json, "launch"),
                 .kernel = line_at(json, "kernel"),
                 .array = line_at(json, "array"),
                 .role = line_at(json, "role"),
                 .shared = json.at("shared").truth(),
                 .block = number_at(json, "block"),
                 .line = number_at(json, "line"),
                 .threads = number_at(json, "threads"),
                 .blocks = number_at(json, "blocks"),
                 .values = numbers_at<uint32_t>(json, "values"),
                 .written = numbers_at<uint8_t>(json, "written"),
                 .lines = numbers_at<uint32_t>(json, "lines"),
                 .writers = numbers_at<uint32_t>(json, "writers"),
                 .expected = numbers_at<uint32_t>(json, "expected")};
  const std::size_t length = row.values.size();
  if (row.written.size() != length || row.lines.size() != length || row.writers.size() != length ||
      (!row.expected.empty() && row.expected.size() != length) || row.threads == 0)
    throw radix::JsonError("a row has lists of two lengths");
  return row;
}

}  // namespace

const char* name_of(StudentVerdict verdict) {
  return verdicts[static_cast<std::size_t>(verdict)].name;
}
int exit_code_of(StudentVerdict verdict) {
  return verdicts[static_cast<std::size_t>(verdict)].exit_code;
}

std::string line_of_report(const StudentReport& report, const StudentSentence& sentence) {
  std::string text = report.file + ":";
  if (sentence.line > 0) text += joined({sentence.line, ":"});
  if (sentence.column > 0) text += joined({sentence.column, ":"});
  return text + " " + sentence.text;
}

radix::Json to_json(const StudentReport& report, bool with_rows) {
  radix::Json::List more, rows;
  for (const StudentSentence& each : report.more) more.push_back(json_of(each));
  if (with_rows)
    for (const StudentRow& each : report.rows) rows.push_back(json_of(each));
  radix::Json json({{"format", "radixscope judged 1"},
                    {"file", report.file},
                    {"exercise", report.exercise},
                    {"verdict", name_of(report.verdict)},
                    {"head", json_of(report.head)},
                    {"more", more},
                    {"agrees", report.agrees},
                    {"tried", report.tried},
                    {"compiler", report.compiler}});
  if (!report.card.empty()) json["card"] = report.card;
  if (with_rows) {
    json["keys"] = radix::Json(report.keys);
    json["bits"] = report.bits;
    json["rows"] = rows;
    if (report.drawn) json["drawn"] = radix::to_json(*report.drawn);
    json["drawn_about"] = report.drawn_about;
  }
  return json;
}

radix::Result<StudentReport> student_report_from(std::string_view text) {
  const auto read = read_json(text, "judged file");
  if (!read) return read.error;
  try {
    const radix::Json& json = *read;
    StudentReport report{.file = line_at(json, "file"),
                         .exercise = number_at(json, "exercise"),
                         .head = sentence_from(json.at("head")),
                         .agrees = line_at(json, "agrees"),
                         .tried = line_at(json, "tried"),
                         .compiler = line_at(json, "compiler")};
    const std::string& verdict = json.at("verdict").text();
    const auto found =
        std::ranges::find_if(verdicts, [&](const auto& each) { return verdict == each.name; });
    if (found == std::end(verdicts)) throw radix::JsonError("an unknown verdict");
    report.verdict = static_cast<StudentVerdict>(found - std::begin(verdicts));
    if (json.contains("card")) report.card = line_at(json, "card");
    for (const radix::Json& each : json.at("more").list())
      report.more.push_back(sentence_from(each));
    if (json.contains("rows")) {
      report.keys = numbers_at<uint32_t>(json, "keys");
      report.bits = number_at(json, "bits");
      for (const radix::Json& each : json.at("rows").list()) report.rows.push_back(row_from(each));
      report.drawn_about = line_at(json, "drawn_about");
    }
    if (json.contains("drawn")) {
      auto trace = radix::trace_from_json(json.at("drawn").text());
      if (trace)
        report.drawn = std::make_shared<const radix::Trace>(std::move(*trace));
      else
        report.drawn_about = text::judge::figures_not({.why = trace.error.sentence});
    }
    return report;
  } catch (const radix::JsonError& error) {
    return radix::Error{text::judge::no_report({.why = error.what()})};
  }
}

}  // namespace scope
