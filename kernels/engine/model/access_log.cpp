#include "access_log.hpp"

#include <algorithm>
#include <tuple>

namespace radix {
namespace {

constexpr uint32_t word_bytes = 4;

/// How many different ones there are.
template <class Each>
uint64_t different(std::vector<Each>& list) {
  std::sort(list.begin(), list.end());
  return static_cast<uint64_t>(std::unique(list.begin(), list.end()) - list.begin());
}

}  // namespace

std::vector<AccessLog::Words> AccessLog::words() const {
  struct Of {
    std::vector<std::tuple<uint32_t, uint32_t>> read, written, asked;  // block, and index or epoch
    Words words;
  };
  std::vector<Of> each(arrays.size());
  for (const Access& a : accesses) {
    Of& of = each[a.array];
    switch (a.touch) {
      case Touch::read: of.read.emplace_back(a.block, a.index); break;
      case Touch::write: of.written.emplace_back(a.block, a.index); break;
      case Touch::atomic_read: of.asked.emplace_back(a.block, a.epoch); break;
      case Touch::atomic_write:
        of.words.written += arrays[a.array].element_bytes / word_bytes;
        break;
      case Touch::atomic: ++of.words.read, ++of.words.written; break;
    }
  }
  std::vector<Words> counts;
  for (std::size_t k = 0; k < each.size(); ++k) {
    Words words = each[k].words;
    words.read +=
        different(each[k].read) + different(each[k].asked) * (arrays[k].element_bytes / word_bytes);
    words.written += different(each[k].written);
    counts.push_back(words);
  }
  return counts;
}

}  // namespace radix
