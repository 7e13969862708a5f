/// What a student's arrays are: found by value, against the chapter's own run on the same keys.
/// An array is called right where it is equal to one of the chapter's, and is blamed only by
/// evidence that it was meant to be one: half of its values are the pass's keys, all are 0 or 1,
/// or it is as long as the bucket table.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernels/student/student_run.hpp"

namespace scope {

/// How the student sorts, as far as the run shows it.
struct StudentPlan {
  bool merges = false;
  uint32_t radix_bits = 1;                     ///< bits of a pass
  uint32_t first_run = 1;                      ///< merging: keys of a run after its first pass
  std::vector<std::vector<uint32_t>> outputs;  ///< the keys after every pass, as they should be
  std::vector<std::size_t>
      seen;  ///< the moment that has them, of the passes before the first wrong
};

struct RightArray {
  uint32_t moment = 0;  ///< of the run
  std::string role;     ///< label of the chapter's array
  std::string name;     ///< its name: "bucket_counts"
};

struct FirstDifference {
  uint32_t moment = 0, element = 0;  ///< of the moment's values
  std::string role;                  ///< "keys sorted in the block"
  uint32_t pass = 0;                 ///< from 0
  uint32_t expected = 0;
  uint32_t wrong = 0, compared = 0;  ///< elements
};

struct StudentRoles {
  StudentPlan plan;
  std::vector<RightArray> right;  ///< of the pass that is judged
  std::optional<FirstDifference> difference;
  bool whole = false;  ///< every pass is there
};

/// `exercise` 4 and kernels that are called merge sort by merging.
StudentRoles find_roles(const radix::StudentRun& run, const std::vector<uint32_t>& keys,
                        uint32_t bits, uint32_t exercise);

/// For the rows of a picture: every array of pass `pass` that the chapter has, and its values
/// there.
struct ChapterArray {
  std::string name, label;
  std::vector<uint32_t> values;
};
std::vector<ChapterArray> chapter_arrays(const radix::StudentRun& run, const StudentPlan& plan,
                                         const std::vector<uint32_t>& keys, uint32_t bits,
                                         uint32_t pass);

/// The element of a moment's values that stands for each element of a whole array of `length`;
/// empty where it cannot be one of that length.
std::vector<uint32_t> elements_as_whole(const radix::StudentRun& run,
                                        const radix::StudentMoment& moment, std::size_t length);

}  // namespace scope
