#include "sample_words.hpp"

#include <algorithm>
#include <numeric>

#include "app/core/base/text.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "app/sorts/radix/facts.hpp"
#include "app/sorts/radix/formula.hpp"
#include "app/sorts/radix/why.hpp"
#include "kernels/run/engine.hpp"

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
  uint32_t id;      ///< of the key that is spoken about
  uint32_t place;   ///< in the part's input
  uint32_t bucket;  ///< 0 where nobody knows yet
  uint32_t n, buckets, splitters, samples, each;

  const std::vector<uint32_t>& of(radix::ArrayId id_of) const { return moment.find(id_of)->values; }
  std::string name() const { return named_key(moment, id); }
  std::string capital_name() const { return capital(name()); }
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

/// "no key", "1 key", "3 keys"; a command in the singular goes with the first two.
std::string no_or(uint32_t count, const std::string& noun) {
  return count == 0 ? "no " + noun : counted(count, noun);
}

constexpr uint32_t few_texts = 12;  ///< that a sentence lists one by one

std::string why_sample_begins(const Moment& moment) {
  if (moment.problem().size() == 0) return "There are no keys, so there is nothing to sort.";
  const SampleMoment m = sample_at(moment);
  const std::string begin =
      say(counted(m.n, "key"), m.n == 1 ? " goes" : " go", " to ", m.buckets,
          " buckets, and no bit is looked at: ", counted(m.samples, "key"),
          m.samples == 1 ? " is sampled" : " are sampled and sorted", ", and ",
          no_or(m.splitters, "splitter"), m.splitters <= 1 ? " comes" : " come", " out of that. ");
  return begin +
         (m.equal_buckets() ? "Keys that equal a splitter have buckets of their own. "
                            : "A key's bucket is the number of splitters that are not larger. ") +
         "Then it is a pass of a radix sort whose digit is found by comparing, and a block sorts "
         "each bucket.";
}

std::string why_places(const SampleMoment& m) {
  const uint32_t place = m.of(sample_array::sample_places)[0];
  const std::string head =
      say("One block takes ", counted(m.samples, "sample"),
          m.splitters == 0 ? ". "
                           : say(", ", m.each, " for each of the ", m.splitters + 1,
                                 " ranges that the splitters will separate. "));
  if (m.problem.settings().sampling == radix::Sampling::random)
    return head + say("A generator of random numbers says where, from ",
                      m.problem.settings().sample_seed, " on: sample 0 is taken at place ", place,
                      ". It may come to a place twice.");
  return head + say("They stand at equal distances, sample 0 at place ", place, ", in the middle ",
                    "of the first of ", m.samples, m.samples == 1 ? " part" : " equal parts",
                    " of the keys.");
}

std::string why_taken(const SampleMoment& m) {
  const std::vector<uint32_t>& keys = m.of(sample_array::sample);
  const std::string end =
      " Whether they are typical is not known yet; if they are, what cuts them evenly cuts all "
      "keys evenly.";
  if (keys.size() > few_texts) return say(counted(m.samples, "key"), " are sampled.", end);
  return say(keys.size() == 1 ? "The sample is " : "The samples are ", listed(m.texts(keys)), ".",
             end);
}

std::string why_sample_sorted(const SampleMoment& m) {
  return say(
      "One block sorts the sample: each of its keys counts those that belong before it, and "
      "of equal ones those that stand before it, and that is its place. It begins with ",
      m.text(m.of(sample_array::sample_sorted).front()), " and ends with ",
      m.text(m.of(sample_array::sample_sorted).back()), ".");
}

std::string why_splitters(const SampleMoment& m) {
  if (m.splitters == 0)
    return "Two buckets leave no room for a splitter and a bucket of its equals, so there is none, "
           "and all keys are in bucket 0.";
  const std::vector<uint32_t>& keys = m.of(sample_array::splitters);
  const std::string which =
      keys.size() <= few_texts
          ? say(listed(m.texts(keys)),
                keys.size() == 1 ? " is the only splitter" : " are the splitters")
          : say(counted(m.splitters, "key"), " are splitters");
  const std::string where =
      m.splitters == 1 ? say(": the key at place ", m.each, " of the sorted sample. ")
      : m.each == 1    ? std::string(": all of the sorted sample but the first. ")
                       : say(": every ", nth(m.each),
                             " key of the sorted sample, the first one at place ", m.each, ". ");
  return which + where +
         (m.equal_buckets()
              ? "Between two of them is a bucket, and each has a bucket of the keys that equal it."
              : say("They cut the keys into ", m.buckets,
                    " buckets, and a key that equals a splitter goes behind it."));
}

std::string why_look(const SampleMoment& m) {
  const uint32_t splitter = m.of(sample_array::look)[m.place], look = m.moment.step()->level;
  const uint32_t key =
      m.moment.trace->steps[m.moment.cursor - 1].find(sample_array::splitters)->values[splitter];
  const bool before = m.problem.before(m.key(), key);
  return say("Look ", look, ": of the splitters that are left, the middle one is number ", splitter,
             ", ", m.text(key), ". ", m.capital_name(),
             before ? " belongs before it, so only the ones to its left are left."
                    : " does not belong before it, so only the ones to its right are left.",
             " Every look halves them.");
}

