#include "predict.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>

#include "app/core/base/parse.hpp"
#include "app/core/base/text.hpp"
#include "app/sorts/families/families.hpp"
#include "document.hpp"
#include "text/document.hpp"

namespace scope {
namespace {

std::string time_now() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  char text[32];
  const std::tm* utc = std::gmtime(&now);
  return utc && std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", utc) > 0 ? text : "";
}

void forget_question(PredictState& state) {
  state.open.reset();
  state.choices.clear();
  state.votes.clear();
  state.revealed = false;
}

void write_down(Document& document, const Question& question, std::optional<uint32_t> guess,
                uint32_t round, const Votes& votes) {
  PredictState& state = document.predict;
  if (state.said.size() == max_predictions) state.said.erase(state.said.begin());
  const auto wrong =
      guess ? std::ranges::find(question.wrong, *guess, &WrongAnswer::value) : question.wrong.end();
  state.said.push_back(
      {.time = time_now(),
       .preset = document.preset,
       .sort = state.planned->sort,
       .kind = question.kind->name,
       .step = static_cast<uint32_t>(question.reveal),
       .element = question.element,
       .answer = question.answer,
       .guess = guess,
       .misconception = wrong == question.wrong.end() ? "" : wrong->misconception->name,
       .round = round,
       .votes = votes});
}

/// The first question at this cursor or after it, up to `last`, that was not asked yet.
const Question* next_question(const PredictState& state, std::size_t cursor, std::size_t last) {
  for (const Question& each : state.plan) {
    const bool there = each.ask >= cursor && each.ask <= last;
    const bool fit = state.mode != Predicting::freeze || has_choice(each);
    if (there && fit && std::ranges::find(state.asked, each.reveal) == state.asked.end())
      return &each;
  }
  return nullptr;
}

/// Shows the step; the question stands under it.
void show_answer(Document& document, std::optional<uint32_t> guess) {
  Question question = *document.predict.open;
  forget_question(document.predict);
  seek(document, question.reveal);
  document.predict.judged = Judged{std::move(question), guess};
}

/// The cursor before the array of this name was made that stands at the cursor; nothing where none
/// does.
std::optional<std::size_t> before_array(const radix::Trace& trace, std::size_t cursor,
                                        const std::string& name) {
  const auto has = [&](std::size_t step) {
    return std::ranges::any_of(trace.steps[step].arrays, [&](const radix::SharedArray& each) {
      return name == radix::info(each->id).name;
    });
  };
  if (cursor == 0 || !has(cursor - 1)) return std::nullopt;
  std::size_t first = cursor - 1;
  while (first > 0 && trace.steps[first - 1].pass == trace.steps[cursor - 1].pass && has(first - 1))
    --first;
  return first;
}

const radix::Array* array_named(const radix::Step& step, const std::string& name) {
  for (const radix::SharedArray& each : step.arrays)
    if (name == radix::info(each->id).name) return each.get();
  return nullptr;
}

/// The row that is filled in, of this run at this cursor.
void update_hidden(Document& document) {
  PredictState& state = document.predict;
  const Lane& lane = document.lane();
  const auto from = state.hidden.empty() || !lane.trace
                        ? std::nullopt
                        : before_array(*lane.trace, lane.cursor, state.hidden);
  if (!from) {
    state.hidden_of = nullptr, state.filled.clear(), state.fill_at.reset();
    return;
  }
  if (state.hidden_of == lane.trace && state.hidden_from == *from) return;
  state.hidden_of = lane.trace, state.hidden_from = *from;
  const radix::Array* array = array_named(lane.trace->steps[lane.cursor - 1], state.hidden);
  state.filled.assign(array->values.size(), std::nullopt);
  state.fill_at = 0;
}

/// The cursor before the part to which the step after `cursor` belongs.
std::size_t part_begin(const radix::Trace& trace, std::size_t cursor) {
  const uint32_t pass = trace.steps[std::min(cursor, trace.steps.size() - 1)].pass;
  while (cursor > 0 && trace.steps[cursor - 1].pass == pass) --cursor;
  return cursor;
}

/// Steps of a lane that may be seen; nothing: all.
std::optional<std::size_t> seen_of(const Document& document, std::size_t number) {
  const PredictState& state = document.predict;
  const Lane &lane = document.lanes[number], &active = document.lane();
  const bool shown =
      document.mode == Mode::compare || (document.mode == Mode::step && number == document.active);
  if (!shown || !lane.trace) return std::nullopt;
  if (!question_asked(document))
    return state.hidden.empty() ? std::nullopt
                                : before_array(*lane.trace, lane.cursor, state.hidden);
  if (number == document.active) return state.open->ask;
  const double progress =
      radix::progress_at(*active.trace, part_begin(*active.trace, state.open->ask));
  return std::min(lane.cursor, radix::cursor_at_progress(*lane.trace, progress));
}

/// Brings up to date what may be seen of every lane.
void update_known(Document& document) {
  PredictState& state = document.predict;
  state.known.resize(document.lanes.size());
  for (std::size_t k = 0; k < document.lanes.size(); ++k) {
    std::optional<KnownRun>& known = state.known[k];
    const Lane& lane = document.lanes[k];
    const auto until = seen_of(document, k);
    if (!until) {
      known.reset();
    } else if (!known || known->of != lane.trace || known->until != *until) {
      known = KnownRun{lane.trace, lane.cursor, *until,
                       std::make_shared<const radix::Trace>(blinded(*lane.trace, *until))};
    } else {
      known->at = lane.cursor;
    }
  }
}

}  // namespace

