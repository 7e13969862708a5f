/// The list of fields that a state has, and what both spellings of it (session.hpp) carry. A new field is a row in
/// session_fields.cpp: the string, the file, the reading and the tests iterate that list.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/document/document.hpp"

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

/// A field of the program. The lanes are made, and where they should be, when it is set.
struct AppField {
  std::string name;
  std::string (*get)(const App&);
  std::string (*set)(App&, const std::string&);   ///< "" or one sentence, and then nothing has changed
  bool of_run = false;                ///< points into the run; nothing to say while the wished run fails
  bool of_file = false;               ///< written into session files only: the string stays short
};

/// A field of what a lane sorts and how, kept in its wish.
struct LaneField {
  std::string name;
  const radix::SettingInfo* setting;   ///< what it is a value of, or null
  bool shared;                         ///< all lanes have the first one's
  std::string (*get)(const Wish&);     ///< null for a setting, and for what is only read
  std::string (*set)(Wish&, const std::string&);   ///< as above; null for a setting
};

/// Both lists in the order in which they are set.
const std::vector<AppField>& app_fields();
const std::vector<LaneField>& lane_fields();

/// A lane's value of a field; "" for what is only read.
std::string text_of(const LaneField& field, const Wish& wish);
/// Puts the value into the wish; "" or one sentence.
std::string take(const LaneField& field, Wish& wish, const std::string& value);

/// True for a field of a lane: those of the list, and "step".
bool belongs_to_lane(std::string_view name);

/// What a program that was just started wants to sort.
const Wish& first_wish();

/// True while the lane's wish can be understood but its run fails: a deadlock, a machine that is gone.
bool run_failed(const Lane& lane);

/// What the picture of each lane was made from; where no run was made, what was wished.
std::vector<Wish> shown_wishes(const App& app);

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
