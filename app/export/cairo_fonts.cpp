#include "cairo_fonts.hpp"

#include <cairo-ft.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "app/base/files.hpp"
#include "app/base/font_files.hpp"

namespace scope {
namespace {

/// A font file that FreeType has opened; `file` keeps the bytes that it reads.
struct Opened {
  FontFile file;
  FT_Face face = nullptr;            ///< null: no such file
  cairo_font_face_t* font = nullptr; ///< null only for the helper
  std::vector<uint32_t> signs;       ///< code points that it has, sorted: FreeType's face itself belongs to
                                     ///< cairo, which locks it, for several threads draw
};

struct Fonts {
  std::vector<Opened> faces;   ///< one for each Face, in its order
  Opened symbols;
};

void open(FT_Library library, Opened& font) {
  const auto* bytes = reinterpret_cast<const FT_Byte*>(font.file.bytes.data());
  const auto size = static_cast<FT_Long>(font.file.bytes.size());
  if (font.file.path.empty() || !library || FT_New_Memory_Face(library, bytes, size, 0, &font.face) != 0) return;
  FT_UInt glyph = 0;
  for (FT_ULong code = FT_Get_First_Char(font.face, &glyph); glyph != 0;
       code = FT_Get_Next_Char(font.face, code, &glyph))
    font.signs.push_back(static_cast<uint32_t>(code));
  font.font = cairo_ft_font_face_create_for_ft_face(font.face, FT_LOAD_NO_HINTING);
}

/// Cairo's own choice, where the file is missing.
cairo_font_face_t* plain_face(Face face) {
  return cairo_toy_font_face_create(face == Face::mono ? "monospace" : "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                                    face == Face::bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
}

Fonts load() {
  std::vector<std::string> folders;
  if (const std::string own = resource("assets/fonts"); !own.empty()) folders.push_back(own);
  for (const std::string& folder : font_folders()) folders.push_back(folder);
  FontFiles files = find_fonts(folders, false);
  Fonts fonts;
  for (FontFile& file : files.faces) fonts.faces.push_back({.file = std::move(file)});
  fonts.symbols.file = std::move(files.symbols);
  return fonts;
}

/// Read and opened at the first text, kept to the program's end.
const Fonts& fonts() {
  static Fonts all = load();
  static const bool opened = [] {
    FT_Library library = nullptr;
    if (FT_Init_FreeType(&library) != 0) library = nullptr;
    open(library, all.symbols);
    for (std::size_t i = 0; i < all.faces.size(); ++i) {
      open(library, all.faces[i]);
      if (!all.faces[i].font) all.faces[i].font = plain_face(static_cast<Face>(i));
    }
    return true;
  }();
  (void)opened;
  return all;
}

/// The code point that begins at `at`, and how many bytes it has. The program's own texts are whole UTF-8.
uint32_t code_at(std::string_view text, std::size_t at, std::size_t& bytes) {
  const auto first = static_cast<uint8_t>(text[at]);
  bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  bytes = std::min(bytes, text.size() - at);
  uint32_t code = bytes == 1 ? first : first & (0xffu >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) code = code << 6 | (static_cast<uint8_t>(text[at + i]) & 0x3fu);
  return code;
}

/// A part of a text that one font can write.
struct Run {
  cairo_font_face_t* font;
  std::string text;
};

std::vector<Run> runs_of(const Text& text) {
  const Opened& own = fonts().faces[static_cast<std::size_t>(text.face)];
  const Opened& helper = fonts().symbols;
  std::vector<Run> runs;
  std::size_t bytes = 0;
  for (std::size_t at = 0; at < text.text.size(); at += bytes) {
    const uint32_t code = code_at(text.text, at, bytes);
    const bool lacks = own.face && !std::ranges::binary_search(own.signs, code);
    const bool helped = lacks && std::ranges::binary_search(helper.signs, code);
    cairo_font_face_t* font = helped ? helper.font : own.font;
    if (runs.empty() || runs.back().font != font) runs.push_back({font, ""});
    runs.back().text.append(text.text, at, bytes);
  }
  return runs;
}

}  // namespace

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
  const double before = text.anchor == Anchor::left ? 0 : text.anchor == Anchor::middle ? width / 2 : width;
  cairo_move_to(to, text.at.x - before, text.at.y + baseline_drop * text.size);
  for (const Run& run : runs) {   // each begins where the one before has left the pen
    cairo_set_font_face(to, run.font);
    cairo_show_text(to, run.text.c_str());
  }
}

}  // namespace scope
