#include "cuda_rungs.inl"

template struct radix::gpu_timed::CudaRungs<uint32_t>;
