#include "svg.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "app/core/base/base64.hpp"
#include "app/core/base/text.hpp"
#include "app/core/scene/geometry.hpp"
#include "app/core/scene/heatmap.hpp"
#include "markup.hpp"

namespace scope {
namespace {

using markup::attr;
using markup::num;

constexpr const char* mono_family = "'JetBrains Mono', Consolas, Menlo, monospace";
constexpr const char* anchors[] = {"start", "middle", "end"};

// What a page's pictures leave out, because most of their shapes and texts have it.
constexpr float usual_width = 1;
constexpr float usual_size = 14;
constexpr Anchor usual_anchor = Anchor::left;
constexpr Ink usual_ink = Ink::text;

const char* anchor_of(const Text& t) { return anchors[static_cast<std::size_t>(t.anchor)]; }

std::string classes(const std::string& names) { return names.empty() ? "" : attr("class", names); }
std::string together(const std::string& a, const std::string& b) {
  return a + (a.empty() || b.empty() ? "" : " ") + b;
}
std::string colour(const Theme& theme, Ink ink) {
  return ink == Ink::none ? "none" : hex(theme[ink]);
}
std::string fill_class(Ink ink) { return ink == Ink::none ? "" : "f-" + ink_name(ink); }
std::string edge_class(Ink ink) { return ink == Ink::none ? "" : "s-" + ink_name(ink); }

std::string width_in_page(Ink edge, float width) {
  return edge == Ink::none || width == usual_width ? "" : attr("stroke-width", width);
}

std::string text_in_page(const Text& t) {
  const std::string face = t.face == Face::mono ? "mono" : t.face == Face::bold ? "bold" : "";
  return classes(together(face, t.ink == usual_ink ? "" : fill_class(t.ink))) +
         (t.size == usual_size ? "" : attr("font-size", t.size)) +
         (t.anchor == usual_anchor ? "" : attr("text-anchor", anchor_of(t)));
}

/// Steps from point to point are shorter to write than points. Each leads to a whole tenth, so that
/// no error grows.
std::string path_in_page(const std::vector<Vec>& line) {
  std::string text;
  Vec pen;  // in tenths
  for (const Vec& v : line) {
    const Vec to{std::round(v.x * 10), std::round(v.y * 10)};
    const std::string y = num((to.y - pen.y) / 10, 1);
    text += (text.empty() ? "M" : "l") + num((to.x - pen.x) / 10, 1) +
            (y.front() == '-' ? "" : " ") + y;
    pen = to;
  }
  return text;
}

using markup::attr;
using markup::escaped;
using markup::num;

std::string hatch_id(Ink ink) { return "hatch" + std::to_string(static_cast<uint32_t>(ink)); }

class Writer {
 public:
  Writer(SvgPen pen, uint32_t selected) : pen_(std::move(pen)), selected_(selected) {}

  void open(const Scene& scene, const std::string& caption) {
    const std::string w = num(scene.width), h = num(scene.height);
    out_ +=
        "<svg xmlns=\"http://www.w3.org/2000/svg\"" +
        std::string(scene.heatmaps.empty() ? "" : " xmlns:xlink=\"http://www.w3.org/1999/xlink\"") +
        attr("width", w) + attr("height", h) + attr("viewBox", "0 0 " + w + " " + h) +
        attr("font-family", svg_ui_family()) +
        (text::language() == "en" ? "" : attr("lang", std::string(text::language()))) +
        " role=\"img\" aria-labelledby=\"title desc\" xml:space=\"preserve\">\n";
    out_ += "<title id=\"title\">" + escaped(scene.title) + "</title>\n<desc id=\"desc\">" +
            escaped(scene.subtitle) + (caption.empty() ? "" : "\n" + escaped(caption)) +
            "</desc>\n";
    add_hatches(scene);
    out_ += "<rect width=\"100%\" height=\"100%\"" + pen_.filled(Ink::page) + "/>\n";
  }

  void open_in_page(const Scene& scene, const std::string& title_id, const std::string& desc) {
    out_ += "<svg class=\"scene\"" +
            attr("viewBox", "0 0 " + num(scene.width) + " " + num(scene.height)) +
            " preserveAspectRatio=\"xMidYMin\" role=\"img\"" +
            attr("aria-labelledby", title_id + " " + desc) + ">\n<desc" + attr("id", desc) + ">" +
            escaped(scene.subtitle) + "</desc>\n";
  }

