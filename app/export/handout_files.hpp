/// The frame, the looks and the keys of a hand-out: assets/handout/*, compiled into the program.
#pragma once

#include <span>

#include "kernels/model/sources.hpp"

namespace scope {

/// Every file of assets/handout at the time of the build, by name. Lives as long as the program.
std::span<const radix::SourceFile> handout_files();

}  // namespace scope
