/// What the driver tells of the device.
#pragma once

#include <cuda_runtime_api.h>

namespace radix {

/// An attribute of device 0. Throws KernelError.
int device_attribute(cudaDeviceAttr which);

}  // namespace radix
