// cuda_words.h, and what whole programs read of the standard library: `radixscope judge` puts this
// in front of a file that includes any of it, since both together are compiled beforehand.
#pragma once
#include "cuda_words.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <numeric>
#include <string>
#include <vector>
