/// probe(id, i, value): the only instrument inside a kernel. It marks a moment worth seeing and copies
/// one value per thread to a log: what the thread has in its register, or what it reads from shared
/// memory after a barrier that the algorithm needs anyway. A probe adds no barrier, so it cannot hide a
/// race. Its source line is the step's line: a probe stands right under the line it shows.
///
/// Every thread of a block passes the same probes in the same order, up to its last one.
#pragma once

#include "../arrays.hpp"
#include "simt.hpp"

namespace radix {
inline namespace SIMT_TARGET {

/// A key that carries its identity (index in the input) through the sort.
struct Record {
  uint32_t key;
  uint32_t id;
};

/// One row per moment: a header of header_words, then row_words of values.
struct ProbeLog {
  static constexpr uint32_t header_words = 6;   ///< id + 1, line, level, distance, file, has values
  static constexpr uint32_t max_moments = 64;   ///< per launch
  View<uint32_t> headers, values;
  uint32_t row_words = 0;
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

class Probe {
 public:
  Probe() = default;   ///< dead: does nothing
  explicit Probe(ProbeLog log) : log_(log), live_(true) {}

  /// This thread shows `value` as element i of the array.
  template <class T>
  __device__ void operator()(ArrayId id, uint32_t i, const T& value, uint32_t level = 0,
                             uint32_t distance = 0, uint32_t line = __builtin_LINE(),
                             const char* file = __builtin_FILE()) {
    if (!live_) return;
    if (begin(i == 0, true, id, level, distance, line, file)) store(i, value);
  }

  /// Thread 0 shows `value` as element `block` of an array with one value per block.
  __device__ void of_block(ArrayId id, uint32_t block, uint32_t value,
                           uint32_t line = __builtin_LINE(), const char* file = __builtin_FILE()) {
    if (!live_) return;
    const bool mine = threadIdx.x == 0;
    if (begin(mine && block == 0, true, id, 0, 0, line, file) && mine) store(block, value);
  }

  /// Marks the moment; the array lies in a buffer that the host copies after the launch.
  __device__ void mark(ArrayId id, uint32_t line = __builtin_LINE(),
                       const char* file = __builtin_FILE()) {
    if (!live_) return;
    begin(blockIdx.x == 0 && threadIdx.x == 0, false, id, 0, 0, line, file);
  }

 private:
  /// Goes on to the next moment; one thread of the grid writes the header. False when the log is full.
  __device__ bool begin(bool writes_header, bool has_values, ArrayId id, uint32_t level,
                        uint32_t distance, uint32_t line, const char* file) {
    moment_ += 1;
    if (moment_ > ProbeLog::max_moments) return false;
    if (writes_header) {
      const uint32_t h = (moment_ - 1) * ProbeLog::header_words;
      log_.headers[h] = static_cast<uint32_t>(id) + 1;
      log_.headers[h + 1] = line;
      log_.headers[h + 2] = level;
      log_.headers[h + 3] = distance;
      log_.headers[h + 4] = file_hash(file);
      log_.headers[h + 5] = has_values ? 1 : 0;
    }
    return true;
  }
  __device__ void store(uint32_t i, uint32_t value) {
    if (i < log_.row_words) log_.values[(moment_ - 1) * log_.row_words + i] = value;
  }

  ProbeLog log_;
  uint32_t moment_ = 0;   ///< moments passed by this thread in this launch
  bool live_ = false;
};

}  // namespace SIMT_TARGET
}  // namespace radix