const KnownRun* known_run(const Document& document, std::size_t lane) {
  const PredictState& state = document.predict;
  if (lane >= state.known.size() || !state.known[lane] || !seen_of(document, lane)) return nullptr;
  const KnownRun& known = *state.known[lane];
  return known.of == document.lanes[lane].trace ? &known : nullptr;
}

std::shared_ptr<const radix::Trace> known_steps(const Document& document) {
  const KnownRun* run = known_run(document, document.active);
  if (!run) return document.lane().trace;
  radix::Trace known = *run->known;
  known.steps.resize(run->until);
  return std::make_shared<const radix::Trace>(std::move(known));
}

const Question* question_asked(const Document& document) {
  const PredictState& state = document.predict;
  const bool here = state.open && state.planned == document.lane().trace &&
                    document.lane().cursor == state.open->ask;
  return here ? &*state.open : nullptr;
}

const Judged* question_judged(const Document& document) {
  const PredictState& state = document.predict;
  const bool here = state.judged && state.planned == document.lane().trace &&
                    document.lane().cursor == state.judged->question.reveal;
  return here ? &*state.judged : nullptr;
}

const radix::Array* hidden_array(const Document& document) {
  const PredictState& state = document.predict;
  const Lane& lane = document.lane();
  if (state.hidden.empty() || !lane.trace || state.hidden_of != lane.trace || lane.cursor == 0)
    return nullptr;
  return array_named(lane.trace->steps[lane.cursor - 1], state.hidden);
}

void update_predictions(Document& document) {
  PredictState& state = document.predict;
  const auto& trace = document.lane().trace;
  if (state.mode != Predicting::off &&
      (state.planned != trace || state.planned_seed != state.seed)) {
    state.plan = question_plan(*trace, state.seed);
    state.planned = trace, state.planned_seed = state.seed;
    state.asked.clear();
    state.answered = state.right = 0;
  }
  if (state.open && (!question_asked(document) || document.mode == Mode::timing))
    forget_question(state);
  if (state.judged && !question_judged(document)) state.judged.reset();
  if (!state.open) update_hidden(document);
  update_known(document);
}

void ask(Document& document, Question question, bool choice) {
  PredictState& state = document.predict;
  const Lane& lane = document.lane();
  forget_question(state);
  state.judged.reset();
  state.planned = lane.trace;
  seek(document, question.ask);
  state.asked.push_back(question.reveal);
  if (choice) state.choices = choices_of(question, state.seed);
  if (!state.choices.empty()) state.votes.emplace_back();
  state.hidden_of = nullptr;
  state.open = std::move(question);
  document.playing = false;
  update_known(document);
}

