#include "settings.hpp"

#include <algorithm>
#include <bit>
#include <charconv>

#include "text/refused.hpp"

namespace radix {
namespace {

namespace refused = scope::text::refused;

constexpr Choice ownerships[] = {
    {"interleaved", "interleaved",
     "thread t takes keys t, t + threads, …: neighbouring threads read neighbouring keys"},
    {"blocked", "blocked", "thread t takes adjacent keys: neighbouring threads read far apart"},
};
constexpr Choice scan_choices[] = {
    {"kogge_stone", "Kogge–Stone", "fewest levels, most additions"},
    {"brent_kung", "Brent–Kung", "a tree up, then a tree down: few additions, twice the levels"},
    {"blelloch", "Blelloch", "up-sweep and down-sweep: exclusive from the start"},
    {"shuffles", "warp shuffles",
     "each warp in registers, without a barrier; then adds the sums of earlier warps"},
};
constexpr Choice orders[] = {
    {"ascending", "ascending", "smallest key first"},
    {"descending", "descending", "largest key first, by complementing the digits: stable"},
    {"reversed", "reversed (unstable)",
     "sort ascending, then read backwards: equal keys are reversed"},
};
constexpr Choice compares[] = {
    {"less", "less", "the order of the keys' bits"},
    {"fraction", "as fractions",
     "1:3 before 2:5: by cross-multiplying, since a pair's bits do not show this order"},
    {"ones_then_value", "by one bits", "fewer one bits first, then the smaller key"},
};
constexpr Choice starts[] = {
    {"single", "runs of one key", "every key is a run of its own"},
    {"block", "sorted segments", "every block sorts its own keys first, in shared memory"},
};
constexpr Choice block_sorts[] = {
    {"merge", "by merging", "runs in shared memory, merged in pairs: stable"},
    {"transposition", "by transposition", "neighbours compared, as many rounds as keys: stable"},
    {"bitonic", "by a bitonic network", "fixed distant pairs, one barrier per layer: not stable"},
    {"odd_even_merge", "by odd–even merge", "a network with fewer comparators: not stable"},
};
constexpr Choice list_merges[] = {
    {"one_thread", "by one thread", "one thread looks at the heads of all lists"},
    {"atomic_min", "by atomicMin", "every thread enters its head; the smallest number remains"},
    {"reduction", "by a tree",
     "pairs of heads, then pairs of winners; needs a power of two of lists"},
    {"hybrid", "in groups of eight", "atomicMin among eight lists, then among the groups"},
};
constexpr Choice searches[] = {
    {"two_sided", "two-sided", "as in the book: i and j move towards each other"},
    {"diagonal", "along the diagonal", "the same number with one comparison per look"},
};
constexpr Choice rank_ways[] = {
    {"ballots", "ballots",
     "lanes vote bit by bit on which of them hold the same digit: provably right"},
    {"atomics", "atomics",
     "one atomic per key; the order is checked, and a wrong tile is ranked again"},
};
constexpr Choice warp_sizes[] = {
    {"2", "2 lanes", "two threads vote together"},
    {"4", "4 lanes", "four threads vote together"},
    {"8", "8 lanes", "eight threads vote together"},
    {"16", "16 lanes", "sixteen threads vote together; a GPU's warp has 32"},
};
constexpr Choice arrivals[] = {
    {"in_turn", "in turn", "tiles and lanes one after another"},
    {"last_first", "last first", "later tiles and lanes overtake those before them"},
};
constexpr Choice types[] = {
    {"unsigned", "unsigned", "bits as they are"},
    {"signed", "signed", "two's complement: the sign bit is flipped"},
    {"float", "float",
     "IEEE 754: the sign bit is flipped, in negative numbers all bits; -0 comes before 0"},
    {"text", "text",
     "words of up to 4 letters, 8 bits each, the first letter highest: lexicographic order"},
};
constexpr Choice networks[] = {
    {"bitonic", "bitonic",
     "runs go up and down in turn; each stage starts with its longest distance"},
    {"mirrored", "bitonic, mirrored", "every run goes up: a stage starts with mirrored pairs"},
    {"odd_even_merge", "odd–even merge",
     "merges even and odd places: fewer comparators than bitonic"},
};
constexpr Choice samplings[] = {
    {"regular", "regular", "in the middle of equal parts of the keys"},
    {"random", "random", "anywhere, by a random number generator"},
};
constexpr Choice equal_ways[] = {
    {"off", "off", "a key that equals a splitter goes to the bucket after it"},
    {"on", "on", "each splitter has a bucket for the keys that equal it: it needs no sorting"},
};
constexpr Choice flags[] = {
    {"count", "a count", "every exchange is counted, by atomicAdd"},
    {"plain", "a plain flag", "as the book prints it: many threads store the same 1, and race"},
    {"atomic", "an atomic flag", "the same with atomicExch: no race"},
};
constexpr Choice switches[] = {
    {"off", "off", "all rounds, whatever the keys"},
    {"on", "on", "stops when two rounds in a row exchange nothing"},
};

template <auto Member>
uint32_t get(const Settings& s) {
  return static_cast<uint32_t>(s.*Member);
}
template <auto Member>
void set(Settings& s, uint32_t value) {
  using T = std::remove_reference_t<decltype(s.*Member)>;
  s.*Member = static_cast<T>(value);
}
template <auto Member>
constexpr SettingInfo number(const char* name, const char* label, const char* about, uint32_t low,
                             uint32_t high, Use use = Use::every_sort, bool describes_keys = false,
                             bool seldom = false, Use also = Use{}) {
  return {name, label,          about,  low,         high,        {},
          use,  describes_keys, seldom, get<Member>, set<Member>, also};
}
template <auto Member>
constexpr SettingInfo choice(const char* name, const char* label, const char* about,
                             std::span<const Choice> choices, Use use = Use::every_sort,
                             bool describes_keys = false, bool seldom = false) {
  return {name,       label, about,          0,      static_cast<uint32_t>(choices.size()) - 1,
          choices,    use,   describes_keys, seldom, get<Member>,
          set<Member>};
}

constexpr bool of_keys = true, seldom = true;

constexpr SettingInfo table[] = {
    number<&Settings::key_bits>("bits", "key bits", "Set the number of bits per key", 1,
                                max_key_bits, Use::every_sort, of_keys),
    number<&Settings::threads_per_block>("block", "threads per block",
                                         "Set the number of threads per block", 1,
                                         max_threads_per_block, Use::blocks),
    number<&Settings::radix_bits>("radix", "radix bits", "Set how many bits one pass sorts by", 1,
                                  max_radix_bits, Use::wide_digits),
    number<&Settings::keys_per_thread>(
        "keys_per_thread", "keys per thread", "Set how many keys each thread works on", 1,
        max_keys_per_thread, Use::coarsening, false, false, Use::keys_per_thread),
    choice<&Settings::ownership>("ownership", "ownership", "Choose which keys each thread has",
                                 ownerships, Use::coarsening),
    choice<&Settings::scan>("scan", "block scan", "Choose how a block scans", scan_choices,
                            Use::scan),
    choice<&Settings::order>("order", "order", "Choose the order of the result", orders,
                             Use::every_sort, of_keys),
    choice<&Settings::key_type>("type", "key type", "Choose what the bits of a key mean", types,
                                Use::every_sort, of_keys, seldom),
    number<&Settings::second_bits>("second_bits", "2nd key bits",
                                   "Set the number of bits of a second key; 0 = none", 0,
                                   max_key_bits - 1, Use::every_sort, of_keys, seldom),
    choice<&Settings::second_order>("second_order", "2nd key order",
                                    "Choose the order when the first keys are equal",
                                    std::span(orders).first(2), Use::every_sort, of_keys, seldom),
    choice<&Settings::network>("network", "network", "Choose which places are compared", networks,
                               Use::network),
    choice<&Settings::stop_early>("stop_early", "stop early",
                                  "Choose whether to stop when nothing changes any more", switches,
                                  Use::stop_early),
    choice<&Settings::flag>("flag", "flag", "Choose how threads report that something has changed",
                            flags, Use::stop_early),
    number<&Settings::resident_blocks>("resident", "resident blocks",
                                       "Limit the blocks that run at once; 0 = the machine's limit",
                                       0, 65535, Use::one_launch),
    choice<&Settings::compare>("compare_by", "compare", "Choose how two keys are compared",
                               compares, Use::compare, of_keys, seldom),
    choice<&Settings::start>("start", "start", "Choose what merging starts with", starts,
                             Use::start),
    choice<&Settings::block_sort>("block_sort", "block sort",
                                  "Choose how a block sorts its own keys (with start block)",
                                  block_sorts, Use::block_sort),
    choice<&Settings::co_rank>("co_rank", "co-rank search",
                               "Choose how a thread finds where its piece starts", searches,
                               Use::co_rank),
    number<&Settings::tile>(
        "tile", "tile",
        "Set how many keys of each run a block loads per round; 0 = exactly what it needs", 0,
        max_keys_per_block, Use::tile),
    number<&Settings::lists>("lists", "lists", "Set how many lists the keys are distributed over",
                             1, max_lists, Use::lists),
    choice<&Settings::list_merge>("list_merge", "list merge",
                                  "Choose how the smallest head of the lists is found", list_merges,
                                  Use::list_merge),
    choice<&Settings::ranks>("ranks", "ranks", "Choose how a key finds its rank in its warp",
                             rank_ways, Use::ranks),
    choice<&Settings::warp_size>("warp_size", "lanes per warp",
                                 "Choose how many lanes vote together", warp_sizes, Use::warps),
    choice<&Settings::arrival>("arrival", "arrival",
                               "Choose who comes first on the CPU engine; a GPU has its own order",
                               arrivals, Use::arrival),
    number<&Settings::devices>("devices", "devices", "Set how many devices share the sort", 1,
                               max_devices, Use::devices),
    number<&Settings::oversampling>("oversampling", "oversampling",
                                    "Set how many keys are sampled per bucket or device", 1,
                                    max_oversampling, Use::oversampling),
    choice<&Settings::sampling>("sampling", "sampling", "Choose which keys are sampled", samplings,
                                Use::sample),
    number<&Settings::sample_seed>("sample_seed", "sample seed", "Set the seed of random sampling",
                                   0, 65535, Use::sample),
    choice<&Settings::equal_buckets>(
        "equal_buckets", "equal buckets",
        "Choose whether keys that equal a splitter have buckets of their own", equal_ways,
        Use::sample),
    number<&Settings::finish>(
        "finish", "finish",
        "Set the maximum number of keys of a segment that one block sorts at once", 1,
        max_keys_per_block, Use::finish),
};

std::string out_of_range(const SettingInfo& setting, uint32_t value) {
  return refused::out_of_range({.high = setting.high,
                                .low = setting.low,
                                .setting = scope::text::translated(setting.label),
                                .value = value});
}

}  // namespace

std::string SettingInfo::option() const {
  std::string text = std::string("--") + name;
  std::replace(text.begin(), text.end(), '_', '-');
  return text;
}

std::string SettingInfo::range() const {
  if (is_number()) return std::to_string(low) + "…" + std::to_string(high);
  std::string text;
  for (const Choice& each : choices) text += std::string(text.empty() ? "" : "|") + each.name;
  return text;
}

std::span<const SettingInfo> settings() { return table; }

const SettingInfo* setting_named(std::string_view name) {
  std::string plain(name);
  std::replace(plain.begin(), plain.end(), '-', '_');
  for (const SettingInfo& setting : table) {
    if (plain == setting.name) return &setting;
  }
  return nullptr;
}

bool has_effect(const SettingInfo& setting, const Settings& values) {
  if (setting.get == get<&Settings::second_order>) return values.second_bits > 0;
  if (setting.get == get<&Settings::flag>) return values.stop_early;
  if (setting.get == get<&Settings::sample_seed>) return values.sampling == Sampling::random;
  return values.start == SortStart::block || setting.get != get<&Settings::block_sort>;
}

std::string text_of(const SettingInfo& setting, const Settings& values) {
  const uint32_t value = setting.get(values);
  return setting.is_number() ? std::to_string(value) : setting.choices[value].name;
}

std::optional<uint32_t> value_from(const SettingInfo& setting, std::string_view text) {
  if (!setting.is_number()) {
    for (uint32_t k = 0; k < setting.choices.size(); ++k) {
      if (text == setting.choices[k].name) return k;
    }
    return std::nullopt;
  }
  uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  if (!whole || value < setting.low || value > setting.high) return std::nullopt;
  return value;
}

std::string error_about(const Settings& s) {
  for (const SettingInfo& setting : table) {
    const uint32_t value = setting.get(s);
    if (value < setting.low || value > setting.high) return out_of_range(setting, value);
  }
  if (s.key_bits + s.second_bits > max_key_bits) {
    return refused::key_bits({.first = s.key_bits, .second = s.second_bits});
  }
  if (s.key_type == KeyType::real && s.second_bits != 0) return refused::float_second;
  if (s.key_type == KeyType::real && s.key_bits != 32) {
    return refused::float_bits({.bits = s.key_bits});
  }
  if (s.key_type == KeyType::text && s.second_bits != 0) return refused::words_second;
  if (s.key_type == KeyType::text && s.key_bits % bits_per_letter != 0) {
    return refused::words_bits({.bits = s.key_bits});
  }
  if (s.list_merge == ListMerge::reduction && !std::has_single_bit(s.lists))
    return refused::tree_lists({.fewer = std::bit_floor(s.lists), .lists = s.lists});
  if (s.tile > 0 && s.tile < s.threads_per_block)
    return refused::tile({.threads = s.threads_per_block, .tile = s.tile});
  const uint32_t keys = s.threads_per_block * s.keys_per_thread;
  if (keys > max_keys_per_block) {
    return refused::block_keys({.each = s.keys_per_thread,
                                .keys = keys,
                                .most = max_keys_per_block,
                                .threads = s.threads_per_block});
  }
  return "";
}

uint32_t scan_width(BlockScan scan, uint32_t threads) {
  return scan == BlockScan::blelloch ? std::bit_ceil(threads) : threads;
}

std::vector<ScanLevel> levels_of(BlockScan scan, uint32_t threads) {
  std::vector<ScanLevel> levels;
  const uint32_t width = std::bit_ceil(threads);
  if (scan == BlockScan::shuffles) {
    for (uint32_t d = 1; d < std::min(width, warp_lanes); d *= 2)
      levels.push_back({ScanPhase::lanes, d});
    if (threads > warp_lanes) levels.push_back({ScanPhase::carry, warp_lanes});
    return levels;
  }
  const ScanPhase first = scan == BlockScan::kogge_stone ? ScanPhase::across : ScanPhase::up;
  for (uint32_t d = 1; d < width; d *= 2) levels.push_back({first, d});
  if (scan == BlockScan::brent_kung) {
    for (uint32_t d = width / 4; d > 0; d /= 2) levels.push_back({ScanPhase::fill, d});
  }
  if (scan == BlockScan::blelloch) {
    levels.push_back({ScanPhase::clear, 0});
    for (uint32_t d = width / 2; d > 0; d /= 2) levels.push_back({ScanPhase::down, d});
  }
  return levels;
}

bool ScanLevel::changes(uint32_t i, uint32_t width) const {
  switch (phase) {
    case ScanPhase::across: return i >= distance;
    case ScanPhase::up: return (i + 1) % (2 * distance) == 0;
    case ScanPhase::clear: return i + 1 == width;
    case ScanPhase::fill: return (i + 1) % (2 * distance) == distance && i >= 2 * distance;
    case ScanPhase::down: return (i + 1) % distance == 0;
    case ScanPhase::lanes: return i % warp_lanes >= distance;
    case ScanPhase::carry: return i >= warp_lanes;
  }
  return false;
}

}  // namespace radix
