// See sort.h.
#pragma once
#include "sort.h"
