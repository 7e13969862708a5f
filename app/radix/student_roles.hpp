/// What a student's arrays are: found by value, against the chapter's own run on the same keys.
/// An array is called right where it is equal to one of the chapter's, and is blamed only by
/// evidence that it was meant to be one: half of its values are the pass's keys, all are 0 or 1,
/// or it is as long as the bucket table.
#pragma once

#include "app/own/own_arrays.hpp"

namespace scope {

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

}  // namespace scope
