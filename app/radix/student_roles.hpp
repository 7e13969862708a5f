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

/// How launches cut the keys: into blocks of so many threads, of so many keys each.
struct StudentCut {
  uint32_t threads = 1, each = 1;
  bool operator==(const StudentCut&) const = default;
};

/// How the student sorts, as far as the run shows it.
struct StudentPlan {
  bool merges = false;
  uint32_t radix_bits = 1;                     ///< bits of a pass
  uint32_t first_run = 1;                      ///< merging: keys of a run after its first pass
  std::vector<std::vector<uint32_t>> outputs;  ///< the keys after every pass, as they should be
  std::vector<std::size_t>
      seen;  ///< the moment that has them, of the passes before the first wrong
  std::vector<StudentCut> cuts;  ///< the likeliest first
};

struct RightArray {
  uint32_t moment = 0;  ///< of the run
  std::string role;     ///< label of the chapter's array
  std::string name;     ///< its name: "bucket_counts"
};

struct FirstDifference {
  uint32_t moment = 0, element = 0;  ///< of the moment's values
  std::string role;                  ///< "keys sorted in the block"
  std::string name;                  ///< "local_keys"
  uint32_t pass = 0;                 ///< from 0
  uint32_t expected = 0;
  uint32_t wrong = 0, compared = 0;  ///< elements
  uint32_t each = 0;  ///< keys of a thread, where the launch has too few threads for the element
};

struct StudentRoles {
  StudentPlan plan;
  std::vector<RightArray> right;  ///< of the pass that is judged
  std::optional<FirstDifference> difference;
  std::optional<uint32_t> again;  ///< the first launch of a pass that sorts what the last one did
  bool whole = false;             ///< every pass is there
};

/// `exercise` 4 and kernels that are called merge sort by merging. `known`: how the same program
/// cut other keys, where that run was right.
StudentRoles find_roles(const radix::StudentRun& run, const std::vector<uint32_t>& keys,
                        uint32_t bits, uint32_t exercise,
                        const std::vector<StudentCut>& known = {});

/// For the rows of a picture: every array of pass `pass` that the chapter has, and its values
/// there.
struct ChapterArray {
  std::string name, label;
  std::vector<uint32_t> values;
};
std::vector<ChapterArray> chapter_arrays(const StudentPlan& plan,
                                         const std::vector<uint32_t>& keys, uint32_t bits,
                                         uint32_t pass);

/// The radix sorts of the ladder that cut keys like that, with so many bits a pass: short names.
std::vector<std::string> rungs_like(const StudentCut& cut, uint32_t radix_bits);

/// The element of a moment's values that stands for each element of a whole array of `length`;
/// empty where it cannot be one of that length.
std::vector<uint32_t> elements_as_whole(const radix::StudentRun& run,
                                        const radix::StudentMoment& moment, std::size_t length);

}  // namespace scope
