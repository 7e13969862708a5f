/// One page of a hand-out as a part of an HTML file.
#pragma once

#include <string>

#include "pages.hpp"

namespace scope {

/// The <section> of a page: its heading, its figure, what is said, and its numbers as a table.
std::string page_html(const Handout& handout, std::size_t page);

/// "step-12" of a run, "slide-3" of other pages: the id of the section, which an address may end with.
std::string page_id(const Handout& handout, std::size_t page);

}  // namespace scope
