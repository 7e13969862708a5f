// In front of a student's file that nvcc compiles: of a whole program, its copies are listened to.
#pragma once
#include <cuda_runtime.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace rs_card {

inline std::vector<unsigned> keys, result;  // uploaded first, downloaded last
inline bool uploaded = false;

inline cudaError_t listened_copy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  const auto* words = static_cast<const unsigned*>(from);
  if (kind == cudaMemcpyHostToDevice && !uploaded && bytes > 4)
    uploaded = true, keys.assign(words, words + bytes / 4);
  const cudaError_t error = cudaMemcpy(to, from, bytes, kind);
  words = static_cast<const unsigned*>(to);
  if (kind == cudaMemcpyDeviceToHost && bytes == keys.size() * 4)
    result.assign(words, words + bytes / 4);
  return error;
}

}  // namespace rs_card

#ifdef RS_CARD_MAIN
#define main rs_card_student_main
#define cudaMemcpy(...) rs_card::listened_copy(__VA_ARGS__)
#endif
#ifdef RS_CARD_SCAN  // the chapter's kernel alone: bits[0…N) becomes its exclusive scan, for all
#include <cooperative_groups.h>
__device__ inline void exclusiveScan(unsigned* bits, unsigned N) {
  cooperative_groups::this_grid().sync();
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    unsigned sum = 0;
    for (unsigned i = 0; i <= N; ++i) {
      const unsigned own = i < N ? bits[i] : 0;
      bits[i] = sum;
      sum += own;
    }
  }
  cooperative_groups::this_grid().sync();
}
#endif
