#include "question_plan.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "app/core/base/text.hpp"
#include "families.hpp"
#include "kernels/run/engine.hpp"
#include "misconceptions.hpp"
#include "text/families.hpp"

namespace scope {
namespace {

constexpr std::size_t max_looked_at = 48;  // elements of a place
constexpr std::size_t least_between = 3;   // steps from one question to the next

/// The same numbers on every machine.
class Dice {
 public:
  explicit Dice(uint64_t seed) : state_(seed * 2 + 1) {}
  uint32_t below(uint32_t n) {
    state_ = state_ * 6364136223846793005ull + 1442695040888963407ull;
    return static_cast<uint32_t>(state_ >> 33) % n;
  }
  template <class Thing>
  void shuffle(std::vector<Thing>& list) {
    for (uint32_t i = static_cast<uint32_t>(list.size()); i > 1; --i)
      std::swap(list[i - 1], list[below(i)]);
  }

 private:
  uint64_t state_;
};

bool may_be_asked(const radix::Trace& trace) {
  const radix::SortInfo* sort = radix::sort_named(trace.sort);
  return sort && !sort->wrong && trace.error.empty() && trace.planted.empty() &&
         trace.changed.empty() && trace.own.empty() && !trace.fault;
}

std::span<const QuestionKind> kinds_of(const radix::Trace& trace) {
  const FamilyRow& family = family_of(trace);
  return family.questions && may_be_asked(trace) ? family.questions()
                                                 : std::span<const QuestionKind>();
}

/// Answers below this are possible.
uint32_t limit_of(const QuestionKind& kind, const radix::Trace& trace) {
  return kind.by == AnswerBy::place    ? trace.problem.size()
         : kind.by == AnswerBy::yes_no ? 2
                                       : radix::none;
}

/// Where the step `made` (0-based) is asked about: before it, or before its stage.
std::size_t asked_before(const radix::Trace& trace, const QuestionKind& kind, std::size_t made) {
  const auto& steps = trace.steps;
  std::size_t first = made;
  while (kind.before_stage && first > 0 && steps[first - 1].pass == steps[made].pass &&
         steps[first - 1].stage == steps[made].stage && steps[first - 1].split == steps[made].split)
    --first;
  return first;
}

/// True where the picture before shows the answer already.
bool is_seen(const radix::Trace& trace, const Question& question) {
  if (question.ask == 0) return false;
  const radix::Array* before = trace.steps[question.ask - 1].find(question.kind->made);
  return before && question.element < before->values.size() &&
         before->values[question.element] == question.answer;
}

/// `strict`: nothing where a misconception gives the right answer.
std::optional<Question> question_at(const radix::Trace& trace, const QuestionKind& kind,
                                    std::size_t made, uint32_t element, bool strict) {
  Moment after;
  after.trace = &trace, after.cursor = made + 1;
  auto asked = kind.ask(after, element);
  const uint32_t limit = limit_of(kind, trace);
  if (!asked || asked->answer >= limit) return std::nullopt;
  Question question{.kind = &kind,
                    .ask = asked_before(trace, kind, made),
                    .reveal = made + 1,
                    .element = element,
                    .text = std::move(asked->question),
                    .answer = asked->answer,
                    .wrong = {},
                    .key = asked->key,
                    .lit = asked->lit != radix::none ? asked->lit : asked->key};
  for (const Guess& guess : asked->guesses) {
    if (guess.value == asked->answer && strict) return std::nullopt;
    if (guess.value < 0 || guess.value >= limit || guess.value == asked->answer) continue;
    const auto value = static_cast<uint32_t>(guess.value);
    if (std::ranges::find(question.wrong, value, &WrongAnswer::value) == question.wrong.end())
      question.wrong.push_back({misconception_named(guess.misconception), value});
  }
  if (strict && (question.wrong.empty() || is_seen(trace, question))) return std::nullopt;
  return question;
}

/// Those of a place that tell the most misconceptions apart, the best first.
std::vector<Question> best_at(const radix::Trace& trace, const QuestionKind& kind, std::size_t made,
                              Dice& dice) {
  Moment after;
  after.trace = &trace, after.cursor = made + 1;
  std::vector<uint32_t> elements(kind.elements(after));
  std::iota(elements.begin(), elements.end(), 0u);
  dice.shuffle(elements);
  if (elements.size() > max_looked_at) elements.resize(max_looked_at);
  std::vector<Question> found;
  for (const uint32_t element : elements)
    if (auto question = question_at(trace, kind, made, element, true))
      found.push_back(std::move(*question));
  std::ranges::stable_sort(found, std::ranges::greater(),
                           [](const Question& each) { return each.wrong.size(); });
  return found;
}

/// Where one may ask: before which step, what kind, about what is made by which step (0-based).
struct AskPlace {
  std::size_t ask = 0;
  const QuestionKind* kind = nullptr;
  std::size_t made = 0;
};

/// Among the places of a stage, one of the kind that was asked about least often.
std::optional<Question> best_of(const radix::Trace& trace, std::vector<AskPlace> places,
                                std::map<const QuestionKind*, uint32_t>& times, Dice& dice) {
  dice.shuffle(places);
  std::ranges::stable_sort(places, {}, [&](const AskPlace& at) { return times[at.kind]; });
  for (const AskPlace& at : places) {
    std::vector<Question> found = best_at(trace, *at.kind, at.made, dice);
    if (found.empty()) continue;
    ++times[at.kind];
    return std::move(found.front());
  }
  return std::nullopt;
}

}  // namespace

bool has_choice(const Question& question) { return question.wrong.size() + 1 >= letters; }

std::vector<uint32_t> choices_of(const Question& question, uint32_t seed) {
  if (!has_choice(question)) return {};
  std::vector<uint32_t> values{question.answer};
  for (std::size_t k = 0; k + 1 < letters; ++k) values.push_back(question.wrong[k].value);
  Dice dice(seed + question.reveal * 64 + question.element);
  dice.shuffle(values);
  return values;
}

std::string answer_text(const Question& question, uint32_t answer) {
  if (question.kind->by == AnswerBy::yes_no)
    return answer == 0 ? text::families::no : text::families::yes;
  return std::to_string(answer);
}

std::string judged_words(const Question& question, uint32_t answer) {
  const std::string right = answer_text(question, question.answer);
  if (answer == question.answer) return text::families::judged_right({.right = right});
  const std::string wrong =
      text::families::judged_wrong({.right = right, .wrong = answer_text(question, answer)});
  const auto found = std::ranges::find(question.wrong, answer, &WrongAnswer::value);
  return found == question.wrong.end() ? wrong
                                       : text::paragraph(wrong, found->misconception->says(answer));
}

std::vector<Question> question_plan(const radix::Trace& trace, uint32_t seed) {
  const auto& steps = trace.steps;
  std::vector<AskPlace> places;
  for (const QuestionKind& kind : kinds_of(trace))
    for (std::size_t made = 0; made < steps.size(); ++made)
      if (steps[made].made == kind.made)
        places.push_back({asked_before(trace, kind, made), &kind, made});
  std::ranges::stable_sort(places, {}, &AskPlace::ask);
  const auto same_stage = [&](std::size_t one, std::size_t other) {
    const radix::Step &a = steps[one], &b = steps[other];
    return a.pass == b.pass && a.stage == b.stage && a.split == b.split;
  };
  std::vector<Question> plan;
  std::map<const QuestionKind*, uint32_t> times;
  Dice dice(seed);
  std::size_t free = 0;  // the first cursor that is far enough from the question before
  for (auto at = places.begin(); at != places.end();) {
    const std::size_t first = at->ask;
    std::vector<AskPlace> stage;
    for (; at != places.end() && same_stage(at->ask, first); ++at)
      if (at->ask >= free) stage.push_back(*at);
    if (stage.empty() || (!plan.empty() && same_stage(plan.back().ask, first))) continue;
    auto question = best_of(trace, std::move(stage), times, dice);
    if (!question) continue;
    free = std::max(question->ask + least_between, question->reveal);
    plan.push_back(std::move(*question));
  }
  return plan;
}

std::vector<Question> question_sheet(const radix::Trace& trace, uint32_t seed, std::size_t count) {
  Dice dice(seed);
  std::vector<std::vector<Question>> by_kind;
  for (const QuestionKind& kind : kinds_of(trace)) {
    std::vector<std::vector<Question>> of_place;
    for (std::size_t made = 0; made < trace.steps.size(); ++made)
      if (trace.steps[made].made == kind.made) of_place.push_back(best_at(trace, kind, made, dice));
    std::vector<Question> all;  // one of every place in turn
    for (std::size_t rank = 0, more = 1; more > 0; ++rank) {
      more = 0;
      for (auto& place : of_place)
        if (rank < place.size()) all.push_back(std::move(place[rank])), ++more;
    }
    if (!all.empty()) by_kind.push_back(std::move(all));
  }
  std::vector<Question> sheet;
  for (std::size_t round = 0, more = 1; more > 0 && sheet.size() < count; ++round) {
    more = 0;
    for (auto& kind : by_kind)
      if (round < kind.size() && sheet.size() < count)
        sheet.push_back(std::move(kind[round])), ++more;
  }
  std::ranges::stable_sort(sheet, {}, &Question::ask);
  return sheet;
}

std::optional<Question> question_about(const radix::Trace& trace, std::string_view kind,
                                       uint32_t element, std::size_t from) {
  for (const QuestionKind& each : kinds_of(trace)) {
    if (kind != each.name) continue;
    for (std::size_t made = 0; made < trace.steps.size(); ++made) {
      if (!(trace.steps[made].made == each.made) || asked_before(trace, each, made) < from)
        continue;
      Moment after;
      after.trace = &trace, after.cursor = made + 1;
      if (element >= each.elements(after)) continue;
      if (auto question = question_at(trace, each, made, element, false)) return question;
    }
  }
  return std::nullopt;
}

std::vector<std::string> question_kinds(const radix::Trace& trace) {
  std::vector<std::string> names;
  for (const QuestionKind& kind : kinds_of(trace)) names.emplace_back(kind.name);
  return names;
}

radix::Trace blinded(const radix::Trace& trace, std::size_t cursor) {
  radix::Trace blind = trace;
  for (std::size_t s = cursor; s < blind.steps.size(); ++s)
    blind.steps[s].arrays =
        cursor == 0 ? std::vector<radix::SharedArray>() : trace.steps[cursor - 1].arrays;
  const uint32_t launch = cursor < trace.steps.size() ? trace.steps[cursor].launch : 0;
  if (cursor < trace.steps.size() && launch < blind.accesses.size()) blind.accesses.resize(launch);
  blind.sorted = {};
  return blind;
}

}  // namespace scope
