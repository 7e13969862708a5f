/// Radix sort from the highest digit down                         PMPP 4th ed. 13.8, 5th ed. 14.9
///
/// A sort by the lowest digit first moves every key across the whole array in every pass. If it
/// goes by the highest digit first, the keys fall into segments that never mix again: all remaining
/// work is inside them. A level divides every open segment, one with more than `finish` keys, by
/// the next digit. It does not take a launch per segment: blocks are assigned to all open segments,
/// the segments' tables are stored one after the other, and one scan runs over all of them. A
/// bucket then begins at
///     its entry in the scan - the first entry of its segment's table + where the segment begins
/// because there are other segments between the open ones, and no table counts their keys.
///
/// The chapter's 16 keys, one bit per level:
///     keys         12  3  6  9 15  8  5 10  9  6 11 13  4 10  7  0
///     bit 3         3  6  5  6  4  7  0 |12  9 15  8 10  9 11 13 10
///     bit 2         3  0| 6  5  6  4  7 | 9  8 10  9 11 10|12 15 13
///     bit 1         0| 3| 5  4| 6  6  7 | 9  8  9|10 11 10|12 13|15
///     bit 0         0| 3| 4| 5| 6  6| 7 | 8| 9  9|10 10|11|12|13|15
///
/// A segment of at most `finish` keys goes to one block, which sorts it by all remaining bits. Two
/// buffers alternate as input and output, so a block does so in two successive levels. Then both
/// buffers hold the sorted segment, and it is finished.
///
/// No pass has to be stable here: no later level relies on the order of equal digits. This sort is
/// stable all the same, because keys are ranked in the order of their places.
#include "../common.h"
#include "../scan/grid_scan.cuh"

/// What one block works on: places begin … end - 1, all of one segment.
struct Piece {
  unsigned begin, end;
  unsigned segment;       ///< where the segment begins
  unsigned first_block;   ///< the first of the blocks that share the segment
  unsigned blocks;        ///< how many blocks share it

  __device__ unsigned size() const { return end - begin; }
  /// Where the segment's table begins among all tables: a row per bucket, a column per block.
  __device__ unsigned table(Digit digit) const { return first_block << digit.bits; }
  __device__ unsigned entry(Digit digit, unsigned bucket, unsigned block) const {
    return table(digit) + bucket * blocks + (block - first_block);
  }
};

/// Assigns blocks to the segments. segment: for every place, where its segment begins. touched: for
/// every place where a segment begins, how often a block has sorted the whole segment. This runs in
/// one thread; a faster version would use a scan.
__global__ void cut_segments(const unsigned* segment, unsigned* touched, Piece* pieces,
                             Piece* small, unsigned* piece_count, unsigned* small_count, unsigned n,
                             unsigned finish, unsigned threads) {
  unsigned blocks = 0, small_blocks = 0;
  for (unsigned begin = 0, end = 0; begin < n; begin = end) {  //: if (begin == 0) segment_begin
    while (end < n && segment[end] == begin) ++end;
    if (end - begin > finish) {
      const unsigned first = blocks, count = (end - begin + threads - 1) / threads;
      for (unsigned b = 0; b < count; ++b, ++blocks) {
        const unsigned from = begin + b * threads;
        pieces[blocks] = {from, min(from + threads, end), begin, first, count};
      }
    } else if (touched[begin] < 2) {
      touched[begin] = touched[begin] + 1;
      small[small_blocks++] = {begin, end, begin, 0, 1};
    }
  }
  piece_count[0] = blocks;
  small_count[0] = small_blocks;
}

/// Counts the keys of segments that are not sorted yet, to see whether another level is needed.
__global__ void count_unsorted(const unsigned* segment, const unsigned* touched,
                               unsigned* unsorted, unsigned n, unsigned finish) {
  unsigned left = 0;
  for (unsigned begin = 0, end = 0; begin < n; begin = end) {
    while (end < n && segment[end] == begin) ++end;
    const unsigned size = end - begin;
    if (size > finish || (size > 1 && touched[begin] == 0)) left += size;
  }
  unsorted[0] = left;
}

/// Every block counts the digits of its piece. counts: the tables of all segments.
__global__ void count_digits(const Key* keys, const Piece* pieces, unsigned* counts, Digit digit) {
  extern __shared__ unsigned digits[];
  const Piece piece = pieces[blockIdx.x];  //: block_first[blockIdx.x] = piece.begin
  const unsigned t = threadIdx.x;
  if (t < piece.size()) digits[t] = digit_of(keys[piece.begin + t], digit);
  __syncthreads();

  for (unsigned d = t; d < digit.buckets(); d += blockDim.x) {
    unsigned count = 0;
    for (unsigned p = 0; p < piece.size(); ++p) count += digits[p] == d ? 1 : 0;
    counts[piece.entry(digit, d, blockIdx.x)] = count;
  }  //: bucket_counts
}

