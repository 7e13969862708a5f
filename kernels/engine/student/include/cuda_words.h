// CUDA's words for the host's own compiler. `radixscope judge` puts this in front of a student's
// file, so that g++ or clang++ compiles it as C++20. Everything a kernel does that a plain function
// cannot do (waiting, warps, launches) is a call of rs_…, which radixscope-run defines: it runs the
// threads one after the other and watches every load and store (compiled with -fsanitize=thread,
// whose hooks are its own). RS_HIDDEN: not watched, the call itself tells what it touches.
#pragma once
#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RS_HIDDEN __attribute__((no_sanitize("thread"), noinline))
// The place of a call, in the student's own file.
#define RS_AT const char *rs_file = __builtin_FILE(), unsigned rs_line = __builtin_LINE()

#define __global__
#define __device__
#define __host__
#define __constant__ static
#define __managed__
#define __forceinline__ inline
#define __cluster_dims__(...)
#define __launch_bounds__(...)
#define __align__(n) alignas(n)
#define __restrict__
#define __grid_constant__
#define __RADIXSCOPE__ 1
#define __CUDACC__ 1
#define __NVCC__ 1
#define CUDA_VERSION 12000
#define CUDART_CB
#define CUDART_VERSION 12000

// Of a block: at 256 bytes in a function with such a gap, by which radixscope-run knows it, behind
// 256 bytes that belong to nobody, so that an index beyond an array does not fall into its neighbour.
#define RS_JOIN_(a, b) a##b
#define RS_JOIN(a, b) RS_JOIN_(a, b)
#define __shared__                                                                             \
  static __attribute__((aligned(256), used)) char RS_JOIN(rs_gap_, __COUNTER__)[256] = {}; \
  static __attribute__((aligned(256)))

// Vectors: always inlined, since g++ tells of the store of what a call returns only then.
#define RS_VECTOR(type, name, bytes1, bytes2, bytes4)                                          \
  struct alignas(bytes1) name##1 { type x; };                                                  \
  struct alignas(bytes2) name##2 { type x, y; };                                               \
  struct name##3 { type x, y, z; };                                                            \
  struct alignas(bytes4) name##4 { type x, y, z, w; };                                         \
  __attribute__((always_inline)) static inline name##1 make_##name##1(type x) { return {x}; }  \
  __attribute__((always_inline)) static inline name##2 make_##name##2(type x, type y) {        \
    return {x, y};                                                                             \
  }                                                                                            \
  __attribute__((always_inline)) static inline name##3 make_##name##3(type x, type y, type z) { \
    return {x, y, z};                                                                          \
  }                                                                                            \
  __attribute__((always_inline)) static inline name##4 make_##name##4(type x, type y, type z,  \
                                                                      type w) {                \
    return {x, y, z, w};                                                                       \
  }
RS_VECTOR(signed char, char, 1, 2, 4)
RS_VECTOR(unsigned char, uchar, 1, 2, 4)
RS_VECTOR(short, short, 2, 4, 8)
RS_VECTOR(unsigned short, ushort, 2, 4, 8)
RS_VECTOR(int, int, 4, 8, 16)
RS_VECTOR(unsigned, uint, 4, 8, 16)
RS_VECTOR(long, long, 8, 16, 16)
RS_VECTOR(unsigned long, ulong, 8, 16, 16)
RS_VECTOR(long long, longlong, 8, 16, 16)
RS_VECTOR(unsigned long long, ulonglong, 8, 16, 16)
RS_VECTOR(float, float, 4, 8, 16)
RS_VECTOR(double, double, 8, 16, 16)
typedef unsigned char uchar;
struct dim3 {
  unsigned x = 1, y = 1, z = 1;
  constexpr dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c) {}
  constexpr dim3(uint3 u) : x(u.x), y(u.y), z(u.z) {}
};

// ------------------------------------------------------------------ what radixscope-run defines

