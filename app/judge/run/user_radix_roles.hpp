/// What of the user's own radix sort is told by the values of its arrays: how many bits per pass
/// sorts by, and which array is which of the chapter's (UserSort's functions). Evidence that an
/// array was meant to be one of them: half of its values are the pass's keys, all are 0 or 1, or it
/// is as long as the bucket table.
#pragma once

#include "app/judge/run/user_sort.hpp"

namespace scope {

/// The radix sorts of the list that cut keys like that, with this many bits per pass: short names.
std::vector<std::string> sorts_like(const StudentCut& cut, uint32_t radix_bits);

namespace user_radix {

StudentPlan plan(const PlanRecipe& from);
std::vector<ChapterArray> arrays(const StudentPlan& plan, const std::vector<uint32_t>& keys,
                                 uint32_t bits, uint32_t pass);
const ChapterArray* meant(const JudgedPass& pass, const radix::StudentMoment& moment,
                          const std::vector<RightArray>& right);
std::string instead(const JudgedPass& pass, const radix::StudentMoment& moment,
                    const std::vector<uint32_t>& places, const ChapterArray& role);
std::optional<OtherDigit> other_digit(const JudgedPass& pass);
/// A pass that sorts again what the one before did; a scan that counts each key's own bit, too.
void look_closer(const JudgedPass& pass, StudentRoles& roles);

}  // namespace user_radix
}  // namespace scope
