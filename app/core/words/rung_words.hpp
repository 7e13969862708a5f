/// What the rungs are called where a reader sees them: by the section of the chapter and what they
/// do. Wherever rungs are listed they stand in this order.
#pragma once

#include <string>
#include <vector>

#include "kernels/engine/model/family.hpp"

namespace scope {

/// "Sort in the block first · 13.4"; of a specimen "Copied back too late · wrong on purpose".
std::string rung_words(const radix::RungInfo& rung);

/// All rungs in the chapter's order: by section, in a section as on the ladder.
std::vector<const radix::RungInfo*> rungs_by_section();

/// True when a rung's section stands before another's: 13.4 before 13.10.
bool before_in_chapter(const radix::RungInfo& a, const radix::RungInfo& b);

}  // namespace scope
