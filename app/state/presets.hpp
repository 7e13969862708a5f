/// Keys to start with. A preset is a file in assets/presets, or in the folder "presets" beside the
/// person's preferences; adding one is adding a file. A preset that names a step, a figure or
/// anything else of a state (state.hpp) beside its keys and settings is a whole state: what it does
/// not name is as at the first start. Wherever a preset is named beside something else (a state, a
/// slide, options), that comes on top of its fields.
///
/// A preset of keys alone leaves the sort and what a person has set. What the preset before it has
/// brought beside keys and sort (a start, a figure, comparators taken out) goes with that one: it
/// is as at the first start again, unless it was changed since.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/document.hpp"
#include "json_folder.hpp"
#include "state_fields.hpp"

namespace scope {

struct Preset {
  std::string name;          ///< in scripts: the file's name without number and ending
  std::string title;         ///< in the menu
  std::string about;         ///< one sentence: what to look at
  std::string keys;          ///< as people write them, decimal
  std::string values;        ///< one per key, or nothing
  std::string sort;          ///< short name; "" = whatever sort is chosen
  radix::Settings settings;  ///< those in `given`; what describes the keys is plain otherwise
  std::vector<const radix::SettingInfo*> given;  ///< the settings that the file names
  std::string state;  ///< "" or all of its fields as apply_state takes them
};

using Presets = JsonFolder<Preset>;

/// Reads every file of a folder. A file with bad keys or settings or an unknown field is left out
/// and named in the error; nothing is sorted, so that the program starts quickly: fault_of finds
/// the rest.
Presets load_presets(const std::string& folder);

/// The same, then the person's `own` folder, which may be missing or "".
Presets load_presets(const std::string& folder, const std::string& own);

/// Those that came with the program and the person's own; read once.
const Presets& presets();

/// The preset with this name, or null.
const Preset* preset_named(std::string_view name);

/// Makes the preset's keys and settings the setup; what it does not name and does not describe keys
/// stays, as do engine and base. Returns "" or one sentence that lists the names.
std::string choose_preset(const std::string& name, Setup& setup);

/// What the preset says beside that (step, engine, base, figure, mode, …), under what `fields` say:
/// fields that are there stay. Its step is the first lane's, and left out where a step is there or
/// another lane leads.
void put_under(const Preset& preset, StateFields& fields);

/// The same for the whole document: also step, figure and mode where the preset has them. "" or one
/// sentence. In Compare mode the lanes stay, with their sorts and the settings in which they
/// differ: keys and all other settings go to every lane, and a note says that the rest was left
/// out. In Step mode lanes that wait for Compare mode stay as well.
std::string show_preset(Document& document, const std::string& name);

/// A program that was just started: the chapter's keys, sort 1, recorded by this engine
/// (cpu: by that one alone), on its first step.
Document make_document(radix::EngineChoice engine = radix::EngineChoice::automatic);

/// Tries it in a Document of its own, sorting it: "" or one sentence that says why it cannot be
/// shown.
std::string fault_of(const Preset& preset);

/// The settings of a setup after choosing the preset.
radix::Settings settings_after(const Preset& preset, radix::Settings before);

/// What the active lane sorts, as the list of presets calls it.
struct ShownPreset {
  const Preset* preset = nullptr;  ///< null: other keys than those of any preset
  bool changed = false;            ///< its keys, but another setting or sort than it names
};
/// The preset that was chosen last where it is the one, else the first whose keys, settings and
/// sort these are, else one with these keys.
ShownPreset shown_preset(const Document& document);

/// `count` keys below 2^key_bits; the same on every machine for the same seed.
/// count 0…4096, key_bits 1…32.
std::vector<uint32_t> random_keys(uint32_t count, uint32_t key_bits, uint32_t seed);

}  // namespace scope
