#include "raster.hpp"

#include <algorithm>
#include <cmath>

#include "app/core/base/text.hpp"
#include "text/pages.hpp"
#include "text/programs.hpp"

#ifdef RADIXSCOPE_CAIRO
#include <cairo-pdf.h>
#include <zlib.h>

#include <memory>
#include <span>
#include <vector>

#include "app/export/cairo/cairo_paint.hpp"
#endif

namespace scope {
namespace {

/// PixelBlock along a side of the page, at so many pixels per figure unit.
uint32_t png_side(float units, uint32_t scale) {
  return static_cast<uint32_t>(std::ceil(std::max(units, 1.f) * static_cast<float>(scale) - 1e-3f));
}

}  // namespace

std::string png_refusal(const Scene& scene, uint32_t scale) {
  const uint32_t w = png_side(scene.width, scale), h = png_side(scene.height, scale);
  if (std::max(w, h) <= max_png_side && std::size_t{4} * w * h <= max_png_bytes) return "";
  return text::pages::png_too_large(
      {.height = h, .most = max_png_side, .smaller = scale > 1, .width = w});
}

#ifdef RADIXSCOPE_CAIRO
namespace {

constexpr double points_per_unit = 0.75, longest_page = 14400;  // PDF 1.7, annex C: 200 inches

struct Ends {
  void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
  void operator()(cairo_t* context) const { cairo_destroy(context); }
};
using Surface = std::unique_ptr<cairo_surface_t, Ends>;
using Context = std::unique_ptr<cairo_t, Ends>;

cairo_status_t append(void* to, const unsigned char* data, unsigned size) {
  static_cast<std::string*>(to)->append(reinterpret_cast<const char*>(data), size);
  return CAIRO_STATUS_SUCCESS;
}

radix::Error error_of(cairo_status_t status) {
  return {.sentence = text::programs::not_drawn({.why = cairo_status_to_string(status)})};
}

/// A number of a PNG file: four bytes, the highest first.
void put_number(std::string& to, uLong number) {
  for (int shift : {24, 16, 8, 0}) to += static_cast<char>(number >> shift & 0xff);
}

/// A part of a PNG file: its length, its name and bytes, their check sum.
void put_chunk(std::string& png, const std::string& name_and_bytes) {
  put_number(png, name_and_bytes.size() - 4);
  png += name_and_bytes;
  const auto* bytes = reinterpret_cast<const Bytef*>(name_and_bytes.data());
  put_number(png, crc32_z(0, bytes, name_and_bytes.size()));
}

/// Red, green, blue of a row of cairo's pixels, after the sign that they are as they are.
void take_row(std::span<const uint32_t> pixels, std::vector<Bytef>& row) {
  row.assign(1, 0);
  for (uint32_t pixel : pixels)
    for (int shift : {16, 8, 0}) row.push_back(static_cast<Bytef>(pixel >> shift));
}

/// The pixels as a PNG file. Cairo's own writer tries five filters on every row, which takes most
/// of the time of a picture and makes flat areas larger, not smaller.
radix::Result<std::string> png_of_surface(cairo_surface_t* surface) {
  constexpr int quick = 3;  // a quarter larger than the usual 6, in half the time
  cairo_surface_flush(surface);
  const int w = cairo_image_surface_get_width(surface), h = cairo_image_surface_get_height(surface);
  const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface));
  const unsigned char* pixels = cairo_image_surface_get_data(surface);
  z_stream deflated{};
  if (!pixels || deflateInit(&deflated, quick) != Z_OK) return error_of(CAIRO_STATUS_NO_MEMORY);
  std::string data = "IDAT";
  std::vector<Bytef> row, out(1 << 16);
  for (int y = 0; y < h; ++y) {
    take_row({reinterpret_cast<const uint32_t*>(pixels + stride * static_cast<std::size_t>(y)),
              static_cast<std::size_t>(w)},
             row);
    deflated.next_in = row.data();
    deflated.avail_in = static_cast<uInt>(row.size());
    do {
      deflated.next_out = out.data();
      deflated.avail_out = static_cast<uInt>(out.size());
      deflate(&deflated, y + 1 == h ? Z_FINISH : Z_NO_FLUSH);
      data.append(reinterpret_cast<const char*>(out.data()), out.size() - deflated.avail_out);
    } while (deflated.avail_out == 0);
  }
  deflateEnd(&deflated);
  std::string png = "\x89PNG\r\n\x1a\n", head = "IHDR";
  put_number(head, static_cast<uLong>(w));
  put_number(head, static_cast<uLong>(h));
  head += {8, 2, 0, 0, 0};  // bits, RGB, and the only way there is of each of the others
  put_chunk(png, head);
  put_chunk(png, data);
  put_chunk(png, "IEND");
  return png;
}

