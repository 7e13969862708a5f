/// Merge sort, a tile in shared memory                            PMPP 4th ed. 13.7, 5th ed. 14.3
///
/// The results of a block's threads are adjacent, so the block needs one piece of A and one of B,
/// which together are as long as its result. Two threads find where these begin and end by a search
/// in global memory, one comparison per step. The whole block loads them, with neighbouring threads
/// reading neighbouring keys. Then every thread searches again, but in shared memory, for its own
/// few keys. Its result goes back into the tile, so that neighbouring threads also write
/// neighbouring keys. One word in 33 of the tile stays empty, so that threads whose keys are a few
/// places apart use different banks.
///
/// The chapter's last level, blocks of 4, block 1 (k = 4 … 7):
///     co-ranks of 4 and 8      2 and 4: A[2 … 3] and B[2 … 3]
///     tile                     6  8 | 6  7
///     merged                   6  6  7  8
/// Every key is loaded from global memory once. The book's kernel loads as many keys of A as of B
/// and merges only half of what it has loaded: with 2 + 2 keys at a time it loads 24 for these 16.
#include "../common.h"
#include "merge_co_rank.cu"

/// A block's piece of a merge: its result consists of keys [i, i + a) of A and [j, j + b) of B.
struct BlockMerge {
  RunPair pair;
  unsigned k, i, a, b;
  __device__ unsigned size() const { return a + b; }
  __device__ unsigned first() const { return pair.begin + k; }  ///< index of its first output
  /// The index among the level's keys of place q in the tile, which holds A's part, then B's.
  __device__ unsigned source(unsigned q) const {
    return q < a ? pair.begin + i + q : pair.middle() + (k - i) + (q - a);
  }
};

/// Loads a block's keys into its tile: neighbouring threads read neighbouring keys.
template <unsigned keys_per_thread, class Tile>
__device__ inline void load_tile(const Key* keys, const Tile& tile, const BlockMerge& piece) {
  const ThreadItems places{threadIdx.x, blockDim.x, piece.size(), keys_per_thread};
  Key mine[keys_per_thread];
  for (unsigned c = 0; c < keys_per_thread; ++c)
    mine[c] = places.has(c) ? keys[piece.source(places.index(c))] : Key{};
  for (unsigned c = 0; c < keys_per_thread; ++c) {
    if (places.has(c)) tile[places.index(c)] = mine[c];
  }
  //: tile[ThreadItems{piece.first() + threadIdx.x, blockDim.x, piece.first() + piece.size(),
  //: keys_per_thread}] = mine in tile.words
}

/// Every thread finds its co-rank in the tile and merges its own few keys.
template <unsigned keys_per_thread, class Tile>
__device__ inline void merge_in_tile(const Tile& tile, const BlockMerge& piece, Key mine[]) {
  const unsigned k = min(threadIdx.x * keys_per_thread, piece.size());
  const unsigned count = min(keys_per_thread, piece.size() - k);
  const RunPair pair{0, piece.a, piece.b};
  const unsigned i = count == 0 ? 0 : on_diagonal(k, tile, pair);
  //: a_rank[piece.first() + k] by on_diagonal from piece.i
  //: end max_looks(blockDim.x * keys_per_thread, none)
  //: if (count > 0) some co_rank[piece.first() + k] = piece.i + i; end 1
  if (count > 0)
    merge_serially(tile, {i, piece.a, piece.a + k - i, piece.size()}, keys_per_thread,
                   [&](unsigned c, Key key, unsigned place) {
                     if (c >= count) return;
                     mine[c] = key;  //: some source[piece.first() + k + c] = piece.source(place)
                   });
  //: end 1
}

/// Puts the merged keys into the tile, after all threads have read it, and writes it in order.
template <unsigned keys_per_thread, class Tile>
__device__ inline void write_tile(const Tile& tile, Key* output, const BlockMerge& piece,
                                  const Key mine[]) {
  __syncthreads();
  const unsigned own = threadIdx.x * keys_per_thread;
  for (unsigned c = 0; c < keys_per_thread; ++c) {
    if (own + c < piece.size()) tile[own + c] = mine[c];
  }
  __syncthreads();
  for (unsigned c = 0; c < keys_per_thread; ++c) {
    const unsigned q = threadIdx.x + c * blockDim.x;
    if (q < piece.size()) output[piece.first() + q] = tile[q];
  }
}

