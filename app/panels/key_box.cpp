#include "key_box.hpp"

#include <imgui.h>
#include <imgui_stdlib.h>
#include <algorithm>
#include <utility>

#include "app/core/base/text.hpp"
#include "app/window/draw.hpp"
#include "app/window/focus.hpp"
#include "app/window/widgets.hpp"

namespace scope {
namespace {

bool blank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

constexpr float box_padding = 10;  // around the text
constexpr int max_lines = 6;
constexpr double typing_pause = 0.35;  // s: half a number is no input yet

/// What the text box tells while it has the keyboard.
struct Editing {
  std::size_t columns = 0;
  int caret = -1;
};

/// The caret that was followed last, and in how high a box: the box grows a picture after its text.
struct Followed {
  int caret = -1;
  float room = 0;
};

int on_edit(ImGuiInputTextCallbackData* data) {
  auto& editing = *static_cast<Editing*>(data->UserData);
  if (data->EventFlag == ImGuiInputTextFlags_CallbackEdit) {
    const std::string before(data->Buf, static_cast<std::size_t>(data->BufTextLen));
    wrap_keys(data->Buf, before.size(), editing.columns);
    data->BufDirty = before != std::string_view(data->Buf, before.size());
  } else {
    editing.caret = data->CursorPos;
  }
  return 0;
}

/// The same text with blanks for line ends, as the command takes it.
std::string unwrapped(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

/// A tinted ground and a line under the token that cannot be used.
void mark_token(const PanelContext& panel, ImVec2 origin, ImVec2 letter) {
  const Lane& lane = panel.document.lane();
  const auto& error = lane.error;
  const std::string& text = panel.state.keys_text;
  if (error.begin >= error.end || text.size() != lane.recorded.keys_text.size()) return;
  const TextPlace from = text_place(text, error.begin), to = text_place(text, error.end);
  if (from.line != to.line) return;
  const Rect at{origin.x + letter.x * static_cast<float>(from.column),
                origin.y + letter.y * static_cast<float>(from.line),
                letter.x * static_cast<float>(to.column - from.column), letter.y};
  ImDrawList* list = ImGui::GetWindowDrawList();
  ui::box(list, {at.x - ui::dp(2), at.y, at.w + ui::dp(4), at.h}, ui::ink(Ink::warn, 0.2f), 0,
          ui::dp(3));
  list->AddLine({at.x, at.bottom()}, {at.right(), at.bottom()}, ui::ink(Ink::warn), ui::dp(2));
}

/// Keeps the line with the caret inside the box, wherever it has just gone.
void follow_caret(const std::string& text, int caret, float line_height) {
  static Followed last;
  const bool same = last.caret == caret && last.room == ImGui::GetWindowHeight();
  last = {caret, ImGui::GetWindowHeight()};
  if (same) return;
  const float y =
      ui::dp(box_padding) +
      line_height * static_cast<float>(text_place(text, static_cast<std::size_t>(caret)).line);
  const float top = ImGui::GetScrollY(), room = ImGui::GetWindowHeight();
  if (y < top) ImGui::SetScrollY(y);
  if (y + line_height > top + room) ImGui::SetScrollY(y + line_height + ui::dp(box_padding) - room);
}

/// The text box itself, as high as its text, without a frame; the child window around it scrolls.
void edit(const PanelContext& panel, ImVec2 letter, std::size_t columns) {
  UiState& state = panel.state;
  const float lines =
      static_cast<float>(text_place(state.keys_text, state.keys_text.size()).line + 1);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float wide =
      letter.x * static_cast<float>(widest_line(state.keys_text) + 1) + 2 * ui::dp(box_padding);
  mark_token(panel,
             {ImGui::GetCursorScreenPos().x + ui::dp(box_padding),
              ImGui::GetCursorScreenPos().y + ui::dp(box_padding)},
             letter);
  Editing editing{.columns = columns};
  const std::string before = state.keys_text;
  ImGui::PushStyleColor(ImGuiCol_FrameBg, 0u);
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0.f);
  ImGui::PushStyleVar(ImGuiStyleVar_ChildBorderSize, 0.f);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(ui::dp(box_padding), ui::dp(box_padding)));
  const ImGuiID own = ImGui::GetID("##keys");
  if (std::exchange(state.to_keys, false) || ui::is_reached(own) || ui::is_pressed(own))
    ui::take_keyboard();
  ui::forget_undo(own);
  bool changed = ImGui::InputTextMultiline(
      "##keys", &state.keys_text,
      {std::max(wide, room.x), std::max(lines * letter.y + 2 * ui::dp(box_padding), room.y)},
      ImGuiInputTextFlags_CallbackEdit | ImGuiInputTextFlags_CallbackAlways, on_edit, &editing);
  state.typing_keys = ImGui::IsItemActive();
  ui::reachable_item(own);
  ImGui::PopStyleVar(3);
  ImGui::PopStyleColor();
  // ImGui takes Escape for "undo everything"; the keys are sorted anyway, so here it only leaves
  // the box
  if (changed && ImGui::IsItemDeactivated()) {
    state.keys_text = before;
    changed = false;
  }
  if (changed) state.keys_wait = true, state.keys_typed = ImGui::GetTime();
  const bool pause = ImGui::GetTime() - state.keys_typed > typing_pause;
  if (state.keys_wait && (pause || !state.typing_keys)) {
    state.keys_wait = false;
    panel.post("keys", unwrapped(state.keys_text));
  }
  if (editing.caret >= 0) follow_caret(state.keys_text, editing.caret, letter.y);
}

}  // namespace

