/// Programs of the desktop that this one may start.
#pragma once

#include <initializer_list>
#include <string>

namespace scope {

/// The path of the first of these programs that is installed, as ChildProcess starts it; "" if none
/// is, as on a web page.
std::string program_found(std::initializer_list<const char*> names);

}  // namespace scope
