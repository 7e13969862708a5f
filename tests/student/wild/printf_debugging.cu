// Exercise 1
#include <stdio.h>
#define BLOCK_SIZE 16
__global__ void radix_sort_iter(unsigned int *input, unsigned int *output, unsigned int *bits, unsigned int N, unsigned int iter) {
    __shared__ unsigned int s[BLOCK_SIZE + 1];
    unsigned int i = threadIdx.x;
    unsigned int key = 0, bit = 0;
    if (i < N) {
        key = input[i];
        bit = (key >> iter) & 1;
        s[i] = bit;
    }
    __syncthreads();
    if (i == 0) {
        unsigned int run = 0;
        for (unsigned int k = 0; k < N; k++) { unsigned int v = s[k]; s[k] = run; run += v; }
        s[N] = run;
        printf("iter %u: %u ones\n", iter, run);
    }
    __syncthreads();
    if (i < N) {
        unsigned int numOnesBefore = s[i];
        unsigned int numOnesTotal = s[N];
        unsigned int dst = (bit == 0) ? (i - numOnesBefore) : (N - numOnesTotal + numOnesBefore);
        output[dst] = key;
        if (i == 3) printf("thread %d: key %u to %u\n", i, key, dst);
    }
}
int main() {
    unsigned int host[BLOCK_SIZE] = {12, 3, 6, 9, 15, 8, 5, 10, 9, 6, 11, 13, 4, 10, 7, 0};
    unsigned int *in, *out, *bits;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMalloc(&bits, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    for (unsigned int iter = 0; iter < 4; ++iter) {
        radix_sort_iter<<<1, BLOCK_SIZE>>>(in, out, bits, BLOCK_SIZE, iter);
        cudaDeviceSynchronize();
        unsigned int *t = in; in = out; out = t;
    }
    cudaMemcpy(host, in, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < BLOCK_SIZE; ++i) printf("%u ", host[i]);
    printf("\n");
}
