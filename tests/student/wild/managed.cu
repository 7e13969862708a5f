#include <iostream>
#include <cuda_runtime.h>
using namespace std;

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

int main() {
    const int n = 300;
    unsigned int *in, *out, *bits, *scan;
    cudaMallocManaged(&in, n * sizeof(unsigned int));
    cudaMallocManaged(&out, n * sizeof(unsigned int));
    cudaMallocManaged(&bits, n * sizeof(unsigned int));
    cudaMallocManaged(&scan, (n + 1) * sizeof(unsigned int));
    for (int i = 0; i < n; i++) in[i] = (n - i) * 13 % 256;
    for (int iter = 0; iter < 8; iter++) {
        getBits<<<(n + 63) / 64, 64>>>(in, bits, n, iter);
        scanBits<<<1, 1>>>(bits, scan, n);
        moveKeys<<<(n + 63) / 64, 64>>>(in, out, scan, n, iter);
        cudaDeviceSynchronize();
        swap(in, out);
    }
    for (int i = 0; i < n; i++) cout << in[i] << (i + 1 < n ? " " : "\n");
    cudaFree(in); cudaFree(out); cudaFree(bits); cudaFree(scan);
    return 0;
}
