/// Scene -> SVG with real, editable text. Needs no display and no font.
///
/// How an SVG says what is filled and stroked with which ink, and how its texts look. A picture
/// file has the colours and fonts in every element, so that any program shows it. A picture in a
/// page names inks by class, and the page's style sheet says what they are: the same picture is
/// light, dark or printed, and much smaller.
#pragma once

#include <string>
#include <vector>

#include "app/core/scene/scene.hpp"
#include "app/core/scene/theme.hpp"

namespace scope {

/// A complete SVG document; `caption` (may be empty) is written under the title as a description.
/// Keys and arrows of `selected` (an identity, or none) are drawn bold, as in the window.
std::string to_svg(const Scene& scene, const Theme& theme, uint32_t selected = none,
                   const std::string& caption = "");

/// The picture as a part of an HTML page: inks are classes (ink_classes), so its colours follow the
/// page's theme, and it has the size that the page gives it. A screen reader reads the element
/// `title_id` of the page and the picture's own description, which gets the id `desc_id`.
std::string svg_in_page(const Scene& scene, const std::string& title_id, const std::string& desc_id,
                        uint32_t selected = none);

/// The faces of texts, with those that have the signs of the language of now.
std::string svg_ui_family();

/// "dim", "digit3", "fill3", "empty": the name of an ink in classes and style sheets; "" of
/// Ink::none.
std::string ink_name(Ink ink);

/// What the style sheet of a page with such pictures starts with: a variable --NAME for every ink.
std::string ink_variables(const Theme& theme);

/// The rest of it: what the classes of such pictures mean, under the selector `svg.scene`.
std::string ink_classes();

struct SvgPen {
  const Theme* theme = nullptr;  ///< colours in every element; null: classes

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
