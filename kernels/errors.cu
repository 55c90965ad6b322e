// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// What goes wrong in kernels, each mistake beside the way it was meant.

// Nothing is wrong with these two but how they may be launched.
extern "C" __global__ void number(int* data, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] = i + 1;
}

extern "C" __global__ void numberInShared(int* data, int n) {
    extern __shared__ int part[];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    part[threadIdx.x] = i + 1;
    if (i < n) data[i] = part[threadIdx.x];
}

// The last thread has no neighbour.
extern "C" __global__ void addNext(const int* in, int* out, int ahead) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] + in[i + ahead];
}

extern "C" __global__ void addNextInside(const int* in, int* out, int ahead) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
    out[i] = in[i] + (i + ahead < n ? in[i + ahead] : 0);
}

// Who reads a word may come before who writes it.
extern "C" __global__ void reverse(const int* in, int* out) {
    __shared__ int part[256];
    const int t = threadIdx.x;
    part[t] = in[t];
    out[t] = part[blockDim.x - 1 - t];
}

extern "C" __global__ void reverseInTurn(const int* in, int* out) {
    __shared__ int part[256];
    const int t = threadIdx.x;
    part[t] = in[t];
    __syncthreads();
    out[t] = part[blockDim.x - 1 - t];
}

// Threads from n on never come to the barrier.
extern "C" __global__ void reverseSome(const int* in, int* out, int n) {
    __shared__ int part[256];
    const int t = threadIdx.x;
    if (t < n) {
        part[t] = in[t];
        __syncthreads();
        out[t] = part[n - 1 - t];
    }
}

extern "C" __global__ void reverseSomeTogether(const int* in, int* out, int n) {
    __shared__ int part[256];
    const int t = threadIdx.x;
    if (t < n) part[t] = in[t];
    __syncthreads();
    if (t < n) out[t] = part[n - 1 - t];
}

// Right only if total holds zeros before.
extern "C" __global__ void addTo(int* total, const int* in) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    total[i] += in[i];
}
