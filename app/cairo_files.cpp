// PNG and PDF files, written into memory.
#include <cairo-pdf.h>

#include <algorithm>
#include <memory>

#include "cairo_paint.hpp"
#include "picture_files.hpp"

namespace scope {
namespace {

constexpr double points_per_unit = 0.75, longest_page = 14400;   // PDF 1.7, annex C: 200 inches

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

radix::Complaint complaint_of(cairo_status_t status) {
  return {.sentence = std::string("The picture could not be drawn: ") + cairo_status_to_string(status) +
                      "; choose svg, or a smaller scale."};
}

double points_of(const Scene& scene) {
  const double longest = std::max({scene.width, scene.height, 1.f}) * points_per_unit;
  return points_per_unit * std::min(1.0, longest_page / longest);
}

/// One page; the document's list of contents names it.
void add_page(cairo_t* to, cairo_surface_t* document, const PdfPage& page, const Theme& theme) {
  const double points = points_of(*page.scene);
  cairo_pdf_surface_set_size(document, std::max(page.scene->width, 1.f) * points,
                             std::max(page.scene->height, 1.f) * points);
  cairo_identity_matrix(to);
  cairo_scale(to, points, points);
  paint_page(to, *page.scene, theme, page.selected);
  cairo_show_page(to);
}

}  // namespace

bool has_cairo() { return true; }

radix::Result<std::string> to_png(const Scene& scene, const Theme& theme, uint32_t selected, uint32_t scale) {
  if (std::string refusal = png_refusal(scene, scale); !refusal.empty())
    return radix::Complaint{.sentence = std::move(refusal)};
  const Surface surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24,
                                                   static_cast<int>(png_side(scene.width, scale)),
                                                   static_cast<int>(png_side(scene.height, scale))));
  const Context to(cairo_create(surface.get()));
  cairo_scale(to.get(), scale, scale);
  paint_page(to.get(), scene, theme, selected);
  std::string png;
  cairo_status_t status = cairo_status(to.get());
  if (status == CAIRO_STATUS_SUCCESS) status = cairo_surface_write_to_png_stream(surface.get(), append, &png);
  if (status != CAIRO_STATUS_SUCCESS) return complaint_of(status);
  return png;
}

radix::Result<std::string> to_pdf(const std::vector<PdfPage>& pages, const std::string& title, const Theme& theme) {
  std::string pdf;
  const Surface document(cairo_pdf_surface_create_for_stream(append, &pdf, 1, 1));
  cairo_pdf_surface_restrict_to_version(document.get(), CAIRO_PDF_VERSION_1_4);   // every reader knows it
  cairo_pdf_surface_set_metadata(document.get(), CAIRO_PDF_METADATA_TITLE, title.c_str());
  cairo_pdf_surface_set_metadata(document.get(), CAIRO_PDF_METADATA_CREATOR, "Radixscope");
  const Context to(cairo_create(document.get()));
  for (std::size_t i = 0; i < pages.size(); ++i) {
    add_page(to.get(), document.get(), pages[i], theme);
    const std::string link = "page=" + std::to_string(i + 1);
    if (!pages[i].name.empty())
      cairo_pdf_surface_add_outline(document.get(), CAIRO_PDF_OUTLINE_ROOT, pages[i].name.c_str(), link.c_str(),
                                    static_cast<cairo_pdf_outline_flags_t>(0));
  }
  cairo_status_t status = cairo_status(to.get());
  cairo_surface_finish(document.get());
  if (status == CAIRO_STATUS_SUCCESS) status = cairo_surface_status(document.get());
  if (status != CAIRO_STATUS_SUCCESS) return complaint_of(status);
  return pdf;
}

}  // namespace scope
