#include "msd_words.hpp"

#include <algorithm>
#include <numeric>

#include "app/core/base/text.hpp"
#include "app/core/figures/kit/rows.hpp"
#include "text/all.hpp"
#include "text/msd.hpp"

namespace scope {

namespace msd = radix::msd;
namespace msd_array = radix::msd::array;

bool msd_backwards(const Moment& moment) {
  return moment.step() && msd::digit_of_part(*moment.trace, moment.pass()).bits == 0;
}

msd::Level level_of(const Moment& moment) {
  if (msd_backwards(moment)) return {};
  const std::vector<msd::Level> levels = msd::levels_of(moment.problem());
  return moment.pass() < levels.size() ? levels[moment.pass()] : msd::Level{};
}

std::vector<msd::Segment> segments_before(const radix::Problem& problem, uint32_t level) {
  std::vector<uint32_t> sorted;
  for (const uint32_t key : problem.keys()) sorted.push_back(problem.ordered(key));
  std::ranges::sort(sorted);
  const std::vector<msd::Level> levels = msd::levels_of(problem);
  std::vector<msd::Segment> all{{0, problem.size()}};
  for (uint32_t t = 0; t < level && t < levels.size(); ++t) {
    std::vector<msd::Segment> next;
    for (const msd::Segment& segment : all) {
      if (!std::ranges::count(levels[t].open, segment)) {
        next.push_back(segment);
        continue;
      }
      const uint32_t shift = levels[t].digit.shift;
      for (uint32_t begin = segment.begin, end = begin; begin < segment.end; begin = end) {
        while (end < segment.end && sorted[end] >> shift == sorted[begin] >> shift) ++end;
        next.push_back({begin, end});
      }
    }
    all = std::move(next);
  }
  return all;
}

std::vector<SegmentBlock> blocks_of_level(const Moment& moment) {
  if (msd_backwards(moment)) return {};
  const std::vector<msd::Level> levels = msd::levels_of(moment.problem());
  if (moment.pass() >= levels.size()) return {};
  const msd::Level& level = levels[moment.pass()];
  const uint32_t threads = moment.problem().threads_per_block();
  std::vector<SegmentBlock> all;
  const auto add = [&](const msd::Segment& segment, bool open, bool again) {
    const uint32_t piece = open ? threads : segment.size();
    const auto first = static_cast<uint32_t>(all.size());
    const uint32_t blocks = (segment.size() + piece - 1) / piece;
    for (uint32_t b = 0; b < blocks; ++b)
      all.push_back({.block = first + b,
                     .first_block = first,
                     .blocks = blocks,
                     .segment = segment,
                     .piece = {segment.begin + b * piece,
                               std::min(segment.end, segment.begin + (b + 1) * piece)},
                     .open = open,
                     .again = again});
  };
  for (const msd::Segment& segment : level.open) add(segment, true, false);
  std::vector<std::pair<msd::Segment, bool>> small;
  for (const msd::Segment& segment : level.small) small.push_back({segment, false});
  if (moment.pass() > 0)
    for (const msd::Segment& segment : levels[moment.pass() - 1].small)
      small.push_back({segment, true});
  std::ranges::sort(small, {}, [](const auto& each) { return each.first.begin; });
  for (const auto& [segment, again] : small) add(segment, false, again);
  return all;
}

MovedKeys moved_keys(const Moment& moment) {
  MovedKeys moved;
  const std::vector<msd::Level> levels = msd::levels_of(moment.problem());
  for (uint32_t t = 0; t < levels.size(); ++t) {
    const bool done =
        moment.pass() > t || (moment.pass() == t && moment.find(radix::array::output));
    for (const msd::Segment& segment : levels[t].open) {
      moved.all += segment.size();
      moved.now += done ? segment.size() : 0;
    }
  }
  moved.lowest_first = moment.problem().size() * moment.problem().passes();
  return moved;
}

namespace {

/// What a sentence may mention. There is a key.
struct SegmentMoment {
  const Moment& moment;
  const radix::Problem& problem;
  msd::Level level;
  std::vector<SegmentBlock> blocks;
  uint32_t id, place, n;

