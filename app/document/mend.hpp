/// Is a changed kernel right? Judged by what it does: on random keys, with threads and blocks in
/// every order, by all that a sort promises; of a bug of the gallery on the keys that show it, too.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "document.hpp"

namespace scope {

/// What came of it: how many inputs were tried, and of the first that went wrong its keys and what
/// is wrong.
struct MendVerdict {
  uint32_t inputs = 0;
  bool ended = false;  ///< else it is at work, or was cancelled
  std::string keys, sentence;
  bool right() const { return ended && sentence.empty(); }
};

inline constexpr uint32_t mend_inputs = 20;

/// About this many inputs: those that show the bug, the setup's own, and random ones.
std::vector<radix::Problem> mend_problems(const Setup& setup, const radix::PlantedFault* bug,
                                          uint32_t inputs);
/// The bug that is being mended, or null.
const radix::PlantedFault* mended_bug(const Document& document);

/// `bug`: that was opened to be mended, or null. One that leaves every result right is mended when
/// every array is the chapter's.
MendVerdict judge_mend(const Setup& setup, const radix::PlantedFault* bug, uint32_t inputs,
                       const std::atomic<bool>* cancel = nullptr);

/// Judges the changed lane: in the background of a window, without one at once.
void start_mend(Document& document);
/// Starts to judge what was just recorded, while a bug is being mended; takes what came of it. True
/// when anything changed.
bool poll_mend(Document& document);
/// "Mended: …", "Not mended: …", or what is being done; "" where nothing was judged.
std::string mend_words(const Document& document);

}  // namespace scope
