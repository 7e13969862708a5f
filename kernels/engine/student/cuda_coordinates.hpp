/// What include/cuda_words.h declares and radixscope-run defines, seen from inside.
#pragma once

#include <cstdint>

struct uint3 {
  uint32_t x, y, z;
};
extern "C" {
struct rs_here_t {
  uint3 thread, block, threads, blocks;
};
extern rs_here_t rs_here;
}
