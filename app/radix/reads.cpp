#include "reads.hpp"

#include <initializer_list>

#include "kernels/radix/radix_arrays.hpp"

namespace scope {
namespace {

using radix::ArrayId;
namespace array = radix::array;
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
  if (step.find(array::local_bucket_starts)) return {array::local_keys, array::bucket_starts};
  if (step.find(array::bucket_starts))
    return {array::local_keys, array::bucket_counts, array::bucket_starts};
  if (!step.find(array::bits)) return {array::keys};  // reversing
  return {array::keys, array::ones_before, array::ones_total};
}

Ids wanted(const radix::Step& step) {
  const bool in_block = !step.find(array::ones_before_block);  // the scan stays inside the block
  const bool splits_again = step.split > 0;                    // the keys of the split before
  const bool by_table = step.find(array::bucket_starts) != nullptr;
  if (step.made == array::keys) return {};
  if (step.made == array::bits) return {splits_again ? array::local_keys : array::keys};
  if (step.made == array::partial_ones) return level_reads(step, array::bits);
  if (one_of(step.made, {array::ones_before_in_block, array::block_ones}))
    return first_of(
        step, {array::partial_thread_ones, array::thread_ones, array::partial_ones, array::bits});
  if (step.made == array::thread_ones) return {array::bits};
  if (step.made == array::partial_thread_ones) return level_reads(step, array::thread_ones);
  if (step.made == array::ones_before_thread)
    return first_of(step, {array::partial_thread_ones, array::thread_ones});
  if (step.made == array::ones_before_block) return {array::block_ones};
  if (step.made == array::ones_before) {
    if (step.find(array::ones_before_thread)) return {array::bits, array::ones_before_thread};
    if (in_block) return first_of(step, {array::partial_ones, array::bits});
    return {array::ones_before_in_block, array::ones_before_block};
  }
  if (step.made == array::ones_total) return {array::block_ones, array::ones_before_block};
  if (step.made == array::local_destination)
    return {array::bits, array::ones_before, array::block_ones};
  if (step.made == array::local_keys)
    return {splits_again ? array::local_keys : array::keys, array::local_destination};
  if (step.made == array::local_bucket_starts) return {array::local_keys};
  if (step.made == array::bucket_counts)
    return first_of(step, {array::local_bucket_starts, array::block_ones});
  if (step.made == array::partial_counts) return level_reads(step, array::bucket_counts);
  if (one_of(step.made, {array::counts_before_in_block, array::block_counts}))
    return first_of(step, {array::partial_counts, array::bucket_counts});
  if (step.made == array::counts_before_block) return {array::block_counts};
  if (step.made == array::bucket_starts)
    return {array::counts_before_in_block, array::counts_before_block};
  if (step.made == array::destination) return destination_reads(step);
  if (step.made == array::output)
    return {by_table ? array::local_keys : array::keys, array::destination};
  return {};
}

}  // namespace

std::vector<ArrayId> reads_of_radix(const radix::Step& step) {
  Ids ids = wanted(step);
  std::erase_if(ids, [&](ArrayId id) { return !step.find(id); });
  return ids;
}

}  // namespace scope
