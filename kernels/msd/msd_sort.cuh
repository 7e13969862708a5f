/// 13.8 Radix sort from the highest digit on                            PMPP
///
/// The lowest digit first, and every pass moves all keys everywhere. The highest digit first, and
/// the keys fall into segments that never mix again: what is left to do is inside them. A level
/// cuts every segment by its next digit. It is not a launch a segment, though: blocks are dealt to
/// all open segments, their tables stand one after the other, and one scan adds them all up. A
/// bucket then begins at
///     its entry of the scan - the first entry of its segment's table + where the segment begins
/// for segments that are finished lie between the open ones, and no table counts them.
///
/// The chapter's 16 keys, one bit a level:
///     keys         12  3  6  9 15  8  5 10  9  6 11 13  4 10  7  0
///     bit 3         3  6  5  6  4  7  0 |12  9 15  8 10  9 11 13 10
///     bit 2         3  0| 6  5  6  4  7 | 9  8 10  9 11 10|12 15 13
///     bit 1         0| 3| 5  4| 6  6  7 | 9  8  9|10 11 10|12 13|15
///     bit 0         0| 3| 4| 5| 6  6| 7 | 8| 9  9|10 10|11|12|13|15
///
/// A segment of at most `finish` keys is one block's work: it sorts it by all the bits that are
/// left. Two buffers take turns, so the block does it in two levels, one after the other; then both
/// have the segment, and nobody touches it again.
///
/// Nothing here needs a stable pass: no later level relies on the order of equal digits. This one
/// is stable all the same, because ranks are counted in the order of the places.
#pragma once

#include "kernels/scan/grid_scan.cuh"
#include "msd_family.hpp"

namespace radix::msd::inline KERNELS {

using Show = ShowIn<arrays, scans>;
template <class T>
using DeviceArray = DeviceArrayIn<arrays, T>;

/// What a block works on: places begin … end - 1 of one segment.
struct Piece {
  uint32_t begin, end;
  uint32_t segment;      ///< where that begins
  uint32_t first_block;  ///< of those that share it
  uint32_t blocks;       ///< that do

