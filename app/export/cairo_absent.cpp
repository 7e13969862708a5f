// What stands in for cairo_*.cpp where cairo was not found.
#include "raster.hpp"

namespace scope {
namespace {

radix::Complaint absent() {
  return {.sentence = "This program was built without cairo, which draws PNG and PDF; choose svg, or install "
                      "libcairo2-dev and build again."};
}

}  // namespace

bool has_cairo() { return false; }

radix::Result<std::string> to_png(const Scene&, const Theme&, uint32_t, uint32_t) { return absent(); }

radix::Result<std::string> to_pdf(const PdfPages&, const std::string&, const Theme&) { return absent(); }

}  // namespace scope
