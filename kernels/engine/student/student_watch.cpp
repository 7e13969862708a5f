#include "student_watch.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <set>

namespace radix::student {

Now now;
StudentRun told;
uint64_t progress = 0;
const char *object_begin = nullptr, *object_end = nullptr;

namespace {

constexpr std::size_t margin = std::size_t{1} << 16;         // bytes around every global array
constexpr std::size_t max_accesses = std::size_t{1} << 21;   // that are written down in a launch
constexpr std::size_t max_shown = student_limits::elements;  // of an array that is stepped
constexpr uint32_t max_intervals = 1024;                     // of a launch that are told one by one
// With what stands around moments and stores, and those of one more moment
constexpr std::size_t max_words_told = student_limits::words - (std::size_t{1} << 20);
constexpr uint32_t spins_from = 200;  // reads of one word by one statement in a row
constexpr unsigned char poison = 0xCD;

/// Who touched a word, and how.
struct Stamp {
  uint32_t epoch = 0, block = 0, interval = 0;
  uint16_t thread = 0, warp_interval = 0;
  StudentSite site = 0;
  uint8_t bytes = 0;  ///< which of the four; 0: nobody
  bool atomic = false;
};
struct Word {
  Stamp write, read, other_read;
  uint8_t written = 0;  ///< which bytes have been written at all
  uint32_t id = 0;  ///< the index of the key that is here, plus 1, among those uploaded; 0 unknown
};

struct Region {
  char *begin = nullptr, *end = nullptr;
  uint32_t array = 0;
  StudentArray::Kind kind = StudentArray::Kind::global;
  bool freed = false, managed = false;
  bool cut = false;  ///< from the dynamic shared memory, in this launch
  std::vector<Word> words;
  std::vector<char> before;  ///< at the beginning of the launch
  bool touched = false;      ///< in this launch
  bool known_bytes = false;  ///< the size of an element has been seen
};

struct Access {
  uint32_t region, offset, interval, who;
  StudentSite site;
  uint32_t bytes;
  uint64_t value;
};

/// The last words that the thread that runs has read, while it runs.
struct Seen {
  const char* address = nullptr;
  uint64_t piece = 0;
  uint32_t value = 0, id = 0;
};
struct SeenWords {
  static constexpr uint32_t most = 16;
  Seen words[most];
  uint32_t count = 0;     ///< also of those that are forgotten
  uint32_t at_store = 0;  ///< `count` when the thread stored last
  uint32_t thread = 0, block = 0;