/// How a run's questions were answered, once it is at its end.
static std::string score_words(const PredictState& state) {
  if (state.mode != Predicting::on || state.plan.empty()) return "";
  const auto all = static_cast<uint32_t>(state.plan.size());
  return text::document::score(
      {.answered = state.answered, .questions = all, .right = state.right});
}

/// Asks again what was not answered, where the way back ends before such a step.
static bool predict_on_the_way_back(Document& document, std::size_t target) {
  PredictState& state = document.predict;
  if (state.mode != Predicting::on || document.mode != Mode::step || document.lesson) return false;
  update_predictions(document);
  if (question_asked(document)) std::erase(state.asked, state.open->reveal);
  const Question* there = next_question(state, target, target);
  if (there) ask(document, Question(*there), false);
  return there;
}

bool predict_on_the_way(Document& document, std::size_t target) {
  if (target < document.lane().cursor) return predict_on_the_way_back(document, target);
  PredictState& state = document.predict;
  std::size_t from = document.lane().cursor;
  if (question_asked(document) && document.mode == Mode::step) {
    if (!state.choices.empty() || document.lesson) return reveal(document), true;
    std::erase(state.asked, state.open->reveal);  // asked again on the way back
    skip_question(document);
    ++from;
  }
  if (state.mode == Predicting::off || document.mode != Mode::step) return false;
  update_predictions(document);
  const Question* next = next_question(state, from, target);
  if (!next) {
    if (target == document.lane().trace->steps.size()) document.note = score_words(state);
    return false;
  }
  ask(document, Question(*next), state.mode == Predicting::freeze);
  return true;
}

std::string ask_next(Document& document) {
  PredictState& state = document.predict;
  update_predictions(document);
  state.asked.clear();
  const std::size_t steps = document.lane().trace->steps.size();
  const Question* next = next_question(state, document.lane().cursor, steps);
  const bool freeze = state.mode == Predicting::freeze;
  if (!next) return freeze ? text::document::no_choice_left : text::document::no_question_left;
  ask(document, Question(*next), freeze);
  return "";
}

std::string answer_question(Document& document, const Value& value) {
  const Question* question = question_asked(document);
  if (!question && document.predict.mode != Predicting::off) return text::document::no_question_now;
  if (!question) return text::document::no_question;
  const std::string word = one_word(value);
  const std::vector<uint32_t>& choices = document.predict.choices;
  const bool letter = word.size() == 1 && (word[0] | 32) >= 'a' && (word[0] | 32) <= 'd';
  std::optional<uint32_t> guess;
  std::string refusal;
  if (letter && !choices.empty())
    guess = choices[static_cast<std::size_t>((word[0] | 32) - 'a')];
  else if (question->kind->by == AnswerBy::yes_no) {
    if (word == "yes" || word == "y" || word == "1") guess = 1;
    if (word == "no" || word == "n" || word == "0") guess = 0;
    if (!guess) refusal = text::document::yes_or_no;
  } else {
    const bool place = question->kind->by == AnswerBy::place;
    guess =
        whole_number(value, 0, place ? document.lane().trace->problem.size() - 1 : radix::none - 1,
                     place ? "The place" : "The number", refusal);
  }
  if (!guess) return refusal;
  write_down(document, *question, guess, 0, {});
  ++document.predict.answered;
  document.predict.right += *guess == question->answer ? 1 : 0;
  show_answer(document, guess);
  return "";
}

void reveal(Document& document) {
  PredictState& state = document.predict;
  if (!question_asked(document)) return;
  if (!state.choices.empty() && !state.revealed) {
    state.revealed = true;
    for (std::size_t round = 0; round < state.votes.size(); ++round)
      if (state.votes[round] != Votes{})
        write_down(document, *state.open, std::nullopt, static_cast<uint32_t>(round + 1),
                   state.votes[round]);
    return;
  }
  show_answer(document, std::nullopt);
}

