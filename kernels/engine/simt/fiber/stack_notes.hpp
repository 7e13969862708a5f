/// Tells AddressSanitizer or ThreadSanitizer of every change of stacks, so that a sanitized build
/// reports real errors only. Nothing in other builds.
/// https://github.com/google/sanitizers/issues/189
#pragma once

#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#elif defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#include <memory>
#endif

namespace radix {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool stacks_are_watched = true;
#else
inline constexpr bool stacks_are_watched = false;
#endif

/// A stack as the sanitizer wants to know it.
struct StackNotes {
#if defined(__SANITIZE_THREAD__)
  struct Ends {
    void operator()(void* fiber) const { __tsan_destroy_fiber(fiber); }
  };
  void* here = nullptr;  ///< what ThreadSanitizer calls this stack, once it was left
  mutable std::unique_ptr<void, Ends> made;  ///< and before it was entered
#endif
  const void* bottom = nullptr;
  std::size_t size = 0;
  void* fake = nullptr;  ///< its own record of the stack, kept while the stack is left

  /// Call at the foot of a new stack of `bytes`: it grows down from here, near enough.
  void begin_here([[maybe_unused]] std::size_t bytes) {
#if defined(__SANITIZE_ADDRESS__)
    size = bytes - 1024;
    bottom = static_cast<const char*>(__builtin_frame_address(0)) - size;
#endif
  }
  /// Call before a stack whose place is known is entered for the first time. What ran on it before
  /// may have been left for good: its marks are wiped.
  void begin([[maybe_unused]] void* lowest, [[maybe_unused]] std::size_t bytes) {
#if defined(__SANITIZE_ADDRESS__)
    bottom = lowest;
    size = bytes;
    fake = nullptr;
    __asan_unpoison_memory_region(lowest, bytes);
#elif defined(__SANITIZE_THREAD__)
    here = nullptr;
    made.reset();
#endif
  }
  /// Call right before leaving this stack for `next`; `for_good` when it will never be entered
  /// again.
  void leave_for([[maybe_unused]] const StackNotes& next, [[maybe_unused]] bool for_good = false) {
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_start_switch_fiber(for_good ? nullptr : &fake, next.bottom, next.size);
#elif defined(__SANITIZE_THREAD__)
    here = __tsan_get_current_fiber();
    if (next.here == nullptr && !next.made) next.made.reset(__tsan_create_fiber(0));
    __tsan_switch_to_fiber(next.here != nullptr ? next.here : next.made.get(), 0);
#endif
  }
  /// Call right after coming back to this stack; learns the bounds of the one that was left.
  void arrive_from([[maybe_unused]] StackNotes* left = nullptr) {
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_finish_switch_fiber(fake, left == nullptr ? nullptr : &left->bottom,
                                    left == nullptr ? nullptr : &left->size);
#endif
  }
};

}  // namespace radix
