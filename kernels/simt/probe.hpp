/// probe(id, i, value): the only instrument inside a kernel. It marks a moment worth seeing and
/// copies one value per thread to a log: what the thread has in its register, or what it reads from
/// shared memory after a barrier that the algorithm needs anyway. A probe adds no barrier, so it
/// cannot hide a race. Its source line is the step's line: a probe stands right under the line it
/// shows.
///
/// Every thread of a block passes the same probes in the same order, up to its last one.
#pragma once

#include <type_traits>

#include "kernels/model/arrays.hpp"
#include "simt.hpp"

namespace radix {
inline namespace SIMT_TARGET {

/// A key that carries its identity (index in the input) through the sort.
struct Record {
  uint32_t key;
  uint32_t id;
};

/// One header per moment; one row of values for those that carry values; keys carry their
/// identities in a second row, one per local split; a bucket table has a place of its own.
struct ProbeLog {
  /// id + 1, line, level, distance, file, what it carries, split, sweep
  static constexpr uint32_t header_words = 8;
  enum Carries : uint32_t { nothing, values_row, keys_row, table_row };

  View<uint32_t>
      headers;  ///< (moments + 1) x header_words; the last one is set when there are more moments
  View<uint32_t> values;  ///< moments x row_words
  View<uint32_t> ids;     ///< splits x row_words
  View<uint32_t> table;   ///< entries of the bucket table
  uint32_t moments = 0, row_words = 0;

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

class LiveProbe {
 public:
  LiveProbe() = default;  ///< dead: does nothing
  explicit LiveProbe(ProbeLog log) : log_(log), live_(true) {}

  /// This thread shows `value` as element i of the array.
  __device__ void operator()(Shown id, uint32_t i, uint32_t value, uint32_t line = __builtin_LINE(),
                             const char* file = __builtin_FILE()) {
    if (!live_) return;
    if (begin(i == 0, ProbeLog::values_row, id, line, file)) store(i, value);
  }

  /// This thread shows a key with its identity as element i.
  __device__ void operator()(Shown id, uint32_t i, const Record& key,
                             uint32_t line = __builtin_LINE(),
                             const char* file = __builtin_FILE()) {
    if (!live_) return;
    if (begin(i == 0, ProbeLog::keys_row, id, line, file)) store(i, key);
  }
  template <class Key>
  __device__ void operator()(Shown, uint32_t, const Key&) {
  }  ///< keys without identity are not shown

  /// This thread shows values[c] as element tile.index(c) for each of its keys.
  template <class Tile, class T>
  __device__ void each(Shown id, const Tile& tile, const T* values,
                       uint32_t line = __builtin_LINE(), const char* file = __builtin_FILE()) {
    if (!live_) return;
    const bool first = tile.first == 0 && threadIdx.x == 0;
    if (!begin(first, carried(*values), id, line, file)) return;
    for (uint32_t c = 0; c < tile.keys_per_thread; ++c) {
      if (tile.has(c)) store(tile.index(c), values[c]);
    }
  }

  /// A level of a scan over this block's sums: the thread of element i changed element k of them
  /// (and, on the way down, the one `distance` to its left) and shows it. Others, and elements
  /// without a thread, keep what they had.
  __device__ void level(Shown id, uint32_t i, uint32_t k, View<const uint32_t> sums, uint32_t level,
                        Sweep sweep, uint32_t distance, uint32_t line = __builtin_LINE(),
                        const char* file = __builtin_FILE()) {
    if (!live_) return;
    if (!begin(i == 0, ProbeLog::values_row, id, line, file, level, distance, sweep)) return;
    const uint32_t first = i - threadIdx.x, tree = static_cast<uint32_t>(sums.size()) - 1;
    if (k < blockDim.x) store(first + k, sums.data()[k]);
    if (sweep == Sweep::down && k < tree && k - distance < blockDim.x)
      store(first + k - distance, sums.data()[k - distance]);
  }

  /// The same where the thread of element i has its own sum in a register: it shows `value`,
  /// changed or not.
  __device__ void level(Shown id, uint32_t i, uint32_t value, uint32_t level, Sweep sweep,
                        uint32_t distance, uint32_t line = __builtin_LINE(),
                        const char* file = __builtin_FILE()) {
    if (!live_) return;
    if (begin(i == 0, ProbeLog::values_row, id, line, file, level, distance, sweep))
      store(i, value);
  }

  /// Thread 0 shows `value` as element `block` of an array with one value per block.
  __device__ void of_block(Shown id, uint32_t block, uint32_t value,
                           uint32_t line = __builtin_LINE(), const char* file = __builtin_FILE()) {
    if (!live_) return;
    const bool mine = threadIdx.x == 0;
    if (begin(mine && block == 0, ProbeLog::values_row, id, line, file) && mine)
      store(block, value);
  }

  /// The threads of the block show its column of the bucket table: rows[0 … count - 1].
  __device__ void column(Shown id, View<const uint32_t> rows, uint32_t count,
                         uint32_t line = __builtin_LINE(), const char* file = __builtin_FILE()) {
    if (!live_) return;
    const bool first = threadIdx.x == 0 && blockIdx.x == 0;
    if (!begin(first, ProbeLog::table_row, id, line, file)) return;
    for (uint32_t d = threadIdx.x; d < count; d += blockDim.x)
      log_.table.data()[d * gridDim.x + blockIdx.x] = rows.data()[d];
  }

  /// Marks the moment; the array lies in a buffer that the host copies after the launch.
  __device__ void mark(Shown id, uint32_t line = __builtin_LINE(),
                       const char* file = __builtin_FILE()) {
    if (!live_) return;
    begin(blockIdx.x == 0 && threadIdx.x == 0, ProbeLog::nothing, id, line, file);
  }

  /// From here on everything belongs to this split of the block's own sort.
  __device__ void begin_split(uint32_t split) { split_ = split; }

 private:
  __device__ static constexpr uint32_t carried(uint32_t) { return ProbeLog::values_row; }
  template <class Key>
  __device__ static constexpr uint32_t carried(const Key&) {
    return ProbeLog::keys_row;
  }

  /// Goes on to the next moment; one thread of the grid writes the header. False when the log is
  /// full.
  __device__ bool begin(bool writes_header, uint32_t carries, Shown id, uint32_t line,
                        const char* file, uint32_t level = 0, uint32_t distance = 0,
                        Sweep sweep = Sweep::across) {
    const uint32_t moment = moment_ < log_.moments ? moment_ : log_.moments;
    if (writes_header) {
      const uint32_t words[] = {
          static_cast<uint32_t>(id) + 1, line, level, distance, file_hash(file), carries, split_,
          static_cast<uint32_t>(sweep)};
      for (uint32_t w = 0; w < ProbeLog::header_words; ++w)
        log_.headers.data()[moment * ProbeLog::header_words + w] = words[w];
    }
    moment_ += 1;
    moment_passed();
    return moment < log_.moments;
  }
  __device__ void store(uint32_t i, uint32_t value) {
    if (i < log_.row_words) log_.values.data()[(moment_ - 1) * log_.row_words + i] = value;
  }
  __device__ void store(uint32_t i, const Record& key) {
    if (i >= log_.row_words) return;
    log_.values.data()[(moment_ - 1) * log_.row_words + i] = key.key;
    log_.ids.data()[split_ * log_.row_words + i] = key.id;
  }
  template <class Key>
  __device__ void store(uint32_t, const Key&) {}

  ProbeLog log_;
  uint32_t moment_ = 0;  ///< moments passed by this thread in this launch
  uint32_t split_ = 0;
  bool live_ = false;
};

/// Nothing at all, for timed runs: the kernel's text stays, its instrument leaves no instruction.
class NoProbe {
 public:
  template <class... T>
  __device__ void operator()(T...) {}
  template <class... T>
  __device__ void each(T...) {}
  template <class... T>
  __device__ void level(T...) {}
  template <class... T>
  __device__ void of_block(T...) {}
  template <class... T>
  __device__ void column(T...) {}
  __device__ void mark(Shown) {}
  __device__ void begin_split(uint32_t) {}
};

using Probe = std::conditional_t<machine_records, LiveProbe, NoProbe>;

}  // namespace SIMT_TARGET
}  // namespace radix
