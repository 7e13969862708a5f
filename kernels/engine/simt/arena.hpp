/// Memory that timed runs take their buffers from: taken once before the clock starts, handed out
/// from the front, given back all at once. Without memory it only counts: that is how a run is
/// planned.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "common.hpp"
#include "text/refused.hpp"

namespace radix {

class Arena {
 public:
  Arena() = default;  ///< only counts
  Arena(void* memory, std::size_t bytes)
      : memory_(static_cast<unsigned char*>(memory)), bytes_(bytes), only_counts_(false) {}

  /// `bytes` bytes, aligned for everything; null when it only counts. Throws KernelError when there
  /// is no room.
  void* take(std::size_t bytes, const char* what) {
    const std::size_t begin = used_;
    used_ = (begin + bytes + alignment - 1) / alignment * alignment;
    if (only_counts_) return nullptr;
    if (used_ > bytes_)
      throw KernelError(scope::text::refused::no_room({.array = scope::text::translated(what)}));
    return memory_ + begin;
  }
  void reset() { used_ = 0; }
  std::size_t used() const { return used_; }

  /// The arena that buffers made on this OS thread take from: the one whose Use lives.
  static Arena& in_use() { return *current(); }
  class Use {
   public:
    explicit Use(Arena& arena) : before_(current()) { current() = &arena; }
    ~Use() { current() = before_; }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    Arena* before_;
  };

 private:
  static constexpr std::size_t alignment = 256;
  static Arena*& current() {
    thread_local Arena* arena = nullptr;
    return arena;
  }

  unsigned char* memory_ = nullptr;
  std::size_t bytes_ = 0, used_ = 0;
  bool only_counts_ = true;  // of no bytes the memory may be null, too
};

}  // namespace radix