extern "C" {
struct rs_here_t { uint3 thread, block, threads, blocks; };
extern rs_here_t rs_here;  // of the thread that runs
void rs_sync(const char* file, unsigned line);
void rs_grid_sync(const char* file, unsigned line);
enum { rs_warp_sync, rs_warp_ballot, rs_warp_shuffle, rs_warp_match };
// Waits for the lanes of the mask; what the operation gives this lane.
unsigned long long rs_warp(int what, unsigned mask, unsigned long long value, unsigned source,
                           const char* file, unsigned line);
// An atomic access, before it is made.
void rs_atomic(const volatile void* at, unsigned bytes, const char* file, unsigned line);
void* rs_dynamic_shared(const char* name);
// What a library does in one go: reads or writes a range of a buffer.
void rs_range(const void* at, size_t bytes, int writes, unsigned line);
int rs_malloc(void** at, size_t bytes, const char* name, unsigned line, int managed);
void rs_name_array(const void* at, const char* name, unsigned line);
int rs_free(void* at, unsigned line);
int rs_memcpy(void* to, const void* from, size_t bytes, int kind, unsigned line);
int rs_memset(void* at, int value, size_t bytes, unsigned line);
int rs_run(const char* kernel, unsigned line, dim3 grid, dim3 block, size_t shared, int cooperative,
           void (*body)(void*), void* closure);
int rs_last_error(int forget);
long long rs_clock();
void rs_assert(const char* what, unsigned line);
}
#undef assert
#define assert(holds) ((holds) ? (void)0 : rs_assert(#holds, __LINE__))
#define threadIdx (rs_here.thread)
#define blockIdx (rs_here.block)
#define blockDim (rs_here.threads)
#define gridDim (rs_here.blocks)
static const int warpSize = 32;

// ------------------------------------------------------------------------------- waiting, warps

static inline RS_HIDDEN void __syncthreads(RS_AT) { rs_sync(rs_file, rs_line); }
static inline RS_HIDDEN void __syncwarp(unsigned mask = ~0u, RS_AT) {
  rs_warp(rs_warp_sync, mask, 0, 0, rs_file, rs_line);
}
static inline RS_HIDDEN unsigned __ballot_sync(unsigned mask, int asked, RS_AT) {
  return (unsigned)rs_warp(rs_warp_ballot, mask, asked != 0, 0, rs_file, rs_line);
}
static inline RS_HIDDEN int __any_sync(unsigned mask, int asked, RS_AT) {
  return __ballot_sync(mask, asked, rs_file, rs_line) != 0;
}
static inline RS_HIDDEN int __all_sync(unsigned mask, int asked, RS_AT) {
  return __ballot_sync(mask, !asked, rs_file, rs_line) == 0;
}
template <class T>
RS_HIDDEN unsigned long long rs_bits(T value) {
  static_assert(sizeof(T) <= 8, "a warp exchanges values of up to 8 bytes");
  unsigned long long bits = 0;
  __builtin_memcpy(&bits, &value, sizeof value);
  return bits;
}
template <class T>
RS_HIDDEN T rs_value(unsigned long long bits) {
  T value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}
