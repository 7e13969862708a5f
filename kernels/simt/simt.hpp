/// One kernel source, two machines, and each of them twice: careful for recorded runs, bare for
/// timed ones. This is the only header that asks which compiler is at work.
///
/// A kernel is ordinary CUDA C++: __global__, threadIdx, __syncthreads(), atomicAdd. Three words
/// differ from the dialect because C++ needs them:
///   launch<kernel>(name, grid, arguments…)   for  kernel<<<grid>>>(arguments…)
///   SharedMemory                             for  extern __shared__
///   Buffer<T> on the host, View<T> in a kernel  for  T* from cudaMalloc
///
/// Everything compiled several times lives in the inline namespace SIMT_TARGET; otherwise the
/// linker merges the compilations and one engine silently runs another's code. RADIX_TIMED is
/// defined by the files of timed runs.
#pragma once

#if defined(__CUDACC__) && defined(RADIX_TIMED)
#define SIMT_TARGET gpu_timed
#include "kernels/simt/cuda/gpu_timed.hpp"
#elif defined(__CUDACC__)
#define SIMT_TARGET gpu
#include "kernels/simt/cuda/gpu_careful.hpp"
#elif defined(RADIX_TIMED)
#define SIMT_TARGET cpu_timed
#include "kernels/simt/cpu/cpu_timed.hpp"
#else
#define SIMT_TARGET cpu
#include "kernels/simt/cpu/cpu.hpp"
#endif
