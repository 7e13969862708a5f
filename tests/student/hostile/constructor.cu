// Never ends, before anything begins.
struct Early { Early() { for (;;) {} } } early;
void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {}