void skip_question(Document& document) { forget_question(document.predict); }

std::string vote(Document& document, const Value& value) {
  PredictState& state = document.predict;
  if (!question_asked(document) || state.choices.empty()) return text::document::nothing_to_vote;
  if (state.revealed) return text::document::shown_already;
  const std::vector<std::string> words = words_of(value);
  if (words.size() == 1 && words[0] == "again") {
    if (state.votes.size() < 2) state.votes.emplace_back();
    return "";
  }
  const char letter =
      words.empty() || words[0].size() != 1 ? ' ' : static_cast<char>(words[0][0] | 32);
  if (letter < 'a' || letter > 'd' || words.size() > 2) return text::document::vote_takes;
  uint32_t& count = state.votes.back()[static_cast<std::size_t>(letter - 'a')];
  std::string refusal;
  const auto hands = words.size() == 1 ? std::optional(std::min(count + 1, 9999u))
                                       : whole_number(words[1], 0, 9999, "The hands", refusal);
  if (hands) count = *hands;
  return refusal;
}

std::string hide_array(Document& document, const Value& value) {
  const std::string name = one_word(value);
  PredictState& state = document.predict;
  if (name == "none") {
    state.hidden.clear();
    return "";
  }
  std::vector<std::string> names;
  const radix::Trace& trace = *document.lane().trace;
  if (trace.family)
    for (const radix::ArrayInfo& each : trace.family->arrays)
      if (std::string_view(each.name) != "keys") names.emplace_back(each.name);
  names.emplace_back("none");
  if (std::ranges::find(names, name) == names.end()) return no_such("array to hide", name, names);
  forget_question(state);
  state.hidden = name;
  state.hidden_of = nullptr;
  return "";
}

std::string fill_in(Document& document, const Value& value) {
  PredictState& state = document.predict;
  const radix::Array* array = hidden_array(document);
  if (!array) return text::document::nothing_to_fill;
  const std::vector<std::string> words = words_of(value);
  std::string refusal;
  const auto last = static_cast<uint32_t>(array->values.size()) - 1;
  if (words.size() == 2 && words[0] == "at") {
    const auto element = whole_number(words[1], 0, last, "The element", refusal);
    if (element) state.fill_at = element;
    return refusal;
  }
  if (words.empty() || words.size() > 2) return text::document::fill_takes;
  const auto at = words.size() == 2 ? whole_number(words[0], 0, last, "The element", refusal)
                                    : std::optional(state.fill_at.value_or(0));
  if (!at) return refusal;
  const auto number = whole_number(words.back(), 0, radix::none - 1, "The number", refusal);
  if (!number) return refusal;
  state.filled[*at] = *number;
  state.fill_at.reset();
  for (uint32_t step = 1; step <= state.filled.size() && !state.fill_at; ++step) {
    const auto next = static_cast<uint32_t>((*at + step) % state.filled.size());
    if (!state.filled[next]) state.fill_at = next;
  }
  if (!state.fill_at) {
    std::size_t right = 0;
    for (std::size_t k = 0; k < state.filled.size(); ++k)
      right += state.filled[k] == array->values[k] ? 1 : 0;
    document.note = text::document::filled_right({.all = state.filled.size(), .right = right});
  }
  return "";
}

