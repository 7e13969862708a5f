#include "hybrid_words.hpp"

#include <algorithm>

#include "app/core/base/text.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "app/sorts/onesweep/sweep_sentences.hpp"
#include "app/sorts/radix/radix_row.hpp"
#include "capacity_parts.hpp"
#include "capacity_words.hpp"
#include "hybrid_parts.hpp"

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
  std::string name() const { return named_key(moment, key.id); }
  std::string capital_name() const { return capital(named_key(moment, key.id)); }
  std::string bucket() const { return "bucket " + binary(key.bucket, plan.bits()); }
  std::string digit() const {
    return "digit " + binary(key.digit, std::max(1u, digit_of_part(moment).bits));
  }
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

std::string keys_have(uint32_t count) {
  return counted(count, "key") + (count == 1 ? " has" : " have");
}

std::string why_buckets_begin(const Moment& moment) {
  if (moment.problem().size() == 0) return "There are no keys, so there is nothing to sort.";
  const hybrid::Plan plan = hybrid::digits_of(moment.problem());
  return say(
      "Equal keys without values cannot be told apart, so their order is free, and the highest "
      "digits can go first. The ",
      plan.bits(), plan.bits() == 1 ? " highest bit makes " : " highest bits make ", plan.buckets(),
      " buckets; if the largest has at most ", counted(plan.capacity, "key"),
      ", one for each thread of a block, blocks sort them by themselves.");
}

std::string why_two_digits(const BucketsMoment& m) {
  return say("One launch has read ", counted(m.n, "key"), " and counted ",
             m.plan.second.bits > 0 ? "both digits together" : "their highest digit", ": ",
             counted(m.of(sweep::array::two_digit_counts)[m.key.bucket], "key"), " in ", m.bucket(),
             ", that of ", m.name(), ".");
}

std::string why_bucket_begins(const BucketsMoment& m) {
  return say(capital(m.bucket()), " starts at slot ",
             m.of(sweep::array::bucket_begins)[m.key.bucket],
             "; that is how many keys are in smaller buckets. Where every bucket will lie is known "
             "before a "
             "key moves.");
}

std::string why_largest(const BucketsMoment& m) {
  const std::string head = say("The largest bucket has ", counted(m.plan.largest, "key"),
                               ", and a block has ", counted(m.plan.capacity, "thread"), ". ");
  return head + (m.plan.fits()
                     ? "It fits, as all others do: each bucket can be one block's work."
                     : "It does not fit, so one-sweep sorts instead. That was decided before a key "
                       "has moved: only the count is lost.");
}

std::string why_arrived(const BucketsMoment& m) {
  return say(
      "Every thread adds one to its tile's counter of the digit and takes what stood there: ",
      m.name(), " came as number ", m.of(sweep::array::arrived_as)[m.key.place],
      " of its tile with ", m.digit(),
      ". In another run it may be another: inside a bucket any order is right.");
}

std::string why_tile_counts(const BucketsMoment& m) {
  return say("The counters have counted, too: the tile of ", m.name(), " has ",
             counted(m.of(sweep::array::tile_counts)[m.entry()], "key"), " with ", m.digit(),
             ". The count is the same in whatever order they came.");
}

std::string why_reserved(const BucketsMoment& m) {
  const uint32_t count = m.of(sweep::array::tile_counts)[m.entry()];
  return say("Each bucket has a cursor in global memory. With one atomic the tile moves that of ",
             m.digit(), " on by ", count, " and may write from slot ",
             m.of(sweep::array::reserved)[m.entry()],
             " on. No tile waits for another: the waiting of one-sweep's look-back is the price of "
             "keeping the order.");
}

std::string why_runs(const BucketsMoment& m) {
  const PartitionTile tile = m.tile();
  const uint32_t size = tile.end - tile.begin;
  return say("In shared memory the tile of ", m.name(), ", ", counted(size, "key"),
             ", stands digit ",
             "by digit, so that each digit is written as one run of neighbours.");
}

std::string why_partition_slot(const BucketsMoment& m) {
  const uint32_t from = m.of(sweep::array::reserved)[m.entry()], slot = m.slot();
  return say("The tile may write its keys with ", m.digit(), " from slot ", from, " on. ",
             m.capital_name(), " came as number ", slot - from, " of them: slot ", slot, ".");
}

std::string why_cut(const BucketsMoment& m) {
  const auto begins = children_of_part(m.moment);
  uint32_t filled = 0;
  for (std::size_t b = 0; b + 1 < begins.size(); ++b) filled += begins[b + 1] > begins[b] ? 1 : 0;
  return say("Every key is in its bucket: ", filled, " of the ",
             static_cast<uint32_t>(begins.size() - 1),
             filled == 1 ? " buckets has keys" : " buckets have keys",
             ". Inside each they stand as they came. ",
             buckets_part(m.moment) == BucketsPart::first && m.plan.second.bits > 0
                 ? "The second digit goes on inside them."
             : m.plan.rest > 0
                 ? say("Blocks sort them by the ", m.plan.rest,
                       m.plan.rest == 1 ? " bit that is left." : " bits that are left.")
                 : "No bit is left, so the keys of a bucket are equal: everything is sorted.");
}

std::string why_bucket_rank(const BucketsMoment& m) {
  const std::vector<uint32_t>& counts = parents_of_part(m.moment);
  const uint32_t size = counts[m.key.bucket + 1] - counts[m.key.bucket];
  return say("A block has loaded ", m.bucket(), ", ", counted(size, "key"),
             ", and every thread compares its key with all of them. ",
             keys_have(m.of(sweep::array::bucket_rank)[m.key.place]), " to go before ", m.name(),
             ".");
}

