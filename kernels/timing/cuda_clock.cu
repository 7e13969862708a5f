#include "cuda_clock.hpp"
#include "kernels/engine/simt/simt.hpp"

namespace radix {
inline namespace SIMT_TARGET {
namespace {

__device__ uint64_t nanoseconds_now() {
  uint64_t now;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  return now;
}

__global__ void wait_for_the_host(Gate::Shared* shared) {
  constexpr uint64_t at_least = 20'000, at_most = 2'000'000'000;  // ns
  const uint64_t begin = nanoseconds_now();
  const long long first_clock = clock64();
  uint64_t waited = 0;
  while (waited < at_least || (shared->open == 0 && waited < at_most))
    waited = nanoseconds_now() - begin;
  shared->clocks = static_cast<uint64_t>(clock64() - first_clock);
  shared->nanoseconds = waited;
  shared->gave_up = waited >= at_most ? 1 : 0;
}

}  // namespace

Gate::Gate() {
  check(cudaHostAlloc(&host_, sizeof(Shared), cudaHostAllocMapped), "making room for the clock");
  check(cudaHostGetDevicePointer(&device_, host_, 0), "sharing the clock's memory");
}

Gate::~Gate() { cudaFreeHost(host_); }

void Gate::close() {
  host_->open = 0;
  host_->gave_up = 0;
  host_->clocks = 0;
  host_->nanoseconds = 0;
  wait_for_the_host<<<1, 1>>>(device_);
  check(cudaGetLastError(), "launching the kernel that waits");
}

double Gate::mhz() const {
  return host_->nanoseconds == 0 ? 0
                                 : 1000.0 * static_cast<double>(host_->clocks) /
                                       static_cast<double>(host_->nanoseconds);
}

}  // namespace SIMT_TARGET
}  // namespace radix
