#pragma once
#include "device_ptr.h"
