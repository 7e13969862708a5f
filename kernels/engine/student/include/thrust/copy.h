// See host_vector.h.
#pragma once
#include "host_vector.h"
