/// The one list of settings: how keys are read, how the work is cut, which scan a block uses.
/// Options, commands, trace files, presets and the input panel iterate the table below, so a
/// setting has one name everywhere.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace radix {

inline constexpr uint32_t max_threads_per_block = 1024;  ///< CUDA's limit
inline constexpr uint32_t max_key_bits = 32;
inline constexpr uint32_t bits_per_letter = 8;  ///< of keys that are words
inline constexpr uint32_t max_radix_bits = 8;
inline constexpr uint32_t max_keys_per_thread = 32;
inline constexpr uint32_t max_lists = 256;
inline constexpr uint32_t max_devices = 8;
inline constexpr uint32_t max_oversampling = 64;
inline constexpr uint32_t max_keys_per_block =
    4096;                                   ///< what a block's shared memory holds everywhere
inline constexpr uint32_t warp_lanes = 32;  ///< threads that run together: a warp of a block

/// How the threads of a block add up their values.
enum class BlockScan : uint32_t { kogge_stone, brent_kung, blelloch, shuffles };
inline constexpr BlockScan block_scans[] = {
    BlockScan::kogge_stone, BlockScan::brent_kung, BlockScan::blelloch,
    BlockScan::shuffles};  ///< all of them, in the order of the setting

/// Which keys of a block a thread has when it has several.
enum class Ownership : uint32_t {
  interleaved,  ///< thread t has t, t + threads, t + 2 threads …: neighbours read neighbours
  blocked,      ///< thread t has its keys side by side: neighbours read far apart
};

enum class SortOrder : uint32_t {
  ascending,
  descending,  ///< by complementing the digits: equal keys keep their order
  reversed,    ///< ascending, then read backwards: equal keys lose their order
};

enum class KeyType : uint32_t {
  plain,  ///< unsigned
  sign,   ///< two's complement in key_bits bits
  real,   ///< IEEE 754, 32 bits; -0 comes before +0
  text,   ///< a word of up to 4 letters, 8 bits each, its first letter in the highest bits
};

/// Which places a sorting network compares.
enum class Network : uint32_t {
  bitonic,         ///< runs go up and down in turn
  mirrored,        ///< the same with every run going up: stages start with mirrored pairs
  odd_even_merge,  ///< merges the even and the odd places of two runs: fewer comparators
  transposition,   ///< neighbours only: a sort of its own, no value of the setting
};

/// What a merge sort starts with.
enum class SortStart : uint32_t {
  single,  ///< runs of one key
  block,   ///< every block sorts its own keys first
};

/// How a block sorts its own keys before the first level of merging.
enum class BlockSort : uint32_t {
  merge,           ///< by merging in shared memory
  transposition,   ///< neighbours, round by round
  bitonic,         ///< by a network of far pairs: equal keys may change places
  odd_even_merge,  ///< the same, with fewer comparators
};

/// How a thread that shares a merge finds where its piece starts.
enum class CoRankSearch : uint32_t {
  two_sided,  ///< the book's: i and j walk towards each other, up to two comparisons per look
  diagonal,   ///< along the diagonal of k: one comparison per look
};

/// What sorts that compare ask of two keys.
enum class Compare : uint32_t {
  less,             ///< the order of their bits, by type and order
  fraction,         ///< first:second read as numerator and denominator
  ones_then_value,  ///< fewer one bits first, then the smaller key
};

/// How the smallest head of many lists is found.
enum class ListMerge : uint32_t {
  one_thread,  ///< one thread looks at all of them
  atomic_min,  ///< every thread hands in its head by atomicMin
  reduction,   ///< a tree of pairs, which halves them: a power of two
  hybrid,      ///< atomicMin among eight, then among the groups of eight
};

/// How a key finds its rank among the equal digits of its warp.
enum class RankBy : uint32_t {
  ballots,  ///< the lanes vote, bit by bit: proved
  atomics,  ///< one atomic per key: the order is checked, and a wrong tile is ranked by ballots
};

/// Who comes first where nothing but arrival decides. A GPU has its own order.
enum class Arrival : uint32_t {
  in_turn,     ///< tiles and lanes one after the other
  last_first,  ///< tiles and lanes that come later overtake those before them
};

/// Lanes that vote together, as a setting; a GPU's warp has 32.
enum class WarpSize : uint32_t { two, four, eight, sixteen };

/// Which keys a sample is taken of.
enum class Sampling : uint32_t {
  regular,  ///< at equal distances
  random,   ///< anywhere
};

/// How the threads of a transposition sort that stops early tell the host of their exchanges.
enum class Flag : uint32_t {
  count,   ///< an atomicAdd each: their number
  plain,   ///< a flag, as the book prints it: all store the same 1, and race
  atomic,  ///< a flag, by atomicExch
};

