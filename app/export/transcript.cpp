#include "transcript.hpp"

#include <algorithm>
#include <numeric>

#include "app/core/base/text.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "app/core/moment/outside.hpp"
#include "app/core/words/explain.hpp"
#include "app/core/words/fault_words.hpp"
#include "app/core/words/kernel_words.hpp"
#include "app/document/record.hpp"
#include "app/sorts/families/families.hpp"
#include "kernels/run/engine.hpp"
#include "text/pages.hpp"

namespace scope {
namespace {

constexpr std::size_t name_width = 24;

/// "bucket_counts  2 1 2 3 | 2 3 2 1": a table has its buckets one after the other.
std::string array_line(std::string name, const std::vector<std::string>& values, std::size_t row) {
  name.resize(std::max(name.size() + 1, name_width), ' ');
  std::string line = "  " + name;
  for (std::size_t i = 0; i < values.size(); ++i)
    line += (i == 0 ? "" : i % row == 0 ? " | " : " ") + values[i];
  return line + "\n";
}

/// The values as people write them: keys by their type, equal ones told apart as in the figures
/// (9a, 9b), with what they carry after an arrow (80→32).
std::vector<std::string> words_of(const radix::Array& array, const radix::Trace& trace) {
  const radix::Problem& problem = trace.problem;
  const bool keys = radix::holds_keys(array.id);
  const std::vector<std::string> marks =
      keys ? duplicate_marks(problem) : std::vector<std::string>{};
  std::vector<std::string> words;
  for (std::size_t i = 0; i < array.values.size(); ++i) {
    if (keys && array.ids[i] == none) {
      words.emplace_back("–");
      continue;
    }
    std::string word = keys ? problem.text_of(array.values[i]) + marks[array.ids[i]]
                            : element_text(trace, array, array.values[i]);
    if (keys && !problem.values().empty()) word += note_of(problem, array.ids[i]);
    words.push_back(std::move(word));
  }
  return words;
}

std::string array_line(const radix::Array& array, const radix::Trace& trace) {
  const radix::ArrayInfo& about = radix::info(array.id);
  const std::size_t row = radix::row_length(array, trace.problem);
  return array_line(about.name, words_of(array, trace), std::max<std::size_t>(row, 1));
}

/// "Where does key 6a go? slot = begin + before it = 4 (begin) + 1 (before it) = 5"; "" where there
/// is no formula.
std::string formula_line(const Formula& card) {
  if (card.title.empty()) return "";
  std::string line = card.title;
  if (!card.words.empty()) line += (line.back() == '?' ? " " : ": ") + card.words;
  for (const Term& term : card.terms) {
    const bool first = &term == card.terms.data();
    const std::string sign = term.sign == '-' ? "−" : std::string(1, term.sign);
    line += joined({" ", first ? "=" : sign, " ", term.value, " (", term.name, ")"});
  }
  const bool sum = card.terms.size() > 1 && !card.result.empty();
  return line + (sum ? " = " + card.result : "") + "\n";
}

/// "Kept so far: sorted runs of 4 · keys all 16 there · equal keys in input order".
std::string kept_line(const Moment& moment) {
  std::string line;
  for (const Promise& each : kept_so_far(moment)) {
    const std::string value =
        each.state == Promise::broken         ? text::pages::broken({.value = each.value})
        : each.state == Promise::not_promised ? text::pages::not_promised({.value = each.value})
                                              : each.value;
    line += joined({line.empty() ? "" : " · ", each.name, ": ", value});
  }
  return line.empty() ? "\n" : text::pages::kept_so_far({.what = line}) + "\n";
}

std::string totals_line(const Moment& moment) {
  std::string line;
  for (const Total& each : totals_so_far(moment))
    line += joined({line.empty() ? "" : " · ", each.name, " ", each.value});
  return line.empty() ? "\n" : text::pages::totals_so_far({.what = line}) + "\n";
}

/// Everything said at one step, its arrays after it.
std::string step_text(const radix::Trace& trace, std::size_t cursor, uint32_t pinned) {
  const Moment moment{.trace = &trace, .cursor = cursor, .pinned = pinned};
  const radix::Step& step = *moment.step();
  const std::string head =
      text::pages::transcript_step({.caption = caption_words(step),
                                    .noun = text::translated(radix::outline_of(trace).noun),
                                    .part = step.pass + 1,
                                    .step = cursor,
                                    .steps = trace.steps.size()});
  std::string text = "\n" + head + "\n" + why(moment) + "\n" + formula_line(formula(moment)) +
                     kept_line(moment) + totals_line(moment) + step.source.file + ":" +
                     std::to_string(step.source.line) + " " + step.kernel + "\n";
  return text + arrays_text(trace, cursor);
}

}  // namespace

std::string arrays_text(const radix::Trace& trace, std::size_t cursor) {
  if (cursor == 0) {
    radix::Array input{.id = radix::array::keys, .values = trace.problem.keys()};
    input.ids.resize(input.values.size());
    std::iota(input.ids.begin(), input.ids.end(), 0u);
    return array_line(input, trace);
  }
  std::string text;
  for (const radix::SharedArray& array : trace.steps[cursor - 1].arrays)
    text += array_line(*array, trace);
  for (const radix::OwnRow& row : trace.own_rows)
    if (row.step + 1 == cursor) text += array_line(*row.array, trace);
  return text;
}

std::string transcript(const radix::Trace& trace,
                       const std::function<bool(std::size_t, std::size_t)>& going,
                       uint32_t pinned) {
  std::string text = run_words(trace) + "\n";
  for (std::size_t cursor = 1; cursor <= trace.steps.size(); ++cursor) {
    if (going && !going(cursor - 1, trace.steps.size())) return "";
    text += step_text(trace, cursor, pinned);
  }
  if (trace.fault) return text + "\n" + error_words(trace) + "\n";
  const std::size_t row = std::max<std::size_t>(trace.sorted.values.size(), 1);
  return text + "\n" + array_line("sorted", words_of(trace.sorted, trace), row);
}

}  // namespace scope
