// Rung 14: a list a thread, sorted like that in shared memory, then merged: the smallest head wins
#define LISTS 4
#define MOST 1024

__global__ void lists(const unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  __shared__ unsigned all[MOST], zeros[MOST], ones[MOST], head[LISTS], least, winner;
  unsigned t = threadIdx.x, length = (n + LISTS - 1) / LISTS;
  unsigned begin = min(t * length, n), end = min(begin + length, n);
  for (unsigned i = t; i < n; i += LISTS) all[i] = keys[i];
  __syncthreads();
  for (unsigned bit = 0; bit < bits; ++bit) {
    unsigned many_zeros = 0, many_ones = 0;
    for (unsigned i = begin; i < end; ++i)
      if ((all[i] >> bit) & 1)
        ones[begin + many_ones++] = all[i];
      else
        zeros[begin + many_zeros++] = all[i];
    for (unsigned i = 0; i < many_zeros; ++i) all[begin + i] = zeros[begin + i];
    for (unsigned i = 0; i < many_ones; ++i) all[begin + many_zeros + i] = ones[begin + i];
  }
  head[t] = begin;
  for (unsigned k = 0; k < n; ++k) {
    if (t == 0) least = 0xffffffffu, winner = LISTS;
    __syncthreads();
    unsigned own = head[t] < end ? all[head[t]] : 0xffffffffu;
    atomicMin(&least, own);
    __syncthreads();
    if (head[t] < end && own == least) atomicMin(&winner, t);
    __syncthreads();
    if (winner == t) {
      output[k] = own;
      ++head[t];
    }
    __syncthreads();
  }
}

void sort(unsigned* keys, unsigned* output, unsigned n, unsigned bits) {
  lists<<<1, LISTS>>>(keys, output, n, bits);
}