static inline RS_HIDDEN unsigned rs_thread() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
static inline RS_HIDDEN unsigned rs_lane() { return rs_thread() % 32; }
// Barriers that count, too: of every block a sum of its own, from which each thread takes its part
// again behind the second barrier.
static inline RS_HIDDEN int __syncthreads_count(int asked, RS_AT) {
  static unsigned sums[4096];
  unsigned& sum =
      sums[(blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)) % 4096];
  sum += asked != 0;
  rs_sync(rs_file, rs_line);
  const unsigned all = sum;
  rs_sync(rs_file, rs_line);
  sum -= asked != 0;
  return (int)all;
}
static inline RS_HIDDEN int __syncthreads_or(int asked, RS_AT) {
  return __syncthreads_count(asked, rs_file, rs_line) != 0;
}
static inline RS_HIDDEN int __syncthreads_and(int asked, RS_AT) {
  return __syncthreads_count(!asked, rs_file, rs_line) == 0;
}
static inline RS_HIDDEN unsigned __activemask() {
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned rest = threads - rs_thread() / 32 * 32;
  return rest >= 32 ? ~0u : (1u << rest) - 1;
}
template <class T>
RS_HIDDEN unsigned __match_any_sync(unsigned mask, T value, RS_AT) {
  return (unsigned)rs_warp(rs_warp_match, mask, rs_bits(value), 0, rs_file, rs_line);
}
template <class T>
RS_HIDDEN T __shfl_sync(unsigned mask, T value, int source, int width = 32, RS_AT) {
  const unsigned first = rs_lane() & ~(unsigned)(width - 1);
  return rs_value<T>(rs_warp(rs_warp_shuffle, mask, rs_bits(value),
                             first + ((unsigned)source & (unsigned)(width - 1)), rs_file, rs_line));
}
template <class T>
RS_HIDDEN T __shfl_up_sync(unsigned mask, T value, unsigned distance, int width = 32, RS_AT) {
  const unsigned lane = rs_lane(), first = lane & ~(unsigned)(width - 1);
  return rs_value<T>(rs_warp(rs_warp_shuffle, mask, rs_bits(value),
                             lane >= first + distance ? lane - distance : lane, rs_file, rs_line));
}
template <class T>
RS_HIDDEN T __shfl_down_sync(unsigned mask, T value, unsigned distance, int width = 32, RS_AT) {
  const unsigned lane = rs_lane(), end = (lane & ~(unsigned)(width - 1)) + (unsigned)width;
  return rs_value<T>(rs_warp(rs_warp_shuffle, mask, rs_bits(value),
                             lane + distance < end ? lane + distance : lane, rs_file, rs_line));
}
template <class T>
RS_HIDDEN T __shfl_xor_sync(unsigned mask, T value, int with, int width = 32, RS_AT) {
  const unsigned lane = rs_lane(), other = lane ^ (unsigned)with;
  const unsigned end = (lane & ~(unsigned)(width - 1)) + (unsigned)width;
  return rs_value<T>(rs_warp(rs_warp_shuffle, mask, rs_bits(value), other < end ? other : lane,
                             rs_file, rs_line));
}

// -------------------------------------------------------------------------------------- atomics

template <class T>
struct rs_same { typedef T type; };
#define RS_ATOMIC(name, result)                                                 \
  template <class T>                                                            \
  RS_HIDDEN T name(T* at, typename rs_same<T>::type value, RS_AT) {             \
    rs_atomic(at, sizeof *at, rs_file, rs_line);                                \
    const T old = *at;                                                          \
    *at = (T)(result);                                                          \
    return old;                                                                 \
  }                                                                             \
  template <class T>                                                            \
  RS_HIDDEN T name##_block(T* at, typename rs_same<T>::type value, RS_AT) {     \
    return name(at, value, rs_file, rs_line);                                   \
  }
RS_ATOMIC(atomicAdd, old + value)
RS_ATOMIC(atomicSub, old - value)
RS_ATOMIC(atomicAnd, old & value)
RS_ATOMIC(atomicOr, old | value)
RS_ATOMIC(atomicXor, old ^ value)
RS_ATOMIC(atomicExch, value)
RS_ATOMIC(atomicMin, value < old ? value : old)
RS_ATOMIC(atomicMax, old < value ? value : old)
RS_ATOMIC(atomicInc, old >= value ? 0 : old + 1)
RS_ATOMIC(atomicDec, old == 0 || old > value ? value : old - 1)
template <class T>
RS_HIDDEN T atomicCAS(T* at, typename rs_same<T>::type expected, typename rs_same<T>::type value,
                      RS_AT) {
  rs_atomic(at, sizeof *at, rs_file, rs_line);
  const T old = *at;
  if (old == expected) *at = value;
  return old;
}
static inline void __threadfence() {}
static inline void __threadfence_block() {}
static inline void __threadfence_system() {}
static inline void __nanosleep(unsigned) {}
static inline RS_HIDDEN void __trap(RS_AT) { rs_assert("no __trap()", rs_line); }

