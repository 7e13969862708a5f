/// A folder of JSON files, one thing each: presets, lessons. "01-chapter.json" is called "chapter":
/// the number only says where it stands. A person's own folder stands behind the one that came with
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

/// `Thing` has a member `name`.
template <class Thing>
struct Shelf {
  std::vector<Thing> list;  ///< in the order of the files' names
  std::string error;        ///< "" or one sentence: the first file that is no good; it is left out
  std::map<std::string, std::string> broken;  ///< the sentences about all of them, by name
};

/// The *.json files of a folder in the order of their names; none where there is no folder.
std::vector<std::string> shelf_files(const std::string& folder);

/// A file of JSON as text. Where it came with the program, the members of these names say what they
/// say in the reader's language; what a person wrote stays as it is.
radix::Result<std::string> read_json_text(const std::string& file, std::size_t most_bytes,
                                          std::initializer_list<std::string_view> said);

/// Whose numbers and whose language the texts of a shelf are in.
using Reader = std::pair<radix::Edition, std::string>;
Reader reader_of_now();

/// What a file's thing is called.
std::string shelf_name(const std::string& file);

/// The person's own folder of this kind, beside their preferences; "" when there is no home.
std::string own_shelf(const std::string& kind);

template <class Thing>
using LoadThing = radix::Result<Thing> (*)(const std::string& file);

template <class Thing>
Shelf<Thing> load_shelf(const std::string& folder, LoadThing<Thing> load) {
  Shelf<Thing> shelf;
  for (const std::string& file : shelf_files(folder)) {
    auto thing = load(file);
    if (thing)
      shelf.list.push_back(std::move(*thing));
    else if (shelf.broken[shelf_name(file)] = thing.error.sentence; shelf.error.empty())
      shelf.error = thing.error.sentence;
  }
  return shelf;
}

/// Theirs over ours.
template <class Thing>
Shelf<Thing> joined_shelf(Shelf<Thing> ours, Shelf<Thing> theirs) {
  if (ours.error.empty()) ours.error = theirs.error;
  ours.broken.merge(theirs.broken);
  for (Thing& thing : theirs.list) {
    const auto same = std::ranges::find(ours.list, thing.name, &Thing::name);
    if (same == ours.list.end())
      ours.list.push_back(std::move(thing));
    else
      *same = std::move(thing);
  }
  return ours;
}

/// The one with this name, or null.
template <class Thing>
const Thing* named_on(const Shelf<Thing>& shelf, std::string_view name) {
  const auto it = std::ranges::find(shelf.list, name, &Thing::name);
  return it == shelf.list.end() ? nullptr : &*it;
}

/// Why there is none of this name, though there is a file: "" or one sentence.
template <class Thing>
std::string why_not_on(const Shelf<Thing>& shelf, const std::string& name) {
  const auto found = shelf.broken.find(name);
  return found == shelf.broken.end() ? "" : found->second;
}

template <class Thing>
std::vector<std::string> names_on(const Shelf<Thing>& shelf) {
  std::vector<std::string> names;
  for (const Thing& thing : shelf.list) names.push_back(thing.name);
  return names;
}

}  // namespace scope
