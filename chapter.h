/// What the chapter's sorts share, in one file: made by `radixscope exercise`.
#pragma once

// ---- kernels/common.h
/// What the sorts of this course share: keys, memory on the GPU, and a check of the result.
///     nvcc -std=c++17 02_block_sort.cu -o block_sort && ./block_sort

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

/// The parameters of a sort. A sort reads only those that it needs.
struct Settings {
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
  Run(Key* keys, Key* other, unsigned n, unsigned bits, Settings settings = {})
      : input_(keys), output_(other), n_(n), bits_(bits), settings_(settings) {}

  unsigned size() const { return n_; }
  unsigned bits() const { return bits_; }   ///< per key
  unsigned threads() const { return settings_.threads_per_block; }
  unsigned keys_per_thread() const { return settings_.keys_per_thread; }
  unsigned keys_per_block() const { return threads() * keys_per_thread(); }
  unsigned blocks() const { return (n_ + keys_per_block() - 1) / keys_per_block(); }
  unsigned lanes() const { return warp_lanes; }   ///< threads that vote together
  const Settings& settings() const { return settings_; }
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
  Settings settings_;
};

const std::vector<Key> chapter_keys = {12, 3, 6, 9, 15, 8, 5, 10, 9, 6, 11, 13, 4, 10, 7, 0};

/// Sorts n keys in device memory from one array into another. `radixscope judge` calls it.
inline void sort_into(void (*sort)(Run&), Key* keys, Key* output, unsigned n, unsigned bits,
                      Settings settings = {}) {
  Run run(keys, output, n, bits, settings);
  sort(run);
  if (run.input() != output)
    CHECK(cudaMemcpy(output, run.input(), n * sizeof(Key), cudaMemcpyDeviceToDevice));
}

