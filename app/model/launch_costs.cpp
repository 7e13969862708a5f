#include "launch_costs.hpp"

namespace scope {
namespace {

using radix::Problem;

uint64_t blocks_for(uint64_t values, uint32_t threads) { return (values + threads - 1) / threads; }

constexpr uint64_t state_words = 2;  // what a block knows, and the sum

/// What blocks tell each other in one launch a pass: a number each; the state of the block before
/// it, but for the first; its own state.
Traffic dominoes_of(uint64_t blocks) {
  return {"chain of sums", blocks + state_words * (blocks - 1), blocks + state_words * blocks};
}

/// The same where blocks look back: each tells its own sum first (but for the first block), then
/// all sums. Of the blocks that it asks at once the one before it counts; the others matter only
/// while that one still stands.
Traffic look_back_of(uint64_t blocks) {
  return {"chain of sums", blocks + state_words * (blocks - 1),
          blocks + state_words * (2 * blocks - 1)};
}

constexpr uint64_t look_back_barriers = 4;  // of one look

/// exclusive_scan over `values` values.
LaunchCost grid_scan(const Problem& problem, uint64_t values, const char* in, const char* out) {
  const uint32_t threads = problem.threads_per_block();
  const uint64_t blocks = blocks_for(values, threads);
  return {.kernel = "exclusive_scan",
          .blocks = blocks,
          .barriers = scan_barriers(problem.settings().scan, threads) + 3 +
                      (blocks > 1 ? look_back_barriers : 0),
          .traffic = {{in, values, 0}, {out, 0, values + 1}, look_back_of(blocks)}};
}

/// Rung 1: extract, scan all bits, scatter.
std::vector<LaunchCost> three_launches(const Problem& problem) {
  const uint64_t n = problem.size(), blocks = problem.blocks();
  return {{.kernel = "extract_bits", .blocks = blocks, .traffic = {{"keys", n, 0}, {"bits", 0, n}}},
          grid_scan(problem, n, "bits", "# ones before"),
          {.kernel = "scatter",
           .blocks = blocks,
           .traffic = {
               {"keys", n, 0}, {"# ones before", n, 0}, {"total", blocks, 0}, {"output", 0, n}}}};
}

/// Rung 5: the whole pass. Every block reads the last one's flag and sum as well.
std::vector<LaunchCost> single_launch(const Problem& problem) {
  const uint64_t n = problem.size(), blocks = problem.blocks();
  const uint32_t threads = problem.threads_per_block();
  return {{.kernel = "sort_in_one_launch",
           .blocks = blocks,
           .barriers = scan_barriers(problem.settings().scan, threads) + 3,
           .traffic = {
               {"keys", n, 0}, {"output", 0, n}, dominoes_of(blocks), {"total", 2 * blocks, 0}}}};
}

/// Rungs 2, 3, 4: sort in the block, scan the table, write the buckets.
std::vector<LaunchCost> sort_scan_write(const radix::RungInfo& rung, const Problem& problem,
                                        uint32_t pass) {
  const uint64_t n = problem.size(), blocks = problem.blocks(), table = problem.table_entries(pass);
  const uint64_t scan = scan_barriers(problem.settings().scan, problem.threads_per_block());
  const uint64_t splits = problem.digit(pass).bits;
  LaunchCost sort{
      .kernel = "sort_in_block",
      .blocks = blocks,
      .barriers = scan + 1,
      .traffic = {{"keys", n, 0}, {"keys sorted in the block", 0, n}, {"counts", 0, table}}};
  LaunchCost write{
      .kernel = "write_buckets",
      .blocks = blocks,
      .traffic = {{"keys sorted in the block", n, 0}, {"starts", table, 0}, {"output", 0, n}}};
  if (rung.coarse()) {
    sort.kernel = "sort_tile_by_digit", write.kernel = "write_tile_buckets";
    sort.barriers = 1 + splits * (scan + 1) + 1, write.barriers = 1;
  } else if (rung.wide_digits()) {
    sort.kernel = "sort_in_block_by_digit", write.kernel = "write_digit_buckets";
    sort.barriers = splits * (scan + 1) + 1, write.barriers = 1;
  } else {
    write.traffic.push_back({"counts", blocks, 0});  // the zeros of the block
  }
  return {sort, grid_scan(problem, table, "counts", "starts"), write};
}

std::vector<LaunchCost> reversing(const Problem& problem) {
  const uint64_t n = problem.size();
  return {{.kernel = "reverse_keys",
           .blocks = blocks_for(n, problem.threads_per_block()),
           .traffic = {{"keys", n, 0}, {"output", 0, n}}}};
}

}  // namespace

uint64_t LaunchCost::read() const {
  uint64_t words = 0;
  for (const Traffic& each : traffic) words += each.read;
  return words;
}

uint64_t LaunchCost::written() const {
  uint64_t words = 0;
  for (const Traffic& each : traffic) words += each.written;
  return words;
}

uint64_t scan_barriers(radix::BlockScan scan, uint32_t threads) {
  if (scan == radix::BlockScan::shuffles) return 1;  // for the sums of the warps, be it one
  const uint64_t levels = radix::levels_of(scan, threads).size();
  return 1 + (scan == radix::BlockScan::kogge_stone ? 2 * levels : levels);
}

std::vector<LaunchCost> launches_of(const radix::RungInfo& rung, const Problem& problem,
                                    uint32_t pass) {
  if (problem.size() == 0) return {};
  if (rung.family != nullptr && !rung.family->by_digits) return {};
  if (pass >= problem.passes()) return reversing(problem);
  if (rung.sorts_in_block) return sort_scan_write(rung, problem, pass);
  return rung.one_launch() ? single_launch(problem) : three_launches(problem);
}

uint64_t table_entries_of(const radix::RungInfo& rung, const Problem& problem, uint32_t pass) {
  return rung.sorts_in_block && pass < problem.passes() ? problem.table_entries(pass) : 0;
}

}  // namespace scope
