#include "moving.hpp"

#ifndef RADIXSCOPE_WEBP

#include "text/moving.hpp"

namespace scope {

bool has_webp() { return false; }

radix::Result<std::string> to_webp(const PageRun&, const Theme&, uint32_t, const Pace&,
                                   const Going&) {
  return radix::Error{.sentence = text::moving::no_library};
}

}  // namespace scope

#endif
