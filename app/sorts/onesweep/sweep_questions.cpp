#include "sweep_questions.hpp"

#include <algorithm>

#include "app/core/figures/kit/rows.hpp"
#include "app/sorts/radix/facts.hpp"
#include "swept.hpp"
#include "text/onesweep.hpp"

namespace scope {
namespace {

namespace sweep = radix::onesweep;

/// The pass sorts by a digit, and its tables are there.
bool sweeps(const Moment& after) {
  return newest(after, sweep::array::digit_starts) && !sweep_reads_backwards(after) &&
         sweep_digit(after).bits > 0;
}

uint32_t keys_of_sweep(const Moment& after) { return sweeps(after) ? after.problem().size() : 0; }

uint32_t tile_states(const Moment& after) {
  return sweeps(after) ? sweep_digit(after).buckets() * after.problem().blocks() : 0;
}

// --------------------------------------------------------------------------- where a digit begins

uint32_t all_digits(const Moment& after) {
  const radix::Array* counts = newest(after, sweep::array::digit_counts);
  return counts ? static_cast<uint32_t>(counts->values.size()) : 0;
}

std::optional<Asked> ask_digit_start(const Moment& after, uint32_t entry) {
  const radix::Problem& problem = after.problem();
  const uint32_t columns = 1u << problem.settings().radix_bits, pass = entry / columns,
                 digit = entry % columns;
  const radix::Digit at = problem.digit(pass);
  if (at.bits == 0 || digit >= at.buckets()) return std::nullopt;
  const auto& counts = newest(after, sweep::array::digit_counts)->values;
  const int64_t start = after.find(sweep::array::digit_starts)->values[entry],
                count = counts[entry];
  return Asked{.question = text::onesweep::question_start(
                   {.bits = bits_of(at), .digit = binary(digit, at.bits), .several = at.bits > 1}),
               .answer = static_cast<uint32_t>(start),
               .guesses = {{"inclusive", start + count},
                           {"the_count", count},
                           {"behind", int64_t{problem.size()} - start - count}}};
}

// ----------------------------------------------------------------------------- a rank in the warp

std::optional<Asked> ask_rank(const Moment& after, uint32_t place) {
  const radix::Array keys = input_of(after);
  const radix::Problem& problem = after.problem();
  const SweptPlace at = swept_place(problem, place);
  const uint32_t digit = sweep_digit(after).of(keys.values[place]),
                 tile_begin = problem.block_begin(at.tile), tile_end = problem.block_end(at.tile);
  int64_t in_warp = 0, in_tile = 0, all = 0, others = 0, behind = 0;
  uint32_t warp_first = place, warp_last = place;
  for (uint32_t k = 0; k < tile_end; ++k) {
    const SweptPlace there = swept_place(problem, k);
    const bool same = sweep_digit(after).of(keys.values[k]) == digit,
               warp = there.tile == at.tile && there.warp == at.warp;
    if (warp) warp_first = std::min(warp_first, k), warp_last = std::max(warp_last, k);
    if (k < place) {
      all += same ? 1 : 0;
      in_tile += same && k >= tile_begin ? 1 : 0;
      in_warp += same && warp ? 1 : 0;
      others += !same && warp ? 1 : 0;
    }
    behind += k > place && same && warp ? 1 : 0;
  }
  const int64_t rank = after.find(sweep::array::rank)->values[place];
  if (rank != in_warp) return std::nullopt;
  return Asked{
      .question = text::onesweep::question_rank({.bits = bits_of(sweep_digit(after)),
                                                 .digit = digit_text(after, digit),
                                                 .first = warp_first,
                                                 .key = key_words(problem, keys.ids[place]),
                                                 .lane = at.lane,
                                                 .last = warp_last,
                                                 .place = place,
                                                 .tile = at.tile,
                                                 .warp = at.warp}),
      .answer = static_cast<uint32_t>(rank),
      .guesses = {{"inclusive", rank + 1},
                  {"other_digits", others},
                  {"the_lane", at.lane},
                  {"behind", behind},
                  {"whole_tile", at.warp == 0 ? -1 : in_tile},
                  {"from_the_first", at.tile == 0 ? -1 : all}},
      .key = keys.ids[place]};
}

// ------------------------------------------------------------------------------- the tiles before

std::optional<Asked> ask_before_tile(const Moment& after, uint32_t entry) {
  const uint32_t tiles = after.problem().blocks(), digit = entry / tiles, tile = entry % tiles;
  if (tile == 0) return std::nullopt;
  const auto& own = newest(after, sweep::array::own_counts)->values;
  const auto count = [&](uint32_t of) { return int64_t{own[tile_state_entry(after, digit, of)]}; };
  int64_t row = 0;
  for (uint32_t t = 0; t < tiles; ++t) row += count(t);
  const int64_t before = after.find(sweep::array::before_tile)->values[entry];
  return Asked{
      .question = text::onesweep::question_before({.bits = bits_of(sweep_digit(after)),
                                                   .digit = digit_text(after, digit),
                                                   .each = after.problem().keys_per_block(),
                                                   .tile = tile}),
      .answer = static_cast<uint32_t>(before),
      .guesses = {{"one_tile", tile == 1 ? -1 : count(tile - 1)},
                  {"inclusive", before + count(tile)},
                  {"the_count", count(tile)},
                  {"whole_row", row}}};
}

// --------------------------------------------------------------------- a slot after the tile's
// sort

std::optional<Asked> ask_sweep_slot(const Moment& after, uint32_t i) {
  const radix::Array* local = newest(after, sweep::array::local_keys);
  const radix::Array* before = newest(after, sweep::array::before_tile);
  const radix::Array* starts = newest(after, sweep::array::digit_starts);
  if (!local || !before) return std::nullopt;
  const radix::Problem& problem = after.problem();
  const uint32_t tile = problem.block_of(i), begin = problem.block_begin(tile),
                 digit = sweep_digit(after).of(local->values[i]);
  int64_t smaller = 0, same = 0;  // digits of the tile
  for (uint32_t k = begin; k < problem.block_end(tile); ++k) {
    const uint32_t other = sweep_digit(after).of(local->values[k]);
    smaller += other < digit ? 1 : 0;
    same += other == digit ? 1 : 0;
  }
  const int64_t place = int64_t{i} - begin,
                start = starts->values[digit_entry(after, after.pass(), digit)],
                earlier = before->values[tile_state_entry(after, digit, tile)],
                slot = start + earlier + place - smaller;
  if (slot != after.find(sweep::array::destination)->values[i]) return std::nullopt;
  return Asked{.question = text::onesweep::question_slot({.bits = bits_of(sweep_digit(after)),
                                                          .digit = digit_text(after, digit),
                                                          .first = begin,
                                                          .key = key_words(problem, local->ids[i]),
                                                          .last = problem.block_end(tile) - 1,
                                                          .place = i,
                                                          .tile = tile}),
               .answer = static_cast<uint32_t>(slot),
               .guesses = {{"no_local_order", start + earlier + place},
                           {"row_total", tile == 0 ? -1 : start + place - smaller},
                           {"no_bucket_start", digit == 0 ? -1 : earlier + place - smaller},
                           {"inclusive", slot + same},
                           {"stays", i}},
               .key = local->ids[i]};
}

constexpr Misconception wrong_of_onesweep[] = {
    {"other_digits", text::of_number<text::onesweep::wrong_other_digits>},
    {"the_lane", text::of_number<text::onesweep::wrong_the_lane>},
    {"whole_tile", text::of_number<text::onesweep::wrong_whole_tile>},
    {"one_tile", text::of_number<text::onesweep::wrong_one_tile>},
};

constexpr QuestionKind kinds_of_sweep[] = {
    {"digit_start", text::onesweep::about_start, sweep::array::digit_starts, false, AnswerBy::place,
     all_digits, ask_digit_start},
    {"rank_in_warp", text::onesweep::about_rank, sweep::array::rank, true, AnswerBy::number,
     keys_of_sweep, ask_rank},
    {"before_tile", text::onesweep::about_before, sweep::array::before_tile, false,
     AnswerBy::number, tile_states, ask_before_tile},
    {"slot_of_sweep", text::onesweep::about_slot, sweep::array::destination, false, AnswerBy::place,
     keys_of_sweep, ask_sweep_slot},
};

}  // namespace

std::span<const QuestionKind> sweep_questions() { return kinds_of_sweep; }
std::span<const Misconception> sweep_misconceptions() { return wrong_of_onesweep; }

}  // namespace scope
