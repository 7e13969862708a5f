// Colour maps: the page where nothing is, lightness that only goes one way, for every eye and in
// grey; the shader's text computes the same.
#include "app/core/scene/colour_map.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <regex>
#include <sstream>

#include "app/core/scene/heatmap.hpp"
#include "tests/support/eyes.hpp"

namespace scope {
namespace {

uint8_t encoded(float linear) {
  const float in = std::clamp(linear, 0.f, 1.f);
  return static_cast<uint8_t>(std::lround(
      255 * (in <= 0.0031308f ? 12.92f * in : 1.055f * std::pow(in, 1 / 2.4f) - 0.055f)));
}
Colour colour_seen_by(const Eye& eye, Colour c) {
  const Linear out = seen_by(eye, Linear{decoded(c.r), decoded(c.g), decoded(c.b)});
  return {encoded(out[0]), encoded(out[1]), encoded(out[2]), 255};
}

/// 100 = black to white; about 2 is just seen.
float difference(Colour a, Colour b) {
  const Oklab x = oklab_of(a), y = oklab_of(b);
  return 100 * std::hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
}

/// "" or why an eye is misled: a step of lightness backwards, or two of 24 neighbouring colours
/// alike.
std::string misleads(const ColourMap& map) {
  constexpr int steps = 24;
  const bool up = map.path[3][0] > map.path[0][0];
  for (std::size_t e = 0; e < eyes.size(); ++e)
    for (int i = 0; i < steps; ++i) {
      const Colour a = colour_seen_by(eyes[e], colour_of(map, static_cast<float>(i) / steps)),
                   b = colour_seen_by(eyes[e], colour_of(map, static_cast<float>(i + 1) / steps));
      const float lighter = oklab_of(b)[0] - oklab_of(a)[0];
      const std::string where = "eye " + std::to_string(e) + ", step " + std::to_string(i);
      if ((up ? lighter : -lighter) < 0.012f)
        return where + ": lightness goes " + std::to_string(lighter);
      if (difference(a, b) < 2) return where + ": differs by " + std::to_string(difference(a, b));
    }
  return "";
}

TEST(ColourMap, BeginsAtThePage) {
  for (const Theme& theme : themes())
    EXPECT_EQ(hex(colour_of(colour_map(theme), 0)), hex(theme[Ink::page])) << theme.name;
}

TEST(ColourMap, MisleadsNoEye) {
  for (const Theme& theme : themes()) EXPECT_EQ(misleads(colour_map(theme)), "") << theme.name;
}

TEST(ColourMap, LightnessIsAStraightLine) {
  for (const Theme& theme : themes()) {
    const ColourMap map = colour_map(theme);
    const float from = map.path[0][0], to = map.path[3][0];
    EXPECT_GT(std::abs(to - from), 0.7f) << theme.name;
    for (int i = 0; i <= 64; ++i) {
      const float t = static_cast<float>(i) / 64;
      EXPECT_NEAR(oklab_of(colour_of(map, t))[0], from + t * (to - from), 0.012f)
          << theme.name << " " << t;
    }
  }
}

TEST(ColourMap, OfThePrintThemeIsGrey) {
  for (int i = 0; i <= 32; ++i) {
    const Colour c = colour_of(colour_map(theme(ThemeId::print)), static_cast<float>(i) / 32);
    EXPECT_EQ(c.r, c.g);
    EXPECT_LE(std::abs(c.b - c.g), 1);
  }
}

TEST(ColourMap, AMapThatTurnsBackIsCaught) {
  ColourMap map = colour_map(theme(ThemeId::dark));
  std::swap(map.path[1], map.path[2]);
  EXPECT_NE(misleads(map), "");
  map = colour_map(theme(ThemeId::dark));
  map.path[3] = map.path[2];  // the end is no end
  map.path[1][0] = map.path[2][0] = map.path[0][0];
  EXPECT_NE(misleads(map), "");
}

// ------------------------------------------------------------------------------- the shader's text

std::vector<float> numbers_behind(const std::string& glsl, const std::string& name) {
  const std::size_t at = glsl.find(" " + name + " = ");
  EXPECT_NE(at, std::string::npos) << name;
  std::string line = glsl.substr(at, glsl.find('\n', at) - at);
  line = std::regex_replace(line.substr(line.find('=') + 1), std::regex("mat3"), "");
  std::vector<float> numbers;
  const std::regex number("-?[0-9]+\\.[0-9]+");
  for (std::sregex_iterator it(line.begin(), line.end(), number), end; it != end; ++it)
    numbers.push_back(std::stof(it->str()));
  return numbers;
}

/// v * M as GLSL does it: component j is the product with the jth column, and columns are written
/// one after the other.
std::array<float, 3> before(const std::array<float, 3>& v, const std::vector<float>& m) {
  std::array<float, 3> out{};
  for (std::size_t j = 0; j < 3; ++j)
    for (std::size_t k = 0; k < 3; ++k) out[j] += v[k] * m.at(3 * j + k);
  return out;
}

/// The shader's colour_of() by hand, with the numbers of its text.
Colour shaded(const std::string& glsl, const ColourMap& map, float t) {
  const float s = 1 - t;
  std::array<float, 3> lab{};
  for (std::size_t i = 0; i < 3; ++i)
    lab[i] = s * s * s * map.path[0][i] + 3 * s * s * t * map.path[1][i] +
             3 * s * t * t * map.path[2][i] + t * t * t * map.path[3][i];
  auto lms = before(lab, numbers_behind(glsl, "LMS_OF_OKLAB"));
  for (float& x : lms) x = x * x * x;
  auto rgb = before(lms, numbers_behind(glsl, "RGB_OF_LMS"));
  const float cut = numbers_behind(glsl, "SRGB_CUT").at(0),
              slope = numbers_behind(glsl, "SRGB_SLOPE").at(0),
              scale = numbers_behind(glsl, "SRGB_SCALE").at(0),
              power = numbers_behind(glsl, "SRGB_POWER").at(0);
  std::array<uint8_t, 3> out{};
  for (std::size_t i = 0; i < 3; ++i) {
    const float in = std::clamp(rgb[i], 0.f, 1.f);
    out[i] = static_cast<uint8_t>(std::lround(
        255 * (in <= cut ? slope * in : scale * std::pow(in, 1 / power) - (scale - 1))));
  }
  return {out[0], out[1], out[2], 255};
}

/// "" or the first amount whose colour by this text is another one.
std::string differs(const std::string& glsl) {
  for (const Theme& theme : themes())
    for (int i = 0; i <= 32; ++i) {
      const float t = static_cast<float>(i) / 32;
      const Colour a = shaded(glsl, colour_map(theme), t), b = colour_of(colour_map(theme), t);
      if (std::abs(a.r - b.r) > 1 || std::abs(a.g - b.g) > 1 || std::abs(a.b - b.b) > 1)
        return std::string(theme.name) + " at " + std::to_string(t) + ": " + hex(a) + ", " + hex(b);
    }
  return "";
}

TEST(ColourMapGlsl, HasTheSameNumbers) { EXPECT_EQ(differs(colour_map_glsl()), ""); }

TEST(ColourMapGlsl, ANumberThatDriftedIsCaught) {
  std::string drifted = colour_map_glsl();
  drifted.replace(drifted.find("0.3963"), 6, "0.4363");
  EXPECT_NE(differs(drifted), "");
}

TEST(ColourMapGlsl, TheShaderHasNoNumbersOfItsOwn) {
  std::ifstream file(RADIX_SOURCE_DIR "/shaders/density.frag");
  std::stringstream text;
  text << file.rdbuf();
  EXPECT_NE(text.str().find("colour_of(path, "), std::string::npos);
  EXPECT_EQ(text.str().find("mat3"), std::string::npos);
  EXPECT_TRUE(text.str().starts_with("#version 330 core\n"));
}

// -------------------------------------------------------------------------------------- the scale

TEST(Amount, GoesByEqualStepsWhereCountsDouble) {
  EXPECT_EQ(amount_of(0, 256), 0);
  EXPECT_EQ(amount_of(256, 256), 1);
  EXPECT_EQ(amount_of(1000, 256), 1);
  EXPECT_NEAR(amount_of(1, 256), 0.125, 0.001);
  for (double load : {8.0, 16.0, 64.0})
    EXPECT_NEAR(amount_of(2 * load, 256) - amount_of(load, 256), 0.125, 0.014);
  for (double load : {0.0, 0.3, 1.0, 77.0})
    EXPECT_NEAR(load_of(amount_of(load, 256), 256), load, 1e-9);
}

}  // namespace
}  // namespace scope
