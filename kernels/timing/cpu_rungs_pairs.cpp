/// The timed rungs compiled by the host compiler, for keys with values.
#define RADIX_TIMED
#define RADIX_KEY pairs
#include "rungs.inl"
