/// The calculator in words: every answer with its closed form and the numbers in it.
#pragma once

#include <string>
#include <vector>

#include "app/core/model/calculator.hpp"
#include "app/core/moment/moment.hpp"
#include "app/core/scene/scene.hpp"

namespace scope {

/// "table entries", "262144", "2^r B = 256 · 1024; 25 % of the keys, 1.05 MB".
struct CalculatedLine {
  std::string name, value, how;
  bool asked = false;  ///< answers what was asked the other way round
};
std::vector<CalculatedLine> calculated_lines(const Calculation& asked);

/// "b = 32 · r = 8 · N = 2^20 · C = 4 · T = 256".
std::string asked_words(const Calculation& asked);

/// What no kernel of this program can do of it, and what the bytes leave out.
std::string calculation_note(const Calculation& asked);

/// All of it as lines of text.
std::string calculation_text(const Calculation& asked);

/// A number as it was asked for: "2^20" from 2^10 on.
std::string power_text(uint64_t number);

Scene draw_calculator(const Moment& moment);

}  // namespace scope
