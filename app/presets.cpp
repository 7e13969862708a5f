#include "presets.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <random>

#include "files.hpp"
#include "text_file.hpp"
#include "verb_actions.hpp"

namespace scope {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// "01-chapter" -> "chapter": the number only says where it stands in the list.
std::string name_of(const fs::path& file) {
  const std::string stem = to_text(file.stem());
  return stem.substr(std::min(stem.find_first_not_of("0123456789-"), stem.size()));
}

/// Throws json::exception when a field is missing or of another type.
Preset read_fields(const json& data, std::string name) {
  return {.name = std::move(name),
          .title = data.at("title"),
          .about = data.at("about"),
          .keys = data.at("keys"),
          .key_bits = data.at("key_bits"),
          .threads_per_block = data.at("threads_per_block")};
}

radix::Result<Preset> load_preset(const fs::path& file) {
  const std::string name = to_text(file);
  const auto text = read_text(name);
  if (!text) return text.complaint;
  try {
    Preset preset = read_fields(json::parse(*text), name_of(file));
    const auto problem =
        radix::Problem::make(preset.keys, preset.key_bits, preset.threads_per_block);
    if (problem) return preset;
    return radix::Complaint{.sentence = "'" + name + "': " + problem.complaint.sentence};
  } catch (const json::exception& error) {
    return radix::Complaint{.sentence = "'" + name + "' is not a preset: " + error.what() + "."};
  }
}

std::vector<fs::path> preset_files(const std::string& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator it(to_path(folder), error), end; !error && it != end;
       it.increment(error))
    if (it->path().extension() == ".json") files.push_back(it->path());
  std::sort(files.begin(), files.end());
  return files;
}

}  // namespace

Presets load_presets(const std::string& folder) {
  Presets shelf;
  for (const fs::path& file : preset_files(folder)) {
    auto preset = load_preset(file);
    if (preset)
      shelf.list.push_back(std::move(*preset));
    else if (shelf.complaint.empty())
      shelf.complaint = preset.complaint.sentence;
  }
  if (shelf.list.empty() && shelf.complaint.empty())
    shelf.complaint = "No presets found: the program's folder assets/presets is missing or empty.";
  return shelf;
}

const Presets& presets() {
  static const Presets shelf = load_presets(resource("assets/presets"));
  return shelf;
}

const Preset* preset_named(std::string_view name) {
  const auto& list = presets().list;
  const auto it = std::find_if(list.begin(), list.end(),
                               [&](const Preset& preset) { return preset.name == name; });
  return it == list.end() ? nullptr : &*it;
}

std::string choose_preset(const std::string& name, Wish& wish) {
  const Preset* preset = preset_named(name);
  if (!preset) {
    std::vector<std::string> names;
    for (const Preset& each : presets().list) names.push_back(each.name);
    return names.empty() ? presets().complaint : no_such("preset", name, names);
  }
  wish.keys_text = radix::keys_text(preset->keys, wish.base, preset->key_bits);
  wish.key_bits = preset->key_bits;
  wish.threads_per_block = preset->threads_per_block;
  return "";
}

std::vector<uint32_t> random_keys(uint32_t count, uint32_t key_bits, uint32_t seed) {
  std::mt19937 random(seed);  // the standard fixes its numbers, unlike those of the distributions
  std::vector<uint32_t> keys(count);
  for (uint32_t& key : keys) key = static_cast<uint32_t>(random()) >> (32 - key_bits);
  return keys;
}

}  // namespace scope