TextPlace text_place(const std::string& text, std::size_t at) {
  TextPlace place;
  for (std::size_t i = 0; i < std::min(at, text.size()); ++i) {
    if (text[i] == '\n')
      place = {place.line + 1, 0};
    else if (!inside_character(text[i]))
      ++place.column;
  }
  return place;
}

int widest_line(const std::string& text) {
  int most = 0;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    most = std::max(most, static_cast<int>(end - at));
    at = end + 1;
  }
  return most;
}

void wrap_keys(char* text, std::size_t length, std::size_t columns) {
  std::size_t column = 0,
              last_blank = length;  // the blank that may become a line end; length = none
  for (std::size_t i = 0; i < length; ++i, ++column) {
    if (!blank(text[i])) {
      if (column < columns || last_blank == length) continue;
      text[last_blank] = '\n';
      column = i - last_blank - 1;
      last_blank = length;
    } else {
      text[i] = ' ';
      if (column > 0) last_blank = i;
    }
  }
}

void key_box(const PanelContext& panel) {
  const ui::Font font(Face::mono, ui::body);
  const ImVec2 letter(ImGui::CalcTextSize("0").x, ImGui::GetTextLineHeight());
  const float width = ImGui::GetContentRegionAvail().x;
  const float room = width - 2 * ui::dp(box_padding) - ImGui::GetStyle().ScrollbarSize;
  const auto columns = static_cast<std::size_t>(std::max(room / letter.x, 8.f));
  std::string& text = panel.state.keys_text;
  if (!panel.state.typing_keys) {
    text = panel.document.lane().setup.keys_text;
    wrap_keys(text.data(), text.size(), columns);
  }

  const int lines = text_place(text, text.size()).line + 1, least_lines = ui::tight() ? 2 : 3;
  const float height = letter.y * static_cast<float>(std::clamp(lines, least_lines, max_lines)) +
                       2 * ui::dp(box_padding);
  const bool bad = complaint_at(panel) == SaidAt::input;
  const Ink edge = bad ? Ink::warn : panel.state.typing_keys ? Ink::accent : Ink::line;
  ImGui::PushStyleColor(ImGuiCol_ChildBg, ui::ink(Ink::raised));
  ImGui::PushStyleColor(ImGuiCol_Border, ui::ink(edge));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  const bool border = true;
  ImGui::BeginChild("key box", {width, height}, border);
  ImGui::PopStyleVar();
  edit(panel, letter, columns);
  ImGui::EndChild();
  ImGui::PopStyleColor(2);
}

}  // namespace scope
