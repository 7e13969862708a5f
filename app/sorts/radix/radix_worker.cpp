#include "radix_worker.hpp"

#include <algorithm>

#include "app/core/model/block_scan.hpp"
#include "app/sorts/radix/scan/scan_facts.hpp"
#include "facts.hpp"
#include "kernels/run/engine.hpp"

namespace scope {
namespace {

using radix::ArrayId;
namespace array = radix::array;

bool made_by_scan(const ScanArrays& scan, ArrayId made) {
  return one_of(made,
                {scan.partial, scan.in_block, scan.block_sum, scan.before_block, scan.result});
}

/// In a launch, or in a part of one, that scans: the thread of the value.
std::optional<Worker> scanning(const Moment& moment, ScanPlace place, bool chosen) {
  const ArrayId made = moment.step()->made;
  if (made == place.arrays.before_block)
    return Worker{place.block(), 0, place.block()};  // tells it
  if (made != place.arrays.partial) return Worker{place.block(), place.thread(), place.index};
  place = place_at_level(moment, place, chosen);
  const auto thread = worker_at_level(moment, place);
  const bool works = thread || each_its_own(moment.step()->phase);
  return Worker{place.block(), thread.value_or(place.thread()), works ? place.index : none};
}

/// The thread that writes the entry of a table's column.
std::optional<Worker> counting(const Moment& moment, uint32_t entry) {
  const uint32_t blocks = moment.problem().blocks(), threads = moment.step()->threads;
  const uint32_t block = entry % blocks, bucket = entry / blocks;
  const radix::SortInfo* sort = radix::sort_named(moment.trace->sort);
  if (sort == nullptr || !sort->wide_digits()) return Worker{block, 0, entry};
  if (moment.step()->made == array::bucket_counts) return Worker{block, bucket % threads, entry};
  // The first key of the bucket, or of a later one, tells where it begins; without one the last key
  const auto start = value_of(moment, array::local_bucket_starts, entry);
  const uint32_t size = moment.problem().block_end(block) - moment.problem().block_begin(block);
  if (!start || size == 0 || *start > size) return std::nullopt;
  const uint32_t place = std::min(*start, size - 1);
  return Worker{block, place / moment.problem().keys_per_thread(), entry};
}

std::optional<Worker> any_worker(const Moment& moment) {
  const auto subject = subject_of(moment);
  const radix::Step* step = moment.step();
  if (!subject || !step || step->threads == 0) return std::nullopt;
  const radix::Problem& problem = moment.problem();
  if (reverses(moment))
    return Worker{subject->position / step->threads, subject->position % step->threads,
                  subject->position};
  if (step->stage == radix::stage::table_scan)
    return scanning(moment, place_in_table(moment, spoken_entry(moment, *subject)),
                    subject->chosen);
  if (made_by_scan(scan_of_bits(moment), step->made))
    return scanning(moment, place_in_bits(moment, *subject), subject->chosen);
  if (one_of(step->made, {array::local_bucket_starts, array::bucket_counts}))
    return counting(moment, spoken_entry(moment, *subject));
  // A key is its thread's wherever the launch finds it: in the block neighbours are a thread's
  const radix::Array* local = latest(moment, array::local_keys);
  const bool in_block = step->splits > 0 || step->made == array::local_keys;
  const bool moved = local && (step->made == array::local_keys || !in_block);
  const uint32_t at = moved      ? position_of(*local, subject->id)
                      : in_block ? subject->place
                                 : subject->position;
  if (at >= problem.size()) return std::nullopt;
  const uint32_t block = problem.block_of(at), place = at - problem.block_begin(block);
  return Worker{block, in_block ? place / problem.keys_per_thread() : problem.thread_of(at), at};
}

}  // namespace

std::optional<Worker> radix_worker(const Moment& moment) {
  const auto worker = any_worker(moment);  // a broken run may lead to a thread that is not there
  const bool there =
      worker && worker->block < moment.step()->blocks && worker->thread < moment.step()->threads;
  return there ? worker : std::nullopt;
}

}  // namespace scope
