/// Moments of every sort and setting for the tests of words, and the number each one is about.
#pragma once

#include <string>

#include "app/sorts/radix/facts.hpp"
#include "app/sorts/radix/scan/scan_facts.hpp"
#include "looks.hpp"
#include "tests/support/family_sorts.hpp"
#include "thorough.hpp"

namespace scope {

/// Calls check(look) at this moment: without a selection, with some keys, with a table entry.
template <class Check>
void with_selections(Moment moment, const Check& check) {
  const uint32_t count = moment.problem().size();
  check(moment);
  for (uint32_t id = 0; id < count; id += count / 3 + 1) {
    moment.pinned = id;
    check(moment);
  }
  const uint32_t entries = count == 0 ? 1 : moment.problem().table_entries(moment.pass());
  moment.table_entry = static_cast<uint32_t>(moment.cursor * 7) % (entries + 1);
  check(moment);
}

/// Every step of sorts 1 and 2 around the edges.
template <class Check>
void for_every_moment_of_one_bit(const Check& check) {
  for (const char* sort : {"one_bit", "block_sort"})
    for (uint32_t count : {0u, 1u, 2u, 3u, 4u, 5u, 11u, 16u, 40u})
      for (uint32_t block : {1u, 3u, 4u, 8u, 32u})
        for (uint32_t bits : {1u, 3u, 32u}) {
          const Trace trace = record(random_keys(count, bits), bits, block, sort);
          ASSERT_EQ(trace.error, "");
          for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor) {
            const Moment moment = look_at(trace, cursor);
            if (moment.pass() > 2 && moment.pass() != bits - 1) continue;
            with_selections(moment, check);
            if (testing::Test::HasFatalFailure()) return;
          }
        }
}

/// One value of a list.
template <class T, std::size_t N>
T pick(const T (&list)[N], std::mt19937& next) {
  return list[next() % N];
}

inline const uint32_t drawn_runs = cases(240, 600);

/// A run whose every setting was drawn: sort, digits, keys of a thread, scan, order, type, keys.
inline Trace drawn_run(uint32_t seed) {
  std::mt19937 next(seed);
  const radix::SortInfo& sort = radix::sorts_of("radix")[seed % radix::sorts_of("radix").size()];
  radix::Settings s;
  s.key_type = pick({radix::KeyType::plain, radix::KeyType::sign, radix::KeyType::real}, next);
  const bool real = s.key_type == radix::KeyType::real;
  s.key_bits = real ? 32 : pick({1u, 3u, 4u, 7u}, next);
  s.second_bits = real ? 0 : pick({0u, 0u, 1u, 3u, 8u}, next);
  s.radix_bits = pick({1u, 2u, 2u, 3u, 8u}, next);
  s.keys_per_thread = pick({1u, 2u, 3u, 6u}, next);
  s.threads_per_block = pick({1u, 2u, 3u, 4u, 4u, 8u, 32u}, next);
  s.ownership = pick({radix::Ownership::interleaved, radix::Ownership::blocked}, next);
  s.scan = radix::block_scans[next() % std::size(radix::block_scans)];
  s.order =
      pick({radix::SortOrder::ascending, radix::SortOrder::descending, radix::SortOrder::reversed},
           next);
  s.second_order = pick({radix::SortOrder::ascending, radix::SortOrder::descending}, next);
  const bool words = seed % 11 == 3;
  if (words) s.key_type = radix::KeyType::text, s.key_bits = 16, s.second_bits = 0;
  s = radix::settings_for(sort, s);
  const uint32_t count = pick({1u, 2u, 5u, 8u, 11u, 16u, 16u, 40u}, next);
  Numbers keys = scope::random_keys(count, s.key_bits + s.second_bits), values;
  if (next() % 6 == 0) keys.assign(count, keys[0]);
  if (words)
    for (uint32_t& key : keys) key = ('a' + key % 5) << 8 | (key % 3 == 0 ? 0 : 'a' + key / 8 % 5);
  else if (real)
    for (uint32_t& key : keys) key &= 0xbfffffff;  // finite, and not a page long
  for (uint32_t i = 0; next() % 3 == 0 && i < count; ++i) values.push_back(100 + i);
  if (values.size() != count) values.clear();
  return record(keys, s, sort.name, values);
}

/// Passes that differ in kind: the first, the first of the first key, the last, the reversing one.
inline bool worth_a_look(const Moment& moment) {
  const radix::Problem& problem = moment.problem();
  const uint32_t pass = moment.pass();
  const bool turns = pass > 0 && problem.digit(pass).shift == problem.settings().second_bits;
  return pass < 1 || turns || pass + 1 >= problem.passes();
}