// --------------------------------------------------------------------------------- small numbers

static inline int __popc(unsigned v) { return __builtin_popcount(v); }
static inline int __popcll(unsigned long long v) { return __builtin_popcountll(v); }
static inline int __ffs(int v) { return __builtin_ffs(v); }
static inline int __ffsll(long long v) { return __builtin_ffsll(v); }
static inline int __clz(int v) { return v ? __builtin_clz((unsigned)v) : 32; }
static inline int __clzll(long long v) { return v ? __builtin_clzll((unsigned long long)v) : 64; }
static inline int __mul24(int a, int b) { return a * b; }
static inline unsigned __umul24(unsigned a, unsigned b) { return a * b; }
static inline unsigned __brev(unsigned v) {
  unsigned reversed = 0;
  for (int bit = 0; bit < 32; ++bit) reversed |= ((v >> bit) & 1u) << (31 - bit);
  return reversed;
}
static inline unsigned __umulhi(unsigned a, unsigned b) {
  return (unsigned)((unsigned long long)a * b >> 32);
}
template <class To, class From>
RS_HIDDEN To rs_same_bits(From value) {
  To bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  return bits;
}
static inline int __float_as_int(float v) { return rs_same_bits<int>(v); }
static inline unsigned __float_as_uint(float v) { return rs_same_bits<unsigned>(v); }
static inline float __int_as_float(int v) { return rs_same_bits<float>(v); }
static inline float __uint_as_float(unsigned v) { return rs_same_bits<float>(v); }
static inline int __float2int_rd(float v) { return (int)floorf(v); }
static inline int __float2int_rn(float v) { return (int)rintf(v); }
static inline float __fdividef(float a, float b) { return a / b; }
#define __powf(a, b) powf(a, b)
#define __expf(v) expf(v)
#define __logf(v) logf(v)
#define __log2f(v) log2f(v)
template <class T>
inline T __ldg(const T* at) { return *at; }
template <class A, class B>
constexpr auto min(A a, B b) -> decltype(a + b) { return b < a ? b : a; }
template <class A, class B>
constexpr auto max(A a, B b) -> decltype(a + b) { return a < b ? b : a; }
static inline long long clock64() { return rs_clock(); }

// --------------------------------------------------------------------------------- the host's side

enum cudaError_t { cudaSuccess = 0, cudaErrorInvalidValue = 1, cudaErrorMemoryAllocation = 2,
                   cudaErrorInvalidConfiguration = 9, cudaErrorNoDevice = 100,
                   cudaErrorInvalidDevice = 101, cudaErrorNotReady = 600,
                   cudaErrorLaunchFailure = 719, cudaErrorUnknown = 999 };
typedef cudaError_t cudaError;
typedef struct rs_stream* cudaStream_t;
typedef struct rs_event* cudaEvent_t;
enum { cudaEventDefault, cudaEventBlockingSync, cudaEventDisableTiming };
enum { cudaStreamDefault, cudaStreamNonBlocking };
enum { cudaHostAllocDefault, cudaHostAllocPortable, cudaHostAllocMapped };
enum { cudaMemAttachGlobal = 1, cudaMemAttachHost = 2 };
enum { cudaDeviceScheduleAuto, cudaDeviceMapHost = 8 };
enum cudaFuncCache { cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1 };
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize = 8 };
enum cudaLimit { cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize };
enum cudaMemoryAdvise { cudaMemAdviseSetReadMostly = 1, cudaMemAdviseSetPreferredLocation = 3 };
enum { cudaCpuDeviceId = -1 };
enum cudaMemcpyKind { cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost,
                      cudaMemcpyDeviceToDevice, cudaMemcpyDefault };
