#include "capacity_words.hpp"

#include <algorithm>

#include "app/core/base/text.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "app/sorts/onesweep/sweep_sentences.hpp"
#include "app/sorts/radix/radix_row.hpp"
#include "capacity_parts.hpp"

namespace scope {
namespace {

namespace sweep = radix::onesweep;
namespace hybrid = radix::hybrid;
using radix::none;

/// What sentences mention.
struct Said : CapacityMoment {
  explicit Said(const Moment& at) : CapacityMoment(capacity_moment(at)) {}

  const radix::Problem& problem() const { return moment.problem(); }
  const std::vector<uint32_t>& of(radix::ArrayId array) const { return moment.find(array)->values; }
  std::string name() const { return named_key(moment, id); }
  std::string bucket_name_of(uint32_t b) const { return "bucket " + binary(b, bits()); }
  std::string bucket_name() const { return bucket_name_of(bucket()); }
  std::string digit_name() const { return "digit " + binary(digit(), digit_bits()); }
  /// In the tables of tiles.
  uint32_t entry() const { return digit() * moment.step()->blocks + tile()->block; }
  bool backwards() const { return moment.pass() > 0; }
  bool copied() const { return moment.find(sweep::array::destination) && !slots && !backwards(); }
  /// The text of a key with this number.
  std::string key_text(uint32_t ordered) const {
    for (const uint32_t each : problem().keys())
      if (problem().ordered(each) == ordered) return problem().text_of(each);
    return say(ordered);
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

std::string are_or_is(uint32_t count, const char* what) {
  return counted(count, "key") + (count == 1 ? " is " : " are ") + what;
}

std::string why_no_count(const Said& m) {
  const uint32_t buckets = m.plan.buckets();
  return say("Nobody counts. If the keys spread evenly, each of the ", counted(buckets, "bucket"),
             " of the ", m.plan.bits() == 1 ? "highest bit" : say(m.plan.bits(), " highest bits"),
             " gets about ", counted((m.n() + buckets - 1) / buckets, "key"), ". Each has ",
             counted(m.plan.inner, "slot"),
             ", so keys can move at once; a run that finds no slots is noticed, and then one-sweep "
             "sorts.");
}

std::string why_falls(const Said& m) {
  const uint32_t falls = m.of(sweep::array::falls)[0];
  if (falls == 0)
    return "No key is smaller than the one before it: the keys stand in order, and a copy is all "
           "that is left to do.";
  std::string first;
  const std::vector<uint32_t>& keys = m.problem().keys();
  for (uint32_t i = 1; i < m.n() && first.empty(); ++i)
    if (m.problem().ordered(keys[i]) < m.problem().ordered(keys[i - 1]))
      first = say(", the first of them ", key_words(m.problem(), i), " behind ",
                  key_words(m.problem(), i - 1));
  return say(are_or_is(falls, "smaller"), " than the one before", first,
             ". So the keys do not stand in order.");
}

std::string why_rises(const Said& m) {
  const uint32_t falls = m.of(sweep::array::falls)[0], rises = m.of(sweep::array::rises)[0];
  if (rises == 0)
    return say("No key is larger than the one before it",
               falls == 0 ? ", either: all keys are equal, and a copy is all."
                          : ": the keys stand in order from the last to the first, and a copy that "
                            "begins at the end is all that is left to do.");
  return say(are_or_is(rises, "larger"), " than the one before",
             falls == 0 ? ". That is how it is in order."
                        : ". Neither from the first nor from the last do the keys stand in order: "
                          "they have to be sorted.");
}

/// How far the keys reach, and how they are stretched.
std::string why_stretched(const Said& m) {
  const uint32_t lowest = m.of(sweep::array::lowest)[0], highest = m.of(sweep::array::highest)[0],
                 varying = m.of(sweep::array::varying)[0];
  if (varying == 0) return say("All keys are ", m.key_text(lowest), ".");
  const std::string ends =
      say("The lowest key is ", m.key_text(lowest), ", the highest ", m.key_text(highest));
  const uint32_t zeros = m.plan.zeros, range = (highest - lowest) >> zeros;
  const std::string shared = zeros == 0   ? ""
                             : zeros == 1 ? ", and all have the same lowest bit"
                                          : say(", and all have the same ", zeros, " low bits");
  const std::string key = m.plain() ? "key" : "ordered bits";
  const std::string small =
      say(lowest == 0 ? key : say(key, " − ", lowest),
          zeros == 0 ? std::string() : say(" without ", zeros == 1 ? "that bit" : "those bits"));
  if (m.plan.factor == 1)
    return say(ends, shared, ". ", capital(small), " reaches from 0 to ", range,
               ": no factor but 1 keeps that in the ", counted(m.problem().key_bits(), "bit"),
               " of a key. By that number a key finds its bucket.");
  return say(ends, shared, ". ", capital(small), " reaches from 0 to ", range, ", and times ",
             m.plan.factor, " to ", range * m.plan.factor, " of ",
             ~0u >> (32 - m.problem().key_bits()),
             ": different keys keep different numbers, in the same order, and fill the buckets.");
}

std::string why_counted(const Said& m) {
  return say("A tile counts the ", m.inner ? "second" : "first",
             " digit of the numbers of its keys: that of ", m.name(), " has ",
             counted(m.of(sweep::array::tile_counts)[m.entry()], "key"), " with ", m.digit_name(),
             ".");
}

std::string why_slots_taken(const Said& m) {
  const uint32_t count = m.of(sweep::array::tile_counts)[m.entry()],
                 from = m.of(sweep::array::reserved)[m.entry()], begin = m.bucket() * m.capacity();
  const std::string run = say("run of ", counted(count, "key"));
  if (from == none)
    return say(capital(m.bucket_name()), " has ", counted(m.capacity(), "slot"), ", and a ", run,
               " with ", m.digit_name(), " would end behind the last. So ", m.name(),
               " and the run it belongs to are not written.");
  const std::string slots = say("slots ", begin, " to ", begin + m.capacity() - 1);
  return say("With one atomic the tile of ", m.name(), " has moved the cursor of ", m.bucket_name(),
             " on by ", count, ", and writes its ", run, " from slot ", from,
             " on. The bucket has ", m.capacity() == 1 ? say("slot ", begin, " alone") : slots,
             ".");
}

std::string why_in_slots(const Said& m) {
  const auto written = static_cast<uint32_t>(keys_side_by_side(*m.slots).size());
  const uint32_t all = m.buckets() * m.capacity();
  return say(
      written == m.n() ? (m.n() == 1 ? say("The key stands") : say("All ", m.n(), " keys stand"))
                       : say(written, " of ", m.n(), " keys stand"),
      " in slots of their buckets, and ", all - written, " of ", counted(all, "slot"),
      " stay empty. That is the price of not counting: memory instead of a read of all keys.");
}

std::string why_overflow(const Said& m) {
  const uint32_t runs = m.of(sweep::array::overflow)[0];
  const std::vector<uint32_t> wanted = m.wanted();
  const auto fullest = static_cast<uint32_t>(std::ranges::max_element(wanted) - wanted.begin());
  const std::string of_fullest =
      say(capital(m.bucket_name_of(fullest)), " should get ", counted(wanted[fullest], "key"),
          " and has ", counted(m.capacity(), "slot"));
  if (runs > 0)
    return say(of_fullest, ", so ", counted(runs, "run"),
               " found no place. Now one-sweep sorts: it "
               "reads the input, which nobody has changed. Only the time until here is lost.");
  return say("Every run found its slots. ", of_fullest, ": no bucket gets more.");
}

std::string why_bucket_begins(const Said& m) {
  return say(
      "The cursors have counted the keys of every bucket while they moved. Added up, they say "
      "that ",
      m.bucket_name(), ", that of ", m.name(), ", begins at place ", m.begin(), " of the output.");
}

std::string why_rank(const Said& m) {
  const uint32_t rank = m.rank();
  const std::vector<uint32_t> wanted = m.wanted();
  const std::string size = counted(wanted[m.bucket()], "key");
  if (m.plan.all_equal())
    return say("Different keys have numbers that lie ", m.plan.factor,
               " apart or more, and a bucket is ", uint64_t{1} << m.plan.rest,
               " numbers wide. So the keys of ", m.bucket_name(),
               " are equal, nobody compares them, and ", m.name(), " stays number ", rank, " of ",
               size, ".");
  return say("A block has loaded ", m.bucket_name(), ", ", size,
             ", and every thread compares its key with all of them. ", counted(rank, "key"),
             rank == 1 ? " belongs" : " belong", " before ", m.name(), ".");
}

std::string why_written(const Said& m) {
  if (m.copied())
    return say("All is sorted: the keys stood in order",
               m.of(sweep::array::falls)[0] == 0 ? "" : " from the last to the first",
               ", so each has been read twice and written once.");
  return say(
      "All is sorted. The buckets stand side by side, without the empty slots; ",
      "which of two equal keys came first has been a matter of chance, and nobody can tell.");
}

std::string why_copied(const Said& m) {
  const uint32_t slot = m.of(sweep::array::destination)[m.id];
  return slot == m.id
             ? say("The keys stand in order: ", m.name(), " stays at place ", slot, ".")
             : say("The keys stand in order from the last to the first: ", m.name(),
                   " goes from place ", m.id, " to place ", slot, ", as far from the end.");
}

}  // namespace

std::string why_by_capacity(const Moment& moment) {
  if (moment.problem().size() == 0) return "There are no keys, so there is nothing to sort.";
  if (swept_behind_overflow(moment)) return why_of_sweep(moment);
  const Said m(moment);
  if (!moment.step()) return why_no_count(m);
  if (m.backwards()) return why_backwards(moment, "The keys are", false);
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
  if (moment.problem().size() == 0)
    return {.title = "No keys", .words = "", .terms = {}, .result = "", .hint = ""};
  if (swept_behind_overflow(moment)) return formula_of_sweep(moment);
  const Said m(moment);
  const std::string hint = moment.chosen() == none ? "point at a key to see its numbers" : "";
  const auto card = [&](std::string title, std::string words, std::vector<Term> terms,
                        uint32_t result) {
    return Formula{std::move(title), std::move(words), std::move(terms), say(result), hint};
  };
  const std::string where = "Where does " + m.name() + " go?";
  if (!moment.step()) {
    const uint32_t mean = (m.n() + m.plan.buckets() - 1) / m.plan.buckets();
    const uint32_t threads = m.problem().threads_per_block();
    if (m.plan.inner == threads)
      return card("How many slots has a bucket?", "slots = threads of the block that sorts it",
                  {term(threads, "threads of the block that sorts it")}, threads);
    return card("How many slots has a bucket?", "slots = keys on average + 4 deviations",
                {term(mean, "keys on average"), term(m.plan.inner - mean, "4 deviations")},
                m.plan.inner);
  }
  if (m.backwards())
    return card(
        where, "slot = last place − place",
        {term(m.n() - 1, "last place"), term(position_of(input_of(moment), m.id), "place", '-')},
        m.n() - 1 - position_of(input_of(moment), m.id));
  const radix::ArrayId made = moment.step()->made;
  if (made == sweep::array::falls || made == sweep::array::rises) {
    const uint32_t smaller = m.of(sweep::array::falls)[0];
    return card("How many neighbours stand in order?", "in order = pairs − smaller",
                {term(m.n() - 1, "pairs"), term(smaller, "smaller", '-')}, m.n() - 1 - smaller);
  }
  if (made == sweep::array::varying) {
    const uint32_t lowest = m.of(sweep::array::lowest)[0], highest = m.of(sweep::array::highest)[0];
    return card("How far do the keys reach?", "range = highest − lowest",
                {term(highest, "highest"), term(lowest, "lowest", '-')}, highest - lowest);
  }
  if (m.copied()) {
    if (m.of(sweep::array::destination)[m.id] == m.id)
      return card(where, "slot = place", {term(m.id, "place")}, m.id);
    return card(where, "slot = last place − place",
                {term(m.n() - 1, "last place"), term(m.id, "place", '-')}, m.n() - 1 - m.id);
  }
  if (moment.find(sweep::array::bucket_rank))
    return card(where, "slot = begin of the bucket + before it in the bucket",
                {term(m.begin(), "begin of the bucket"), term(m.rank(), "before it in the bucket")},
                m.begin() + m.rank());
  if (made == sweep::array::bucket_begins) {
    uint32_t smaller = 0;
    for (const uint32_t each : m.problem().keys())
      smaller += m.bucket_of(each) < m.bucket() ? 1 : 0;
    return card("Where does " + m.bucket_name() + " begin?", "begin = keys in smaller buckets",
                {term(smaller, "keys in smaller buckets")}, smaller);
  }
  const uint32_t begin = m.bucket() * m.capacity(), wanted = m.wanted()[m.bucket()];
  if (wanted > m.capacity())
    return card("How many keys of " + m.bucket_name() + " have no slot?",
                "too many = keys that belong there − its slots",
                {term(wanted, "keys that belong there"), term(m.capacity(), "its slots", '-')},
                wanted - m.capacity());
  if (moment.find(sweep::array::reserved) && m.slot() != none)
    return card("In which slot is " + m.name() + "?", "slot = first of the bucket + taken before",
                {term(begin, "first of the bucket"), term(m.slot() - begin, "taken before")},
                m.slot());
  return card("Where do the slots of " + m.bucket_name() + " begin?",
              "first slot = slots of the buckets before",
              {term(begin, "slots of the buckets before")}, begin);
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
  found.order = backwards ? "largest first" : done ? "in order" : "not yet";
  found.keeps_equals = false;
  for (uint32_t i = 0; done && found.complete && i + 1 < problem.size(); ++i) {
    const uint32_t a = problem.ordered(keys.values[i]), b = problem.ordered(keys.values[i + 1]);
    if (backwards ? a < b : a > b) found.ordered = false;
  }
  if (!found.ordered) found.order = "not in order";
  for (uint32_t i = 0; found.complete && found.stable && i < problem.size(); ++i)
    for (uint32_t j = i + 1; j < problem.size() && found.stable; ++j) {
      if (keys.values[i] != keys.values[j] || keys.ids[i] < keys.ids[j]) continue;
      found.stable = false;
      found.equals =
          say(key_words(problem, keys.ids[i]), " before ", key_words(problem, keys.ids[j]));
    }
  return found;
}

std::vector<std::string> threads_by_capacity(const Moment& moment, uint32_t id) {
  if (id >= moment.problem().size()) return {};
  if (swept_behind_overflow(moment)) return threads_of_sweep(moment, id);
  Said m(moment);
  m.id = id;
  const uint32_t threads = m.problem().threads_per_block();
  const auto at = [](uint32_t block, uint32_t thread) {
    return std::vector<std::string>{say("block ", block, ", thread ", thread)};
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
    const Said m(moment);
    if (!m.slots) return none;
    const std::vector<uint32_t> ids = keys_side_by_side(*m.slots);
    return index < ids.size() ? ids[index] : none;
  }
  return input_of(moment).ids[index];
}

}  // namespace scope
