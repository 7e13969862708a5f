#include "cuda_runtime.h"
#include "device_launch_parameters.h"
#include <stdio.h>
#include <stdlib.h>

#define N 64

cudaError_t sortWithCuda(int *data, unsigned int size);

__global__ void oddEvenKernel(int *data, int n)
{
    int i = threadIdx.x;
    for (int phase = 0; phase < n; phase++)
    {
        int left = 2 * i + phase % 2;
        if (left + 1 < n && data[left] > data[left + 1])
        {
            int tmp = data[left];
            data[left] = data[left + 1];
            data[left + 1] = tmp;
        }
        __syncthreads();
    }
}

int main()
{
    int data[N];
    for (int i = 0; i < N; i++) data[i] = (i * 37 + 11) % 101;
    cudaError_t cudaStatus = sortWithCuda(data, N);
    if (cudaStatus != cudaSuccess) {
        fprintf(stderr, "sortWithCuda failed!");
        return 1;
    }
    for (int i = 0; i < N; i++) printf("%d ", data[i]);
    cudaStatus = cudaDeviceReset();
    return 0;
}

cudaError_t sortWithCuda(int *data, unsigned int size)
{
    int *dev_data = 0;
    cudaError_t cudaStatus;
    cudaStatus = cudaSetDevice(0);
    if (cudaStatus != cudaSuccess) goto Error;
    cudaStatus = cudaMalloc((void**)&dev_data, size * sizeof(int));
    if (cudaStatus != cudaSuccess) goto Error;
    cudaStatus = cudaMemcpy(dev_data, data, size * sizeof(int), cudaMemcpyHostToDevice);
    oddEvenKernel << <1, size / 2 >> > (dev_data, size);
    cudaStatus = cudaGetLastError();
    cudaStatus = cudaDeviceSynchronize();
    cudaStatus = cudaMemcpy(data, dev_data, size * sizeof(int), cudaMemcpyDeviceToHost);
Error:
    cudaFree(dev_data);
    return cudaStatus;
}