enum { cudaDevAttrMultiProcessorCount = 16, cudaDevAttrCooperativeLaunch = 95 };
struct cudaDeviceProp {
  char name[64];
  int major, minor, multiProcessorCount, maxThreadsPerBlock, warpSize;
  size_t sharedMemPerBlock, totalGlobalMem;
  int memoryClockRate, memoryBusWidth, maxGridSize[3], maxThreadsDim[3], regsPerBlock, clockRate;
  int l2CacheSize, maxThreadsPerMultiProcessor, regsPerMultiprocessor, concurrentKernels;
  int unifiedAddressing, managedMemory, cooperativeLaunch, computeMode, integrated, deviceOverlap;
  int asyncEngineCount, canMapHostMemory, kernelExecTimeoutEnabled, ECCEnabled;
  size_t totalConstMem, sharedMemPerMultiprocessor, sharedMemPerBlockOptin, memPitch;
  size_t textureAlignment;
};
#define RS_CUDA(call) ((cudaError_t)(call))
#define cudaMalloc(at, ...) RS_CUDA(rs_malloc((void**)(at), __VA_ARGS__, #at, __LINE__, 0))
#define cudaMallocManaged(at, ...) RS_CUDA(rs_new((void**)(at), #at, __LINE__, 1, __VA_ARGS__))
#define cudaMallocAsync(at, ...) RS_CUDA(rs_new((void**)(at), #at, __LINE__, 0, __VA_ARGS__))
#define cudaFree(at) RS_CUDA(rs_free((void*)(at), __LINE__))
#define cudaFreeAsync(at, ...) RS_CUDA(rs_free((void*)(at), __LINE__))
#define cudaMemcpy(to, from, ...) \
  RS_CUDA(rs_copy((void*)(to), (const void*)(from), __LINE__, __VA_ARGS__))
#define cudaMemcpyAsync(to, from, ...) \
  RS_CUDA(rs_copy((void*)(to), (const void*)(from), __LINE__, __VA_ARGS__))
#define cudaMemset(at, value, ...) RS_CUDA(rs_set((void*)(at), value, __LINE__, __VA_ARGS__))
#define cudaMemsetAsync(at, value, ...) RS_CUDA(rs_set((void*)(at), value, __LINE__, __VA_ARGS__))
#define cudaMemcpyToSymbol(symbol, from, ...) \
  RS_CUDA(rs_to_symbol((void*)&(symbol), (const void*)(from), __LINE__, __VA_ARGS__))
#define cudaMemcpyFromSymbol(to, symbol, ...) \
  RS_CUDA(rs_from_symbol((void*)(to), (const void*)&(symbol), __LINE__, __VA_ARGS__))
