#include "presenter.hpp"

#include <cstdio>

#include "app/core/base/text.hpp"
#include "app/core/words/explain.hpp"
#include "app/core/words/kernel_words.hpp"
#include "app/core/words/sort_title.hpp"
#include "app/document/compare.hpp"
#include "app/sorts/families/families.hpp"
#include "lesson.hpp"
#include "text/presenter.hpp"

namespace scope {
namespace {

/// The moment with nothing hidden: the lecturer may know the answer.
Moment open_moment(const Document& document, std::size_t cursor) {
  const Lane& lane = document.lanes[document.active];
  Moment now{.trace = lane.trace.get(), .cursor = cursor, .pinned = document.pinned};
  now.memory = document.memory;
  now.example_key = example_key_of(now);
  return now;
}

std::string step_title(const Moment& moment) {
  const radix::Step* step = moment.step();
  return step ? caption_words(*step) : text::presenter::untouched_input;
}

std::string formula_line(const Moment& moment) {
  const Formula card = formula(moment);
  if (card.terms.empty()) return card.words;
  std::string numbers;
  for (const Term& term : card.terms)
    numbers += joined({numbers.empty()    ? std::string()
                       : term.sign == '-' ? std::string(" − ")
                                          : joined({" ", term.sign, " "}),
                       term.value});
  if (!card.result.empty() && numbers != card.result) numbers += " = " + card.result;
  return joined({card.words, " = ", numbers});
}

std::vector<VoteLine> votes_of(const Document& document) {
  const PredictState& state = document.predict;
  const Question* question = question_asked(document);
  std::vector<VoteLine> lines;
  if (!question) return lines;
  for (std::size_t k = 0; k < state.choices.size(); ++k) {
    VoteLine line{.letter = static_cast<char>('A' + k),
                  .answer = answer_text(*question, state.choices[k]),
                  .hands = {},
                  .right = state.choices[k] == question->answer};
    for (const Votes& round : state.votes)
      line.hands += joined({line.hands.empty() ? "" : " → ", round[k]});
    lines.push_back(std::move(line));
  }
  return lines;
}

/// The slide's own answer, or that of the question that is open.
std::string answer_of(const Document& document) {
  const Slide* slide = slide_shown(document);
  if (slide && !slide->answer.empty() && !document.answered) return slide->answer;
  const Question* question = question_asked(document);
  return question ? answer_text(*question, question->answer) : "";
}

void tell_slide(const Document& document, PresenterPage& page) {
  const Lesson& lesson = *document.lesson;
  const SlideWords shown = slide_words(document), next = slide_words(lesson, document.slide + 1);
  page.lesson = heading_of(lesson);
  page.title = shown.title, page.caption = shown.caption;
  const std::size_t slides = lesson.slides.size();
  if (document.slide >= slides) return;
  page.place = text::presenter::slide_of({.slide = document.slide + 1, .slides = slides});
  page.notes = slide_shown(document)->notes;
  if (page.notes.empty()) page.notes = text::presenter::no_notes;
  page.next = next.title, page.next_caption = next.caption;
}

void tell_step(const Document& document, PresenterPage& page) {
  const Lane& lane = document.lanes[document.active];
  const std::size_t steps = lane.trace->steps.size();
  page.place = text::presenter::step_of({.step = lane.cursor, .steps = steps});
  page.title = step_title(open_moment(document, lane.cursor));
  page.notes = std::exchange(page.reason, "");
  const std::size_t next = document.mode == Mode::compare
                               ? lane.cursor + 1
                               : next_stop(document, document.step_size, +1);
  if (lane.cursor >= steps) return;
  const Moment then = open_moment(document, std::min(next, steps));
  page.next = step_title(then), page.next_caption = why(then);
}

}  // namespace

PresenterPage presenter_page(const Document& document) {
  PresenterPage page;
  const Lane& lane = document.lanes[document.active];
  if (!lane.trace) return page;
  const radix::SortInfo* sort = radix::sort_named(lane.trace->sort);
  page.lesson = sort ? sort_title(*sort) : lane.trace->sort;
  if (document.mode != Mode::timing && shows_a_step(document)) {
    const Moment now = open_moment(document, lane.cursor);
    page.reason = why(now), page.formula = formula_line(now);
  }
  if (document.lesson)
    tell_slide(document, page);
  else if (document.mode != Mode::timing)
    tell_step(document, page);
  page.answer = answer_of(document);
  page.votes = votes_of(document);
  return page;
}

std::string hour_words(int hour, int minute) {
  char text[16];
  std::snprintf(text, sizeof text, "%02d:%02d", hour % 24, minute % 60);
  return text;
}

std::string elapsed_words(long seconds) {
  char text[32];
  if (seconds < 3600)
    std::snprintf(text, sizeof text, "%ld:%02ld", seconds / 60, seconds % 60);
  else
    std::snprintf(text, sizeof text, "%ld:%02ld:%02ld", seconds / 3600, seconds / 60 % 60,
                  seconds % 60);
  return text;
}

}  // namespace scope
