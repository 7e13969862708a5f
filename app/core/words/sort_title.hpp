/// The names of the sorts that a reader sees: the section of the chapter and what the sort does.
/// Every list of sorts is in this order.
#pragma once

#include <string>
#include <vector>

#include "kernels/engine/model/family.hpp"

namespace scope {

/// "Sort in the block first".
std::string sort_name(const radix::SortInfo& sort);

/// "Sort in the block first · 13.4"; of a bug in print "Copied back too late · wrong on purpose".
std::string sort_title(const radix::SortInfo& sort);

/// All sorts in the chapter's order: by section, in a section as in the list.
std::vector<const radix::SortInfo*> sorts_by_section();

/// True when a sort's section stands before another's: 13.4 before 13.10.
bool before_in_chapter(const radix::SortInfo& a, const radix::SortInfo& b);

}  // namespace scope