#define cudaGetSymbolAddress(at, symbol) (*(void**)(at) = (void*)&(symbol), cudaSuccess)
static inline int rs_new(void** at, const char* name, unsigned line, int managed, size_t bytes,
                         ...) {
  return rs_malloc(at, bytes, name, line, managed);
}
static inline int rs_copy(void* to, const void* from, unsigned line, size_t bytes,
                          cudaMemcpyKind kind = cudaMemcpyDefault, cudaStream_t = 0) {
  return rs_memcpy(to, from, bytes, kind, line);
}
static inline int rs_set(void* at, int value, unsigned line, size_t bytes, cudaStream_t = 0) {
  return rs_memset(at, value, bytes, line);
}
static inline int rs_to_symbol(void* to, const void* from, unsigned line, size_t bytes,
                               size_t offset = 0,
                               cudaMemcpyKind kind = cudaMemcpyHostToDevice, cudaStream_t = 0) {
  return rs_memcpy((char*)to + offset, from, bytes, kind, line);
}
static inline int rs_from_symbol(void* to, const void* from, unsigned line, size_t bytes,
                                 size_t offset = 0,
                                 cudaMemcpyKind kind = cudaMemcpyDeviceToHost, cudaStream_t = 0) {
  return rs_memcpy(to, (const char*)from + offset, bytes, kind, line);
}
static inline cudaError_t cudaDeviceSynchronize() { return RS_CUDA(rs_last_error(0)); }
static inline cudaError_t cudaThreadSynchronize() { return RS_CUDA(rs_last_error(0)); }
static inline cudaError_t cudaStreamSynchronize(cudaStream_t) { return RS_CUDA(rs_last_error(0)); }
static inline cudaError_t cudaGetLastError() { return RS_CUDA(rs_last_error(1)); }
static inline cudaError_t cudaPeekAtLastError() { return RS_CUDA(rs_last_error(0)); }
static inline const char* cudaGetErrorString(cudaError_t error) {
  return error == cudaSuccess                     ? "no error"
         : error == cudaErrorMemoryAllocation     ? "out of memory"
         : error == cudaErrorInvalidConfiguration ? "invalid configuration argument"
                                                  : "invalid argument";
}
static inline const char* cudaGetErrorName(cudaError_t error) { return cudaGetErrorString(error); }
static inline cudaError_t cudaEventCreate(cudaEvent_t* event) { return *event = 0, cudaSuccess; }
static inline cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t = 0) { return cudaSuccess; }
static inline cudaError_t cudaEventSynchronize(cudaEvent_t) { return cudaSuccess; }
static inline cudaError_t cudaEventElapsedTime(float* ms, cudaEvent_t, cudaEvent_t) {
  return *ms = 1, cudaSuccess;
}
static inline cudaError_t cudaEventDestroy(cudaEvent_t) { return cudaSuccess; }
static inline cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) {
  return *event = 0, cudaSuccess;
}
static inline cudaError_t cudaEventQuery(cudaEvent_t) { return cudaSuccess; }
static inline cudaError_t cudaDeviceReset() { return cudaSuccess; }
static inline cudaError_t cudaThreadExit() { return cudaSuccess; }
static inline cudaError_t cudaSetDeviceFlags(unsigned) { return cudaSuccess; }
static inline cudaError_t cudaDeviceSetLimit(cudaLimit, size_t) { return cudaSuccess; }
static inline cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return cudaSuccess; }
static inline cudaError_t cudaProfilerStart() { return cudaSuccess; }
static inline cudaError_t cudaProfilerStop() { return cudaSuccess; }
static inline cudaError_t cudaDriverGetVersion(int* v) { return *v = 12000, cudaSuccess; }
static inline cudaError_t cudaRuntimeGetVersion(int* v) { return *v = 12000, cudaSuccess; }
template <class K>
cudaError_t cudaFuncSetCacheConfig(K, cudaFuncCache) { return cudaSuccess; }
template <class K>
cudaError_t cudaFuncSetAttribute(K, cudaFuncAttribute, int) { return cudaSuccess; }
static inline cudaError_t cudaMemPrefetchAsync(const void*, size_t, int, cudaStream_t = 0) {
  return cudaSuccess;
}
static inline cudaError_t cudaMemAdvise(const void*, size_t, cudaMemoryAdvise, int) {
  return cudaSuccess;
}
static inline cudaError_t cudaSetDevice(int) { return cudaSuccess; }
static inline cudaError_t cudaGetDevice(int* device) { return *device = 0, cudaSuccess; }
static inline cudaError_t cudaGetDeviceCount(int* count) { return *count = 1, cudaSuccess; }
static inline cudaError_t cudaDeviceGetAttribute(int* value, int, int) {
  return *value = 8, cudaSuccess;
}
static inline cudaError_t cudaGetDeviceProperties(cudaDeviceProp* p, int) {
  memset(p, 0, sizeof *p);
  strcpy(p->name, "Radixscope");
  p->major = 9, p->multiProcessorCount = 8, p->maxThreadsPerBlock = 1024, p->warpSize = 32;
  p->sharedMemPerBlock = 49152, p->totalGlobalMem = 1u << 30, p->maxThreadsPerMultiProcessor = 2048;
  return cudaSuccess;
}
static inline cudaError_t cudaMallocHost(void** at, size_t bytes) {
  return (*at = malloc(bytes)) ? cudaSuccess : cudaErrorMemoryAllocation;
}
template <class T>
cudaError_t cudaMallocHost(T** at, size_t bytes) { return cudaMallocHost((void**)at, bytes); }
template <class T>
cudaError_t cudaHostAlloc(T** at, size_t bytes, unsigned) { return cudaMallocHost((void**)at, bytes); }
static inline cudaError_t cudaFreeHost(void* at) { return free(at), cudaSuccess; }
static inline cudaError_t cudaMemGetInfo(size_t* left, size_t* all) {
  return *left = *all = 1u << 30, cudaSuccess;
}
static inline cudaError_t cudaStreamCreate(cudaStream_t* stream) { return *stream = 0, cudaSuccess; }
static inline cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
  return *stream = 0, cudaSuccess;
}
static inline cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned = 0) {
  return cudaSuccess;
}
static inline cudaError_t cudaStreamDestroy(cudaStream_t) { return cudaSuccess; }
template <class K>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, K, int, size_t) {
  return *blocks = 16, cudaSuccess;
}

