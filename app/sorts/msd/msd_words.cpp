#include "msd_words.hpp"

#include <algorithm>
#include <numeric>

#include "app/core/base/text.hpp"
#include "app/core/figures/kit/rows.hpp"

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
  std::string name() const { return named_key(moment, id); }
  std::string capital_name() const { return capital(name()); }
  uint32_t digit() const { return level.digit.of(problem.keys()[id]); }
  std::string digit_words() const {
    return "digit " + binary(digit(), std::max(1u, level.digit.bits));
  }
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

/// "no key", "1 key", "3 keys"; a command in the singular goes with the first two.
std::string keys_or_none(uint32_t count) { return count == 0 ? "no key" : counted(count, "key"); }

std::string places(const msd::Segment& s) {
  return s.size() == 1 ? say("place ", s.begin) : say("places ", s.begin, " to ", s.end - 1);
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

std::string bits_words(radix::Digit digit) {
  return digit.bits == 1 ? say("bit ", digit.shift)
                         : say("bits ", digit.shift, " to ", digit.shift + digit.bits - 1);
}

std::string why_levels_begin(const Moment& moment) {
  const radix::Problem& problem = moment.problem();
  if (problem.size() == 0) return "There are no keys, so there is nothing to sort.";
  const std::vector<msd::Level> levels = msd::levels_of(problem);
  const uint32_t finish = problem.settings().finish;
  return say(
      "MSD radix sort, the most significant digit first: it parts the keys into segments, which "
      "never mix again. ",
      "Every level cuts all open segments by their next digit, ", bits_words(levels[0].digit),
      " first. ",
      finish > 1 ? say("A segment of at most ", finish, " keys is sorted by one block. ")
                 : std::string("A key that is alone is where it belongs. "),
      counted(problem.size(), "key"), problem.size() == 1 ? " takes " : " take ",
      counted(static_cast<uint32_t>(levels.size()), "level"), ".");
}

/// The segments that the levels before have left.
std::string why_segments(const SegmentMoment& m) {
  const std::vector<msd::Segment> all = segments_before(m.problem, m.moment.pass());
  const uint32_t finish = m.problem.settings().finish;
  uint32_t open = 0;
  for (const msd::Segment& s : all) open += s.size() > finish ? 1 : 0;
  const auto count = static_cast<uint32_t>(all.size());
  const std::string head = m.moment.pass() == 0
                               ? (m.n == 1 ? std::string("The one key is a segment by itself. ")
                                           : say("All ", m.n, " keys are one segment. "))
                               : say(counted(count, "segment"), count == 1 ? " is" : " are",
                                     " there now, and none mixes with another. ");
  const std::string limit =
      finish == 1 ? std::string("more than one key") : say("more than ", finish, " keys");
  if (open == 0) return say(head, "None has ", limit, ": no table is needed any more.");
  if (count == 1)
    return say(head, "It has ", limit,
               ", so blocks are assigned to it and it is cut by this level's digit.");
  return say(head, open, open == 1 ? " has " : " have ", limit, ", so blocks are assigned to ",
             open == 1 ? "it and it is" : "them and they are", " cut by this level's digit.");
}

std::string why_block_first(const SegmentMoment& m) {
  uint32_t open_blocks = 0;
  for (const SegmentBlock& b : m.blocks) open_blocks += b.open ? 1 : 0;
  const SegmentBlock* own = m.open() ? m.block() : nullptr;
  const std::string head =
      say(counted(open_blocks, "block"), open_blocks == 1 ? " has" : " have", " a piece of ",
          m.level.open.size() == 1
              ? std::string("the open segment. ")
              : say("one of ", m.level.open.size(), " open segments each, all in one launch. "));
  if (!own) return head + m.capital_name() + " is in none of them.";
  return say(head, m.capital_name(), " is in the segment at ", places(own->segment), "; block ",
             own->block, " has ", places(own->piece), ".");
}

std::string why_segment_counts(const SegmentMoment& m) {
  const uint32_t buckets = m.level.digit.buckets();
  const std::string head = say("Every segment has a table of its own, ", buckets,
                               " rows and a column a block, and all tables stand one after the "
                               "other. ");
  if (!m.open()) return head + m.capital_name() + " is in no open segment: no table counts it.";
  const uint32_t count = m.of(msd_array::bucket_counts)[m.entry(m.own_column())];
  return say(head, "Block ", m.block()->block, " has ", counted(count, "key"), " with ",
             m.digit_words(), ", that of ", m.name(), ".");
}

std::string why_table_scan(const SegmentMoment& m) {
  const radix::ArrayId made = m.moment.step()->made;
  if (made != msd_array::bucket_starts)
    return say("One exclusive scan adds up ",
               m.level.open.size() == 1
                   ? std::string("the table of the one open segment")
                   : say("the tables of all ", m.level.open.size(), " open segments at once"),
               made == msd_array::partial_counts ? say(": level ", m.moment.step()->level, ".")
                                                 : std::string("."));
  if (!m.open()) return "The scan is complete. " + m.capital_name() + " is in no table.";
  const uint32_t at = m.of(msd_array::bucket_starts)[m.entry(m.own_column())];
  const uint32_t base = m.of(msd_array::bucket_starts)[m.table()];
  return say("The scan is complete: ", keys_or_none(at), at <= 1 ? " is" : " are",
             " before the entry of ", m.name(), " in all tables, ", base,
             " of them in tables of earlier segments. Only the other ", at - base,
             at - base == 1 ? " counts" : " count", " inside the segment.");
}

std::string why_segment_rank(const SegmentMoment& m) {
  const uint32_t rank = m.of(msd_array::rank)[m.place];
  if (m.open())
    return say("In its block ", keys_or_none(rank), " with ", m.digit_words(),
               rank <= 1 ? " stands" : " stand", " before ", m.name(),
               ". Counting by places makes the level stable; it need not be.");
  if (rank == none || !m.block())
    return m.capital_name() +
           " is in a segment that is sorted, and both buffers have it: nobody "
           "touches it.";
  if (m.block()->again)
    return m.capital_name() +
           " is in a segment that a block has sorted; it is written once more, "
           "so that both buffers have it.";
  if (m.block()->segment.size() == 1)
    return m.capital_name() +
           " is alone in its segment: it is where it belongs, and is copied "
           "twice, so that both buffers have it.";
  return say("The segment at ", places(m.block()->segment), " has no more than ",
             m.problem.settings().finish,
             " keys: one block sorts it at once by all bits that are "
             "left. ",
             capital(keys_or_none(rank)), " of it belong", rank <= 1 ? "s" : "", " before ",
             m.name(), ".");
}

std::string why_segment_slot(const SegmentMoment& m) {
  const uint32_t slot = m.of(msd_array::destination)[m.place];
  if (m.open()) {
    const SegmentBlock& b = *m.block();
    const uint32_t at = m.of(msd_array::bucket_starts)[m.entry(m.own_column())],
                   base = m.of(msd_array::bucket_starts)[m.table()],
                   rank = m.of(msd_array::rank)[m.place];
    return say("The segment of ", m.name(), " begins at ", b.segment.begin, "; its entry of the ",
               "scan is ", at, ", the first of its table ", base, ", and ", rank,
               " of its block go before it: ", "slot ", b.segment.begin, " + ", at, " − ", base,
               " + ", rank, " = ", slot, ".");
  }
  if (slot == none) return m.capital_name() + " stays: both buffers have it where it belongs.";
  return say("A block sorts the segment of ", m.name(),
             " in its shared memory; the key goes to slot ", slot, ".");
}

std::string why_level_written(const SegmentMoment& m) {
  uint32_t moved = 0;
  for (const msd::Segment& s : m.level.open) moved += s.size();
  const bool last = m.moment.pass() + 1 == msd::levels_of(m.problem).size();
  std::string head =
      say(capital(keys_or_none(moved)), moved <= 1 ? " has" : " have", " gone through a table",
          moved == 0   ? ". "
          : moved == 1 ? ", inside its segment. "
                       : ", each inside its segment. ");
  const radix::Array* segment = m.moment.find(msd_array::segment);
  const radix::Array* output = m.moment.find(radix::array::output);
  const uint32_t slot = segment && output ? position_of(*output, m.id) : none;
  if (slot != none && m.open())
    head += say("The block has also noted where the new segment of ", m.name(),
                " starts: at place ", segment->values[slot], ". ");
  if (last) return head + "No work is left: everything is sorted.";
  return head + "No key has left its segment, so the distances get shorter and shorter.";
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
  if (msd_backwards(moment)) return why_backwards(moment, "The keys are", false);
  if (made == msd_array::segment) return why_segments(m);
  if (made == msd_array::block_first) return why_block_first(m);
  if (made == msd_array::bucket_counts) return why_segment_counts(m);
  if (moment.step()->stage == msd::stage::table_scan) return why_table_scan(m);
  if (made == msd_array::rank) return why_segment_rank(m);
  return made == msd_array::destination ? why_segment_slot(m) : why_level_written(m);
}

Formula formula_of_segments(const Moment& moment) {
  if (moment.problem().size() == 0)
    return {.title = "No keys", .words = "", .terms = {}, .result = "", .hint = ""};
  const SegmentMoment m = segments_at(moment);
  const auto one = [](uint32_t value, std::string name, char sign = '+') {
    return Term{.value = say(value), .name = std::move(name), .sign = sign};
  };
  Formula f;
  f.hint = moment.chosen() == none ? "point at a key to see its numbers" : "";
  f.title = say("Where does ", m.name(), " go?");
  if (msd_backwards(moment)) {
    f.words = "slot = last place − place";
    f.terms = {one(m.n - 1, "last place"), one(m.place, "place", '-')};
    f.result = say(m.n - 1 - m.place);
    return f;
  }
  const bool ranked = moment.step() && moment.find(msd_array::rank);
  if (ranked && m.open()) {
    const uint32_t begin = m.block()->segment.begin, rank = m.of(msd_array::rank)[m.place],
                   at = m.of(msd_array::bucket_starts)[m.entry(m.own_column())],
                   base = m.of(msd_array::bucket_starts)[m.table()];
    f.words = "slot = segment begins at + entry of the scan − first entry of the table + rank";
    f.terms = {one(begin, "segment begins at"), one(at, "entry of the scan"),
               one(base, "first entry of the table", '-'), one(rank, "rank")};
    f.result = say(begin + at - base + rank);
    return f;
  }
  if (ranked && m.of(msd_array::rank)[m.place] != none) {
    const uint32_t rank = m.of(msd_array::rank)[m.place];
    const std::vector<msd::Segment> all = segments_before(m.problem, moment.pass());
    const auto own = std::ranges::find_if(
        all, [&](const msd::Segment& s) { return s.begin <= m.place && m.place < s.end; });
    f.words = "slot = segment begins at + rank";
    f.terms = {one(own->begin, "segment begins at"), one(rank, "rank")};
    f.result = say(own->begin + rank);
    return f;
  }
  const radix::Digit digit = msd::digit_from_top(m.problem, moment.pass());
  const uint32_t ordered = m.problem.ordered(m.problem.keys()[m.id]);
  f.title = say("Which digit has ", m.name(), "?");
  f.words = "digit = (sorted bits >> lowest bit of the digit) & mask";
  f.terms = {{.value = say(ordered, " >> ", digit.shift),
              .name = "sorted bits >> lowest bit of the digit"},
             {.value = say(digit.buckets() - 1), .name = "mask", .sign = '&'}};
  f.result = say(ordered >> digit.shift & (digit.buckets() - 1));
  return f;
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
  found.order = done == 0       ? "not yet"
                : backwards     ? "largest first"
                : done == whole ? "in order"
                                : say("by the high ", problem.key_bits() - shift, " of ",
                                      problem.key_bits(), " bits");
  const auto part = [&](std::size_t i) { return problem.ordered(keys.values[i]) >> shift; };
  for (std::size_t i = 1; done > 0 && i < keys.values.size(); ++i)
    if (backwards ? part(i - 1) < part(i) : part(i - 1) > part(i)) found.ordered = false;
  if (!found.ordered) found.order = "not in order";
  std::vector<uint32_t> sorted(keys.values.size());
  std::iota(sorted.begin(), sorted.end(), 0u);
  std::ranges::stable_sort(sorted, {}, [&](uint32_t i) { return problem.ordered(keys.values[i]); });
  for (std::size_t i = 1; found.stable && i < sorted.size(); ++i) {
    const uint32_t a = sorted[i - 1], b = sorted[i];
    if (keys.values[a] != keys.values[b] || keys.ids[a] < keys.ids[b]) continue;
    found.stable = false;
    found.equals =
        say(key_words(problem, keys.ids[a]), " before ", key_words(problem, keys.ids[b]));
  }
  return found;
}

std::vector<std::string> threads_of_segments(const Moment& moment, uint32_t id) {
  const uint32_t place = position_of(input_of(moment), id);
  if (place == none) return {};
  const uint32_t threads = moment.problem().threads_per_block();
  if (msd_backwards(moment) || !moment.step())
    return {say("block ", place / threads, ", thread ", place % threads)};
  for (const SegmentBlock& b : blocks_of_level(moment))
    if (b.piece.begin <= place && place < b.piece.end)
      return {say("block ", b.block, ", thread ", (place - b.piece.begin) % threads)};
  return {"sorted: in no table"};
}

}  // namespace scope
