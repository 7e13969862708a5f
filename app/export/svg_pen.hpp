/// How an SVG says what is filled and stroked with which ink, and how its texts look. A picture file has the
/// colours and fonts in every element, so that any program shows it. A picture in a page names inks by class,
/// and the page's style sheet says what they are: the same picture is light, dark or printed, and much
/// smaller.
#pragma once

#include <string>
#include <vector>

#include "app/scene/scene.hpp"
#include "app/scene/theme.hpp"

namespace scope {

inline constexpr const char* svg_ui_family = "Inter, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif";

/// "dim", "digit3", "fill3", "empty": the name of an ink in classes and style sheets; "" of Ink::none.
std::string ink_name(Ink ink);

/// What the style sheet of a page with such pictures begins with: a variable --NAME for every ink.
std::string ink_variables(const Theme& theme);

/// The rest of it: what the classes of such pictures mean, under the selector `svg.scene`.
std::string ink_classes();

struct SvgPen {
  const Theme* theme = nullptr;   ///< colours in every element; null: classes

  /// The attributes of a filled and stroked shape; with Ink::none it is not filled, or not stroked.
  std::string shape(Ink fill, Ink edge, float width) const;
  std::string filled(Ink fill) const;
  std::string stroked(Ink edge, float width) const;
  /// Size, ink, anchor and face.
  std::string text(const Text& text) const;
  /// A coordinate: a page is content with tenths.
  std::string number(float value) const;
  /// The points of an open line, for the attribute d.
  std::string path(const std::vector<Vec>& line) const;
  /// Thin diagonals across a box, for the attribute d.
  std::string diagonals(const Rect& box) const;
};

}  // namespace scope
