#include "stores.hpp"

#include <algorithm>

#include "kernels/radix/radix_arrays.hpp"

namespace scope {
namespace {

using radix::none;

/// Counts the different segments of one store after the other: each segment remembers the last
/// store that touched it.
class SegmentCounter {
 public:
  SegmentCounter(uint32_t keys, uint32_t segment)
      : segment_(segment), last_(keys / segment + 1, 0) {}
  void next_store() { ++store_; }
  /// True when this store has not touched the slot's segment before.
  bool touches(uint32_t slot) {
    uint32_t& last = last_[slot / segment_];
    const bool fresh = last != store_;
    last = store_;
    return fresh;
  }

 private:
  uint32_t segment_;
  uint32_t store_ = 0;
  std::vector<uint32_t> last_;
};

/// True for the last step of a launch, or of a pass.
bool ends_launch(const radix::Trace& trace, std::size_t step) {
  return step + 1 == trace.steps.size() || trace.steps[step + 1].launch != trace.steps[step].launch;
}
bool ends_pass(const radix::Trace& trace, std::size_t step) {
  return step + 1 == trace.steps.size() || trace.steps[step + 1].pass != trace.steps[step].pass;
}

/// Calls visit(id) for every store of a pass that writes something, by block, round and warp.
template <class Visit>
void each_store(const Cut& cut, uint32_t lanes, const Visit& visit) {
  for (uint32_t block = 0; block < cut.blocks(); ++block)
    for (uint32_t round = 0; round < cut.each; ++round)
      for (uint32_t warp = 0; warp < cut.warps(lanes); ++warp) {
        const StoreId id{block, round, warp};
        if (cut.has(id, lanes)) visit(id);
      }
}

}  // namespace

StoreId Cut::store_of(uint32_t position, uint32_t lanes) const {
  return {position / per_block(), shares().round_of(position),
          shares().thread_of(position) / lanes};
}

bool Cut::has(const StoreId& store, uint32_t lanes) const {
  if (store.block >= blocks() || store.round >= each || store.warp >= warps(lanes)) return false;
  return position(store.block, store.round, store.warp * lanes) < keys;  // its first lane's
}

Cut cut_of(const radix::Problem& problem, uint32_t pass) {
  const bool reverses = pass >= problem.passes();
  return {.keys = problem.size(),
          .threads = problem.threads_per_block(),
          .each = reverses ? 1 : problem.keys_per_thread(),
          .ownership = problem.settings().ownership};
}

Cost& Cost::operator+=(const Cost& other) {
  stores += other.stores, keys += other.keys;
  runs += other.runs, segments += other.segments;
  return *this;
}

double efficiency(const Cost& cost, const MemoryShape& shape) {
  if (cost.segments == 0) return 0;
  return 100.0 * static_cast<double>(cost.keys) /
         static_cast<double>(cost.segments * shape.segment);
}

Store store_at(const Cut& cut, const StoreId& id, const std::vector<uint32_t>* destination,
               const MemoryShape& shape) {
  Store store{.id = id, .lanes = {}, .cost = {.stores = 1}};
  const uint32_t first = id.warp * shape.lanes, end = std::min(cut.threads, first + shape.lanes);
  uint32_t before = none;  // the slot of the lane to the left
  for (uint32_t thread = first; thread < end; ++thread) {
    StoreLane lane{.thread = thread};
    const uint32_t position = cut.position(id.block, id.round, thread);
    if (position < cut.keys) lane.position = position;
    if (position < cut.keys && destination) {
      lane.slot = (*destination)[position];
      lane.begins_run = before == none || lane.slot != before + 1;
      ++store.cost.keys;
      store.cost.runs += lane.begins_run;
    }
    before = lane.slot;
    store.lanes.push_back(lane);
  }
  store.cost.segments = segments_of(store, shape).size();
  return store;
}

std::vector<StoreId> store_ids(const Cut& cut, uint32_t lanes) {
  std::vector<StoreId> ids;
  each_store(cut, lanes, [&](const StoreId& id) { ids.push_back(id); });
  return ids;
}

std::vector<uint32_t> segments_of(const Store& store, const MemoryShape& shape) {
  std::vector<uint32_t> segments;
  for (const StoreLane& lane : store.lanes)
    if (lane.slot != none) segments.push_back(lane.slot / shape.segment);
  std::sort(segments.begin(), segments.end());
  segments.erase(std::unique(segments.begin(), segments.end()), segments.end());
  return segments;
}

Cost cost_of(const Cut& cut, const std::vector<uint32_t>& destination, const MemoryShape& shape) {
  Cost cost;
  SegmentCounter counter(cut.keys, shape.segment);
  each_store(cut, shape.lanes, [&](const StoreId& id) {
    counter.next_store();
    ++cost.stores;
    const uint32_t first = id.warp * shape.lanes, end = std::min(cut.threads, first + shape.lanes);
    uint32_t before = none;
    for (uint32_t thread = first; thread < end; ++thread) {
      const uint32_t position = cut.position(id.block, id.round, thread);
      if (position >= cut.keys) break;  // so the lanes after it have no key
      const uint32_t slot = destination[position];
      if (slot >= cut.keys) continue;  // a broken run's: no memory of the output
      ++cost.keys;
      cost.runs += before == none || slot != before + 1;
      cost.segments += counter.touches(slot);
      before = slot;
    }
  });
  return cost;
}

Cost cost_of(const radix::Problem& problem, const radix::PassWrites& writes,
             const MemoryShape& shape) {
  return cost_of(cut_of(problem, writes.pass), writes.destination, shape);
}

const std::vector<uint32_t>* written_in(const radix::Trace& trace, uint32_t pass,
                                        std::size_t cursor) {
  for (std::size_t s = std::min(cursor, trace.steps.size()); s > 0; --s) {
    const radix::Step& step = trace.steps[s - 1];
    if (step.pass < pass) break;
    if (step.pass != pass || step.made != radix::array::output) continue;
    const radix::Array* array = step.find(radix::array::destination);
    return array ? &array->values : nullptr;
  }
  return nullptr;
}

std::vector<Cost> costs_of(const radix::Trace& trace, std::size_t cursor,
                           const MemoryShape& shape) {
  std::vector<Cost> costs;
  for (uint32_t pass = 0; pass < trace.problem.shown_passes(); ++pass)
    if (const auto* destination = written_in(trace, pass, cursor))
      costs.push_back(cost_of(cut_of(trace.problem, pass), *destination, shape));
  return costs;
}

namespace {

/// Calls visit(step, costs) for every step before the cursor with what it costs: what its own
/// accesses are, with the launches before it that show nothing. The last step of a launch, or of
/// the run, brings what is left of it.
template <class Visit>
void each_cost(const radix::Trace& trace, std::size_t cursor, const Visit& visit) {
  const auto launches =
      radix::sort_named(trace.sort) != nullptr && cursor > 0 ? launches_of(trace) : nullptr;
  if (!launches) return;
  std::size_t next = 0, in_launch = 0;  // launch and step in it that were not told yet
  for (std::size_t s = 0; s < std::min(cursor, trace.steps.size()); ++s) {
    const std::size_t launch = trace.steps[s].launch;
    WordCost cost;
    const auto rest_until = [&](std::size_t end) {
      for (; next < std::min(end, launches->size()); ++next, in_launch = 0)
        for (; in_launch < (*launches)[next].steps.size(); ++in_launch)
          cost += (*launches)[next].steps[in_launch];
    };
    rest_until(launch);
    const bool ends = ends_launch(trace, s);
    if (!ends && launch < launches->size() && in_launch < (*launches)[launch].steps.size())
      cost += (*launches)[launch].steps[in_launch++];
    if (ends) rest_until(launch + 1);
    if (s + 1 == trace.steps.size() && trace.error.empty()) rest_until(trace.launches);
    visit(trace.steps[s], cost);
  }
}

}  // namespace

std::vector<WordCost> costs_by_part(const radix::Trace& trace, std::size_t cursor) {
  std::vector<WordCost> parts;
  each_cost(trace, cursor, [&](const radix::Step& step, const WordCost& cost) {
    parts.resize(std::max<std::size_t>(parts.size(), step.pass + 1));
    parts[step.pass] += cost;
  });
  return parts;
}

LaneTotals totals_of(const radix::Trace& trace, std::size_t cursor, MemoryShape shape) {
  LaneTotals totals;
  totals.modelled = trace.family == nullptr || trace.family->by_digits;
  const radix::SortInfo* sort = radix::sort_named(trace.sort);
  WordCost words;
  for (const WordCost& part : costs_by_part(trace, cursor)) words += part;
  totals.barriers = words.barriers;
  totals.bytes_read = words.read() * word_bytes,
  totals.bytes_written = words.written() * word_bytes;
  Cost cost;
  uint32_t tables = 0;  // passes whose table is counted
  for (std::size_t s = 0; sort != nullptr && s < std::min(cursor, trace.steps.size()); ++s) {
    const radix::Step& step = trace.steps[s];
    const bool part_over = ends_pass(trace, s);  // a launch may go through several parts
    totals.passes += part_over ? 1 : 0;
    if (totals.modelled && tables == step.pass &&
        (step.made == radix::array::bucket_counts || part_over)) {
      totals.table_entries += table_entries_of(*sort, trace.problem, step.pass);
      ++tables;
    }
    if (ends_launch(trace, s)) {  // … at the end also those that show nothing after it
      const bool all = s + 1 == trace.steps.size() && trace.error.empty();
      totals.launches = std::max(step.launch + 1, all ? trace.launches : 0);
    }
    const radix::Array* array = part_over ? step.find(radix::array::destination) : nullptr;
    if (totals.modelled && array)
      cost += cost_of(cut_of(trace.problem, step.pass), array->values, shape);
  }
  totals.runs = cost.runs, totals.segments = cost.segments;
  totals.stores = cost.stores, totals.keys = cost.keys;
  totals.efficiency = efficiency(cost, shape);
  return totals;
}

}  // namespace scope
