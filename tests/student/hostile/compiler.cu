// Keeps the compiler busy for ever.
constexpr unsigned long slow(unsigned long n) {
  unsigned long s = 0;
  for (unsigned long i = 0; i < n; ++i) s += i ^ s;
  return s;
}
template <unsigned long N>
struct Bomb {
  static constexpr unsigned long value = slow(200000 + N) + Bomb<N - 1>::value;
};
template <>
struct Bomb<0> {
  static constexpr unsigned long value = 0;
};
unsigned long bomb = Bomb<800>::value;
void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {}
