// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT

// Several arrays carved out of one block of dynamic shared memory. All `extern __shared__` arrays begin at the
// same address, so a kernel that wants short array0[128]; float array1[64]; int array2[256]; keeps one block
// and says itself where in it each array begins:
//
//     short* array0 = (short*)block;
//     float* array1 = (float*)&array0[128];
//     int*   array2 = (int*)&array1[64];
//
// Nothing checks that such an address is a multiple of what the array's type needs: with 127 shorts array1
// would begin in the middle of a word, and its first access would stop the kernel.

struct Carving {
    int start[3];    // byte of the block at which array0, array1, array2 begin
    int length[3];   // their elements
    int read;        // 0, 1, 2: the warp reads that array; 3: half of it array1, half array2
};

extern __shared__ float block[];

// Launch one warp. It gives a result per lane.
__global__ void carve(float* out, Carving c)
{
    short* array0 = (short*)((char*)block + c.start[0]);
    float* array1 = (float*)((char*)block + c.start[1]);
    int* array2 = (int*)((char*)block + c.start[2]);

    for (int k = threadIdx.x; k < c.length[0]; k += 32) array0[k] = k;
    for (int k = threadIdx.x; k < c.length[1]; k += 32) array1[k] = 1000 + k;
    for (int k = threadIdx.x; k < c.length[2]; k += 32) array2[k] = 2000 + k;
    __syncthreads();

    int lane = threadIdx.x;
    if (c.read == 0) {
        out[lane] = array0[lane % c.length[0]];
    } else if (c.read == 1) {
        out[lane] = array1[lane % c.length[1]];
    } else if (c.read == 2) {
        out[lane] = array2[lane % c.length[2]];
    } else {
        int half = lane / 16, k = lane % 16 % (half == 0 ? c.length[1] : c.length[2]);
        int* mine = half == 0 ? (int*)array1 : array2;   // two arrays at once: do they meet in a bank?
        int bits = mine[k];
        out[lane] = half == 0 ? __int_as_float(bits) : bits;
    }
}
