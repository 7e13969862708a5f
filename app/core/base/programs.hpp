/// Programs of the desktop that this one may start.
#pragma once

#include <initializer_list>
#include <string>

namespace scope {

/// Where the first of these is that there is, as ChildProcess starts it; "" where there is none, as
/// on a page.
std::string program_found(std::initializer_list<const char*> names);

}  // namespace scope
