/// 13.7 Merge sort along the merge path                                   PMPP, 12.5
///
/// Write A down the side of a grid and B along its top: merging walks from one corner to the other,
/// down for a key from A, to the right for one from B. Outputs with the same k lie on a diagonal,
/// and the co-rank is where the walk crosses it. So the work can be cut into pieces of exactly the
/// same size: cut the walk.
///
/// What a tiled kernel does in one launch takes two here. find_borders gives every border a thread
/// of its own: thousands of searches at once, and no block waits for two of its threads while all
/// others have nothing to do.
///
/// The chapter's last level, blocks of 4: borders at k = 0 4 8 12, with co-ranks 0 2 4 6.
#pragma once

#include "merge_tiled.cuh"

namespace radix::merges::inline KERNELS {

/// Every thread finds where one block's piece begins in A.
__global__ void find_borders(View<const Key> keys, View<uint32_t> borders, uint32_t n,
                             Pieces pieces, uint32_t looks, Before before, Show show) {
  const uint32_t border = blockIdx.x * blockDim.x + threadIdx.x;
  if (border >= pieces.count) return;
  const RunPair pair = run_pair(border / pieces.per_pair, pieces.run, n);
  const uint32_t k = border % pieces.per_pair * pieces.size;
  const uint32_t i = on_diagonal(k, keys, pair, before, show, pair.begin + k);
  show.end_rounds(looks);
  borders[border] = i;
  show("co_rank", pair.begin + k, i);
}

/// Every block merges one piece, between its border and the next.
__global__ void merge_along_path(View<const Key> keys, View<const uint32_t> borders,
                                 View<Key> output, uint32_t n, Pieces pieces, uint32_t tile_looks,
                                 auto keys_per_thread, Before before, Show show) {
  SharedMemory shared;
  const Padded<Key> tile{shared.array<Key>(padded(pieces.size))};
  const RunPair pair = run_pair(blockIdx.x / pieces.per_pair, pieces.run, n);
  const uint32_t k = blockIdx.x % pieces.per_pair * pieces.size;
  const uint32_t end = min(k + pieces.size, pair.size()), size = end - k;
  const uint32_t i = borders[blockIdx.x];
  const uint32_t i_end = end == pair.size() ? pair.a : borders[blockIdx.x + 1];
  const BlockPiece piece{pair, k, i, i_end - i, size - (i_end - i)};

  load_tile(keys, tile, piece, keys_per_thread, show);
  __syncthreads();
  Key mine[keys_per_thread.most];
  merge_own(tile, piece, tile_looks, keys_per_thread, before, show, mine);
  write_tile(tile, output, piece, keys_per_thread, mine);
  show("output");
}

/// Two launches a level.
inline void sort_along_paths(Run& run) {
  const uint32_t n = run.size(), threads = run.threads(), in_block = run.keys_per_block();
  Buffer<uint32_t> borders(2 * (n / in_block + 1), "the co-ranks");  // a pair's last may be short
  merge_levels(run, [&](uint32_t length) {
    if (2 * length <= in_block) return merge_by_threads(run, length);
    const Pieces pieces = cut_level(n, length, in_block);
    const View<uint32_t> found = borders.view().slice(0, pieces.count);
    run.launch<find_borders>((pieces.count + threads - 1) / threads, threads)(
        run.input(), found, n, pieces, most_looks(length, n), Before{run.order()});
    run.with_keys_per_thread([&](auto each) {
      run.launch<merge_along_path<decltype(each)>>(pieces.count, threads,
                                                   padded(in_block) * sizeof(Key))(
          run.input(), found, run.output(), n, pieces, most_looks(in_block, n), each,
          Before{run.order()});
    });
  });
}

}  // namespace radix::merges::inline KERNELS
