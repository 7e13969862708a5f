#include "drawn_text.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <unordered_map>
#include <utility>

#include "fonts.hpp"
#include "imgui_compat.hpp"

namespace scope::ui {

#if IMGUI_VERSION_NUM >= 19200
std::vector<DrawnText> drawn_texts(const ImDrawData&) { return {}; }
#else
namespace {

struct Sign {
  const ImFont* font;
  const ImFontGlyph* glyph;
};
using Place = std::pair<float, float>;  // in the texture
struct PlaceHash {
  std::size_t operator()(const Place& place) const {
    return std::hash<float>()(place.first) * 31 + std::hash<float>()(place.second);
  }
};
using Signs = std::unordered_map<Place, Sign, PlaceHash>;

Signs signs_of(const ImFontAtlas& atlas) {
  Signs signs;
  std::size_t all = 0;
  for (const ImFont* font : atlas.Fonts) all += static_cast<std::size_t>(font->Glyphs.Size);
  signs.reserve(all);
  for (const ImFont* font : atlas.Fonts)
    for (const ImFontGlyph& glyph : font->Glyphs)
      if (glyph.Visible) signs.insert({{glyph.U0, glyph.V0}, {font, &glyph}});
  return signs;
}

std::string in_bytes(unsigned point) {
  std::string bytes;
  const auto add = [&](unsigned byte) { bytes += static_cast<char>(byte); };
  if (point < 0x80) return add(point), bytes;
  if (point < 0x800) return add(0xC0 | point >> 6), add(0x80 | (point & 0x3F)), bytes;
  add(0xE0 | point >> 12), add(0x80 | (point >> 6 & 0x3F)), add(0x80 | (point & 0x3F));
  return bytes;
}

/// Puts signs that follow each other in a line together.
class Lines {
 public:
  Lines(int layer, std::vector<DrawnText>& lines) : layer_(layer), lines_(lines) {}

  void add(const Sign& sign, const ImDrawVert* corners, const ImVec4& clip) {
    const ImFontGlyph& glyph = *sign.glyph;
    const ImVec2 a = corners[0].pos, b = corners[2].pos;
    const float scale = (b.x - a.x) / std::max(glyph.X1 - glyph.X0, 0.01f),
                size = sign.font->FontSize * scale, x = a.x - glyph.X0 * scale,
                y = a.y - glyph.Y0 * scale, gap = x - pen_;
    if (sign.font != font_ || std::abs(y - y_) > 1 || gap < -0.3f * size || gap > 2 * size)
      lines_.push_back({.at = {a.x, y, 0, size}, .face = face_of(sign.font), .layer = layer_});
    else if (gap > 0.12f * size)
      lines_.back().text += ' ';
    DrawnText& line = lines_.back();
    line.text += in_bytes(glyph.Codepoint);
    line.at.w = b.x - line.at.x;
    line.cut |= a.x < clip.x - 1 || b.x > clip.z + 1;
    font_ = sign.font, y_ = y, pen_ = x + glyph.AdvanceX * scale;
  }

 private:
  int layer_;
  std::vector<DrawnText>& lines_;
  const ImFont* font_ = nullptr;
  float y_ = 0, pen_ = 0;  ///< where the next sign of the line stands
};

}  // namespace

std::vector<DrawnText> drawn_texts(const ImDrawData& data) {
  const ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  const Signs signs = signs_of(atlas);
  std::vector<DrawnText> lines;
  for (int layer = 0; layer < data.CmdListsCount; ++layer) {
    const ImDrawList& list = *data.CmdLists[layer];
    Lines together(layer, lines);
    for (const ImDrawCmd& command : list.CmdBuffer) {
      unsigned behind = 0;  // the corners before it were read
      for (unsigned i = 0; i < command.ElemCount; ++i) {
        const unsigned at =
            command.VtxOffset + list.IdxBuffer[static_cast<int>(command.IdxOffset + i)];
        const auto corner = static_cast<int>(at);
        if (at < behind || corner + 3 >= list.VtxBuffer.Size) continue;
        const ImDrawVert* corners = &list.VtxBuffer[corner];
        if (corners->uv.x < 0) return {};
        if (corners->uv.x == atlas.TexUvWhitePixel.x && corners->uv.y == atlas.TexUvWhitePixel.y)
          continue;  // of no sign
        const auto sign = signs.find({corners->uv.x, corners->uv.y});
        if (sign == signs.end() || corners[2].uv.x != sign->second.glyph->U1) continue;
        together.add(sign->second, corners, command.ClipRect);
        behind = at + 4;
      }
    }
  }
  return lines;
}
#endif

}  // namespace scope::ui
