#include "hybrid_row.hpp"

#include "app/core/base/text.hpp"
#include "app/sorts/radix/facts.hpp"
#include "capacity_parts.hpp"
#include "capacity_words.hpp"
#include "hybrid_parts.hpp"
#include "hybrid_questions.hpp"
#include "hybrid_words.hpp"
#include "text/hybrid.hpp"
#include "text/onesweep.hpp"

namespace scope {

Scene draw_bucket_plan(const Moment&), draw_buckets(const Moment&), draw_cursors(const Moment&);
Scene draw_order_and_range(const Moment&), draw_slots(const Moment&);
// For a run that fell back to one-sweep
Scene draw_sweep_tiles(const Moment&), draw_digit_counts(const Moment&),
    draw_ballots(const Moment&), draw_look_back(const Moment&);

namespace {

namespace sweep = radix::onesweep;

bool counts_first(const Moment& moment) { return !is_by_capacity(moment); }
bool goes_by_buckets(const Moment& moment) {
  return counts_first(moment) && radix::hybrid::plan_of(moment.problem()).fits();
}
bool is_swept(const Moment& moment) {
  if (counts_first(moment)) return !goes_by_buckets(moment);
  Moment end = moment;
  end.cursor = moment.trace->steps.size();
  return swept_behind_overflow(end);
}

constexpr Figure hybrid_figures[] = {
    {"bucket-plan", text::hybrid::plan, text::hybrid::plan_about, draw_bucket_plan, counts_first},
    {"buckets", text::hybrid::buckets, text::hybrid::buckets_about, draw_buckets, goes_by_buckets,
     Tools::none, nullptr, "MSD most significant digit first"},
    {"cursors", text::hybrid::cursors, text::hybrid::cursors_about, draw_cursors, goes_by_buckets},
    {"order-range", text::hybrid::order, text::hybrid::order_about, draw_order_and_range,
     is_by_capacity, Tools::none, nullptr, "sorted narrow stretched"},
    {"slots", text::hybrid::slots, text::hybrid::slots_about, draw_slots, is_by_capacity,
     Tools::none, nullptr, "bins overflow"},
    {"swept-tiles", text::onesweep::tiles, text::hybrid::swept_tiles, draw_sweep_tiles, is_swept},
    {"swept-counts", text::onesweep::counts, text::hybrid::swept_counts, draw_digit_counts,
     is_swept},
    {"swept-ballots", text::onesweep::ballots, text::hybrid::swept_ballots, draw_ballots, is_swept},
    {"swept-look-back", text::onesweep::look_back, text::hybrid::swept_look_back, draw_look_back,
     is_swept},
};

constexpr Comparison hybrid_comparisons[] = {
    {"arrival", text::hybrid::compare_arrival,
     "sort hybrid_buckets; radix 1; block 8; arrival in_turn | sort hybrid_buckets; radix 1; "
     "block 8; arrival last_first"},
    {"libraries", text::hybrid::compare_libraries,
     "sort one_sweep_tiles; radix 2; keys_per_thread 1 | sort hybrid_buckets; radix 1; block 8; "
     "keys_per_thread 1"},
    {"capacity", text::hybrid::compare_capacity,
     "sort hybrid_buckets; radix 1; block 8; keys_per_thread 1 | sort hybrid_capacity; radix 1; "
     "block 8; keys_per_thread 1"},
};

/// Before one-sweep sorts instead.
const char* best_figure_by_capacity(const Moment& moment) {
  return moment.step() && (moment.step()->stage == sweep::stage::look || moment.pass() > 0 ||
                           !moment.find(sweep::array::tile_counts))
             ? "order-range"
             : "slots";
}

const char* best_hybrid_figure(const Moment& moment) {
  if (is_by_capacity(moment) && !swept_behind_overflow(moment))
    return best_figure_by_capacity(moment);
  if (!moment.step()) return "bucket-plan";
  const radix::ArrayId made = moment.step()->made;
  if (one_of(made, {sweep::array::two_digit_counts, sweep::array::bucket_begins,
                    sweep::array::largest_bucket}))
    return "bucket-plan";
  if (counts_first(moment) && !fell_back(moment))
    return one_of(made, {sweep::array::tile_counts, sweep::array::reserved}) ? "cursors"
                                                                             : "buckets";
  if (one_of(made, {sweep::array::digit_counts, sweep::array::digit_starts})) return "swept-counts";
  if (one_of(made, {sweep::array::peers, sweep::array::rank})) return "swept-ballots";
  if (one_of(made, {sweep::array::own_counts, sweep::array::looked_at, sweep::array::before_tile}))
    return "swept-look-back";
  return "swept-tiles";
}

/// Destinations stand in the order of the sorted tiles where there are any.
uint32_t key_of_bucket(const Moment& moment, const radix::Array& array, uint32_t index) {
  if (is_by_capacity(moment) && !swept_behind_overflow(moment))
    return key_by_capacity(moment, array, index);
  const radix::Array* local = moment.find(sweep::array::local_keys);
  if (local && array.id == sweep::array::destination) return local->ids[index];
  return input_of(moment).ids[index];
}
uint32_t example_key_of_buckets(const Moment& moment) {
  if (is_by_capacity(moment)) return example_key_by_capacity(moment);
  const auto key = bucket_key(moment);
  return key ? key->id : radix::none;
}

/// The digit that a partition cuts by.
Legend legend_of_buckets(const Moment& moment) {
  if (!moment.step() || is_by_capacity(moment) || fell_back(moment)) return {};
  const radix::Digit digit = digit_of_part(moment);
  if (digit.bits == 0 || digit.buckets() > digit_inks) return {};
  Legend legend{bits_of(digit), {}};
  for (uint32_t d = 0; d < digit.buckets(); ++d) legend.colours.push_back(binary(d, digit.bits));
  return legend;
}

std::string cut_words_of_hybrid(const radix::SortInfo&, const radix::Settings& settings) {
  return text::hybrid::cut({.bits = settings.radix_bits,
                            .keys = settings.keys_per_thread,
                            .threads = settings.threads_per_block});
}

}  // namespace

const FamilyRow hybrid_row{
    .sorts = &radix::hybrid::family,
    .figures = hybrid_figures,
    .comparisons = hybrid_comparisons,
    .best_figure = best_hybrid_figure,
    .why = why_of_buckets,
    .formula = formula_of_buckets,
    .kept = kept_by_buckets,
    .legend = legend_of_buckets,
    .key_of = key_of_bucket,
    .example_key = example_key_of_buckets,
    .threads = threads_of_buckets,
    .questions = hybrid_questions,
    .misconceptions = hybrid_misconceptions,
    .cut_words = cut_words_of_hybrid,
};

}  // namespace scope
