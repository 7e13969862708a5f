/// The timed sorts compiled by nvcc, for keys of 64 bits.
#define RADIX_KEY u64
#include "sorts.inl"
