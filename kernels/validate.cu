// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT

// One warp, one memory instruction: what a hardware counter reads for such a launch can be laid beside what
// the model says of that one access. Launch a block of 32 threads; the shared kernels need dynamic shared
// memory that reaches past every offset. `nothing` does all but the access: what it counts is to be taken
// off.
//
// The places come as a parameter, so from constant memory: no other global or shared load is counted. The
// accesses are written in PTX, or the compiler would choose their width and drop those whose result nobody
// needs.

struct Lanes {
    unsigned offset[32];   // bytes, a multiple of the access's width
    unsigned active;       // bit i set: lane i takes part
    unsigned never;        // a value that is not in memory: results are stored only if they have it
};

extern __shared__ uint4 sharedMemory[];

__device__ bool takesPart(const Lanes& lanes) { return lanes.active >> threadIdx.x & 1; }

__device__ unsigned sharedAddress(const Lanes& lanes)
{
    return unsigned(__cvta_generic_to_shared(sharedMemory)) + lanes.offset[threadIdx.x];
}

__device__ char* globalAddress(char* memory, const Lanes& lanes)
{
    return memory + lanes.offset[threadIdx.x];
}

// Somebody needs the result, as far as the compiler can see.
__device__ void use(unsigned value, const Lanes& lanes, char* memory)
{
    if (value == lanes.never) *reinterpret_cast<unsigned*>(memory) = value;
}

__global__ void nothing(char* memory, const __grid_constant__ Lanes lanes)
{
    unsigned value = 0;
    if (takesPart(lanes)) value = lanes.offset[threadIdx.x] & 1;
    use(value, lanes, memory);
}

__global__ void loadGlobal1(char* memory, const __grid_constant__ Lanes lanes)
{
    unsigned value = 0;
    if (takesPart(lanes))
        asm volatile("ld.global.u8 %0, [%1];" : "=r"(value) : "l"(globalAddress(memory, lanes)));
    use(value, lanes, memory);
}

__global__ void loadGlobal2(char* memory, const __grid_constant__ Lanes lanes)
{
    unsigned value = 0;
    if (takesPart(lanes))
        asm volatile("ld.global.u16 %0, [%1];" : "=r"(value) : "l"(globalAddress(memory, lanes)));
    use(value, lanes, memory);
}

__global__ void loadGlobal4(char* memory, const __grid_constant__ Lanes lanes)
{
    unsigned value = 0;
    if (takesPart(lanes))
        asm volatile("ld.global.u32 %0, [%1];" : "=r"(value) : "l"(globalAddress(memory, lanes)));
    use(value, lanes, memory);
}

__global__ void loadGlobal8(char* memory, const __grid_constant__ Lanes lanes)
{
    uint2 value{};
    if (takesPart(lanes))
        asm volatile("ld.global.v2.u32 {%0, %1}, [%2];"
                     : "=r"(value.x), "=r"(value.y) : "l"(globalAddress(memory, lanes)));
    use(value.x ^ value.y, lanes, memory);
}

__global__ void loadGlobal16(char* memory, const __grid_constant__ Lanes lanes)
{
    uint4 value{};
    if (takesPart(lanes))
        asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                     : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
                     : "l"(globalAddress(memory, lanes)));
    use(value.x ^ value.y ^ value.z ^ value.w, lanes, memory);
}

__global__ void storeGlobal1(char* memory, const __grid_constant__ Lanes lanes)
{
    if (takesPart(lanes))
        asm volatile("st.global.u8 [%0], %1;" :: "l"(globalAddress(memory, lanes)), "r"(threadIdx.x));
}

__global__ void storeGlobal2(char* memory, const __grid_constant__ Lanes lanes)
{
    if (takesPart(lanes))
        asm volatile("st.global.u16 [%0], %1;" :: "l"(globalAddress(memory, lanes)), "r"(threadIdx.x));
}

__global__ void storeGlobal4(char* memory, const __grid_constant__ Lanes lanes)
{
    if (takesPart(lanes))
        asm volatile("st.global.u32 [%0], %1;" :: "l"(globalAddress(memory, lanes)), "r"(threadIdx.x));
}

__global__ void storeGlobal8(char* memory, const __grid_constant__ Lanes lanes)
{
    if (takesPart(lanes))
        asm volatile("st.global.v2.u32 [%0], {%1, %1};"
                     :: "l"(globalAddress(memory, lanes)), "r"(threadIdx.x));
}

__global__ void storeGlobal16(char* memory, const __grid_constant__ Lanes lanes)
{
    if (takesPart(lanes))
        asm volatile("st.global.v4.u32 [%0], {%1, %1, %1, %1};"
                     :: "l"(globalAddress(memory, lanes)), "r"(threadIdx.x));
}

__global__ void reduceGlobal4(char* memory, const __grid_constant__ Lanes lanes)
{
    if (takesPart(lanes))
        asm volatile("red.global.add.u32 [%0], %1;"
                     :: "l"(globalAddress(memory, lanes)), "r"(threadIdx.x + 1));
}

