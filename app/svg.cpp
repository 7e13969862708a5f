#include "svg.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base64.hpp"
#include "heatmap.hpp"

namespace scope {
namespace {

constexpr const char* ui_family = "Inter, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif";
constexpr const char* mono_family = "'JetBrains Mono', Consolas, Menlo, monospace";
constexpr float selected_width = 2.75f;

/// Up to two decimals, with a point in every locale.
std::string num(float value) {
  char buffer[48];
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, 2);
  std::string text(buffer, end.ptr);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string escaped(const std::string& text) {
  std::string out;
  for (char c : text) {
    if (c == '&') out += "&amp;";
    else if (c == '<') out += "&lt;";
    else if (c == '>') out += "&gt;";
    else if (c == '"') out += "&quot;";
    else if (static_cast<uint8_t>(c) < 0x20 && c != '\n' && c != '\t') out += ' ';
    else out += c;
  }
  return out;
}

std::string attr(const char* name, const std::string& value) {
  return std::string(" ") + name + "=\"" + value + "\"";
}
std::string attr(const char* name, float value) { return attr(name, num(value)); }

std::string hatch_id(Ink ink) { return "hatch" + std::to_string(static_cast<uint32_t>(ink)); }

class Writer {
 public:
  Writer(const Theme& theme, uint32_t selected) : theme_(theme), selected_(selected) {}

  void open(const Scene& scene, const std::string& caption) {
    const std::string w = num(scene.width), h = num(scene.height);
    out_ += "<svg xmlns=\"http://www.w3.org/2000/svg\"" +
            std::string(scene.heatmaps.empty() ? "" : " xmlns:xlink=\"http://www.w3.org/1999/xlink\"") +
            attr("width", w) + attr("height", h) +
            attr("viewBox", "0 0 " + w + " " + h) + attr("font-family", ui_family) +
            " role=\"img\" aria-labelledby=\"title desc\" xml:space=\"preserve\">\n";
    out_ += "<title id=\"title\">" + escaped(scene.title) + "</title>\n<desc id=\"desc\">" +
            escaped(scene.subtitle) + (caption.empty() ? "" : "\n" + escaped(caption)) +
            "</desc>\n";
    add_hatches(scene);
    out_ += "<rect width=\"100%\" height=\"100%\"" + attr("fill", colour(Ink::page)) + "/>\n";
  }

  std::string close() { return std::move(out_) + "</svg>\n"; }

  void add(const Frame& f) {
    out_ += "<rect" + box(f.at) + attr("rx", f.radius) + attr("fill", colour(f.fill)) +
            stroke(f.edge, f.width) + dashes(f.dashed) + "/>\n";
  }

  /// A picture in the picture, a pixel a cell. Enlarged, the cells stay sharp.
  void add(const Heatmap& h) {
    const std::string png = heatmap_png(h, colour_map(theme_));
    const bool enlarged = h.at.w >= static_cast<float>(h.columns);
    out_ += "<image" + box(h.at) + " preserveAspectRatio=\"none\"" +
            (enlarged ? " style=\"image-rendering:pixelated\"" : "") +
            attr("xlink:href", "data:image/png;base64," + base64({png.begin(), png.end()})) + ">" +
            (h.name.empty() ? "" : "<title>" + escaped(h.name) + "</title>") + "</image>\n";
  }

  void add(const Line& l) {
    out_ += "<line" + attr("x1", l.from.x) + attr("y1", l.from.y) + attr("x2", l.to.x) +
            attr("y2", l.to.y) + stroke(l.ink, l.width) + dashes(l.dashed) + "/>\n";
  }

  void add(const Arrow& a) {
    const bool bold = picked(a.tag);
    const Ink ink = bold ? Ink::select : a.ink;
    const float width = bold ? std::max(selected_width, a.width) : a.width;
    const Stroke shape = stroke_of(a, width);
    const float opacity = opacity_of(a, selected_);
    out_ += "<g" + (opacity < 1 ? attr("opacity", opacity) : std::string()) + ">" +
            path(shape.line, ink, width, a.dashed);
    if (a.head)
      out_ += "<path" + attr("d", points({shape.head.begin(), shape.head.end()}) + "Z") +
              attr("fill", colour(ink)) + "/>";
    out_ += "</g>\n";
  }

