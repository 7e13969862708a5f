#include "reads.hpp"

#include <initializer_list>

namespace scope {
namespace {

using radix::ArrayId;
using Ids = std::vector<ArrayId>;

/// The first of these that exists.
Ids first_of(const radix::Step& step, std::initializer_list<ArrayId> ids) {
  for (ArrayId id : ids)
    if (step.find(id)) return {id};
  return {};
}

/// A level of a block scan reads the level before it, the first one the scan's input.
Ids level_reads(const radix::Step& step, ArrayId input) {
  return {step.level <= 1 ? input : step.made};
}

Ids destination_reads(const radix::Step& step) {
  if (step.find(ArrayId::local_bucket_starts))
    return {ArrayId::local_keys, ArrayId::bucket_starts};
  if (step.find(ArrayId::bucket_starts))
    return {ArrayId::local_keys, ArrayId::bucket_counts, ArrayId::bucket_starts};
  if (!step.find(ArrayId::bits)) return {ArrayId::keys};   // reversing
  return {ArrayId::keys, ArrayId::ones_before, ArrayId::ones_total};
}

Ids wanted(const radix::Step& step) {
  const bool in_block = !step.find(ArrayId::ones_before_block);  // the scan stays inside the block
  const bool splits_again = step.split > 0;                        // the keys of the split before
  const bool by_table = step.find(ArrayId::bucket_starts) != nullptr;
  switch (step.made) {
    case ArrayId::keys: return {};
    case ArrayId::bits: return {splits_again ? ArrayId::local_keys : ArrayId::keys};
    case ArrayId::partial_ones: return level_reads(step, ArrayId::bits);
    case ArrayId::ones_before_in_block:
    case ArrayId::block_ones:
      return first_of(step, {ArrayId::partial_thread_ones, ArrayId::thread_ones,
                             ArrayId::partial_ones, ArrayId::bits});
    case ArrayId::thread_ones: return {ArrayId::bits};
    case ArrayId::partial_thread_ones: return level_reads(step, ArrayId::thread_ones);
    case ArrayId::ones_before_thread:
      return first_of(step, {ArrayId::partial_thread_ones, ArrayId::thread_ones});
    case ArrayId::ones_before_block: return {ArrayId::block_ones};
    case ArrayId::ones_before:
      if (step.find(ArrayId::ones_before_thread))
        return {ArrayId::bits, ArrayId::ones_before_thread};
      if (in_block) return first_of(step, {ArrayId::partial_ones, ArrayId::bits});
      return {ArrayId::ones_before_in_block, ArrayId::ones_before_block};
    case ArrayId::ones_total: return {ArrayId::block_ones, ArrayId::ones_before_block};
    case ArrayId::local_destination:
      return {ArrayId::bits, ArrayId::ones_before, ArrayId::block_ones};
    case ArrayId::local_keys:
      return {splits_again ? ArrayId::local_keys : ArrayId::keys, ArrayId::local_destination};
    case ArrayId::local_bucket_starts: return {ArrayId::local_keys};
    case ArrayId::bucket_counts:
      return first_of(step, {ArrayId::local_bucket_starts, ArrayId::block_ones});
    case ArrayId::partial_counts: return level_reads(step, ArrayId::bucket_counts);
    case ArrayId::counts_before_in_block:
    case ArrayId::block_counts:
      return first_of(step, {ArrayId::partial_counts, ArrayId::bucket_counts});
    case ArrayId::counts_before_block: return {ArrayId::block_counts};
    case ArrayId::bucket_starts:
      return {ArrayId::counts_before_in_block, ArrayId::counts_before_block};
    case ArrayId::destination: return destination_reads(step);
    case ArrayId::output:
      return {by_table ? ArrayId::local_keys : ArrayId::keys, ArrayId::destination};
  }
  return {};
}

}  // namespace

std::vector<ArrayId> reads_of(const radix::Step& step) {
  Ids ids = wanted(step);
  std::erase_if(ids, [&](ArrayId id) { return !step.find(id); });
  return ids;
}

}  // namespace scope