__global__ void atomicGlobal4(char* memory, const __grid_constant__ Lanes lanes)
{
    unsigned value = 0;
    if (takesPart(lanes))
        asm volatile("atom.global.add.u32 %0, [%1], %2;"
                     : "=r"(value) : "l"(globalAddress(memory, lanes)), "r"(threadIdx.x + 1));
    use(value, lanes, memory);
}

__global__ void loadShared1(char* memory, const __grid_constant__ Lanes lanes)
{
    unsigned value = 0;
    if (takesPart(lanes)) asm volatile("ld.shared.u8 %0, [%1];" : "=r"(value) : "r"(sharedAddress(lanes)));
    use(value, lanes, memory);
}

__global__ void loadShared2(char* memory, const __grid_constant__ Lanes lanes)
{
    unsigned value = 0;
    if (takesPart(lanes)) asm volatile("ld.shared.u16 %0, [%1];" : "=r"(value) : "r"(sharedAddress(lanes)));
    use(value, lanes, memory);
}

__global__ void loadShared4(char* memory, const __grid_constant__ Lanes lanes)
{
    unsigned value = 0;
    if (takesPart(lanes)) asm volatile("ld.shared.u32 %0, [%1];" : "=r"(value) : "r"(sharedAddress(lanes)));
    use(value, lanes, memory);
}

__global__ void loadShared8(char* memory, const __grid_constant__ Lanes lanes)
{
    uint2 value{};
    if (takesPart(lanes))
        asm volatile("ld.shared.v2.u32 {%0, %1}, [%2];"
                     : "=r"(value.x), "=r"(value.y) : "r"(sharedAddress(lanes)));
    use(value.x ^ value.y, lanes, memory);
}

__global__ void loadShared16(char* memory, const __grid_constant__ Lanes lanes)
{
    uint4 value{};
    if (takesPart(lanes))
        asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                     : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
                     : "r"(sharedAddress(lanes)));
    use(value.x ^ value.y ^ value.z ^ value.w, lanes, memory);
}

__global__ void storeShared1(char*, const __grid_constant__ Lanes lanes)
{
    if (takesPart(lanes))
        asm volatile("st.shared.u8 [%0], %1;" :: "r"(sharedAddress(lanes)), "r"(threadIdx.x));
}

__global__ void storeShared2(char*, const __grid_constant__ Lanes lanes)
{
    if (takesPart(lanes))
        asm volatile("st.shared.u16 [%0], %1;" :: "r"(sharedAddress(lanes)), "r"(threadIdx.x));
}

__global__ void storeShared4(char*, const __grid_constant__ Lanes lanes)
{
    if (takesPart(lanes))
        asm volatile("st.shared.u32 [%0], %1;" :: "r"(sharedAddress(lanes)), "r"(threadIdx.x));
}

__global__ void storeShared8(char*, const __grid_constant__ Lanes lanes)
{
    if (takesPart(lanes))
        asm volatile("st.shared.v2.u32 [%0], {%1, %1};" :: "r"(sharedAddress(lanes)), "r"(threadIdx.x));
}

__global__ void storeShared16(char*, const __grid_constant__ Lanes lanes)
{
    if (takesPart(lanes))
        asm volatile("st.shared.v4.u32 [%0], {%1, %1, %1, %1};"
                     :: "r"(sharedAddress(lanes)), "r"(threadIdx.x));
}

// Each lane adds another value: adding 1 is compiled to another instruction.
__global__ void atomicShared4(char* memory, const __grid_constant__ Lanes lanes)
{
    unsigned value = 0;
    if (takesPart(lanes))
        asm volatile("atom.shared.add.u32 %0, [%1], %2;"
                     : "=r"(value) : "r"(sharedAddress(lanes)), "r"(threadIdx.x + 1));
    use(value, lanes, memory);
}

__global__ void incrementShared4(char*, const __grid_constant__ Lanes lanes)
{
    if (takesPart(lanes)) asm volatile("red.shared.add.u32 [%0], 1;" :: "r"(sharedAddress(lanes)));
}

// Rows of 16 bytes, eight to a matrix; all lanes take part, as these instructions demand.
__global__ void loadMatrix1(char* memory, const __grid_constant__ Lanes lanes)
{
    unsigned value;
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];"
                 : "=r"(value) : "r"(sharedAddress(lanes)));
    use(value, lanes, memory);
}

__global__ void loadMatrix2(char* memory, const __grid_constant__ Lanes lanes)
{
    uint2 value;
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
                 : "=r"(value.x), "=r"(value.y) : "r"(sharedAddress(lanes)));
    use(value.x ^ value.y, lanes, memory);
}

__global__ void loadMatrix4(char* memory, const __grid_constant__ Lanes lanes)
{
    uint4 value;
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w) : "r"(sharedAddress(lanes)));
    use(value.x ^ value.y ^ value.z ^ value.w, lanes, memory);
}
