// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT

// One warp, one access to shared memory a lane. Which element a lane picks follows from the pattern, and the
// picks decide how many wavefronts the banks need. Launch one block of 32 threads, with dynamic shared memory
// for pattern.elements elements of the kernel's type.

struct Pattern {
    int offset;       // element of lane 0
    int stride;       // elements from one lane (or group) to the next
    int pad;          // unused elements after every row of 32
    int swizzle;      // 1: exchange columns by XOR with the row
    int broadcast;    // neighbouring lanes that share one element: 1 none, 32 all of them
    int elements;     // length of the shared array
    unsigned lanes;   // bit i set: lane i takes part in the access
};

// The shared array as rows of 32 elements. Padding moves each row on by a few banks; swizzling leaves the
// rows where they are and permutes the elements within each. Both spread a column over the banks.
__device__ int element(Pattern p)
{
    int i = p.offset + int(threadIdx.x) / p.broadcast * p.stride;
    int row = i / 32, column = i % 32;
    if (p.swizzle) column ^= row % 32;
    return row * (32 + p.pad) + column;
}

extern __shared__ float4 sharedMemory[];   // float4: aligned for every type used below

template <class T> __device__ T number(int n) { return static_cast<T>(n); }
template <> __device__ float4 number<float4>(int n) { return {float(n), float(n), float(n), float(n)}; }

template <class T> __device__ void load(T* out, Pattern p)
{
    T* cells = reinterpret_cast<T*>(sharedMemory);
    for (int k = threadIdx.x; k < p.elements; k += 32) cells[k] = number<T>(k);
    __syncthreads();
    int i = element(p);
    if (p.lanes >> threadIdx.x & 1) {
        out[threadIdx.x] = cells[i];   // the access to look at; 32 results, one a lane
    }
}

// Lanes that share an element store the same value, so the result does not depend on which of them wins.
template <class T> __device__ void store(T* out, Pattern p)
{
    T* cells = reinterpret_cast<T*>(sharedMemory);
    for (int k = threadIdx.x; k < p.elements; k += 32) cells[k] = number<T>(0);
    __syncthreads();
    int i = element(p);
    T value = number<T>(i + 1);
    if (p.lanes >> threadIdx.x & 1) {
        cells[i] = value;   // the access to look at
    }
    __syncthreads();
    for (int k = threadIdx.x; k < p.elements; k += 32) out[k] = cells[k];   // p.elements results
}

__global__ void bankLoadChar(char* out, Pattern p) { load(out, p); }
__global__ void bankLoadShort(short* out, Pattern p) { load(out, p); }
__global__ void bankLoadFloat(float* out, Pattern p) { load(out, p); }
__global__ void bankLoadDouble(double* out, Pattern p) { load(out, p); }
__global__ void bankLoadFloat4(float4* out, Pattern p) { load(out, p); }

__global__ void bankStoreChar(char* out, Pattern p) { store(out, p); }
__global__ void bankStoreShort(short* out, Pattern p) { store(out, p); }
__global__ void bankStoreFloat(float* out, Pattern p) { store(out, p); }
__global__ void bankStoreDouble(double* out, Pattern p) { store(out, p); }
__global__ void bankStoreFloat4(float4* out, Pattern p) { store(out, p); }

// Each lane adds its number + 1; lanes that meet in one element are served one after another.
__global__ void bankAtomicInt(int* out, Pattern p)
{
    int* cells = reinterpret_cast<int*>(sharedMemory);
    for (int k = threadIdx.x; k < p.elements; k += 32) cells[k] = 0;
    __syncthreads();
    int i = element(p);
    if (p.lanes >> threadIdx.x & 1) {
        atomicAdd(&cells[i], int(threadIdx.x) + 1);   // the access to look at
    }
    __syncthreads();
    for (int k = threadIdx.x; k < p.elements; k += 32) out[k] = cells[k];   // p.elements results
}
