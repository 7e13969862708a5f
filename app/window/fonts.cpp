#include "fonts.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <set>
#include <utility>

#include "app/core/base/files.hpp"
#include "app/core/base/font_files.hpp"
#include "app/core/base/language_fonts.hpp"
#include "app/core/base/text.hpp"
#include "app/window/platform/host.hpp"
#include "draw.hpp"
#include "imgui_compat.hpp"
#include "text/all.hpp"
#include "text/window.hpp"

namespace scope {
namespace {

constexpr bool bakes = IMGUI_VERSION_NUM < 19200;  // sizes must be made before they are drawn
// From 1.90 to 1.91 it makes them in whole pixels only: drawn at any other height, letters would be
// stretched one by one and stand unevenly
constexpr bool whole_heights = bakes && IMGUI_VERSION_NUM >= 18991;

// Letters and signs that nearly every picture has: made before it is known what it needs
constexpr const char* usual_signs = "·×−≤≥→←↑↓…–—‘’“”";

// Beyond Latin-1 and Greek: what formulas, captions and key names use
constexpr const char* common_signs =
    "·×÷−±≤≥≠≈≡∞∑∏√∈∉∅∪∩∧∨¬⊕≪≫⌈⌉⌊⌋→←↑↓↔↕⇒⇐⇧↦↗↘↪⟶…–—‘’“”„•‹›«»°′″€▲▼▶◀△▽▷◁▴▾▸◂■□▪▫●○◆◇◉✓✗✔✘★☆⚠│─┌┐└┘"
    "├┤┬┴┼▏▕█▁▂▃▄▅▆▇⌘⌃⌥⏎␣₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜᵢⱼᵣᵤᵥᵦᵧᵨᵩᵪ⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿⁱᵃᵇᶜᵈᵉ½¼¾⅓";

/// One face at one size in the texture; `font` is null until it is made.
struct Size {
  Face face;
  int quarters;  ///< type size in quarters of a pixel
  double used;   ///< when it was last asked for, seconds
  ImFont* font = nullptr;
};

/// What fonts are loaded; there is one ImGui context, so there is one of these.
struct State {
  FontFiles files;
  FontRequest request;
  std::string language = "en";     ///< whose signs are offered
  std::set<ImWchar> offered;       ///< code points that may be drawn, on ImGui < 1.92
  std::set<ImWchar> made;          ///< those that are in the texture
  std::vector<ImWchar> ranges;     ///< the same, as ImGui takes them
  std::vector<Size> sizes;         ///< on ImGui < 1.92
  std::array<ImFont*, 3> fonts{};  ///< on ImGui >= 1.92
  double asked = 0;                ///< when a size was last found missing
  bool missing = false;            ///< some size was asked for and is not made
  bool urgent = false;             ///< a widget asked for it, so the layout waits
  bool at_once = false;            ///< nothing that is being zoomed is waited for
  int refreshes = 0;
  float scale = 1;
};
State state;

double now() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

std::size_t index(Face face) { return static_cast<std::size_t>(face); }

/// ImGui's size of a font whose em is `px`.
float height_of(float line_per_em, float px) {
  const float height = px * line_per_em;
  return whole_heights ? std::max(1.0f, std::round(height)) : height;
}
float height_of(Face face, float px) {
  return height_of(state.files.faces[index(face)].line_per_em, px);
}

/// Adds one file to the atlas without a copy of its bytes, which `state` keeps.
ImFont* add_file(FontFile& file, float px, bool merge) {
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  ImFontConfig config;
  config.MergeMode = merge;
  config.FontNo = file.number;
  if (bakes) {
    config.GlyphRanges = state.ranges.data();
    config.PixelSnapH = px < 20;  // crisp small type; evenly spaced large type
    config.OversampleH = px < 20 ? 1 : 2;
  }
  return ui::add_font_from_memory(atlas, file.bytes.data(), static_cast<int>(file.bytes.size()),
                                  height_of(file.line_per_em, px), config);
}

/// A face with everything that helps it out, at one size.
ImFont* add_face(Face face, float px) {
  FontFile& main = state.files.faces[index(face)];
  if (main.path.empty()) {
    ImFontConfig config;
    config.SizePixels = std::round(px);
    return ImGui::GetIO().Fonts->AddFontDefault(&config);
  }
  ImFont* font = add_file(main, px, false);
  for (FontFile* helper : {&state.files.symbols, &state.files.cjk}) {
    if (!helper->path.empty()) add_file(*helper, px, true);
  }
  return font;
}

bool has_cjk(const std::string& text) {
  // In UTF-8 U+2E80 … U+FFFF begin with bytes E2 BA … EF
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    const auto first = static_cast<unsigned char>(text[i]);
    const auto second = static_cast<unsigned char>(text[i + 1]);
    if ((first == 0xE2 && second >= 0xBA) || (first >= 0xE3 && first <= 0xEF)) return true;
  }
  return false;
}

std::set<ImWchar> code_points(std::initializer_list<ImWchar> ends, const std::string& text) {
  ImFontGlyphRangesBuilder builder;
  builder.AddRanges(ends.begin());
  builder.AddText(text.c_str());
  ImVector<ImWchar> ranges;
  builder.BuildRanges(&ranges);
  std::set<ImWchar> points;
  for (int i = 0; ranges[i]; i += 2)
    for (unsigned point = ranges[i]; point <= ranges[i + 1]; ++point)
      points.insert(static_cast<ImWchar>(point));
  return points;
}

std::set<ImWchar> first_glyphs() { return code_points({0x20, 0x7E, 0}, usual_signs); }

/// Five hundred signs in every size would take longer than all else that a start does: a sign that
/// is drawn for the first time is made then.
void choose_glyphs(const std::string& more) {
  state.offered = code_points({0x20, 0xFF, 0x391, 0x3C9, 0}, common_signs + more);
  state.made = first_glyphs();
}

/// The made size that looks best when drawn at another: the next larger one, or the largest.
const Size* nearest(Face face, int quarters) {
  const Size* best = nullptr;
  for (const Size& size : state.sizes) {
    if (size.face != face || !size.font) continue;
    const bool fits = size.quarters >= quarters;
    const bool better = !best ||
                        (fits && (best->quarters < quarters || size.quarters < best->quarters)) ||
                        (!fits && best->quarters < size.quarters);
    if (better) best = &size;
  }
  return best;
}

/// The font for a type size, wanted exactly from the next refresh on. Above 64 px 64 is stretched.
ImFont* sized(Face face, float px, bool urgent) {
  if (!bakes) return state.fonts[index(face)];
  const int quarters = std::clamp(static_cast<int>(std::lround(px * 4)), 5 * 4, 64 * 4);
  const auto found = std::find_if(state.sizes.begin(), state.sizes.end(), [&](const Size& size) {
    return size.face == face && size.quarters == quarters;
  });
  if (found != state.sizes.end()) {
    found->used = now();
    if (found->font) return found->font;
  } else {
    state.sizes.push_back({face, quarters, now()});
    state.asked = now();
  }
  state.missing = true;
  state.urgent = state.urgent || urgent;
  const Size* other = nearest(face, quarters);
  return other ? other->font : ImGui::GetIO().Fonts->Fonts[0];
}

/// Fills the atlas with every size that was used lately; where there are few, with all of them: a
/// figure that is seen again has its own.
void bake() {
  constexpr std::size_t few = 32;
  const double oldest = now() - 5;
  if (state.sizes.size() > few)
    std::erase_if(state.sizes, [&](const Size& size) { return size.used < oldest; });
  ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
  atlas.Clear();
  state.ranges.clear();
  for (const ImWchar point : state.made) state.ranges.insert(state.ranges.end(), 2, point);
  state.ranges.push_back(0);
  if (state.sizes.empty())
    state.sizes.push_back({Face::ui, static_cast<int>(14 * state.scale) * 4, now()});
  for (Size& size : state.sizes)
    size.font = add_face(size.face, static_cast<float>(size.quarters) / 4);
  ImGui::GetIO().FontDefault = state.sizes.front().font;
  std::vector<ImWchar> absent;
  std::ranges::set_difference(state.offered, state.made, std::back_inserter(absent));
  ui::build_fonts(atlas, absent);
  state.missing = state.urgent = false;
}

std::string error_of(const FontFiles& files) {
  std::string missing;
  const auto need = [&](bool there, text::Label what) {
    if (there) return;
    missing = missing.empty() ? std::string(what)
                              : text::all::list_middle({.first = missing, .next = what});
  };
  need(!files.faces[0].path.empty(), text::window::font_text);
  need(!files.faces[1].path.empty(), text::window::font_bold);
  need(!files.faces[2].path.empty(), text::window::font_code);
  need(!files.symbols.path.empty(), text::window::font_signs);
  return missing.empty() ? "" : text::window::fonts_missing({.fonts = missing});
}

}  // namespace