template <class K>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int* blocks, int* threads, K, size_t = 0, int = 0) {
  return *blocks = 8, *threads = 256, cudaSuccess;
}

// kernel<<<g, b, s>>>(arguments) has become
// rs_launch("kernel", line, {g, b, s}, [=](auto... each) { kernel(each...); }, arguments).
struct rs_shape {
  dim3 grid, block;
  size_t shared = 0;
  cudaStream_t stream = 0;
};
// An argument as a kernel may take it: what stands for a pointer becomes one on the host.
template <class T>
RS_HIDDEN auto rs_argument(T& value) {
  if constexpr (std::is_class_v<T> && requires { +value; }) return +value;
  else return value;
}
// What such a variable points to has its name: DeviceArray<T> counts(n); rs_name(counts, "counts", line);
template <class T>
RS_HIDDEN void rs_name(T& value, const char* name, unsigned line) {
  if constexpr (requires { (const void*)+value; }) rs_name_array((const void*)+value, name, line);
}
template <class F, class... A>
RS_HIDDEN void rs_launch(const char* kernel, unsigned line, rs_shape shape, F call, A&&... arguments) {
  auto closure = [call, ... values = rs_argument(arguments)]() RS_HIDDEN { call(values...); };
  rs_run(kernel, line, shape.grid, shape.block, shape.shared, 0,
         [](void* c) RS_HIDDEN { (*(decltype(closure)*)c)(); }, &closure);
}
#define cudaLaunchCooperativeKernel(kernel, grid, block, arguments, ...) \
  rs_cooperative(#kernel, __LINE__, kernel, grid, block, arguments, ##__VA_ARGS__)
template <int...>
struct rs_numbers {};
template <int N, int... I>
struct rs_count : rs_count<N - 1, N - 1, I...> {};
template <int... I>
struct rs_count<0, I...> { typedef rs_numbers<I...> type; };
template <class... P, int... I>
RS_HIDDEN void rs_apply(void (*kernel)(P...), void** arguments, rs_numbers<I...>) {
  kernel(*(P*)arguments[I]...);
}
template <class... P>
RS_HIDDEN cudaError_t rs_cooperative(const char* name, unsigned line, void (*kernel)(P...),
                                     dim3 grid, dim3 block, void** arguments, size_t shared = 0,
                                     cudaStream_t = 0) {
  auto closure = [=]() RS_HIDDEN {
    rs_apply(kernel, arguments, typename rs_count<sizeof...(P)>::type());
  };
  return RS_CUDA(rs_run(name, line, grid, block, shared, 1,
                        [](void* c) RS_HIDDEN { (*(decltype(closure)*)c)(); }, &closure));
}
