/// What the driver tells of the device.
#pragma once

#include <cuda_runtime_api.h>

namespace radix {

/// Of device 0. Throws KernelError.
int device_attribute(cudaDeviceAttr which);

}  // namespace radix
