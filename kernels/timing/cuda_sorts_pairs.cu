/// The timed sorts compiled by nvcc, for keys with values.
#define RADIX_KEY pairs
#include "sorts.inl"
