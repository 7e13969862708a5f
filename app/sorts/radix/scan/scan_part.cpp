/// Which part of a scan a low page shows: the current level, what it reads and what comes next; or
/// the sums that go from block to block.
#include "kernels/radix/radix_arrays.hpp"
#include "scan_rows.hpp"

namespace scope {
namespace {

namespace array = radix::array;

constexpr uint32_t max_part_rows = 4;  // of sums, bits and numbers together

/// Rows in the order in which they stand: bits of the threads, values, levels, exclusive row,
/// numbers.
struct Order {
  uint32_t bits = 0,
           levels = 0;  ///< 1 where the first row is the threads' bits; levels of the scan
  bool shifts = true, keys = false;

  uint32_t values() const { return bits; }
  uint32_t exclusive() const { return bits + levels + (shifts ? 1 : 0); }
  uint32_t count() const { return exclusive() + 1 + (keys ? 1 : 0); }
};

Order order_of(const ScanView& view) {
  Order order;
  order.bits = view.thread_sums() ? 1 : 0;
  order.levels = static_cast<uint32_t>(radix::levels_of(view.scan, view.threads).size());
  order.shifts = view.scan != radix::BlockScan::blelloch;
  order.keys = view.thread_sums();
  return order;
}

/// The newest row there is.
uint32_t newest_row(const Moment& moment, const ScanView& view, const Order& order) {
  if (order.keys && known(moment, view, array::ones_before)) return order.count() - 1;
  if (known(moment, view, view.arrays.in_block)) return order.exclusive();
  const auto done = static_cast<uint32_t>(levels_of(moment, view.arrays.partial).size());
  return order.values() + std::min(done, order.levels);
}

/// Rows begin … end - 1 of that order.
ScanPart rows_between(const Order& order, uint32_t begin, uint32_t end) {
  ScanPart part;
  part.bits = order.bits == 1 && begin == 0;
  part.first = begin - std::min(begin, order.bits);
  part.last = std::min(end - 1, order.bits + order.levels) - std::min(end - 1, order.bits);
  part.shift = order.shifts && order.exclusive() >= begin && order.exclusive() < end;
  part.keys = order.keys && end == order.count();
  return part;
}

}  // namespace

ScanPart scan_part(const Moment& moment, const ScanView& view) {
  if (!view.columns.large) return {};
  const Order order = order_of(view);
  const uint32_t newest = newest_row(moment, view, order);
  const bool numbered = order.keys && newest + 1 == order.count();
  if (known(moment, view, view.arrays.block_sum) && !numbered) {
    if (!view.over_grid)  // one more row, and room for what made it
      return rows_between(order, order.exclusive() - std::min(order.exclusive(), 2u),
                          order.exclusive() + 1);
    ScanPart part = rows_between(order, order.exclusive(), order.exclusive() + 1);
    if (order.shifts) part.last = part.first - 1;  // no row of sums
    return part;
  }
  const uint32_t end = std::min(order.count(), std::max(newest + 2, max_part_rows));
  ScanPart part = rows_between(order, end - std::min(end, max_part_rows), end);
  part.grid = false;
  return part;
}

}  // namespace scope
