/// The few controls that the panels are made of, all in one manner. Sizes in design units unless it
/// says pixels.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/core/scene/scene.hpp"
#include "style.hpp"

namespace scope::ui {

/// A section's quiet title in capitals; the next item follows below it.
void heading(const std::string& text);
/// The same as it is written: keys may be letters.
void heading_as_written(const std::string& text);

/// A hairline across the panel with air above and below.
void rule();

/// A wrapped paragraph.
void paragraph(const std::string& text, Ink ink = Ink::text, float size = body,
               Face face = Face::ui);

/// Such a text in lines of `width` px. Its terms (core/words/glossary.hpp) are dotted under, and
/// pointing at one explains it.
void explained(const std::string& text, float size, float width);

/// A name at the left of the line and, `width` px wide at its right end, room for a control: the
/// next item.
void row(const std::string& name, float width);

/// A name at the left and a number at the right end of a line.
void fact(const std::string& name, const std::string& value, Ink which = Ink::text);

/// A few choices side by side, `width` px in all. Returns the one that was clicked, or -1.
int segments(const char* id, std::span<const char* const> labels, int chosen, float width);

/// px; of choices that show all of their labels.
float segments_width(std::span<const char* const> labels);

/// "− 4 +", `width` px; the number can be typed. Returns what it should become.
std::optional<uint32_t> stepper(const char* id, uint32_t value, uint32_t low, uint32_t high,
                                float width);
/// px; of one that shows all of its number, the same for all below 1,000.
float stepper_width(uint32_t value);

/// px; of a list that shows all of `chosen`.
float list_width(const std::string& chosen);

/// Opens a list that shows `chosen`, `width` px. Pair with end_list when true; `close` closes it.
bool begin_list(const char* id, const std::string& chosen, float width, bool close);
void end_list();

/// The lists that were there since the last call, each once; for tests, as what follows.
std::vector<ImGuiID> take_lists();
/// This list alone is open, or with 0 none, whatever is clicked.
void keep_open(ImGuiID list);

/// One line of an open list, with an optional quieter word at its end. True when it was clicked.
bool list_item(const std::string& text, bool chosen, const std::string& detail = "");

/// px; of a button that shows all of its label, `least` design units or more.
float button_width(const std::string& label, float least);

/// A plain button of this size in px.
bool button(const std::string& label, ImVec2 size, bool lit = false);

/// An invisible button, for things that are drawn by hand: like ImGui's, but never of size 0.
/// `by_keyboard`: a control that Tab leads to; false for what keys do in another way.
bool hot_area(const char* id, ImVec2 size, bool by_keyboard = true);

/// A line to type in, `width` px. Returns what ImGui's InputText does with these flags.
bool text_field(const char* id, std::string& text, float width, const std::string& hint,
                ImGuiInputTextFlags flags = 0);

}  // namespace scope::ui
