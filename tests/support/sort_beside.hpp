/// A sort that stands beside the fast sorts in their table, out of a shared library: another
/// version of CUB (cub_beside.cu), or anything that has these functions.
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" {

/// Its name, with its version.
const char* sort_beside_name();

/// Sorts n keys (key_bytes: 4 or 8) into `sorted`, values with them unless they are null, on the
/// null stream. scratch null: only says in *bytes how much it takes. before_waiting: to be called
/// before it waits for the device, if it does. 0: it was queued.
int sort_beside(uint32_t key_bytes, void* scratch, std::size_t* bytes, const void* keys,
                void* sorted, const uint32_t* values, uint32_t* sorted_values, uint64_t n,
                void (*before_waiting)());
}
