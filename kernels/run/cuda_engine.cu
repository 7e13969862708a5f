/// The sorts compiled by nvcc, and what can go wrong before the first kernel runs.
#include "engine_machines.hpp"
#include "sort.hpp"

namespace radix {
namespace {

std::string version(int v) {
  return std::to_string(v / 1000) + "." + std::to_string(v % 1000 / 10);
}

/// Does a kernel of this build run on this card? (209 and 222 are seen only at a launch.)
__global__ void hello(uint32_t* answer) { *answer = 42; }

}  // namespace

std::string cuda_trouble() {
  try {
    gpu::Buffer<uint32_t> answer(1, "a first try");
    hello<<<1, 1>>>(answer.view().data());
    gpu::check(cudaGetLastError(), "launching a first kernel");
    gpu::check(cudaDeviceSynchronize(), "running a first kernel");
    return answer.download(1)[0] == 42 ? std::string() : said::wrong_answer;
  } catch (const KernelError& e) {
    return e.what();
  }
}

namespace {

EngineInfo unavailable(const std::string& reason) {
  return {EngineId::cuda, false, "", scope::text::paragraph(reason, said::cpu_works)};
}

EngineInfo no_device(cudaError_t result) {
  int driver = 0;
  cudaDriverGetVersion(&driver);
  if (result == cudaErrorInsufficientDriver && driver == 0) {
    return unavailable("No NVIDIA driver was found; install one to run on an NVIDIA GPU.");
  }
  if (result == cudaErrorInsufficientDriver && driver >= CUDART_VERSION) {
    return unavailable(said::driver_silent({.version = version(driver)}));
  }
  if (result == cudaErrorInsufficientDriver) {
    return unavailable(
        said::driver_old({.needs = version(CUDART_VERSION), .offers = version(driver)}));
  }
  if (result == cudaErrorNoDevice || result == cudaSuccess) {
    return unavailable("The NVIDIA driver found no GPU; check the card or CUDA_VISIBLE_DEVICES.");
  }
  if (result == cudaErrorDevicesUnavailable) {
    return unavailable(
        "The NVIDIA GPU is in exclusive use by another program; end that one and "
        "start again.");
  }
  return unavailable(
      said::unusable({.error = cudaGetErrorString(result), .name = cudaGetErrorName(result)}));
}

}  // namespace

EngineInfo probe_cuda() {
  int count = 0;
  const cudaError_t result = cudaGetDeviceCount(&count);
  if (result != cudaSuccess || count == 0) return no_device(result);
  cudaDeviceProp card{};
  if (const cudaError_t e = cudaGetDeviceProperties(&card, 0); e != cudaSuccess)
    return no_device(e);
  const std::string what =
      std::string(card.name) + " · sm_" + std::to_string(card.major) + std::to_string(card.minor);
  const std::string trouble = cuda_trouble();
  if (trouble.find(cudaGetErrorName(cudaErrorMemoryAllocation)) != std::string::npos) {
    return unavailable(said::memory_full({.gpu = what}));
  }
  if (!trouble.empty()) return unavailable(said::found_but({.gpu = what, .why = trouble}));
  return {EngineId::cuda, true, what, ""};
}

void cuda_sort(std::size_t sort, const Recipe& recipe, Trace& trace) {
  gpu::sort_by(sort, recipe.problem, recipe.recorded, trace, recipe.watch);
}

}  // namespace radix