  std::string close() { return std::move(out_) + "</svg>\n"; }

  void add(const Frame& f) {
    out_ += "<rect" + box(f.at) + attr("rx", f.radius) + pen_.shape(f.fill, f.edge, f.width) +
            dashes(f.dashed) + "/>\n";
  }

  /// In a page the theme is chosen by its reader: a picture for each, of which the style sheet
  /// shows one.
  void add(const Heatmap& h) {
    if (pen_.theme) return add(h, *pen_.theme, "");
    for (const Theme& candidate : themes())
      add(h, candidate, attr("class", joined({"only-", candidate.name})));
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
    const bool bold = is_picked(a.tag, selected_);
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

  /// Each stroke is as strong as the whole, which a printed page writes as lines; of a group it
  /// makes a picture.
  void add_in_page(const Stroke& shape, const Arrow& a, Ink ink, float width, float opacity) {
    const auto faded = [&](const char* what) {
      return opacity < 1 ? attr(what, opacity) : std::string();
    };
    out_ += "<path" + attr("d", pen_.path(shape.line)) + pen_.stroked(ink, width) +
            faded("stroke-opacity") + dashes(a.dashed) + "/>\n";
    if (a.head)
      out_ += "<path" + attr("d", pen_.path({shape.head.begin(), shape.head.end()}) + "z") +
              pen_.filled(ink) + faded("fill-opacity") + "/>\n";
  }

  void add(const Cell& c) {
    const bool bold = is_picked(c.tag, selected_);
    const Ink edge = bold ? Ink::select : c.edge;
    const float width = bold ? selected_width : c.edge_width;
    const std::string rounded = attr("rx", std::min(6.f, c.at.w / 4));
    out_ += "<rect" + box(c.at) + rounded +
            (c.hatched && pen_.theme ? pen_.filled(c.fill)
                                     : pen_.shape(c.fill, edge, width) + dashes(c.dashed)) +
            "/>";
    if (c.hatched && pen_.theme)
      out_ += "<rect" + box(c.at) + rounded + attr("fill", "url(#" + hatch_id(c.edge) + ")") +
              pen_.stroked(edge, width) + dashes(c.dashed) + "/>";
    if (c.hatched && !pen_.theme)
      out_ += "<path" + attr("d", pen_.diagonals(c.at)) +
              attr("class", "hatch s-" + ink_name(c.edge)) + "/>";
    out_ += "\n";
    for (const Text& text : texts_of(c)) add(text);
  }

  void add(const Brace& b) {
    out_ += path(polyline(b), b.ink, 1.5f, false) + "\n";
    if (!b.label.empty()) add(label_of(b));
  }

  void add(const Text& t) {
    if (t.text.empty()) return;
    out_ += "<text" + place("x", t.at.x) + place("y", t.at.y + baseline_drop * t.size) +
            pen_.text(t) + ">" + escaped(t.text) + "</text>\n";
  }

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
              " width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
              "patternTransform=\"rotate(45)\"><line x1=\"3\" y1=\"0\" x2=\"3\" y2=\"6\"" +
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

std::string svg_ui_family() {
  constexpr std::pair<std::string_view, const char*> faces[] = {
      {"zh-Hans", "'Noto Sans SC', 'Microsoft YaHei', 'PingFang SC', "},
      {"zh-Hant", "'Noto Sans TC', 'Microsoft JhengHei', 'PingFang TC', "},
      {"ko", "'Noto Sans KR', 'Malgun Gothic', 'Apple SD Gothic Neo', "},
      {"ja", "'Noto Sans JP', 'Yu Gothic', 'Hiragino Sans', "}};
  const auto* own =
      std::ranges::find(faces, text::language(), &std::pair<std::string_view, const char*>::first);
  return std::string("Inter, 'Segoe UI', 'Helvetica Neue', Arial, ") +
         (own == std::end(faces) ? "" : own->second) + "sans-serif";
}

std::string ink_name(Ink ink) {
  constexpr const char* roles[] = {"",    "page", "panel",  "raised", "line", "faint",
                                   "dim", "text", "accent", "select", "good", "warn"};
  const uint32_t number = static_cast<uint32_t>(ink);
  constexpr uint32_t digit = static_cast<uint32_t>(Ink::digit0),
                     fill = static_cast<uint32_t>(Ink::digit0_fill);
  static_assert(std::size(roles) == digit);
  if (number < digit) return roles[number];
  if (number < fill) return "digit" + std::to_string(number - digit);
  constexpr uint32_t scale = static_cast<uint32_t>(Ink::scale0),
                     scale_fill = static_cast<uint32_t>(Ink::scale0_fill);
  if (number >= scale_fill) return "scale-fill" + std::to_string(number - scale_fill);
  if (number >= scale) return "scale" + std::to_string(number - scale);
  return ink == Ink::empty_fill ? "empty" : "fill" + std::to_string(number - fill);
}

std::string ink_variables(const Theme& theme) {
  std::string text;
  for (uint32_t i = 1; i < ink_count; ++i)
    text += "--" + ink_name(static_cast<Ink>(i)) + ":" + hex(theme.inks[i]) + ";";
  return text;
}

std::string ink_classes() {
  const std::string anchor = anchors[static_cast<std::size_t>(usual_anchor)];
  std::string text =
      joined({"svg.scene{fill:none;stroke-linejoin:round;stroke-width:", num(usual_width),
              ";text-anchor:", anchor, ";font:", num(usual_size), "px ", svg_ui_family(), "}\n"});
  text += joined({"svg.scene text{fill:var(--", ink_name(usual_ink), ");white-space:pre}\n"});
  text += joined(
      {"svg.scene .bold{font-weight:600}\nsvg.scene .mono{font-family:", mono_family, "}\n"});
  text += joined({"svg.scene .hatch{stroke-width:1.5;stroke-opacity:", num(hatch_opacity), "}\n"});
  for (uint32_t i = 1; i < ink_count; ++i) {
    const std::string name = ink_name(static_cast<Ink>(i));
    text += "svg.scene .f-" + name + "{fill:var(--" + name + ")}svg.scene .s-" + name +
            "{stroke:var(--" + name + ")}\n";
  }
  return text;
}

std::string SvgPen::shape(Ink fill, Ink edge, float width) const {
  if (theme) return filled(fill) + stroked(edge, width);
  return classes(together(fill_class(fill), edge_class(edge))) + width_in_page(edge, width);
}

std::string SvgPen::filled(Ink fill) const {
  if (!theme) return classes(fill_class(fill));
  return attr("fill", colour(*theme, fill));
}

std::string SvgPen::stroked(Ink edge, float width) const {
  if (!theme) return classes(edge_class(edge)) + width_in_page(edge, width);
  return edge == Ink::none ? ""
                           : attr("stroke", colour(*theme, edge)) + attr("stroke-width", width);
}

std::string SvgPen::text(const Text& t) const {
  if (!theme) return text_in_page(t);
  return attr("font-size", t.size) + attr("fill", colour(*theme, t.ink)) +
         attr("text-anchor", anchor_of(t)) +
         (t.face == Face::bold ? attr("font-weight", "600") : "") +
         (t.face == Face::mono ? attr("font-family", mono_family) : "");
}

std::string SvgPen::number(float value) const { return num(value, theme ? 2 : 1); }

std::string SvgPen::path(const std::vector<Vec>& line) const {
  if (!theme) return path_in_page(line);
  std::string text;
  for (const Vec& v : line) text += (text.empty() ? "M" : "L") + number(v.x) + " " + number(v.y);
  return text;
}

std::string SvgPen::diagonals(const Rect& box) const {
  constexpr float apart = 6 * std::numbers::sqrt2_v<float>;  // along an edge; 6 from line to line
  constexpr float corner = 4;  // a rounded corner cuts off what is shorter
  std::string text;
  const float begin = box.x + box.y, end = box.right() + box.bottom();
  for (float sum = std::ceil((begin + corner) / apart) * apart; sum < end - corner; sum += apart) {
    const float left = std::max(box.x, sum - box.bottom()),
                right = std::min(box.right(), sum - box.y);
    const std::string far = number(right - left);
    text += "M" + number(left) + " " + number(sum - left) + "l" + far + "-" + far;
  }
  return text;
}

std::string to_svg(const Scene& scene, const Theme& theme, uint32_t selected,
                   const std::string& caption) {
  Writer writer({.theme = &theme}, selected);
  writer.open(scene, caption);
  add_all(writer, scene, selected);
  return writer.close();
}

std::string svg_in_page(const Scene& scene, const std::string& title_id, const std::string& desc_id,
                        uint32_t selected) {
  Writer writer({}, selected);
  writer.open_in_page(scene, title_id, desc_id);
  add_all(writer, scene, selected);
  return writer.close();
}

}  // namespace scope
