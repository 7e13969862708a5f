/// What a family tells of the user's own sort of its kind: a row of functions, as families have one
/// for their own.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernels/engine/model/trace.hpp"
#include "user_arrays.hpp"

namespace scope {

struct StudentTraceRecipe;

/// An array that the chapter's run has in a pass.
struct ChapterArray {
  std::string name, label;
  std::vector<uint32_t> values;
};

/// From what it is found out how the user sorts.
struct PlanRecipe {
  const radix::StudentRun& run;
  const std::vector<uint32_t>& keys;
  uint32_t bits = 4;
  uint32_t exercise = 0;                ///< of the chapter; 0: none
  const std::vector<StudentCut>& cuts;  ///< the likeliest first
};

/// The pass after the last right one.
struct JudgedPass {
  const radix::StudentRun& run;
  const StudentPlan& plan;
  const std::vector<uint32_t>& input;  ///< of the sort
  uint32_t bits = 4;
  uint32_t number = 0;                     ///< from 0
  std::size_t begin = 0, end = 0;          ///< of the run's moments
  std::vector<ChapterArray> chapter = {};  ///< its arrays, as they should be
  uint32_t first_launch = 0;
  bool more_launches = false;

  /// The keys that go in, if the passes before are right.
  const std::vector<uint32_t>& keys() const {
    return number > 0 ? plan.outputs[number - 1] : input;
  }
};

/// A run of the chapter's that the user's own may be like.
struct SimilarRun {
  std::string sort;
  radix::Settings settings{};
};

struct UserSort {
  /// How the run sorts, if it sorts like this family: its passes and how many of them are there.
  StudentPlan (*plan)(const PlanRecipe&);
  /// What the chapter has in a pass.
  std::vector<ChapterArray> (*arrays)(const StudentPlan&, const std::vector<uint32_t>& keys,
                                      uint32_t bits, uint32_t pass);
  /// What an array that is none of the chapter's was meant to be, by evidence; null: there is none.
  /// `right`: those of the pass that were found before it.
  const ChapterArray* (*meant)(const JudgedPass&, const radix::StudentMoment&,
                               const std::vector<RightArray>& right);
  /// "all 4 passes of 1 bit are as in the chapter", of a sort that is right; or "".
  std::string (*words)(const StudentPlan&);
  /// True where keys may carry their index above the bits that are sorted: who is who among equals.
  bool carries_indices = false;
  /// Where a pass sorts by other bits than it should; null: it cannot.
  std::optional<OtherDigit> (*other_digit)(const JudgedPass&) = nullptr;
  /// What the values of a wrong array are known to be instead, a sentence, or ""; null: nothing.
  std::string (*instead)(const JudgedPass&, const radix::StudentMoment&,
                         const std::vector<uint32_t>& places, const ChapterArray& role) = nullptr;
  /// What else is seen of a wrong pass; null: nothing.
  void (*look_closer)(const JudgedPass&, StudentRoles&) = nullptr;

  /// Runs of the chapter's that it may be drawn as, the likeliest first; of those that show as much
  /// the first is taken.
  std::vector<SimilarRun> (*like)(const StudentTraceRecipe&);
  /// Others that are worth a try once the one is known that shows most; null: none.
  std::vector<SimilarRun> (*also_like)(const SimilarRun&) = nullptr;
  /// What must be seen of a pass for the figures of a sort; after the first stands what does as
  /// well.
  std::vector<std::vector<radix::ArrayId>> (*needed)(const radix::SortInfo&);
  /// True where the stores of the moment that shows this step of the chapter's run tell the step
  /// before it, thread by thread.
  bool (*stores_tell)(const radix::StudentRun&, const radix::Trace& chapter, std::size_t step,
                      std::size_t moment);
};

/// The plan of which most passes are seen in the run, the first of those that share it. Every one
/// gets what is seen of it, and the cuts. `plans` is not empty.
StudentPlan& likeliest(std::vector<StudentPlan>& plans, const PlanRecipe& from);

/// How many of the values at these places are keys, each counted once.
std::size_t keys_among(const radix::StudentMoment& moment, const std::vector<uint32_t>& places,
                       const std::vector<uint32_t>& keys);

}  // namespace scope
