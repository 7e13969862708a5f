#include <stdio.h>
#include <cuda_runtime.h>
#include <helper_cuda.h>
#include <helper_functions.h>
#include "../../common/inc/helper_timer.h"

__global__ void getBits(unsigned int *in, unsigned int *bits, int n, int iter)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) bits[i] = (in[i] >> iter) & 1;
}

__global__ void scanBits(unsigned int *bits, unsigned int *scan, int n)
{
    unsigned int sum = 0;
    for (int i = 0; i < n; i++) {
        scan[i] = sum;
        sum += bits[i];
    }
    scan[n] = sum;
}

__global__ void moveKeys(unsigned int *in, unsigned int *out, unsigned int *scan, int n, int iter)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        unsigned int key = in[i];
        unsigned int bit = (key >> iter) & 1;
        unsigned int before = scan[i];
        unsigned int total = scan[n];
        unsigned int dst = (bit == 0) ? (i - before) : (n - total + before);
        out[dst] = key;
    }
}

int main(int argc, char** argv) {
    const int n = 500;
    findCudaDevice(argc, (const char**)argv);
    StopWatchInterface* timer = NULL;
    sdkCreateTimer(&timer);
    unsigned int* keys = new unsigned int[n];
    for (int i = 0; i < n; ++i) keys[i] = (i * 7919u) & 0xff;
    unsigned int *in, *out, *bits, *scan;
    checkCudaErrors(cudaMalloc((void**)&in, n * sizeof(unsigned int)));
    checkCudaErrors(cudaMalloc((void**)&out, n * sizeof(unsigned int)));
    checkCudaErrors(cudaMalloc((void**)&bits, n * sizeof(unsigned int)));
    checkCudaErrors(cudaMalloc((void**)&scan, (n + 1) * sizeof(unsigned int)));
    checkCudaErrors(cudaMemcpy(in, keys, n * sizeof(unsigned int), cudaMemcpyHostToDevice));
    sdkStartTimer(&timer);
    dim3 threads(128), grid((n + threads.x - 1) / threads.x);
    for (int iter = 0; iter < 8; ++iter) {
        getBits<<<grid, threads>>>(in, bits, n, iter);
        scanBits<<<1, 1>>>(bits, scan, n);
        moveKeys<<<grid, threads>>>(in, out, scan, n, iter);
        getLastCudaError("moveKeys failed");
        unsigned int* t = in; in = out; out = t;
    }
    checkCudaErrors(cudaDeviceSynchronize());
    sdkStopTimer(&timer);
    printf("%f ms\n", sdkGetTimerValue(&timer));
    checkCudaErrors(cudaMemcpy(keys, in, n * sizeof(unsigned int), cudaMemcpyDeviceToHost));
    sdkDeleteTimer(&timer);
    exit(EXIT_SUCCESS);
}
