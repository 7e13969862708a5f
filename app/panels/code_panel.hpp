/// What the kernel's panel shares with its editor.
#pragma once

#include <string_view>
#include <vector>

namespace scope {

/// One tab per file, in this many lines at most: the last ones may find no room, but not the one
/// that is shown. Returns the one that was clicked, or "".
std::string_view kernel_tabs(std::vector<std::string_view> files, std::string_view shown,
                             int max_lines);

}  // namespace scope