namespace {

constexpr std::size_t columns = 12;

std::vector<std::string> row_of(const Prediction& each) {
  std::string votes;
  if (each.round > 0)
    for (const uint32_t count : each.votes)
      votes += (votes.empty() ? "" : "/") + std::to_string(count);
  return {each.time,
          each.preset,
          each.sort,
          std::to_string(each.step),
          each.kind,
          std::to_string(each.element),
          std::to_string(each.answer),
          each.guess ? std::to_string(*each.guess) : "",
          !each.guess                  ? ""
          : *each.guess == each.answer ? "yes"
                                       : "no",
          each.misconception,
          each.round > 0 ? std::to_string(each.round) : "",
          votes};
}

std::vector<std::string> parts_of(const std::string& text, char mark) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(mark, at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

std::optional<Prediction> prediction_from(const std::vector<std::string>& row) {
  if (row.size() != columns) return std::nullopt;
  const auto number = [](const std::string& text) {
    const auto value = plain_whole(text);
    return value && *value < radix::none ? std::optional(static_cast<uint32_t>(*value))
                                         : std::nullopt;
  };
  const auto step = number(row[3]), element = number(row[5]), answer = number(row[6]);
  if (!step || !element || !answer) return std::nullopt;
  Prediction each{.time = row[0],
                  .preset = row[1],
                  .sort = row[2],
                  .kind = row[4],
                  .step = *step,
                  .element = *element,
                  .answer = *answer,
                  .guess = number(row[7]),
                  .misconception = row[9],
                  .round = number(row[10]).value_or(0)};
  const auto votes = parts_of(row[11], '/');
  for (std::size_t k = 0; votes.size() == letters && k < letters; ++k)
    each.votes[k] = number(votes[k]).value_or(0);
  return each;
}

}  // namespace

Table predictions_table(const std::vector<Prediction>& said) {
  Table table{{{"time", "preset", "sort", "step", "kind", "element", "answer", "guess", "right",
                "misconception", "round", "votes"}}};
  for (const Prediction& each : said) table.rows.push_back(row_of(each));
  return table;
}

std::string predictions_text(const std::vector<Prediction>& said) {
  std::string text;
  for (const Prediction& each : said) {
    if (!text.empty()) text += ';';
    const auto row = row_of(each);
    for (std::size_t k = 0; k < row.size(); ++k) text += (k > 0 ? "," : "") + row[k];
  }
  return text;
}

std::vector<Prediction> predictions_from(const std::string& text) {
  std::vector<Prediction> said;
  for (const std::string& row : parts_of(text, ';'))
    if (auto each = prediction_from(parts_of(row, ',')); each && said.size() < max_predictions)
      said.push_back(std::move(*each));
  return said;
}

Moment moment_of_answer(Moment now, const Question& question) {
  const bool table = radix::info(question.kind->made).shape == radix::Shape::table;
  if (table && !now.table_entry) now.table_entry = question.element;
  now.example_key = question.lit;
  if (now.example_key == radix::none && !now.table_entry) now.example_key = example_key_of(now);
  return now;
}

void mark_prediction(const Document& document, Scene& scene) {
  const Judged* judged = question_judged(document);
  if (!judged) return;
  constexpr float air = 4, thick = 2.5f;
  const Question& question = judged->question;
  const bool right = judged->guess == question.answer;
  const auto ring = [&](const Cell& cell, Ink ink, bool dashed) {
    scene.frames.push_back(
        {.at = {cell.at.x - air, cell.at.y - air, cell.at.w + 2 * air, cell.at.h + 2 * air},
         .edge = ink,
         .width = thick,
         .dashed = dashed});
  };
  // Which slot a key has, or, the other way round, which key has a slot
  const radix::ArrayId made = question.kind->made;
  const radix::Array* array = document.lane().trace->steps[question.reveal - 1].find(made);
  const auto holds = [&](uint32_t at, uint32_t value) {
    return array && at < array->values.size() && array->values[at] == value;
  };
  const bool turned = question.kind->by == AnswerBy::place &&
                      !holds(question.element, question.answer) &&
                      holds(question.answer, question.element);
  const uint32_t right_cell = turned ? question.answer : question.element;
  for (const Cell& cell : scene.cells)
    if (cell.tag.array == made && cell.tag.index == right_cell)
      ring(cell, right ? Ink::good : Ink::accent, false);
  if (right || !judged->guess || question.kind->by != AnswerBy::place) return;
  const radix::ArrayId guessed =
      turned || radix::holds_keys(made) ? made : radix::ArrayId(radix::array::output);
  for (const Cell& cell : scene.cells)
    if (cell.tag.array == guessed && cell.tag.index == *judged->guess) ring(cell, Ink::dim, true);
}

}  // namespace scope
