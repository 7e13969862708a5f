// What is asked before a step is shown, in the place of its reason: the question, how it is
// answered, for a class four answers and what was voted for; then what is to be said about the
// answer.
#include <algorithm>
#include <cmath>

#include "app/core/base/text.hpp"
#include "app/window/draw.hpp"
#include "app/window/imgui_compat.hpp"
#include "app/window/widgets.hpp"
#include "panels.hpp"

namespace scope {
namespace {

// Design units
constexpr float ask_side = 20, ask_head = 6, ask_gap = 8, ask_foot = 8;
constexpr float place_high = 30, place_widest = 44, place_least = 20;
constexpr float answer_high = 34, bar_high = 8, hint_high = 26;

float question_px(const Document& document) { return ui::dp(document.projector ? 17 : 18); }

struct AskLine {
  float left, y, right;
};

float words_high(const std::string& words, float px, float width) {
  const ui::Pick font = ui::pick(Face::ui, px);
  return font.font
      ->CalcTextSizeA(font.height, 1e9f, width, words.data(), words.data() + words.size())
      .y;
}

std::string asked_words(const Document& document) {
  if (const Question* question = question_asked(document)) return question->text;
  if (const Judged* judged = question_judged(document))
    return judged->guess ? judged_words(judged->question, *judged->guess)
                         : text::panels::answer_said(
                               {.answer = answer_text(judged->question, judged->question.answer),
                                .question = judged->question.text});
  const radix::Array* hidden = hidden_array(document);
  return hidden ? text::panels::fill_row({.row = text::translated(radix::info(hidden->id).label)})
                : "";
}

/// What was asked, over what is said about its answer; "" while it is asked.
std::string question_words(const Document& document) {
  const Judged* judged = question_asked(document) ? nullptr : question_judged(document);
  return judged && judged->guess ? judged->question.text : "";
}

float question_words_high(const Document& document, float width) {
  const std::string words = question_words(document);
  return words.empty() ? 0 : words_high(words, ui::dp(ui::words), width) + ui::dp(ask_head);
}

std::size_t rows_of_votes(const Document& document) {
  return document.predict.choices.empty() ? 0
                                          : std::max<std::size_t>(document.predict.votes.size(), 1);
}

float controls_height(const Document& document) {
  if (rows_of_votes(document) > 0)
    return ui::dp(
        answer_high + 3 +
        std::max(static_cast<float>(rows_of_votes(document)) * (bar_high + 3), hint_high));
  return ui::dp(place_high);
}

/// A row of boxes, one a value, as wide as there is room; returns the one that was clicked.
std::optional<uint32_t> boxes(const AskLine& line, std::size_t count,
                              const std::function<std::string(uint32_t)>& text,
                              const std::function<Ink(uint32_t)>& edge) {
  const float each =
      std::min(ui::dp(place_widest), (line.right - line.left) / static_cast<float>(count));
  if (each < ui::dp(place_least)) return std::nullopt;
  std::optional<uint32_t> clicked;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float high = ui::dp(place_high), px = std::min(ui::dp(ui::lead), each * 0.5f);
  for (uint32_t k = 0; k < count; ++k) {
    const Rect box{line.left + each * static_cast<float>(k) + 1, line.y, each - 2, high};
    ImGui::SetCursorScreenPos({box.x, box.y});
    if (ui::hot_area(joined({"place ", k}).c_str(), {box.w, box.h}, false)) clicked = k;
    const bool over = ImGui::IsItemHovered();
    ui::box(list, box, ui::ink(over ? Ink::raised : Ink::panel),
            ui::ink(over ? Ink::accent : edge(k)), ui::dp(5));
    ui::text_at(list, Face::mono, px, {box.x + box.w / 2, box.y + box.h / 2}, ui::ink(Ink::text),
                text(k), Anchor::middle);
  }
  return clicked;
}

/// What is being typed, and how to answer; returns the x after it.
float typed_box(const PanelContext& panel, const AskLine& line) {
  const std::string& typed = panel.state.guess_typed;
  const float wide = ui::dp(74), high = ui::dp(place_high);
  ImDrawList* list = ImGui::GetWindowDrawList();
  ui::box(list, {line.left, line.y, wide, high}, ui::ink(Ink::panel), ui::ink(Ink::accent),
          ui::dp(5));
  ui::text_at(list, Face::mono, ui::dp(ui::lead), {line.left + wide / 2, line.y + high / 2},
              ui::ink(typed.empty() ? Ink::dim : Ink::text), typed.empty() ? "?" : typed,
              Anchor::middle);
  return line.left + wide + ui::dp(12);
}

/// "K is not an answer here; Q ends the questions."; "" where nothing of the kind was pressed.
std::string refused_words(const PanelContext& panel) {
  const char sign = panel.state.guess_refused;
  return sign == ' ' ? "" : text::panels::no_answer_here({.sign = sign});
}

void hint(const PanelContext& panel, const AskLine& line, const std::string& usual) {
  const std::string refused = refused_words(panel);
  const std::string& words = refused.empty() ? usual : refused;
  ui::text_in(ImGui::GetWindowDrawList(), Face::ui, ui::dp(ui::words),
              {line.left, line.y, std::max(line.right - line.left, 0.f), ui::dp(place_high)},
              ui::ink(Ink::dim), words);
}

/// A button at the left end of what is left of the line.
bool ask_button(AskLine& line, const std::string& label, float high) {
  const float wide = ui::text_size(Face::ui, ui::dp(ui::body), label).x + ui::dp(26);
  ImGui::SetCursorScreenPos({line.left, line.y});
  const bool clicked = ui::button(label.c_str(), {wide, high});
  line.left += wide + ui::dp(8);
  return clicked;
}

void answer_by_hand(const PanelContext& panel, const Question& question, AskLine line) {
  const uint32_t places = panel.document.lane().trace->problem.size();
  const float high = ui::dp(place_high);
  if (question.kind->by == AnswerBy::yes_no) {
    if (ask_button(line, text::panels::yes, high)) panel.post("guess", "yes");
    if (ask_button(line, text::panels::no, high)) panel.post("guess", "no");
    return hint(panel, line, text::panels::yes_or_no);
  }
  line.left = typed_box(panel, line);
  const bool by_place = question.kind->by == AnswerBy::place;
  const bool room =
      by_place && (line.right - line.left) / static_cast<float>(places) >= ui::dp(place_least);
  if (!room)
    return hint(panel, line,
                by_place ? text::panels::click_the_place : text::panels::type_the_number);
  const auto clicked = boxes(
      line, places, [](uint32_t k) { return std::to_string(k); },
      [](uint32_t) { return Ink::line; });
  if (clicked) panel.post("guess", *clicked);
}

uint32_t votes_in(const Votes& votes) {
  uint32_t sum = 0;
  for (const uint32_t count : votes) sum += count;
  return sum;
}

/// How many hands an answer had: "12", or "12 → 19" where a second vote was held.
std::string votes_words(const std::vector<Votes>& rounds, std::size_t answer) {
  std::string words;
  for (const Votes& round : rounds)
    words += (words.empty() ? "" : " → ") + std::to_string(round[answer]);
  return words;
}

/// Four answers side by side; under each, once they are revealed, its share of every round.
void answer_by_letters(const PanelContext& panel, const Question& question, const AskLine& line) {
  const PredictState& state = panel.document.predict;
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float rest = ui::dp(170), gap = ui::dp(8), high = ui::dp(answer_high);
  const float each = (line.right - line.left - rest - gap * letters) / letters;
  for (std::size_t k = 0; k < state.choices.size(); ++k) {
    const Rect box{line.left + (each + gap) * static_cast<float>(k), line.y, each, high};
    const bool right = state.revealed && state.choices[k] == question.answer;
    const char letter = static_cast<char>('A' + k);
    ImGui::SetCursorScreenPos({box.x, box.y});
    if (ui::hot_area(joined({"answer ", letter}).c_str(), {box.w, box.h}) && !state.revealed)
      panel.post("vote", std::string(1, letter));
    const bool over = ImGui::IsItemHovered() && !state.revealed;
    ui::box(list, box, ui::ink(over ? Ink::raised : Ink::panel),
            ui::ink(right ? Ink::good : Ink::line), ui::dp(6));
    const float middle = box.y + box.h / 2;
    ui::text_at(list, Face::bold, ui::dp(18), {box.x + ui::dp(12), middle}, ui::ink(Ink::dim),
                std::string(1, letter));
    ui::text_at(list, Face::mono, ui::dp(20), {box.x + ui::dp(38), middle},
                ui::ink(right ? Ink::good : Ink::text),
                answer_text(question, state.choices[k]) + (right ? " ✓" : ""));
    if (!state.revealed) continue;
    float y = box.bottom() + ui::dp(3);
    for (const Votes& round : state.votes) {
      const uint32_t all = votes_in(round);
      const float part = all == 0 ? 0 : static_cast<float>(round[k]) / static_cast<float>(all);
      list->AddRectFilled({box.x, y}, {box.x + box.w, y + ui::dp(bar_high)}, ui::ink(Ink::raised));
      list->AddRectFilled({box.x, y}, {box.x + box.w * part, y + ui::dp(bar_high)},
                          ui::ink(right ? Ink::good : Ink::dim));
      if (all > 0)
        ui::text_at(list, Face::mono, ui::dp(ui::words), {box.right() - ui::dp(4), middle},
                    ui::ink(Ink::dim),
                    &round == &state.votes.back() ? votes_words(state.votes, k) : "",
                    Anchor::right);
      y += ui::dp(bar_high + 3);
    }
  }
  const float x = line.right - rest + ui::dp(4), px = ui::dp(ui::words);
  const std::string& typed = panel.state.guess_typed;
  const std::string words =
      state.revealed     ? std::string(text::panels::shows_the_step)
      : typed.size() > 1 ? text::panels::votes_typed({.letter = typed[0], .votes = typed.substr(1)})
      : !typed.empty()   ? text::panels::votes_how_many({.letter = typed})
                         : text::panels::votes_so_far(
                               {.hands = votes_in(state.votes.back()), .vote = state.votes.size()});
  ui::text_in(list, Face::ui, px, {x, line.y, line.right - x, high}, ui::ink(Ink::dim), words);
  if (state.revealed) return;
  const std::string refused = refused_words(panel);
  const std::string how = !refused.empty()         ? refused
                          : state.votes.size() < 2 ? std::string(text::panels::vote_once)
                                                   : std::string(text::panels::vote_twice);
  ui::text_in(list, Face::ui, px,
              {line.left, line.y + high + ui::dp(3), line.right - line.left, ui::dp(hint_high)},
              ui::ink(Ink::dim), how);
}

void said_of_answer(const PanelContext& panel, const Judged& judged, AskLine line) {
  const Question& question = judged.question;
  const auto wrong = judged.guess
                         ? std::ranges::find(question.wrong, *judged.guess, &WrongAnswer::value)
                         : question.wrong.end();
  const std::string fault = wrong == question.wrong.end() ? "" : wrong->misconception->fault;
  if (fault.empty()) return;
  if (ask_button(line, text::panels::kernel_of_mistake, ui::dp(place_high)))
    panel.post("fault", fault);
}

void fill_boxes(const PanelContext& panel, const radix::Array& array, AskLine line) {
  const PredictState& state = panel.document.predict;
  line.left = typed_box(panel, line);
  const auto clicked = boxes(
      line, array.values.size(),
      [&](uint32_t k) { return state.filled[k] ? std::to_string(*state.filled[k]) : ""; },
      [&](uint32_t k) {
        return !state.filled[k]                      ? state.fill_at == k ? Ink::accent : Ink::line
               : *state.filled[k] == array.values[k] ? Ink::good
                                                     : Ink::warn;
      });
  if (clicked) panel.post("fill", joined({"at ", *clicked}));
}

}  // namespace

float question_height(const PanelContext& panel, float width) {
  const Document& document = panel.document;
  const std::string words = asked_words(document);
  if (words.empty() || document.mode != Mode::step) return 0;
  const float wide = width - 2 * ui::dp(ask_side);
  return std::ceil(ui::dp(ask_head + ask_gap + ask_foot) + controls_height(document) +
                   question_words_high(document, wide) +
                   words_high(words, question_px(document), wide));
}

void question_strip(const PanelContext& panel, const Rect& at) {
  const Document& document = panel.document;
  const std::string words = asked_words(document);
  const Question* question = question_asked(document);
  const Judged* judged = question ? nullptr : question_judged(document);
  const float px = question_px(document), x = at.x + ui::dp(ask_side),
              width = at.w - 2 * ui::dp(ask_side), high = words_high(words, px, width);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const bool right = judged && judged->guess == judged->question.answer;
  list->AddRectFilled({at.x, at.y}, {at.x + ui::dp(3), at.bottom()},
                      ui::ink(right ? Ink::good : Ink::accent));
  const auto block = [&](const std::string& text, float size, float y, Ink ink) {
    const ui::Pick font = ui::pick(Face::ui, size);
    list->AddText(font.font, font.height, {x, y}, ui::ink(ink), text.data(),
                  text.data() + text.size(), width);
  };
  const float top = at.y + ui::dp(ask_head), asked = question_words_high(document, width);
  block(question_words(document), ui::dp(ui::words), top, Ink::dim);
  block(words, px, top + asked, right ? Ink::good : Ink::text);
  const AskLine line{x, std::round(top + asked + ui::dp(ask_gap) + high), x + width};
  if (question && !document.predict.choices.empty())
    answer_by_letters(panel, *question, line);
  else if (question)
    answer_by_hand(panel, *question, line);
  else if (judged)
    said_of_answer(panel, *judged, line);
  else if (const radix::Array* hidden = hidden_array(document))
    fill_boxes(panel, *hidden, line);
}

}  // namespace scope
