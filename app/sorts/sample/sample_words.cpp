#include "sample_words.hpp"

#include <algorithm>
#include <numeric>

#include "app/core/base/text.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "app/sorts/radix/facts.hpp"
#include "app/sorts/radix/formula.hpp"
#include "app/sorts/radix/why.hpp"
#include "kernels/run/engine.hpp"
#include "text/all.hpp"
#include "text/radix.hpp"
#include "text/sample.hpp"

namespace scope {

namespace sample = radix::sample;
namespace sample_array = radix::sample::array;

SamplePart sample_part(const Moment& moment) {
  return moment.pass() == 0   ? SamplePart::to_buckets
         : moment.pass() == 1 ? SamplePart::in_buckets
                              : SamplePart::backwards;
}

bool goes_by_radix(const Moment& moment) {
  return moment.step() && sample_part(moment) == SamplePart::to_buckets &&
         !one_of(moment.step()->stage, {sample::stage::sample, sample::stage::classify});
}

std::optional<uint32_t> bucket_by_splitters(const Moment& moment, uint32_t key) {
  const radix::Digit digit = sample::digit_by_splitters(*moment.trace, 0);
  if (!digit.by_splitters()) return std::nullopt;
  return digit.of(key);
}

std::vector<uint32_t> sample_begins(const Moment& moment) {
  const radix::Problem& problem = moment.problem();
  std::vector<uint32_t> begins(problem.sample_digit().buckets() + 1, 0);
  for (const uint32_t key : problem.keys())
    if (const auto bucket = bucket_by_splitters(moment, key)) ++begins[*bucket + 1];
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  return begins;
}

uint32_t example_key_of_sample(const Moment& moment) {
  if (moment.problem().size() == 0) return none;
  if (sample_part(moment) == SamplePart::to_buckets) return radix_example_key(moment);
  const radix::Array keys = input_of(moment);
  if (position_of(keys, moment.selected()) != none) return moment.selected();
  const std::vector<uint32_t> begins = sample_begins(moment);
  uint32_t largest = 0;
  for (uint32_t b = 0; b + 1 < begins.size(); ++b)
    if (begins[b + 1] - begins[b] > begins[largest + 1] - begins[largest]) largest = b;
  return keys.ids[sample_part(moment) == SamplePart::backwards ? 0 : begins[largest + 1] - 1];
}

namespace {

/// What a sentence may mention. There is a key.
struct SampleMoment {
  const Moment& moment;
  const radix::Problem& problem;
  uint32_t id;      ///< of the key that the sentence is about
  uint32_t place;   ///< in the part's input
  uint32_t bucket;  ///< 0 where nobody knows yet
  uint32_t n, buckets, splitters, samples, each;

