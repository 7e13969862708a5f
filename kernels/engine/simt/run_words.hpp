/// What both kinds of Run consist of: launches that are being made, and the arguments of a launch.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

#include "keys.hpp"

namespace radix {
inline namespace SIMT_TARGET {

/// Ends the run and says why.
[[noreturn]] inline void refuse(const std::string& why) { throw KernelError(why); }

/// kernel<<<blocks, threads, bytes>>>, waiting for its arguments.
template <class Run, auto Kernel>
struct Launch {
  Run& run;
  Grid grid;
  template <class... A>
  void operator()(A&&... arguments) const {
    run.template start<Kernel>(grid, std::forward<A>(arguments)...);
  }
};

/// How a Run is asked for a launch: run.launch<kernel>(blocks, threads, bytes)(arguments…).
template <class Run>
struct Launches {
  template <auto Kernel>
  Launch<Run, Kernel> launch(uint32_t blocks, uint32_t threads, std::size_t bytes = 0) {
    return {run(), {.blocks = blocks, .threads = threads, .shared_bytes = bytes}};
  }
  /// All blocks run at once, for they wait for each other.
  template <auto Kernel>
  Launch<Run, Kernel> launch_cooperative(uint32_t blocks, uint32_t threads, std::size_t bytes) {
    return {run(),
            {.blocks = blocks,
             .threads = threads,
             .shared_bytes = bytes,
             .all_resident = true,
             .resident_limit = run().settings().resident_blocks}};
  }

 private:
  Run& run() { return static_cast<Run&>(*this); }
};

/// The memory that a launch was given: where the arrays start that its kernel may write, and that
/// of the keys which it only reads.
struct Given {
  std::array<const void*, 8> written{};
  std::array<const void*, 8> buffers{};  ///< the arguments that these are, as objects
  std::size_t count = 0;
  const void* keys = nullptr;

  bool writes(const void* data) const {
    for (std::size_t k = 0; k < count; ++k) {
      if (written[k] == data) return true;
    }
    return false;
  }
  /// The same by the argument itself: while a run is planned, no array has memory.
  bool writes_buffer(const void* buffer) const {
    for (std::size_t k = 0; k < count; ++k) {
      if (buffers[k] == buffer) return true;
    }
    return false;
  }
};

template <class Parameter>
struct Argument {
  template <class Key, class A>
  static void note(Given&, A&) {}
};
template <class T>
struct Argument<View<T>> {
  template <class Key, class A>
  static void note(Given& given, A& argument) {
    const View<T> view = argument;
    if constexpr (!std::is_const_v<T>) {
      given.buffers.at(given.count) = &argument;
      given.written.at(given.count++) = view.data();
    } else if constexpr (std::is_same_v<T, const Key>) {
      given.keys = view.data();
    }
  }
};

template <class T>
struct Argument<T*> {
  template <class Key, class A>
  static void note(Given& given, A& argument) {
    T* const data = argument;
    if constexpr (!std::is_const_v<T>) {
      given.buffers.at(given.count) = &argument;
      given.written.at(given.count++) = data;
    } else if constexpr (std::is_same_v<T, const Key>) {
      given.keys = data;
    }
  }
};

/// `kernel`: for its parameters, each of which is given an argument.
template <class Key, class... P, class... A>
Given given_to(void (* /*kernel*/)(P...), A&... arguments) {
  static_assert(sizeof...(P) == sizeof...(A));
  Given given;
  (Argument<P>::template note<Key>(given, arguments), ...);
  return given;
}

}  // namespace SIMT_TARGET
}  // namespace radix
