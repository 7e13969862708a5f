/// What eyes see of colours.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

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

}  // namespace scope
