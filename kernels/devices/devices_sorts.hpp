/// The sort of the sort across devices: one include and one row.
#pragma once

#include "devices_family.hpp"
#include "kernels/devices/across_devices.hpp"

namespace radix::devices::inline KERNELS {

inline constexpr SortRow<Run> sort_rows[] = {
    {{.name = "across_devices",
      .title = "one sort on many devices",
      .known_as = "multi-gpu distributed nccl",
      .section = Section::other,
      .file = "across_devices.cu",
      .settings = every_grid | Use::devices | Use::oversampling | Use::compare},
     sort_across_devices},
};

}  // namespace radix::devices::inline KERNELS
