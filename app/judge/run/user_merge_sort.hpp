/// The user's own merge sort among the chapter's: which of its runs it is like, and what its stores
/// tell.
#pragma once

#include "app/judge/run/user_sort.hpp"

namespace scope {

extern const UserSort user_merge_sort;

}  // namespace scope
