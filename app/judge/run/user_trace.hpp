/// A run of the user's own kernel as an ordinary trace, so that the chapter's figures, Compare and
/// exports work on it: the steps of the chapter's own run that the user's arrays show, in their
/// order, and no others. Where two threads of a formula meet only in registers nothing is shown;
/// which thread takes a key where is, where the recorded stores have it of every thread.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "user_sort.hpp"

namespace scope {

struct StudentTrace {
  radix::Trace trace;  ///< without steps where the figures cannot be drawn
  std::string about;   ///< why not; else "" or a remark. Whole sentences
};

struct StudentTraceRecipe {
  const radix::StudentRun& run;
  const StudentRoles& roles;
  const std::vector<uint32_t>& keys;
  uint32_t bits = 4;
  /// The same program on the same keys with each one's index above its bits: who is who among equal
  /// keys. Null: not known.
  const radix::StudentRun* told = nullptr;
  std::string file;   ///< what the steps' lines are of
  std::string wrong;  ///< "" or what is wrong with the run, a sentence
  std::function<uint32_t(radix::StudentSite)> line;  ///< of a place in the file; 0 unknown
};

StudentTrace user_trace(const StudentTraceRecipe& recipe);

}  // namespace scope
