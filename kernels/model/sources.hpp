/// The kernels' own text, compiled into the program: the source panel shows what was compiled.
#pragma once

#include <span>
#include <string_view>

namespace radix {

struct SourceFile {
  std::string_view name;  ///< file name without folder, as a Step names it: "01_one_bit.cuh"
  std::string_view text;  ///< the whole file, UTF-8, lines end in '\n'
};

/// Every kernels/*.cuh at the time of the build, in the order of their names. Lives as long as the
/// program.
std::span<const SourceFile> embedded_sources();

}  // namespace radix
