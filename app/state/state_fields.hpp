/// The fields of a state, and what both spellings of it (state.hpp) carry. A new field is a row of
/// document/fields.cpp: the string, the file, the reading and the tests iterate that list.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/document/fields.hpp"

namespace scope {

inline constexpr std::size_t longest_state = 1u << 20;  ///< bytes; 4096 keys take a tenth

/// A field as it is written: its name and its value, printable ASCII.
struct NamedText {
  std::string name, value;
  friend bool operator==(const NamedText&, const NamedText&) = default;
};

/// A kernel file as a person has changed it, in a lane from 0. In session files only: a link never
/// brings text that is compiled.
struct ChangedText {
  std::size_t lane = 0;
  std::string file, text;
  friend bool operator==(const ChangedText&, const ChangedText&) = default;
};

/// A state before it is understood: what belongs to the program, and what to each lane.
struct StateFields {
  std::vector<NamedText> document;
  std::vector<std::vector<NamedText>> lanes{{}};  ///< one at least
  std::vector<ChangedText> changed;
};

/// The whole list: that of the document (document/fields.hpp), and what is made of states
/// themselves: preset, lesson, slide, and what to come back to from a lesson.
const std::vector<Field>& fields();

/// The field with this name, or null.
const Field* field_named(std::string_view name);

/// True for a field of a state that belongs to a lane, and for "step".
bool belongs_to_lane(std::string_view name);

}  // namespace scope
