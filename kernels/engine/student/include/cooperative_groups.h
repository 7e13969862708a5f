// Cooperative groups for a student's file: blocks, tiles of a warp, the grid.
#pragma once
namespace cooperative_groups {
struct thread_block {
  RS_HIDDEN void sync(RS_AT) const { rs_sync(rs_file, rs_line); }
  RS_HIDDEN unsigned thread_rank() const { return rs_thread(); }
  RS_HIDDEN unsigned size() const { return blockDim.x * blockDim.y * blockDim.z; }
  RS_HIDDEN unsigned num_threads() const { return size(); }
  RS_HIDDEN uint3 group_index() const { return blockIdx; }
  RS_HIDDEN uint3 thread_index() const { return threadIdx; }
  RS_HIDDEN dim3 group_dim() const { return blockDim; }
};
struct grid_group {
  RS_HIDDEN void sync(RS_AT) const { rs_grid_sync(rs_file, rs_line); }
  RS_HIDDEN bool is_valid() const { return true; }
  RS_HIDDEN unsigned long long block_rank() const {
    return blockIdx.x + gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z);
  }
  RS_HIDDEN unsigned long long thread_rank() const {
    return block_rank() * (blockDim.x * blockDim.y * blockDim.z) + rs_thread();
  }
  RS_HIDDEN unsigned long long size() const {
    return (unsigned long long)gridDim.x * gridDim.y * gridDim.z * blockDim.x * blockDim.y *
           blockDim.z;
  }
  RS_HIDDEN unsigned long long num_threads() const { return size(); }
};
// N lanes that stand beside each other, N a power of two up to 32.
template <unsigned N>
struct thread_block_tile {
  RS_HIDDEN unsigned first() const { return rs_lane() / N * N; }
  RS_HIDDEN unsigned mask() const { return (N == 32 ? ~0u : (1u << (N % 32)) - 1) << first(); }
  RS_HIDDEN unsigned thread_rank() const { return rs_lane() % N; }
  RS_HIDDEN unsigned size() const { return N; }
  RS_HIDDEN unsigned num_threads() const { return N; }
  RS_HIDDEN unsigned meta_group_rank() const { return rs_thread() / N; }
  RS_HIDDEN unsigned meta_group_size() const {
    return (blockDim.x * blockDim.y * blockDim.z + N - 1) / N;
  }
  RS_HIDDEN void sync(RS_AT) const { __syncwarp(mask(), rs_file, rs_line); }
  RS_HIDDEN unsigned ballot(int asked, RS_AT) const {
    return __ballot_sync(mask(), asked, rs_file, rs_line) >> first();
  }
  RS_HIDDEN int any(int asked, RS_AT) const { return ballot(asked, rs_file, rs_line) != 0; }
  RS_HIDDEN int all(int asked, RS_AT) const { return ballot(!asked, rs_file, rs_line) == 0; }
  template <class T>
  RS_HIDDEN unsigned match_any(T value, RS_AT) const {
    return __match_any_sync(mask(), value, rs_file, rs_line) >> first();
  }
  template <class T>
  RS_HIDDEN T shfl(T value, int source, RS_AT) const {
    return __shfl_sync(mask(), value, source, N, rs_file, rs_line);
  }
  template <class T>
  RS_HIDDEN T shfl_up(T value, unsigned distance, RS_AT) const {
    return __shfl_up_sync(mask(), value, distance, N, rs_file, rs_line);
  }
  template <class T>
  RS_HIDDEN T shfl_down(T value, unsigned distance, RS_AT) const {
    return __shfl_down_sync(mask(), value, distance, N, rs_file, rs_line);
  }
  template <class T>
  RS_HIDDEN T shfl_xor(T value, int with, RS_AT) const {
    return __shfl_xor_sync(mask(), value, with, N, rs_file, rs_line);
  }
};
static inline RS_HIDDEN thread_block this_thread_block() { return {}; }
static inline RS_HIDDEN grid_group this_grid() { return {}; }
template <unsigned N, class Group>
RS_HIDDEN thread_block_tile<N> tiled_partition(const Group&) { return {}; }
static inline RS_HIDDEN void sync(const thread_block& block, RS_AT) { block.sync(rs_file, rs_line); }
}  // namespace cooperative_groups
