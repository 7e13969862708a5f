/// What sentences and figures ask about one moment of a trace. Everything is read from
/// the current pass up to the cursor; nothing looks ahead.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/core/figures/family_row.hpp"
#include "app/core/moment/moment.hpp"
#include "app/core/scene/scene.hpp"
#include "kernels/radix/radix_arrays.hpp"

namespace scope {

/// True for a sort that sorts inside the block before it writes (section 13.4).
bool sorts_in_block(const Moment& moment);

/// True for a sort that does a whole pass in one launch, whose blocks wait for each other.
bool in_one_launch(const Moment& moment);

/// True where a kernel takes the ones before a one away, instead of adding them: a bug in print's
/// does.
bool ones_go_downwards(const Moment& moment);

/// True where a figure may say which thread has which key: of a run of the user's own while its
/// stores told so of every array of keys.
bool threads_are_known(const Moment& moment);
/// The same for the threads that write the output.
bool writers_are_known(const Moment& moment);

/// True in the extra pass that reads the sorted keys backwards.
bool reverses(const Moment& moment);

/// The newest version of an array in the current pass, or null when it was not made yet.
const radix::Array* latest(const Moment& moment, radix::ArrayId id);

/// One value of it; nothing when the array or the index does not exist yet.
std::optional<uint32_t> value_of(const Moment& moment, radix::ArrayId id, uint32_t index);

/// The arrays of one grid scan, from its input to its result.
struct ScanArrays {
  radix::ArrayId input, partial, in_block, block_sum, before_block, result;
};

/// The scan of the bits, one value per key. A sort that sorts in the block needs no sum over
/// blocks: its in_block is already the result. Where threads have several keys, it is the scan of
/// the threads' sums, one value per thread.
ScanArrays scan_of_bits(const Moment& moment);

/// True when the keys of this trace are scanned by threads that have several of them.
bool scans_thread_sums(const Moment& moment);

/// The scan of the bucket table, one value per entry.
inline constexpr ScanArrays scan_of_table{
    radix::array::bucket_counts,          radix::array::partial_counts,
    radix::array::counts_before_in_block, radix::array::block_counts,
    radix::array::counts_before_block,    radix::array::bucket_starts};

/// One finished level of a block scan.
struct FinishedLevel {
  uint32_t level = 0;                  ///< 1, 2, 3 …
  uint32_t distance = 0;               ///< how far to the left it read
  const radix::Array* sums = nullptr;  ///< the sums after it
  radix::ScanPhase phase = radix::ScanPhase::across;
};

/// The levels done so far in this pass (in the split at work, for the bits), in order.
std::vector<FinishedLevel> levels_of(const Moment& moment, radix::ArrayId partial);

/// How many levels the trace's block scan takes over a block of this many threads.
uint32_t level_count(const Moment& moment, uint32_t threads);

/// The keys as they stood when the split at work started: this pass's input, or what the split
/// before left in the block.
const radix::Array& split_input(const Moment& moment);

/// A thread block and its keys.
struct BlockFacts {
  uint32_t block = 0;
  uint32_t begin = 0, end = 0;    ///< its positions
  uint32_t zeros = 0, ones = 0;   ///< keys by the bit of the split at work
  std::vector<uint32_t> buckets;  ///< keys by the whole digit, one count for every bucket
  uint32_t size() const { return end - begin; }
};
/// Every block of the pass, and one of them.
std::vector<BlockFacts> block_facts(const Moment& moment);
BlockFacts block_facts(const Moment& moment, uint32_t block);

/// The keys as the threads hold them when they write: sorted in their block once a sort has done
/// that.
radix::Array held_by_writers(const Moment& moment);

/// The key the words speak about and where it stands in this pass's input.
struct Subject {
  uint32_t id = none, key = 0;
  uint32_t digit = 0;     ///< its digit in this pass
  uint32_t bit = 0;       ///< its bit in the split at work; the digit where that has one bit
  uint32_t position = 0;  ///< in this pass's input
  uint32_t place = 0;     ///< among the keys as the split at work found them; else position
  uint32_t block = 0;
  uint32_t thread = 0;  ///< that works on it: at `place`
  bool chosen = false;  ///< false: no key is lit and no table entry picked, this is an example
};
/// The selected key, or a key of the picked table entry; else the example of this pass: the last
/// key of the picked store or, without one, the example of the pass before as long as it tells
/// something, at first the last key of the block with the most unequal buckets. Nothing when there
/// are no keys.
std::optional<Subject> subject_of(const Moment& moment);

/// Whose it is: an identity, or none.
uint32_t radix_example_key(const Moment& moment);

/// What the keys of a bucket are called: "zeros", "ones", "keys with digit 01".
std::string bucket_noun(radix::Digit digit, uint32_t bucket);

/// "bit 2", "bits 2–3": of the bits that keys are sorted by, counted from the lowest.
std::string bits_of(radix::Digit digit);

/// The same in few letters, of a table entry: "zeros of block 2", "bucket 01 of block 2".
std::string entry_name(const Moment& moment, uint32_t entry);

/// "Where do the zeros of block 2 start?", "Where does bucket 01 of block 2 start?".
std::string start_question(const Moment& moment, uint32_t entry);
/// "How many zeros does block 2 have?", "How many keys of block 2 have digit 01?".
std::string count_question(const Moment& moment, uint32_t entry);

/// Entries of the bucket table of this pass: a row for every bucket, a column for every block.
uint32_t table_entries(const Moment& moment);

/// The table entry the words speak about because it was picked; a key under the mouse comes first.
std::optional<uint32_t> picked_entry(const Moment& moment);

/// The entry the words speak about: the picked one, or the one that counts the subject's key.
uint32_t spoken_entry(const Moment& moment, const Subject& subject);

/// The picked table entry, or the selected key's (its digit's row, its block's column), or nothing.
std::optional<uint32_t> chosen_entry(const Moment& moment);

/// Which thread of which block has this key: "block 2, thread 3"; once the block has sorted its
/// keys, in a second line, which one read it and which one writes it. If a thread has several
/// keys, also the round: "block 0, thread 1, round 1".
std::vector<std::string> radix_threads(const Moment& moment, uint32_t id);

std::size_t radix_thread_lines(const Moment& moment);

/// Whose key a value belongs to: that of its place among the keys as the step found them.
uint32_t radix_key_of(const Moment& moment, const radix::Array& array, uint32_t index);

/// The bucket table, once its counts are there.
const radix::Array* radix_table(const radix::Step& step);

/// What a pass sorts by, short: "bit 2", "bits 0–1", "2nd key 0–1", "reversed".
std::string radix_part_name(const radix::Trace& trace, uint32_t pass);

/// A colour for every digit of this pass; nothing where it sorts by none.
Legend radix_legend(const Moment& moment);

/// True where these keys stand bucket after bucket from `begin` to `end`: a bracket may be drawn
/// round each.
bool stand_by_digit(const Moment& moment, const radix::Array& keys, uint32_t begin, uint32_t end);

/// True while the launch that scans the table is at work: its threads stand over the entries, and
/// none over keys.
bool scans_table(const Moment& moment);

/// True where the kernel has written the bucket table column after column: its numbers are the
/// blocks' counts in that order, and not row after row.
bool table_by_columns(const Moment& moment);

/// Which digit and block an entry of the table counts.
struct TableOrder {
  uint32_t blocks = 0, buckets = 0;
  bool by_columns = false;  ///< a wrong kernel has laid the table column after column
  uint32_t bucket_of(uint32_t entry) const { return by_columns ? entry % buckets : entry / blocks; }
  uint32_t block_of(uint32_t entry) const { return by_columns ? entry / buckets : entry % blocks; }
  uint32_t entry_of(uint32_t bucket, uint32_t block) const {
    return by_columns ? block * buckets + bucket : bucket * blocks + block;
  }
};
TableOrder table_order(const Moment& moment);

/// Positions begin … end - 1.
struct Interval {
  uint32_t begin = 0, end = 0;
  uint32_t size() const { return end - begin; }
};

/// Where a block's keys of one bucket stand once it has sorted them.
Interval local_bucket(const BlockFacts& facts, uint32_t bucket);

/// The output slots of a table entry; nothing before the bucket starts are known.
std::optional<Interval> landing_interval(const Moment& moment, uint32_t entry);

}  // namespace scope
