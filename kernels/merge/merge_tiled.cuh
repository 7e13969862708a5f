/// 13.7 Merge sort, a tile in shared memory                               PMPP, 12.5
///
/// A block writes the results of its threads side by side, so it needs one piece of A and one of B,
/// and both together are as long as its result. Two threads search for where those begin and end,
/// in global memory, along the diagonal: a comparison a look. The whole block loads them,
/// neighbours reading neighbours; and then every thread searches again, but in shared memory, for
/// its own few keys. What it merges goes back into the tile, so that neighbours also write
/// neighbours. One word in 33 of the tile stays empty: threads whose keys stand a few places apart
/// meet different banks.
///
/// The chapter's last level, blocks of 4, block 1 (k = 4 … 7):
///     co-ranks of 4 and 8      2 and 4: A[2 … 3] and B[2 … 3]
///     tile                     6  8 | 6  7
///     merged                   6  6  7  8
/// Every key is read from global memory once. The book's kernel, which loads as many keys of A as
/// of B as the tile holds and uses half of them, reads 24 for 16.
#pragma once

#include "merge_co_rank.cuh"

namespace radix::merges::inline KERNELS {

/// A block's part of a pair of runs: keys [i, i + a) of A and [j, j + b) of B make its result.
struct BlockPiece {
  RunPair pair;
  uint32_t k, i, a, b;
  __device__ uint32_t size() const { return a + b; }
  __device__ uint32_t first() const { return pair.begin + k; }  ///< place of its first output
  /// Place among the level's keys of a place in the tile: A's part, then B's.
  __device__ uint32_t source(uint32_t q) const {
    return q < a ? pair.begin + i + q : pair.middle() + (k - i) + (q - a);
  }
};

/// Loads a block's keys into its tile: neighbouring threads read neighbouring keys.
template <class Tile>
__device__ inline void load_tile(View<const Key> keys, const Tile& tile, const BlockPiece& piece,
                                 auto keys_per_thread, Show& show) {
  const Slice places{threadIdx.x, blockDim.x, piece.size(), keys_per_thread};
  Key mine[keys_per_thread.most];
  for (uint32_t c = 0; c < keys_per_thread; ++c)
    mine[c] = places.has(c) ? keys[piece.source(places.index(c))] : Key{};
  for (uint32_t c = 0; c < keys_per_thread; ++c) {
    if (places.has(c)) tile[places.index(c)] = mine[c];
  }
  const uint32_t first = piece.first();
  show("tile", Slice{first + threadIdx.x, blockDim.x, first + piece.size(), keys_per_thread}, mine);
}

/// Every thread searches in the tile and merges its own few keys.
template <class Tile>
__device__ inline void merge_own(const Tile& tile, const BlockPiece& piece, uint32_t looks,
                                 auto keys_per_thread, Before before, Show& show, Key* mine) {
  const uint32_t k = min(threadIdx.x * keys_per_thread, piece.size()), first = piece.first() + k;
  const uint32_t count = min(uint32_t{keys_per_thread}, piece.size() - k);
  const RunPair pair{0, piece.a, piece.b};
  const uint32_t i = count == 0 ? 0 : on_diagonal(k, tile, pair, before, show, first, piece.i);
  show.end_rounds(looks);
  if (count > 0) show.some("co_rank", first, piece.i + i);
  show.end_rounds(1);
  if (count > 0)
    merge_serially(tile, {i, piece.a, piece.a + k - i, piece.size()}, keys_per_thread, before,
                   [&](uint32_t c, Key key, uint32_t place) {
                     if (c >= count) return;
                     mine[c] = key;
                     show.some("source", first + c, piece.source(place));
                   });
  show.end_rounds(1);
}

/// Puts the threads' keys into the tile, once all have read it, and writes it in order.
template <class Tile>
__device__ inline void write_tile(const Tile& tile, View<Key> output, const BlockPiece& piece,
                                  auto keys_per_thread, const Key* mine) {
  __syncthreads();
  const uint32_t own = threadIdx.x * keys_per_thread;
  for (uint32_t c = 0; c < keys_per_thread; ++c) {
    if (own + c < piece.size()) tile[own + c] = mine[c];
  }
  __syncthreads();
  for (uint32_t c = 0; c < keys_per_thread; ++c) {
    const uint32_t q = threadIdx.x + c * blockDim.x;
    if (q < piece.size()) output[piece.first() + q] = tile[q];
  }
}

/// Two threads ask where the block's pieces begin, and where the next block's do.
__device__ inline BlockPiece find_piece(View<const Key> keys, View<uint32_t> borders,
                                        const Pieces& pieces, uint32_t n, uint32_t looks,
                                        Before before, Show& show) {
  const RunPair pair = run_pair(blockIdx.x / pieces.per_pair, pieces.run, n);
  const uint32_t k = blockIdx.x % pieces.per_pair * pieces.size;
  const uint32_t end = min(k + pieces.size, pair.size());
  Unseen unseen;
  if (threadIdx.x == 0) borders[0] = on_diagonal(k, keys, pair, before, show, pair.begin + k);
  show.end_rounds(looks);
  if (threadIdx.x == 0) show.some("co_rank", pair.begin + k, borders[0]);
  show.end_rounds(1);
  if (threadIdx.x == blockDim.x - 1) borders[1] = on_diagonal(end, keys, pair, before, unseen, 0);
  __syncthreads();
  const uint32_t i = borders[0], from_a = borders[1] - i;
  return {pair, k, i, from_a, end - k - from_a};
}

/// Every block merges one piece of a pair out of a tile in shared memory.
__global__ void merge_tiles(View<const Key> keys, View<Key> output, uint32_t n, Pieces pieces,
                            uint32_t looks, uint32_t tile_looks, auto keys_per_thread,
                            Before before, Show show) {
  SharedMemory shared;
  const Padded<Key> tile{shared.array<Key>(padded(pieces.size))};
  auto borders = shared.array<uint32_t>(2);
  const BlockPiece piece = find_piece(keys, borders, pieces, n, looks, before, show);

  load_tile(keys, tile, piece, keys_per_thread, show);
  __syncthreads();
  Key mine[keys_per_thread.most];
  merge_own(tile, piece, tile_looks, keys_per_thread, before, show, mine);
  write_tile(tile, output, piece, keys_per_thread, mine);
  show("output");
}

/// The book's kernel: round after round a block loads `half` keys of A and as many of B, as far as
/// it has them, and merges `half` outputs. What is left of both is loaded again in the next round.
__global__ void merge_in_rounds(View<const Key> keys, View<Key> output, uint32_t n, Pieces pieces,
                                uint32_t looks, uint32_t half, uint32_t rounds, Before before,
                                Show show) {
  SharedMemory shared;
  auto tile = shared.array<Key>(pieces.size);
  auto borders = shared.array<uint32_t>(2);
  const BlockPiece piece = find_piece(keys, borders, pieces, n, looks, before, show);
  const uint32_t each = (half + blockDim.x - 1) / blockDim.x;
  Unseen unseen;

  uint32_t a = 0, b = 0;  // keys of A and of B that are merged
  for (uint32_t round = 0; a + b < piece.size(); ++round) {
    const uint32_t from_a = min(half, piece.a - a), loaded = from_a + min(half, piece.b - b);
    for (uint32_t q = threadIdx.x; q < loaded; q += blockDim.x) {
      const uint32_t place = piece.source(q < from_a ? a + q : piece.a + b + q - from_a);
      tile[q] = keys[place];
      show.round("loaded", round, piece.first() + q, place);
    }
    __syncthreads();

    const RunPair pair{0, from_a, loaded - from_a};
    const uint32_t made = min(half, piece.size() - a - b);
    const uint32_t k = min(threadIdx.x * each, made), count = min(each, made - k);
    const uint32_t i = on_diagonal(k, tile, pair, before, unseen, 0);
    merge_serially(tile, {i, from_a, from_a + k - i, loaded}, count, before,
                   [&](uint32_t c, Key key, uint32_t q) {
                     const uint32_t o = piece.first() + a + b + k + c;
                     const uint32_t place = q < from_a ? a + q : piece.a + b + q - from_a;
                     output[o] = key;
                     show.some("source", o, piece.source(place), uint32_t{rounds});
                   });
    const uint32_t from_a_made = on_diagonal(made, tile, pair, before, unseen, 0);
    __syncthreads();  // all have read before anyone loads
    a += from_a_made;
    b += made - from_a_made;
  }
  show.end_rounds(rounds + 1);
  show("output");
}

/// A launch a level. While a tile would hold whole pairs, threads merge as they do without one.
inline void sort_by_tiles(Run& run) {
  const uint32_t n = run.size();
  merge_levels(run, [&](uint32_t length) {
    if (2 * length <= run.keys_per_block()) return merge_by_threads(run, length);
    const Pieces pieces = cut_level(n, length, run.keys_per_block());
    if (const uint32_t half = min(run.settings().tile, pieces.size); half > 0)
      return run.launch<merge_in_rounds>(pieces.count, run.threads(),
                                         pieces.size * sizeof(Key) + 2 * sizeof(uint32_t))(
          run.input(), run.output(), n, pieces, most_looks(length, n), half,
          (pieces.size + half - 1) / half, Before{run.order()});
    const std::size_t bytes = padded(pieces.size) * sizeof(Key) + 2 * sizeof(uint32_t);
    run.with_keys_per_thread([&](auto each) {
      run.launch<merge_tiles<decltype(each)>>(pieces.count, run.threads(), bytes)(
          run.input(), run.output(), n, pieces, most_looks(length, n), most_looks(pieces.size, n),
          each, Before{run.order()});
    });
  });
}

}  // namespace radix::merges::inline KERNELS