/// The moments of runs of every sort with drawn settings.
template <class Check>
void for_every_moment_of_drawn_runs(uint32_t runs, const Check& check) {
  for (uint32_t seed = 0; seed < runs; ++seed) {
    const Trace trace = drawn_run(seed);
    ASSERT_EQ(trace.error, "") << seed;
    for (std::size_t cursor = 0; cursor <= trace.steps.size(); ++cursor) {
      const Moment moment = look_at(trace, cursor);
      const bool deep = moment.step() && moment.step()->split > 1 && moment.step()->split < 6;
      if (worth_a_look(moment) && !deep) with_selections(moment, check);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

template <class Check>
void for_every_moment(const Check& check) {
  for_every_moment_of_one_bit(check);
  for_every_moment_of_drawn_runs(drawn_runs, check);
}

inline std::string place(const Moment& moment) {
  std::string settings;
  for (const radix::SettingInfo& setting : radix::settings())
    settings += std::string(setting.name) + " " +
                radix::text_of(setting, moment.problem().settings()) + ", ";
  return std::string(moment.trace->sort) + ", " + std::to_string(moment.problem().size()) +
         " keys, " + settings + place_words(moment) + ", after " + std::to_string(moment.cursor) +
         " steps, key " + std::to_string(moment.selected());
}

// ------------------------------------------------------------------- what a moment is about

/// Where the value that the scan's card is about stands.
inline uint32_t scan_index(const Moment& moment, const Subject& s, bool table) {
  const radix::Problem& problem = moment.problem();
  ScanPlace place =
      table ? place_in_table(moment, spoken_entry(moment, s)) : place_in_bits(moment, s);
  if (moment.step()->level > 0) return place_at_level(moment, place, s.chosen).index;
  if (table) return spoken_entry(moment, s);
  const uint32_t in_block = s.place - problem.block_begin(s.block);
  return s.block * problem.threads_per_block() + in_block / problem.keys_per_thread();
}

/// The number of the trace that the card of this moment is about.
inline uint32_t truth(const Moment& moment) {
  const ArrayId made = moment.step()->made;
  const Subject s = *subject_of(moment);
  const uint32_t threads = moment.problem().threads_per_block();
  const uint32_t entry = spoken_entry(moment, s);
  const bool table = moment.step()->stage == radix::stage::table_scan;
  ArrayId shown = made;
  if (made == array::local_keys) shown = array::local_destination;
  if (made == array::output) shown = array::destination;
  uint32_t index = moment.step()->level > 0 ? scan_index(moment, s, table) : s.place;
  const radix::Array* local = moment.find(array::local_keys);
  if (shown == array::destination) index = local ? position_of(*local, s.id) : s.position;
  switch (radix::info(shown).shape) {
    case radix::Shape::per_key: break;
    case radix::Shape::per_block: index = table ? entry / threads : s.block; break;
    case radix::Shape::table:
      index = moment.step()->level > 0 ? scan_index(moment, s, table) : entry;
      break;
    case radix::Shape::per_thread: index = scan_index(moment, s, table); break;
    case radix::Shape::single: index = 0; break;
    default: break;  // no radix sort has others
  }
  return moment.find(shown)->values[index];
}

// ---------------------------------------------------------------------------- planted faults

/// The trace with one array of one step changed, nothing else.
inline Trace falsified(const Trace& right, std::size_t s, ArrayId id, uint32_t by = 1) {
  Trace wrong = right;
  for (radix::SharedArray& array : wrong.steps[s].arrays) {
    if (array->id != id) continue;
    radix::Array changed = *array;
    for (uint32_t i = 0; i < changed.values.size(); ++i) changed.values[i] += i + by;
    array = std::make_shared<const radix::Array>(changed);
  }
  return wrong;
}

/// The chapter's keys on every sort, with several bits a pass and keys a thread where it has them,
/// and every block scan.
inline std::vector<Trace> chapter_runs() {
  std::vector<Trace> runs;
  for (const radix::SortInfo& sort : radix::sorts_of("radix"))
    for (radix::BlockScan scan : radix::block_scans) {
      const radix::Settings setup{.radix_bits = 2, .keys_per_thread = 2, .scan = scan};
      runs.push_back(record(chapter_keys, setup, sort.name));
    }
  return runs;
}

}  // namespace scope