/// Everything a run depends on besides the keys.
struct Settings {
  uint32_t key_bits = 4;           ///< 1…32, of the (first) key
  uint32_t threads_per_block = 4;  ///< 1…1024
  uint32_t radix_bits = 1;         ///< 1…8 bits sorted in a pass
  uint32_t keys_per_thread = 1;    ///< 1…32
  Ownership ownership = Ownership::interleaved;
  BlockScan scan = BlockScan::kogge_stone;
  SortOrder order = SortOrder::ascending;
  KeyType key_type = KeyType::plain;
  uint32_t second_bits = 0;  ///< 0…31 bits of a second key, which decides where the first are equal
  SortOrder second_order = SortOrder::ascending;  ///< ascending or descending
  Network network = Network::bitonic;
  bool stop_early = false;       ///< transposition: ends when two rounds have exchanged nothing
  Flag flag = Flag::count;       ///< how its threads report that they have exchanged something
  uint32_t resident_blocks = 0;  ///< blocks that can run at once; 0: as many as the machine holds
  SortStart start = SortStart::single;
  Compare compare = Compare::less;
  BlockSort block_sort = BlockSort::merge;
  CoRankSearch co_rank = CoRankSearch::two_sided;
  uint32_t tile = 0;  ///< 0…4096 keys of each run loaded per round; 0: exactly what the block needs
  uint32_t lists = 4;  ///< 1…256
  ListMerge list_merge = ListMerge::one_thread;
  RankBy ranks = RankBy::ballots;
  WarpSize warp_size = WarpSize::four;
  Arrival arrival = Arrival::in_turn;
  uint32_t devices = 4;       ///< 1…8 that share a sort
  uint32_t oversampling = 2;  ///< 1…64 keys sampled for each device, or bucket
  Sampling sampling = Sampling::regular;
  uint32_t sample_seed = 1;    ///< 0…65535, of random sampling
  bool equal_buckets = false;  ///< keys that equal a splitter have buckets of their own
  uint32_t finish =
      1;  ///< 1…4096: segments of this many keys or fewer are sorted by a block at once
  friend bool operator==(const Settings&, const Settings&) = default;
};

/// Which sorts a setting matters to. A sort has a set of these.
enum class Use : uint32_t {
  every_sort = 1u << 0,
  scan = 1u << 1,
  wide_digits = 1u << 2,
  coarsening = 1u << 3,
  one_launch = 1u << 4,
  network = 1u << 5,
  stop_early = 1u << 6,
  keys_per_thread = 1u << 7,
  start = 1u << 8,
  compare = 1u << 9,
  lists = 1u << 10,
  tiles = 1u << 11,  ///< no setting: blocks merge out of tiles in shared memory
  co_rank = 1u << 12,
  list_merge = 1u << 13,
  blocks = 1u << 14,  ///< as many blocks as the keys need
  block_sort = 1u << 15,
  tile = 1u << 16,
  ranks = 1u << 17,
  warps = 1u << 18,    ///< votes in warps
  arrival = 1u << 19,  ///< something in it is decided by who comes first
  devices = 1u << 20,
  oversampling = 1u << 21,
  sample = 1u << 22,  ///< splitters out of a sample
  finish = 1u << 23,  ///< small segments are sorted by a block
};
constexpr uint32_t operator|(Use a, Use b) {
  return static_cast<uint32_t>(a) | static_cast<uint32_t>(b);
}
constexpr uint32_t operator|(uint32_t set, Use use) { return set | static_cast<uint32_t>(use); }
/// What matters to every sort but those of one block.
inline constexpr uint32_t every_grid = Use::every_sort | Use::blocks;

/// One value of a setting that is not a number.
struct Choice {
  const char* name;   ///< "kogge_stone"
  const char* label;  ///< "Kogge–Stone"
  const char* about;  ///< one line
};

struct SettingInfo {
  const char* name;    ///< command, option (with - for _), field in files: "keys_per_thread"
  const char* label;   ///< on the screen: "keys per thread"
  const char* about;   ///< one line, imperative
  uint32_t low, high;  ///< allowed numbers, or 0…choices - 1
  std::span<const Choice> choices;  ///< empty for a number
  Use use;
  bool describes_keys;  ///< what keys are, not how the work is cut: belongs to the keys
  bool seldom;          ///< may hide until asked for
  uint32_t (*get)(const Settings&);
  void (*set)(Settings&, uint32_t);
  Use also = Use{};  ///< another reason to matter, or none

  bool is_number() const { return choices.empty(); }
  std::string option() const;  ///< "--keys-per-thread"
  std::string range() const;   ///< "1…32", "kogge_stone|brent_kung|…"
};

std::span<const SettingInfo> settings();

/// False where a setting changes nothing, whatever the sort: a second key's order without a second
/// key, how blocks sort where they do not.
bool has_effect(const SettingInfo& setting, const Settings& values);

/// The setting with this name; - and _ are the same. Null when there is none.
const SettingInfo* setting_named(std::string_view name);

/// The value as text, and back. Nothing when the text is no value of it.
std::string text_of(const SettingInfo& setting, const Settings& values);
std::optional<uint32_t> value_from(const SettingInfo& setting, std::string_view text);

/// "" or one sentence: the first setting that is out of its range, or two that do not go together.
std::string error_about(const Settings& values);

/// One level of a block scan: which elements add what.
enum class ScanPhase : uint32_t {
  across,  ///< Kogge–Stone: every element adds the one `distance` to its left
  up,      ///< every 2·distance-th element adds the one `distance` to its left
  clear,   ///< Blelloch: the last element gives its sum away and becomes 0
  fill,  ///< Brent–Kung, downwards: elements halfway add the finished sum `distance` to their left
  down,   ///< Blelloch, downwards: left takes right's, right adds left's old
  lanes,  ///< shuffles: every lane adds the one `distance` to its left in its warp
  carry,  ///< shuffles: everyone adds the sums of the warps before its own; `distance` is a warp
};

struct ScanLevel {
  ScanPhase phase = ScanPhase::across;
  uint32_t distance = 0;
  friend bool operator==(const ScanLevel&, const ScanLevel&) = default;

  /// True when element i (0-based, in the block) of `width` elements changes at this level.
  bool changes(uint32_t i, uint32_t width) const;
};

/// Elements of the tree: the threads, or the next power of two for Blelloch's.
uint32_t scan_width(BlockScan scan, uint32_t threads);

/// The levels of a scan over this many threads, in order.
std::vector<ScanLevel> levels_of(BlockScan scan, uint32_t threads);

}  // namespace radix
