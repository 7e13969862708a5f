/// Answers of questions, found in another way than the questions find them: from where every key of
/// a part stands before and behind it, and from the numbers in the question's own sentences, in
/// whatever language.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/core/moment/moment.hpp"
#include "app/sorts/families/question_plan.hpp"
#include "kernels/devices/devices_family.hpp"
#include "tests/support/read_messages.hpp"

namespace scope::answers {

/// A question, and the keys of its part before and behind it.
struct Asking {
  const radix::Trace& trace;
  const Question& question;
  const radix::Step& step;      ///< that reveals it
  radix::Array before, behind;  ///< keys as the part reads them, and as it leaves them

  const radix::Problem& problem() const { return trace.problem; }
  uint32_t element() const { return question.element; }
  /// What fills a slot of this message of the question.
  ReadMessage said(const char* message) const { return read_message(message, question.text); }
  uint32_t said(const char* message, const char* slot) const {
    return static_cast<uint32_t>(said(message).number(slot));
  }
  uint32_t digit(uint32_t key, uint32_t pass) const { return problem().digit(pass).of(key); }
  uint32_t digit(uint32_t key) const { return digit(key, step.pass); }
  const radix::Array& array(std::string_view name) const {
    for (const auto& each : step.arrays)
      if (name == radix::info(each->id).name) return *each;
    throw std::runtime_error("no array " + std::string(name));
  }
  /// Keys before the part for which this holds.
  uint32_t count(const std::function<bool(uint32_t place, uint32_t key)>& holds) const {
    uint32_t found = 0;
    for (uint32_t place = 0; place < before.values.size(); ++place)
      found += holds(place, before.values[place]) ? 1 : 0;
    return found;
  }
};

inline Asking asking(const radix::Trace& trace, const Question& question) {
  const radix::Step& step = trace.steps[question.reveal - 1];
  Moment now;
  now.trace = &trace, now.cursor = question.reveal;
  Asking asked{.trace = trace, .question = question, .step = step, .before = input_of(now)};
  for (const radix::Step& each : trace.steps)
    if (each.pass == step.pass)
      if (const radix::Array* output = each.find(radix::array::output)) asked.behind = *output;
  return asked;
}

/// Where the key at a place of `from` stands behind the part.
inline uint32_t goes(const Asking& asked, const radix::Array& from, uint32_t place) {
  return position_of(asked.behind, from.ids[place]);
}

/// Keys of the pass's block whose digit is the entry's; the bucket table is row-major.
inline uint32_t in_entry(const Asking& asked, uint32_t entry) {
  const uint32_t blocks = asked.problem().blocks();
  return asked.count([&](uint32_t place, uint32_t key) {
    return asked.digit(key) == entry / blocks && asked.problem().block_of(place) == entry % blocks;
  });
}

inline uint32_t ones_before(const Asking& asked) {
  const radix::Problem& problem = asked.problem();
  const auto& bits = asked.array("bits").values;
  const bool local = asked.said("radix.ask_ones").is("local");
  const uint32_t at = asked.element();
  const uint32_t begin = local ? problem.block_begin(problem.block_of(at)) : 0;
  return static_cast<uint32_t>(std::count(bits.begin() + begin, bits.begin() + at, 1u));
}

/// Of warps of 4 threads that write a key each, in segments of 4 slots.
inline uint32_t segments(const Asking& asked) {
  if (!asked.said("radix.ask_segments")) return radix::none;
  const auto number = [&](const char* slot) { return asked.said("radix.ask_segments", slot); };
  const uint32_t first = number("first"), last = number("last"),
                 begin = asked.problem().block_begin(number("block"));
  const auto& arrays = asked.step.arrays;
  const auto local = std::ranges::find_if(arrays, [](const auto& each) {
    return std::string_view(radix::info(each->id).name) == "local_keys";
  });
  const radix::Array& from = local == arrays.end() ? asked.before : **local;
  std::set<uint32_t> found;
  for (uint32_t t = first; t <= last; ++t) found.insert(goes(asked, from, begin + t) / 4);
  return static_cast<uint32_t>(found.size());
}

/// Of the widths in the question, the one with which the logs of its runs count the fewest words.
inline uint32_t lightest_width(const Asking& asked) {
  uint32_t best = 0;
  uint64_t least = 0;
  for (const int64_t width : numbers_of(asked.said("radix.ask_width")["widths"])) {
    radix::Settings settings = asked.problem().settings();
    settings.radix_bits = static_cast<uint32_t>(width);
    const radix::Trace run =
        radix::run({.problem = *radix::Problem::make(asked.problem().keys(), settings),
                    .sort = asked.trace.sort,
                    .engine = radix::EngineChoice::cpu,
                    .accesses = true});
    uint64_t words = 0;
    for (const auto& log : run.accesses) {
      const auto counts = log->words();
      for (std::size_t array = 0; array < counts.size(); ++array)
        if (!log->arrays[array].shared) words += counts[array].read + counts[array].written;
    }
    if (best == 0 || words < least) best = settings.radix_bits, least = words;
  }
  return best;
}

/// "Run A is at places 0 to 3 and run B at places 4 to 7. How many of the first 5 …"
inline uint32_t co_rank(const Asking& asked) {
  const uint32_t begin = asked.said("merge.ask_runs", "a_first"),
                 end = asked.said("merge.ask_runs", "a_last"),
                 k = asked.said("merge.ask_co_rank", "k");
  uint32_t found = 0;
  for (uint32_t slot = begin; slot < begin + k; ++slot)
    found += position_of(asked.before, asked.behind.ids[slot]) <= end ? 1 : 0;
  return found;
}

/// The other place of the comparator: it has this place for its own other one, is as far away as
/// the question says, and both places hold the same two keys before and behind it.
inline uint32_t partner(const Asking& asked) {
  const auto& partners = asked.array("partner").values;
  const uint32_t place = asked.element(), other = partners[place];
  EXPECT_EQ(partners[other], place);
  const std::set<uint32_t> in{asked.before.ids[place], asked.before.ids[other]},
      out{asked.behind.ids[place], asked.behind.ids[other]};
  EXPECT_EQ(in, out);
  const char* groups = asked.said("networks.ask_groups_of_runs") ? "networks.ask_groups_of_runs"
                                                                 : "networks.ask_groups";
  if (!asked.said(groups)) return other;
  const uint32_t far = asked.said(groups, "group") / 2;
  return other > place ? place + far : place - far;
}

/// The key is the one in the list at the place of the sentence.
inline uint32_t in_list(const Asking& asked, bool ones) {
  const uint32_t lists = asked.trace.sort == "lists_serial" ? 1 : asked.problem().settings().lists;
  const uint32_t bit = asked.step.pass;
  uint32_t place = asked.question.key;
  place = position_of(asked.before, place);
  uint32_t slot = place % lists;
  for (uint32_t k = place % lists; k < place; k += lists)
    if ((asked.problem().ordered(asked.before.values[k]) >> bit & 1) == (ones ? 1u : 0u))
      slot += lists;
  return slot;
}

/// The list of the key that the round writes: its place among the lists says so.
inline uint32_t winner(const Asking& asked) {
  const uint32_t lists = asked.problem().settings().lists,
                 round = asked.said("lists.ask_winner", "round") - 1;
  return position_of(asked.before, asked.behind.ids[round]) % lists;
}

inline uint32_t digit_start(const Asking& asked) {
  const uint32_t columns = 1u << asked.problem().settings().radix_bits;
  const uint32_t pass = asked.element() / columns, digit = asked.element() % columns;
  return asked.count([&](uint32_t, uint32_t key) { return asked.digit(key, pass) < digit; });
}

inline uint32_t rank_in_warp(const Asking& asked) {
  const radix::Problem& problem = asked.problem();
  const uint32_t each = problem.lanes() * problem.keys_per_thread();
  const auto warp_of = [&](uint32_t place) {
    const uint32_t tile = problem.block_of(place);
    return std::pair(tile, (place - problem.block_begin(tile)) / each);
  };
  const uint32_t at = asked.element(), own = asked.digit(asked.before.values[at]);
  return asked.count([&](uint32_t place, uint32_t key) {
    return place < at && warp_of(place) == warp_of(at) && asked.digit(key) == own;
  });
}

inline uint32_t before_tile(const Asking& asked) {
  const uint32_t tiles = asked.problem().blocks(), digit = asked.element() / tiles,
                 tile = asked.element() % tiles;
  return asked.count([&](uint32_t place, uint32_t key) {
    return asked.problem().block_of(place) < tile && asked.digit(key) == digit;
  });
}

/// "… whose highest 2 bits are 01 start?": those whose highest bits are a smaller number.
inline uint32_t bucket_begin(const Asking& asked) {
  const std::string digits = asked.said("hybrid.question_start")["bucket"];
  if (digits.empty()) return radix::none;
  const auto wide = static_cast<uint32_t>(digits.size());
  const auto bucket = static_cast<uint32_t>(std::stoul(digits, nullptr, 2));
  return asked.count([&](uint32_t, uint32_t key) {
    return asked.problem().ordered(key) >> (asked.problem().key_bits() - wide) < bucket;
  });
}

/// Splitters that do not belong behind the key.
inline uint32_t bucket_by_splitters(const Asking& asked) {
  const auto& splitters = asked.array("splitters").values;
  const uint32_t key = asked.before.values[asked.element()];
  return static_cast<uint32_t>(std::ranges::count_if(
      splitters, [&](uint32_t each) { return !asked.problem().before(key, each); }));
}

/// The device that has a place, by where parts of the input begin.
inline uint32_t device_of(const Asking& asked, uint32_t place) {
  const uint32_t devices = asked.problem().settings().devices, n = asked.problem().size();
  uint32_t device = 0;
  while (radix::devices::part_of_device(device, devices, n).end <= place) ++device;
  return device;
}
/// Where a device's keys begin behind the exchange.
inline uint32_t device_begin(const Asking& asked, uint32_t device) {
  for (const radix::Step& each : asked.trace.steps)
    for (const auto& array : each.arrays)
      if (std::string_view(radix::info(array->id).name) == "device_bounds")
        return array->values[device];
  return radix::none;
}
inline uint32_t keys_sent(const Asking& asked) {
  const uint32_t devices = asked.problem().settings().devices;
  const uint32_t sender = asked.element() / devices, receiver = asked.element() % devices;
  uint32_t found = 0;
  for (uint32_t at = device_begin(asked, receiver); at < device_begin(asked, receiver + 1); ++at)
    found += device_of(asked, position_of(asked.before, asked.behind.ids[at])) == sender ? 1 : 0;
  return found;
}
inline uint32_t received_at(const Asking& asked) {
  const uint32_t devices = asked.problem().settings().devices;
  const uint32_t sender = asked.element() / devices, receiver = asked.element() % devices;
  const uint32_t begin = device_begin(asked, receiver);
  uint32_t at = begin;
  while (device_of(asked, position_of(asked.before, asked.behind.ids[at])) != sender) ++at;
  return at - begin;
}

/// By kind, as many as families have.
inline const std::map<std::string, std::function<uint32_t(const Asking&)>>& answers() {
  static const auto own_place = [](const Asking& a) { return goes(a, a.before, a.element()); };
  static const auto sorted_place = [](const Asking& a) {
    return goes(a, a.array("local_keys"), a.element());
  };
  static const auto from_slot = [](const Asking& a) {
    return position_of(a.before, a.behind.ids[a.element()]);
  };
  static const std::map<std::string, std::function<uint32_t(const Asking&)>> all = {
      {"destination_of_one", own_place},
      {"destination_of_zero", own_place},
      {"slot_of_segment", own_place},
      {"slot_in_bucket", own_place},
      {"bucket_by_splitters", bucket_by_splitters},
      {"destination_of_bucket", sorted_place},
      {"slot_of_sweep", sorted_place},
      {"writer_of_slot", from_slot},
      {"next_key", from_slot},
      {"ones_before", ones_before},
      {"count_in_table", [](const Asking& a) { return in_entry(a, a.element()); }},
      {"bucket_start",
       [](const Asking& a) {
         uint32_t sum = 0;
         for (uint32_t entry = 0; entry < a.element(); ++entry) sum += in_entry(a, entry);
         return sum;
       }},
      {"segments_of_store", segments},
      {"width_of_fewest_bytes", lightest_width},
      {"co_rank", co_rank},
      {"exchange",
       [](const Asking& a) {
         return a.before.ids[a.element()] != a.behind.ids[a.element()] ? 1u : 0u;
       }},
      {"partner", partner},
      {"place_in_zero_list", [](const Asking& a) { return in_list(a, false); }},
      {"place_in_one_list", [](const Asking& a) { return in_list(a, true); }},
      {"place_behind_lists",
       [](const Asking& a) { return goes(a, a.before, position_of(a.before, a.question.key)); }},
      {"winner", winner},
      {"digit_start", digit_start},
      {"rank_in_warp", rank_in_warp},
      {"before_tile", before_tile},
      {"bucket_begin", bucket_begin},
      {"bucket_rank",
       [](const Asking& a) {
         return goes(a, a.before, a.element()) - a.said("hybrid.question_rank", "first");
       }},
      {"falls",
       [](const Asking& a) {
         uint32_t before = 0;
         return a.count([&](uint32_t, uint32_t key) {
           const uint32_t last = std::exchange(before, a.problem().ordered(key));
           return before < last;
         });
       }},
      {"stretch_factor",
       [](const Asking& a) {
         const uint64_t range = a.said("hybrid.question_factor", "range"),
                        most = a.said("hybrid.question_factor", "most");
         uint32_t factor = 1;
         while ((factor + 1) * range <= most) ++factor;
         return factor;
       }},
      {"empty_slots",
       [](const Asking& a) {
         const auto& ids = a.array("bucket_slots").ids;
         const auto slots = ids.begin() + a.element();
         const uint32_t each = a.said("hybrid.question_empty", "slots");
         return static_cast<uint32_t>(std::count(slots, slots + each, radix::none));
       }},
      {"keys_sent", keys_sent},
      {"received_at", received_at},
  };
  return all;
}

/// What the trace says to a question of any kind.
inline uint32_t answer_of(const radix::Trace& trace, const Question& question) {
  const auto found = answers().find(question.kind->name);
  EXPECT_NE(found, answers().end()) << question.kind->name;
  return found == answers().end() ? radix::none : found->second(asking(trace, question));
}

}  // namespace scope::answers
