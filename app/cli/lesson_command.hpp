/// `radixscope lesson`: lists lessons, checks them, writes them as hand-outs.
#pragma once

#include "options.hpp"

namespace scope {

Command lesson_command();

}  // namespace scope