std::string why_bucket_slot(const BucketsMoment& m) {
  const uint32_t rank = m.of(sweep::array::bucket_rank)[m.key.place];
  return say(capital(m.bucket()), " starts at slot ", m.begin(), ", and ", keys_have(rank),
             " to go before ", m.name(), ": slot ", m.begin() + rank, ".");
}

std::string why_all_sorted(const BucketsMoment& m) {
  return say("Everything is sorted: ", counted(m.n, "key"),
             ". Any order of arrival gives the same result; only equal keys might have swapped "
             "places, which nobody could see.");
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
  if (part == BucketsPart::backwards) return why_backwards(moment, "The keys are", false);
  if (made == sweep::array::bucket_rank) return why_bucket_rank(m);
  if (part == BucketsPart::in_buckets)
    return made == sweep::array::destination ? why_bucket_slot(m) : why_all_sorted(m);
  if (made == sweep::array::arrived_as) return why_arrived(m);
  if (made == sweep::array::tile_counts) return why_tile_counts(m);
  if (made == sweep::array::reserved) return why_reserved(m);
  if (made == sweep::array::local_keys) return why_runs(m);
  return made == sweep::array::destination ? why_partition_slot(m) : why_cut(m);
}

Formula formula_of_buckets(const Moment& moment) {
  if (is_by_capacity(moment)) return formula_by_capacity(moment);
  const radix::Problem& problem = moment.problem();
  if (problem.size() == 0)
    return {.title = "No keys", .words = "", .terms = {}, .result = "", .hint = ""};
  const hybrid::Plan plan = hybrid::digits_of(problem);
  if (!moment.step())
    return {
        .title = "How many bits are left for the blocks?",
        .words = "left = key bits − first digit − second digit",
        .terms = {term(problem.key_bits(), "key bits"), term(plan.first.bits, "first digit", '-'),
                  term(plan.second.bits, "second digit", '-')},
        .result = say(plan.rest),
        .hint = ""};
  if (sweeps(moment)) return formula_of_sweep(moment);
  const BucketsMoment m = buckets_at(moment);
  const std::string hint = m.key.chosen ? "" : "point at a key to see its numbers";
  const auto card = [&](std::string title, std::string words, std::vector<Term> terms,
                        uint32_t result) {
    return Formula{std::move(title), std::move(words), std::move(terms), say(result), hint};
  };
  const std::string where = "Where does " + m.name() + " go?";
  const BucketsPart part = buckets_part(moment);
  if (part == BucketsPart::backwards)
    return card(where, "slot = last place − place",
                {term(m.n - 1, "last place"), term(m.key.place, "place", '-')},
                m.n - 1 - m.key.place);
  if (part == BucketsPart::in_buckets) {
    const uint32_t rank = m.of(sweep::array::bucket_rank)[m.key.place];
    return card(where, "slot = start of the bucket + before it in the bucket",
                {term(m.begin(), "start of the bucket"), term(rank, "before it in the bucket")},
                m.begin() + rank);
  }
  if (moment.find(sweep::array::reserved)) {
    const uint32_t from = m.of(sweep::array::reserved)[m.entry()];
    const uint32_t came = m.of(sweep::array::arrived_as)[m.key.place];
    return card(where, "slot = reserved from + came as number",
                {term(from, "reserved from"), term(came, "came as number")}, from + came);
  }
  if (moment.find(sweep::array::arrived_as)) {
    const uint32_t came = m.of(sweep::array::arrived_as)[m.key.place];
    return card("Where is " + m.name() + " among its tile's keys with " + m.digit() + "?",
                "place = came as number", {term(came, "came as number")}, came);
  }
  uint32_t smaller = 0;
  for (const uint32_t key : problem.keys())
    smaller += hybrid::bucket_of(plan, key) < m.key.bucket ? 1 : 0;
  return card("Where does " + m.bucket() + " start?", "start = keys in smaller buckets",
              {term(smaller, "keys in smaller buckets")}, smaller);
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
  found.order = backwards   ? "largest first"
                : bits == 0 ? "not yet"
                : bits == problem.key_bits()
                    ? "in order"
                    : say("by the high ", bits, " of ", problem.key_bits(), " bits");
  const auto part_of = [&](uint32_t key) {
    return bits == 0 ? 0 : problem.ordered(key) >> (problem.key_bits() - bits);
  };
  for (uint32_t i = 0; found.complete && i + 1 < n; ++i) {
    const uint32_t a = part_of(keys.values[i]), b = part_of(keys.values[i + 1]);
    if (backwards ? a < b : a > b) found.ordered = false;
  }
  if (!found.ordered) found.order = "not in order";
  found.keeps_equals = false;
  for (uint32_t i = 0; found.complete && found.stable && i < n; ++i) {
    for (uint32_t j = i + 1; j < n && found.stable; ++j) {
      if (keys.values[i] != keys.values[j] || keys.ids[i] < keys.ids[j]) continue;
      found.stable = false;
      found.equals =
          say(key_words(problem, keys.ids[i]), " before ", key_words(problem, keys.ids[j]));
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
    return {say("block ", place / threads, ", thread ", place % threads)};
  if (part == BucketsPart::in_buckets) {
    const std::vector<uint32_t> begins = parents_of_part(moment);
    const auto bucket =
        static_cast<uint32_t>(std::ranges::upper_bound(begins, place) - begins.begin()) - 1;
    return {say("block ", bucket, ", thread ", place - begins[bucket])};
  }
  const PartitionTile tile = tile_of_place(moment, place);
  return {say("block ", tile.block, ", thread ", (place - tile.begin) % threads)};
}

}  // namespace scope
