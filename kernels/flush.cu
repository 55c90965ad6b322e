// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT

// Reads a buffer larger than the L2 cache, so that nothing else is left in it. Reading, and not writing: lines
// that were only read need not be written back while the next kernel is timed.
__global__ void readAll(const float4* buffer, unsigned long long count, float* never)
{
    unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;
    float sum = 0.0f;
    for (unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x; i < count; i += step) {
        float4 value = buffer[i];
        sum += value.x + value.y + value.z + value.w;
    }
    if (sum == 12345.0f)   // the buffer holds zeros: the compiler may not leave the reads out
        *never = sum;
}
