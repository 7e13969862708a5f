/// A run of somebody's own kernel as an ordinary trace, so that the chapter's figures, Compare and
/// exports work on it: the steps of the chapter's own run that his arrays show, in their order, and
/// no others. Where two threads of a formula meet only in registers nothing is shown; which thread
/// takes a key where is, where the recorded stores have it of every thread.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "kernels/model/trace.hpp"
#include "own_arrays.hpp"

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

/// A run of the chapter's that somebody's own may be like.
struct Likeness {
  std::string rung;
  radix::Settings settings{};
};

/// What a family knows of somebody's own sort of its kind.
struct OwnSort {
  /// The likeliest first; of those that show as much the first is taken.
  std::vector<Likeness> (*like)(const StudentTraceRecipe&);
  /// Others that are worth a try once the one is known that shows most; null: none.
  std::vector<Likeness> (*also_like)(const Likeness&) = nullptr;
  /// What must be seen of a pass for the figures of a rung; behind the first stands what does as
  /// well.
  std::vector<std::vector<radix::ArrayId>> (*needed)(const radix::RungInfo&);
  /// True where the stores of the moment that shows this step of the chapter's run tell the step
  /// before it, thread by thread.
  bool (*stores_tell)(const radix::StudentRun&, const radix::Trace& chapter, std::size_t step,
                      std::size_t moment);
};

StudentTrace own_trace(const StudentTraceRecipe& recipe, const OwnSort& sort);

}  // namespace scope
