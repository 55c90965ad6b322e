// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT

// A matrix and a volume whose rows begin `pitch` bytes apart: just their own length (packed), or more, as
// cudaMallocPitch and cudaMalloc3D say. The pitch counts bytes, so a row is found through a pointer to char.
// Every thread adds 1 to one element; the same template serves all types.

__device__ float4 operator+(float4 a, int b) { return {a.x + b, a.y + b, a.z + b, a.w + b}; }

template <class T> __device__ void addToRows(char* in, char* out, size_t pitch, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;

    T* row = (T*)(in + y * pitch);
    T* result = (T*)(out + y * pitch);
    result[x] = row[x] + 1;
}

// One slice of the volume after another, each of `height` rows.
template <class T> __device__ void addToVolume(char* in, char* out, size_t pitch, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z;
    if (x >= width || y >= height) return;

    size_t slicePitch = pitch * height;
    T* row = (T*)(in + z * slicePitch + y * pitch);
    T* result = (T*)(out + z * slicePitch + y * pitch);
    result[x] = row[x] + 1;
}

__global__ void rowsChar(char* in, char* out, size_t p, int w, int h) { addToRows<char>(in, out, p, w, h); }
__global__ void rowsShort(char* in, char* out, size_t p, int w, int h) { addToRows<short>(in, out, p, w, h); }
__global__ void rowsFloat(char* in, char* out, size_t p, int w, int h) { addToRows<float>(in, out, p, w, h); }
__global__ void rowsDouble(char* in, char* out, size_t p, int w, int h) { addToRows<double>(in, out, p, w, h); }
__global__ void rowsFloat4(char* in, char* out, size_t p, int w, int h) { addToRows<float4>(in, out, p, w, h); }

__global__ void volumeChar(char* in, char* out, size_t p, int w, int h) { addToVolume<char>(in, out, p, w, h); }
__global__ void volumeShort(char* in, char* out, size_t p, int w, int h) { addToVolume<short>(in, out, p, w, h); }
__global__ void volumeFloat(char* in, char* out, size_t p, int w, int h) { addToVolume<float>(in, out, p, w, h); }
__global__ void volumeDouble(char* in, char* out, size_t p, int w, int h)
{
    addToVolume<double>(in, out, p, w, h);
}
__global__ void volumeFloat4(char* in, char* out, size_t p, int w, int h)
{
    addToVolume<float4>(in, out, p, w, h);
}
