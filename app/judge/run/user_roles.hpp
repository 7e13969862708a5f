/// What the arrays of the user's own run are: found by value, against the chapter's own run on the
/// same keys. An array is called right where it is equal to one of the chapter's, and is blamed
/// only by evidence that it was meant to be one; what counts as that the family says (UserSort).
#pragma once

#include "user_sort.hpp"

namespace scope {

/// `known`: how the same program cut other keys, where that run was right.
StudentRoles find_roles(const UserSort& sort, const radix::StudentRun& run,
                        const std::vector<uint32_t>& keys, uint32_t bits, uint32_t exercise,
                        const std::vector<StudentCut>& known = {});

}  // namespace scope
