/// The timed rungs compiled by nvcc, for keys with values.
#define RADIX_KEY pairs
#include "rungs.inl"