  __device__ uint32_t size() const { return end - begin; }
  /// Of all tables: where this segment's begins, and the entry of a bucket in this block's column.
  __device__ uint32_t table(const Digit& digit) const { return first_block << digit.bits; }
  __device__ uint32_t entry(const Digit& digit, uint32_t bucket, uint32_t block) const {
    return table(digit) + bucket * blocks + (block - first_block);
  }
};

/// Deals blocks to the segments. touched: by where a segment begins, how often a block has sorted
/// it. One thread: a fast version has a scan for it.
__global__ void cut_segments(View<const uint32_t> segment, View<uint32_t> touched,
                             View<Piece> pieces, View<Piece> small, View<uint32_t> piece_count,
                             View<uint32_t> small_count, uint32_t n, uint32_t finish,
                             uint32_t threads, Show show) {
  show("segment_begin");
  uint32_t blocks = 0, smalls = 0;
  for (uint32_t begin = 0, end = 0; begin < n; begin = end) {
    while (end < n && segment[end] == begin) ++end;
    if (end - begin > finish) {
      const uint32_t first = blocks, count = (end - begin + threads - 1) / threads;
      for (uint32_t b = 0; b < count; ++b, ++blocks) {
        const uint32_t from = begin + b * threads;
        pieces[blocks] = {from, min(from + threads, end), begin, first, count};
      }
    } else if (touched[begin] < 2) {
      touched[begin] = touched[begin] + 1;
      small[smalls++] = {begin, end, begin, 0, 1};
    }
  }
  piece_count[0] = blocks;
  small_count[0] = smalls;
}

/// Keys in segments that no block has sorted: is there work for another level?
__global__ void count_unsorted(View<const uint32_t> segment, View<const uint32_t> touched,
                               View<uint32_t> unsorted, uint32_t n, uint32_t finish, Show) {
  uint32_t left = 0;
  for (uint32_t begin = 0, end = 0; begin < n; begin = end) {
    while (end < n && segment[end] == begin) ++end;
    const uint32_t size = end - begin;
    if (size > finish || (size > 1 && touched[begin] == 0)) left += size;
  }
  unsorted[0] = left;
}

/// Every block counts the digits of its piece. counts: the tables of all segments.
__global__ void count_digits(View<const Key> keys, View<const Piece> pieces, View<uint32_t> counts,
                             Digit digit, Show show) {
  SharedMemory shared;
  auto digits = shared.array<uint32_t>(blockDim.x);
  const Piece piece = pieces[blockIdx.x];
  const uint32_t t = threadIdx.x;
  if (t < piece.size()) digits[t] = digit_of(keys[piece.begin + t], digit);
  show("block_first", blockIdx.x, piece.begin);
  __syncthreads();

  for (uint32_t d = t; d < digit.buckets(); d += blockDim.x) {
    uint32_t count = 0;
    for (uint32_t p = 0; p < piece.size(); ++p) count += digits[p] == d ? 1 : 0;
    counts[piece.entry(digit, d, blockIdx.x)] = count;
  }
  show("bucket_counts");
}

/// Blocks with a piece of an open segment write it bucket by bucket; those behind them sort a small
/// segment each. `room`: keys of the largest piece.
__global__ void write_segments(View<const Key> keys, View<Key> output, View<uint32_t> segment,
                               View<const uint32_t> starts, View<const Piece> pieces,
                               View<const Piece> small, uint32_t open_blocks, uint32_t room,
                               Digit digit, KeyCode code, Show show) {
  SharedMemory shared;
  auto tile = shared.array<Key>(room);
  const bool open = blockIdx.x < open_blocks;
  const Piece piece = open ? pieces[blockIdx.x] : small[blockIdx.x - open_blocks];
  for (uint32_t q = threadIdx.x; q < piece.size(); q += blockDim.x)
    tile[q] = keys[piece.begin + q];
  __syncthreads();

  for (uint32_t q = threadIdx.x; q < piece.size(); q += blockDim.x) {
    const Key mine = tile[q];
    uint32_t rank = 0, begin = piece.begin, bucket = 0;
    if (open) {
      // Behind the equal digits of the block, in the bucket of the segment
      const uint32_t own = digit_of(mine, digit);
      for (uint32_t p = 0; p < q; ++p) rank += digit_of(tile[p], digit) == own ? 1 : 0;
      const uint32_t base = starts[piece.table(digit)];
      begin = piece.segment + starts[piece.entry(digit, own, blockIdx.x)] - base;
      bucket = piece.segment + starts[piece.entry(digit, own, piece.first_block)] - base;
    } else {
      // Behind all of the segment that belong before it, by whatever bits are left
      const auto own = ordered_of(mine, code);
      for (uint32_t p = 0; p < piece.size(); ++p) {
        const auto theirs = ordered_of(tile[p], code);
        rank += theirs < own || (theirs == own && p < q) ? 1 : 0;
      }
    }
    const uint32_t destination = begin + rank;
    show.some("rank", piece.begin + q, rank);
    show.some("destination", piece.begin + q, destination, 1);
    if (open) segment[destination] = bucket;
    output[destination] = mine;
  }
  show.end_rounds(2);
  show("output");
}

/// A part a level, until every segment is sorted or no digit is left.
inline void sort_by_segments(Run& run) {
  const uint32_t n = run.size(), threads = run.threads(), finish = run.settings().finish;
  if (n == 0) return;
  DeviceArray<uint32_t> segment(run, "segment_begin", n);
  Buffer<uint32_t> touched(n, "the segments"), piece_count(1, "open blocks"),
      small_count(1, "small segments"), unsorted(1, "keys that are left");
  Buffer<Piece> pieces(n, "the segments"), small(n, "the segments");
  segment.clear();
  touched.clear();
  for (uint32_t level = 0;; ++level) {
    const Digit digit =
        digit_from_top(run.key_bits(), run.settings().radix_bits, run.code(), level);
    run.begin_pass(level);
    run.launch<cut_segments>(1, 1)(segment, touched, pieces, small, piece_count, small_count, n,
                                   finish, threads);
    const uint32_t blocks = run.read_back(piece_count, n / (finish + 1) + n / threads + 1);
    const uint32_t smalls = run.read_back(small_count, n);
    const uint32_t entries = blocks << digit.bits, room = std::max(threads, std::min(finish, n));
    run.segment_table(entries);
    DeviceArray<uint32_t> counts(run, "bucket_counts", std::max(entries, 1u));
    DeviceArray<uint32_t> starts(run, "bucket_starts", entries + 1);
    if (blocks > 0) {
      GridScan scan(entries, threads);
      run.launch<count_digits>(blocks, threads, threads * sizeof(uint32_t))(run.input(), pieces,
                                                                            counts, digit);
      scan(run, counts, starts, entries);
    }
    run.launch<write_segments>(blocks + smalls, threads, room * sizeof(Key))(
        run.input(), run.output(), segment, starts, pieces, small, blocks, room, digit, run.code());
    const bool last = digit.shift == 0;
    if (!last) run.launch<count_unsorted>(1, 1)(segment, touched, unsorted, n, finish);
    run.end_pass();
    if (last || run.read_back(unsorted, n) == 0) return;
  }
}

}  // namespace radix::msd::inline KERNELS
