#include "cuda_rungs.inl"

template struct radix::gpu_timed::CudaRungs<radix::gpu_timed::Pair>;
