// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT

// What lies between the copy in and the copy out of a stream. Each stream has a part of the array of its own:
//
//     cudaMemcpyAsync(in + first, host + first, bytes, cudaMemcpyHostToDevice, stream[i]);
//     process<<<blocks, threads, 0, stream[i]>>>(out + first, in + first, count, rounds);
//     cudaMemcpyAsync(host + first, out + first, bytes, cudaMemcpyDeviceToHost, stream[i]);

__device__ float work(float x, int rounds)
{
    for (int r = 0; r < rounds; ++r)
        x = 0.5f * x + 1.0f;
    return x;
}

// Any grid will do: each thread goes on by as many elements as there are threads.
__global__ void process(float* out, const float* in, int count, int rounds)
{
    int threads = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += threads)
        out[i] = work(in[i], rounds);
}

__device__ unsigned long long nanoseconds()
{
    unsigned long long now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
    return now;
}

// The same, noting by the device's clock when the first block began and the last one ended: an event tells when
// a kernel was done, but not how long it had waited for room.
__global__ void processTimed(float* out, const float* in, int count, int rounds, unsigned long long* clock)
{
    if (threadIdx.x == 0)
        atomicMin(&clock[0], nanoseconds());
    int threads = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += threads)
        out[i] = work(in[i], rounds);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicMax(&clock[1], nanoseconds());
}
