// Shows a private file in the messages of the compiler.
#include "/etc/passwd"
void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {}
