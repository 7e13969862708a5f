/// The launcher of the small sort.
#include "small_sort.cuh"
#include "sweep_launches.cuh"

namespace radix::sweep {

template <class Key, class Value>
void small_sort(const Work& work) {
  constexpr Items items = sizeof(Value) == 4 ? Items::pairs
                          : sizeof(Key) == 4 ? Items::keys32
                                             : Items::keys64;
  const auto launch = [&]<uint32_t each>() {
    using Tile = SmallTile<Key, Value, each>;
    static_assert(sizeof(Tile) == small_bytes(items, each));
    const auto sort = sort_small<Key, Value, each>;
    allow_shared(sort, sizeof(Tile));
    const Value* values = nullptr;
    Value* sorted_values = nullptr;
    if constexpr (items == Items::pairs)
      values = work.arrays.values, sorted_values = work.arrays.sorted_values;
    sort<<<1, small_threads, sizeof(Tile)>>>(static_cast<const Key*>(work.arrays.keys),
                                             static_cast<Key*>(work.arrays.sorted_keys), values,
                                             sorted_values, static_cast<uint32_t>(work.n));
    check(cudaGetLastError(), "starting the small sort");
  };
  static_assert(std::size(small_items) == 5);
  with_number<small_items[0], small_items[1], small_items[2], small_items[3], small_items[4]>(
      work.launches.items_per_thread, launch);
}
template void small_sort<uint32_t, NoValue>(const Work&);
template void small_sort<uint64_t, NoValue>(const Work&);
template void small_sort<uint32_t, uint32_t>(const Work&);

}  // namespace radix::sweep