std::string why_bucket(const SampleMoment& m) {
  const std::string found = say(m.capital_name(), " has found ", no_or(m.behind(), "splitter"),
                                m.behind() <= 1 ? " that is not larger" : " that are not larger");
  if (!m.equal_buckets())
    return say(found, ", so its bucket is ", m.bucket,
               ". Keys that are equal find the same, so they stay together.");
  return say(found, m.equals() ? ", and the last of them equals it" : ", and none that equals it",
             ": its bucket is ", m.bucket, ". ",
             m.equals() ? "All keys there are equal, so nobody will have to sort them."
                        : "A block will have to sort it.");
}

std::string why_sizes(const SampleMoment& m) {
  const std::vector<uint32_t>& sizes = m.of(sample_array::bucket_sizes);
  const uint32_t largest = *std::ranges::max_element(sizes);
  const auto which = static_cast<uint32_t>(std::ranges::find(sizes, largest) - sizes.begin());
  const std::string head =
      m.n == 1 ? say("The only key is in bucket ", which, ". ")
               : say("The largest bucket, number ", which, ", has ", largest, " of ", m.n,
                     " keys, where ", m.n, " / ", m.buckets, " would be even. ");
  if (m.equal_buckets() && which % 2 == 1)
    return head + "But they are all equal, so no time is lost with sorting them.";
  if (largest == m.n && m.n > 1 && m.buckets > 1)
    return head +
           "One block will sort them all, and the others will have nothing to do: so it is "
           "when no splitter tells the keys apart.";
  return head + "One block will sort it, in that much shared memory, and no other one can help.";
}

std::string why_bucket_bits(const SampleMoment& m) {
  const uint32_t split = m.moment.split(), bits = m.problem.sample_digit().bits;
  const uint32_t bit = m.bucket >> split & 1;
  const std::string head =
      split > 0 ? say("Split ", split + 1, " of ", bits, " looks at the next bit of the number. ")
      : bits == 1
          ? std::string(
                "From here on it is a pass of radix sort whose digit is the number of the "
                "key's bucket: keys of bucket 0 count as zeros, those of bucket 1 as ones. ")
          : say("From here on it is a pass of radix sort whose digit is the number of the key's "
                "bucket, asked for again: split 1 of ",
                bits, " looks at its lowest bit. ");
  return say(head, m.capital_name(), ", of bucket ", m.bucket, bits == 1 ? "" : ", in binary ",
             bits == 1 ? "" : binary(m.bucket, bits), ", gives a ", bit, ".");
}

std::string why_partitioned(const SampleMoment& m) {
  const std::vector<uint32_t> begins = sample_begins(m.moment);
  uint32_t filled = 0;
  for (std::size_t b = 0; b + 1 < begins.size(); ++b) filled += begins[b + 1] > begins[b] ? 1 : 0;
  return say(
      "Every key is in its bucket, equal keys in input order: ", filled, " of the ", m.buckets,
      filled == 1 ? " buckets has keys" : " buckets have keys",
      ". No key of a bucket belongs before one of an earlier bucket, so what is left to sort "
      "is left inside the buckets.");
}

uint32_t size_of_bucket(const SampleMoment& m) {
  const std::vector<uint32_t> begins = sample_begins(m.moment);
  return begins[m.bucket + 1] - begins[m.bucket];
}
uint32_t begin_of_bucket(const SampleMoment& m) { return sample_begins(m.moment)[m.bucket]; }

std::string why_rank(const SampleMoment& m) {
  const uint32_t rank = m.of(sample_array::bucket_rank)[m.place], size = size_of_bucket(m);
  const std::string block =
      say("Block ", m.bucket, " has loaded bucket ", m.bucket, ", ", counted(size, "key"), ". ");
  if (m.equals())
    return say(block, "They all equal a splitter, so nothing is compared: ", m.name(),
               " stays number ", rank, " of the bucket.");
  return say(block,
             "Every key counts those of its bucket that belong before it, and of equal ones "
             "those that stand before it: for ",
             m.name(), rank == 1 ? " that is 1." : say(" those are ", rank, "."));
}

std::string why_rank_slot(const SampleMoment& m) {
  const uint32_t rank = m.of(sample_array::bucket_rank)[m.place], begin = begin_of_bucket(m);
  return say("Bucket ", m.bucket, " starts at slot ", begin, ", and ", no_or(rank, "key"),
             rank <= 1 ? " of it goes" : " of it go", " before ", m.name(), ": slot ", begin + rank,
             ".");
}

std::string why_joined(const SampleMoment& m) {
  return say(
      "Everything is sorted. The buckets already stood in order, so nothing has to be merged: ",
      counted(m.n, "key"), m.n == 1 ? " is in order" : " are in order",
      ", and equal ones stand as they came.");
}

}  // namespace

