/// One kernel source, two machines. This is the only header that asks which compiler is at work.
///
/// A kernel is ordinary CUDA C++: __global__, threadIdx, __syncthreads(), atomicAdd. Three words differ
/// from the dialect because C++ needs them:
///   launch<kernel>(name, grid, arguments…)   for  kernel<<<grid>>>(arguments…)
///   SharedMemory                             for  extern __shared__
///   Buffer<T> on the host, View<T> in a kernel  for  T* from cudaMalloc
///
/// Everything compiled twice lives in the inline namespace SIMT_TARGET ("gpu" or "cpu"); otherwise the
/// linker merges the two and one engine silently runs the other's code.
#pragma once

#if defined(__CUDACC__)
#define SIMT_TARGET gpu
#include "gpu.hpp"
#else
#define SIMT_TARGET cpu
#include "cpu.hpp"
#endif
