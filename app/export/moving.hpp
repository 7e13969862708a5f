/// Pages -> the bytes of an animated WebP file: each page stands for a while, and its keys move to
/// their places in the next one as they do in the window. A program that was built without cairo or
/// libwebp refuses it with a sentence.
#pragma once

#include "pages.hpp"
#include "raster.hpp"

namespace scope {

/// True when cairo and libwebp were found while the program was built.
bool has_webp();

/// How long everything takes, in seconds; motion 0: the keys do not move.
struct Pace {
  float page = 1.2f, motion = motion_seconds;
};

inline constexpr uint32_t moving_pictures = 15;         ///< a second, while keys move
inline constexpr uint32_t max_webp_side = 4096;         ///< pixels
inline constexpr std::size_t max_webp_pictures = 3000;  ///< of a file

/// All pages as large as the largest, `scale` pixels per figure unit. Where `going` says stop,
/// those until then.
radix::Result<std::string> to_webp(const PageRun& run, const Theme& theme, uint32_t scale,
                                   const Pace& pace, const Going& going);

}  // namespace scope
