#include "svg_pen.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "markup.hpp"
#include "app/base/text.hpp"

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
std::string colour(const Theme& theme, Ink ink) { return ink == Ink::none ? "none" : hex(theme[ink]); }
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

/// Steps from point to point are shorter to write than points. Each leads to a whole tenth, so that no error
/// grows.
std::string path_in_page(const std::vector<Vec>& line) {
  std::string text;
  Vec pen;   // in tenths
  for (const Vec& v : line) {
    const Vec to{std::round(v.x * 10), std::round(v.y * 10)};
    const std::string y = num((to.y - pen.y) / 10, 1);
    text += (text.empty() ? "M" : "l") + num((to.x - pen.x) / 10, 1) + (y.front() == '-' ? "" : " ") + y;
    pen = to;
  }
  return text;
}

}  // namespace

std::string ink_name(Ink ink) {
  constexpr const char* roles[] = {"",    "page", "panel",  "raised", "line", "faint",
                                   "dim", "text", "accent", "select", "good", "warn"};
  const uint32_t number = static_cast<uint32_t>(ink);
  constexpr uint32_t digit = static_cast<uint32_t>(Ink::digit0),
                     fill = static_cast<uint32_t>(Ink::digit0_fill);
  static_assert(std::size(roles) == digit);
  if (number < digit) return roles[number];
  if (number < fill) return "digit" + std::to_string(number - digit);
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
  std::string text = say("svg.scene{fill:none;stroke-linejoin:round;stroke-width:", num(usual_width),
                         ";text-anchor:", anchor, ";font:", num(usual_size), "px ", svg_ui_family, "}\n");
  text += say("svg.scene text{fill:var(--", ink_name(usual_ink), ");white-space:pre}\n");
  text += say("svg.scene .bold{font-weight:600}\nsvg.scene .mono{font-family:", mono_family, "}\n");
  text += say("svg.scene .hatch{stroke-width:1.5;stroke-opacity:", num(hatch_opacity), "}\n");
  for (uint32_t i = 1; i < ink_count; ++i) {
    const std::string name = ink_name(static_cast<Ink>(i));
    text += "svg.scene .f-" + name + "{fill:var(--" + name + ")}svg.scene .s-" + name + "{stroke:var(--" +
            name + ")}\n";
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
  return edge == Ink::none ? "" : attr("stroke", colour(*theme, edge)) + attr("stroke-width", width);
}

std::string SvgPen::text(const Text& t) const {
  if (!theme) return text_in_page(t);
  return attr("font-size", t.size) + attr("fill", colour(*theme, t.ink)) + attr("text-anchor", anchor_of(t)) +
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
  constexpr float apart = 6 * std::numbers::sqrt2_v<float>;   // along an edge; 6 from line to line
  constexpr float corner = 4;                                 // a rounded corner cuts off what is shorter
  std::string text;
  const float begin = box.x + box.y, end = box.right() + box.bottom();
  for (float sum = std::ceil((begin + corner) / apart) * apart; sum < end - corner; sum += apart) {
    const float left = std::max(box.x, sum - box.bottom()), right = std::min(box.right(), sum - box.y);
    const std::string far = number(right - left);
    text += "M" + number(left) + " " + number(sum - left) + "l" + far + "-" + far;
  }
  return text;
}

}  // namespace scope