  const Seen& last(uint32_t before) const { return words[(count - 1 - before) % most]; }
};

std::deque<Region> regions;
Region* last_region = nullptr;
std::vector<Access> accesses;  // stores of this launch
bool too_many = false;
std::size_t words_told = 0, copied = 0;      // words of moments and stores; of copies
const char* pending = nullptr;               // the last store's place; its value is known after it
std::map<uint32_t, uint32_t> barrier_lines;  // of this launch, by interval
const char* dynamic_begin = nullptr;         // of the dynamic shared memory
SeenWords seen, pending_seen;                // by the thread that runs; before the last store
uint64_t piece = 1, pending_piece = 0;
std::vector<uint32_t> uploaded;  // last, by index
const void* spin_address = nullptr;
StudentSite spin_site = 0;
uint32_t spin_thread = 0, spin_block = 0, spin_count = 0;

Region* region_at(const char* address) {
  if (last_region && address >= last_region->begin && address < last_region->end &&
      !last_region->freed)
    return last_region;
  for (Region& each : regions)
    if (!each.freed && address >= each.begin && address < each.end) return last_region = &each;
  return nullptr;
}

/// The array nearest to a stray address, at most a margin away.
Region* region_near(const char* address) {
  Region* best = nullptr;
  std::size_t least = margin;
  for (Region& each : regions) {
    const bool inside = address >= each.begin && address < each.end;
    const std::size_t away = inside                 ? 0
                             : address < each.begin ? static_cast<std::size_t>(each.begin - address)
                                                    : static_cast<std::size_t>(address - each.end);
    if (away < least) least = away, best = &each;
  }
  return best;
}

/// In the gap around an array of a block.
bool is_beside_shared(const char* address) {
  return std::ranges::any_of(regions, [&](const Region& each) {
    return each.kind == StudentArray::Kind::shared && address >= each.begin - 256 &&
           address < each.end + 256;
  });
}

bool is_ordered(const Stamp& a, const Stamp& b, bool shared) {
  if (a.epoch != b.epoch) return true;
  if (a.block != b.block) return shared;
  if (a.interval != b.interval || a.thread == b.thread) return true;
  return a.thread / 32 == b.thread / 32 && a.warp_interval != b.warp_interval;
}
bool conflict(const Stamp& a, const Stamp& b, bool shared) {
  return (a.bytes & b.bytes) && !(a.atomic && b.atomic) && !is_ordered(a, b, shared);
}

int64_t element_of(const Region& region, const char* address) {
  return (address - region.begin) / static_cast<int64_t>(told.arrays[region.array].bytes);
}

void note_race(StudentFinding::Kind kind, const Stamp& mine, const Stamp& other,
               const Region& region, const char* address, bool other_writes) {
  StudentFinding& finding =
      note(kind, mine.site, other.site, region.array + 1, element_of(region, address));
  if (finding.times > 1) return;
  finding.other_block = other.block, finding.other_thread = other.thread;
  finding.writes = other_writes;
}
void note_race(const Stamp& mine, const Stamp& other, const Region& region, const char* address,
               bool reads, bool other_writes) {
  using Kind = StudentFinding::Kind;
  const Kind kind = reads                                     ? Kind::read_race
                    : other_writes && mine.site == other.site ? Kind::collision
                                                              : Kind::write_race;
  note_race(kind, mine, other, region, address, other_writes);
}

/// Compilers do not tell of every store; but where nobody has stored, memory is as it was.
bool was_written_unseen(const Region& region, const Word& word, uint8_t bytes) {
  const auto* at = region.begin + (&word - region.words.data()) * 4;
  for (int i = 0; i < 4; ++i)
    if ((bytes & ~word.written) >> i & 1 && static_cast<unsigned char>(at[i]) != poison)
      return true;
  return false;
}

/// A store that another thread's plain store of the same word is not ordered with. Whether it
/// races is known once it has stored: the same value again does no harm.
struct Unsettled {
  const char* address = nullptr;  ///< of the word; null: there is none
  Region* region = nullptr;
  Stamp mine, other;
  uint32_t before = 0, block = 0, thread = 0;
  uint32_t other_id = 0;  ///< of the key that the other thread has stored there, or 0
};
Unsettled unsettled;
/// Of every such place the element that was told first: block and thread of those that store there.
std::map<StudentSite, std::set<std::pair<uint32_t, uint32_t>>> same_writers;

void note_same_store(const Unsettled& store) {
  StudentFinding& finding = note(StudentFinding::Kind::same_store, store.mine.site, 0,
                                 store.region->array + 1, element_of(*store.region, store.address));
  auto& writers = same_writers[store.mine.site];
  if (finding.times == 1) {
    finding.text = std::to_string(store.before);
    finding.block = store.block, finding.thread = store.thread;
    finding.other_block = store.other.block, finding.other_thread = store.other.thread;
  }
  if (finding.launch == now.launch && finding.index == element_of(*store.region, store.address))
    writers.insert({store.block, store.thread}),
        writers.insert({store.other.block, store.other.thread});
  finding.times = static_cast<uint32_t>(writers.size());
}

/// Of two keys of one value that are stored into one slot, one is lost.
bool are_two_keys(const Unsettled& store) {
  const auto place = static_cast<std::size_t>(store.address - store.region->begin) / 4;
  const uint32_t id = store.region->words[place].id;
  return id != 0 && store.other_id != 0 && id != store.other_id;
}

/// The key that was stored last must be known.
void settle_race() {
  if (!unsettled.address) return;
  uint32_t after = 0;
  std::memcpy(&after, unsettled.address, sizeof after);
  const Unsettled store = unsettled;
  unsettled.address = nullptr;
  uint32_t unwritten = 0;
  std::memset(&unwritten, poison, sizeof unwritten);
  const bool same = after == store.before && after != unwritten;
  if (same) note_same_store(store);
  if (same && !are_two_keys(store)) return;
  const Now running = now;
  now.block = store.block, now.thread = store.thread;
  if (same)
    note_race(StudentFinding::Kind::same_store, store.mine, store.other, *store.region,
              store.address, true);
  else
    note_race(store.mine, store.other, *store.region, store.address, false, true);
  now = running;
}

void check_word(Region& region, Word& word, const Stamp& mine, Touch how, const char* address) {
  const bool shared = region.kind == StudentArray::Kind::shared;
  const bool writes = how == Touch::write || how == Touch::atomic || how == Touch::volatile_write;
  const bool reads = how != Touch::write && how != Touch::volatile_write;
  const bool unwritten = reads && (word.written & mine.bytes) != mine.bytes;
  if (unwritten && was_written_unseen(region, word, mine.bytes)) {
    word.written |= mine.bytes;
  } else if (unwritten && !conflict(word.write, mine, shared)) {
    StudentFinding& finding = note(StudentFinding::Kind::unwritten, mine.site, 0, region.array + 1,
                                   element_of(region, address));
    if (finding.times == 1 && shared && mine.interval == 0) finding.text = "no barrier";
  }
  constexpr uint8_t whole = 15;
  if (conflict(word.write, mine, shared)) {
    if (how == Touch::write && mine.bytes == whole && !word.write.atomic && !unsettled.address) {
      unsettled = {address, &region, mine, word.write, 0, now.block, now.thread, word.id};
      std::memcpy(&unsettled.before, address, sizeof unsettled.before);
    } else {
      note_race(mine, word.write, region, address, !writes, true);
    }
  } else if (writes && conflict(word.read, mine, shared)) {
    note_race(mine, word.read, region, address, false, false);
  } else if (writes && conflict(word.other_read, mine, shared)) {
    note_race(mine, word.other_read, region, address, false, false);
  }
  if (writes) {
    word.write = mine;
    word.written |= mine.bytes;
  } else {
    if (word.read.thread != mine.thread || word.read.block != mine.block)
      word.other_read = word.read;
    word.read = mine;
  }
}

Verdict stray(const char* address, bool reads, StudentSite site) {
  Region* near = region_near(address);
  StudentFinding& finding = note(StudentFinding::Kind::outside, site, 0, near ? near->array + 1 : 0,
                                 near ? element_of(*near, address) : 0);
  finding.writes = !reads;
  if (near && address < near->begin) finding.index = -1;
  if (near && near->freed && address >= near->begin && address < near->end) finding.text = "freed";
  if (!near) return Verdict::stop;
  // It lands in the margin, as it often does on a GPU: the run goes on
  const std::size_t gap = near->kind == StudentArray::Kind::global ? margin : 256;
  return address + 16 >= near->begin - gap && address < near->end + gap - 16 ? Verdict::go_on
                                                                             : Verdict::stop;
}

bool spins(const void* address, Touch how, StudentSite site) {
  const bool same = address == spin_address && site == spin_site && now.thread == spin_thread &&
                    now.block == spin_block && how != Touch::write;
  spin_address = address, spin_site = site, spin_thread = now.thread, spin_block = now.block;
  spin_count = same ? spin_count + 1 : 0;
  if (spin_count < spins_from) return false;
  return true;
}

void write_down(Region& region, const char* address, uint32_t bytes, StudentSite site) {
  region.touched = true;
  if (accesses.size() >= max_accesses) {
    too_many = true;
    return;
  }
  const StudentLaunch& launch = told.launches.back();
  accesses.push_back({region.array, static_cast<uint32_t>(address - region.begin), now.interval,
                      now.block * launch.threads + now.thread, site, std::min(bytes, 8u), 0});
  pending = address;
}

/// What another thread has read says nothing of this one's stores.
void begin_seen() {
  if (seen.thread != now.thread || seen.block != now.block) seen.count = seen.at_store = 0;
  seen.thread = now.thread, seen.block = now.block;
}

void see(const char* address, const Word& word) {
  begin_seen();
  Seen& one = seen.words[seen.count++ % SeenWords::most];
  one = {.address = address, .piece = piece, .id = word.id};
  std::memcpy(&one.value, address, 4);
}

/// The one key of this value among the words read, in this piece of code alone or in all; 0 where
/// there are several.
uint32_t id_among(const SeenWords& read, uint32_t value, uint64_t in_piece, bool& any) {
  uint32_t id = 0;
  for (uint32_t i = 0; i < std::min(read.count, SeenWords::most); ++i) {
    const Seen& each = read.words[i];
    if (each.value != value || (in_piece != 0 && each.piece != in_piece)) continue;
    if (any && id != each.id) return 0;
    any = true, id = each.id;
  }
  return id;
}

/// `c ? a[i] : b[j]`, where c has compared both: what was read alone in the piece before, and once
/// before that. 0 where it is not so.
uint32_t id_taken(const SeenWords& read, uint32_t value) {
  const Seen& taken = read.last(0);
  if (read.count < read.at_store + 3 || taken.value != value || taken.piece + 1 != pending_piece ||
      read.last(1).piece == taken.piece)
    return 0;
  const bool compared =
      read.last(1).address == taken.address || read.last(2).address == taken.address;
  return compared ? taken.id : 0;
}

Word& word_at(Region& region, const char* address) {
  return region.words[static_cast<std::size_t>(address - region.begin) / 4];
}

/// A key that moves one place to the right, as in an insertion sort: it was read last, on the left
/// of where it is stored. Of keys that are equal the next store tells: it makes room for none that
/// stays, so if the place that the key has left is stored, too, that is the key that passes it.
struct ShiftedKey {
  const char* to = nullptr;
  StudentSite site = 0;
  uint32_t value = 0, id = 0, reads = 0, thread = 0, block = 0;
};
ShiftedKey shifted;
StudentSite passed_an_equal = 0;  // the first store that moved a key to the right for an equal one

/// The id of a key that is stored where a shifted one was; nothing where it is no such store.
std::optional<uint32_t> id_of_passing(Region& region, const char* address, uint32_t value) {
  const SeenWords& read = pending_seen;
  const bool follows = shifted.to == address + 4 && shifted.value == value &&
                       shifted.thread == read.thread && shifted.block == read.block &&
                       read.count > shifted.reads && read.last(0).address + 4 == address;
  if (!follows || address + 4 >= region.end) return std::nullopt;
  word_at(region, address + 4).id = shifted.id;
  if (read.last(0).value == value) return read.last(0).id;
  uint32_t passing = 0;
  for (uint32_t i = 0; i < std::min(read.count, SeenWords::most); ++i)
    if (read.words[i].value == value && read.words[i].id != shifted.id) passing = read.words[i].id;
  if (passing > shifted.id && shifted.id > 0 && passed_an_equal == 0)
    passed_an_equal = shifted.site;
  return passing;
}

void remember_shift(const char* address, uint32_t value, StudentSite site) {
  const SeenWords& read = pending_seen;
  shifted = {};
  if (read.count == 0 || read.last(0).address + 4 != address || read.last(0).value != value) return;
  shifted = {.to = address,
             .site = site,
             .value = value,
             .id = read.last(0).id,
             .reads = read.count,
             .thread = read.thread,
             .block = read.block};
}

/// Which key was stored, as far as what was read before tells.
void store_id(const char* address, uint32_t value, StudentSite site) {
  Region* region = region_at(address);
  if (!region) return;
  const auto passing = id_of_passing(*region, address, value);
  remember_shift(address, value, site);
  if (passing) return void(word_at(*region, address).id = *passing);
  bool any = false;
  uint32_t id = id_among(pending_seen, value, pending_piece, any);
  if (!any) id = id_taken(pending_seen, value);
  if (!any && id == 0 && pending_seen.count <= SeenWords::most)
    id = id_among(pending_seen, value, 0, any);
  word_at(*region, address).id = id;
}

/// Equal keys that come back in another order than they were uploaded in, where it is known which
/// is which.
void check_order(const Region& region, std::size_t first, std::size_t count) {
  for (std::size_t i = first + 1; i < first + count && i < region.words.size(); ++i) {
    const Word &left = region.words[i - 1], &right = region.words[i];
    if (right.id == 0 || left.id < right.id || left.id > uploaded.size()) continue;
    const uint32_t key = uploaded[left.id - 1];
    if (uploaded[right.id - 1] != key || std::memcmp(region.begin + 4 * (i - 1), &key, 4) != 0 ||
        std::memcmp(region.begin + 4 * i, &key, 4) != 0)
      continue;
    StudentFinding& finding =
        note(StudentFinding::Kind::unstable, passed_an_equal ? passed_an_equal : right.write.site,
             0, region.array + 1, static_cast<int64_t>(i));
    if (finding.times > 1) continue;
    finding.other_block = left.id - 1, finding.other_thread = right.id - 1;
  }
}

/// As if it were copied, since both sides use it.
void tell_managed_array(const Region& region, bool to_device) {
  StudentCopy copy{.array = region.array,
                   .line = told.arrays[region.array].line,
                   .launch = now.launch,
                   .to_device = to_device};
  const auto bytes = static_cast<std::size_t>(region.end - region.begin);
  if (bytes > 4 * max_shown || told.copies.size() >= student_limits::copies) return;
  copy.values.resize(bytes / 4);
  if (!copy.values.empty()) std::memcpy(copy.values.data(), region.begin, 4 * copy.values.size());
  told.copies.push_back(std::move(copy));
}

/// An array through the launch: its bytes, who wrote each element last.
struct State {
  std::vector<char> bytes;
  std::vector<uint8_t> written;  // by byte
  std::vector<StudentSite> site;
  std::vector<uint32_t> who;
};

uint32_t value_at(const std::vector<char>& bytes, std::size_t place, uint32_t size) {
  uint32_t value = 0;
  std::memcpy(&value, bytes.data() + place, std::min(size, 4u));
  return value;
}

/// Too much happened to be told.
bool is_too_much(std::size_t more_words) {
  if (told.moments.size() >= student_limits::moments ||
      told.stores.size() >= student_limits::stores || words_told + more_words > max_words_told)
    told.steps = 0;
  return told.steps == 0;
}

void tell_moment(const State& state, uint32_t array, uint32_t interval) {
  if (is_too_much(4 * state.site.size() + 8)) return;
  const uint32_t size = told.arrays[array].bytes;
  StudentMoment moment{.launch = now.launch, .interval = interval, .array = array};
  const auto line = barrier_lines.find(interval + 1);
  const bool at_barrier = interval < max_intervals && line != barrier_lines.end();
  moment.barrier_line = at_barrier ? line->second : 0;
  for (std::size_t i = 0; i < state.site.size(); ++i) {
    moment.values.push_back(value_at(state.bytes, i * size, size));
    moment.written.push_back(state.written[i * size] != 0);
  }
  moment.site = state.site, moment.who = state.who;
  words_told += 4 * moment.values.size() + 8;
  told.moments.push_back(std::move(moment));
}

std::size_t size_of(const Region& region) {
  return static_cast<std::size_t>(region.end - region.begin);
}

/// What memory holds at the end and no store that was told has made: nobody is known who did.
void take_unseen(Region& region, State& state) {
  if (region.freed || state.bytes.empty() ||
      std::memcmp(state.bytes.data(), region.begin, state.bytes.size()) == 0)
    return;
  for (std::size_t word = 0; word < region.words.size(); ++word) {
    const std::size_t at = 4 * word, bytes = std::min<std::size_t>(4, state.bytes.size() - at);
    if (std::memcmp(&state.bytes[at], region.begin + at, bytes) == 0) continue;
    std::memcpy(&state.bytes[at], region.begin + at, bytes);
    std::fill_n(state.written.begin() + static_cast<std::ptrdiff_t>(at), bytes, 1);
    region.words[word].written = 15;
  }
  tell_moment(state, region.array, max_intervals);
}

void tell_stores(const std::map<uint32_t, State>& states) {
  std::map<std::pair<StudentSite, uint32_t>, StudentStores> rows;
  std::vector<std::pair<StudentSite, uint32_t>> order;
  for (const Access& each : accesses) {
    if (!states.contains(each.region)) continue;
    auto [row, fresh] = rows.try_emplace({each.site, each.region});
    if (fresh) order.push_back(row->first);
    const StudentArray& array = told.arrays[each.region];
    uint32_t slot = each.offset / array.bytes;
    if (array.kind == StudentArray::Kind::shared)
      slot += each.who / told.launches.back().threads * array.elements;
    row->second.who.push_back(each.who);
    row->second.slot.push_back(slot);
    row->second.value.push_back(static_cast<uint32_t>(each.value));
  }
  for (const auto& key : order) {
    StudentStores& row = rows[key];
    if (is_too_much(3 * row.who.size() + 8)) return;
    row.launch = now.launch, row.site = key.first, row.array = key.second;
    words_told += 3 * row.who.size() + 8;
    told.stores.push_back(std::move(row));
  }
}

}  // namespace

StudentFinding& note(StudentFinding::Kind kind, StudentSite site, StudentSite other_site,
                     uint32_t array, int64_t index) {
  static StudentFinding spare;
  for (StudentFinding& each : told.findings)
    if (each.kind == kind && each.site == site && each.other_site == other_site &&
        each.array == array)
      return ++each.times, each;
  if (told.findings.size() >= student_limits::findings) return spare = {.times = 2}, spare;
  told.findings.push_back(
      {.kind = kind,
       .site = site,
       .other_site = other_site,
       .launch = now.launch,
       .in_kernel = now.in_kernel,
       .block = now.block,
       .thread = now.thread,
       .array = array,
       .index = static_cast<int32_t>(std::clamp<int64_t>(index, INT32_MIN, INT32_MAX))});
  return told.findings.back();
}

void begin_piece() { ++piece; }

void settle_store() {
  if (pending && !accesses.empty()) {
    Access& access = accesses.back();
    std::memcpy(&access.value, pending, access.bytes);
    if (access.bytes == 4) store_id(pending, static_cast<uint32_t>(access.value), access.site);
  }
  pending = nullptr;
  settle_race();
}

Verdict touch(const void* at, uint32_t bytes, Touch how, StudentSite site) {
  const auto* address = static_cast<const char*>(at);
  if (address >= now.stack_low && address < now.stack_high) return Verdict::go_on;
  settle_store();
  const bool reads = how == Touch::read || how == Touch::volatile_read;
  Region* region = region_at(address);
  if (!now.in_kernel) {  // the host's own memory is its own affair
    if (region && region->kind == StudentArray::Kind::global && !region->managed) {
      StudentFinding& finding = note(StudentFinding::Kind::host_touch, site, 0, region->array + 1,
                                     element_of(*region, address));
      finding.writes = !reads;
      return Verdict::stop;
    }
    return Verdict::go_on;
  }
  const bool constant = !region && reads && address >= object_begin && address < object_end &&
                        !is_beside_shared(address);
  if (constant) return Verdict::go_on;
  if (!region || address + bytes > region->end) return stray(address, reads, site);
  StudentArray& array = told.arrays[region->array];
  if (!region->known_bytes && bytes <= 8) {
    region->known_bytes = true;
    array.bytes = bytes;
    array.elements = static_cast<uint32_t>((region->end - region->begin) / bytes);
  }
  if (bytes == 4 && array.bytes == 8) {  // a vector's load came before
    array.bytes = 4;
    array.elements = static_cast<uint32_t>((region->end - region->begin) / 4);
  }
  if (!reads) {
    begin_seen();
    pending_seen = seen, pending_piece = piece;
    seen.at_store = seen.count;
    for (uint32_t from = 0; from < bytes; from += 8) {
      settle_store();
      write_down(*region, address + from, bytes - from, site);
    }
  }
  const auto offset = static_cast<std::size_t>(address - region->begin);
  Stamp mine{.epoch = now.epoch,
             .block = now.block,
             .interval = now.interval,
             .thread = static_cast<uint16_t>(now.thread),
             .warp_interval = static_cast<uint16_t>(now.warp_interval),
             .site = site,
             .atomic = how != Touch::read && how != Touch::write};
  for (std::size_t word = offset / 4; word <= (offset + bytes - 1) / 4; ++word) {
    const std::size_t from = std::max(offset, word * 4) - word * 4;
    const std::size_t to = std::min(offset + bytes, word * 4 + 4) - word * 4;
    mine.bytes = static_cast<uint8_t>((1u << to) - (1u << from));
    Word& one = region->words[word];
    check_word(*region, one, mine, how, region->begin + word * 4 + from);
    if (!reads) one.id = 0;
    if (reads && mine.bytes == 15) see(region->begin + word * 4, one);
  }
  const bool waits = spins(address, how, site);
  if (!reads && !waits) ++progress;
  return waits ? Verdict::spins : Verdict::go_on;
}

// ------------------------------------------------------------------------------------------ arrays

uint32_t add_array(StudentArray::Kind kind, const std::string& name, uint32_t line, char* begin,
                   std::size_t bytes, bool managed) {
  const auto number = static_cast<uint32_t>(told.arrays.size());
  told.arrays.push_back(
      {.name = name, .kind = kind, .line = line, .elements = static_cast<uint32_t>(bytes / 4)});
  Region& region = regions.emplace_back();
  region.begin = begin, region.end = begin + bytes;
  region.array = number, region.kind = kind, region.managed = managed;
  region.words.resize((bytes + 3) / 4);
  if (kind == StudentArray::Kind::variable)
    for (Word& word : region.words) word.written = 15;
  last_region = nullptr;
  return number;
}

void resize_array(uint32_t array, std::size_t bytes) {
  std::erase_if(regions, [](const Region& each) { return each.cut; });
  for (Region& each : regions)
    if (each.array == array) {
      dynamic_begin = each.begin;
      each.end = each.begin + bytes;
      each.words.assign((bytes + 3) / 4, {});
      if (bytes > 0)  // a launch without any is of a kernel that does not have this array
        told.arrays[array].elements = static_cast<uint32_t>(bytes / told.arrays[array].bytes);
    }
  last_region = nullptr;
}

uint32_t rename_array(uint32_t array, const std::string& name) {
  static std::map<std::string, uint32_t> numbers;
  if (told.arrays[array].name == name) {
    for (const Region& each : regions)
      if (each.array == array)
        told.arrays[array].elements =
            static_cast<uint32_t>((each.end - each.begin) / told.arrays[array].bytes);
    return array;
  }
  const bool first = numbers.empty(), full = told.arrays.size() >= student_limits::arrays;
  const auto [number, is_new] = numbers.try_emplace(name, array);
  if (is_new && !first && !full) {
    number->second = static_cast<uint32_t>(told.arrays.size());
    told.arrays.push_back(told.arrays[array]);
  }
  StudentArray& named = told.arrays[number->second];
  named.name = name;
  for (Region& each : regions) {
    if (each.array != array) continue;
    each.array = number->second;
    each.known_bytes &= !is_new;
    named.elements = static_cast<uint32_t>((each.end - each.begin) / named.bytes);
  }
  return number->second;
}

void* allocate(std::size_t bytes, const std::string& name, uint32_t line, bool managed) {
  if (bytes > (std::size_t{1} << 31)) return nullptr;
  auto* memory = static_cast<char*>(std::malloc(bytes + 2 * margin));
  if (!memory) return nullptr;
  std::memset(memory, poison, bytes + 2 * margin);
  std::string short_name = name;
  const std::size_t blank = short_name.find_last_of("&*) .>");
  if (blank != std::string::npos && blank + 1 < short_name.size())
    short_name = short_name.substr(blank + 1);
  add_array(StudentArray::Kind::global, short_name, line, memory + margin, bytes, managed);
  regions.back().known_bytes = line == 0;  // the judge's own
  return memory + margin;
}

static Region* allocated_at(const void* begin) {
  for (Region& each : regions)
    if (each.begin == begin && each.kind == StudentArray::Kind::global && !each.freed) return &each;
  return nullptr;
}

/// From `begin` on the dynamic shared memory is another array.
static void cut_shared(Region& from, char* begin, const std::string& name, uint32_t line) {
  static std::map<std::pair<std::string, uint32_t>, uint32_t> numbers;
  const auto known = numbers.find({name, line});
  if (known == numbers.end() && told.arrays.size() >= student_limits::arrays) return;
  Region rest{
      .begin = begin,
      .end = from.end,
      .array = known != numbers.end() ? known->second : static_cast<uint32_t>(told.arrays.size()),
      .kind = StudentArray::Kind::shared,
      .cut = true,
      .words = {from.words.begin() + (begin - from.begin) / 4, from.words.end()}};
  if (known == numbers.end()) {
    told.arrays.push_back({.name = name, .kind = rest.kind, .line = line});
    numbers[{name, line}] = rest.array;
  }
  StudentArray &before = told.arrays[from.array], &after = told.arrays[rest.array];
  before.elements = static_cast<uint32_t>((begin - from.begin) / before.bytes);
  after.elements = static_cast<uint32_t>((rest.end - begin) / after.bytes);
  from.words.resize(static_cast<std::size_t>(begin - from.begin) / 4);
  from.end = begin;
  regions.push_back(std::move(rest));
  last_region = nullptr;
}

void name_array(const void* begin, const char* name, uint32_t line) {
  Region* within = begin ? region_at(static_cast<const char*>(begin)) : nullptr;
  if (within && within->kind == StudentArray::Kind::shared) {
    char* at = within->begin + (static_cast<const char*>(begin) - within->begin);
    const bool dynamic = within->cut || within->begin == dynamic_begin;
    if (dynamic && at > within->begin && (at - within->begin) % 4 == 0) {
      settle_store();
      cut_shared(*within, at, name, line);
    }
    return;
  }
  if (const Region* region = allocated_at(begin); region && begin) {
    told.arrays[region->array].name = name;
    told.arrays[region->array].line = line;
  }
}

bool release(const void* begin) {
  Region* region = allocated_at(begin);
  if (!region) return begin == nullptr;
  if (region->managed) tell_managed_array(*region, false);
  region->freed = true;
  last_region = nullptr;
  return true;
}

void copy_memory(void* to, const void* from, std::size_t bytes, int kind, uint32_t line) {
  if (bytes == 0) return;
  Region *into = region_at(static_cast<char*>(to)),
         *out = region_at(static_cast<const char*>(from));
  const auto complain = [&](const Region* region, const std::string& text) {
    note(StudentFinding::Kind::copy, site_is_line | line, 0, region ? region->array + 1 : 0, 0)
        .text = text;
  };
  if (kind >= 1 && kind <= 3) {
    if ((kind != 2) && !into) complain(nullptr, "to");
    if ((kind != 1) && !out) complain(nullptr, "from");
    if (((kind != 2) && !into) || ((kind != 1) && !out)) return;
  }
  for (const bool writes : {true, false}) {
    Region* region = writes ? into : out;
    if (!region) continue;
    const auto* at = static_cast<const char*>(writes ? to : from);
    const auto room = static_cast<std::size_t>(region->end - at);
    if (bytes > room) complain(region, "end");
    bytes = std::min(bytes, room);
  }
  std::memmove(to, from, bytes);
  const auto values_of = [&](const Region& region) {
    const uint32_t size = told.arrays[region.array].bytes;
    std::vector<uint32_t> values;
    for (std::size_t i = 0; size >= 4 && i + 4 <= bytes && bytes <= 4 * max_shown; i += 4) {
      uint32_t value;
      std::memcpy(&value, static_cast<const char*>(from) + i, 4);
      values.push_back(value);
    }
    return values;
  };
  if (into) {
    const auto offset = static_cast<std::size_t>(static_cast<char*>(to) - into->begin);
    for (std::size_t i = offset / 4; i < (offset + bytes + 3) / 4; ++i) {
      // What was never written stays so, wherever it is copied
      const std::size_t other =
          out ? static_cast<std::size_t>(static_cast<const char*>(from) - out->begin) / 4 + i -
                    offset / 4
              : 0;
      const bool copied_here = out && other < out->words.size();
      into->words[i].written = copied_here ? out->words[other].written : 15;
      if (copied_here) into->words[i].write.site = out->words[other].write.site;
      into->words[i].id = copied_here ? out->words[other].id
                          : out       ? 0
                                      : static_cast<uint32_t>(i - offset / 4) + 1;
    }
  }
  if (into && !out) {
    uploaded.resize(bytes / 4);
    std::memcpy(uploaded.data(), from, 4 * uploaded.size());
  }
  if (out && !into)
    check_order(*out, static_cast<std::size_t>(static_cast<const char*>(from) - out->begin) / 4,
                bytes / 4);
  if (!into == !out) return;
  const Region& device = into ? *into : *out;
  StudentCopy copy{.array = device.array,
                   .line = line,
                   .launch = now.launch,
                   .to_device = into != nullptr,
                   .values = values_of(device)};
  // Of many the first and the last count
  constexpr std::size_t max_copied = std::size_t{1} << 19;
  copied += copy.values.size();
  for (std::size_t i = told.copies.size(); copied > max_copied && i-- > 1;) {
    copied -= told.copies[i].values.size();
    told.copies[i].values.clear();
  }
  told.copies.push_back(std::move(copy));
}

void set_memory(void* at, int value, std::size_t bytes, uint32_t line) {
  if (bytes == 0) return;
  Region* region = region_at(static_cast<char*>(at));
  if (!region) {
    note(StudentFinding::Kind::copy, site_is_line | line, 0, 0, 0).text = "to";
    return;
  }
  const auto room = static_cast<std::size_t>(region->end - static_cast<char*>(at));
  if (bytes > room)
    note(StudentFinding::Kind::copy, site_is_line | line, 0, region->array + 1, 0).text = "end";
  bytes = std::min(bytes, room);
  std::memset(at, value, bytes);
  const auto offset = static_cast<std::size_t>(static_cast<char*>(at) - region->begin);
  for (std::size_t i = offset / 4; i < (offset + bytes + 3) / 4; ++i)
    region->words[i].written = 15, region->words[i].id = 0;
}

void tell_managed() {
  for (const Region& each : regions)
    if (each.managed && !each.freed) tell_managed_array(each, false);
}

// ---------------------------------------------------------------------------------------- launches

void begin_record(const std::string& kernel, uint32_t line, uint32_t blocks, uint32_t threads,
                  std::size_t shared_bytes) {
  if (told.launches.empty())
    for (const Region& each : regions)
      if (each.managed && !each.freed) tell_managed_array(each, true);
  told.launches.push_back({.kernel = kernel,
                           .line = line,
                           .blocks = blocks,
                           .threads = threads,
                           .shared_bytes = static_cast<uint32_t>(shared_bytes)});
  accesses.clear();
  barrier_lines.clear();
  too_many = false;
  pending = nullptr;
  for (Region& each : regions) {
    each.touched = false;
    if (each.kind != StudentArray::Kind::shared && !each.freed)
      each.before.assign(each.begin, each.end);
  }
}

void record_barrier(uint32_t interval, uint32_t line) { barrier_lines.emplace(interval, line); }

void end_record() {
  settle_store();
  const StudentLaunch& launch = told.launches.back();
  std::map<uint32_t, State> states;
  std::map<uint32_t, std::vector<const Access*>> by_interval;
  for (const Region& each : regions) {
    const bool shared = each.kind == StudentArray::Kind::shared;
    const bool unseen = !shared && !each.freed && each.before.size() == size_of(each) &&
                        !each.before.empty() &&
                        std::memcmp(each.before.data(), each.begin, each.before.size()) != 0;
    if (!each.touched && !unseen) continue;
    const StudentArray& array = told.arrays[each.array];
    const std::size_t own = size_of(each);
    const std::size_t elements = std::size_t{array.elements} * (shared ? launch.blocks : 1);
    if (elements > max_shown) continue;
    State state{.bytes = each.before};
    state.bytes.resize(own * (shared ? launch.blocks : 1));
    state.written.resize(state.bytes.size());
    // What it held before the launch: the words know whether anybody wrote them
    for (std::size_t i = 0; !shared && i < state.written.size(); ++i)
      state.written[i] = each.words[i / 4].write.epoch != now.epoch && each.words[i / 4].written;
    state.site.resize(elements), state.who.resize(elements);
    states[each.array] = std::move(state);
  }
  if (too_many || is_too_much(0)) told.steps = 0;
  if (told.steps == 0) return;
  for (const Access& each : accesses)
    if (states.contains(each.region))  // of an endless loop the first ones, and what it came to
      by_interval[std::min(each.interval, max_intervals)].push_back(&each);
  for (const auto& [interval, list] : by_interval) {
    std::vector<uint32_t> changed;
    for (const Access* each : list) {
      State& state = states[each->region];
      const StudentArray& array = told.arrays[each->region];
      std::size_t base = each->offset;
      if (array.kind == StudentArray::Kind::shared)
        base += std::size_t{each->who / launch.threads} * array.elements * array.bytes;
      for (uint32_t i = 0; i < each->bytes && base + i < state.bytes.size(); ++i) {
        state.bytes[base + i] = static_cast<char>(each->value >> 8 * i);
        state.written[base + i] = 1;
        const std::size_t element = (base + i) / array.bytes;
        if (element < state.site.size())
          state.site[element] = each->site, state.who[element] = each->who;
      }
      if (std::find(changed.begin(), changed.end(), each->region) == changed.end())
        changed.push_back(each->region);
    }
    for (const uint32_t array : changed) tell_moment(states[array], array, interval);
  }
  for (Region& each : regions)
    if (each.kind != StudentArray::Kind::shared && states.contains(each.array))
      take_unseen(each, states[each.array]);
  tell_stores(states);
}

// ----------------------------------------------------------------------------------- shared memory

void poison_shared() {
  settle_store();
  for (Region& each : regions) {
    if (each.kind != StudentArray::Kind::shared) continue;
    std::fill(each.begin, each.end, static_cast<char>(poison));
    for (Word& word : each.words) word.written = 0;
  }
}

KeptShared keep_shared() {
  settle_store();
  KeptShared kept;
  for (const Region& each : regions) {
    if (each.kind != StudentArray::Kind::shared) continue;
    kept.bytes.insert(kept.bytes.end(), each.begin, each.end);
    for (const Word& word : each.words) kept.written.push_back(word.written);
  }
  return kept;
}

void bring_shared(const KeptShared& kept) {
  settle_store();
  auto bytes = kept.bytes.begin();
  auto written = kept.written.begin();
  for (Region& each : regions) {
    if (each.kind != StudentArray::Kind::shared) continue;
    const std::ptrdiff_t size = each.end - each.begin;
    std::copy_n(bytes, size, each.begin);
    bytes += size;
    for (Word& one : each.words) one.written = *written++;
  }
}

}  // namespace radix::student