/// Sorts keys on the GPU, prints up to 16 of them, and compares the result with that of std::sort.
inline bool sorts_right(void (*sort)(Run&), std::vector<Key> keys, unsigned bits, Settings how) {
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
inline int sort_and_check(void (*sort)(Run&), int argc, char** argv, Settings base = {},
                          unsigned many = 1000003) {
  bool right = sorts_right(sort, chapter_keys, 4, base);
  if (argc > 1) many = (unsigned)std::atoi(argv[1]);
  std::vector<Key> keys(many);
  std::mt19937_64 random(1);
  for (Key& key : keys) key = (Key)random();
  for (unsigned scan = 0; scan < 4; ++scan) {
    Settings settings = base;
    settings.threads_per_block = 256;
    settings.radix_bits = base.radix_bits > 1 ? 4 : 1;
    settings.keys_per_thread = base.keys_per_thread > 1 ? 8 : 1;
    settings.scan = (BlockScan)scan;
    right = sorts_right(sort, keys, 8 * sizeof(Key), settings) && right;
  }
  return right ? 0 : 1;
}

// ---- kernels/scan/grid_scan.cuh
/// An exclusive scan over the whole grid, in one launch                      PMPP section 11.7
///
/// Every block scans its own values, finds the sum of all blocks before it (chain.cuh) and adds it
/// to each of its values. Every value is read once and written once.
///     in           2  2  1  3 | 2  2  3  1      two blocks of 4
///     in the block 0  2  4  5 | 0  2  4  7
///     block sums        8     |      8
///     before block      0     |      8
///     out          0  2  4  5 | 8 10 12 15 | 16     the grand total stands at the end
///
/// A thread takes one value, or 16 adjacent ones if there are very many (2^18 or more). It then
/// adds up its own values, the block scans the threads' sums, and the chain is a sixteenth as long.

// ---- kernels/scan/chain.cuh
/// A running sum from block to block in one launch                           PMPP section 11.7
///
/// A block needs the sum of all blocks before it. If it waited for its predecessor, which waits for
/// its own, the whole grid would be a row of dominoes. Instead it looks back (decoupled look-back,
/// Merrill and Garland 2016). Its predecessor may already have published its inclusive prefix, the
/// sum of all blocks up to and including itself. If it has published only its aggregate, the sum of
/// its own values, the block adds that and goes on to the block before.
///     block              0   1   2   3   4
///     aggregate          2   2   3   1   2
///     inclusive prefix   2   4   .   .         block 4 finds only aggregates in 3 and 2, and adds
///                                              1, then 1 + 3, then the prefix of 1: 1 + 3 + 4 = 8
///
/// Blocks are numbered as they start, so a block only ever waits for one that is already running.
/// Its status and its sum are one word of 64 bits: both appear at once, and no fence is needed
/// between them.


/// What a block has published so far.
enum ScanStatus : unsigned {
  nothing_yet,
  aggregate,          ///< the sum of its own values
  inclusive_prefix,   ///< the sum of all values up to its last one
};

/// The words through which the blocks of a launch communicate, cleared before every launch. They
/// are volatile because a block reads them while others write them.
struct ScanChain {
  unsigned long long* next_block;        ///< [1] the number of the next block to start
  volatile unsigned long long* states;   ///< [blocks] status (high half) and sum (low half)

  /// The number of this block: the first to start is block 0. One thread of the block calls it.
  __device__ unsigned take_ticket() const { return (unsigned)atomicAdd(&next_block[0], 1ull); }

  /// Publishes a block's sum for all blocks after it.
  __device__ void publish(unsigned block, ScanStatus status, unsigned sum) const {
    states[block] = (unsigned long long)status << 32 | sum;
  }

  /// Waits until a block has at least this status. Returns its state: see status_of and sum_of.
  __device__ unsigned long long wait_for(unsigned block, ScanStatus at_least) const {
    unsigned long long state = 0;
    while (status_of(state = states[block]) < at_least) {}
    return state;
  }
  __device__ static unsigned status_of(unsigned long long state) { return (unsigned)(state >> 32); }
  __device__ static unsigned sum_of(unsigned long long state) { return (unsigned)state; }
};

/// How many blocks a block looks back at in one step.
constexpr unsigned look_back_width = 32;

/// The sum of all blocks before this one. Several threads look back at once, each at one block.
/// Every thread of the block must call it. found: [2].
__device__ inline unsigned look_back(const ScanChain& chain, unsigned block, unsigned* found) {
  const unsigned t = threadIdx.x;
  const unsigned width = min(look_back_width, blockDim.x);
  unsigned sum = 0;
  unsigned end = block;   // blocks 0 … end - 1 have not been added yet
  while (end > 0) {
    const bool active = t < width && t < end;
    const unsigned long long state = active ? chain.wait_for(end - 1 - t, aggregate) : 0;
    if (t == 0) found[0] = width;
    if (t == 0) found[1] = 0;
    __syncthreads();

    // The nearest block with an inclusive prefix ends the search
    if (active && ScanChain::status_of(state) == inclusive_prefix) atomicMin(&found[0], t);
    __syncthreads();
    if (active && t <= found[0]) atomicAdd(&found[1], ScanChain::sum_of(state));
    __syncthreads();
    sum += found[1];
    end = found[0] < width || end <= width ? 0 : end - width;
    __syncthreads();
  }
  return sum;
}

/// The host side: memory for a chain of up to `blocks` blocks.
class ChainMemory {
 public:
  explicit ChainMemory(unsigned blocks) : words_(1 + size_t{blocks}) {}

  /// A cleared chain, for one launch.
  ScanChain fresh() {
    words_.clear();
    return {words_ + 0, words_ + 1};
  }

 private:
  DeviceArray<unsigned long long> words_;
};
// ---- kernels/scan/padded.cuh
/// Several adjacent values per thread in shared memory, without bank conflicts
///
/// Shared memory has 32 banks, each one word wide, and a warp's 32 reads take one turn if they go
/// to 32 different banks. With 16 adjacent values per thread they do not: thread t reads word 16 t,
/// which is in bank 0 for 16 of the 32 threads and in bank 16 for the others, so the reads take 16
/// turns. Here one word in 33 stays empty:
///     place          0   16   32   48   64   80   96  …  496
///     word           0   16   33   49   66   82   99  …  511
///     bank           0   16    1   17    2   18    3  …   31      32 threads, 32 banks: one turn


/// The word in which a place lies, and also the number of words that so many places need.
__host__ __device__ constexpr unsigned padded(unsigned place) { return place + place / 32; }

/// An array of padded(places) words in shared memory, indexed by place.
template <class T>
struct Padded {
  T* words;
  __device__ T& operator[](unsigned place) const { return words[padded(place)]; }
};
// ---- kernels/scan/scan_in_block.cuh
/// A block scans one value per thread, in one of four ways. For 16 threads:
///     Kogge–Stone   4 levels, 49 additions: each thread adds the value 1, 2, 4, 8 to its left
///     Brent–Kung    7 levels, 26 additions: a tree of sums up, then down to the missing ones
///     Blelloch      9 levels, 30 additions: up the tree, clear the root, down again
///     warp shuffles 4 levels, 49 additions: like Kogge–Stone, but in the registers of a warp

// ---- kernels/scan/blelloch.cuh
/// Blelloch: up the tree, clear the root, down again; exclusive at once      (Blelloch, 1990)
///
/// The way up is Brent and Kung's. The root then holds the total. It is cleared, and going down,
/// every node passes its value to its left child, and that plus the left child's to its right one:
///     values         3  1  7  0  4  1  6  3
///     up, 1, 2, 4    3  4  7 11  4  5  6 25
///     clear          3  4  7 11  4  5  6  0     the total, 25, is kept aside
///     down, 4        3  4  7  0  4  5  6 11
///     down, 2        3  0  7  4  4 11  6 16
///     down, 1        0  3  4 11 11 15 16 22     exclusive: nothing to shift
///
/// 2 log2(threads) levels and one that clears: 7 here, with 14 additions; for 16 threads 9 and 30.
/// If the number of threads is not a power of two, zeros fill the rest of the tree's leaves.

// ---- kernels/scan/sums.cuh
/// Exclusive scan: every element becomes the sum of all elements before it.
///     bits         0 1 0 1 | 1 0 1 0 | 1 0 1 1 | 0 0 1 0
///     in the block 0 0 1 1 | 0 1 1 2 | 0 1 1 2 | 0 0 0 1     each block by itself
///     block sums      2         2         3         1
///     before block    0         2         4         7         total 8
///     ones before  0 0 1 1 | 2 3 3 4 | 4 5 5 6 | 7 7 7 8     the two added


/// What a block's scan gives to each of its threads.
struct BlockSum {
  unsigned before;   ///< the sum of all threads before this one
  unsigned total;    ///< the sum of the whole block
};

/// The next power of two.
__host__ __device__ constexpr unsigned tree_width(unsigned threads) {
  unsigned width = 1;
  while (width < threads) width *= 2;
  return width;
}

/// Words of shared memory a block's scan needs.
__host__ __device__ constexpr unsigned scan_words(unsigned threads) {
  return tree_width(threads) + 1;
}

__device__ inline BlockSum blelloch(unsigned value, unsigned* sums) {
  const unsigned t = threadIdx.x;
  const unsigned width = tree_width(blockDim.x);
  sums[t] = value;
  if (t + blockDim.x < width) sums[t + blockDim.x] = 0;
  __syncthreads();

  for (unsigned distance = 1; distance < width; distance *= 2) {
    const unsigned k = 2 * distance * (t + 1) - 1;
    if (k < width) sums[k] += sums[k - distance];
    __syncthreads();
  }

  // Clearing the root destroys the total: save it first
  if (t == 0) sums[width] = sums[width - 1];
  if (t == 0) sums[width - 1] = 0;
  __syncthreads();

  for (unsigned distance = width / 2; distance > 0; distance /= 2) {
    const unsigned k = 2 * distance * (t + 1) - 1;
    const unsigned left = k < width ? sums[k - distance] : 0;
    if (k < width) sums[k - distance] = sums[k];
    if (k < width) sums[k] += left;
    __syncthreads();
  }

  // Exclusive already: nothing to shift
  const unsigned before = sums[t];
  return {before, sums[width]};
}
// ---- kernels/scan/brent_kung.cuh
/// Brent–Kung: a tree of sums up, then down to the sums in between           PMPP section 11.4
///
/// Going up, pairs are added, then pairs of pairs. That completes the sums at places 0, 1, 3, 7 …
/// Going down, an element halfway between two complete sums adds the one on its left. For 8:
///     values         3  1  7  0  4  1  6  3
///     up, 1          3  4  7  7  4  5  6  9
///     up, 2          3  4  7 11  4  5  6 14
///     up, 4          3  4  7 11  4  5  6 25     3, 4, 11 and 25 are complete
///     down, 2        3  4  7 11  4 16  6 25
///     down, 1        3  4 11 11 15 16 22 25     inclusive
///
/// 2 log2(threads) - 1 levels, 5 here, but only 11 additions; for 16 threads 7 levels and 26, for
/// 1024 threads 19 and 2,036. Half of the threads work at the first level, and fewer at every other
/// level.


__device__ inline BlockSum brent_kung(unsigned value, unsigned* sums) {
  const unsigned t = threadIdx.x;
  const unsigned width = tree_width(blockDim.x);
  sums[t] = value;
  __syncthreads();

  for (unsigned distance = 1; distance < width; distance *= 2) {
    const unsigned k = 2 * distance * (t + 1) - 1;
    if (k < blockDim.x) sums[k] += sums[k - distance];
    __syncthreads();
  }
  for (unsigned distance = width / 4; distance > 0; distance /= 2) {
    const unsigned k = 2 * distance * (t + 1) - 1 + distance;
    if (k < blockDim.x) sums[k] += sums[k - distance];
    __syncthreads();
  }

  // The sum before this thread is its left neighbour's inclusive sum
  const unsigned before = t == 0 ? 0 : sums[t - 1];
  return {before, sums[blockDim.x - 1]};
}
// ---- kernels/scan/kogge_stone.cuh
/// Kogge–Stone: each thread adds the value 1, 2, 4 … places to its left      PMPP section 11.2
///
/// After level k every element holds the sum of the 2^k elements that end at it. For 8 threads:
///     values         3  1  7  0  4  1  6  3
///     1 to the left  3  4  8  7  4  5  7  9
///     2 to the left  3  4 11 11 12 12 11 14
///     4 to the left  3  4 11 11 15 16 22 25     inclusive: the total stands at the end
///     exclusive      0  3  4 11 11 15 16 22     shifted by one place
///
/// ceil(log2 threads) levels, 3 here, with two barriers each: all threads must have read before any
/// thread writes. It has the fewest levels and does the most work: 17 additions here, where one
/// thread alone would need 7; for 16 threads 4 levels and 49, for 1024 threads 10 and 9,217.


__device__ inline BlockSum kogge_stone(unsigned value, unsigned* sums) {
  const unsigned t = threadIdx.x;
  sums[t] = value;
  __syncthreads();

  for (unsigned distance = 1; distance < blockDim.x; distance *= 2) {
    // All threads read before any thread writes
    value += t >= distance ? sums[t - distance] : 0;
    __syncthreads();
    sums[t] = value;
    __syncthreads();
  }

  // The sum before this thread is its left neighbour's inclusive sum
  const unsigned before = t == 0 ? 0 : sums[t - 1];
  return {before, sums[blockDim.x - 1]};
}
// ---- kernels/scan/shuffles.cuh
/// Warp shuffles: Kogge–Stone in the registers of a warp
///
/// The 32 lanes of a warp can read each other's registers (__shfl_up_sync), so a scan inside a warp
/// needs no shared memory and no barrier. Only the warps' sums go through shared memory, with the
/// one barrier of the whole scan. For 96 threads that hold a 1 each:
///     5 levels by shuffles     every lane has the sum of its warp up to itself: 1, 2, … 32
///     the last lanes write     sums of the warps: 32 32 32
///     every lane adds          the sums of the warps before its own: 0, 32 or 64
///
/// For 16 threads 4 levels and 49 additions, like Kogge–Stone, and 1 barrier instead of 9; for 1024
/// threads 1 instead of 21, and 32 words of shared memory instead of 1024.


/// All threads of the block must call it, and pass a barrier before they call it again: until then
/// some may still be reading `sums`.
__device__ inline BlockSum warp_shuffles(unsigned value, unsigned* sums) {
  const unsigned lane = threadIdx.x % warp_lanes, warp = threadIdx.x / warp_lanes;
  const unsigned warps = (blockDim.x + warp_lanes - 1) / warp_lanes;

  // The last warp may have fewer lanes
  const unsigned lanes = min(warp_lanes, blockDim.x - warp * warp_lanes);
  const unsigned mask = 0xffffffffu >> (warp_lanes - lanes);

  // Add the value 1, 2, 4 … lanes to the left; where there is no such lane, the shuffle is ignored
  unsigned sum = value;
  for (unsigned distance = 1; distance < min(warp_lanes, blockDim.x); distance *= 2) {
    const unsigned left = __shfl_up_sync(mask, sum, distance);
    if (lane >= distance) sum += left;
  }

  // The last lane of each warp writes the warp's sum for the others
  if (lane == lanes - 1) sums[warp] = sum;
  __syncthreads();

  // Add the sums of the warps before; the lanes of a warp all read the same word, without conflict
  unsigned before_warp = 0, total = 0;
  for (unsigned w = 0; w < warps; ++w) {
    if (w == warp) before_warp = total;
    total += sums[w];
  }
  sum += before_warp;

  // Exclusive: the inclusive sum without this thread's own value
  const unsigned before = sum - value;
  return {before, total};
}

/// The sums of `value` over the threads before this one in the block, and over all its threads.
/// Every thread of the block must call it. sums: scan_words(threads).
__device__ inline BlockSum block_exclusive_scan(unsigned value, unsigned* sums, BlockScan scan) {
  if (scan == BlockScan::brent_kung) return brent_kung(value, sums);
  if (scan == BlockScan::blelloch) return blelloch(value, sums);
  if (scan == BlockScan::shuffles) return warp_shuffles(value, sums);
  return kogge_stone(value, sums);
}

/// out[i] = in[0] + … + in[i - 1] for i = 0 … n; out has n + 1 entries, out[n] is the total.
template <unsigned per_thread>
__global__ void exclusive_scan(const unsigned* in, unsigned* out, unsigned n, ScanChain chain,
                               BlockScan scan) {
  extern __shared__ unsigned scan_memory[];
  const Padded<unsigned> values{scan_memory};
  unsigned* sums = after<unsigned>(scan_memory, padded(blockDim.x * per_thread));
  unsigned* found = after<unsigned>(sums, scan_words(blockDim.x));   // [3]
  const unsigned t = threadIdx.x;

  if (t == 0) found[2] = chain.take_ticket();
  __syncthreads();
  const unsigned block = found[2];
  const unsigned first = block * blockDim.x * per_thread;

  // Neighbouring threads read neighbouring values; places past the end count as 0
  for (unsigned c = 0; c < per_thread; ++c) {
    const unsigned place = c * blockDim.x + t;
    values[place] = place < n - first ? in[first + place] : 0;
  }
  __syncthreads();

  // Scan the sums of this block's threads
  unsigned value = 0;
  for (unsigned c = 0; c < per_thread; ++c) value += values[t * per_thread + c];
  const BlockSum sum = block_exclusive_scan(value, sums, scan);

  // Publish the aggregate, look back for the sum of all blocks before, publish the inclusive prefix
  if (t == 0 && block > 0) chain.publish(block, aggregate, sum.total);
  const unsigned blocks_before = look_back(chain, block, found);
  if (t == 0) chain.publish(block, inclusive_prefix, blocks_before + sum.total);

  // Every value is replaced by the sum of all values before it
  unsigned before = blocks_before + sum.before;
  for (unsigned c = 0; c < per_thread; ++c) {
    const unsigned place = t * per_thread + c;
    const unsigned own = values[place];
    values[place] = before;
    before += own;
  }
  __syncthreads();
  for (unsigned c = 0; c < per_thread; ++c) {
    const unsigned place = c * blockDim.x + t;
    // The last element also writes the grand total
    if (place == n - first - 1) out[n] = blocks_before + sum.total;
    if (place < n - first) out[first + place] = values[place];
  }
}

inline size_t scan_shared_bytes(unsigned threads, unsigned per_thread) {
  return (padded(threads * per_thread) + scan_words(threads) + 3) * sizeof(unsigned);
}

/// The host side of exclusive_scan, for up to `entries` entries.
class GridScan {
 public:
  GridScan(size_t entries, unsigned threads) : threads_(threads), chain_(blocks(entries, 1)) {}

  /// One launch of exclusive_scan over the first n entries (n > 0).
  void operator()(Run& run, const unsigned* in, unsigned* out, unsigned n) {
    run.share_out(n, [&](auto per_thread) {
      const unsigned blocks = this->blocks(n, per_thread);
      const size_t bytes = scan_shared_bytes(threads_, per_thread);
      exclusive_scan<per_thread><<<blocks, threads_, bytes>>>(in, out, n, chain_.fresh(),
                                                              run.scan());
    });
  }

 private:
  unsigned blocks(size_t entries, unsigned per_thread) const {
    const size_t per_block = size_t{threads_} * per_thread;
    return (unsigned)((entries + per_block - 1) / per_block);
  }

  unsigned threads_;
  ChainMemory chain_;
};

// ---- kernels/merge/sort_segments.cuh
/// Before the first level: every block sorts its own keys         PMPP 4th ed. 13.7, 5th ed. 14.3
///
/// Merging can start from runs of one key. But a block can do the first levels by itself, because
/// its keys fit into shared memory: one launch instead of one per level, and every key is read and
/// written once.
///
/// The chapter's 16 keys, blocks of 4:
///     keys         12  3  6  9   15  8  5 10    9  6 11 13    4 10  7  0
///     segments      3  6  9 12    5  8 10 15    6  9 11 13    0  4  7 10
/// Four sorted segments: 2 levels of merging are left instead of 4.
///
/// A block may also sort by one of the networks of network_shared.cu. Bitonic and odd–even merge
/// networks move keys past equal ones, and then the whole sort is not stable.

// ---- kernels/networks/layers.cuh
/// The layers of sorting networks: which places are compared, whatever the keys are. A comparator
/// connects two places, its wires; the lower wire is the smaller place. No two comparators of a
/// layer share a wire, so each has a thread of its own.


/// The largest power of two that is at most n, and the smallest that is at least n.
__host__ __device__ constexpr unsigned bit_floor(unsigned n) {
  unsigned power = 1;
  while (power <= n / 2) power *= 2;
  return n == 0 ? 0 : power;
}
__host__ __device__ constexpr unsigned bit_ceil(unsigned n) {
  unsigned power = 1;
  while (power < n) power *= 2;
  return power;
}

/// One layer of a network of n wires. The stages of a network make sorted runs of 2, 4, 8, … keys.
/// A stage has a layer for every distance run/2, run/4, …, 1 between the wires of a comparator.
/// Odd–even transposition has only one stage, whose layers all have distance 1.
struct Layer {
  Network network = Network::bitonic;
  unsigned n = 0;          ///< wires
  unsigned run = 2;        ///< length of the sorted runs after the stage; transposition: 2
  unsigned distance = 1;   ///< run / 2 in the first layer of a stage
  unsigned odd = 0;        ///< transposition: 0 if pairs begin at even places, 1 if at odd ones

  __host__ __device__ constexpr bool first_of_stage() const { return 2 * distance == run; }
  __host__ __device__ constexpr bool last_of_stage() const { return distance == 1; }
  /// The mirrored network begins a stage with mirrored pairs, the outermost keys of two runs first.
  __host__ __device__ constexpr bool mirrors() const {
    return network == Network::mirrored && first_of_stage();
  }

  /// The lower wire of the thread's comparator. Every thread below bit_ceil(n) / 2 has one, though
  /// high() may find that its other end does not exist.
  __host__ __device__ constexpr unsigned low(unsigned thread) const {
    if (network == Network::transposition) return 2 * thread + odd;
    const unsigned wire = 2 * thread - (thread & (distance - 1));
    const bool inwards = network == Network::odd_even_merge && !first_of_stage();
    return inwards ? wire + distance : wire;
  }
  /// The upper wire of the comparator that begins at `low`; `none` if it would lie beyond the
  /// last key or, in the odd–even merge network, in another run.
  __host__ __device__ constexpr unsigned high(unsigned low) const {
    unsigned wire = mirrors() ? low ^ (run - 1) : low + distance;
    if (network == Network::odd_even_merge && wire / run != low / run) wire = none;
    return wire < n ? wire : none;
  }
  /// True if the larger key goes to the lower wire: every other run of the bitonic network
  /// descends, so that of two adjacent runs one ascends. If the keys end inside a run, that run
  /// has to ascend, as if keys larger than all others followed and stayed where they are.
  __host__ __device__ constexpr bool descends(unsigned wire) const {
    const bool cut_off = n % (2 * run) > run;
    return network == Network::bitonic && run < n && ((wire & run) != 0) != cut_off;
  }
  /// True if a comparator connects two tiles of this many wires, a power of two.
  __host__ __device__ constexpr bool crosses(unsigned tile) const {
    const bool everywhere = network == Network::odd_even_merge || mirrors();
    return run > tile && (everywhere || distance >= tile);
  }

  /// The layer after this one.
  __host__ __device__ constexpr Layer next() const {
    if (network == Network::transposition) return {network, n, run, distance, 1 - odd};
    if (last_of_stage()) return {network, n, 2 * run, run, odd};
    return {network, n, run, distance / 2, odd};
  }
};
__host__ __device__ constexpr Layer first_layer(Network network, unsigned n) {
  return {network, n, 2, 1, 0};
}

/// How many layers sort n keys in any order: n for odd–even transposition; e (e + 1) / 2 for the
/// other networks, with the smallest e such that n is at most 2^e.
__host__ __device__ constexpr unsigned layer_count(Network network, unsigned n) {
  if (network == Network::transposition || n < 2) return n;
  unsigned stages = 0;
  while ((n - 1) >> stages > 0) ++stages;
  return stages * (stages + 1) / 2;
}

/// How many keys a block takes into shared memory: two per thread, rounded down to a power of two.
__host__ __device__ constexpr unsigned tile_of(unsigned threads) { return bit_floor(2 * threads); }

/// The network with which a block sorts its segment.
__host__ __device__ constexpr Network network_by(BlockSort block_sort) {
  if (block_sort == BlockSort::bitonic) return Network::bitonic;
  if (block_sort == BlockSort::odd_even_merge) return Network::odd_even_merge;
  return Network::transposition;
}
// ---- kernels/merge/co_rank.cuh
/// Merging two runs                                               PMPP 4th ed. 13.7, 5th ed. 14.3
///
/// Two neighbouring runs A and B are sorted; merging takes the smaller of their first keys, over
/// and over. Of equal keys it takes A's, so the sort is stable. The chapter's last level:
///     A       3  5  6  8  9 10 12 15       B       0  4  6  7  9 10 11 13
///     merged  0  3  4  5  6  6  7  8  9  9 10 10 11 12 13 15
///     from    B  A  B  A  A  B  B  A  A  B  A  B  B  A  B  A
///
/// One thread could do that. For many threads, the result is divided: a thread can begin at any
/// output k if it knows how many of the first k keys come from A. That is the co-rank i of k, and
/// j = k - i keys come from B. The co-rank is the only i for which both of these hold:
///     A[i-1] <= B[j]   the last key from A does not belong after the next one from B, and
///     B[j-1] <  A[i]   the last key from B belongs before the next one from A.
/// Because one is <= and the other <, a key of A comes before an equal one of B.
///
/// The search begins with as many from A as possible, and halves the range left. k = 8 above:
///     i 8, j 0    A[7] = 15 > B[0] = 0    too many from A: 4 fewer
///     i 4, j 4    A[3] =  8 <= B[4] = 9,  B[3] = 7 < A[4] = 9    found


/// Two neighbouring runs of an array: A begins at `begin`, B follows it. The last pair may have a
/// short B or none, and even A may be short.
struct RunPair {
  unsigned begin, a, b;
  __host__ __device__ unsigned middle() const { return begin + a; }
  __host__ __device__ unsigned size() const { return a + b; }
};
__host__ __device__ inline RunPair run_pair(unsigned pair, unsigned run, unsigned n) {
  const unsigned begin = pair * 2 * run, left = n - begin;
  const unsigned a = left < run ? left : run, b = left - a < run ? left - a : run;
  return {begin, a, b};
}

/// The co-rank of k: how many of the first k merged keys come from A.
template <class Keys>
__device__ inline unsigned co_rank(unsigned k, const Keys& keys, const RunPair& pair) {
  const unsigned a = pair.begin, b = pair.middle(), m = pair.a, n = pair.b;
  unsigned i = min(k, m), j = k - i;
  unsigned i_low = k > n ? k - n : 0, j_low = k > m ? k - m : 0;
  while (true) {
    if (i > 0 && j < n && keys[b + j] < keys[a + i - 1]) {  // too many from A
      const unsigned fewer = (i - i_low + 1) / 2;
      j_low = j;
      j += fewer;
      i -= fewer;
    } else if (j > 0 && i < m && !(keys[b + j - 1] < keys[a + i])) {  // too few
      const unsigned more = (j - j_low + 1) / 2;
      i_low = i;
      i += more;
      j -= more;
    } else {
      return i;
    }
  }
}

/// The same by a binary search on diagonal k (merge_path.cu): is A's key in the middle of the range
/// among the first k? One comparison per step, where co_rank may need two. k = 8 above:
///     i 4    A[4] =  9 >  B[3] = 7    not among them
///     i 2    A[2] =  6 <= B[5] = 10   among them
///     i 3    A[3] =  8 <= B[4] = 9    among them: i = 4
template <class Keys>
__device__ inline unsigned on_diagonal(unsigned k, const Keys& keys, const RunPair& pair) {
  const unsigned a = pair.begin, b = pair.middle();
  unsigned low = k > pair.b ? k - pair.b : 0, high = min(k, pair.a);
  while (low < high) {
    const unsigned i = (low + high) / 2;
    if (keys[b + k - 1 - i] < keys[a + i])
      high = i;
    else
      low = i + 1;
  }
  return low;
}

/// The keys to merge: those of A at the places [a, a_end), those of B at [b, b_end).
struct Ranges {
  unsigned a, a_end, b, b_end;
};

/// Merges from the front: calls take(c, key, its place) for the first `count` keys. If there are
/// fewer, what it takes after the last of them is not a key.
template <class Keys, class Take>
__device__ inline void merge_serially(const Keys& keys, Ranges from, unsigned count, Take take) {
  Key a = from.a < from.a_end ? keys[from.a] : Key{};
  Key b = from.b < from.b_end ? keys[from.b] : Key{};
  for (unsigned c = 0; c < count; ++c) {
    // Of two equal keys A's goes first
    const bool takes_a = from.b >= from.b_end || (from.a < from.a_end && !(b < a));
    const unsigned place = takes_a ? from.a : from.b;
    Key taken = a;  // by value: choosing between two addresses would force both out of registers
    if (!takes_a) taken = b;
    take(c, taken, place);

    const bool more = place + 1 < (takes_a ? from.a_end : from.b_end);
    const Key key = more ? keys[place + 1] : Key{};
    if (takes_a) {
      a = key;
      ++from.a;
    } else {
      b = key;
      ++from.b;
    }
  }
}

/// A thread's places: first, first + step, …, as far as they are below `end`.
struct Slice {
  unsigned first, step, end;
  unsigned keys_per_thread;
  __device__ bool has(unsigned c) const { return index(c) < end; }
  __device__ unsigned index(unsigned c) const { return first + c * step; }
};

/// A thread sorts its own keys by odd–even transposition (networks/transposition.cu).
template <unsigned keys_per_thread>
__device__ inline void sort_thread_keys(Key mine[], unsigned count) {
  for (unsigned round = 0; round < keys_per_thread; ++round) {
    for (unsigned left = round % 2; left + 1 < keys_per_thread; left += 2) {
      if (left + 1 >= count || !(mine[left + 1] < mine[left])) continue;
      const Key key = mine[left];
      mine[left] = mine[left + 1];
      mine[left + 1] = key;
    }
  }
}

/// Sorts every block's keys in shared memory, by merging.
template <unsigned keys_per_thread>
__global__ void sort_segments(const Key* keys, Key* output, unsigned n) {
  extern __shared__ Key tile_memory[];
  const unsigned whole = blockDim.x * keys_per_thread, begin = blockIdx.x * whole;
  const Padded<Key> sorted{tile_memory};
  const unsigned size = min(whole, n - begin);
  const Slice spread{threadIdx.x, blockDim.x, size, keys_per_thread};
  const unsigned first = min(threadIdx.x * keys_per_thread, size);  // of its adjacent keys
  const unsigned count = min(keys_per_thread, size - first);
  Key mine[keys_per_thread];

  // Neighbouring threads read neighbouring keys; then every thread takes adjacent keys
  for (unsigned c = 0; c < keys_per_thread; ++c)
    mine[c] = spread.has(c) ? keys[begin + spread.index(c)] : Key{};
  for (unsigned c = 0; c < keys_per_thread; ++c) {
    if (spread.has(c)) sorted[spread.index(c)] = mine[c];
  }
  __syncthreads();
  for (unsigned c = 0; c < keys_per_thread; ++c) {
    if (c < count) mine[c] = sorted[first + c];
  }
  sort_thread_keys<keys_per_thread>(mine, count);

  for (unsigned run = keys_per_thread; run < size; run *= 2) {
    __syncthreads();  // all have read the keys of the level before
    for (unsigned c = 0; c < keys_per_thread; ++c) {
      if (c < count) sorted[first + c] = mine[c];
    }
    __syncthreads();
    if (count == 0) continue;
    const RunPair pair = run_pair(first / (2 * run), run, size);
    const unsigned k = first - pair.begin, i = on_diagonal(k, sorted, pair);
    const unsigned middle = pair.middle(), end = middle + pair.b;
    merge_serially(sorted, {pair.begin + i, middle, middle + k - i, end}, keys_per_thread,
                   [&](unsigned c, Key key, unsigned) { mine[c] = key; });
  }

  __syncthreads();
  for (unsigned c = 0; c < keys_per_thread; ++c) {
    if (c < count) sorted[first + c] = mine[c];
  }
  __syncthreads();
  for (unsigned c = 0; c < keys_per_thread; ++c) {
    if (spread.has(c)) output[begin + spread.index(c)] = sorted[spread.index(c)];
  }
}

/// The same by a network: the threads share the comparators of a layer, and there is a barrier
/// between two layers.
__global__ void sort_segments_by_network(const Key* keys, Key* output, unsigned n, unsigned whole,
                                         Network network) {
  extern __shared__ Key sorted[];
  const unsigned begin = blockIdx.x * whole, size = min(whole, n - begin), t = threadIdx.x;
  for (unsigned q = t; q < size; q += blockDim.x) sorted[q] = keys[begin + q];

  Layer layer = first_layer(network, size);
  const unsigned layers = layer_count(network, size);
  const unsigned comparators = bit_floor(2 * size - 1) / 2;  // or fewer
  for (unsigned k = 0; k < layers; ++k) {
    __syncthreads();  // the keys are loaded, or the layer before is done
    for (unsigned c = t; c < comparators; c += blockDim.x) {
      const unsigned low = layer.low(c), high = layer.high(low);
      if (high == none) continue;
      const Key a = sorted[low], b = sorted[high];
      if (layer.descends(low) ? !(a < b) : !(b < a)) continue;
      sorted[low] = b;
      sorted[high] = a;
    }
    layer = layer.next();
  }

  __syncthreads();
  for (unsigned q = t; q < size; q += blockDim.x) {
    const Key key = sorted[q];
    output[begin + q] = key;
  }
}

/// One launch, in which every block sorts its own keys.
inline void sort_blocks(Run& run) {
  const unsigned n = run.size(), whole = run.keys_per_block();
  if (run.settings().block_sort != BlockSort::merge) {
    sort_segments_by_network<<<run.blocks(), run.threads(), whole * sizeof(Key)>>>(
        run.input(), run.output(), n, whole, network_by(run.settings().block_sort));
    return;
  }
  run.with_keys_per_thread([&](auto c) {
    sort_segments<c><<<run.blocks(), run.threads(), padded(whole) * sizeof(Key)>>>(run.input(),
                                                                                   run.output(), n);
  });
}

/// Sorts segments by blocks if the settings say so; then calls level(length of the runs), which
/// merges runs in pairs, until one run is left.
template <class Level>
void merge_levels(Run& run, Level level) {
  const unsigned n = run.size();
  unsigned length = 1;
  if (run.settings().start == SortStart::block && n > 0) {
    sort_blocks(run);
    length = run.keys_per_block();
    run.swap();
  }
  for (; length < n; length *= 2) {
    level(length);
    run.swap();
  }
}
