/// Scene -> the bytes of a PNG or PDF file, by cairo. A program that was built without cairo
/// refuses both with a sentence.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/core/scene/scene.hpp"
#include "app/core/scene/theme.hpp"
#include "kernels/engine/model/problem.hpp"

namespace scope {

/// True when cairo was found while the program was built.
bool has_cairo();

inline constexpr uint32_t max_png_side = 16384;           ///< pixels
inline constexpr std::size_t max_png_bytes = 256u << 20;  ///< of its pixels, four bytes each

/// "" or one sentence: the page is too large at this scale.
std::string png_refusal(const Scene& scene, uint32_t scale);

/// `scale` pixels per figure unit, 1…4; refused beyond the limits above.
radix::Result<std::string> to_png(const Scene& scene, const Theme& theme, uint32_t selected,
                                  uint32_t scale);

/// A picture in memory, four bytes per pixel: blue, green, red, and one that means nothing.
struct PixelBlock {
  int width = 0, height = 0;
  std::vector<uint8_t> bgrx;  ///< empty: it could not be drawn
};
/// As to_png.
PixelBlock to_pixels(const Scene& scene, const Theme& theme, uint32_t selected, uint32_t scale);

/// A page of a PDF document.
struct PdfPage {
  Scene scene;
  uint32_t selected = none;
  std::string name;  ///< in the list of pages that viewers show
};

/// Gives page number i, from 0, while it is drawn; false: there are no more.
using PdfPages = std::function<bool(std::size_t i, PdfPage& page)>;

/// All pages, text as text. A figure unit is 1/96 inch, as in a browser; pages longer than 200
/// inches, which is all that PDF allows, are made smaller.
radix::Result<std::string> to_pdf(const PdfPages& pages, const std::string& title,
                                  const Theme& theme);

}  // namespace scope
