#include <cuda.h>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <algorithm>
#define N (1 << 20)
#define THREADS 256
#define CHECK(call) { cudaError_t e = call; if (e != cudaSuccess) { printf("%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); exit(1); } }

__global__ void getBits(unsigned int *in, unsigned int *bits, int n, int iter)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bits[i] = (in[i] >> iter) & 1;
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
    {
        unsigned int key = in[i];
        unsigned int bit = (key >> iter) & 1;
        unsigned int before = scan[i];
        unsigned int total = scan[n];
        unsigned int dst = (bit == 0) ? (i - before) : (n - total + before);
        out[dst] = key;
    }
}

int main(int argc, char **argv)
{
    srand(time(NULL));
    unsigned int *h = (unsigned int *)malloc(N * sizeof(unsigned int));
    for (int i = 0; i < N; i++) h[i] = rand() % 1024;
    unsigned int *a, *b, *bits, *scan;
    CHECK(cudaMalloc(&a, N * sizeof(unsigned int)));
    CHECK(cudaMalloc(&b, N * sizeof(unsigned int)));
    CHECK(cudaMalloc(&bits, N * sizeof(unsigned int)));
    CHECK(cudaMalloc(&scan, (N + 1) * sizeof(unsigned int)));
    CHECK(cudaMemcpy(a, h, N * sizeof(unsigned int), cudaMemcpyHostToDevice));
    cudaEvent_t start, stop;
    cudaEventCreate(&start); cudaEventCreate(&stop);
    cudaEventRecord(start);
    for (int iter = 0; iter < 10; iter++) {
        getBits<<<4096, THREADS>>>(a, bits, N, iter);
        scanBits<<<1, 1>>>(bits, scan, N);
        moveKeys<<<4096, THREADS>>>(a, b, scan, N, iter);
        std::swap(a, b);
    }
    cudaEventRecord(stop);
    cudaEventSynchronize(stop);
    float ms = 0;
    cudaEventElapsedTime(&ms, start, stop);
    printf("%f ms\n", ms);
    CHECK(cudaMemcpy(h, a, N * sizeof(unsigned int), cudaMemcpyDeviceToHost));
    for (int i = 1; i < N; i++) if (h[i - 1] > h[i]) { printf("wrong at %d\n", i); break; }
    cudaFree(a); cudaFree(b); cudaFree(bits); cudaFree(scan);
    free(h);
    return 0;
}
