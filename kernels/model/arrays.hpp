/// The one list of stages and the one list of arrays. Kernels name what they show by ArrayId; JSON,
/// panels, figures and tests iterate the tables below.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace radix {

/// Where an index or an identity stands for nothing.
inline constexpr uint32_t nobody = 0xffffffffu;

/// The parts of one pass, in order. A rung uses those it has.
enum class Stage : uint32_t { extract, scan, local_bucket, table_scan, scatter };

struct StageInfo {
  Stage id;
  const char* name;   ///< in JSON and scripts
  const char* label;  ///< on the screen
};

inline constexpr StageInfo stages[] = {
    {Stage::extract, "extract", "bit extract"},
    {Stage::scan, "scan", "scan"},
    {Stage::local_bucket, "local_bucket", "local bucket"},
    {Stage::table_scan, "table_scan", "table scan"},
    {Stage::scatter, "scatter", "scatter"},
};

/// How long an array is and how it is laid out.
enum class Shape : uint32_t {
  per_key,     ///< one value per key, in the order of the keys (all blocks one after the other)
  per_block,   ///< one value per block of the launch that made it
  per_thread,  ///< one value per thread of the launch, threads without keys included
  table,       ///< bucket rows x block columns, row-major: entry = bucket * blocks + block
  single,      ///< one value for the whole grid
};

/// Everything a kernel can show. ones_before counts over the whole grid where a rung scans all bits
/// (one_bit, one_launch); where it scans inside the block only, ones_before counts inside the block and
/// there is no ones_before_in_block. Where threads have several keys (coarse), each adds up its own bits
/// first (thread_ones) and the block scans those sums.
enum class ArrayId : uint32_t {
  keys,
  bits,
  partial_ones,
  ones_before_in_block,
  block_ones,
  ones_before_block,
  ones_before,
  ones_total,
  thread_ones,
  partial_thread_ones,
  ones_before_thread,
  local_destination,
  local_keys,
  local_bucket_starts,
  bucket_counts,
  partial_counts,
  counts_before_in_block,
  block_counts,
  counts_before_block,
  bucket_starts,
  destination,
  output,
};

struct ArrayInfo {
  ArrayId id;
  const char* name;     ///< in JSON and scripts
  const char* label;    ///< on the screen
  Stage stage;          ///< the stage that makes it
  Shape shape;
  const char* caption;  ///< what happened when it was made
  ArrayId sums_of{};    ///< of partial sums and their results: what is summed up; else keys
};

inline constexpr ArrayInfo arrays[] = {
    {ArrayId::keys, "keys", "keys", Stage::extract, Shape::per_key, "the keys of this pass"},
    {ArrayId::bits, "bits", "bits", Stage::extract, Shape::per_key, "take one bit of every key"},
    {ArrayId::partial_ones, "partial_ones", "partial sums", Stage::scan, Shape::per_key,
     "add partial sums", ArrayId::bits},
    {ArrayId::ones_before_in_block, "ones_before_in_block", "# ones before, in the block",
     Stage::scan, Shape::per_key, "every thread takes the sum before its own"},
    {ArrayId::block_ones, "block_ones", "# ones in the block", Stage::scan, Shape::per_block,
     "every block knows its own sum"},
    {ArrayId::ones_before_block, "ones_before_block", "# ones before the block", Stage::scan,
     Shape::per_block, "the running sum goes from block to block"},
    {ArrayId::ones_before, "ones_before", "# ones before", Stage::scan, Shape::per_key,
     "the exclusive scan is complete"},
    {ArrayId::ones_total, "ones_total", "# ones in total", Stage::scan, Shape::single,
     "the last block writes the grand total"},
    {ArrayId::thread_ones, "thread_ones", "# ones of the thread", Stage::scan, Shape::per_thread,
     "every thread adds up the bits of its keys"},
    {ArrayId::partial_thread_ones, "partial_thread_ones", "partial sums of threads", Stage::scan,
     Shape::per_thread, "add partial sums", ArrayId::thread_ones},
    {ArrayId::ones_before_thread, "ones_before_thread", "# ones before the thread", Stage::scan,
     Shape::per_thread, "every thread takes the sum before its own", ArrayId::thread_ones},
    {ArrayId::local_destination, "local_destination", "slot in the block", Stage::local_bucket,
     Shape::per_key, "every thread finds its slot inside the block"},
    {ArrayId::local_keys, "local_keys", "keys sorted in the block", Stage::local_bucket,
     Shape::per_key, "sort inside the block, in shared memory"},
    {ArrayId::local_bucket_starts, "local_bucket_starts", "bucket starts in the block",
     Stage::local_bucket, Shape::table, "where the digit changes, a bucket begins"},
    {ArrayId::bucket_counts, "bucket_counts", "bucket counts", Stage::local_bucket, Shape::table,
     "every block writes its column of the table"},
    {ArrayId::partial_counts, "partial_counts", "partial sums", Stage::table_scan, Shape::table,
     "add partial sums",
     ArrayId::bucket_counts},
    {ArrayId::counts_before_in_block, "counts_before_in_block", "keys before, in the scan block",
     Stage::table_scan, Shape::table, "every thread takes the sum before its own"},
    {ArrayId::block_counts, "block_counts", "keys in the scan block", Stage::table_scan,
     Shape::per_block, "every block knows its own sum"},
    {ArrayId::counts_before_block, "counts_before_block", "keys before the scan block",
     Stage::table_scan, Shape::per_block, "the running sum goes from block to block"},
    {ArrayId::bucket_starts, "bucket_starts", "bucket starts", Stage::table_scan, Shape::table,
     "the exclusive scan of the table is complete"},
    {ArrayId::destination, "destination", "destination", Stage::scatter, Shape::per_key,
     "every thread finds its slot in the output"},
    {ArrayId::output, "output", "output", Stage::scatter, Shape::per_key, "write the keys"},
};

constexpr const StageInfo& info(Stage id) { return stages[static_cast<uint32_t>(id)]; }
constexpr const ArrayInfo& info(ArrayId id) { return arrays[static_cast<uint32_t>(id)]; }

/// Arrays that hold keys and therefore carry identities.
constexpr bool holds_keys(ArrayId id) {
  return id == ArrayId::keys || id == ArrayId::local_keys || id == ArrayId::output;
}

/// The stage or array with this JSON name, if there is one.
std::optional<Stage> stage_named(std::string_view name);
std::optional<ArrayId> array_named(std::string_view name);

}  // namespace radix
