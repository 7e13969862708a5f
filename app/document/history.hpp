/// What was changed since the first start, so that it can be undone (state/undo.hpp). Shared and
/// never written to: a copy of a Document has the history of its moment, and copies cost nothing.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace scope {

struct Lesson;

/// One change: what it was, and the way to the other side of it.
struct Edit {
  std::string command;  ///< the command that made it
  std::string words;    ///< what it did: "radix bits 2 to 4", "add a lane"
  std::string state;    ///< as whole_return_string writes it: before the change, or after one
                        ///< undone
  std::string session_file, opened_file, preset;  ///< as in the Document
  std::shared_ptr<const Lesson> lesson;           ///< one that no state can name; gone at the end
  std::size_t slide = 0;
};

struct History {
  std::vector<std::shared_ptr<const Edit>> done;    ///< oldest first
  std::vector<std::shared_ptr<const Edit>> undone;  ///< what was undone last is at the end
};

}  // namespace scope