FontReport load_fonts(const FontRequest& request) {
  std::vector<std::string> folders = request.folders;
  for (const std::string& folder : folders_with_fonts()) folders.push_back(folder);
  // The languages call themselves by their own names in every language
  std::string names;
  for (const LanguageInfo& each : languages_there_are()) names += each.name;
  const auto files = [&](const std::string& language, const std::string& glyphs) {
    return find_fonts(folders, !has_cjk(glyphs) ? "" : language == "en" ? "zh-Hans" : language);
  };
  std::string language(text::language()), words = text::all_texts();
  FontFiles found = files(language, request.glyphs + names + words);
  if (!on_a_page() && !draws(found, words)) {  // a page brings its fonts
    const std::string lacking = std::exchange(language, "en");
    stay_in_english();
    complain_about_language(no_font_words(lacking, true));
    words.clear();
    found = files(language, request.glyphs + names);
  }
  const float scale = state.scale;
  state = State{.files = std::move(found), .request = request, .language = language};
  state.scale = scale;
  choose_glyphs(request.glyphs + words + names);

  FontReport report{.files = {}, .error = error_of(state.files)};
  for (std::size_t i = 0; i < report.files.size(); ++i) {
    FontFile& file = state.files.faces[i];
    report.files[i] = file.path;
    if (file.path.empty()) file.line_per_em = 1;
    if (!bakes) state.fonts[i] = add_face(static_cast<Face>(i), 16);
  }
  return report;
}