  const std::vector<uint32_t>& of(radix::ArrayId id_of) const { return moment.find(id_of)->values; }
  std::string name() const { return key_words(problem, id); }
  std::string text(uint32_t key) const { return problem.text_of(key); }
  uint32_t key() const { return problem.keys()[id]; }
  bool equal_buckets() const { return problem.settings().equal_buckets; }
  /// Splitters that are not larger than the key, and whether the last of them equals it.
  uint32_t behind() const { return equal_buckets() ? (bucket + 1) / 2 : bucket; }
  bool equals() const { return equal_buckets() && bucket % 2 == 1; }
  std::vector<std::string> texts(const std::vector<uint32_t>& keys) const {
    std::vector<std::string> all;
    for (const uint32_t each_key : keys) all.push_back(problem.text_of(each_key));
    return all;
  }
};

SampleMoment sample_at(const Moment& moment) {
  const radix::Problem& problem = moment.problem();
  const radix::Array keys = input_of(moment);
  const uint32_t id = example_key_of_sample(moment);
  return {.moment = moment,
          .problem = problem,
          .id = id,
          .place = position_of(keys, id),
          .bucket = bucket_by_splitters(moment, problem.keys()[id]).value_or(0),
          .n = problem.size(),
          .buckets = problem.sample_digit().buckets(),
          .splitters = problem.splitters(),
          .samples = problem.samples(),
          .each = problem.settings().oversampling};
}

constexpr uint32_t few_texts = 12;  ///< that a sentence lists one by one

std::string why_sample_begins(const Moment& moment) {
  if (moment.problem().size() == 0) return text::all::no_keys_to_sort;
  const SampleMoment m = sample_at(moment);
  return text::paragraph(
      text::sample::begin(
          {.buckets = m.buckets, .keys = m.n, .samples = m.samples, .splitters = m.splitters}),
      text::sample::begin_buckets({.equal = m.equal_buckets()}), text::sample::begin_pass);
}

std::string why_places(const SampleMoment& m) {
  const uint32_t place = m.of(sample_array::sample_places)[0];
  const std::string head =
      m.splitters == 0 ? text::sample::takes({.samples = m.samples})
                       : text::sample::takes_each(
                             {.each = m.each, .ranges = m.splitters + 1, .samples = m.samples});
  if (m.problem.settings().sampling == radix::Sampling::random)
    return text::paragraph(
        head,
        text::sample::places_random({.place = place, .seed = m.problem.settings().sample_seed}),
        text::sample::places_twice);
  return text::paragraph(head,
                         text::sample::places_regular({.place = place, .samples = m.samples}));
}

std::string why_taken(const SampleMoment& m) {
  const std::vector<uint32_t>& keys = m.of(sample_array::sample);
  return text::paragraph(
      keys.size() > few_texts
          ? text::sample::sampled_many({.count = m.samples})
          : text::sample::sampled({.count = keys.size(), .samples = text::list(m.texts(keys))}),
      text::sample::typical);
}

std::string why_sample_sorted(const SampleMoment& m) {
  const std::vector<uint32_t>& keys = m.of(sample_array::sample_sorted);
  return text::paragraph(
      text::sample::sample_sorted,
      text::sample::sample_ends({.first = m.text(keys.front()), .last = m.text(keys.back())}));
}

std::string why_splitters(const SampleMoment& m) {
  if (m.splitters == 0) return text::sample::no_splitter;
  const std::vector<uint32_t>& keys = m.of(sample_array::splitters);
  const bool few = keys.size() <= few_texts;
  const std::string listed = few ? text::list(m.texts(keys)) : "";
  return text::paragraph(
      m.splitters == 1 ? text::sample::only_splitter({.each = m.each, .splitter = listed})
      : m.each == 1
          ? text::sample::splitters_all({.count = m.splitters, .few = few, .splitters = listed})
          : text::sample::splitters_every(
                {.count = m.splitters, .each = m.each, .few = few, .splitters = listed}),
      m.equal_buckets() ? std::string(text::sample::buckets_between)
                        : text::sample::buckets_cut({.buckets = m.buckets}));
}

std::string why_look(const SampleMoment& m) {
  const uint32_t splitter = m.of(sample_array::look)[m.place], look = m.moment.step()->level;
  const uint32_t key =
      m.moment.trace->steps[m.moment.cursor - 1].find(sample_array::splitters)->values[splitter];
  return text::paragraph(
      text::sample::look({.look = look, .number = splitter, .splitter = m.text(key)}),
      text::sample::look_found({.before = m.problem.before(m.key(), key), .key = m.name()}),
      text::sample::look_halves);
}

std::string why_bucket(const SampleMoment& m) {
  if (!m.equal_buckets())
    return text::paragraph(
        text::sample::bucket_found({.behind = m.behind(), .bucket = m.bucket, .key = m.name()}),
        text::sample::equal_together);
  return text::paragraph(
      text::sample::bucket_found_equal(
          {.behind = m.behind(), .bucket = m.bucket, .equals = m.equals(), .key = m.name()}),
      text::sample::bucket_sorts({.equals = m.equals()}));
}

std::string why_sizes(const SampleMoment& m) {
  const std::vector<uint32_t>& sizes = m.of(sample_array::bucket_sizes);
  const uint32_t largest = *std::ranges::max_element(sizes);
  const auto which = static_cast<uint32_t>(std::ranges::find(sizes, largest) - sizes.begin());
  const bool all = largest == m.n && m.n > 1 && m.buckets > 1;
  return text::paragraph(
      m.n == 1 ? text::sample::only_key({.bucket = which})
               : text::sample::largest(
                     {.bucket = which, .buckets = m.buckets, .keys = m.n, .largest = largest}),
      m.equal_buckets() && which % 2 == 1 ? text::sample::largest_equal
      : all                               ? text::sample::largest_all
                                          : text::sample::largest_alone);
}

std::string why_bucket_bits(const SampleMoment& m) {
  const uint32_t split = m.moment.split(), bits = m.problem.sample_digit().bits;
  const uint32_t bit = m.bucket >> split & 1;
  return text::paragraph(
      split > 0   ? text::sample::bits_next({.split = split + 1, .splits = bits})
      : bits == 1 ? std::string(text::sample::bits_one)
                  : text::sample::bits_first({.splits = bits}),
      bits == 1 ? text::sample::bit_given({.bit = bit, .bucket = m.bucket, .key = m.name()})
                : text::sample::bit_given_of({.binary = binary(m.bucket, bits),
                                              .bit = bit,
                                              .bucket = m.bucket,
                                              .key = m.name()}));
}

std::string why_partitioned(const SampleMoment& m) {
  const std::vector<uint32_t> begins = sample_begins(m.moment);
  uint32_t filled = 0;
  for (std::size_t b = 0; b + 1 < begins.size(); ++b) filled += begins[b + 1] > begins[b] ? 1 : 0;
  return text::paragraph(text::sample::partitioned({.buckets = m.buckets, .filled = filled}),
                         text::sample::inside);
}

uint32_t size_of_bucket(const SampleMoment& m) {
  const std::vector<uint32_t> begins = sample_begins(m.moment);
  return begins[m.bucket + 1] - begins[m.bucket];
}
uint32_t begin_of_bucket(const SampleMoment& m) { return sample_begins(m.moment)[m.bucket]; }

std::string why_rank(const SampleMoment& m) {
  const uint32_t rank = m.of(sample_array::bucket_rank)[m.place], size = size_of_bucket(m);
  return text::paragraph(text::sample::loaded({.block = m.bucket, .size = size}),
                         m.equals() ? text::sample::rank_equal({.key = m.name(), .rank = rank})
                                    : text::sample::rank({.key = m.name(), .rank = rank}));
}

std::string why_rank_slot(const SampleMoment& m) {
  const uint32_t rank = m.of(sample_array::bucket_rank)[m.place], begin = begin_of_bucket(m);
  return text::sample::rank_slot(
      {.begin = begin, .bucket = m.bucket, .key = m.name(), .rank = rank, .slot = begin + rank});
}

std::string why_joined(const SampleMoment& m) {
  return text::paragraph(text::sample::sorted, text::sample::joined({.keys = m.n}));
}

}  // namespace

std::string why_of_sample(const Moment& moment) {
  if (!moment.step()) return why_sample_begins(moment);
  const SampleMoment m = sample_at(moment);
  const radix::ArrayId made = moment.step()->made;
  if (sample_part(moment) == SamplePart::backwards) return why_backwards(moment, false);
  if (sample_part(moment) == SamplePart::in_buckets)
    return made == sample_array::bucket_rank   ? why_rank(m)
           : made == radix::array::destination ? why_rank_slot(m)
                                               : why_joined(m);
  if (made == sample_array::sample_places) return why_places(m);
  if (made == sample_array::sample) return why_taken(m);
  if (made == sample_array::sample_sorted) return why_sample_sorted(m);
  if (made == sample_array::splitters) return why_splitters(m);
  if (made == sample_array::look) return why_look(m);
  if (made == sample_array::bucket) return why_bucket(m);
  if (made == sample_array::bucket_sizes) return why_sizes(m);
  if (made == radix::array::bits) return why_bucket_bits(m);
  return made == radix::array::output ? why_partitioned(m) : why_of_radix(moment);
}

Formula formula_of_sample(const Moment& moment) {
  const SampleMoment m = sample_at(moment);
  const std::string hint = moment.chosen() == none ? std::string(text::all::point_at_a_key) : "";
  const auto told = [&](Formula f) {
    f.hint = hint;
    return f;
  };
  const auto sum = [&](std::string title, text::Label result, const std::vector<Term>& terms,
                       uint32_t value) {
    return card(std::move(title), rule_of(result, terms), terms, value);
  };
  const std::string where = text::all::where_does_key_go({.key = m.name()});
  if (!moment.step() || moment.step()->stage == sample::stage::sample)
    return sum(text::sample::how_many_splitters, text::sample::result_splitters,
               {term(m.splitters + 1, text::sample::term_ranges), term(1, "1", '-')}, m.splitters);
  if (sample_part(moment) == SamplePart::backwards)
    return told(sum(where, text::all::slot,
                    {term(m.n - 1, text::all::last_place), term(m.place, text::all::place, '-')},
                    m.n - 1 - m.place));
  if (sample_part(moment) == SamplePart::in_buckets) {
    const uint32_t begin = begin_of_bucket(m), rank = m.of(sample_array::bucket_rank)[m.place];
    return told(sum(where, text::all::slot,
                    {term(begin, text::sample::term_start), term(rank, text::sample::term_before)},
                    begin + rank));
  }
  if (moment.step()->stage == sample::stage::classify) {
    const std::string which = text::sample::which_bucket({.key = m.name()});
    if (!m.equal_buckets())
      return told(sum(which, text::sample::result_bucket,
                      {term(m.behind(), text::sample::term_not_larger)}, m.bucket));
    return told(sum(which, text::sample::result_bucket,
                    {term(2 * m.behind(), text::sample::term_twice_not_larger),
                     term(m.equals() ? 1 : 0, text::sample::term_one_equal, '-')},
                    m.bucket));
  }
  if (moment.step()->made != radix::array::bits) return formula_of_radix(moment);
  return told(card(
      text::sample::what_bit({.bit = moment.split(), .key = m.name()}),
      text::radix::rule_bit({.name = text::sample::term_shifted}),
      {{.value = joined({m.bucket, " >> ", moment.split()}), .name = text::sample::term_shifted},
       {.value = "1", .name = text::radix::term_mask, .sign = '&'}},
      m.bucket >> moment.split() & 1));
}

Invariants kept_by_sample(const Moment& moment) {
  const radix::Problem& problem = moment.problem();
  const radix::Array keys = keys_standing(moment);
  Invariants found = all_there(moment, keys);
  if (!found.complete) return found;
  const uint32_t parts_done = moment.pass() + (moment.find(radix::array::output) ? 1 : 0);
  const bool backwards = parts_done > 2;
  found.order = parts_done == 0   ? text::all::not_yet
                : parts_done == 1 ? text::sample::order_bucket
                : backwards       ? text::all::largest_first
                                  : text::all::in_order;
  const auto bucket = [&](uint32_t key) { return bucket_by_splitters(moment, key).value_or(0); };
  for (std::size_t i = 1; parts_done > 0 && i < keys.values.size(); ++i) {
    const uint32_t a = keys.values[i - 1], b = keys.values[i];
    const bool wrong = parts_done == 1 ? bucket(a) > bucket(b)
                       : backwards     ? problem.before(a, b)
                                       : problem.before(b, a);
    if (wrong) found.ordered = false;
  }
  if (!found.ordered) found.order = text::all::not_in_order;
  std::vector<uint32_t> places(keys.values.size());
  std::iota(places.begin(), places.end(), 0u);
  std::ranges::stable_sort(places, [&](uint32_t a, uint32_t b) {
    return problem.before(keys.values[a], keys.values[b]);
  });
  for (std::size_t i = 1; found.stable && i < places.size(); ++i) {
    const uint32_t a = places[i - 1], b = places[i];
    if (problem.before(keys.values[a], keys.values[b]) || keys.ids[a] < keys.ids[b]) continue;
    found.stable = false;
    found.equals = text::all::equal_keys_turned(
        {.first = key_words(problem, keys.ids[a]), .second = key_words(problem, keys.ids[b])});
  }
  return found;
}

std::vector<std::string> threads_of_sample(const Moment& moment, uint32_t id) {
  const uint32_t place = position_of(input_of(moment), id);
  if (place == none) return {};
  if (goes_by_radix(moment)) return radix_threads(moment, id);
  const uint32_t threads = moment.problem().threads_per_block();
  if (sample_part(moment) != SamplePart::in_buckets)
    return {text::all::block_thread({.block = place / threads, .thread = place % threads})};
  const std::vector<uint32_t> begins = sample_begins(moment);
  const uint32_t bucket = bucket_by_splitters(moment, moment.problem().keys()[id]).value_or(0);
  return {text::all::block_thread({.block = bucket, .thread = (place - begins[bucket]) % threads})};
}

std::optional<uint64_t> compared_by_sample(const Moment& moment) {
  const radix::Problem& problem = moment.problem();
  const auto pairs = [](uint64_t count) { return count * (count - 1) / 2; };
  uint64_t all = 0;
  for (std::size_t s = 0; s < moment.cursor; ++s) {
    const radix::Step& step = moment.trace->steps[s];
    if (step.made == sample_array::sample_sorted) all += pairs(problem.samples());
    if (step.made == sample_array::look) all += problem.size();
    if (step.made == sample_array::bucket && problem.settings().equal_buckets)
      all += problem.size();
    if (step.made != sample_array::bucket_rank) continue;
    const std::vector<uint32_t> begins = sample_begins(moment);
    for (uint32_t b = 0; b + 1 < begins.size(); ++b)
      if (begins[b + 1] > begins[b] && !(problem.settings().equal_buckets && b % 2 == 1))
        all += pairs(begins[b + 1] - begins[b]);
  }
  return all;
}

}  // namespace scope
