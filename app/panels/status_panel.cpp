// One line under the figure: what went wrong or was done, else what the mouse is over, else the
// first hint.
#include <algorithm>
#include <cmath>

#include "app/document/compare.hpp"
#include "app/document/record.hpp"
#include "app/export/export_job.hpp"
#include "app/sorts/families/families.hpp"
#include "app/window/draw.hpp"
#include "app/window/widgets.hpp"
#include "panels.hpp"

namespace scope {
namespace {

struct Status {
  std::string text;
  Ink ink = Ink::dim;
};

/// "key 13  1101 · came in at index 11".
std::string key_words(const Moment& moment, uint32_t id) {
  const radix::Problem& problem = moment.problem();
  const uint32_t key = problem.keys()[id];
  const std::string bits = binary(key, problem.key_bits()),
                    name = problem.text_of(key) + duplicate_marks(problem)[id];
  const radix::Array* output = moment.find(radix::array::output);
  const uint32_t place = output ? position_of(*output, id) : none;
  std::string text =
      place == none
          ? text::panels::key_at({.bits = bits, .index = id, .key = name})
          : text::panels::key_at_output({.bits = bits, .index = id, .key = name, .place = place});
  if (problem.ordered(key) != key)
    text += "  ·  " +
            text::panels::sorted_as({.bits = binary(problem.ordered(key), problem.key_bits())});
  if (!problem.values().empty())
    text += "  ·  " + text::panels::carries({.value = problem.values()[id]});
  return text;
}

/// "table entry 6: the ones of block 2".
std::string named_entry(const Moment& moment, uint32_t entry) {
  const std::string what = entry_words(moment, entry);
  return moment.digit().bits == 1 ? text::panels::table_entry_of_bit({.entry = entry, .what = what})
                                  : text::panels::table_entry({.entry = entry, .what = what});
}

Status status_of(const PanelContext& panel) {
  const Document& document = panel.document;
  if (std::string words = recording_words(document); !words.empty() && !document.note_is_error)
    return {std::move(words), Ink::accent};
  if (document.export_job && !document.note_is_error) return {export_words(document), Ink::accent};
  if (const std::string note = note_of(panel); !note.empty())
    return {note, document.note_is_error ? Ink::warn : Ink::good};
  if (!panel.state.hover_words.empty()) return {panel.state.hover_words, Ink::dim};
  if (document.mode == Mode::timing) return {};
  const Lane& lane = document.lane();
  if (document.mode == Mode::compare && broke_off(lane) && !panel.moment.next())
    return {lane.error.sentence, Ink::warn};  // else the caption says it
  if (complaint_at(panel) == SaidAt::status) return {lane.error.sentence, Ink::warn};
  if (document.hovered < panel.moment.problem().size())
    return {key_words(panel.moment, document.hovered), Ink::dim};
  if (document.table_entry) return {named_entry(panel.moment, *document.table_entry), Ink::dim};
  return {};
}

/// "6a and 6b are equal keys; a came before b in the input."; `brief`: "6a, 6b: equal keys in input
/// order". "" where all keys differ.
std::string equal_words(const radix::Problem& problem, bool brief = false) {
  const auto& keys = problem.keys();
  for (uint32_t i = 0; i < keys.size(); ++i) {
    const auto other = std::find(keys.begin() + i + 1, keys.end(), keys[i]);
    if (other == keys.end()) continue;
    const std::string name = problem.text_of(keys[i]), a = nth_mark(name, 0), b = nth_mark(name, 1);
    if (brief) return text::panels::equal_keys_short({.first = name + a, .second = name + b});
    return text::panels::equal_keys(
        {.after = b, .before = a, .first = name + a, .second = name + b});
  }
  return "";
}

/// Where followed keys stand: "6a comes before 6b, as in the input." of two that are equal.
std::string followed_words(const PanelContext& panel) {
  const radix::Problem& problem = panel.moment.problem();
  const std::vector<uint32_t> followed = followed_keys(panel.document);
  if (followed.empty() || followed.back() >= problem.size()) return "";
  const std::vector<std::string> marks = duplicate_marks(problem);
  const auto name = [&](uint32_t id) { return problem.text_of(problem.keys()[id]) + marks[id]; };
  const radix::Array standing = keys_standing(panel.moment);
  std::vector<std::string> names;
  for (std::size_t k = 0; k < followed.size(); ++k) {
    for (std::size_t m = k + 1; m < followed.size(); ++m) {
      const uint32_t a = std::min(followed[k], followed[m]), b = std::max(followed[k], followed[m]);
      if (b >= problem.size() || problem.keys()[a] != problem.keys()[b]) continue;
      if (position_of(standing, a) < position_of(standing, b))
        return text::panels::equal_kept({.first = name(a), .second = name(b)});
      return text::panels::equal_turned({.first = name(b), .second = name(a)});
    }
    names.push_back(name(followed[k]));
  }
  return followed.size() > 1 ? text::panels::followed_keys({.keys = text::list(names)})
                             : text::panels::followed_key({.key = names.front()});
}

/// What stands in the line where there is nothing else to say: who is followed, and what the
/// letters after equal keys mean.
std::string quiet_words(const PanelContext& panel) {
  const Document& document = panel.document;
  if (document.projector || document.bare || document.mode != Mode::step ||
      !shows_a_step(document) || question_asked(document))
    return "";
  const std::string followed = followed_words(panel);
  return followed.empty() ? equal_words(panel.moment.problem()) : followed;
}

/// "CUDA kernels sort 16 keys: step 1 of 36. Dashed boxes are still empty.", and the same shorter;
/// the longest comes first.
std::vector<std::string> seen_words(const Moment& moment, const Scene& scene) {
  const std::size_t steps = moment.trace->steps.size(), step = moment.cursor;
  const uint32_t keys = moment.problem().size();
  const bool dashed = std::ranges::any_of(
      scene.cells, [](const Cell& cell) { return cell.dashed && cell.text.empty(); });
  std::vector<std::string> all;
  if (const std::string equal = equal_words(moment.problem()); !equal.empty()) {
    if (dashed && step > 0) all.push_back(text::paragraph(equal, text::panels::empty_boxes));
    all.push_back(equal);
    all.push_back(equal_words(moment.problem(), true));
  }
  if (step == 0) {
    all.push_back(text::panels::run_of_keys({.keys = keys, .steps = steps}));
    return all;
  }
  if (dashed) {
    all.push_back(text::panels::run_at_step_empty({.keys = keys, .step = step, .steps = steps}));
    all.push_back(text::panels::at_step_empty({.keys = keys, .step = step, .steps = steps}));
  }
  all.push_back(text::panels::run_at_step({.keys = keys, .step = step, .steps = steps}));
  return all;
}

/// Whether words fit after what ends at `end` in the line.
bool words_fit(const std::string& words, float px, float end, const Rect& at) {
  return end + ui::dp(12) + ui::text_size(Face::ui, px, words).x < at.right() - ui::dp(12);
}

/// What a newcomer needs, until the first step: each a button; and what is seen.
bool hints(const PanelContext& panel, const Rect& at) {
  const Document& document = panel.document;
  const bool spare = !document.projector && !document.bare && !document.lesson &&
                     document.mode == Mode::step && shows_a_step(document) &&
                     ImGui::GetIO().DisplaySize.y > ui::dp(compact_below);
  if (!spare || panel.state.stepped || !panel.moment.next()) return false;
  struct Hint {
    text::Label words;
    const char* command;
    Value argument;
    bool elsewhere = false;  ///< in the top bar, too
  };
  if (question_asked(document)) return false;
  std::vector<Hint> all = {{text::panels::hint_next, "next", {}},
                           {text::panels::hint_help, "help", {}, true},
                           {text::panels::hint_palette, "palette", "on"}};
  const Command* lesson = command_named("lesson");
  const auto lessons = lesson ? argument_choices(*lesson) : std::vector<FieldChoice>();
  if (!lessons.empty())
    all.push_back({text::panels::hint_lesson, "lesson", lessons[0].argument, true});
  const float px = ui::dp(ui::body), high = ui::dp(26);
  if (!document.own_edition) {  // asked at the first start, until the first step
    all.push_back({text::panels::hint_edition_4, "edition", "4"});
    all.push_back({text::panels::hint_edition_5, "edition", "5"});
  }
  const auto width = [&](const Hint& hint) {
    return ui::text_size(Face::ui, px, hint.words).x + ui::dp(18);
  };
  // What a and b mean is to be seen at once: what the top bar offers, too, gives way to it
  float x = at.x + ui::dp(12), end = x;
  for (const Hint& hint : all) end += width(hint) + ui::dp(8);
  const std::string equal = equal_words(panel.moment.problem(), true);
  if (!equal.empty() && !words_fit(equal, px, end, at))
    std::erase_if(all, [](const Hint& hint) { return hint.elsewhere; });
  for (const Hint& hint : all) {
    const float wide = width(hint);
    if (x + wide > at.right()) break;  // beside an editor there is less room
    ImGui::SetCursorScreenPos({x, at.y + (at.h - high) / 2});
    if (ui::hot_area(hint.words.c_str(), {wide, high}, false))
      panel.post(hint.command, hint.argument);
    const bool over = ImGui::IsItemHovered();
    ImDrawList* list = ImGui::GetWindowDrawList();
    ui::box(list, {x, at.y + (at.h - high) / 2, wide, high}, ui::ink(Ink::raised, over ? 1 : 0),
            ui::ink(Ink::line), ui::dp(6));
    ui::text_at(list, Face::ui, px, {x + wide / 2, at.y + at.h / 2}, ui::ink(Ink::accent),
                hint.words, Anchor::middle);
    x += wide + ui::dp(8);
  }
  for (const std::string& seen : seen_words(panel.moment, panel.scene)) {
    if (!words_fit(seen, px, x, at)) continue;
    ui::note_place(seen, {x + ui::dp(12), at.y, ui::text_size(Face::ui, px, seen).x, at.h});
    ui::text_at(ImGui::GetWindowDrawList(), Face::ui, px, {x + ui::dp(12), at.y + at.h / 2},
                ui::ink(Ink::dim), seen);
    break;
  }
  return true;
}

}  // namespace

/// In one line; a sentence that is too long grows upwards.
bool status_line(const PanelContext& panel, const Rect& at) {
  Status status = status_of(panel);
  if (status.text.empty() && hints(panel, at)) return true;
  if (status.text.empty()) status.text = quiet_words(panel);
  if (status.text.empty()) return false;
  const float px = ui::dp(ui::body), side = ui::dp(20), width = at.w - 2 * side;
  const ui::Pick font = ui::pick(Face::ui, px);
  const char* end = status.text.data() + status.text.size();
  const float height =
      font.font->CalcTextSizeA(font.height, 1e9f, width, status.text.data(), end).y;
  const float under = std::min(ui::dp(12), (at.h - font.height) / 2);
  const float y = at.bottom() - under - height;
  const float top =
      y < at.y ? y - ui::dp(6) : at.y;  // in a low window the line lies over the figure's foot
  const bool border = false;  // a window of its own: reason and formula are, and lie under it
  ImGui::SetCursorScreenPos({at.x, top});
  ImGui::BeginChild("status", {at.w, at.bottom() - top}, border,
                    ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoScrollbar);
  ImDrawList* list = ImGui::GetWindowDrawList();
  ui::box(list, {at.x, top, at.w, at.bottom() - top}, ui::ink(Ink::page), 0, 0);
  list->AddText(font.font, font.height, {at.x + side, std::round(y)}, ui::ink(status.ink),
                status.text.data(), end, width);
  ImGui::EndChild();
  return true;
}

}  // namespace scope
