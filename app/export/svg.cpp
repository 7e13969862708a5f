#include "svg.hpp"

#include <algorithm>

#include "app/base/base64.hpp"
#include "app/scene/heatmap.hpp"
#include "markup.hpp"
#include "app/base/text.hpp"
#include "svg_pen.hpp"

namespace scope {
namespace {


using markup::attr;
using markup::escaped;
using markup::num;

std::string hatch_id(Ink ink) { return "hatch" + std::to_string(static_cast<uint32_t>(ink)); }

class Writer {
 public:
  Writer(SvgPen pen, uint32_t selected) : pen_(std::move(pen)), selected_(selected) {}

  void open(const Scene& scene, const std::string& caption) {
    const std::string w = num(scene.width), h = num(scene.height);
    out_ += "<svg xmlns=\"http://www.w3.org/2000/svg\"" +
            std::string(scene.heatmaps.empty() ? "" : " xmlns:xlink=\"http://www.w3.org/1999/xlink\"") +
            attr("width", w) + attr("height", h) +
            attr("viewBox", "0 0 " + w + " " + h) + attr("font-family", svg_ui_family) +
            " role=\"img\" aria-labelledby=\"title desc\" xml:space=\"preserve\">\n";
    out_ += "<title id=\"title\">" + escaped(scene.title) + "</title>\n<desc id=\"desc\">" +
            escaped(scene.subtitle) + (caption.empty() ? "" : "\n" + escaped(caption)) +
            "</desc>\n";
    add_hatches(scene);
    out_ += "<rect width=\"100%\" height=\"100%\"" + pen_.filled(Ink::page) + "/>\n";
  }

  void open_in_page(const Scene& scene, const std::string& title_id, const std::string& desc) {
    out_ += "<svg class=\"scene\"" + attr("viewBox", "0 0 " + num(scene.width) + " " + num(scene.height)) +
            " preserveAspectRatio=\"xMidYMin\" role=\"img\"" +
            attr("aria-labelledby", title_id + " " + desc) + ">\n<desc" + attr("id", desc) + ">" +
            escaped(scene.subtitle) + "</desc>\n";
  }

  std::string close() { return std::move(out_) + "</svg>\n"; }

  void add(const Scene& scene) {
    for (const Frame& frame : scene.frames) add(frame);
    for (const Heatmap& heatmap : scene.heatmaps) add(heatmap);
    for (const Line& line : scene.lines) add(line);
    for (bool bold : {false, true})  // the selected key's arrows lie above all others
      for (const Arrow& arrow : scene.arrows)
        if (picked(arrow.tag) == bold) add(arrow);
    for (const Cell& cell : scene.cells) add(cell);
    for (const Brace& brace : scene.braces) add(brace);
    for (const Text& text : scene.texts) add(text);
  }

 private:
  void add(const Frame& f) {
    out_ += "<rect" + box(f.at) + attr("rx", f.radius) + pen_.shape(f.fill, f.edge, f.width) +
            dashes(f.dashed) + "/>\n";
  }

  /// In a page the theme is chosen by its reader: a picture for each, of which the style sheet shows one.
  void add(const Heatmap& h) {
    if (pen_.theme) return add(h, *pen_.theme, "");
    for (const Theme& candidate : themes()) add(h, candidate, attr("class", say("only-", candidate.name)));
  }

  /// A picture in the picture, a pixel a cell. Enlarged, the cells stay sharp.
  void add(const Heatmap& h, const Theme& theme, const std::string& marked) {
    const std::string png = heatmap_png(h, colour_map(theme));
    const bool enlarged = h.at.w >= static_cast<float>(h.columns);
    out_ += "<image" + marked + box(h.at) + " preserveAspectRatio=\"none\"" +
            (enlarged ? " style=\"image-rendering:pixelated\"" : "") +
            attr(pen_.theme ? "xlink:href" : "href",
                 "data:image/png;base64," + base64({png.begin(), png.end()})) +
            ">" + (h.name.empty() ? "" : "<title>" + escaped(h.name) + "</title>") + "</image>\n";
  }

  void add(const Line& l) {
    out_ += "<line" + place("x1", l.from.x) + place("y1", l.from.y) + place("x2", l.to.x) +
            place("y2", l.to.y) + pen_.stroked(l.ink, l.width) + dashes(l.dashed) + "/>\n";
  }

  void add(const Arrow& a) {
    const bool bold = picked(a.tag);
    const Ink ink = bold ? Ink::select : a.ink;
    const float width = bold ? std::max(selected_width, a.width) : a.width;
    const Stroke shape = stroke_of(a, width);
    const float opacity = opacity_of(a, selected_);
    if (!pen_.theme) return add_in_page(shape, a, ink, width, opacity);
    out_ += "<g" + (opacity < 1 ? attr("opacity", opacity) : std::string()) + ">" +
            path(shape.line, ink, width, a.dashed);
    if (a.head)
      out_ += "<path" + attr("d", pen_.path({shape.head.begin(), shape.head.end()}) + "Z") +
              pen_.filled(ink) + "/>";
    out_ += "</g>\n";
  }

