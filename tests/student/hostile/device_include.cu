// Includes itself.
#include "/dev/zero"
void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {}
