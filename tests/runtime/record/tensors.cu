// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Boxes of a matrix come and go through tensor maps, which are among the kernel's arguments: alone, and in a
// structure.
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <vector>

namespace {

constexpr unsigned kBox = 32, kSide = 96;

struct Maps {
    int scale;
    CUtensorMap from, to;
};

__device__ std::uint32_t sharedAddress(const void* pointer) {
    return static_cast<std::uint32_t>(__cvta_generic_to_shared(pointer));
}

__device__ void load(float* box, const CUtensorMap& map, int x, int y, std::uint64_t* barrier) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(sharedAddress(barrier)),
                 "n"(kBox * kBox * 4)
                 : "memory");
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, "
        "{%2, %3}], [%4];" ::"r"(sharedAddress(box)),
        "l"(&map), "r"(x), "r"(y), "r"(sharedAddress(barrier))
        : "memory");
}

__device__ void wait(std::uint64_t* barrier) {
    asm volatile(
        "{ .reg .pred done; WAIT: mbarrier.try_wait.parity.shared::cta.b64 done, [%0], 0; @!done bra "
        "WAIT; }" ::"r"(sharedAddress(barrier))
        : "memory");
}

__device__ void store(const CUtensorMap& map, int x, int y, const float* box) {
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    asm volatile(
        "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {%1, %2}], [%3];" ::"l"(&map),
        "r"(x), "r"(y), "r"(sharedAddress(box))
        : "memory");
    asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
}

/// A block a box.
__device__ void transposeBox(const CUtensorMap& from, const CUtensorMap& to, float scale) {
    __shared__ alignas(128) float in[kBox][kBox], out[kBox][kBox];
    __shared__ std::uint64_t barrier;
    const auto x = static_cast<int>(blockIdx.x * kBox), y = static_cast<int>(blockIdx.y * kBox);
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(sharedAddress(&barrier)) : "memory");
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        load(&in[0][0], from, x, y, &barrier);
    }
    __syncthreads();
    wait(&barrier);
    for (unsigned row = 0; row < kBox; ++row) out[threadIdx.x][row] = scale * in[row][threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) store(to, y, x, &out[0][0]);
}

__global__ void transposeAlone(const __grid_constant__ CUtensorMap from,
                               const __grid_constant__ CUtensorMap to) {
    transposeBox(from, to, 1);
}

__global__ void transposeOf(const __grid_constant__ Maps maps) {
    transposeBox(maps.from, maps.to, static_cast<float>(maps.scale));
}

CUtensorMap mapOf(float* matrix) {
    void* function = nullptr;
    cudaDriverEntryPointQueryResult found{};
    constexpr unsigned kVersion = 12000;
    cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, kVersion, cudaEnableDefault,
                                     &found);
    CUtensorMap map{};
    if (!function) return map;
    const cuuint64_t size[]{kSide, kSide}, stride[]{kSide * sizeof(float)};
    const cuuint32_t box[]{kBox, kBox}, step[]{1, 1};
    reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(function)(
        &map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, matrix, size, stride, box, step,
        CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
        CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    return map;
}

void print(const char* what, const float* matrix) {
    std::vector<float> host(kSide * kSide);
    const cudaError_t code =
        cudaMemcpy(host.data(), matrix, host.size() * sizeof(float), cudaMemcpyDeviceToHost);
    std::printf("%s: %s, %g %g %g\n", what, cudaGetErrorName(code), host[1], host[kSide * 70 + 3],
                host[kSide * kSide - 2]);
}

} // namespace

int main() {
    std::vector<float> host(kSide * kSide);
    for (std::size_t i = 0; i < host.size(); ++i) host[i] = static_cast<float>(i);
    float *from = nullptr, *to = nullptr;
    const std::size_t bytes = host.size() * sizeof(float);
    cudaMalloc(&from, bytes);
    cudaMalloc(&to, bytes);
    cudaMemcpy(from, host.data(), bytes, cudaMemcpyHostToDevice);
    const dim3 grid(kSide / kBox, kSide / kBox);
    transposeAlone<<<grid, kBox>>>(mapOf(from), mapOf(to));
    print("alone", to);
    transposeOf<<<grid, kBox>>>(Maps{2, mapOf(to), mapOf(from)});
    print("in a structure", from);
    cudaFree(from);
    cudaFree(to);
}
