/// The settings that say how a timed sort cuts its work: the axes of a timing run.
#pragma once

#include <vector>

#include "kernels/model/settings.hpp"

namespace scope {

/// Of radix::settings() those that are about the work and not the keys, without the limit of blocks at once
/// (that exists to provoke a deadlock).
inline std::vector<const radix::SettingInfo*> timing_axes() {
  std::vector<const radix::SettingInfo*> axes;
  for (const radix::SettingInfo& setting : radix::settings())
    if (!setting.describes_keys && setting.use != radix::Use::one_launch) axes.push_back(&setting);
  return axes;
}

/// True for an axis of nearly every rung.
inline bool is_common(const radix::SettingInfo& axis) {
  return axis.use == radix::Use::every_rung || axis.use == radix::Use::scan;
}

}  // namespace scope
