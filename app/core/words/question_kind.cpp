#include "question_kind.hpp"

#include <algorithm>

namespace scope {
namespace {

constexpr Misconception list[] = {
    // Where a key goes
    {"minus_for_plus",
     "% is keys − ones in total − ones before: the ones would stand in reverse order.", "sign"},
    {"zeros_for_ones", "% comes from counting the zeros before the key instead of the ones.",
     "minus_zeros"},
    {"inclusive", "% counts the key, or the entry, itself among those before it.", "inclusive"},
    {"starts_at_count", "% lets the ones begin at their own number; they begin behind all zeros.",
     ""},
    {"no_bucket_start",
     "% is only the place inside the bucket; where the bucket begins is missing.",
     "no_local_start"},
    {"other_bucket_first", "% is right only if the ones stood before the zeros.", ""},
    {"reversed",
     "% fills the bucket from its end: keys with equal digits would change their order.",
     "unstable"},
    {"stays", "% is where it stands already: it would not move at all.", ""},
    {"slot_is_thread", "% has the number of the slot; threads write elsewhere than they read.", ""},
    {"by_value", "% is right only if the keys were sorted by all of their bits at once.", ""},
    // What is counted
    {"in_block_only", "% counts inside one block only.", ""},
    {"from_the_first", "% counts from the first key of all, not from the first of the block.",
     "global_index"},
    {"behind", "% counts those behind it, not those before it.", ""},
    {"next_bit", "% counts the next bit, which is not looked at yet.", ""},
    {"column_major", "% adds up the table column after column; it is scanned row after row.",
     "column_major"},
    {"the_count", "% is how many there are, not how many stand before them.", ""},
    {"row_only", "% adds up one row only: the buckets before it are missing.", ""},
    {"block_only", "% adds up one block only: the other blocks are missing.", ""},
    {"transposed", "% stands where row and column of the table change places.", ""},
    {"whole_row", "% is the number in all blocks together.", ""},
    {"next_block", "% is the number of the block beside it.", ""},
    {"all_of_block", "% is the number of all keys of the block, whatever their digit.", ""},
    {"no_local_order", "% takes the place in the block for the place in the bucket.",
     "no_local_start"},
    {"zeros_start", "% begins where the block's first bucket begins.", ""},
    {"row_total", "% begins where the first block's bucket begins: the blocks before are missing.",
     ""},
    {"other_digits", "% counts the keys whose digit is another.", ""},
    {"the_lane", "% is the number of its lane: keys of other digits stand in lanes before it, too.",
     ""},
    {"whole_tile", "% counts in the whole tile: the warps before are added later.", ""},
    {"one_tile", "% is what the tile just before has; the tiles before that have such keys, too.",
     ""},
    {"low_digit_first", "% cuts by the lower digit first; here the highest digit goes first.", ""},
    {"equal_too", "% lets equal keys behind it go first, too.", ""},
    // What a look finds, and slots
    {"larger_ones", "% counts the keys that are larger than the one before.", ""},
    {"order_broken_once", "% counts only whether the order is broken at all.", ""},
    {"one_factor_more", "% is one more: the largest number would need another bit.", ""},
    {"lowest_left_in", "% leaves the lowest key in, and stretches from 0 on.", ""},
    {"constant_bits_left_in", "% leaves the low bits in that all keys share.", ""},
    {"all_but_the_mean", "% is right only if every bucket had as many keys as the average.", ""},
    {"filled_slots", "% is how many slots are filled.", ""},
    // What one store touches
    {"runs", "% counts the runs of slots side by side; two runs can share a segment.", ""},
    {"digits_in_it", "% counts the different digits; keys with the same digit can lie in two segments.",
     ""},
    {"threads", "% counts the threads; some write into the same segment.", ""},
    {"one_store", "% is right only if all slots lay in one segment.", ""},
    // What a width costs
    {"fewest_passes",
     "% bits per pass make the fewest passes and the largest table, which is read and written, "
     "too.",
     ""},
    {"smallest_table",
     "% per pass makes the smallest table, but the most passes, each of which moves all keys.", ""},
    // Lists
    {"side_by_side",
     "% lets the thread's keys lie side by side; they lie as far apart as there are lists.", ""},
    {"of_all_threads", "% counts the keys of all threads; each fills a list of its own.", ""},
    {"largest_head", "List % has the largest head.", ""},
    {"first_list", "List % is the first that has a key; it wins only if that key is the smallest.",
     ""},
    {"fullest_list", "List % has the most keys left; that does not make its head the smallest.",
     ""},
    {"won_before", "List % won the round before; its next key need not be the smallest.", ""},
    {"equal_head", "List % has an equal head, but the other one is found first.", ""},
    // Across devices
    {"all_of_sender", "% is all that the sender has.", ""},
    {"all_of_receiver", "% is all that the receiver gets.", ""},
    {"sent_from", "% is where they are sent from: the sender's row is added up.", ""},
    // Merging
    {"half", "% takes half of them from each run, whatever the keys are.",
     "merge_rounds_use_half_of_each"},
    {"all_of_a", "% takes all of them from A as long as A has keys.", ""},
    {"from_b", "% is how many come from B.", ""},
    {"ties_to_b", "% lets the key of B go first where two are equal: that is not stable.",
     "merge_less_for_less_or_equal"},
    {"one_more", "% is one more: the key that comes next is counted, too.", ""},
    {"other_head", "% is the other run's head, and that one does not come next.",
     "merge_equal_key_of_b_first"},
    {"alternating", "% takes keys from A and from B in turn.", ""},
    {"concatenated", "% takes the whole first run, then the second.", ""},
    {"largest", "% takes the largest key that is left.", ""},
    // Networks
    {"other_way_round", "The larger of the two keys goes to the other end of the comparator.",
     "network_wrong_direction"},
    {"neighbour", "% is the neighbour; this layer compares keys that are further apart.", ""},
    {"other_side", "% lies as far away on the other side.", ""},
    {"twice_as_far", "% belongs to the distance of another layer.", ""},
    {"mirrored", "% is the mirrored place.", ""},
    // Buckets by splitters, and segments
    {"before_its_splitter", "% puts a key that equals a splitter before it; it goes behind.",
     "sample_less"},
    {"highest_digit", "% comes from the key's highest bits; here a bucket is found by comparing.",
     ""},
    {"no_base", "% counts the keys in tables of earlier segments again.", "msd_no_base"},
    {"no_segment_start",
     "% is only the place inside the segment; where the segment begins is missing.", ""},
};

}  // namespace

std::span<const Misconception> misconceptions() { return list; }

const Misconception* misconception_named(std::string_view name) {
  const auto* found =
      std::ranges::find_if(list, [&](const auto& each) { return name == each.name; });
  return found == std::end(list) ? nullptr : found;
}

std::string sentence_of(const Misconception& misconception, uint32_t number) {
  std::string text = misconception.says;
  if (const std::size_t slot = text.find('%'); slot != text.npos)
    text.replace(slot, 1, std::to_string(number));
  return text;
}

}  // namespace scope
