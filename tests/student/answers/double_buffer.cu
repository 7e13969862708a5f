// Exercise 1, with a Kogge-Stone scan in two halves of one array.
#define BLOCK 8

__global__ void localSort(const unsigned *in, unsigned *out, unsigned *table, unsigned n,
                          unsigned blocks, unsigned iter) {
    __shared__ unsigned sums[2 * BLOCK];
    __shared__ unsigned sorted[BLOCK];
    __shared__ unsigned total;
    unsigned tid = threadIdx.x, i = blockIdx.x * BLOCK + tid;
    unsigned valid = min(BLOCK, n - blockIdx.x * BLOCK);
    unsigned key = i < n ? in[i] : 0, bit = i < n ? (key >> iter) & 1 : 0;
    unsigned from = 0, to = BLOCK;
    sums[from + tid] = bit;
    for (unsigned stride = 1; stride < BLOCK; stride *= 2) {
        __syncthreads();
        unsigned v = sums[from + tid];
        if (tid >= stride) v += sums[from + tid - stride];
        sums[to + tid] = v;
        unsigned swap = from; from = to; to = swap;
    }
    if (tid == BLOCK - 1) total = sums[from + tid];
    __syncthreads();
    unsigned ones = sums[from + tid] - bit, zeros = valid - total;
    if (i < n) sorted[bit ? zeros + ones : tid - ones] = key;
    __syncthreads();
    if (i < n) out[i] = sorted[tid];
    if (tid == 0) {
        table[blockIdx.x] = zeros;
        table[blocks + blockIdx.x] = total;
    }
}

__global__ void scanTable(unsigned *table, unsigned *starts, unsigned entries) {
    starts[0] = 0;
    for (unsigned e = 1; e < entries; e++) starts[e] = starts[e - 1] + table[e - 1];
}

__global__ void scatter(const unsigned *in, unsigned *out, const unsigned *table,
                        const unsigned *starts, unsigned n, unsigned blocks) {
    unsigned tid = threadIdx.x, b = blockIdx.x, i = b * BLOCK + tid;
    if (i < n) {
        unsigned zeros = table[b];
        unsigned dst = tid < zeros ? starts[b] + tid : starts[blocks + b] + tid - zeros;
        out[dst] = in[i];
    }
}

void sort(unsigned *keys, unsigned *output, unsigned n, unsigned bits) {
    if (n == 0) return;
    unsigned blocks = (n + BLOCK - 1) / BLOCK;
    unsigned *local, *table, *starts;
    cudaMalloc((void **)&local, n * sizeof(unsigned));
    cudaMalloc((void **)&table, 2 * blocks * sizeof(unsigned));
    cudaMalloc((void **)&starts, 2 * blocks * sizeof(unsigned));
    for (unsigned iter = 0; iter < bits; iter++) {
        localSort<<<blocks, BLOCK>>>(keys, local, table, n, blocks, iter);
        scanTable<<<1, 1>>>(table, starts, 2 * blocks);
        scatter<<<blocks, BLOCK>>>(local, output, table, starts, n, blocks);
        cudaMemcpy(keys, output, n * sizeof(unsigned), cudaMemcpyDeviceToDevice);
    }
    cudaFree(local); cudaFree(table); cudaFree(starts);
}
