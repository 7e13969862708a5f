/// What is said about the strips: who is ahead so far, why the widths differ in the end, and a
/// sentence for every pass of every lane, for readers who cannot see them.
#pragma once

#include <string>
#include <vector>

#include "strips.hpp"

namespace scope {

/// The lanes of a look as data, which the sentences below are about.
std::vector<LaneStrip> all_strips(const StripsLook& look);

/// "So far: lane 1 has done 2 of 4 passes and moved 872 bytes; lane 2 …"; "" at the end, and before
/// the first step.
std::string so_far_words(const StripsLook& look, const std::vector<LaneStrip>& strips);

/// What the widest digits save and what they cost, of the whole sorts: "Lane 3 makes 1 pass instead
/// of 2, so it moves fewer bytes of keys (256 instead of 512) but more of its table (…): …"; ""
/// where fewer than two lanes have tables.
std::string trade_words(const StripsLook& look, const std::vector<LaneStrip>& strips);

/// Of followed keys that are equal: "6a stays before 6b in every row of every lane.", as far as the
/// rows go; or where they change places. "" where no two are equal.
std::string followed_words(const StripsLook& look, const std::vector<LaneStrip>& strips);

/// The same on many keys: where which width is best, by closed forms or as measured.
std::string wide_words(const StripsLook& look);

/// What stands in the rows, one sentence per lane and part, as far as its run has got: "Lane 2,
/// pass 1 of 2, bits 0–1: the keys are 12 8 4 0 | 9a …; …".
std::vector<std::string> strip_sentences(const StripsLook& look);

}  // namespace scope
