/// Radix sort, the highest digit first (MSD)                      PMPP 4th ed. 13.8, 5th ed. 14.9
///
/// A radix sort that starts with the lowest digit moves every key across the whole array in every
/// pass. One that starts with the highest, the most significant digit, divides the keys into
/// segments that never mix again: all remaining work is inside them. Each level of the sort divides
/// every open segment, one with more than `finish` keys, by the next digit. All of them share the
/// launches of a level: every open segment gets blocks of its own, the segments' bucket tables are
/// stored one after the other, and one exclusive scan runs over all of them. A bucket begins at
///     where its segment begins + its scanned entry - the first scanned entry of its segment
/// The scan counts only the keys of open segments before it, but smaller ones lie between them, so
/// only the difference of two entries of the same segment can be used.
///
/// The chapter's 16 keys, one bit per level:
///     keys         12  3  6  9 15  8  5 10  9  6 11 13  4 10  7  0
///     bit 3         3  6  5  6  4  7  0 |12  9 15  8 10  9 11 13 10
///     bit 2         3  0| 6  5  6  4  7 | 9  8 10  9 11 10|12 15 13
///     bit 1         0| 3| 5  4| 6  6  7 | 9  8  9|10 11 10|12 13|15
///     bit 0         0| 3| 4| 5| 6  6| 7 | 8| 9  9|10 10|11|12|13|15
///
/// A segment of at most `finish` keys goes to one block, which sorts it by comparing whole keys.
/// Two buffers alternate as input and output, so a block sorts it in two successive levels. Then
/// both buffers hold the sorted segment, and it is finished.
///
/// No pass has to be stable here: no later level relies on the order of equal digits. This sort is
/// stable all the same, because equal keys keep the order of their places.
#include "../common.h"
#include "../scan/grid_scan.cuh"

/// What one block works on: places begin … end - 1, a part of one segment or all of it.
struct Piece {
  unsigned begin, end;
  unsigned segment_begin;
  unsigned first_block;   ///< the first of the blocks that share the segment
  unsigned blocks;        ///< how many blocks share it

  __device__ unsigned size() const { return end - begin; }
  /// The first entry of the segment's table, after the tables of all open segments before it. A
  /// table has a row for every bucket and a column for every block of the segment.
  __device__ unsigned first_entry(Digit digit) const { return first_block << digit.bits; }
  /// The entry of a bucket and a block.
  __device__ unsigned entry(Digit digit, unsigned bucket, unsigned block) const {
    return first_entry(digit) + bucket * blocks + (block - first_block);
  }
};

/// Assigns blocks to the segments: to an open one as many as it has pieces of `threads` keys, to a
/// small one a block, twice. segment_begin: for every place, where its segment begins.
/// times_sorted: for every place where a segment begins, how often a block has sorted the whole
/// segment. This runs in one thread; a faster version would use a scan.
__global__ void cut_segments(const unsigned* segment_begin, unsigned* times_sorted, Piece* pieces,
                             Piece* small, unsigned* piece_count, unsigned* small_count, unsigned n,
                             unsigned finish, unsigned threads) {
  unsigned blocks = 0, small_blocks = 0;
  for (unsigned begin = 0, end = 0; begin < n; begin = end) {  //: if (begin == 0) segment_begin
    while (end < n && segment_begin[end] == begin) ++end;
    if (end - begin > finish) {
      // Open: a block for every piece
      const unsigned first = blocks, count = (end - begin + threads - 1) / threads;
      for (unsigned b = 0; b < count; ++b, ++blocks) {
        const unsigned from = begin + b * threads;
        pieces[blocks] = {from, min(from + threads, end), begin, first, count};
      }
    } else if (times_sorted[begin] < 2) {
      // Small: once for each buffer
      times_sorted[begin] = times_sorted[begin] + 1;
      small[small_blocks++] = {begin, end, begin, 0, 1};
    }
  }
  piece_count[0] = blocks;
  small_count[0] = small_blocks;
}

