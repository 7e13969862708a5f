/// The timed sorts compiled by the host compiler, for keys of 32 bits.
#define RADIX_TIMED
#define RADIX_KEY u32
#include "sorts.inl"
