#include <cstdio>
__device__ void quick(int* a, int left, int right) {
  if (left >= right) return;
  int pivot = a[(left + right) / 2], i = left, j = right;
  while (i <= j) {
    while (a[i] < pivot) i++;
    while (a[j] > pivot) j--;
    if (i <= j) {
      int t = a[i];
      a[i++] = a[j];
      a[j--] = t;
    }
  }
  quick(a, left, j);
  quick(a, i, right);
}
__global__ void sortAlone(int* a, int n) { quick(a, 0, n - 1); }
int main() {
  int h[150], *d;
  for (int& x : h) x = rand() % 1000;
  cudaMalloc(&d, sizeof(h));
  cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
  sortAlone<<<1, 1>>>(d, 150);
  cudaMemcpy(h, d, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d\n", h[0]);
}