/// Counts the keys of segments that are not sorted yet, to see whether another level is needed.
__global__ void count_unsorted(const unsigned* segment_begin, const unsigned* times_sorted,
                               unsigned* unsorted, unsigned n, unsigned finish) {
  unsigned left = 0;
  for (unsigned begin = 0, end = 0; begin < n; begin = end) {
    while (end < n && segment_begin[end] == begin) ++end;
    const unsigned size = end - begin;
    if (size > finish || (size > 1 && times_sorted[begin] == 0)) left += size;
  }
  unsorted[0] = left;
}

/// Every block counts how many keys of its piece have each digit, and writes its column of its
/// segment's table. counts: the tables of all open segments, one after the other.
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

/// The first blocks move the keys of open segments into their buckets, the segments of the next
/// level; each of the other blocks sorts a whole small segment.
__global__ void write_segments(const Key* keys, Key* output, unsigned* segment_begin,
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
      // The key's rank among those of the block with the same digit, and where these begin
      const unsigned own = digit_of(mine, digit);
      for (unsigned p = 0; p < q; ++p) rank += digit_of(tile[p], digit) == own ? 1 : 0;
      const unsigned base = starts[piece.first_entry(digit)];
      begin = piece.segment_begin + starts[piece.entry(digit, own, blockIdx.x)] - base;

      // Where the whole bucket begins: it is a segment of the next level
      bucket = piece.segment_begin + starts[piece.entry(digit, own, piece.first_block)] - base;
    } else {
      // The key's rank in the segment: after all smaller keys and the equal ones before it
      for (unsigned p = 0; p < piece.size(); ++p) {
        const Key other = tile[p];
        if (other < mine || (!(mine < other) && p < q)) ++rank;
      }
    }
    const unsigned destination = begin + rank;  //: some rank[piece.begin + q] = rank
    //: some destination[piece.begin + q] = destination later 1
    if (open) segment_begin[destination] = bucket;
    output[destination] = mine;
  }
  //: end 2; output
}

/// The digit of a level. Level 0 has the highest bits, and the last level may have fewer bits.
inline Digit digit_of_level(unsigned level, unsigned bits, unsigned radix_bits) {
  const unsigned done = std::min(level * radix_bits, bits);
  const unsigned width = std::min(radix_bits, bits - done);
  return {bits - done - width, width};
}

/// Level by level, until every segment is sorted or no digit is left.
void sort_by_segments(Run& run) {
  const unsigned n = run.size(), threads = run.threads(), finish = run.settings().finish;
  if (n == 0) return;
  DeviceArray<unsigned> segment_begin(n);
  DeviceArray<unsigned> times_sorted(n);  //: "the segments"
  DeviceArray<unsigned> piece_count(1);  //: "open blocks"
  DeviceArray<unsigned> small_count(1);  //: "small segments"
  DeviceArray<unsigned> unsorted(1);  //: "keys that are left"
  DeviceArray<Piece> pieces(n);  //: "the segments"
  DeviceArray<Piece> small(n);  //: "the segments"
  segment_begin.clear();  // one segment, which begins at place 0
  times_sorted.clear();

  for (unsigned level = 0;; ++level) {  //: pass level
    const Digit digit = digit_of_level(level, run.bits(), run.settings().radix_bits);
    cut_segments<<<1, 1>>>(segment_begin, times_sorted, pieces, small, piece_count, small_count,
                           n, finish, threads);
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
        run.input(), run.output(), segment_begin, bucket_starts, pieces, small, blocks, digit);
    const bool last = digit.shift == 0;
    if (!last) count_unsorted<<<1, 1>>>(segment_begin, times_sorted, unsorted, n, finish);
    run.swap();
    if (last || run.read_back(unsorted) == 0) return;  //: at most n
  }
}

// radixscope: sort_into(sort_by_segments, keys, output, n, bits)
int main(int argc, char** argv) {
  return sort_and_check(sort_by_segments, argc, argv, {}, 100003);
}
