/// Compare mode: up to four lanes sort the same keys under one scrubber. The lanes share what is
/// sorted; each has its own sort and its own way of cutting the work.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "app/compare/strips.hpp"
#include "app/core/figures/family_row.hpp"
#include "document.hpp"

namespace scope {

inline constexpr std::size_t max_lanes = 4;

/// True where a right run and a wrong one are compared: a lane has a bug, changed kernels, or a
/// program of the user's own. Their costs are not compared.
bool right_and_wrong(const Document& document);

/// The right run and another one as two lanes at this step, the other one active.
void show_side_by_side(Document& document, Lane right, Lane other, std::size_t step);

/// True where Compare is the picture of strips (app/compare/strips.hpp): no figure was chosen, and
/// right and wrong do not stand side by side.
bool shows_strips(const Document& document);

/// What that picture is of, as the lanes stand; its size, names and letters are the caller's.
StripsLook strips_look(const Document& document);

/// The pinned key and those that are followed beside it, in the order of thread_inks.
std::vector<uint32_t> followed_keys(const Document& document);

/// What all lanes sort is what the active one sorts: keys, values, what the keys mean, order,
/// engine, the order of its threads and blocks.
void share_input(Document& document);

/// Every other lane stands as far as the active one, by Document::align: as far in its own sort
/// (radix::progress_at), where lanes of a radix sort have as many bits sorted; or as many launches
/// and as much of the one at work, or at its end.
void align_cursors(Document& document);
/// The same after the way to align was chosen. By launches the longest lane is the one that is
/// stepped: only it passes all of them.
void align_lanes(Document& document);
/// True where every lane refuses the keys: they are at fault, not what a lane is.
bool blames_input(const Document& document);

/// A refused lane has no steps to go through: the first lane that has some becomes the active one.
void follow_a_run(Document& document);

/// The widths of the lanes that sort by digits, 1…8, each once.
std::vector<uint32_t> widths_shown(const Document& document);
/// What that means for these lanes: "as many bits sorted in each"; where not all sort by digits,
/// that each is as far through its own sort.
std::string aligned_words(const Document& document);

/// The ready comparisons of every family.
std::vector<Comparison> comparisons();

/// What a lane is: "several bits per pass · 2 bits · 4 threads"; only what its sort uses.
std::string lane_words(const Setup& setup);

/// "radix bits 2 · ownership blocked": the settings that this lane's sort uses and in which the
/// lanes differ; "" = none. Without `all` only those that lane_words does not say.
std::string own_settings(std::span<const Setup> lanes, std::size_t lane, bool all);

/// What a lane is beside others: lane_words, and what else they differ in: "… × 2 keys · ownership
/// blocked".
std::string lane_words(std::span<const Setup> lanes, std::size_t lane);

}  // namespace scope
