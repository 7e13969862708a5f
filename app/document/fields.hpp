/// The one list of what a person can set by name. A row makes the command (`theme print`), its
/// keys, its line in the help and in the palette with all choices, the field of a state line and of
/// a session file, and the preference: each of them reads this list. The settings of a run
/// (kernels/engine/model/settings.hpp) are rows of it; app/state adds those that are made of states
/// themselves.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/core/base/value.hpp"
#include "document.hpp"

namespace scope {

/// Where a field is kept from one start to the next.
enum class Kept : uint8_t {
  nothing,
  state,       ///< in state lines, session files, slides of lessons and presets
  session,     ///< in session files only: the line stays short
  preference,  ///< in the person's preferences; no state changes it
};

/// A value that is a name in a list.
struct FieldChoice {
  std::string argument;
  std::string about;      ///< the list's own words for it, or all that choosing it does
  std::string also = "";  ///< words that find it too
};

struct Field {
  std::string name;       ///< "theme"
  std::string takes;      ///< for help: "[dark|light|print]", "1…32"
  std::string help;       ///< one line, imperative; "" = no command of this name
  const char* keys = "";  ///< on the keyboard, as Command::keys
  const char* also = "";  ///< words of a reader that find it too, as Command::also
  std::string each = "";  ///< what choosing a value does, % stands for the value's own words; "" =
                          ///< these words say it
  Kept kept = Kept::nothing;
  bool of_lane = false;  ///< of the active lane; else of the program
  bool shared = false;   ///< of a lane, but all lanes have the first one's
  bool of_run = false;   ///< points into the run: nothing to say while the wanted run fails

  /// The value as `set` takes it; null for what is only read.
  std::function<std::string(const Document&)> get;
  /// "" or one sentence that names the range, and then nothing has changed but, perhaps,
  /// Document::note.
  std::function<std::string(Document&, const Value&)> set;
  /// Lists the allowed values where they are names of a list that grows. Null where `takes` spells
  /// them out, or the value is free text.
  std::function<std::vector<FieldChoice>()> choices;
};

/// In the order in which a state sets them, then preferences in the order of their file.
const std::vector<Field>& document_fields();

/// The names of CostOf and of AlignBy, in their order.
std::span<const char* const> cost_names();
std::span<const char* const> align_names();

/// The canvas shows the whole page, or a part of it, 0.1…40 times as large.
void fit_page(Document& document);
void zoom_page(Document& document, float zoom);

/// Sets the threads of a warp ("warp") or the keys of a segment ("segment"): a power of two up
/// to 32. "" or one sentence.
std::string set_memory(MemoryShape& shape, std::string_view part, const Value& value);

/// The size of the interface, on the tenth that is nearest, 0.8…2.5.
void scale_interface(Document& document, float scale);

/// Steps per second while playing, 0.25…8.
void play_at(Document& document, float speed);

}  // namespace scope
