/// The timed sorts compiled by nvcc, for keys of 32 bits.
#define RADIX_KEY u32
#include "sorts.inl"
