// Behind a student's file that nvcc compiles: runs it many times and counts the right results.
//   PROGRAM RUNS SECONDS BITS:KEY,KEY,… BITS:KEY,…
#include <unistd.h>
#ifdef RS_CARD_MAIN
#undef main
#undef cudaMemcpy
#endif

namespace rs_card {

inline int answer = 1;
inline unsigned long runs = 0, right = 0;
inline bool told = false;

inline void tell(const std::string& line) {
  if (write(answer, (line + "\n").c_str(), line.size() + 1) < 0) _exit(1);
}
inline void end() {
  if (!told) tell("runs " + std::to_string(runs) + " " + std::to_string(right));
  told = true;
}
inline void fail(cudaError_t error) {
  tell(std::string("error ") + cudaGetErrorString(error));
  end();
  _exit(0);
}

/// The run that has just ended: are the keys in place?
inline void look() {
  if (const cudaError_t error = cudaDeviceSynchronize(); error != cudaSuccess) fail(error);
  if (const cudaError_t error = cudaGetLastError(); error != cudaSuccess) fail(error);
  std::vector<unsigned> want = keys;
  std::sort(want.begin(), want.end());
  ++runs;
  if (result == want && !want.empty()) {
    ++right;
  } else if (right + 1 == runs) {
    size_t at = 0;
    while (at + 1 < want.size() && at < result.size() && result[at] == want[at]) ++at;
    const unsigned value = at < result.size() ? result[at] : 0,
                   belongs = want.empty() ? 0 : want[at];
    tell("wrong " + std::to_string(runs) + " " + std::to_string(at) + " " + std::to_string(value) +
         " " + std::to_string(belongs));
  }
}

#ifdef RS_CARD_MAIN
inline bool inside = false;
inline void run_once(unsigned long, int, char**) {
  uploaded = false, keys.clear(), result.clear(), inside = true;
  char name[] = "student";
  char* words[] = {name, nullptr};
  using Plain = int (*)();
  using Worded = int (*)(int, char**);
  struct Either {
    static int call(Plain main, char**) { return main(); }
    static int call(Worded main, char** words) { return main(1, words); }
  };
  Either::call(&rs_card_student_main, words);
  inside = false;
  look();
}
#else
/// Keys and output as whatever pointers the student's sort takes.
struct Words {
  unsigned* at;
  template <class Type>
  operator Type*() const {
    return reinterpret_cast<Type*>(at);
  }
};
inline void run_once(unsigned long run, int sets, char** typed) {
  char* at = typed[run % sets];
  const unsigned bits = strtoul(at, &at, 10);
  keys.clear();
  while (*at) keys.push_back(strtoul(at + 1, &at, 10));
  std::rotate(keys.begin(), keys.begin() + run % keys.size(), keys.end());
  const size_t bytes = keys.size() * 4;
  unsigned *in = nullptr, *out = nullptr;
  cudaMalloc(&in, bytes), cudaMalloc(&out, bytes);
  cudaMemcpy(in, keys.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemset(out, 0xCD, bytes);
  sort(Words{in}, Words{out}, static_cast<unsigned>(keys.size()), bits);
  result.assign(keys.size(), 0);
  cudaMemcpy(result.data(), out, bytes, cudaMemcpyDeviceToHost);
  look();
  cudaFree(in), cudaFree(out);
}
#endif

#ifdef RS_CARD_TIMED
/// One run of n keys, in milliseconds.
inline float time_once(unsigned n, const std::vector<unsigned>& given, unsigned* in,
                       unsigned* out) {
  cudaEvent_t from, to;
  cudaEventCreate(&from), cudaEventCreate(&to);
  cudaMemcpy(in, given.data(), size_t{n} * 4, cudaMemcpyHostToDevice);
  cudaEventRecord(from);
  rs_card_sort_many(in, out, n, 32);
  cudaEventRecord(to);
  if (cudaDeviceSynchronize() != cudaSuccess || cudaGetLastError() != cudaSuccess) _exit(0);
  float milliseconds = 0;
  cudaEventElapsedTime(&milliseconds, from, to);
  cudaEventDestroy(from), cudaEventDestroy(to);
  return milliseconds;
}

/// The median of some runs. A sort that takes long with fewer keys is not tried with all.
inline void time_many() {
  constexpr unsigned n = RS_CARD_TIMED;
  constexpr size_t max_runs = 11;
  std::vector<unsigned> given(n), sorted(n);
  unsigned random = 1;
  for (unsigned& key : given) random = random * 1664525u + 1013904223u, key = random ^ random >> 16;
  unsigned *in = nullptr, *out = nullptr;
  if (cudaMalloc(&in, size_t{n} * 4) != cudaSuccess ||
      cudaMalloc(&out, size_t{n} * 4) != cudaSuccess)
    return;
  time_once(n / 256, given, in, out);  // the first launch loads the kernels
  if (time_once(n / 256, given, in, out) > 50 || time_once(n / 16, given, in, out) > 500)
    return tell("slow");
  time_once(n, given, in, out);
  std::vector<float> times;
  for (float all = 0; times.size() < max_runs && all < 3000; all += times.back())
    times.push_back(time_once(n, given, in, out));
  std::sort(times.begin(), times.end());
  cudaMemcpy(sorted.data(), out, size_t{n} * 4, cudaMemcpyDeviceToHost);
  std::sort(given.begin(), given.end());
  tell("time " + std::to_string(times[times.size() / 2]) + (sorted == given ? " 1" : " 0"));
}
#endif

}  // namespace rs_card

int main(int count, char** typed) {
  using namespace rs_card;
  if (count < 4) return 2;
  answer = dup(1);
  if (!freopen("/dev/null", "w", stdout) || !freopen("/dev/null", "w", stderr)) return 2;
  cudaDeviceProp about{};
  if (const cudaError_t error = cudaGetDeviceProperties(&about, 0); error != cudaSuccess)
    fail(error);
  tell(std::string("device ") + about.name);
#ifdef RS_CARD_MAIN
  // One that ends by exit() has ended its run
  atexit([] {
    if (inside) look();
    end();
  });
#endif
  const unsigned long most = strtoul(typed[1], nullptr, 10);
  const auto begin = std::chrono::steady_clock::now();
  const auto seconds = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  for (unsigned long run = 0; run < most && seconds() < atof(typed[2]); ++run)
    run_once(run, count - 3, typed + 3);
  end();
#ifdef RS_CARD_TIMED
  time_many();
#endif
  _exit(0);
}
