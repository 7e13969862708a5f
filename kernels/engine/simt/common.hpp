/// Words both machines share.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "kernels/engine/model/fault.hpp"

namespace radix {

/// The order in which the CPU engine lets threads and blocks run. Correct kernels do not care.
enum class Schedule { forward, reverse, shuffled };

/// The shape of a launch: one-dimensional, as in the chapter.
struct Grid {
  uint32_t blocks = 1;
  uint32_t threads = 1;          ///< per block
  std::size_t shared_bytes = 0;  ///< dynamic shared memory per block
  bool all_resident = false;     ///< every block waits for every other: all must run at once
  uint32_t resident_limit = 0;   ///< blocks that may run at once; 0: as many as the machine holds
};

/// What a kernel or a launch did wrong: kernel, block, thread, file and line as far as they are
/// known.
struct KernelError : std::runtime_error {
  explicit KernelError(const std::string& sentence) : std::runtime_error(sentence) {
    fault.sentence = sentence;
  }
  explicit KernelError(Fault what) : std::runtime_error(error_of(what)), fault(std::move(what)) {}
  Fault fault;
  bool ran_to_the_end = false;  ///< a race: the launch has done all that it does
};

/// A launch whose blocks all wait for each other is refused: the machine holds fewer of them.
inline Fault cannot_wait(const char* kernel, uint32_t blocks, uint32_t holds, uint32_t threads,
                         bool limited) {
  Fault fault;
  fault.kernel = kernel;
  fault.room = {holds, blocks - holds, blocks};
  fault.refused = {Fault::Refused::What::waiting, threads, limited ? holds : 0};
  return fault;
}

/// Fresh memory holds this in every byte, so that a value never written is seen at once.
inline constexpr unsigned char poison = 0xCD;

/// "kernels/scan/chain.cuh" -> "chain.cuh".
constexpr const char* base_name(const char* path) {
  const char* name = path;
  for (const char* c = path; *c != '\0'; ++c) {
    if (*c == '/' || *c == '\\') name = c + 1;
  }
  return name;
}

/// The name of a function out of what compilers call a template that was made for it:
/// "… [with auto Kernel = radix::cpu::scatter]", "… [Kernel = &radix::cpu::scatter]".
constexpr std::array<char, 64> name_in(std::string_view text) {
  text.remove_prefix(text.rfind("Kernel"));
  const std::size_t hidden = text.rfind("anonymous");
  if (hidden != text.npos) text.remove_prefix(hidden + std::string_view("anonymous}::").size());
  text = text.substr(0, text.find_first_of("<(;],"));
  const std::size_t before = text.find_last_of(":&= ");
  if (before != text.npos) text.remove_prefix(before + 1);
  std::array<char, 64> name{};
  for (std::size_t k = 0; k < text.size() && k + 1 < name.size(); ++k) name[k] = text[k];
  return name;
}

/// "scatter" for radix::…::scatter.
template <auto Kernel>
constexpr std::array<char, 64> name_of_kernel() {
#if defined(_MSC_VER) && !defined(__clang__)
  return name_in(__FUNCSIG__);
#else
  return name_in(__PRETTY_FUNCTION__);
#endif
}
template <auto Kernel>
inline constexpr std::array<char, 64> kernel_name = name_of_kernel<Kernel>();

}  // namespace radix
