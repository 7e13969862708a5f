/// show("bits", i, bit): the only instrument inside a kernel. It marks a moment worth seeing and
/// copies one value per thread to a log: what the thread has in its register, or what it reads from
/// shared memory after a barrier that the algorithm needs anyway. It adds no barrier, so it cannot
/// hide a race. The tool of kernels/engine/probes writes it after the line that computes what it
/// shows, and that line is the step's.
///
///   show("output")                     marks the moment; the array lies in a buffer that the host
///                                      copies after the launch
///   show("bits", i, bit)               this thread shows element i
///   show("block_ones", block, total)   of an array with one value per block, or one for all
///                                      grid: thread 0 shows it
///   show("bits", tile, bits)           this thread shows bits[c] as element tile.index(c), for
///                                      each of its keys
///   show("zero_list", list, memory)    this thread shows memory[list.index(c)], for each of its
///                                      places
///   show("starts", rows, count)        the threads of the block show its column of a table:
///                                      rows[0 … count - 1]
///   show.round("a_rank", r, i, rank)   in round r of a loop that every thread makes as often as it
///                                      must; other elements keep what they had, and a round that
///                                      no thread comes to is none. Behind the loop: end_rounds
///   show.some("source", i, place)      this thread shows any number of elements, one call each.
///                                      Behind the last: end_rounds(1). One loop may fill several
///                                      arrays: show.some("tree_lists", i, list, 1) is of the
///                                      moment after this one
///   show.end_rounds(most)              the same in all threads: no fewer than there were rounds
///   show.split(k)                      from here on all belongs to split k of the block's own sort
///   show.as("ones", i)                 what a scan that a block makes shows; i: this thread's
///                                      element
///   show.in(sorted)                    the show after it is of what lies in this array, though
///                                      the thread hands in a copy of its own
///
/// Names are those of the family's list of arrays; another one does not compile. Every thread of a
/// block passes the same shows in the same order, up to its last one. Timed kernels have none.
#pragma once

#include <type_traits>

#include "kernels/engine/model/arrays.hpp"
#include "kernels/engine/model/settings.hpp"
#include "simt.hpp"