  /// Each stroke is as strong as the whole, which a printed page writes as lines; of a group it makes a
  /// picture.
  void add_in_page(const Stroke& shape, const Arrow& a, Ink ink, float width, float opacity) {
    const auto faded = [&](const char* what) { return opacity < 1 ? attr(what, opacity) : std::string(); };
    out_ += "<path" + attr("d", pen_.path(shape.line)) + pen_.stroked(ink, width) + faded("stroke-opacity") +
            dashes(a.dashed) + "/>\n";
    if (a.head)
      out_ += "<path" + attr("d", pen_.path({shape.head.begin(), shape.head.end()}) + "z") +
              pen_.filled(ink) + faded("fill-opacity") + "/>\n";
  }

  void add(const Cell& c) {
    const bool bold = picked(c.tag);
    const Ink edge = bold ? Ink::select : c.edge;
    const float width = bold ? selected_width : c.edge_width;
    const std::string rounded = attr("rx", std::min(6.f, c.at.w / 4));
    out_ +=
        "<rect" + box(c.at) + rounded +
        (c.hatched && pen_.theme ? pen_.filled(c.fill) : pen_.shape(c.fill, edge, width) + dashes(c.dashed)) +
        "/>";
    if (c.hatched && pen_.theme)
      out_ += "<rect" + box(c.at) + rounded + attr("fill", "url(#" + hatch_id(c.edge) + ")") +
              pen_.stroked(edge, width) + dashes(c.dashed) + "/>";
    if (c.hatched && !pen_.theme)
      out_ += "<path" + attr("d", pen_.diagonals(c.at)) + attr("class", "hatch s-" + ink_name(c.edge)) + "/>";
    out_ += "\n";
    for (const Text& text : texts_of(c)) add(text);
  }

  void add(const Brace& b) {
    out_ += path(polyline(b), b.ink, 1.5f, false) + "\n";
    if (!b.label.empty()) add(label_of(b));
  }

  void add(const Text& t) {
    if (t.text.empty()) return;
    out_ += "<text" + place("x", t.at.x) + place("y", t.at.y + baseline_drop * t.size) + pen_.text(t) + ">" +
            escaped(t.text) + "</text>\n";
  }

  bool picked(const Tag& tag) const { return selected_ != nobody && tag.key == selected_; }

  /// One pattern of thin diagonals per ink that some hatched cell uses.
  void add_hatches(const Scene& scene) {
    std::vector<Ink> inks;
    for (const Cell& c : scene.cells)
      if (c.hatched && std::find(inks.begin(), inks.end(), c.edge) == inks.end())
        inks.push_back(c.edge);
    if (inks.empty()) return;
    out_ += "<defs>\n";
    for (Ink ink : inks)
      out_ += "<pattern" + attr("id", hatch_id(ink)) +
              " width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\""
              " patternTransform=\"rotate(45)\"><line x1=\"3\" y1=\"0\" x2=\"3\" y2=\"6\"" +
              pen_.stroked(ink, 1.5f) + attr("stroke-opacity", hatch_opacity) + "/></pattern>\n";
    out_ += "</defs>\n";
  }

  static std::string dashes(bool dashed) { return dashed ? attr("stroke-dasharray", "4 4") : ""; }
  std::string place(const char* name, float value) const { return attr(name, pen_.number(value)); }
  std::string box(const Rect& r) const {
    return place("x", r.x) + place("y", r.y) + place("width", r.w) + place("height", r.h);
  }
  std::string path(const std::vector<Vec>& line, Ink ink, float width, bool dashed) const {
    return "<path" + attr("d", pen_.path(line)) + pen_.shape(Ink::none, ink, width) +
           (pen_.theme ? attr("stroke-linejoin", "round") : "") + dashes(dashed) + "/>";
  }

  SvgPen pen_;
  uint32_t selected_;
  std::string out_;
};

}  // namespace

std::string to_svg(const Scene& scene, const Theme& theme, uint32_t selected,
                   const std::string& caption) {
  Writer writer({.theme = &theme}, selected);
  writer.open(scene, caption);
  writer.add(scene);
  return writer.close();
}

std::string svg_in_page(const Scene& scene, const std::string& title_id, const std::string& desc_id,
                        uint32_t selected) {
  Writer writer({}, selected);
  writer.open_in_page(scene, title_id, desc_id);
  writer.add(scene);
  return writer.close();
}

}  // namespace scope
