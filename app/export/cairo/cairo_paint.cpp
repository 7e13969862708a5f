#include "cairo_paint.hpp"

#include <cairo-ft.h>
#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <numbers>
#include <string>
#include <string_view>
#include <vector>

#include "app/core/base/files.hpp"
#include "app/core/base/font_files.hpp"
#include "app/core/scene/colour_map.hpp"
#include "app/core/scene/geometry.hpp"
#include "app/core/scene/heatmap.hpp"
#include "kernels/text/message.hpp"

namespace scope {
namespace {

/// A font file that FreeType has opened; `file` keeps the bytes that it reads.
struct Opened {
  FontFile file;
  FT_Face face = nullptr;             ///< null: no such file
  cairo_font_face_t* font = nullptr;  ///< null only for the helper
  std::vector<uint32_t> signs;  ///< code points that it has, sorted: FreeType's face itself belongs
                                ///< to cairo, which locks it, for several threads draw
};

struct Fonts {
  std::vector<Opened> faces;  ///< one for each Face, in its order
  Opened symbols;
};

FT_Library library() {
  static const FT_Library opened = [] {
    FT_Library made = nullptr;
    return FT_Init_FreeType(&made) == 0 ? made : nullptr;
  }();
  return opened;
}

void open(Opened& font) {
  const auto* bytes = reinterpret_cast<const FT_Byte*>(font.file.bytes.data());
  const auto size = static_cast<FT_Long>(font.file.bytes.size());
  if (font.file.path.empty() || !library() ||
      FT_New_Memory_Face(library(), bytes, size, font.file.number, &font.face) != 0)
    return;
  FT_UInt glyph = 0;
  for (FT_ULong code = FT_Get_First_Char(font.face, &glyph); glyph != 0;
       code = FT_Get_Next_Char(font.face, code, &glyph))
    font.signs.push_back(static_cast<uint32_t>(code));
  font.font = cairo_ft_font_face_create_for_ft_face(font.face, FT_LOAD_NO_HINTING);
}

/// Cairo's own choice, where the file is missing.
cairo_font_face_t* plain_face(Face face) {
  return cairo_toy_font_face_create(
      face == Face::mono ? "monospace" : "sans-serif", CAIRO_FONT_SLANT_NORMAL,
      face == Face::bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
}

Fonts load() {
  FontFiles files = find_fonts(folders_with_fonts());
  Fonts fonts;
  for (FontFile& file : files.faces) fonts.faces.push_back({.file = std::move(file)});
  fonts.symbols.file = std::move(files.symbols);
  return fonts;
}

/// Read and opened at the first text, kept to the program's end.
const Fonts& fonts() {
  static Fonts all = load();
  static const bool opened = [] {
    open(all.symbols);
    for (std::size_t i = 0; i < all.faces.size(); ++i) {
      open(all.faces[i]);
      if (!all.faces[i].font) all.faces[i].font = plain_face(static_cast<Face>(i));
    }
    return true;
  }();
  (void)opened;
  return all;
}

/// Chinese, Japanese and Korean signs in the shapes of the program's language; opened when they are
/// wanted first, and kept.
const Opened& cjk() {
  static std::mutex lock;
  static std::map<std::string, Opened, std::less<>> of_language;
  const std::lock_guard guard(lock);
  const std::string_view language = text::language();
  const auto [place, fresh] = of_language.try_emplace(std::string(language));
  Opened& font = place->second;
  if (fresh) {
    font.file = find_fonts(folders_with_fonts(), language == "en" ? "zh-Hans" : language).cjk;
    open(font);
  }
  return font;
}

/// A part of a text that one font can write.
struct Run {
  cairo_font_face_t* font;
  std::string text;
};

std::vector<Run> runs_of(const Text& text) {
  const Opened& own = fonts().faces[static_cast<std::size_t>(text.face)];
  const auto has = [](const Opened& font, uint32_t code) {
    return std::ranges::binary_search(font.signs, code);
  };
  const auto font_of = [&](uint32_t code) {
    if (!own.face || has(own, code)) return own.font;
    if (has(fonts().symbols, code)) return fonts().symbols.font;
    return code >= 0x2E80 && has(cjk(), code) ? cjk().font : own.font;
  };
  std::vector<Run> runs;
  std::size_t bytes = 0;
  for (std::size_t at = 0; at < text.text.size(); at += bytes) {
    const uint32_t code = code_at(text.text, at, bytes);
    cairo_font_face_t* const font = font_of(code);
    if (runs.empty() || runs.back().font != font) runs.push_back({font, ""});
    runs.back().text.append(text.text, at, bytes);
  }
  return runs;
}

/// Draws a text with the colour that is set. Where no font file is found, cairo's own sans-serif or
/// monospaced face is taken.
void show_text(cairo_t* to, const Text& text) {
  cairo_set_font_size(to, text.size);
  const std::vector<Run> runs = runs_of(text);
  double width = 0;
  for (const Run& run : runs) {
    cairo_text_extents_t extents;
    cairo_set_font_face(to, run.font);
    cairo_text_extents(to, run.text.c_str(), &extents);
    width += extents.x_advance;
  }
  const double before = text.anchor == Anchor::left     ? 0
                        : text.anchor == Anchor::middle ? width / 2
                                                        : width;
  cairo_move_to(to, text.at.x - before, text.at.y + baseline_drop * text.size);
  for (const Run& run : runs) {  // each begins where the one before has left the pen
    cairo_set_font_face(to, run.font);
    cairo_show_text(to, run.text.c_str());
  }
}

constexpr double hatch_period = 6, hatch_width = 1.5;

class Pen {
 public:
  Pen(cairo_t* to, const Theme& theme, uint32_t selected)
      : to_(to), theme_(theme), selected_(selected) {}

  void ground() {
    ink(Ink::page);
    cairo_paint(to_);
  }

  void add(const Frame& f) {
    box(f.at, f.radius);
    fill(f.fill);
    stroke(f.edge, f.width, f.dashed);
  }

  /// A picture in the picture, a pixel a cell. Enlarged, the cells stay sharp.
  void add(const Heatmap& h) {
    const auto w = static_cast<int>(h.columns), rows = static_cast<int>(h.rows);
    if (w == 0 || rows == 0) return;
    cairo_surface_t* cells = cairo_image_surface_create(CAIRO_FORMAT_RGB24, w, rows);
    put_cells(h, cells);
    cairo_save(to_);
    cairo_translate(to_, h.at.x, h.at.y);
    cairo_scale(to_, h.at.w / static_cast<float>(w), h.at.h / static_cast<float>(rows));
    cairo_set_source_surface(to_, cells, 0, 0);
    const bool enlarged = h.at.w >= static_cast<float>(h.columns);
    cairo_pattern_set_filter(cairo_get_source(to_),
                             enlarged ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD);
    cairo_pattern_set_extend(cairo_get_source(to_),
                             CAIRO_EXTEND_PAD);  // the outermost cells keep their colour
    cairo_rectangle(to_, 0, 0, w, rows);
    cairo_fill(to_);
    cairo_restore(to_);
    cairo_surface_destroy(cells);
  }

  void add(const Line& l) {
    cairo_move_to(to_, l.from.x, l.from.y);
    cairo_line_to(to_, l.to.x, l.to.y);
    stroke(l.ink, l.width, l.dashed);
  }

  void add(const Arrow& a) {
    const bool bold = is_picked(a.tag, selected_);
    const Ink colour = bold ? Ink::select : a.ink;
    const float width = bold ? std::max(selected_width, a.width) : a.width;
    const Stroke shape = stroke_of(a, width);
    const float opacity = opacity_of(a, selected_);
    path(shape.line);
    stroke(colour, width, a.dashed, opacity);
    if (!a.head) return;
    path({shape.head.begin(), shape.head.end()});
    cairo_close_path(to_);
    fill(colour, opacity);  // the line ends where the head begins: nothing is drawn twice
  }

  void add(const Cell& c) {
    const bool bold = is_picked(c.tag, selected_);
    box(c.at, std::min(6.f, c.at.w / 4));
    fill(c.fill);
    if (c.hatched) hatch(c);
    stroke(bold ? Ink::select : c.edge, bold ? selected_width : c.edge_width, c.dashed);
    for (const Text& text : texts_of(c)) add(text);
  }

  void add(const Brace& b) {
    path(polyline(b));
    stroke(b.ink, 1.5f, false);
    if (!b.label.empty()) add(label_of(b));
  }

  void add(const Text& t) {
    if (t.text.empty() || t.ink == Ink::none) return;
    ink(t.ink);
    show_text(to_, t);
    cairo_new_path(to_);
  }

 private:
  void ink(Ink of, float opacity = 1) {
    const Colour c = theme_[of];
    cairo_set_source_rgba(to_, c.r / 255.0, c.g / 255.0, c.b / 255.0, c.a / 255.0 * opacity);
  }

  /// Fills the path and keeps it.
  void fill(Ink of, float opacity = 1) {
    if (of == Ink::none) return;
    ink(of, opacity);
    cairo_fill_preserve(to_);
  }

  /// Ends the path.
  void stroke(Ink of, float width, bool dashed, float opacity = 1) {
    if (of != Ink::none && width > 0) {
      const double dashes[] = {4, 4};
      ink(of, opacity);
      cairo_set_line_width(to_, width);
      cairo_set_dash(to_, dashes, dashed ? 2 : 0, 0);
      cairo_stroke_preserve(to_);
    }
    cairo_new_path(to_);
  }

  void path(const std::vector<Vec>& line) {
    cairo_new_path(to_);
    for (const Vec& v : line) cairo_line_to(to_, v.x, v.y);
  }

  void box(const Rect& r, float radius) {
    const double round = std::min({radius, r.w / 2, r.h / 2}), turn = std::numbers::pi / 2;
    cairo_new_path(to_);
    if (round <= 0) return cairo_rectangle(to_, r.x, r.y, r.w, r.h);
    cairo_arc(to_, r.right() - round, r.y + round, round, -turn, 0);
    cairo_arc(to_, r.right() - round, r.bottom() - round, round, 0, turn);
    cairo_arc(to_, r.x + round, r.bottom() - round, round, turn, 2 * turn);
    cairo_arc(to_, r.x + round, r.y + round, round, 2 * turn, 3 * turn);
    cairo_close_path(to_);
  }

  /// Diagonals over the page, seen through the path, which stays.
  void hatch(const Cell& c) {
    cairo_path_t* shape = cairo_copy_path(to_);
    cairo_save(to_);
    cairo_clip(to_);
    cairo_rotate(to_, std::numbers::pi / 4);  // now lines upright, across from corner to corner
    const double root = std::numbers::sqrt2 / 2;
    const double from = (c.at.x + c.at.y) * root, to = (c.at.right() + c.at.bottom()) * root;
    const double low = (c.at.y - c.at.right()) * root, high = (c.at.bottom() - c.at.x) * root;
    for (double x = std::floor(from / hatch_period) * hatch_period; x < to + hatch_period;
         x += hatch_period) {
      cairo_move_to(to_, x + hatch_period / 2, low);
      cairo_line_to(to_, x + hatch_period / 2, high);
    }
    stroke(c.edge, hatch_width, false, hatch_opacity);
    cairo_restore(to_);
    cairo_append_path(to_, shape);
    cairo_path_destroy(shape);
  }

  void put_cells(const Heatmap& h, cairo_surface_t* cells) const {
    const ColourMap colours = colour_map(theme_);
    unsigned char* bytes = cairo_image_surface_get_data(cells);
    if (!bytes) return;  // no memory: cairo says so at the end
    const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(cells));
    for (uint32_t row = 0; row < h.rows; ++row) {
      auto* line = reinterpret_cast<uint32_t*>(bytes + stride * (h.rows - 1 - row));
      for (uint32_t column = 0; column < h.columns; ++column) {
        const double load = h.counts[row * h.columns + column] / h.even;
        const Colour c = colour_of(colours, static_cast<float>(amount_of(load, h.full)));
        line[column] = uint32_t{c.r} << 16 | uint32_t{c.g} << 8 | c.b;
      }
    }
    cairo_surface_mark_dirty(cells);
  }

  cairo_t* to_;
  const Theme& theme_;
  uint32_t selected_;
};

/// Letters are placed as the layout has reckoned them, whatever the scale.
void choose_type(cairo_t* to) {
  cairo_font_options_t* options = cairo_font_options_create();
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cairo_set_font_options(to, options);
  cairo_font_options_destroy(options);
}

}  // namespace

void paint_page(cairo_t* to, const Scene& scene, const Theme& theme, uint32_t selected) {
  choose_type(to);
  cairo_set_line_join(to, CAIRO_LINE_JOIN_ROUND);
  Pen pen(to, theme, selected);
  pen.ground();
  add_all(pen, scene, selected);
}

}  // namespace scope
