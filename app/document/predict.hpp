/// Predicting: the program stops before a step, hides what it will make, and asks. While it asks,
/// moment() stops there, so that whatever is drawn, said or written from it cannot give the answer
/// away.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/core/base/table.hpp"
#include "app/core/base/value.hpp"
#include "app/sorts/families/question_plan.hpp"

namespace scope {

struct Document;

enum class Predicting {
  off,
  on,     ///< → stops before steps that are worth a question; it is clicked or typed
  freeze  ///< the same before a class: four answers, votes, revealed by →
};

using Votes = std::array<uint32_t, letters>;  ///< for A, B, C, D

/// An answer that was given, or a vote; a line of `predictions csv`.
struct Prediction {
  std::string time, preset, sort;  ///< time: UTC, "2026-01-31T12:00:00Z"
  std::string kind;
  uint32_t step = 0, element = 0, answer = 0;
  std::optional<uint32_t> guess;  ///< nothing: a vote, or shown without an answer
  std::string misconception;      ///< that makes the guess; "" = none that is known
  uint32_t round = 0;             ///< of the vote, from 1; 0: no vote
  Votes votes{};
  friend bool operator==(const Prediction&, const Prediction&) = default;
};

/// What stands under the figure once a question is over.
struct Judged {
  Question question;
  std::optional<uint32_t> guess;  ///< nothing: shown without one
};

/// What may be seen of a lane's run while something is hidden: it is known up to a cursor.
struct KnownRun {
  std::shared_ptr<const radix::Trace> of;     ///< the lane's run
  std::size_t at = 0;                         ///< the lane's cursor
  std::size_t until = 0;                      ///< steps that may be seen, `at` at most
  std::shared_ptr<const radix::Trace> known;  ///< blinded(*of, until)
};

struct PredictState {
  Predicting mode = Predicting::off;
  uint32_t seed = 1;  ///< of questions and of the order of answers
  std::vector<Question> plan;
  std::shared_ptr<const radix::Trace> planned;  ///< the run that `plan` is about
  uint32_t planned_seed = 0;
  std::vector<std::size_t> asked;    ///< Question::reveal of those that were asked
  uint32_t answered = 0, right = 0;  ///< in the planned run

  std::optional<Question> open;   ///< asked now
  std::vector<uint32_t> choices;  ///< its answers A to D where it is asked before a class
  bool revealed = false;          ///< the right choice is marked
  std::vector<Votes> votes;       ///< a round each
  std::optional<Judged> judged;   ///< shown until the cursor moves on

  std::string hidden;                             ///< name of an array to be filled in; "" = none
  std::vector<std::optional<uint32_t>> filled;    ///< by element
  std::optional<uint32_t> fill_at;                ///< the element that is filled in next
  std::shared_ptr<const radix::Trace> hidden_of;  ///< the run of that array
  std::size_t hidden_from = 0;                    ///< the cursor before the array is made

  std::vector<std::optional<KnownRun>> known;  ///< by lane, of those that are shown
  std::vector<Prediction> said;                ///< oldest first, max_predictions at most
};

inline constexpr std::size_t max_predictions = 1000;

/// Brings the plan up to date with the run and the seed; lets questions go that the run or the
/// cursor has left.
void update_predictions(Document& document);

/// What may be seen of a lane; null: all of it. In Compare mode other lanes than the one that is
/// asked are seen up to the part of the question, for all of them sort the same keys.
const KnownRun* known_run(const Document& document, std::size_t lane);
/// The active lane's run, without steps that may not be seen.
std::shared_ptr<const radix::Trace> known_steps(const Document& document);

/// The question that is asked, or null.
const Question* question_asked(const Document& document);
/// The one that was just answered, or null.
const Judged* question_judged(const Document& document);
/// The array that is to be filled in, as the run has it; null: none.
const radix::Array* hidden_array(const Document& document);

/// Goes on to `target`, or stops before a question on the way. False: there is none, and nothing
/// was done.
bool predict_on_the_way(Document& document, std::size_t target);

/// Asks the first question here or after; for a class one with four answers. "" or one sentence.
std::string ask_next(Document& document);
/// Asks this one, with four answers where `choice` and the question has them.
void ask(Document& document, Question question, bool choice);

/// Judges an answer ("9", "yes", "B") and shows the step. "" or one sentence that says what may be
/// answered.
std::string answer_question(Document& document, const Value& value);
/// Before a class marks the right answer; else, and then, shows the step.
void reveal(Document& document);
/// Takes the question away; nothing is said.
void skip_question(Document& document);
/// "A 12", "A", "again". "" or one sentence.
std::string vote(Document& document, const Value& value);

/// "destination": its values are to be filled in. "" or one sentence.
std::string hide_array(Document& document, const Value& value);
/// "7" for the next empty one, "3 7" for element 3, "at 3": that one comes next. "" or one
/// sentence.
std::string fill_in(Document& document, const Value& value);

/// One row for every prediction, and back; rows that are none are left out.
Table predictions_table(const std::vector<Prediction>& said);
std::string predictions_text(const std::vector<Prediction>& said);  ///< one line, rows after ;
std::vector<Prediction> predictions_from(const std::string& text);

/// The moment after a question, which speaks of what was asked about.
Moment moment_of_answer(Moment now, const Question& question);
/// Rings around what was asked and what was guessed, on the picture of the revealed step; "?" at
/// nothing.
void mark_prediction(const Document& document, Scene& scene);

}  // namespace scope
