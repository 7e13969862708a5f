/// A folder of JSON files, one item each: presets, lessons. "01-chapter.json" is called "chapter":
/// the number only says where it stands. A person's own folder stands after the one that came with
/// the program, and a file of theirs with the name of an earlier one stands in its place.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/engine/model/edition.hpp"
#include "kernels/engine/model/problem.hpp"

namespace scope {

/// `Item` has a member `name`.
template <class Item>
struct JsonFolder {
  std::vector<Item> list;  ///< in the order of the files' names
  std::string error;  ///< "" or one sentence: the first file that cannot be used; it is left out
  std::map<std::string, std::string> broken;  ///< the sentences about all of them, by name
};

/// The *.json files of a folder in the order of their names; none where there is no folder.
std::vector<std::string> json_files(const std::string& folder);

/// A file of JSON as text. Where it came with the program, the members of these names say what they
/// say in the reader's language; what a person wrote stays as it is.
radix::Result<std::string> read_json_text(const std::string& file, std::size_t max_bytes,
                                          std::initializer_list<std::string_view> said);

/// Whose numbers and whose language the texts of a folder are in.
using Reader = std::pair<radix::Edition, std::string>;
Reader reader_of_now();

/// The name of a file's item.
std::string item_name(const std::string& file);

/// The person's own folder of this kind, beside their preferences; "" when there is no home.
std::string own_json_folder(const std::string& kind);

template <class Item>
using LoadItem = radix::Result<Item> (*)(const std::string& file);

template <class Item>
JsonFolder<Item> load_json_folder(const std::string& folder, LoadItem<Item> load) {
  JsonFolder<Item> loaded;
  for (const std::string& file : json_files(folder)) {
    auto item = load(file);
    if (item)
      loaded.list.push_back(std::move(*item));
    else if (loaded.broken[item_name(file)] = item.error.sentence; loaded.error.empty())
      loaded.error = item.error.sentence;
  }
  return loaded;
}

/// Theirs over ours.
template <class Item>
JsonFolder<Item> joined_folders(JsonFolder<Item> ours, JsonFolder<Item> theirs) {
  if (ours.error.empty()) ours.error = theirs.error;
  ours.broken.merge(theirs.broken);
  for (Item& item : theirs.list) {
    const auto same = std::ranges::find(ours.list, item.name, &Item::name);
    if (same == ours.list.end())
      ours.list.push_back(std::move(item));
    else
      *same = std::move(item);
  }
  return ours;
}

/// The one with this name, or null.
template <class Item>
const Item* named_in(const JsonFolder<Item>& loaded, std::string_view name) {
  const auto it = std::ranges::find(loaded.list, name, &Item::name);
  return it == loaded.list.end() ? nullptr : &*it;
}

/// Why there is none of this name, though there is a file: "" or one sentence.
template <class Item>
std::string why_not_in(const JsonFolder<Item>& loaded, const std::string& name) {
  const auto found = loaded.broken.find(name);
  return found == loaded.broken.end() ? "" : found->second;
}

template <class Item>
std::vector<std::string> names_in(const JsonFolder<Item>& loaded) {
  std::vector<std::string> names;
  for (const Item& item : loaded.list) names.push_back(item.name);
  return names;
}

}  // namespace scope
