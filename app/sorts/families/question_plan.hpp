/// Questions about a run: which elements are worth asking about, and where: only those whose answer
/// no misconception gives by chance. Everything follows from the trace and a seed.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/core/figures/family_row.hpp"

namespace scope {

/// A wrong answer, and the misconception that makes it.
struct WrongAnswer {
  const Misconception* misconception;
  uint32_t value;
};

struct Question {
  const QuestionKind* kind;
  std::size_t ask = 0;     ///< cursor at which it is asked; nothing after it may be seen
  std::size_t reveal = 0;  ///< cursor after the step that makes the answer; above `ask`
  uint32_t element = 0;    ///< of the array kind->made
  std::string text;
  uint32_t answer = 0;
  std::vector<WrongAnswer> wrong;  ///< all different, none the answer; the most frequent first
  uint32_t key = radix::none;      ///< whose key it is about, or none
  uint32_t lit = radix::none;      ///< whose key the answer is about, or none
};

inline constexpr std::size_t letters = 4;  ///< answers A to D of a choice

/// True where three misconceptions give different wrong answers, so that there is a choice.
bool has_choice(const Question& question);
/// Its answers A to D in an order that follows from the seed; none without `has_choice`.
std::vector<uint32_t> choices_of(const Question& question, uint32_t seed);

/// How an answer is written: "9", or "yes" and "no".
std::string answer_text(const Question& question, uint32_t answer);
/// What is said about an answer: that it is right, or which one is and what the wrong one comes
/// from. One sentence or two.
std::string judged_words(const Question& question, uint32_t answer);

/// What a student is asked on the way through a run: at most one question per stage, one in three
/// steps, kinds in turn. None of a run that went wrong, or is to go wrong.
std::vector<Question> question_plan(const radix::Trace& trace, uint32_t seed);

/// Further ones, `count` at most, over the whole run, kinds in turn.
std::vector<Question> question_sheet(const radix::Trace& trace, uint32_t seed, std::size_t count);

/// A question of this kind about this element, the first one asked at `from` or after it; an
/// element that misconceptions answer rightly is asked, too. Nothing: there is none.
std::optional<Question> question_about(const radix::Trace& trace, std::string_view kind,
                                       uint32_t element, std::size_t from);

/// Names of the kinds that a run of this family is asked.
std::vector<std::string> question_kinds(const radix::Trace& trace);

/// The same trace as it is known after this many steps: later steps hold the arrays of the last one
/// of these.
radix::Trace blinded(const radix::Trace& trace, std::size_t cursor);

}  // namespace scope