/// The first blocks write the pieces of open segments, bucket by bucket; each of the other blocks
/// sorts a whole small segment.
__global__ void write_segments(const Key* keys, Key* output, unsigned* segment,
                               const unsigned* starts, const Piece* pieces, const Piece* small,
                               unsigned open_blocks, Digit digit) {
  extern __shared__ Key tile[];
  const bool open = blockIdx.x < open_blocks;
  const Piece piece = open ? pieces[blockIdx.x] : small[blockIdx.x - open_blocks];
  for (unsigned q = threadIdx.x; q < piece.size(); q += blockDim.x)
    tile[q] = keys[piece.begin + q];
  __syncthreads();

  for (unsigned q = threadIdx.x; q < piece.size(); q += blockDim.x) {
    const Key mine = tile[q];
    unsigned rank = 0, begin = piece.begin, bucket = 0;
    if (open) {
      // After the equal digits before it in the block, in its bucket of the segment
      const unsigned own = digit_of(mine, digit);
      for (unsigned p = 0; p < q; ++p) rank += digit_of(tile[p], digit) == own ? 1 : 0;
      const unsigned base = starts[piece.table(digit)];
      begin = piece.segment + starts[piece.entry(digit, own, blockIdx.x)] - base;
      bucket = piece.segment + starts[piece.entry(digit, own, piece.first_block)] - base;
    } else {
      // After all smaller keys of the segment, and after the equal ones before it
      for (unsigned p = 0; p < piece.size(); ++p) {
        const Key other = tile[p];
        if (other < mine || (!(mine < other) && p < q)) ++rank;
      }
    }
    const unsigned destination = begin + rank;  //: some rank[piece.begin + q] = rank
    //: some destination[piece.begin + q] = destination later 1
    if (open) segment[destination] = bucket;
    output[destination] = mine;
  }
  //: end 2; output
}

/// The digit of a level: level 0 has the highest bits.
inline Digit digit_of_level(unsigned level, unsigned bits, unsigned radix_bits) {
  const unsigned done = std::min(level * radix_bits, bits);
  const unsigned width = std::min(radix_bits, bits - done);
  return {bits - done - width, width};
}

/// Level by level, until every segment is sorted or no digit is left.
void sort_by_segments(Run& run) {
  const unsigned n = run.size(), threads = run.threads(), finish = run.settings().finish;
  if (n == 0) return;
  DeviceArray<unsigned> segment(n);  //: segment_begin
  DeviceArray<unsigned> touched(n);  //: "the segments"
  DeviceArray<unsigned> piece_count(1);  //: "open blocks"
  DeviceArray<unsigned> small_count(1);  //: "small segments"
  DeviceArray<unsigned> unsorted(1);  //: "keys that are left"
  DeviceArray<Piece> pieces(n);  //: "the segments"
  DeviceArray<Piece> small(n);  //: "the segments"
  segment.clear();
  touched.clear();

  for (unsigned level = 0;; ++level) {  //: pass level
    const Digit digit = digit_of_level(level, run.bits(), run.settings().radix_bits);
    cut_segments<<<1, 1>>>(segment, touched, pieces, small, piece_count, small_count, n, finish,
                           threads);
    const unsigned blocks =
        run.read_back(piece_count);  //: at most n / (finish + 1) + n / threads + 1
    const unsigned small_blocks = run.read_back(small_count);  //: at most n
    const unsigned entries = blocks << digit.bits;  //: table entries
    DeviceArray<unsigned> bucket_counts(std::max(entries, 1u));
    DeviceArray<unsigned> bucket_starts(entries + 1);
    if (blocks > 0) {
      GridScan scan(entries, threads);
      count_digits<<<blocks, threads, threads * sizeof(unsigned)>>>(run.input(), pieces,
                                                                    bucket_counts, digit);
      scan(run, bucket_counts, bucket_starts, entries);
    }
    const size_t bytes = std::max(threads, std::min(finish, n)) * sizeof(Key);
    write_segments<<<blocks + small_blocks, threads, bytes>>>(
        run.input(), run.output(), segment, bucket_starts, pieces, small, blocks, digit);
    const bool last = digit.shift == 0;
    if (!last) count_unsorted<<<1, 1>>>(segment, touched, unsorted, n, finish);
    run.swap();
    if (last || run.read_back(unsorted) == 0) return;  //: at most n
  }
}

// radixscope: sort_into(sort_by_segments, keys, output, n, bits)
int main(int argc, char** argv) {
  return sort_and_check(sort_by_segments, argc, argv, {}, 100003);
}
