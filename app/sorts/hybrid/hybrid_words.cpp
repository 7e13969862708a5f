#include "hybrid_words.hpp"

#include <algorithm>

#include "app/core/base/text.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "app/sorts/onesweep/sweep_sentences.hpp"
#include "app/sorts/radix/radix_row.hpp"
#include "capacity_parts.hpp"
#include "capacity_words.hpp"
#include "hybrid_parts.hpp"
#include "text/all.hpp"
#include "text/hybrid.hpp"

namespace scope {
namespace {

namespace sweep = radix::onesweep;
namespace hybrid = radix::hybrid;
using radix::none;

/// One moment with what a sentence may mention. There is a key and a step.
struct BucketsMoment {
  const Moment& moment;
  BucketKey key;
  hybrid::Plan plan;
  uint32_t n;

  const std::vector<uint32_t>& of(radix::ArrayId id) const { return moment.find(id)->values; }
  std::string name() const { return key_words(moment.problem(), key.id); }
  std::string bucket() const { return binary(key.bucket, plan.bits()); }
  std::string digit() const { return binary(key.digit, std::max(1u, digit_of_part(moment).bits)); }
  PartitionTile tile() const { return tile_of_place(moment, key.place); }
  /// In the tables of a partition.
  uint32_t entry() const { return key.digit * moment.step()->blocks + tile().block; }
  uint32_t slot() const {
    const radix::Array& local = *moment.find(sweep::array::local_keys);
    return of(radix::onesweep::array::destination)[position_of(local, key.id)];
  }
  uint32_t begin() const {
    const std::vector<uint32_t> begins = parents_of_part(moment);
    return *(std::ranges::upper_bound(begins, key.place) - 1);
  }
};

BucketsMoment buckets_at(const Moment& moment) {
  return {moment, *bucket_key(moment), hybrid::plan_of(moment.problem()), moment.problem().size()};
}

std::string why_buckets_begin(const Moment& moment) {
  if (moment.problem().size() == 0) return text::all::no_keys_to_sort;
  const hybrid::Plan plan = hybrid::digits_of(moment.problem());
  return text::hybrid::why_begin(
      {.bits = plan.bits(), .buckets = plan.buckets(), .capacity = plan.capacity});
}

std::string why_two_digits(const BucketsMoment& m) {
  return text::hybrid::why_count({.bucket = m.bucket(),
                                  .count = m.of(sweep::array::two_digit_counts)[m.key.bucket],
                                  .key = m.name(),
                                  .keys = m.n,
                                  .two = m.plan.second.bits > 0});
}

std::string why_bucket_begins(const BucketsMoment& m) {
  return text::hybrid::why_starts(
      {.bucket = m.bucket(), .start = m.of(sweep::array::bucket_begins)[m.key.bucket]});
}

std::string why_largest(const BucketsMoment& m) {
  return text::hybrid::why_largest(
      {.fits = m.plan.fits(), .largest = m.plan.largest, .threads = m.plan.capacity});
}

std::string why_arrived(const BucketsMoment& m) {
  return text::hybrid::why_arrived(
      {.digit = m.digit(), .key = m.name(), .number = m.of(sweep::array::arrived_as)[m.key.place]});
}

std::string why_tile_counts(const BucketsMoment& m) {
  return text::hybrid::why_tile_counts(
      {.count = m.of(sweep::array::tile_counts)[m.entry()], .digit = m.digit(), .key = m.name()});
}

std::string why_reserved(const BucketsMoment& m) {
  return text::hybrid::why_reserved({.count = m.of(sweep::array::tile_counts)[m.entry()],
                                     .digit = m.digit(),
                                     .from = m.of(sweep::array::reserved)[m.entry()]});
}

std::string why_runs(const BucketsMoment& m) {
  const PartitionTile tile = m.tile();
  return text::hybrid::why_runs({.key = m.name(), .keys = tile.end - tile.begin});
}

std::string why_partition_slot(const BucketsMoment& m) {
  const uint32_t from = m.of(sweep::array::reserved)[m.entry()], slot = m.slot();
  return text::hybrid::why_slot_of_tile(
      {.digit = m.digit(), .from = from, .key = m.name(), .number = slot - from, .slot = slot});
}

std::string why_cut(const BucketsMoment& m) {
  const auto begins = children_of_part(m.moment);
  uint32_t filled = 0;
  for (std::size_t b = 0; b + 1 < begins.size(); ++b) filled += begins[b + 1] > begins[b] ? 1 : 0;
  const bool again = buckets_part(m.moment) == BucketsPart::first && m.plan.second.bits > 0;
  return text::paragraph(text::hybrid::why_cut({.buckets = begins.size() - 1, .filled = filled}),
                         again             ? std::string(text::hybrid::why_cut_second)
                         : m.plan.rest > 0 ? text::hybrid::why_cut_blocks({.rest = m.plan.rest})
                                           : std::string(text::hybrid::why_cut_done));
}

std::string why_bucket_rank(const BucketsMoment& m) {
  const std::vector<uint32_t>& counts = parents_of_part(m.moment);
  return text::hybrid::why_rank({.bucket = m.bucket(),
                                 .key = m.name(),
                                 .keys = counts[m.key.bucket + 1] - counts[m.key.bucket],
                                 .rank = m.of(sweep::array::bucket_rank)[m.key.place]});
}

std::string why_bucket_slot(const BucketsMoment& m) {
  const uint32_t rank = m.of(sweep::array::bucket_rank)[m.key.place];
  return text::hybrid::why_slot({.begin = m.begin(),
                                 .bucket = m.bucket(),
                                 .key = m.name(),
                                 .rank = rank,
                                 .slot = m.begin() + rank});
}

bool sweeps(const Moment& moment) {
  return fell_back(moment) && moment.step()->made != sweep::array::largest_bucket;
}

}  // namespace

std::string why_of_buckets(const Moment& moment) {
  if (is_by_capacity(moment)) return why_by_capacity(moment);
  if (!moment.step()) return why_buckets_begin(moment);
  if (sweeps(moment)) return why_of_sweep(moment);
  const BucketsMoment m = buckets_at(moment);
  const radix::ArrayId made = moment.step()->made;
  if (made == sweep::array::two_digit_counts) return why_two_digits(m);
  if (made == sweep::array::bucket_begins) return why_bucket_begins(m);
  if (made == sweep::array::largest_bucket) return why_largest(m);
  const BucketsPart part = buckets_part(moment);
  if (part == BucketsPart::backwards) return why_backwards(moment, false);
  if (made == sweep::array::bucket_rank) return why_bucket_rank(m);
  if (part == BucketsPart::in_buckets)
    return made == sweep::array::destination ? why_bucket_slot(m)
                                             : text::hybrid::why_sorted({.keys = m.n});
  if (made == sweep::array::arrived_as) return why_arrived(m);
  if (made == sweep::array::tile_counts) return why_tile_counts(m);
  if (made == sweep::array::reserved) return why_reserved(m);
  if (made == sweep::array::local_keys) return why_runs(m);
  return made == sweep::array::destination ? why_partition_slot(m) : why_cut(m);
}

Formula formula_of_buckets(const Moment& moment) {
  namespace words = text::hybrid;
  if (is_by_capacity(moment)) return formula_by_capacity(moment);
  const radix::Problem& problem = moment.problem();
  std::string hint;
  const auto card = [&](std::string title, const text::Label& result, std::vector<Term> terms,
                        uint32_t number) {
    return formula_by_terms(std::move(title), result, std::move(terms), number, hint);
  };
  const hybrid::Plan plan = hybrid::digits_of(problem);
  if (!moment.step())
    return card(
        words::ask_rest, words::rest,
        {term(problem.key_bits(), words::term_bits), term(plan.first.bits, words::term_first, '-'),
         term(plan.second.bits, words::term_second, '-')},
        plan.rest);
  if (sweeps(moment)) return formula_of_sweep(moment);
  const BucketsMoment m = buckets_at(moment);
  if (!m.key.chosen) hint = text::all::point_at_a_key;
  const std::string where = text::all::where_does_key_go({.key = m.name()});
  const BucketsPart part = buckets_part(moment);
  if (part == BucketsPart::backwards)
    return card(where, text::all::slot,
                {term(m.n - 1, text::all::last_place), term(m.key.place, text::all::place, '-')},
                m.n - 1 - m.key.place);
  if (part == BucketsPart::in_buckets) {
    const uint32_t rank = m.of(sweep::array::bucket_rank)[m.key.place];
    return card(where, text::all::slot,
                {term(m.begin(), words::term_start), term(rank, words::term_in_bucket)},
                m.begin() + rank);
  }
  if (moment.find(sweep::array::reserved)) {
    const uint32_t from = m.of(sweep::array::reserved)[m.entry()];
    const uint32_t came = m.of(sweep::array::arrived_as)[m.key.place];
    return card(where, text::all::slot,
                {term(from, words::term_from), term(came, words::term_number)}, from + came);
  }
  if (moment.find(sweep::array::arrived_as)) {
    const uint32_t came = m.of(sweep::array::arrived_as)[m.key.place];
    return card(words::ask_number({.digit = m.digit(), .key = m.name()}), text::all::place,
                {term(came, words::term_number)}, came);
  }
  uint32_t smaller = 0;
  for (const uint32_t key : problem.keys())
    smaller += hybrid::bucket_of(plan, key) < m.key.bucket ? 1 : 0;
  return card(words::ask_start({.bucket = m.bucket()}), words::start,
              {term(smaller, words::term_smaller)}, smaller);
}

Invariants kept_by_buckets(const Moment& moment) {
  if (is_by_capacity(moment)) return kept_by_capacity(moment);
  const radix::Problem& problem = moment.problem();
  if (moment.step() && sweeps(moment)) {
    Invariants found = kept_by_radix(moment);
    found.keeps_equals = false;
    return found;
  }
  const radix::Array keys = keys_standing(moment);
  const uint32_t n = problem.size();
  const BucketsPart part = buckets_part(moment);
  const bool written = moment.find(radix::array::output) != nullptr;
  const bool backwards = part == BucketsPart::backwards && written;
  const hybrid::Plan plan = hybrid::digits_of(problem);
  uint32_t bits = part == BucketsPart::first    ? 0
                  : part == BucketsPart::second ? plan.first.bits
                                                : plan.bits();
  if (written && part == BucketsPart::first) bits = plan.first.bits;
  if (written && part == BucketsPart::second) bits = plan.bits();
  if ((written && part == BucketsPart::in_buckets) || part == BucketsPart::backwards)
    bits = problem.key_bits();
  Invariants found = all_there(moment, keys);
  found.order = backwards   ? text::all::largest_first
                : bits == 0 ? text::all::not_yet
                : bits == problem.key_bits()
                    ? text::all::in_order
                    : text::all::order_high({.all = problem.key_bits(), .bits = bits});
  const auto part_of = [&](uint32_t key) {
    return bits == 0 ? 0 : problem.ordered(key) >> (problem.key_bits() - bits);
  };
  for (uint32_t i = 0; found.complete && i + 1 < n; ++i) {
    const uint32_t a = part_of(keys.values[i]), b = part_of(keys.values[i + 1]);
    if (backwards ? a < b : a > b) found.ordered = false;
  }
  if (!found.ordered) found.order = text::all::not_in_order;
  found.keeps_equals = false;
  for (uint32_t i = 0; found.complete && found.stable && i < n; ++i) {
    for (uint32_t j = i + 1; j < n && found.stable; ++j) {
      if (keys.values[i] != keys.values[j] || keys.ids[i] < keys.ids[j]) continue;
      found.stable = false;
      found.equals = text::all::equal_keys_turned(
          {.first = key_words(problem, keys.ids[i]), .second = key_words(problem, keys.ids[j])});
    }
  }
  return found;
}

std::vector<std::string> threads_of_buckets(const Moment& moment, uint32_t id) {
  if (is_by_capacity(moment)) return threads_by_capacity(moment, id);
  const uint32_t place = position_of(input_of(moment), id);
  if (place == none) return {};
  if (moment.step() && sweeps(moment)) return threads_of_sweep(moment, id);
  const uint32_t threads = moment.problem().threads_per_block();
  const BucketsPart part = buckets_part(moment);
  const bool counts = moment.step() && (moment.step()->stage == sweep::stage::count_digits ||
                                        moment.step()->stage == sweep::stage::plan_buckets);
  if (part == BucketsPart::backwards || counts || !moment.step())
    return {text::all::block_thread({.block = place / threads, .thread = place % threads})};
  if (part == BucketsPart::in_buckets) {
    const std::vector<uint32_t> begins = parents_of_part(moment);
    const auto bucket =
        static_cast<uint32_t>(std::ranges::upper_bound(begins, place) - begins.begin()) - 1;
    return {text::all::block_thread({.block = bucket, .thread = place - begins[bucket]})};
  }
  const PartitionTile tile = tile_of_place(moment, place);
  return {text::all::block_thread({.block = tile.block, .thread = (place - tile.begin) % threads})};
}

}  // namespace scope