  const std::vector<uint32_t>& of(radix::ArrayId id_of) const { return moment.find(id_of)->values; }
  std::string key() const { return key_words(problem, id); }
  uint32_t digit() const { return level.digit.of(problem.keys()[id]); }
  std::string digit_words() const { return binary(digit(), std::max(1u, level.digit.bits)); }
  /// The block that has the key; null where none touches it any more.
  const SegmentBlock* block() const {
    const auto has = [&](const SegmentBlock& b) {
      return b.piece.begin <= place && place < b.piece.end;
    };
    const auto found = std::ranges::find_if(blocks, has);
    return found == blocks.end() ? nullptr : &*found;
  }
  bool open() const { return block() && block()->open; }
  uint32_t entry(uint32_t column) const {
    const SegmentBlock& b = *block();
    return (b.first_block << level.digit.bits) + digit() * b.blocks + column;
  }
  uint32_t own_column() const { return block()->block - block()->first_block; }
  uint32_t table() const { return block()->first_block << level.digit.bits; }
};

std::string places(const msd::Segment& s) {
  return text::all::places({.count = s.size(), .first = s.begin, .last = s.end - 1});
}

SegmentMoment segments_at(const Moment& moment) {
  const radix::Array keys = input_of(moment);
  const uint32_t id = example_key_of_segments(moment);
  return {.moment = moment,
          .problem = moment.problem(),
          .level = level_of(moment),
          .blocks = blocks_of_level(moment),
          .id = id,
          .place = position_of(keys, id),
          .n = moment.problem().size()};
}

std::string why_levels_begin(const Moment& moment) {
  const radix::Problem& problem = moment.problem();
  if (problem.size() == 0) return text::all::no_keys_to_sort;
  const std::vector<msd::Level> levels = msd::levels_of(problem);
  const radix::Digit first = levels[0].digit;
  return text::msd::why_begin({.bits = first.bits,
                               .finish = problem.settings().finish,
                               .high = first.shift + first.bits - 1,
                               .keys = problem.size(),
                               .levels = levels.size(),
                               .low = first.shift});
}

/// The segments that the levels before have left.
std::string why_segments(const SegmentMoment& m) {
  const std::vector<msd::Segment> all = segments_before(m.problem, m.moment.pass());
  const uint32_t finish = m.problem.settings().finish;
  const auto open = std::ranges::count_if(all, [&](msd::Segment s) { return s.size() > finish; });
  return text::paragraph(m.moment.pass() == 0 ? text::msd::why_one_segment({.keys = m.n})
                                              : text::msd::why_segments({.segments = all.size()}),
                         open == 0 ? text::msd::why_none_open({.finish = finish})
                         : all.size() == 1
                             ? text::msd::why_only_open({.finish = finish})
                             : text::msd::why_some_open({.finish = finish, .open = open}));
}

std::string why_block_first(const SegmentMoment& m) {
  const SegmentBlock* own = m.open() ? m.block() : nullptr;
  return text::paragraph(
      text::msd::why_dealt({.blocks = std::ranges::count_if(m.blocks, &SegmentBlock::open),
                            .segments = m.level.open.size()}),
      !own ? text::msd::why_dealt_nothing({.key = m.key()})
           : text::msd::why_dealt_key({.block = own->block,
                                       .key = m.key(),
                                       .piece = places(own->piece),
                                       .segment = places(own->segment)}));
}

std::string why_segment_counts(const SegmentMoment& m) {
  return text::paragraph(
      text::msd::why_tables({.buckets = m.level.digit.buckets()}),
      !m.open() ? text::msd::why_not_counted({.key = m.key()})
                : text::msd::why_counted(
                      {.block = m.block()->block,
                       .count = m.of(msd_array::bucket_counts)[m.entry(m.own_column())],
                       .digit = m.digit_words(),
                       .key = m.key()}));
}

std::string why_table_scan(const SegmentMoment& m) {
  const radix::ArrayId made = m.moment.step()->made;
  if (made != msd_array::bucket_starts)
    return text::msd::why_scanning({.in_level = made == msd_array::partial_counts,
                                    .level = m.moment.step()->level,
                                    .segments = m.level.open.size()});
  if (!m.open()) return text::msd::why_not_scanned({.key = m.key()});
  const uint32_t at = m.of(msd_array::bucket_starts)[m.entry(m.own_column())];
  const uint32_t base = m.of(msd_array::bucket_starts)[m.table()];
  return text::msd::why_scanned(
      {.before = at, .elsewhere = base, .inside = at - base, .key = m.key()});
}

std::string why_segment_rank(const SegmentMoment& m) {
  const uint32_t rank = m.of(msd_array::rank)[m.place];
  if (m.open())
    return text::msd::why_rank({.before = rank, .digit = m.digit_words(), .key = m.key()});
  if (rank == none || !m.block()) return text::msd::why_rank_done({.key = m.key()});
  if (m.block()->again) return text::msd::why_rank_again({.key = m.key()});
  if (m.block()->segment.size() == 1) return text::msd::why_rank_alone({.key = m.key()});
  return text::msd::why_rank_small({.before = rank,
                                    .finish = m.problem.settings().finish,
                                    .key = m.key(),
                                    .segment = places(m.block()->segment)});
}

std::string why_segment_slot(const SegmentMoment& m) {
  const uint32_t slot = m.of(msd_array::destination)[m.place];
  if (m.open())
    return text::msd::why_slot({.begin = m.block()->segment.begin,
                                .entry = m.of(msd_array::bucket_starts)[m.entry(m.own_column())],
                                .first = m.of(msd_array::bucket_starts)[m.table()],
                                .key = m.key(),
                                .rank = m.of(msd_array::rank)[m.place],
                                .slot = slot});
  if (slot == none) return text::msd::why_stays({.key = m.key()});
  return text::msd::why_slot_small({.key = m.key(), .slot = slot});
}

std::string why_level_written(const SegmentMoment& m) {
  uint32_t moved = 0;
  for (const msd::Segment& s : m.level.open) moved += s.size();
  const bool last = m.moment.pass() + 1 == msd::levels_of(m.problem).size();
  const radix::Array* segment = m.moment.find(msd_array::segment);
  const radix::Array* output = m.moment.find(radix::array::output);
  const uint32_t slot = segment && output ? position_of(*output, m.id) : none;
  const std::string noted =
      slot != none && m.open()
          ? text::msd::why_noted({.key = m.key(), .place = segment->values[slot]})
          : "";
  return text::paragraph(text::msd::why_written({.moved = moved}), noted,
                         last ? text::msd::why_all_sorted : text::msd::why_none_left);
}

}  // namespace

uint32_t example_key_of_segments(const Moment& moment) {
  if (moment.problem().size() == 0) return none;
  const radix::Array keys = input_of(moment);
  if (position_of(keys, moment.selected()) != none) return moment.selected();
  if (msd_backwards(moment)) return keys.ids[0];
  // The last key of the last open segment: what the scan counts before it shows there
  const msd::Level level = level_of(moment);
  if (!level.open.empty()) return keys.ids[level.open.back().end - 1];
  const auto largest = std::ranges::max_element(level.small, {}, &msd::Segment::size);
  return keys.ids[largest == level.small.end() ? 0 : largest->end - 1];
}

std::string why_of_segments(const Moment& moment) {
  if (!moment.step()) return why_levels_begin(moment);
  const SegmentMoment m = segments_at(moment);
  const radix::ArrayId made = moment.step()->made;
  if (msd_backwards(moment))
    return moment.find(radix::array::output) ? std::string(text::all::written_backwards)
                                             : text::all::read_backwards({.last = m.n - 1});
  if (made == msd_array::segment) return why_segments(m);
  if (made == msd_array::block_first) return why_block_first(m);
  if (made == msd_array::bucket_counts) return why_segment_counts(m);
  if (moment.step()->stage == msd::stage::table_scan) return why_table_scan(m);
  if (made == msd_array::rank) return why_segment_rank(m);
  return made == msd_array::destination ? why_segment_slot(m) : why_level_written(m);
}

Formula formula_of_segments(const Moment& moment) {
  const SegmentMoment m = segments_at(moment);
  const auto slot_card = [&](std::vector<Term> terms, uint32_t slot) {
    return Formula{.title = text::all::where_does_key_go({.key = m.key()}),
                   .words = rule_of(text::all::slot, terms),
                   .terms = std::move(terms),
                   .result = std::to_string(slot),
                   .hint = moment.chosen() == none ? text::all::point_at_a_key : ""};
  };
  if (msd_backwards(moment))
    return slot_card(
        {term(m.n - 1, text::msd::term_last), term(m.place, text::msd::term_place, '-')},
        m.n - 1 - m.place);
  const bool ranked = moment.step() && moment.find(msd_array::rank);
  const uint32_t rank = ranked ? m.of(msd_array::rank)[m.place] : none;
  if (ranked && m.open()) {
    const uint32_t begin = m.block()->segment.begin,
                   at = m.of(msd_array::bucket_starts)[m.entry(m.own_column())],
                   base = m.of(msd_array::bucket_starts)[m.table()];
    return slot_card({term(begin, text::msd::term_begin), term(at, text::msd::term_entry),
                      term(base, text::msd::term_first, '-'), term(rank, text::msd::term_rank)},
                     begin + at - base + rank);
  }
  if (rank != none) {
    const std::vector<msd::Segment> all = segments_before(m.problem, moment.pass());
    const auto own = std::ranges::find_if(
        all, [&](const msd::Segment& s) { return s.begin <= m.place && m.place < s.end; });
    return slot_card({term(own->begin, text::msd::term_begin), term(rank, text::msd::term_rank)},
                     own->begin + rank);
  }
  const radix::Digit digit = msd::digit_from_top(m.problem, moment.pass());
  const uint32_t ordered = m.problem.ordered(m.problem.keys()[m.id]), mask = digit.buckets() - 1;
  const bool coded = digit.code != radix::KeyCode{} || m.problem.settings().second_bits > 0;
  return {.title = text::msd::which_digit({.key = m.key()}),
          .words = text::msd::rule_digit({.coded = coded}),
          .terms = {{.value = joined({ordered, " >> ", digit.shift}),
                     .name = text::msd::term_bits({.coded = coded})},
                    {.value = std::to_string(mask), .name = text::msd::term_mask, .sign = '&'}},
          .result = std::to_string(ordered >> digit.shift & mask),
          .hint = moment.chosen() == none ? text::all::point_at_a_key : ""};
}

Invariants kept_by_segments(const Moment& moment) {
  const radix::Problem& problem = moment.problem();
  const radix::Array keys = keys_standing(moment);
  Invariants found = all_there(moment, keys);
  if (!found.complete || problem.size() == 0) return found;
  const std::vector<msd::Level> levels = msd::levels_of(problem);
  const uint32_t done = moment.pass() + (moment.find(radix::array::output) ? 1 : 0);
  const auto whole = static_cast<uint32_t>(levels.size());
  const bool backwards = done > whole;
  const radix::Digit last = levels[std::min(done, whole) - (done > 0 ? 1 : 0)].digit;
  const uint32_t shift = done >= whole ? 0 : last.shift;
  found.order =
      done == 0   ? text::all::not_yet
      : backwards ? text::all::largest_first
      : done == whole
          ? text::all::in_order
          : text::all::order_high({.all = problem.key_bits(), .bits = problem.key_bits() - shift});
  const auto part = [&](std::size_t i) { return problem.ordered(keys.values[i]) >> shift; };
  for (std::size_t i = 1; done > 0 && i < keys.values.size(); ++i)
    if (backwards ? part(i - 1) < part(i) : part(i - 1) > part(i)) found.ordered = false;
  if (!found.ordered) found.order = text::all::not_in_order;
  std::vector<uint32_t> sorted(keys.values.size());
  std::iota(sorted.begin(), sorted.end(), 0u);
  std::ranges::stable_sort(sorted, {}, [&](uint32_t i) { return problem.ordered(keys.values[i]); });
  for (std::size_t i = 1; found.stable && i < sorted.size(); ++i) {
    const uint32_t a = sorted[i - 1], b = sorted[i];
    if (keys.values[a] != keys.values[b] || keys.ids[a] < keys.ids[b]) continue;
    found.stable = false;
    found.equals = text::all::equal_keys_turned(
        {.first = key_words(problem, keys.ids[a]), .second = key_words(problem, keys.ids[b])});
  }
  return found;
}

std::vector<std::string> threads_of_segments(const Moment& moment, uint32_t id) {
  const uint32_t place = position_of(input_of(moment), id);
  if (place == none) return {};
  const uint32_t threads = moment.problem().threads_per_block();
  if (msd_backwards(moment) || !moment.step())
    return {text::all::block_thread({.block = place / threads, .thread = place % threads})};
  for (const SegmentBlock& b : blocks_of_level(moment))
    if (b.piece.begin <= place && place < b.piece.end)
      return {
          text::all::block_thread({.block = b.block, .thread = (place - b.piece.begin) % threads})};
  return {text::msd::no_thread};
}

}  // namespace scope
