/// Keys to begin with. A preset is a file in assets/presets; adding one is adding a file.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app.hpp"

namespace scope {

struct Preset {
  std::string name;   ///< in scripts: the file's name without number and ending
  std::string title;  ///< in the menu
  std::string about;  ///< one sentence: what to look at
  std::vector<uint32_t> keys;
  uint32_t key_bits = 4;           ///< 1…32; holds every key
  uint32_t threads_per_block = 4;  ///< 1…1024
};

struct Presets {
  std::vector<Preset> list;  ///< in the order of the files' names
  std::string complaint;     ///< "" or one sentence: the first file or folder that is no good
};

/// Reads every *.json of a folder, in the order of their names ("01-chapter.json" is called
/// "chapter"). A bad file is left out and named in the complaint.
Presets load_presets(const std::string& folder);

/// Those that came with the program; read once.
const Presets& presets();

/// The preset with this name, or null.
const Preset* preset_named(std::string_view name);

/// Makes the preset's keys, key bits and threads per block the wish; rung, engine and base stay.
/// Returns "" or one sentence that lists the names.
std::string choose_preset(const std::string& name, Wish& wish);

/// `count` keys below 2^key_bits; the same on every machine for the same seed.
/// count 0…4096, key_bits 1…32.
std::vector<uint32_t> random_keys(uint32_t count, uint32_t key_bits, uint32_t seed);

}  // namespace scope