double points_of(const Scene& scene) {
  const double longest = std::max({scene.width, scene.height, 1.f}) * points_per_unit;
  return points_per_unit * std::min(1.0, longest_page / longest);
}

/// One page; the document's list of contents names it.
void add_page(cairo_t* to, cairo_surface_t* document, const PdfPage& page, const Theme& theme) {
  const double points = points_of(page.scene);
  cairo_pdf_surface_set_size(document, std::max(page.scene.width, 1.f) * points,
                             std::max(page.scene.height, 1.f) * points);
  cairo_identity_matrix(to);
  cairo_scale(to, points, points);
  paint_page(to, page.scene, theme, page.selected);
  cairo_show_page(to);
}

}  // namespace

bool has_cairo() { return true; }

static Surface drawn(const Scene& scene, const Theme& theme, uint32_t selected, uint32_t scale,
                     cairo_status_t& status) {
  Surface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24,
                                             static_cast<int>(png_side(scene.width, scale)),
                                             static_cast<int>(png_side(scene.height, scale))));
  const Context to(cairo_create(surface.get()));
  cairo_scale(to.get(), scale, scale);
  paint_page(to.get(), scene, theme, selected);
  status = cairo_status(to.get());
  return surface;
}

radix::Result<std::string> to_png(const Scene& scene, const Theme& theme, uint32_t selected,
                                  uint32_t scale) {
  if (std::string refusal = png_refusal(scene, scale); !refusal.empty())
    return radix::Error{.sentence = std::move(refusal)};
  cairo_status_t status = CAIRO_STATUS_SUCCESS;
  const Surface surface = drawn(scene, theme, selected, scale, status);
  if (status != CAIRO_STATUS_SUCCESS) return error_of(status);
  return png_of_surface(surface.get());
}

PixelBlock to_pixels(const Scene& scene, const Theme& theme, uint32_t selected, uint32_t scale) {
  cairo_status_t status = CAIRO_STATUS_SUCCESS;
  if (!png_refusal(scene, scale).empty()) return {};
  const Surface surface = drawn(scene, theme, selected, scale, status);
  cairo_surface_flush(surface.get());
  PixelBlock pixels{cairo_image_surface_get_width(surface.get()),
                    cairo_image_surface_get_height(surface.get()),
                    {}};
  const unsigned char* from = cairo_image_surface_get_data(surface.get());
  if (status != CAIRO_STATUS_SUCCESS || !from) return {};
  const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface.get())),
             row = static_cast<std::size_t>(pixels.width) * 4;
  for (std::size_t y = 0; y < static_cast<std::size_t>(pixels.height); ++y)
    pixels.bgrx.insert(pixels.bgrx.end(), from + y * stride, from + y * stride + row);
  return pixels;
}

radix::Result<std::string> to_pdf(const PdfPages& pages, const std::string& title,
                                  const Theme& theme) {
  std::string pdf;
  const Surface document(cairo_pdf_surface_create_for_stream(append, &pdf, 1, 1));
  cairo_pdf_surface_restrict_to_version(document.get(),
                                        CAIRO_PDF_VERSION_1_4);  // every reader knows it
  cairo_pdf_surface_set_metadata(document.get(), CAIRO_PDF_METADATA_TITLE, title.c_str());
  cairo_pdf_surface_set_metadata(document.get(), CAIRO_PDF_METADATA_CREATOR, "Radixscope");
  const Context to(cairo_create(document.get()));
  PdfPage page;
  for (std::size_t i = 0; pages(i, page); ++i) {
    add_page(to.get(), document.get(), page, theme);
    const std::string link = "page=" + std::to_string(i + 1);
    if (!page.name.empty())
      cairo_pdf_surface_add_outline(document.get(), CAIRO_PDF_OUTLINE_ROOT, page.name.c_str(),
                                    link.c_str(), static_cast<cairo_pdf_outline_flags_t>(0));
  }
  cairo_status_t status = cairo_status(to.get());
  cairo_surface_finish(document.get());
  if (status == CAIRO_STATUS_SUCCESS) status = cairo_surface_status(document.get());
  if (status != CAIRO_STATUS_SUCCESS) return error_of(status);
  return pdf;
}

#else  // the same functions where cairo was not found
namespace {

radix::Error absent() { return {.sentence = text::programs::no_cairo}; }

}  // namespace

bool has_cairo() { return false; }

radix::Result<std::string> to_png(const Scene&, const Theme&, uint32_t, uint32_t) {
  return absent();
}

PixelBlock to_pixels(const Scene&, const Theme&, uint32_t, uint32_t) { return {}; }

radix::Result<std::string> to_pdf(const PdfPages&, const std::string&, const Theme&) {
  return absent();
}
#endif

}  // namespace scope
