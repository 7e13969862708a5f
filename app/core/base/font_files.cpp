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

constexpr std::size_t most_signs = 300'000;  ///< more than any font has, but for a broken one

/// Adds the signs of a cmap subtable, of format 4 or 12; of others none.
void add_signs(std::string_view bytes, std::size_t at, std::vector<uint32_t>& signs) {
  const auto add = [&](uint32_t first, uint32_t last) {
    for (uint32_t sign = first; sign <= last && signs.size() < most_signs; ++sign)
      signs.push_back(sign);
  };
  if (u16(bytes, at) == 4) {
    const uint32_t doubled = u16(bytes, at + 6);  // the number of segments
    for (uint32_t i = 0; i + 1 < doubled; i += 2)
      add(u16(bytes, at + 16 + doubled + i), u16(bytes, at + 14 + i));
  } else if (u16(bytes, at) == 12) {
    const uint32_t groups = u32(bytes, at + 12);
    std::size_t row = at + 16;
    for (uint32_t i = 0; i < groups && row + 12 <= bytes.size(); ++i, row += 12)
      add(u32(bytes, row), std::min(u32(bytes, row + 4), 0x10FFFFu));
  }
}

void add_signs(const FontFile& file, std::vector<uint32_t>& signs) {
  const std::string_view bytes = file.bytes;
  const auto number = static_cast<std::size_t>(file.number);
  const std::size_t font = bytes.starts_with("ttcf") ? u32(bytes, 12 + 4 * number) : 0;
  const std::size_t cmap = table(bytes, font, "cmap");
  if (cmap == 0) return;
  for (std::size_t i = 0; i < u16(bytes, cmap + 2); ++i) {
    const std::size_t row = cmap + 4 + 8 * i;
    const uint32_t platform = u16(bytes, row), encoding = u16(bytes, row + 2);
    if (platform == 0 || (platform == 3 && (encoding == 1 || encoding == 10)))
      add_signs(bytes, cmap + u32(bytes, row + 4), signs);
  }
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

std::vector<std::string> folders_with_fonts() {
  std::vector<std::string> folders;
  if (const std::string own = resource("assets/fonts"); !own.empty()) folders.push_back(own);
  for (const std::string& folder : font_folders()) folders.push_back(folder);
  return folders;
}

uint32_t code_at(std::string_view text, std::size_t at, std::size_t& bytes) {
  const auto first = static_cast<uint8_t>(text[at]);
  bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  bytes = std::min(bytes, text.size() - at);
  uint32_t code = bytes == 1 ? first : first & (0xffu >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i)
    code = code << 6 | (static_cast<uint8_t>(text[at + i]) & 0x3fu);
  return code;
}

bool draws(const FontFiles& files, std::string_view words) {
  std::vector<uint32_t> wanted;
  std::size_t bytes = 0;
  for (std::size_t at = 0; at < words.size(); at += bytes)
    if (const uint32_t sign = code_at(words, at, bytes); sign > 0xFF) wanted.push_back(sign);
  if (wanted.empty()) return true;
  std::vector<uint32_t> signs;
  if (const FontFile& main = files.faces.front(); !main.path.empty())
    for (const FontFile* file : {&main, &files.symbols, &files.cjk}) add_signs(*file, signs);
  std::ranges::sort(signs);
  const auto there = std::ranges::count_if(
      wanted, [&](uint32_t sign) { return std::ranges::binary_search(signs, sign); });
  return 2 * static_cast<std::size_t>(there) >= wanted.size();
}

}  // namespace scope