  void add(const Cell& c) {
    const bool bold = picked(c.tag);
    const std::string rounded = attr("rx", std::min(6.f, c.at.w / 4));
    const std::string outline = stroke(bold ? Ink::select : c.edge, bold ? selected_width
                                                                         : c.edge_width);
    out_ += "<rect" + box(c.at) + rounded + attr("fill", colour(c.fill)) +
            (c.hatched ? std::string() : outline + dashes(c.dashed)) + "/>";
    if (c.hatched)
      out_ += "<rect" + box(c.at) + rounded + attr("fill", "url(#" + hatch_id(c.edge) + ")") +
              outline + dashes(c.dashed) + "/>";
    out_ += "\n";
    for (const Text& text : texts_of(c)) add(text);
  }

  void add(const Brace& b) {
    out_ += path(polyline(b), b.ink, 1.5f, false) + "\n";
    if (!b.label.empty()) add(label_of(b));
  }

  void add(const Text& t) {
    if (t.text.empty()) return;
    const char* anchors[] = {"start", "middle", "end"};
    out_ += "<text" + attr("x", t.at.x) + attr("y", t.at.y + baseline_drop * t.size) +
            attr("font-size", t.size) + attr("fill", colour(t.ink)) +
            attr("text-anchor", anchors[static_cast<std::size_t>(t.anchor)]);
    if (t.face == Face::bold) out_ += attr("font-weight", "600");
    if (t.face == Face::mono) out_ += attr("font-family", mono_family);
    out_ += ">" + escaped(t.text) + "</text>\n";
  }

  bool picked(const Tag& tag) const { return selected_ != nobody && tag.key == selected_; }

 private:
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
              stroke(ink, 1.5f) + attr("stroke-opacity", hatch_opacity) + "/></pattern>\n";
    out_ += "</defs>\n";
  }

  std::string colour(Ink ink) const { return ink == Ink::none ? "none" : hex(theme_[ink]); }
  std::string stroke(Ink ink, float width) const {
    return ink == Ink::none ? "" : attr("stroke", colour(ink)) + attr("stroke-width", width);
  }
  static std::string dashes(bool dashed) { return dashed ? attr("stroke-dasharray", "4 4") : ""; }
  static std::string box(const Rect& r) {
    return attr("x", r.x) + attr("y", r.y) + attr("width", r.w) + attr("height", r.h);
  }
  static std::string points(const std::vector<Vec>& line) {
    std::string text;
    for (const Vec& v : line) text += (text.empty() ? "M" : "L") + num(v.x) + " " + num(v.y);
    return text;
  }
  std::string path(const std::vector<Vec>& line, Ink ink, float width, bool dashed) const {
    return "<path" + attr("d", points(line)) + attr("fill", "none") + stroke(ink, width) +
           attr("stroke-linejoin", "round") + dashes(dashed) + "/>";
  }

  const Theme& theme_;
  uint32_t selected_;
  std::string out_;
};

}  // namespace

std::string to_svg(const Scene& scene, const Theme& theme, uint32_t selected,
                   const std::string& caption) {
  Writer writer(theme, selected);
  writer.open(scene, caption);
  for (const Frame& frame : scene.frames) writer.add(frame);
  for (const Heatmap& heatmap : scene.heatmaps) writer.add(heatmap);
  for (const Line& line : scene.lines) writer.add(line);
  for (bool bold : {false, true})  // the selected key's arrows lie above all others
    for (const Arrow& arrow : scene.arrows)
      if (writer.picked(arrow.tag) == bold) writer.add(arrow);
  for (const Cell& cell : scene.cells) writer.add(cell);
  for (const Brace& brace : scene.braces) writer.add(brace);
  for (const Text& text : scene.texts) writer.add(text);
  return writer.close();
}

}  // namespace scope
