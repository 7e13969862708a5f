// Verbs of the memory figures: what a warp and a segment are, and which store is shown.
#include "command_actions.hpp"

namespace scope::actions {
namespace {

/// Reads "warp N" and "segment N", in any order, into the shape.
std::string read_shape(const std::vector<std::string>& words, MemoryShape& shape) {
  for (std::size_t i = 0; i < words.size(); i += 2) {
    const bool warp = words[i] == "warp";
    if (!warp && words[i] != "segment")
      return no_such("part of the memory", words[i], {"warp N", "segment N", "real", "lines"});
    std::string refusal;
    const auto value =
        whole_number(i + 1 < words.size() ? words[i + 1] : "", 1, warp ? most_lanes : most_segment,
                     warp ? "The threads of a warp" : "The keys of a segment", refusal);
    if (!value) return refusal;
    if ((*value & (*value - 1)) != 0)
      return std::string(warp ? "The threads of a warp" : "The keys of a segment") +
             " are a power of two, as on a card: 1, 2, 4, 8, 16 or 32.";
    (warp ? shape.lanes : shape.segment) = *value;
  }
  return "";
}

/// One number of a store's name, in its range. `high`: one more than the largest.
std::string read_part(const std::vector<std::string>& words, std::size_t at, uint32_t high,
                      const char* what, uint32_t& part) {
  if (at >= words.size()) return "";
  std::string refusal;
  if (const auto value = whole_number(words[at], 0, high - 1, what, refusal)) part = *value;
  return refusal;
}

}  // namespace

std::string memory(App& app, Argument argument) {
  const auto words = words_of(argument);
  MemoryShape shape = app.memory;
  if (words.empty())
    return no_such("part of the memory", "", {"warp N", "segment N", "real", "lines"});
  if (words.size() == 1 && words[0] == "real") {
    shape = real_sectors;
  } else if (words.size() == 1 && words[0] == "lines") {
    shape = real_lines;
  } else if (std::string refusal = read_shape(words, shape); !refusal.empty()) {
    return refusal;
  }
  app.memory = shape;
  return "";
}

std::string store(App& app, Argument argument) {
  const auto words = words_of(argument);
  if (words.size() == 1 && words[0] == "auto") {
    app.store.reset();
    return "";
  }
  if (words.empty() || words.size() > 3)
    return "A store is named by its block, its warp and its round: store 0, store 0 1, store 0 1 0 "
           "or store auto.";
  const Look now = look(app);
  const Cut cut = cut_of(now.problem(), now.pass());
  if (cut.keys == 0) return "There are no keys, so nothing is stored.";
  StoreId id;
  for (const std::string& refusal :
       {read_part(words, 0, cut.blocks(), "The block of the store", id.block),
        read_part(words, 1, cut.warps(app.memory.lanes), "The warp in its block", id.warp),
        read_part(words, 2, cut.each, "The round of the store", id.round)})
    if (!refusal.empty()) return refusal;
  if (!cut.has(id, app.memory.lanes))
    return "No thread of that warp has a key in that round; choose another store.";
  app.store = id;
  return "";
}

}  // namespace scope::actions
