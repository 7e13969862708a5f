// As much of CUDA's runtime as the words around a student's file call, on the host: device memory
// is the host's, and nothing is launched. The n-th time between two events is that of FAKE_TIMES.
#pragma once
#include <cstdlib>
#include <cstring>

enum cudaError_t { cudaSuccess, cudaErrorMemoryAllocation };
enum cudaMemcpyKind {
  cudaMemcpyHostToDevice,
  cudaMemcpyDeviceToHost,
  cudaMemcpyDeviceToDevice,
  cudaMemcpyDefault
};
using cudaEvent_t = int;
struct cudaDeviceProp {
  char name[256] = "fake card";
};
inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp*, int) { return cudaSuccess; }
template <class Type>
cudaError_t cudaMalloc(Type** at, size_t bytes) {
  *at = static_cast<Type*>(malloc(bytes));
  return cudaSuccess;
}
inline cudaError_t cudaFree(void* at) { return free(at), cudaSuccess; }
inline cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind) {
  return memmove(to, from, bytes), cudaSuccess;
}
inline cudaError_t cudaMemset(void* at, int value, size_t bytes) {
  return memset(at, value, bytes), cudaSuccess;
}
inline cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
inline cudaError_t cudaGetLastError() { return cudaSuccess; }
inline const char* cudaGetErrorString(cudaError_t) { return "an error"; }
inline cudaError_t cudaEventCreate(cudaEvent_t*) { return cudaSuccess; }
inline cudaError_t cudaEventDestroy(cudaEvent_t) { return cudaSuccess; }
inline cudaError_t cudaEventRecord(cudaEvent_t) { return cudaSuccess; }
inline cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t, cudaEvent_t) {
  static const char* times = getenv("FAKE_TIMES");
  char* end = nullptr;
  *milliseconds = strtof(times, &end);
  if (*end != 0) times = end;
  return cudaSuccess;
}
