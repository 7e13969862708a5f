/// The timed sorts compiled by the host compiler, for keys with values.
#define RADIX_TIMED
#define RADIX_KEY pairs
#include "sorts.inl"
