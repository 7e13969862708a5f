/// What the sorts of this course share: keys, memory on the GPU, and a check of the result.
///     nvcc -std=c++17 02_block_sort.cu -o block_sort && ./block_sort
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#ifndef KEY
#define KEY unsigned
#endif
using Key = KEY;   ///< nvcc -DKEY=uint64_t sorts keys of 64 bits

/// One digit of a key, its bits shift … shift + bits - 1. A pass sorts by one digit.
struct Digit {
  unsigned shift, bits;
  __host__ __device__ unsigned buckets() const { return 1u << bits; }
};
__host__ __device__ inline unsigned digit_of(Key key, Digit digit) {
  return key >> digit.shift & (digit.buckets() - 1);
}
__host__ __device__ inline unsigned bit_of(Key key, Digit digit, unsigned split) {
  return key >> (digit.shift + split) & 1;
}
/// A key as a number of a type that atomicMin takes.
using Number = std::conditional_t<sizeof(Key) == 8, unsigned long long, unsigned>;
constexpr Number largest_number = ~Number{0};
__host__ __device__ inline Number number_of(Key key) { return key; }

constexpr unsigned warp_lanes = 32;   ///< threads of a warp
constexpr unsigned none = 0xffffffffu;   ///< no thread, no list, no place

/// In shared memory, the array that follows `count` values of another one. The offset is a 32-bit
/// number of bytes, which takes fewer registers than (T*)(array + count).
template <class T, class U>
__device__ inline T* after(U* array, unsigned count) {
  return (T*)((char*)array + count * (unsigned)sizeof(U));
}

/// Prints the reason and ends the program.
[[noreturn]] inline void refuse(const std::string& why) {
  std::fprintf(stderr, "%s\n", why.c_str());
  std::exit(1);
}
inline void check(cudaError_t result, const char* file, int line) {
  if (result != cudaSuccess)
    refuse(file + (":" + std::to_string(line)) + ": " + cudaGetErrorString(result));
}
#define CHECK(call) check((call), __FILE__, __LINE__)

/// `size` values in device memory, freed at the end of the scope.
template <class T>
class DeviceArray {
 public:
  explicit DeviceArray(size_t size) : size_(size) {
    if (size > 0) CHECK(cudaMalloc(&data_, size * sizeof(T)));
  }
  ~DeviceArray() { cudaFree(data_); }
  DeviceArray(const DeviceArray&) = delete;
  operator T*() { return data_; }
  void clear() {
    if (size_ > 0) CHECK(cudaMemset(data_, 0, size_ * sizeof(T)));
  }
 private:
  T* data_ = nullptr;
  size_t size_;
};

enum class BlockScan { kogge_stone, brent_kung, blelloch, shuffles };
enum class Ownership { interleaved, blocked };
enum class Network { bitonic, mirrored, odd_even_merge, transposition };
enum class SortStart { single, block };
enum class BlockSort { merge, transposition, bitonic, odd_even_merge };
enum class CoRankSearch { two_sided, diagonal };
enum class RankBy { ballots, atomics };
enum class ListMerge { one_thread, atomic_min, reduction, hybrid };
enum class Sampling { regular, random };
enum class Flag { count, plain, atomic };

/// The settings of a sort. A sort reads only those that it needs.
struct SortSettings {
  unsigned threads_per_block = 4, radix_bits = 1, keys_per_thread = 1;
  BlockScan scan = BlockScan::kogge_stone;
  Ownership ownership = Ownership::interleaved;
  Network network = Network::bitonic;
  SortStart start = SortStart::single;
  BlockSort block_sort = BlockSort::merge;
  CoRankSearch co_rank = CoRankSearch::two_sided;
  RankBy ranks = RankBy::ballots;
  ListMerge list_merge = ListMerge::one_thread;
  Sampling sampling = Sampling::regular;
  Flag flag = Flag::count;
  unsigned tile = 0, lists = 4, devices = 4, oversampling = 2, sample_seed = 1, finish = 1;
  bool stop_early = false, equal_buckets = false;
};

/// One run of a sort: n keys in device memory, and a second array of the same size.
class Run {
 public:
  Run(Key* keys, Key* other, unsigned n, unsigned bits, SortSettings settings = {})
      : input_(keys), output_(other), n_(n), bits_(bits), settings_(settings) {}

  unsigned size() const { return n_; }
  unsigned bits() const { return bits_; }   ///< per key
  unsigned threads() const { return settings_.threads_per_block; }
  unsigned keys_per_thread() const { return settings_.keys_per_thread; }
  unsigned keys_per_block() const { return threads() * keys_per_thread(); }
  unsigned blocks() const { return (n_ + keys_per_block() - 1) / keys_per_block(); }
  unsigned lanes() const { return warp_lanes; }   ///< threads that vote together
  const SortSettings& settings() const { return settings_; }
  BlockScan scan() const { return settings_.scan; }

