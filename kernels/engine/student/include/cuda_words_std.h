// cuda_words.h, and what whole programs read of the standard library: `radixscope judge` puts this
// in front of a file that includes any of it, since both together are compiled beforehand.
#pragma once
#include "cuda_words.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iomanip>
// Since version 13 libstdc++ names a symbol in assembler here, among which a student's would hide
#pragma push_macro("_GLIBCXX_SYMVER_GNU")
#undef _GLIBCXX_SYMVER_GNU
#include <iostream>
#pragma pop_macro("_GLIBCXX_SYMVER_GNU")
#include <numeric>
#include <string>
#include <vector>
