/// Compare mode: up to four lanes sort the same keys under one scrubber. The lanes share what is
/// sorted; each has its own rung and its own way of cutting the work.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "app/figures/family_row.hpp"
#include "document.hpp"

namespace scope {

inline constexpr std::size_t max_lanes = 4;

/// What all lanes sort is what the active one sorts: keys, values, what the keys mean, order,
/// engine, the order of its threads and blocks.
void share_input(Document& document);

/// Every other lane stands as far as the active one (radix::progress_at): lanes of a radix sort
/// have as many bits sorted.
void align_cursors(Document& document);
/// What that means for these lanes: "as many bits sorted in each"; where not all sort by digits,
/// that each is as far through its own sort.
std::string aligned_words(const Document& document);

/// The ready comparisons of every family.
std::vector<Comparison> comparisons();

/// What a lane is: "several bits a pass · 2 bits · 4 threads"; only what its rung uses.
std::string lane_words(const Setup& setup);

/// "radix bits 2 · ownership blocked": the settings that this lane's rung uses and in which the
/// lanes differ; "" = none. Without `all` only those that lane_words does not say.
std::string own_settings(std::span<const Setup> lanes, std::size_t lane, bool all);

/// What a lane is beside others: lane_words, and what else they differ in: "… × 2 keys · ownership
/// blocked".
std::string lane_words(std::span<const Setup> lanes, std::size_t lane);

}  // namespace scope
