/// The timed sorts compiled by the host compiler, for keys of 64 bits.
#define RADIX_TIMED
#define RADIX_KEY u64
#include "sorts.inl"
