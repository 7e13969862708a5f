/// One moment of a sort by lists, read from the trace: the current bit or round, the lists as
/// they lie among the keys, and the key that the sentence is about.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/core/moment/moment.hpp"
#include "kernels/lists/lists_family.hpp"
#include "text/lists.hpp"

namespace scope {

/// Lists of a run; list t has the keys at places t, t + lists, t + 2 lists, …
uint32_t lists_in(const radix::Trace& trace);
/// True where sorted lists are merged after the bits.
bool merges_lists(const radix::Trace& trace);
/// How it finds their smallest head.
radix::ListMerge merge_of(const radix::Trace& trace);
/// Which of equal heads wins, for the messages that say it.
text::lists::tie tie_of(radix::ListMerge merge);

/// Keys of a list of n keys in all.
uint32_t length_of_list(uint32_t list, uint32_t lists, uint32_t n);

/// What a part of the run does.
struct ListsPart {
  enum Kind { bit, round, backwards } kind = bit;
  uint32_t number = 0;  ///< which bit, or round, from 0
};
ListsPart lists_part(const radix::Trace& trace, uint32_t part);
/// The part of the step just taken; at the input the first one.
ListsPart lists_part(const Moment& moment);

/// How many keys of every list are in the output so far; of a part that merges.
std::vector<uint32_t> taken_of_lists(const Moment& moment);

/// The list that won the round at work, or none.
uint32_t winner_of(const Moment& moment);

/// The key that the sentence is about.
struct DealtKey {
  uint32_t id = radix::none;
  uint32_t place = 0;   ///< among the keys that the part reads
  uint32_t list = 0;    ///< whose key it is
  uint32_t number = 0;  ///< its place in that list, from 0
  bool chosen = false;  ///< false: nobody selected a key, this is an example
};
/// The selected key; else the one that won the round, or the first head there is; else the first
/// key. Nothing when there are no keys.
std::optional<DealtKey> dealt_key(const Moment& moment);

}  // namespace scope
