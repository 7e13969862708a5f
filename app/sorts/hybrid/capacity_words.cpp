#include "capacity_words.hpp"

#include <algorithm>

#include "app/core/base/text.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "app/sorts/onesweep/sweep_sentences.hpp"
#include "app/sorts/radix/radix_row.hpp"
#include "capacity_parts.hpp"
#include "text/all.hpp"
#include "text/hybrid.hpp"

namespace scope {
namespace {

namespace sweep = radix::onesweep;
namespace hybrid = radix::hybrid;
using radix::none;

/// What sentences mention.
struct CapacityWords : CapacityMoment {
  explicit CapacityWords(const Moment& at) : CapacityMoment(capacity_moment(at)) {}

  const radix::Problem& problem() const { return moment.problem(); }
  const std::vector<uint32_t>& of(radix::ArrayId array) const { return moment.find(array)->values; }
  std::string name() const { return key_words(problem(), id); }
  std::string bucket_name_of(uint32_t b) const { return binary(b, bits()); }
  std::string bucket_name() const { return bucket_name_of(bucket()); }
  std::string digit_name() const { return binary(digit(), digit_bits()); }
  /// In the tables of tiles.
  uint32_t entry() const { return digit() * moment.step()->blocks + tile()->block; }
  bool backwards() const { return moment.pass() > 0; }
  bool copied() const { return moment.find(sweep::array::destination) && !slots && !backwards(); }
  /// The text of a key with this number.
  std::string key_text(uint32_t ordered) const {
    for (const uint32_t each : problem().keys())
      if (problem().ordered(each) == ordered) return problem().text_of(each);
    return std::to_string(ordered);
  }
  /// The keys are their own ordered bits.
  bool plain() const { return problem().code() == radix::KeyCode{}; }
  /// The key's place in the arrays of ranks in buckets.
  uint32_t place_side_by_side() const {
    const std::vector<uint32_t> ids = keys_side_by_side(*slots);
    return static_cast<uint32_t>(std::ranges::find(ids, id) - ids.begin());
  }
  uint32_t rank() const { return of(sweep::array::bucket_rank)[place_side_by_side()]; }
  uint32_t begin() const { return of(sweep::array::bucket_begins)[bucket()]; }
};

std::string why_no_count(const CapacityWords& m) {
  const uint32_t buckets = m.plan.buckets();
  return text::hybrid::why_uncounted({.bits = m.plan.bits(),
                                      .buckets = buckets,
                                      .mean = (m.n() + buckets - 1) / buckets,
                                      .slots = m.plan.inner});
}

std::string why_falls(const CapacityWords& m) {
  const uint32_t falls = m.of(sweep::array::falls)[0];
  if (falls == 0) return text::hybrid::why_none_falls;
  const std::vector<uint32_t>& keys = m.problem().keys();
  uint32_t first = 1;
  while (first < m.n() && m.problem().ordered(keys[first]) >= m.problem().ordered(keys[first - 1]))
    ++first;
  const bool found = first < m.n();
  return text::hybrid::why_falls({.before = found ? key_words(m.problem(), first - 1) : "",
                                  .falls = falls,
                                  .first = found ? key_words(m.problem(), first) : "",
                                  .found = found});
}

std::string why_rises(const CapacityWords& m) {
  const uint32_t falls = m.of(sweep::array::falls)[0], rises = m.of(sweep::array::rises)[0];
  if (rises == 0) return falls == 0 ? text::hybrid::why_all_equal : text::hybrid::why_none_rises;
  return text::hybrid::why_rises({.ordered = falls == 0, .rises = rises});
}

/// How far the keys reach, and how they are stretched.
std::string why_stretched(const CapacityWords& m) {
  const uint32_t lowest = m.of(sweep::array::lowest)[0], highest = m.of(sweep::array::highest)[0];
  if (m.of(sweep::array::varying)[0] == 0)
    return text::hybrid::why_one_value({.key = m.key_text(lowest)});
  const uint32_t zeros = m.plan.zeros, range = (highest - lowest) >> zeros;
  const std::string number =
      text::hybrid::number({.coded = !m.plain(), .lowest = lowest, .zeros = zeros});
  return text::paragraph(
      text::hybrid::why_range(
          {.highest = m.key_text(highest), .lowest = m.key_text(lowest), .zeros = zeros}),
      m.plan.factor == 1
          ? text::hybrid::why_not_stretched(
                {.bits = m.problem().key_bits(), .number = number, .range = range})
          : text::hybrid::why_stretched({.factor = m.plan.factor,
                                         .most = ~0u >> (32 - m.problem().key_bits()),
                                         .number = number,
                                         .range = range,
                                         .reach = range * m.plan.factor}));
}

std::string why_counted(const CapacityWords& m) {
  return text::hybrid::why_counted({.count = m.of(sweep::array::tile_counts)[m.entry()],
                                    .digit = m.digit_name(),
                                    .key = m.name(),
                                    .second = m.inner});
}

std::string why_slots_taken(const CapacityWords& m) {
  const uint32_t count = m.of(sweep::array::tile_counts)[m.entry()],
                 from = m.of(sweep::array::reserved)[m.entry()], begin = m.bucket() * m.capacity();
  if (from == none)
    return text::hybrid::why_no_slots({.bucket = m.bucket_name(),
                                       .count = count,
                                       .digit = m.digit_name(),
                                       .key = m.name(),
                                       .slots = m.capacity()});
  return text::hybrid::why_slots({.bucket = m.bucket_name(),
                                  .count = count,
                                  .first = begin,
                                  .from = from,
                                  .key = m.name(),
                                  .last = begin + m.capacity() - 1,
                                  .slots = m.capacity()});
}

std::string why_in_slots(const CapacityWords& m) {
  const auto written = static_cast<uint32_t>(keys_side_by_side(*m.slots).size());
  const uint32_t all = m.buckets() * m.capacity();
  return text::hybrid::why_in_slots({.empty = all - written,
                                     .keys = m.n(),
                                     .slots = all,
                                     .whole = written == m.n(),
                                     .written = written});
}

std::string why_overflow(const CapacityWords& m) {
  const uint32_t runs = m.of(sweep::array::overflow)[0];
  const std::vector<uint32_t> wanted = m.wanted();
  const auto fullest = static_cast<uint32_t>(std::ranges::max_element(wanted) - wanted.begin());
  const std::string bucket = m.bucket_name_of(fullest);
  if (runs == 0)
    return text::hybrid::why_no_overflow(
        {.bucket = bucket, .slots = m.capacity(), .wanted = wanted[fullest]});
  return text::hybrid::why_overflow(
      {.bucket = bucket, .runs = runs, .slots = m.capacity(), .wanted = wanted[fullest]});
}

std::string why_bucket_begins(const CapacityWords& m) {
  return text::hybrid::why_begins({.begin = m.begin(), .bucket = m.bucket_name(), .key = m.name()});
}

std::string why_rank(const CapacityWords& m) {
  const uint32_t keys = m.wanted()[m.bucket()];
  if (m.plan.all_equal())
    return text::hybrid::why_equal_bucket({.bucket = m.bucket_name(),
                                           .factor = m.plan.factor,
                                           .key = m.name(),
                                           .keys = keys,
                                           .rank = m.rank(),
                                           .width = uint64_t{1} << m.plan.rest});
  return text::hybrid::why_rank(
      {.bucket = m.bucket_name(), .key = m.name(), .keys = keys, .rank = m.rank()});
}

std::string why_written(const CapacityWords& m) {
  if (!m.copied()) return text::hybrid::why_side_by_side;
  return text::hybrid::why_all_copied({.reverse = m.of(sweep::array::falls)[0] > 0});
}

std::string why_copied(const CapacityWords& m) {
  const uint32_t slot = m.of(sweep::array::destination)[m.id];
  return slot == m.id
             ? text::hybrid::why_copied({.key = m.name(), .slot = slot})
             : text::hybrid::why_copied_backwards({.key = m.name(), .place = m.id, .slot = slot});
}

}  // namespace

std::string why_by_capacity(const Moment& moment) {
  if (moment.problem().size() == 0) return text::all::no_keys_to_sort;
  if (swept_behind_overflow(moment)) return why_of_sweep(moment);
  const CapacityWords m(moment);
  if (!moment.step()) return why_no_count(m);
  if (m.backwards()) return why_backwards(moment, false);
  const radix::ArrayId made = moment.step()->made;
  if (made == sweep::array::falls) return why_falls(m);
  if (made == sweep::array::rises) return why_rises(m);
  if (made == sweep::array::varying) return why_stretched(m);
  if (made == sweep::array::destination) return why_copied(m);
  if (made == sweep::array::tile_counts && m.tile()) return why_counted(m);
  if (made == sweep::array::reserved && m.tile()) return why_slots_taken(m);
  if (made == sweep::array::bucket_slots) return why_in_slots(m);
  if (made == sweep::array::overflow) return why_overflow(m);
  if (made == sweep::array::bucket_begins) return why_bucket_begins(m);
  if (made == sweep::array::bucket_rank) return why_rank(m);
  return why_written(m);
}

Formula formula_by_capacity(const Moment& moment) {
  namespace words = text::hybrid;
  if (swept_behind_overflow(moment)) return formula_of_sweep(moment);
  const CapacityWords m(moment);
  const auto card = [&](std::string title, const text::Label& result, std::vector<Term> terms,
                        uint32_t number) {
    return formula_by_terms(std::move(title), result, std::move(terms), number,
                            moment.chosen() == none ? text::all::point_at_a_key : "");
  };
  const std::string where = text::all::where_does_key_go({.key = m.name()});
  const auto mirrored = [&](uint32_t place) {
    return card(where, text::all::slot,
                {term(m.n() - 1, text::all::last_place), term(place, text::all::place, '-')},
                m.n() - 1 - place);
  };
  if (!moment.step()) {
    const uint32_t mean = (m.n() + m.plan.buckets() - 1) / m.plan.buckets();
    const uint32_t threads = m.problem().threads_per_block();
    if (m.plan.inner == threads)
      return card(words::ask_capacity, words::slots_of_bucket, {term(threads, words::term_threads)},
                  threads);
    return card(words::ask_capacity, words::slots_of_bucket,
                {term(mean, words::term_mean), term(m.plan.inner - mean, words::term_deviations)},
                m.plan.inner);
  }
  if (m.backwards()) return mirrored(position_of(input_of(moment), m.id));
  const radix::ArrayId made = moment.step()->made;
  if (made == sweep::array::falls || made == sweep::array::rises) {
    const uint32_t smaller = m.of(sweep::array::falls)[0];
    return card(words::ask_in_order, words::pairs_in_order,
                {term(m.n() - 1, words::term_pairs), term(smaller, words::term_falls, '-')},
                m.n() - 1 - smaller);
  }
  if (made == sweep::array::varying) {
    const uint32_t lowest = m.of(sweep::array::lowest)[0], highest = m.of(sweep::array::highest)[0];
    return card(words::ask_range, words::range,
                {term(highest, words::term_highest), term(lowest, words::term_lowest, '-')},
                highest - lowest);
  }
  if (m.copied())
    return m.of(sweep::array::destination)[m.id] == m.id
               ? card(where, text::all::slot, {term(m.id, text::all::place)}, m.id)
               : mirrored(m.id);
  if (moment.find(sweep::array::bucket_rank))
    return card(where, text::all::slot,
                {term(m.begin(), words::term_start), term(m.rank(), words::term_in_bucket)},
                m.begin() + m.rank());
  const std::string bucket = m.bucket_name();
  if (made == sweep::array::bucket_begins) {
    uint32_t smaller = 0;
    for (const uint32_t each : m.problem().keys())
      smaller += m.bucket_of(each) < m.bucket() ? 1 : 0;
    return card(words::ask_start({.bucket = bucket}), words::start,
                {term(smaller, words::term_smaller)}, smaller);
  }
  const uint32_t begin = m.bucket() * m.capacity(), wanted = m.wanted()[m.bucket()];
  if (wanted > m.capacity())
    return card(words::ask_too_many({.bucket = bucket}), words::too_many,
                {term(wanted, words::term_wanted), term(m.capacity(), words::term_its_slots, '-')},
                wanted - m.capacity());
  if (moment.find(sweep::array::reserved) && m.slot() != none)
    return card(words::ask_slot({.key = m.name()}), text::all::slot,
                {term(begin, words::term_first_slot), term(m.slot() - begin, words::term_taken)},
                m.slot());
  return card(words::ask_first_slot({.bucket = bucket}), words::first_slot,
              {term(begin, words::term_slots_before)}, begin);
}

Invariants kept_by_capacity(const Moment& moment) {
  if (moment.step() && swept_behind_overflow(moment)) {
    Invariants found = kept_by_radix(moment);
    found.keeps_equals = false;
    return found;
  }
  const radix::Problem& problem = moment.problem();
  const radix::Array keys = keys_standing(moment);
  Invariants found = all_there(moment, keys);
  const bool written = moment.find(radix::array::output) != nullptr,
             backwards = moment.pass() > 0 && written, done = written || moment.pass() > 0;
  found.order = backwards ? text::all::largest_first
                : done    ? text::all::in_order
                          : text::all::not_yet;
  found.keeps_equals = false;
  for (uint32_t i = 0; done && found.complete && i + 1 < problem.size(); ++i) {
    const uint32_t a = problem.ordered(keys.values[i]), b = problem.ordered(keys.values[i + 1]);
    if (backwards ? a < b : a > b) found.ordered = false;
  }
  if (!found.ordered) found.order = text::all::not_in_order;
  for (uint32_t i = 0; found.complete && found.stable && i < problem.size(); ++i)
    for (uint32_t j = i + 1; j < problem.size() && found.stable; ++j) {
      if (keys.values[i] != keys.values[j] || keys.ids[i] < keys.ids[j]) continue;
      found.stable = false;
      found.equals = text::all::equal_keys_turned(
          {.first = key_words(problem, keys.ids[i]), .second = key_words(problem, keys.ids[j])});
    }
  return found;
}

std::vector<std::string> threads_by_capacity(const Moment& moment, uint32_t id) {
  if (id >= moment.problem().size()) return {};
  if (swept_behind_overflow(moment)) return threads_of_sweep(moment, id);
  CapacityWords m(moment);
  m.id = id;
  const uint32_t threads = m.problem().threads_per_block();
  const auto at = [](uint32_t block, uint32_t thread) {
    return std::vector<std::string>{text::all::block_thread({.block = block, .thread = thread})};
  };
  if (m.backwards() || m.copied()) {
    const uint32_t place = position_of(input_of(moment), id);
    return at(place / threads, place % threads);
  }
  if (!moment.step() || moment.step()->stage == sweep::stage::look) return at(0, id % threads);
  if (moment.find(sweep::array::bucket_rank) || moment.find(sweep::array::bucket_begins)) {
    const uint32_t slot = m.slot();
    if (slot == none) return {};
    return at(slot / m.capacity(), slot % m.capacity());
  }
  const auto tile = m.tile();
  return tile ? at(tile->block, tile->thread) : std::vector<std::string>{};
}

uint32_t key_by_capacity(const Moment& moment, const radix::Array& array, uint32_t index) {
  if (array.id == sweep::array::bucket_rank) {
    const CapacityWords m(moment);
    if (!m.slots) return none;
    const std::vector<uint32_t> ids = keys_side_by_side(*m.slots);
    return index < ids.size() ? ids[index] : none;
  }
  return input_of(moment).ids[index];
}

}  // namespace scope
