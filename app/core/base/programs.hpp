/// Programs of the desktop that this one may ask for a favour.
#pragma once

#include <initializer_list>
#include <string>

namespace scope {

/// The first of these that can be started by its name; "" where none can, as on a page.
std::string program_found(std::initializer_list<const char*> names);

}  // namespace scope
