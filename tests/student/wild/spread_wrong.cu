#include "cuda_runtime.h"
#include "device_launch_parameters.h"
#include <stdio.h>
#include <stdlib.h>

template <int BLOCK>
__global__ void countSort(const int* in, int* out, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n) return;
    int rank = 0;
    for (int j = 0; j < n; j++)
        if (in[j] < in[i])
            rank++;
    out[rank] = in[i];
}

int main()
{
    const int n = 200;
    int h[n];
    for (int i = 0; i < n; ++i) h[i] = (i * i + 17) % 150;
    int *a, *b;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMalloc(&a, n * sizeof(int));
    cudaMalloc(&b, n * sizeof(int));
    cudaMemcpyAsync(a, h, n * sizeof(int), cudaMemcpyHostToDevice, stream);
    countSort<32> << < (n + 31) / 32, 32, 0, stream > >> (a, b, n);
    cudaMemcpyAsync(h, b, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    printf("%d %d\n", h[0], h[n - 1]);
    system("pause");
    return 0;
}
