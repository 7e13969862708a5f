#include "colour_map.hpp"

#include <algorithm>
#include <cmath>

#include "app/core/base/text.hpp"

namespace scope {
namespace {

using Matrix = std::array<std::array<float, 3>, 3>;

// From https://bottosson.github.io/posts/oklab/, with the cubes of lms between the two.
constexpr Matrix lms_of_oklab{{{1, 0.3963377774f, 0.2158037573f},
                               {1, -0.1055613458f, -0.0638541728f},
                               {1, -0.0894841775f, -1.2914855480f}}};
constexpr Matrix rgb_of_lms{{{4.0767416621f, -3.3077115913f, 0.2309699292f},
                             {-1.2684380046f, 2.6097574011f, -0.3413193965f},
                             {-0.0041960863f, -0.7034186147f, 1.7076147010f}}};
constexpr Matrix lms_of_rgb{{{0.4122214708f, 0.5363325363f, 0.0514459929f},
                             {0.2119034982f, 0.6806995451f, 0.1073969566f},
                             {0.0883024619f, 0.2817188376f, 0.6299787005f}}};
constexpr Matrix oklab_of_lms{{{0.2104542553f, 0.7936177850f, -0.0040720468f},
                               {1.9779984951f, -2.4285922050f, 0.4505937099f},
                               {0.0259040371f, 0.7827717662f, -0.8086757660f}}};

// sRGB, IEC 61966-2-1: a straight piece near black, then a power.
constexpr float srgb_cut = 0.0031308f, srgb_slope = 12.92f, srgb_scale = 1.055f, srgb_power = 2.4f;

// Where a theme's colours lead: hue along the path, and lightness and hue at its end. It starts at
// the page.
struct ColourPath {
  float a1, b1, a2, b2;
  Oklab end;
};
constexpr ColourPath dark{0.04f, -0.29f, -0.23f, -0.02f, {0.97f, -0.04f, 0.125f}};
constexpr ColourPath light{-0.12f, 0.06f, -0.08f, -0.21f, {0.22f, 0.04f, -0.11f}};
constexpr ColourPath print{0, 0, 0, 0, {0.16f, 0, 0}};

const ColourPath& path_of(ThemeId id) {
  return id == ThemeId::dark ? dark : id == ThemeId::light ? light : print;
}

std::array<float, 3> times(const Matrix& matrix, const std::array<float, 3>& v) {
  std::array<float, 3> out{};
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t c = 0; c < 3; ++c) out[row] += matrix[row][c] * v[c];
  return out;
}

float encoded(float linear) {
  const float in = std::clamp(linear, 0.f, 1.f);
  return in <= srgb_cut ? srgb_slope * in
                        : srgb_scale * std::pow(in, 1 / srgb_power) - (srgb_scale - 1);
}

float decoded(uint8_t byte) {
  const float c = static_cast<float>(byte) / 255;
  return c <= srgb_cut * srgb_slope ? c / srgb_slope
                                    : std::pow((c + srgb_scale - 1) / srgb_scale, srgb_power);
}

/// As GLSL reads it, with a point in every locale.
std::string number(float value) { return fixed_number(value, 10); }

/// GLSL's matrices are written column by column; a vector before one meets our rows.
std::string glsl(const char* name, const Matrix& matrix) {
  std::string text = std::string("const mat3 ") + name + " = mat3(";
  for (const auto& row : matrix)
    for (float value : row) text += (text.back() == '(' ? "" : ", ") + number(value);
  return text + ");\n";
}

std::string glsl(const char* name, float value) {
  return std::string("const float ") + name + " = " + number(value) + ";\n";
}

// The same as colour_of() below.
constexpr const char* function = R"(vec3 colour_of(vec3 path[4], float amount) {
  float t = clamp(amount, 0.0, 1.0), s = 1.0 - t;
  vec3 lab = s * s * s * path[0] + 3.0 * s * s * t * path[1] + 3.0 * s * t * t * path[2] + t * t * t * path[3];
  vec3 lms = lab * LMS_OF_OKLAB;
  vec3 linear = clamp((lms * lms * lms) * RGB_OF_LMS, 0.0, 1.0);
  vec3 bent = SRGB_SCALE * pow(linear, vec3(1.0 / SRGB_POWER)) - (SRGB_SCALE - 1.0);
  return mix(bent, SRGB_SLOPE * linear, lessThanEqual(linear, vec3(SRGB_CUT)));
}
)";

}  // namespace

ColourMap colour_map(const Theme& theme) {
  const Oklab page = oklab_of(theme[Ink::page]);
  const ColourPath& path = path_of(theme.id);
  const float step = (path.end[0] - page[0]) / 3;
  return {
      {page, {page[0] + step, path.a1, path.b1}, {page[0] + 2 * step, path.a2, path.b2}, path.end}};
}

Colour colour_of(const ColourMap& map, float amount) {
  const float t = std::clamp(amount, 0.f, 1.f), s = 1 - t;
  Oklab lab{};
  for (std::size_t i = 0; i < 3; ++i)
    lab[i] = s * s * s * map.path[0][i] + 3 * s * s * t * map.path[1][i] +
             3 * s * t * t * map.path[2][i] + t * t * t * map.path[3][i];
  std::array<float, 3> lms = times(lms_of_oklab, lab);
  for (float& x : lms) x = x * x * x;
  const auto rgb = times(rgb_of_lms, lms);
  const auto byte = [](float linear) {
    return static_cast<uint8_t>(std::lround(255 * encoded(linear)));
  };
  return {byte(rgb[0]), byte(rgb[1]), byte(rgb[2]), 255};
}

Oklab oklab_of(Colour colour) {
  std::array<float, 3> lms =
      times(lms_of_rgb, {decoded(colour.r), decoded(colour.g), decoded(colour.b)});
  for (float& x : lms) x = std::cbrt(x);
  return times(oklab_of_lms, lms);
}

std::string colour_map_glsl() {
  return glsl("LMS_OF_OKLAB", lms_of_oklab) + glsl("RGB_OF_LMS", rgb_of_lms) +
         glsl("SRGB_CUT", srgb_cut) + glsl("SRGB_SLOPE", srgb_slope) +
         glsl("SRGB_SCALE", srgb_scale) + glsl("SRGB_POWER", srgb_power) + function;
}

}  // namespace scope
