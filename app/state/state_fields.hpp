/// The fields of a state, and what both spellings of it (state.hpp) carry. A new field is a row of
/// document/fields.cpp: the string, the file, the reading and the tests iterate that list.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/document/fields.hpp"

namespace scope {

/// A field as it is written: its name and its value, printable ASCII.
struct NamedText {
  std::string name, value;
  friend bool operator==(const NamedText&, const NamedText&) = default;
};

/// A state before it is understood: what belongs to the program, and what to each lane.
struct StateFields {
  std::vector<NamedText> app;
  std::vector<std::vector<NamedText>> lanes{{}};   ///< one at least
};

/// The whole list: that of the document (document/fields.hpp), and what is made of states themselves: preset, lesson,
/// slide, and what to come back to from a lesson.
const std::vector<Field>& fields();

/// The field with this name, or null.
const Field* field_named(std::string_view name);

/// True for a field of a state that belongs to a lane, and for "step".
bool belongs_to_lane(std::string_view name);

/// What a program that was just started wants to sort.
const Wish& first_wish();

/// True while the lane's wish can be understood but its run fails: a deadlock, a machine that is gone.
bool run_failed(const Lane& lane);

/// Fields of Timing mode's picks, "timing_n" and the like; those that are as at the first start only if `all`.
std::vector<NamedText> timing_fields(const App& app, bool all);
/// True for the name of one of these.
bool belongs_to_timing(std::string_view name);
/// Picks what they say; "" or one sentence that names the field, and then nothing has changed.
std::string take_timing(App& app, const std::vector<NamedText>& fields);

/// "" or why there are too many lanes, or a name is unknown or written twice.
std::string check_names(const StateFields& fields);

/// Everything that a state says about the app; fields of files and those that are as in a program just started only if `all`.
StateFields fields_of(const App& app, bool all);

/// Makes the app show this. "" or one sentence that names the field; then nothing has changed.
std::string take_fields(App& app, const StateFields& fields);

}  // namespace scope