std::string why_of_sample(const Moment& moment) {
  if (!moment.step()) return why_sample_begins(moment);
  const SampleMoment m = sample_at(moment);
  const radix::ArrayId made = moment.step()->made;
  if (sample_part(moment) == SamplePart::backwards)
    return why_backwards(moment, "The keys are", false);
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
  if (moment.problem().size() == 0)
    return {.title = "No keys", .words = "", .terms = {}, .result = "", .hint = ""};
  const SampleMoment m = sample_at(moment);
  const std::string hint = moment.chosen() == none ? "point at a key to see its numbers" : "";
  const auto told = [&](Formula f) {
    f.hint = hint;
    return f;
  };
  const std::string where = say("Where does ", m.name(), " go?");
  if (!moment.step() || moment.step()->stage == sample::stage::sample)
    return card("How many splitters are there?", "splitters = ranges − 1",
                {term(m.splitters + 1, "ranges"), term(1, "1", '-')}, m.splitters);
  if (sample_part(moment) == SamplePart::backwards)
    return told(card(where, "slot = last place − place",
                     {term(m.n - 1, "last place"), term(m.place, "place", '-')},
                     m.n - 1 - m.place));
  if (sample_part(moment) == SamplePart::in_buckets) {
    const uint32_t begin = begin_of_bucket(m), rank = m.of(sample_array::bucket_rank)[m.place];
    return told(card(where, "slot = start of the bucket + before it in the bucket",
                     {term(begin, "start of the bucket"), term(rank, "before it in the bucket")},
                     begin + rank));
  }
  if (moment.step()->stage == sample::stage::classify) {
    const std::string which = say("Which bucket is ", m.name(), " in?");
    if (!m.equal_buckets())
      return told(card(which, "bucket = splitters that are not larger",
                       {term(m.behind(), "splitters that are not larger")}, m.bucket));
    return told(card(which, "bucket = 2 × splitters that are not larger − 1 if one is equal",
                     {term(2 * m.behind(), "2 × splitters that are not larger"),
                      term(m.equals() ? 1 : 0, "1 if one is equal", '-')},
                     m.bucket));
  }
  if (moment.step()->made != radix::array::bits) return formula_of_radix(moment);
  return told(
      card(say("What is bit ", moment.split(), " of the bucket of ", m.name(), "?"),
           "bit = (bucket >> bit number) & mask",
           {{.value = say(m.bucket, " >> ", moment.split()), .name = "bucket >> bit number"},
            {.value = "1", .name = "mask", .sign = '&'}},
           m.bucket >> moment.split() & 1));
}

Invariants kept_by_sample(const Moment& moment) {
  const radix::Problem& problem = moment.problem();
  const radix::Array keys = keys_standing(moment);
  Invariants found = all_there(moment, keys);
  if (!found.complete) return found;
  const uint32_t parts_done = moment.pass() + (moment.find(radix::array::output) ? 1 : 0);
  const bool backwards = parts_done > 2;
  found.order = parts_done == 0   ? "not yet"
                : parts_done == 1 ? "by bucket"
                : backwards       ? "largest first"
                                  : "in order";
  const auto bucket = [&](uint32_t key) { return bucket_by_splitters(moment, key).value_or(0); };
  for (std::size_t i = 1; parts_done > 0 && i < keys.values.size(); ++i) {
    const uint32_t a = keys.values[i - 1], b = keys.values[i];
    const bool wrong = parts_done == 1 ? bucket(a) > bucket(b)
                       : backwards     ? problem.before(a, b)
                                       : problem.before(b, a);
    if (wrong) found.ordered = false;
  }
  if (!found.ordered) found.order = "not in order";
  std::vector<uint32_t> places(keys.values.size());
  std::iota(places.begin(), places.end(), 0u);
  std::ranges::stable_sort(places, [&](uint32_t a, uint32_t b) {
    return problem.before(keys.values[a], keys.values[b]);
  });
  for (std::size_t i = 1; found.stable && i < places.size(); ++i) {
    const uint32_t a = places[i - 1], b = places[i];
    if (problem.before(keys.values[a], keys.values[b]) || keys.ids[a] < keys.ids[b]) continue;
    found.stable = false;
    found.equals =
        say(key_words(problem, keys.ids[a]), " before ", key_words(problem, keys.ids[b]));
  }
  return found;
}

std::vector<std::string> threads_of_sample(const Moment& moment, uint32_t id) {
  const uint32_t place = position_of(input_of(moment), id);
  if (place == none) return {};
  if (goes_by_radix(moment)) return radix_threads(moment, id);
  const uint32_t threads = moment.problem().threads_per_block();
  if (sample_part(moment) != SamplePart::in_buckets)
    return {say("block ", place / threads, ", thread ", place % threads)};
  const std::vector<uint32_t> begins = sample_begins(moment);
  const uint32_t bucket = bucket_by_splitters(moment, moment.problem().keys()[id]).value_or(0);
  return {say("block ", bucket, ", thread ", (place - begins[bucket]) % threads)};
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
