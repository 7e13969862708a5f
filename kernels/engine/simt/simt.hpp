/// One kernel source for two machines, each in two forms: careful for recorded runs, bare for timed
/// ones. This is the only header that asks which compiler is in use.
///
/// A kernel is written in plain CUDA; the tool of kernels/engine/probes makes of it what these
/// machines run. Four words differ, because C++ needs them:
///   run.launch<kernel>(blocks, threads, bytes)(arguments…)
///                      for  kernel<<<blocks, threads, bytes>>>(arguments…)
///   SharedMemory       for  extern __shared__
///   DeviceArray<T>     for  T* from cudaMalloc, on the host; it has a name, by which it is shown
///   View<T>            for  T*, in a kernel
///
/// What is compiled several times lives in an inline namespace of its own; otherwise the linker
/// merges the compilations and one engine silently runs another's code. SIMT_TARGET is the machine:
/// its words and its host side. KERNELS is the compile: one machine and one type of keys. The files
/// of timed runs define RADIX_TIMED, and RADIX_KEY (u32, u64, pairs) where they compile kernels; a
/// recorded run sorts records (keys.hpp). RADIX_MUTANTS: the copy with all faults of the gallery.
#pragma once

#if defined(__CUDACC__) && defined(RADIX_TIMED)
#define SIMT_TARGET gpu_timed
#include "kernels/engine/simt/cuda/gpu_timed.hpp"
#elif defined(__CUDACC__)
#define SIMT_TARGET gpu
#include "kernels/engine/simt/cuda/gpu_careful.hpp"
#elif defined(RADIX_TIMED)
#define SIMT_TARGET cpu_timed
#include "kernels/engine/simt/cpu/cpu_timed.hpp"
#else
#define SIMT_TARGET cpu
#include "kernels/engine/simt/cpu/cpu.hpp"
#endif

#if defined(__wasm__)
#include "kernels/engine/simt/fiber/switch.hpp"
#else
namespace radix {

/// Function(arguments…), in which a thread waits more often than around it. In WebAssembly a wait
/// there unwinds the frames of this call alone.
template <auto Function, class... A>
__device__ inline auto waits_often(A... arguments) {
  return Function(arguments...);
}

}  // namespace radix
#endif

#if defined(RADIX_KEY)
#define SIMT_JOINED(machine, key) machine##_##key
#define SIMT_JOIN(machine, key) SIMT_JOINED(machine, key)
#define KERNELS SIMT_JOIN(SIMT_TARGET, RADIX_KEY)
#elif defined(RADIX_MUTANTS)
#define KERNELS mutants
#elif defined(RADIX_CHANGED)
#define KERNELS changed
#else
#define KERNELS SIMT_TARGET
#endif
