/// The sort of the sort across devices: one include and one row.
#pragma once

#include "devices_family.hpp"
#include "kernels/devices/across_devices.hpp"

namespace radix::devices::inline KERNELS {

inline constexpr SortRow<Run> ladder[] = {
    {{"across_devices", "one sort on many devices", Section::other, "across_devices.cu", false,
      every_grid | Use::devices | Use::oversampling | Use::compare},
     sort_across_devices},
};

}  // namespace radix::devices::inline KERNELS
