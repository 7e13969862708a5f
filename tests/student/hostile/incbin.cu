// Takes a private file into the program.
asm(".incbin \"/etc/passwd\"");
void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {}
