// As a note has it: the counters are declared inside the loop over the bits and used behind it.
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void sort_lists(unsigned *data, unsigned *ones, int n, int lists)
{
    int t = threadIdx.x;
    for (int bit = 0; bit < 32; bit++) {
        int zero_count = 0, one_count = 0;
        for (int i = t; i < n; i += lists) {
            unsigned key = data[i];
            if (key >> bit & 1)
                ones[t + lists * one_count++] = key;
            else
                data[t + lists * zero_count++] = key;
        }
    }
    for (int i = 0; i < one_count; i++)
        data[t + lists * (zero_count + i)] = ones[t + lists * i];
}

int main()
{
    const int n = 16, lists = 4;
    unsigned host[n], *data, *ones;
    for (int i = 0; i < n; i++)
        host[i] = rand() % 100;
    cudaMalloc(&data, n * sizeof(unsigned));
    cudaMalloc(&ones, n * sizeof(unsigned));
    cudaMemcpy(data, host, n * sizeof(unsigned), cudaMemcpyHostToDevice);
    sort_lists<<<1, lists>>>(data, ones, n, lists);
    cudaMemcpy(host, data, n * sizeof(unsigned), cudaMemcpyDeviceToHost);
    return 0;
}
