#include "onesweep_row.hpp"

#include "app/sorts/radix/facts.hpp"
#include "app/sorts/radix/radix_row.hpp"
#include "sweep_questions.hpp"
#include "sweep_sentences.hpp"
#include "swept.hpp"
#include "text/onesweep.hpp"
#include "text/radix.hpp"

namespace scope {

Scene draw_sweep_tiles(const Moment&), draw_look_back(const Moment&), draw_ballots(const Moment&),
    draw_digit_counts(const Moment&);

namespace {

namespace sweep = radix::onesweep;

bool of_every_sweep(const Moment&) { return true; }
bool ranks_by_ballots(const Moment& moment) {
  return moment.problem().settings().ranks == radix::RankBy::ballots;
}

constexpr Figure sweep_figures[] = {
    {"sweep-tiles", text::onesweep::tiles, text::onesweep::tiles_about, draw_sweep_tiles,
     of_every_sweep},
    {"digit-counts", text::onesweep::counts, text::onesweep::counts_about, draw_digit_counts,
     of_every_sweep},
    {"ballots", text::onesweep::ballots, text::onesweep::ballots_about, draw_ballots,
     ranks_by_ballots},
    {"look-back", text::onesweep::look_back, text::onesweep::look_back_about, draw_look_back,
     of_every_sweep},
};

constexpr Comparison sweep_comparisons[] = {
    {"sweeps", text::onesweep::compare_launches,
     "sort digits; radix 2 | sort one_sweep_tiles; radix 2"},
    {"ranks", text::onesweep::compare_ranks,
     "sort one_sweep_tiles; radix 2; ranks ballots | sort one_sweep_tiles; radix 2; ranks atomics"},
};

const char* best_sweep_figure(const Moment& moment) {
  if (!moment.step()) return "sweep-tiles";
  const radix::ArrayId made = moment.step()->made;
  if (one_of(made, {sweep::array::digit_counts, sweep::array::digit_starts})) return "digit-counts";
  if (made == sweep::array::peers || (made == sweep::array::rank && ranks_by_ballots(moment)))
    return "ballots";
  if (one_of(made, {sweep::array::own_counts, sweep::array::looked_at, sweep::array::before_tile}))
    return "look-back";
  return "sweep-tiles";
}

/// Destinations stand in the order of the sorted tiles, all else in that of the keys.
uint32_t key_of_sweep(const Moment& moment, const radix::Array& array, uint32_t index) {
  const radix::Array* local = moment.find(sweep::array::local_keys);
  if (local && array.id == sweep::array::destination) return local->ids[index];
  return input_of(moment).ids[index];
}
uint32_t example_key_of_sweep(const Moment& moment) {
  const auto key = swept_key(moment);
  return key ? key->id : radix::none;
}

std::string cut_words_of_sweep(const radix::SortInfo&, const radix::Settings& settings) {
  return text::radix::cut_digits({.bits = settings.radix_bits,
                                  .coarse = true,
                                  .keys = settings.keys_per_thread,
                                  .threads = settings.threads_per_block});
}

}  // namespace

const FamilyRow onesweep_row{
    .sorts = &radix::onesweep::family,
    .figures = sweep_figures,
    .comparisons = sweep_comparisons,
    .best_figure = best_sweep_figure,
    .why = why_of_sweep,
    .formula = formula_of_sweep,
    .kept = kept_by_radix,
    .legend = radix_legend,
    .key_of = key_of_sweep,
    .example_key = example_key_of_sweep,
    .threads = threads_of_sweep,
    .part_name = radix_part_name,
    .questions = sweep_questions,
    .misconceptions = sweep_misconceptions,
    .cut_words = cut_words_of_sweep,
};

}  // namespace scope
