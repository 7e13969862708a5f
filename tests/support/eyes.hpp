/// What eyes see of colours.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "app/core/scene/theme.hpp"

namespace scope {

inline constexpr float aa_contrast = 4.5f;  ///< WCAG 2.1 AA for text

using Linear = std::array<float, 3>;  ///< red, green and blue, decoded
using Eye = std::array<Linear, 3>;    ///< a matrix

/// What eyes without red, green or blue cones see of linear colours (Machado and others, 2009),
/// after all others.
inline constexpr std::array<Eye, 4> eyes{{{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
                                          {{{0.152286f, 1.052583f, -0.204868f},
                                            {0.114503f, 0.786281f, 0.099216f},
                                            {-0.003882f, -0.048116f, 1.051998f}}},
                                          {{{0.367322f, 0.860646f, -0.227968f},
                                            {0.280085f, 0.672501f, 0.047413f},
                                            {-0.011820f, 0.042940f, 0.968881f}}},
                                          {{{1.255528f, -0.076749f, -0.178779f},
                                            {-0.078411f, 0.930809f, 0.147602f},
                                            {0.004733f, 0.691367f, 0.303900f}}}}};

/// Of a channel, 0 … 255.
inline float decoded(uint8_t byte) {
  const float c = static_cast<float>(byte) / 255;
  return c <= 0.04045f ? c / 12.92f : std::pow((c + 0.055f) / 1.055f, 2.4f);
}

inline Linear seen_by(const Eye& eye, Linear colour) {
  Linear out{};
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t k = 0; k < 3; ++k) out[row] += eye[row][k] * colour[k];
  return out;
}

inline Linear linear(Colour colour) {
  return {decoded(colour.r), decoded(colour.g), decoded(colour.b)};
}

inline Linear times(const Eye& matrix, Linear v) {
  Linear out = seen_by(matrix, v);
  for (float& x : out) x = std::max(0.f, x);
  return out;
}

/// CIE L*a*b* of linear sRGB under D65, ISO/CIE 11664-4. L* alone is what a grey copy keeps.
inline Linear cielab(Linear rgb) {
  Linear xyz = times({{{0.4124564f / 0.95047f, 0.3575761f / 0.95047f, 0.1804375f / 0.95047f},
                       {0.2126729f, 0.7151522f, 0.0721750f},
                       {0.0193339f / 1.08883f, 0.1191920f / 1.08883f, 0.9503041f / 1.08883f}}},
                     rgb);
  for (float& t : xyz) t = t > 216.f / 24389 ? std::cbrt(t) : (24389.f / 27 * t + 16) / 116;
  return {116 * xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])};
}

/// How far two fills are apart, Delta E of 1976: for usual eyes, for those without red and without
/// green cones, and in grey.
inline std::array<float, 4> fill_distances(Colour a, Colour b) {
  std::array<float, 4> apart{};
  for (std::size_t e = 0; e < 3; ++e) {
    const Linear x = cielab(times(eyes[e], linear(a))), y = cielab(times(eyes[e], linear(b)));
    apart[e] = std::hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
  }
  apart[3] = std::abs(cielab(linear(a))[0] - cielab(linear(b))[0]);
  return apart;
}

}  // namespace scope
