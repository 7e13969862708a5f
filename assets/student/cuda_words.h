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
#define __launch_bounds__(...)
#define __align__(n) alignas(n)
#define __restrict__
#define __grid_constant__
#define __RADIXSCOPE__ 1
#define CUDART_VERSION 12000

// Of a block: at 256 bytes, by which radixscope-run knows it, behind 256 bytes that belong to
// nobody, so that an index beyond an array does not fall into its neighbour.
#define RS_JOIN_(a, b) a##b
#define RS_JOIN(a, b) RS_JOIN_(a, b)
#define __shared__                                                                             \
  static __attribute__((aligned(256), used)) char RS_JOIN(rs_gap_, __COUNTER__)[256] = {}; \
  static __attribute__((aligned(256)))

struct uint3 { unsigned x, y, z; };
struct int3 { int x, y, z; };
struct alignas(8) uint2 { unsigned x, y; };
struct alignas(8) int2 { int x, y; };
struct alignas(8) float2 { float x, y; };
struct float3 { float x, y, z; };
struct alignas(16) uint4 { unsigned x, y, z, w; };
struct alignas(16) int4 { int x, y, z, w; };
struct alignas(16) float4 { float x, y, z, w; };
static inline uint2 make_uint2(unsigned x, unsigned y) { return {x, y}; }
static inline int2 make_int2(int x, int y) { return {x, y}; }
static inline uint4 make_uint4(unsigned x, unsigned y, unsigned z, unsigned w) {
  return {x, y, z, w};
}
static inline int4 make_int4(int x, int y, int z, int w) { return {x, y, z, w}; }
static inline float2 make_float2(float x, float y) { return {x, y}; }
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
static inline int __clz(int v) { return v ? __builtin_clz((unsigned)v) : 32; }
static inline unsigned __brev(unsigned v) {
  unsigned reversed = 0;
  for (int bit = 0; bit < 32; ++bit) reversed |= ((v >> bit) & 1u) << (31 - bit);
  return reversed;
}
static inline unsigned __umulhi(unsigned a, unsigned b) {
  return (unsigned)((unsigned long long)a * b >> 32);
}
template <class T>
inline T __ldg(const T* at) { return *at; }
template <class A, class B>
constexpr auto min(A a, B b) -> decltype(a + b) { return b < a ? b : a; }
template <class A, class B>
constexpr auto max(A a, B b) -> decltype(a + b) { return a < b ? b : a; }
static inline long long clock64() { return rs_clock(); }

// --------------------------------------------------------------------------------- the host's side

enum cudaError_t { cudaSuccess = 0, cudaErrorInvalidValue = 1, cudaErrorMemoryAllocation = 2,
                   cudaErrorInvalidConfiguration = 9 };
typedef cudaError_t cudaError;
typedef struct rs_stream* cudaStream_t;
typedef struct rs_event* cudaEvent_t;
enum cudaMemcpyKind { cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost,
                      cudaMemcpyDeviceToDevice, cudaMemcpyDefault };
enum { cudaDevAttrMultiProcessorCount = 16, cudaDevAttrCooperativeLaunch = 95 };
struct cudaDeviceProp {
  char name[64];
  int major, minor, multiProcessorCount, maxThreadsPerBlock, warpSize;
  size_t sharedMemPerBlock, totalGlobalMem;
  int memoryClockRate, memoryBusWidth, maxGridSize[3], maxThreadsDim[3], regsPerBlock, clockRate;
  int l2CacheSize, maxThreadsPerMultiProcessor;
};
#define RS_CUDA(call) ((cudaError_t)(call))
#define cudaMalloc(at, bytes) RS_CUDA(rs_malloc((void**)(at), bytes, #at, __LINE__, 0))
#define cudaMallocManaged(at, bytes, ...) RS_CUDA(rs_malloc((void**)(at), bytes, #at, __LINE__, 1))
#define cudaMallocAsync(at, bytes, ...) RS_CUDA(rs_malloc((void**)(at), bytes, #at, __LINE__, 0))
#define cudaFree(at) RS_CUDA(rs_free((void*)(at), __LINE__))
#define cudaFreeAsync(at, ...) RS_CUDA(rs_free((void*)(at), __LINE__))
#define cudaMemcpy(to, from, bytes, kind) \
  RS_CUDA(rs_memcpy((void*)(to), (const void*)(from), bytes, kind, __LINE__))
#define cudaMemcpyAsync(to, from, bytes, kind, ...) \
  RS_CUDA(rs_memcpy((void*)(to), (const void*)(from), bytes, kind, __LINE__))
#define cudaMemset(at, value, bytes) RS_CUDA(rs_memset((void*)(at), value, bytes, __LINE__))
#define cudaMemsetAsync(at, value, bytes, ...) \
  RS_CUDA(rs_memset((void*)(at), value, bytes, __LINE__))
#define cudaMemcpyToSymbol(symbol, from, bytes, ...)                                             \
  RS_CUDA(rs_memcpy((void*)&(symbol), (const void*)(from), bytes, cudaMemcpyHostToDevice, \
                    __LINE__))
#define cudaMemcpyFromSymbol(to, symbol, bytes, ...)                                             \
  RS_CUDA(rs_memcpy((void*)(to), (const void*)&(symbol), bytes, cudaMemcpyDeviceToHost, \
                    __LINE__))
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
static inline cudaError_t cudaDeviceReset() { return cudaSuccess; }
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
static inline cudaError_t cudaFreeHost(void* at) { return free(at), cudaSuccess; }
static inline cudaError_t cudaMemGetInfo(size_t* left, size_t* all) {
  return *left = *all = 1u << 30, cudaSuccess;
}
static inline cudaError_t cudaStreamCreate(cudaStream_t* stream) { return *stream = 0, cudaSuccess; }
static inline cudaError_t cudaStreamDestroy(cudaStream_t) { return cudaSuccess; }
template <class K>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, K, int, size_t) {
  return *blocks = 16, cudaSuccess;
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