  /// The digits of all passes, the lowest first.
  std::vector<Digit> digits() const {
    std::vector<Digit> digits;
    for (unsigned shift = 0; shift < bits_; shift += settings_.radix_bits)
      digits.push_back({shift, std::min(settings_.radix_bits, bits_ - shift)});
    return digits;
  }
  Key* input() { return input_; }     ///< what this pass reads
  Key* output() { return output_; }   ///< what this pass writes
  void swap() { std::swap(input_, output_); }
  /// Copies a number that a kernel has computed to the host.
  static unsigned read_back(const unsigned* number) {
    unsigned value;
    CHECK(cudaMemcpy(&value, number, sizeof value, cudaMemcpyDeviceToHost));
    return value;
  }

  /// Calls f with the number of keys per thread as a constant, so that they stay in registers.
  template <class F>
  void with_keys_per_thread(F f) const {
    switch (keys_per_thread()) {
      case 1: return f(std::integral_constant<unsigned, 1>());
      case 2: return f(std::integral_constant<unsigned, 2>());
      case 4: return f(std::integral_constant<unsigned, 4>());
      case 8: return f(std::integral_constant<unsigned, 8>());
      default: return f(std::integral_constant<unsigned, 16>());
    }
  }
  /// The same for the values per thread in a scan: 16 where n is enough to fill the GPU, else 1.
  template <class F>
  void share_out(unsigned n, F f) const {
    if (n >= 1u << 18 && threads() <= 512) return f(std::integral_constant<unsigned, 16>());
    f(std::integral_constant<unsigned, 1>());
  }
 private:
  Key *input_, *output_;
  unsigned n_, bits_;
  SortSettings settings_;
};

const std::vector<Key> chapter_keys = {12, 3, 6, 9, 15, 8, 5, 10, 9, 6, 11, 13, 4, 10, 7, 0};

/// Sorts n keys in device memory from one array into another. `radixscope judge` calls it.
inline void sort_into(void (*sort)(Run&), Key* keys, Key* output, unsigned n, unsigned bits,
                      SortSettings settings = {}) {
  Run run(keys, output, n, bits, settings);
  sort(run);
  if (run.input() != output)
    CHECK(cudaMemcpy(output, run.input(), n * sizeof(Key), cudaMemcpyDeviceToDevice));
}

/// Sorts keys on the GPU, prints up to 16 of them, and compares the result with that of std::sort.
inline bool sorts_right(void (*sort)(Run&), std::vector<Key> keys, unsigned bits,
                        SortSettings how) {
  const unsigned n = (unsigned)keys.size();
  DeviceArray<Key> input(n), output(n);
  CHECK(cudaMemcpy(input, keys.data(), n * sizeof(Key), cudaMemcpyHostToDevice));
  sort_into(sort, input, output, n, bits, how);
  CHECK(cudaGetLastError());
  std::vector<Key> sorted(n);
  CHECK(cudaMemcpy(sorted.data(), output, n * sizeof(Key), cudaMemcpyDeviceToHost));
  for (unsigned i = 0; i < n && i < 16; ++i) std::printf("%llu ", (unsigned long long)sorted[i]);
  std::sort(keys.begin(), keys.end());
  std::printf("%s %u keys: %s\n", n > 16 ? "…" : "", n, sorted == keys ? "right" : "WRONG");
  return sorted == keys;
}

/// Called by main: sorts the chapter's 16 keys, then `many` random ones, or argv[1] of them.
inline int sort_and_check(void (*sort)(Run&), int argc, char** argv, SortSettings base = {},
                          unsigned many = 1000003) {
  bool right = sorts_right(sort, chapter_keys, 4, base);
  if (argc > 1) many = (unsigned)std::atoi(argv[1]);
  std::vector<Key> keys(many);
  std::mt19937_64 random(1);
  for (Key& key : keys) key = (Key)random();
  for (unsigned scan = 0; scan < 4; ++scan) {
    SortSettings settings = base;
    settings.threads_per_block = 256;
    settings.radix_bits = base.radix_bits > 1 ? 4 : 1;
    settings.keys_per_thread = base.keys_per_thread > 1 ? 8 : 1;
    settings.scan = (BlockScan)scan;
    right = sorts_right(sort, keys, 8 * sizeof(Key), settings) && right;
  }
  return right ? 0 : 1;
}
