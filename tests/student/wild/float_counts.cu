#include <stdio.h>
#include <math.h>
#include "cuda_runtime_api.h"
#include "device_functions.h"
#include "device_atomic_functions.h"
#include "sm_20_atomic_functions.h"
#include "vector_types.h"
#define SIZE 128
__global__ void radix(float *counts, unsigned *in, unsigned *out, int bit) {
    __shared__ float ones[SIZE];
    int t = threadIdx.x;
    int b = (int)floor((double)in[t] / pow(2.0, bit)) % 2;
    ones[t] = (float)b;
    __syncthreads();
    for (int d = 1; d < SIZE; d *= 2) {
        float add = 0.0f;
        if (t >= d) add = ones[t - d];
        __syncthreads();
        ones[t] += add;
        __syncthreads();
    }
    float zeros = SIZE - ones[SIZE - 1];
    if (b) out[(int)(zeros + ones[t]) - 1] = in[t];
    else out[t - (int)ones[t]] = in[t];
    if (t == 0) counts[bit] = zeros;
}
int main(void) {
    unsigned h[SIZE], *a, *b;
    float *c;
    for (int i = 0; i < SIZE; i++) h[i] = rand() % 100;
    cudaMalloc((void **) &a, sizeof(h));
    cudaMalloc((void **) &b, sizeof(h));
    cudaMalloc((void **) &c, 8 * sizeof(float));
    cudaMemset(c, 0, 8 * sizeof(float));
    cudaMemcpy(a, h, sizeof(h), cudaMemcpyHostToDevice);
    for (int bit = 0; bit < 8; bit += 2) {
        radix<<< 1, SIZE >>>(c, a, b, bit);
        radix<<< 1, SIZE >>>(c, b, a, bit + 1);
    }
    cudaMemcpy(h, a, sizeof(h), cudaMemcpyDeviceToHost);
    for (int i = 0; i < SIZE; i++) printf("%u\n", h[i]);
    return 0;
}
