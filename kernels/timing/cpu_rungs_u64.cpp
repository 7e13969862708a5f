/// The timed rungs compiled by the host compiler, for keys of 64 bits.
#define RADIX_TIMED
#define RADIX_KEY u64
#include "rungs.inl"