/// Two threads find where the block's piece begins in A and B, and where it ends.
__device__ inline BlockMerge find_piece(const Key* keys, unsigned* borders, const Partition& pieces,
                                        unsigned n) {
  const RunPair pair = run_pair(blockIdx.x / pieces.per_pair, pieces.run, n);
  const unsigned k = blockIdx.x % pieces.per_pair * pieces.size;
  const unsigned end = min(k + pieces.size, pair.size());
  if (threadIdx.x == 0) borders[0] = on_diagonal(k, keys, pair);
  //: a_rank[pair.begin + k] by on_diagonal
  //: end max_looks(pieces.run, n)
  //: if (threadIdx.x == 0) some co_rank[pair.begin + k] = borders[0]; end 1
  if (threadIdx.x == blockDim.x - 1) borders[1] = on_diagonal(end, keys, pair);
  __syncthreads();
  const unsigned i = borders[0], from_a = borders[1] - i;
  return {pair, k, i, from_a, end - k - from_a};
}

/// Every block merges one piece of a pair in shared memory.
template <unsigned keys_per_thread>
__global__ void merge_tiles(const Key* keys, Key* output, unsigned n, Partition pieces) {
  extern __shared__ Key tile_memory[];
  const Padded<Key> tile{tile_memory};
  unsigned* borders = after<unsigned>(tile_memory, padded(pieces.size));
  const BlockMerge piece = find_piece(keys, borders, pieces, n);

  load_tile<keys_per_thread>(keys, tile, piece);
  __syncthreads();
  Key mine[keys_per_thread];
  merge_in_tile<keys_per_thread>(tile, piece, mine);
  write_tile<keys_per_thread>(tile, output, piece, mine);  //: output
}

/// The book's kernel: in every round a block loads `half` keys of A and as many of B, or what is
/// left of them, and merges `half` keys. The keys that remain are loaded again in the next round.
__global__ void merge_in_rounds(const Key* keys, Key* output, unsigned n, Partition pieces,
                                unsigned half) {
  extern __shared__ Key tile[];
  unsigned* borders = after<unsigned>(tile, pieces.size);
  const BlockMerge piece = find_piece(keys, borders, pieces, n);
  const unsigned each = (half + blockDim.x - 1) / blockDim.x;

  unsigned a = 0, b = 0;  // keys of A and of B merged so far
  while (a + b < piece.size()) {
    const unsigned from_a = min(half, piece.a - a), loaded = from_a + min(half, piece.b - b);
    for (unsigned q = threadIdx.x; q < loaded; q += blockDim.x) {
      const unsigned place = piece.source(q < from_a ? a + q : piece.a + b + q - from_a);
      tile[q] = keys[place];  //: round (a+b)/half loaded[piece.first() + q] = place
    }
    __syncthreads();

    const RunPair pair{0, from_a, loaded - from_a};
    const unsigned made = min(half, piece.size() - a - b);
    const unsigned k = min(threadIdx.x * each, made), count = min(each, made - k);
    const unsigned i = on_diagonal(k, tile, pair);
    merge_serially(tile, {i, from_a, from_a + k - i, loaded}, count,
                   [&](unsigned c, Key key, unsigned q) {
                     const unsigned o = piece.first() + a + b + k + c;
                     output[o] = key;
                     //: some source[o] =
                     //: piece.source(q < from_a ? a + q :
                     //: piece.a + b + q - from_a) later (pieces.size + half - 1) / half
                   });
    const unsigned merged_a = on_diagonal(made, tile, pair);
    __syncthreads();  // all have read before the next round loads
    a += merged_a;
    b += made - merged_a;
  }
  //: end (pieces.size + half - 1) / half + 1; output
}

/// One launch per level. While a tile could hold a whole pair, threads merge without tiles.
void sort_by_tiles(Run& run) {
  const unsigned n = run.size();
  merge_levels(run, [&](unsigned length) {
    if (2 * length <= run.keys_per_block()) return merge_by_threads(run, length);
    const Partition pieces = cut_level(n, length, run.keys_per_block());
    const unsigned half = std::min(run.settings().tile, pieces.size);
    if (half > 0) {
      const size_t bytes = pieces.size * sizeof(Key) + 2 * sizeof(unsigned);
      merge_in_rounds<<<pieces.count, run.threads(), bytes>>>(run.input(), run.output(), n, pieces,
                                                              half);
      return;
    }
    const size_t bytes = padded(pieces.size) * sizeof(Key) + 2 * sizeof(unsigned);
    run.with_keys_per_thread([&](auto c) {
      merge_tiles<c><<<pieces.count, run.threads(), bytes>>>(run.input(), run.output(), n, pieces);
    });
  });
}

#if __INCLUDE_LEVEL__ == 0
// radixscope: sort_into(sort_by_tiles, keys, output, n, bits, {4, 1, 2})
int main(int argc, char** argv) {
  SortSettings settings;
  settings.keys_per_thread = 2;
  return sort_and_check(sort_by_tiles, argc, argv, settings);
}
#endif