namespace radix {

/// What a scan shows, in this order: the roles that the arrays of a family play in it.
inline constexpr ArrayInfo scan_roles[] = {
    {"level", "", stage::none, Shape::per_key, ""},
    {"before_in_block", "", stage::none, Shape::per_key, ""},
    {"block_sum", "", stage::none, Shape::per_block, ""},
    {"before_block", "", stage::none, Shape::per_block, ""},
    {"result", "", stage::none, Shape::per_key, ""},
};

inline namespace SIMT_TARGET {

/// A key that carries its identity (index in the input) through the sort.
struct Record {
  uint32_t key;
  uint32_t id;
};

/// One header per moment; one row of values for those that carry values; keys carry their
/// identities in a second row, one per local split; a bucket table has a place of its own.
struct ShowLog {
  /// place + 1, line, level, distance, file, what it carries, split + 1 or 0, phase, memory space
  static constexpr uint32_t header_words = 9;
  enum Carries : uint32_t { nothing, values_row, keys_row, table_row };

  View<uint32_t>
      headers;  ///< (moments + 1) x header_words; the last one is set when there are more moments
  View<uint32_t> values;  ///< moments x row_words
  View<uint32_t> ids;     ///< splits x row_words, or moments x row_words
  View<uint32_t> table;   ///< entries of the bucket table
  uint32_t moments = 0, row_words = 0;
  bool ids_by_moment = false;  ///< a part has several arrays of keys

  /// What a value that no thread showed reads as.
  static constexpr uint32_t unwritten = 0xffffffffu;
};

/// FNV-1a of a file's base name; lets the host tell which source a line belongs to.
__host__ __device__ inline uint32_t file_hash(const char* path) {
  uint32_t hash = 2166136261u;
  for (const char* c = path; *c != '\0'; ++c) {
    if (*c == '/' || *c == '\\') {
      hash = 2166136261u;
    } else {
      hash = (hash ^ static_cast<unsigned char>(*c)) * 16777619u;
    }
  }
  return hash;
}

/// The line that shows, and the level of a scan that it shows.
struct ShowLine {
  uint32_t number;
  const char* file;
};
struct ShowLevel {
  uint32_t number = 0, distance = 0;
  ScanPhase phase = ScanPhase::across;
};

class ThreadShow;

/// For a search whose looks are not shown.
struct Unseen {
  template <class... T>
  __device__ void operator()(T...) const {}
};

/// A thread of a recorded launch: what it has shown, and where it does.
class AnyShow {
 public:
  AnyShow() = default;  ///< dead: does nothing
  /// `scan`: the arrays of a scan that the kernel is, if it is one.
  AnyShow(ShowLog log, ScanPlaces scan) : log_(log), scan_(scan), live_(true) {}

  __device__ void split(uint32_t split) { split_ = split + 1; }
  /// From here on all belongs to the split after the last one.
  __device__ void next_split() { split_ += 1; }
  /// Row `number` of a person's own: element i.
  template <class T>
  __device__ void own(uint32_t number, uint32_t i, const T& value, uint32_t line = __builtin_LINE(),
                      const char* file = __builtin_FILE()) {
    if (!live_) return;
    uint32_t word;
    if constexpr (std::is_same_v<T, Record>)
      word = value.key;
    else
      word = static_cast<uint32_t>(value);
    const Shown row{own_places + number, Shape::per_key};
    if (begin(true, ShowLog::values_row, MemorySpace::thread, row, {line, file}, {}))
      store(i, word);
  }
  __device__ void end_rounds(uint32_t most) {
    if (!live_) return;
    moment_ += most;
    moments_passed(moment_);
  }

 protected:
  friend class ThreadShow;

  __device__ void mark(Shown array, ShowLine line) {
    const bool first = blockIdx.x == 0 && threadIdx.x == 0;
    if (live_) begin(first, ShowLog::nothing, MemorySpace::global, array, line, {});
  }
  template <class T>
  __device__ void value(Shown array, uint32_t i, const T& value, ShowLine line,
                        ShowLevel level = {}, MemorySpace memory = MemorySpace::thread) {
    if (!live_) return;
    const bool all = array.shape != Shape::per_block && array.shape != Shape::single;
    const bool mine = all || threadIdx.x == 0;
    if (begin(mine && i == 0, carried(value), memory, array, line, level) && mine) store(i, value);
  }
  /// Element i of the moment `round` moments further on. Many threads write its header, all the
  /// same.
  template <class T>
  __device__ void element(Shown array, uint32_t round, uint32_t i, const T& value, ShowLine line,
                          ShowLevel level) {
    if (!live_) return;
    AnyShow later = *this;
    in_ = MemorySpace::unknown;
    later.moment_ += round;
    if (later.begin(true, carried(value), space_of(value), array, line, level))
      later.store(i, value);
  }
  template <class Tile, class T>
  __device__ void values(Shown array, const Tile& tile, const T* values, ShowLine line) {
    if (!live_) return;
    const bool first = tile.first == 0 && threadIdx.x == 0;
    if (!begin(first, carried(*values), MemorySpace::thread, array, line, {})) return;
    for (uint32_t c = 0; c < tile.keys_per_thread; ++c) {
      if (tile.has(c)) store(tile.index(c), values[c]);
    }
  }
  template <class Tile, class T>
  __device__ void memory(Shown array, const Tile& tile, View<T> values, ShowLine line) {
    if (!live_) return;
    const bool first = tile.first == 0 && threadIdx.x == 0;
    if (!begin(first, carried(std::remove_const_t<T>{}), space_of(values), array, line, {})) return;
    for (uint32_t c = 0; c < tile.keys_per_thread; ++c)
      store(tile.index(c), values.data()[tile.index(c)]);
  }
  __device__ void column(Shown array, View<const uint32_t> rows, uint32_t count, ShowLine line) {
    if (!live_) return;
    const bool first = threadIdx.x == 0 && blockIdx.x == 0;
    if (!begin(first, ShowLog::table_row, space_of(rows), array, line, {})) return;
    for (uint32_t d = threadIdx.x; d < count; d += blockDim.x)
      log_.table.data()[d * gridDim.x + blockIdx.x] = rows.data()[d];
  }
  /// The thread of element i changed element k of the block's sums (and, on the way down, the one
  /// `distance` to its left) and shows it. Others, and elements without a thread, keep what they
  /// had.
  __device__ void sums(Shown array, uint32_t i, View<const uint32_t> sums, uint32_t k,
                       ShowLine line, ShowLevel level) {
    if (!live_ || !begin(i == 0, ShowLog::values_row, space_of(sums), array, line, level)) return;
    const uint32_t first = i - threadIdx.x, tree = static_cast<uint32_t>(sums.size()) - 1;
    if (k < blockDim.x) store(first + k, sums.data()[k]);
    if (level.phase == ScanPhase::down && k < tree && k - level.distance < blockDim.x)
      store(first + k - level.distance, sums.data()[k - level.distance]);
  }

  MemorySpace in_ = MemorySpace::unknown;  ///< what `in` says of the next show

  __device__ const ScanPlaces& scan_here() const { return scan_; }
  __device__ Shown of_scan(Shown role) const { return {scan_.of_role[role.place], role.shape}; }

  /// Two places as a tile has them.
  struct Two {
    uint32_t first, low, high;
    static constexpr uint32_t keys_per_thread = 2;
    __device__ bool has(uint32_t) const { return high != none; }
    __device__ uint32_t index(uint32_t c) const { return c == 0 ? low : high; }
  };

 private:
  __device__ static constexpr uint32_t carried(uint32_t) { return ShowLog::values_row; }
  __device__ static constexpr uint32_t carried(const Record&) { return ShowLog::keys_row; }

  /// Goes on to the next moment; one thread of the grid writes the header. False when the log is
  /// full.
  __device__ bool begin(bool writes_header, uint32_t carries, MemorySpace memory, Shown array,
                        ShowLine line, ShowLevel level) {
    if (in_ != MemorySpace::unknown) memory = in_;
    in_ = MemorySpace::unknown;
    const uint32_t moment = moment_ < log_.moments ? moment_ : log_.moments;
    if (writes_header) {
      const uint32_t words[] = {array.place + 1,
                                line.number,
                                level.number,
                                level.distance,
                                file_hash(line.file),
                                carries,
                                split_,
                                static_cast<uint32_t>(level.phase),
                                static_cast<uint32_t>(memory)};
      for (uint32_t w = 0; w < ShowLog::header_words; ++w)
        log_.headers.data()[moment * ShowLog::header_words + w] = words[w];
    }
    moment_ += 1;
    moments_passed(moment_);
    return moment < log_.moments;
  }
  __device__ void store(uint32_t i, uint32_t value) {
    if (i < log_.row_words) log_.values.data()[(moment_ - 1) * log_.row_words + i] = value;
  }
  __device__ void store(uint32_t i, const Record& key) {
    if (i >= log_.row_words) return;
    const uint32_t row = log_.ids_by_moment ? moment_ - 1 : split_ == 0 ? 0 : split_ - 1;
    log_.values.data()[(moment_ - 1) * log_.row_words + i] = key.key;
    log_.ids.data()[row * log_.row_words + i] = key.id;
  }

  ShowLog log_;
  ScanPlaces scan_;
  uint32_t moment_ = 0;  ///< moments passed by this thread in this launch
  uint32_t split_ = 0;   ///< and one more; 0: none
  bool live_ = false;
};

/// What one thread shows of the scan that its block makes.
class ThreadShow {
 public:
  __device__ ThreadShow(AnyShow& show, const ScanPlaces& scan, uint32_t i)
      : show_(show), scan_(scan), i_(i) {}

  /// A level of the scan: the thread has changed element k of the block's sums.
  __device__ void level(ScanPhase phase, uint32_t distance, View<const uint32_t> sums, uint32_t k,
                        uint32_t line = __builtin_LINE(), const char* file = __builtin_FILE()) {
    show_.sums(role("level"), i_, sums, k, {line, file}, {++levels_, distance, phase});
  }
  /// The same where it has its own sum in a register, changed or not.
  __device__ void level(ScanPhase phase, uint32_t distance, uint32_t sum,
                        uint32_t line = __builtin_LINE(), const char* file = __builtin_FILE()) {
    show_.value(role("level"), i_, sum, {line, file}, {++levels_, distance, phase});
  }
  __device__ void operator()(NameIn<scan_roles> name, uint32_t value,
                             uint32_t line = __builtin_LINE(),
                             const char* file = __builtin_FILE()) {
    show_.value(role(name), i_, value, {line, file});
  }

 private:
  __device__ Shown role(NameIn<scan_roles> name) const {
    return {scan_.of_role[name.place], name.shape};
  }

  AnyShow& show_;
  const ScanPlaces scan_;
  const uint32_t i_;
  uint32_t levels_ = 0;  ///< shown so far
};

/// The `show` of a family's kernels: its names are those of these arrays, and of these scans.
template <const auto& arrays, const auto& scans = no_scans>
class ShowIn : public AnyShow {
  using Name = NameIn<arrays>;

 public:
  ShowIn() = default;
  ShowIn(const AnyShow& show) : AnyShow(show) {}  // NOLINT: meant to convert

  __device__ void operator()(Name name, uint32_t line = __builtin_LINE(),
                             const char* file = __builtin_FILE()) {
    mark(name, {line, file});
  }
  template <class T>
  __device__ ShowIn& in(View<T> memory) {
    this->in_ = space_of(memory);
    return *this;
  }
  template <class T>
  __device__ void operator()(Name name, uint32_t i, const T& value,
                             uint32_t line = __builtin_LINE(),
                             const char* file = __builtin_FILE()) {
    using Own = std::conditional_t<std::is_convertible_v<T, uint32_t>, uint32_t, Record>;
    this->value(name, i, static_cast<Own>(value), {line, file}, {}, space_of(value));
  }
  template <class Tile, class T>
  __device__ void operator()(Name name, const Tile& tile, const T* values,
                             uint32_t line = __builtin_LINE(),
                             const char* file = __builtin_FILE()) {
    this->values(name, tile, values, {line, file});
  }
  template <class Tile, class T>
  __device__ void operator()(Name name, const Tile& tile, View<T> values,
                             uint32_t line = __builtin_LINE(),
                             const char* file = __builtin_FILE()) {
    memory(name, tile, values, {line, file});
  }
  __device__ void operator()(Name name, View<const uint32_t> rows, uint32_t count,
                             uint32_t line = __builtin_LINE(),
                             const char* file = __builtin_FILE()) {
    column(name, rows, count, {line, file});
  }
  __device__ void round(Name name, uint32_t round, uint32_t i, uint32_t value,
                        uint32_t line = __builtin_LINE(), const char* file = __builtin_FILE()) {
    element(name, round, i, value, {line, file}, {round + 1, 0, ScanPhase::across});
  }
  template <class T>
  __device__ void some(Name name, uint32_t i, const T& value, uint32_t later = 0,
                       uint32_t line = __builtin_LINE(), const char* file = __builtin_FILE()) {
    element(name, later, i, value, {line, file}, {});
  }
  /// Elements `low` and `high` of an array, of a comparator's two wires; high: nobody, and there is
  /// none.
  template <class A, class B>
  __device__ void two(Name name, uint32_t low, uint32_t high, const A& a, const B& b,
                      uint32_t line = __builtin_LINE(), const char* file = __builtin_FILE()) {
    using T = std::conditional_t<std::is_same_v<A, Record>, Record, uint32_t>;
    const T values[] = {static_cast<T>(a), static_cast<T>(b)};
    this->values(name, Two{blockIdx.x, low, high}, values, {line, file});
  }
  /// What a search shows, look by look, as element `place`; `base` is added to what it finds.
  struct Looks {
    ShowIn& show;
    Name name;
    uint32_t place, base, look = 0;
    __device__ void operator()(uint32_t value, uint32_t line = __builtin_LINE(),
                               const char* file = __builtin_FILE()) {
      show.round(name, look++, place, base + value, line, file);
    }
  };
  __device__ Looks looks(Name name, uint32_t place, uint32_t base = 0) {
    return {*this, name, place, base};
  }
  __device__ ThreadShow as(ScanIn<arrays, scans> scan, uint32_t i) { return {*this, scan, i}; }
};

/// The `show` of a kernel that is a scan itself: its names are the roles; the host knows whose.
class ScanShow : public AnyShow {
 public:
  ScanShow(const AnyShow& show) : AnyShow(show) {}  // NOLINT: meant to convert

  __device__ void operator()(NameIn<scan_roles> name, uint32_t line = __builtin_LINE(),
                             const char* file = __builtin_FILE()) {
    mark(of_scan(name), {line, file});
  }
  __device__ void operator()(NameIn<scan_roles> name, uint32_t i, uint32_t value,
                             uint32_t line = __builtin_LINE(),
                             const char* file = __builtin_FILE()) {
    this->value(of_scan(name), i, value, {line, file});
  }
  /// What the thread of element i shows while its block scans.
  __device__ ThreadShow of(uint32_t i) { return {*this, scan_here(), i}; }
};

}  // namespace SIMT_TARGET
}  // namespace radix
