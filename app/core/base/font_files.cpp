#include "font_files.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <system_error>

#include "files.hpp"

namespace fs = std::filesystem;

namespace scope {
namespace {

using Names = std::span<const char* const>;

// The first one found wins. Then what Linux distributions, Windows and macOS have anyway.
constexpr const char* ui_names[] = {
    "Inter-Regular.otf",          "Inter-Regular.ttf", "NotoSans-Regular.ttf", "DejaVuSans.ttf",
    "LiberationSans-Regular.ttf", "segoeui.ttf",       "Helvetica.ttc",        "Arial.ttf"};
constexpr const char* bold_names[] = {
    "Inter-SemiBold.otf",      "Inter-SemiBold.ttf", "NotoSans-Bold.ttf", "DejaVuSans-Bold.ttf",
    "LiberationSans-Bold.ttf", "seguisb.ttf",        "segoeuib.ttf",      "Arial Bold.ttf"};
constexpr const char* mono_names[] = {"JetBrainsMono-Regular.ttf",
                                      "JetBrainsMono-Regular.otf",
                                      "DejaVuSansMono.ttf",
                                      "NotoSansMono-Regular.ttf",
                                      "LiberationMono-Regular.ttf",
                                      "CascadiaMono.ttf",
                                      "consola.ttf",
                                      "Menlo.ttc"};
constexpr const char* symbol_names[] = {"DejaVuSans.ttf", "NotoSansMath-Regular.ttf",
                                        "seguisym.ttf", "Apple Symbols.ttf"};
/// Chinese characters are drawn in another way in each language: the number is that of the font in
/// the collection.
struct CjkFont {
  const char* file;
  int number;
};
constexpr CjkFont hans[] = {{"NotoSansCJK-Regular.ttc", 2},
                            {"wqy-microhei.ttc", 0},
                            {"wqy-zenhei.ttc", 0},
                            {"msyh.ttc", 0},
                            {"PingFang.ttc", 1},
                            {"DroidSansFallbackFull.ttf", 0}};
constexpr CjkFont hant[] = {{"NotoSansCJK-Regular.ttc", 3},
                            {"NotoSansTC-Regular.otf", 0},
                            {"msjh.ttc", 0},
                            {"PingFang.ttc", 0},
                            {"wqy-microhei.ttc", 0},
                            {"DroidSansFallbackFull.ttf", 0}};
constexpr CjkFont korean[] = {{"NotoSansCJK-Regular.ttc", 1},
                              {"NanumGothic.ttf", 0},
                              {"malgun.ttf", 0},
                              {"AppleSDGothicNeo.ttc", 0},
                              {"wqy-microhei.ttc", 0}};
constexpr CjkFont japanese[] = {{"NotoSansCJK-Regular.ttc", 0},
                                {"NotoSansJP-Regular.otf", 0},
                                {"NotoSansJP-Regular.ttf", 0},
                                {"ipaexg.ttf", 0},
                                {"ipagp.ttf", 0},
                                {"TakaoPGothic.ttf", 0},
                                {"VL-PGothic-Regular.ttf", 0},
                                {"YuGothR.ttc", 0},
                                {"meiryo.ttc", 0},
                                {"ヒラギノ角ゴシック W3.ttc", 0},
                                {"Hiragino Sans GB.ttc", 0},
                                {"wqy-microhei.ttc", 0}};

std::span<const CjkFont> cjk_fonts(std::string_view language) {
  if (language == "ko") return korean;
  if (language == "ja") return japanese;
  if (language == "zh-Hant") return hant;
  return hans;
}

/// File name -> path of every wanted file, the first folder's file first. Stops after very many
/// entries.
std::map<std::string, std::string> places_of(const std::vector<std::string>& folders) {
  std::map<std::string, std::string> places;
  int entries = 0;
  for (const std::string& folder : folders) {
    std::error_code error;
    auto it = fs::recursive_directory_iterator(
        to_path(folder), fs::directory_options::skip_permission_denied, error);
    for (; !error && it != fs::recursive_directory_iterator(); it.increment(error)) {
      if (++entries > 50000) return places;
      places.emplace(to_text(it->path().filename()), to_text(it->path()));
    }
  }
  return places;
}

FontFile first_of(Names names, const std::map<std::string, std::string>& places) {
  for (const char* name : names) {
    const auto place = places.find(name);
    if (place == places.end()) continue;
    FontFile file{place->second, read_file(place->second, 64u << 20).text};
    file.line_per_em = line_per_em(file.bytes);
    if (file.line_per_em > 0) return file;
  }
  return {};
}

/// Big-endian numbers of a font file; 0 outside of it.
uint32_t u16(std::string_view bytes, std::size_t at) {
  if (at + 2 > bytes.size()) return 0;
  return static_cast<uint32_t>(static_cast<uint8_t>(bytes[at]) << 8 |
                               static_cast<uint8_t>(bytes[at + 1]));
}
uint32_t u32(std::string_view bytes, std::size_t at) {
  return u16(bytes, at) << 16 | u16(bytes, at + 2);
}
int s16(std::string_view bytes, std::size_t at) { return static_cast<int16_t>(u16(bytes, at)); }

/// Where a table begins; 0 = there is none.
std::size_t table(std::string_view bytes, std::size_t font, std::string_view tag) {
  const uint32_t count = u16(bytes, font + 4);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t row = font + 12 + 16 * i;
    if (row + 16 <= bytes.size() && bytes.substr(row, 4) == tag) return u32(bytes, row + 8);
  }
  return 0;
}

}  // namespace

float line_per_em(std::string_view bytes) {
  const std::size_t font = bytes.starts_with("ttcf") ? u32(bytes, 12) : 0;
  const std::size_t head = table(bytes, font, "head"), hhea = table(bytes, font, "hhea");
  if (head == 0 || hhea == 0) return 0;
  const uint32_t em = u16(bytes, head + 18);
  const int line = s16(bytes, hhea + 4) - s16(bytes, hhea + 6);
  return em == 0 || line <= 0 ? 0 : static_cast<float>(line) / static_cast<float>(em);
}

FontFiles find_fonts(const std::vector<std::string>& folders, std::string_view cjk_of) {
  const auto places = places_of(folders);
  FontFiles found;
  for (const Names names : {Names(ui_names), Names(bold_names), Names(mono_names)}) {
    found.faces.push_back(first_of(names, places));
  }
  found.symbols = first_of(symbol_names, places);
  if (cjk_of.empty()) return found;
  // A page brings a face of the language's own signs; until then one of the languages' names
  const std::string own = "words-" + std::string(cjk_of) + ".otf";
  const char* const own_name[] = {own.c_str()};
  found.cjk = first_of(own_name, places);
  for (const CjkFont& each : cjk_fonts(cjk_of)) {
    if (!found.cjk.path.empty()) return found;
    const char* const name[] = {each.file};
    found.cjk = first_of(name, places);
    found.cjk.number = each.number;
  }
  constexpr const char* names_face[] = {"words-names.otf"};
  if (found.cjk.path.empty()) found.cjk = first_of(names_face, places);
  return found;
}

}  // namespace scope