std::string listed_name(const LanguageInfo& language) {
  return draws(state.files, language.name) ? language.name : language.english;
}

std::string font_wanted_by(const LanguageInfo& language) {
  return have_font(language.code, language.name) ? "" : no_font_words(language.code, true);
}

std::optional<FontReport> follow_language() {
  if (text::language() == state.language) return std::nullopt;
  const FontRequest request = state.request;
  if (!bakes) ImGui::GetIO().Fonts->Clear();
  return load_fonts(request);
}

double refresh_fonts() {
  if (!bakes) return 1e9;
  const bool starting = state.at_once || state.refreshes < 3;
  ++state.refreshes;
  const bool empty = ImGui::GetIO().Fonts->Fonts.Size == 0;
  if (!state.missing && !empty) return 1e9;

  // While a figure is being zoomed every frame asks for new sizes: wait until it rests
  const double rest = state.asked + 0.12 - now();
  if (!empty && !starting && !state.urgent && rest > 0) return rest;
  bake();
  if (!empty) ui::remake_font_texture();
  ui::note_drawn(state.refreshes);  // the same triangles, other letters
  return starting ? 0 : 1e9;
}

void forget_fonts() {
  state.sizes.clear();
  state.made = first_glyphs();
  state.missing = state.at_once = true;
}

bool note_signs(const ImDrawData& data) {
  if (!bakes) return false;
  bool missing = false;
  for (int list = 0; list < data.CmdListsCount; ++list) {
    for (const ImDrawVert& corner : data.CmdLists[list]->VtxBuffer) {
      if (corner.uv.x < 0) missing |= state.made.insert(ui::sign_of_speck(corner.uv.x)).second;
    }
  }
  state.missing |= missing;
  state.urgent |= missing;
  return missing;
}

namespace ui {

void set_scale(float scale) { state.scale = scale; }
float scale() { return state.scale; }

Face face_of(const ImFont* font) {
  const auto size = std::ranges::find(state.sizes, font, &Size::font);
  return size == state.sizes.end() ? Face::ui : size->face;
}

void push_font(Face face, float px) { push_sized_font(sized(face, px, true), height_of(face, px)); }
void pop_font() { ImGui::PopFont(); }

Pick pick(Face face, float px) {
  ImFont* font = sized(face, px, false);
  const float height = height_of(face, px);
  return {font, height, font_ascent(font, height)};
}

std::string_view drawable(std::string_view text) {
  constexpr std::size_t most = 16'000;  // of 16,383 signs with four corners each
  if (text.size() <= most) return text;
  std::size_t end = most;
  while (end > 0 && inside_character(text[end])) --end;
  return text.substr(0, end);
}

ImVec2 text_size(Face face, float px, std::string_view whole) {
  const std::string_view text = drawable(whole);
  const Pick font = pick(face, px);
  return font.font->CalcTextSizeA(font.height, 1e9f, 0, text.data(), text.data() + text.size());
}

std::string in_lines(Face face, float px, std::string_view text, float width) {
  std::string lines;
  for (std::size_t at = 0, line = 0; at < text.size();) {
    const std::size_t end = next_break(text, at);
    const std::string_view piece = trimmed_end(text.substr(at, end - at));
    if (lines.size() > line &&
        text_size(face, px, lines.substr(line) + std::string(piece)).x > width) {
      lines.resize(trimmed_end(lines).size());
      lines += '\n';
      line = lines.size();
    }
    lines += text.substr(at, end - at);
    if (lines.ends_with('\n')) line = lines.size();
    at = end;
  }
  return lines;
}

void draw_text(ImDrawList* list, Face face, float px, ImVec2 at, ImU32 colour,
               std::string_view whole, Anchor anchor) {
  const std::string_view text = drawable(whole);
  const Pick font = pick(face, px);
  const char* end = text.data() + text.size();
  const float width = anchor == Anchor::left
                          ? 0
                          : font.font->CalcTextSizeA(font.height, 1e9f, 0, text.data(), end).x;
  ImVec2 corner(at.x - (anchor == Anchor::middle ? width / 2 : width), at.y - font.ascent);
  if (px < 24) corner = ImVec2(std::round(corner.x), std::round(corner.y));
  list->AddText(font.font, font.height, corner, colour, text.data(), end);
}

}  // namespace ui
}  // namespace scope
