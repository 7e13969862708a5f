/// The host side that every sort shares: `Run` makes launches and passes, `DeviceArray` is memory
/// with a name. Recorded and timed runs have one each; the sorts' host functions are the same.
///
///   run.begin_pass(number);                          //: pass
///   run.launch<scatter>(blocks, threads)(…);         scatter<<<blocks, threads>>>(…)
///   run.launch_cooperative<…>(…)(…);                 all its blocks run at once, or it is refused
///   run.end_pass();                                  run.swap()
///
/// A recorded kernel's last parameter, `show`, is given by the run. The names of arrays and of the
/// kernel are all that a recorder needs: what a launch wrote or showed becomes the arrays of its
/// steps.
#pragma once

#include "keys.hpp"
#include "run_words.hpp"

#if defined(RADIX_TIMED)
#include "timed_run.hpp"
#else
#include "recorded_run.hpp"
#endif

namespace radix {
inline namespace KERNELS {

/// Memory on the device, one array of its family's list: DeviceArray<uint32_t> bits(run, "bits",
/// n). When a launch writes it, and shows it by its name or not at all, the recorder copies as many
/// values as its shape has; `last`: the name of the value that lies after these. Belongs to the
/// run as long as it lives.
template <const auto& arrays, class T>
class DeviceArrayIn : public Buffer<T> {
  using Name = NameIn<arrays>;

 public:
  DeviceArrayIn(Run& run, Name name, std::size_t size);
  DeviceArrayIn(Run& run, Name name, std::size_t size, Name last);
  ~DeviceArrayIn();
  DeviceArrayIn(const DeviceArrayIn&) = delete;
  DeviceArrayIn& operator=(const DeviceArrayIn&) = delete;

 private:
  Run& run_;
};

template <const auto& arrays, class T>
DeviceArrayIn<arrays, T>::DeviceArrayIn(Run& run, Name name, std::size_t size)
    : Buffer<T>(size, run.memory_name(arrays[name.place])), run_(run) {
  run_.owns(arrays[name.place], *this, 0);
}
template <const auto& arrays, class T>
DeviceArrayIn<arrays, T>::DeviceArrayIn(Run& run, Name name, std::size_t size, Name last)
    : DeviceArrayIn(run, name, size) {
  run_.owns(arrays[last.place], *this, size - 1);
}
template <const auto& arrays, class T>
DeviceArrayIn<arrays, T>::~DeviceArrayIn() {
  run_.disowns(*this);
}

}  // namespace KERNELS
}  // namespace radix
