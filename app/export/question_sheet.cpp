#include "question_sheet.hpp"

#include <algorithm>

#include "app/core/base/table.hpp"
#include "app/core/base/text.hpp"
#include "app/core/words/sort_title.hpp"
#include "app/sorts/families/families.hpp"
#include "kernels/run/engine.hpp"
#include "text/sheet.hpp"

namespace scope {
namespace {

constexpr const char* sheet_formats[] = {"markdown", "csv", "gift"};

/// All keys, as they stand in the last whole row before the step.
radix::Array keys_before(const radix::Trace& trace, const Question& question) {
  Moment before;
  before.trace = &trace, before.cursor = question.ask;
  radix::Array keys = input_of(before);
  const auto stands = family_of(trace).stands;
  if (before.step())
    for (const radix::SharedArray& each : before.step()->arrays)
      if (radix::holds_keys(each->id) && radix::info(each->id).shape == radix::Shape::per_key &&
          is_whole(*each) && (!stands || stands(each->id)))
        keys = *each;
  return keys;
}

/// How these keys are put in order, where their texts do not say it: the bits that they are sorted
/// by, or what is asked of two of them.
std::string order_words(const radix::Problem& problem, const std::vector<uint32_t>& keys) {
  const radix::Settings& settings = problem.settings();
  const bool largest_first = settings.order == radix::SortOrder::descending;
  const text::Label first =
      largest_first ? text::sheet::largest_first : text::sheet::smallest_first;
  if (problem.order().compare == radix::Compare::fraction)
    return text::sheet::as_fractions({.first = first});
  const auto bits_of_all = [&](const auto& bits_of_key) {
    std::string bits;
    for (const uint32_t key : keys)
      bits += (bits.empty() ? "" : " ") + binary(bits_of_key(key), problem.key_bits());
    return bits;
  };
  if (problem.order().compare == radix::Compare::ones_then_value)
    return text::sheet::by_ones(
        {.bits = bits_of_all([](uint32_t key) { return key; }), .first = first});
  const bool plain = std::ranges::all_of(keys, [&](uint32_t key) {
    return problem.ordered(key) == key && problem.text_of(key) == std::to_string(key);
  });
  if (plain) return "";
  return text::sheet::bits_sorted_by(
      {.bits = bits_of_all([&](uint32_t key) { return problem.ordered(key); })});
}

char letter_at(std::size_t k) { return static_cast<char>('A' + k); }

std::string letter_of(const std::vector<uint32_t>& choices, uint32_t answer) {
  for (std::size_t k = 0; k < choices.size(); ++k)
    if (choices[k] == answer) return std::string(1, letter_at(k));
  return "";
}

/// What is to be sorted, and how.
std::string sheet_heading(const radix::Trace& trace) {
  const radix::SortInfo* sort = radix::sort_named(trace.sort);
  return text::sheet::heading(
      {.sort = sort ? sort_title(*sort) : trace.sort, .threads = threads_words(trace)});
}

std::string as_markdown(const radix::Trace& trace, std::span<const Question> questions,
                        uint32_t seed) {
  std::string text = "# " + sheet_heading(trace) + "\n\n",
              answers = joined({"## ", text::sheet::answers, "\n\n"});
  for (std::size_t k = 0; k < questions.size(); ++k) {
    const Question& each = questions[k];
    const auto choices = choices_of(each, seed);
    text += joined({k + 1, ". ", standing_alone(trace, each), "\n"});
    for (std::size_t c = 0; c < choices.size(); ++c)
      text += joined(
          {c == 0 ? "\n   " : " · ", "**", letter_at(c), "** ", answer_text(each, choices[c])});
    text += choices.empty() ? "\n" : "\n\n";
    const std::string letter = letter_of(choices, each.answer);
    answers += joined(
        {k + 1, ". ", letter, letter.empty() ? "" : ": ", answer_text(each, each.answer), "\n"});
  }
  return text + answers;
}

std::string as_csv(const radix::Trace& trace, std::span<const Question> questions, uint32_t seed) {
  Table table{{{"number", "sort", "step", "kind", "element", "question", "A", "B", "C", "D",
                "answer", "letter", "misconceptions"}}};
  for (std::size_t k = 0; k < questions.size(); ++k) {
    const Question& each = questions[k];
    auto choices = choices_of(each, seed);
    std::vector<std::string> row{std::to_string(k + 1),        trace.sort,
                                 std::to_string(each.reveal),  each.kind->name,
                                 std::to_string(each.element), standing_alone(trace, each)};
    for (std::size_t c = 0; c < letters; ++c)
      row.push_back(c < choices.size() ? answer_text(each, choices[c]) : "");
    std::string wrong;
    for (const WrongAnswer& one : each.wrong)
      wrong += joined({wrong.empty() ? "" : " ", one.misconception->name, "=", one.value});
    row.insert(row.end(), {answer_text(each, each.answer), letter_of(choices, each.answer), wrong});
    table.rows.push_back(std::move(row));
  }
  return to_csv(table);
}

std::string as_gift(const radix::Trace& trace, std::span<const Question> questions, uint32_t seed) {
  std::string text = "// " + sheet_heading(trace) + "\n";
  for (std::size_t k = 0; k < questions.size(); ++k) {
    const Question& each = questions[k];
    text += joined({"\n::", gift_text(joined({k + 1, " ", each.kind->about})),
                    ":: ", gift_text(standing_alone(trace, each)), " {"});
    const auto choices = choices_of(each, seed);
    const bool yes_no = each.kind->by == AnswerBy::yes_no;
    if (yes_no) text += each.answer == 1 ? "TRUE" : "FALSE";
    if (!yes_no && choices.empty()) text += "#" + std::to_string(each.answer);
    for (const uint32_t choice : choices) {
      text += joined({"\n  ", choice == each.answer ? "=" : "~", choice});
      if (choice != each.answer) text += " # " + gift_text(judged_words(each, choice));
    }
    text += choices.empty() ? "}\n" : "\n}\n";
  }
  return text;
}

}  // namespace

std::span<const char* const> question_formats() { return sheet_formats; }

std::string threads_words(const radix::Trace& trace) {
  const radix::SortInfo* sort = radix::sort_named(trace.sort);
  const bool one_block = sort && !sort->has(radix::Use::blocks) && !trace.steps.empty();
  return one_block ? text::sheet::threads_in_one_block({.threads = trace.steps.front().threads})
                   : text::sheet::threads_per_block({.threads = trace.problem.threads_per_block()});
}

std::string gift_text(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (std::string_view("~=#{}:\\").find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string standing_alone(const radix::Trace& trace, const Question& question) {
  const radix::Array keys = keys_before(trace, question);
  Moment after;
  after.trace = &trace, after.cursor = question.reveal;
  std::string row;
  for (const uint32_t key : keys.values)
    row += (row.empty() ? "" : " ") + trace.problem.text_of(key);
  return text::paragraph(
      text::sheet::keys_now(
          {.bits = trace.problem.key_bits(), .keys = row, .place = place_words(after)}),
      order_words(trace.problem, keys.values), question.text);
}

std::string question_sheet_text(const radix::Trace& trace, std::span<const Question> questions,
                                std::string_view format, uint32_t seed) {
  if (format == "csv") return as_csv(trace, questions, seed);
  if (format == "gift") return as_gift(trace, questions, seed);
  return as_markdown(trace, questions, seed);
}

}  // namespace scope
