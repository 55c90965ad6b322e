// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// Tensor maps, copies by them, and products of matrices that they bring.
#include "hopper.h"

#include <cuda.h>
#include <cuda_fp16.h>

#include <cstdint>

namespace {

constexpr int kRows = 64, kColumns = 128, kDepth = 64, kStages = 2; ///< of a block's tile, and of what it holds

using Encode = CUresult (*)(CUtensorMap*, CUtensorMapDataType, cuuint32_t, void*, const cuuint64_t*,
                            const cuuint64_t*, const cuuint32_t*, const cuuint32_t*, CUtensorMapInterleave,
                            CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill);

Encode encoder() {
    void* function = nullptr;
    cudaDriverEntryPointQueryResult found{};
    WORKS(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000, cudaEnableDefault, &found));
    EXPECT_EQ(found, cudaDriverEntryPointSuccess);
    return reinterpret_cast<Encode>(function);
}

/// A matrix by rows, and boxes of it.
CUresult encodeMatrix(CUtensorMap& map, CUtensorMapDataType type, void* data, unsigned width, unsigned height,
                      unsigned rowBytes, unsigned boxWidth, unsigned boxHeight, CUtensorMapSwizzle swizzle) {
    const cuuint64_t sizes[] = {width, height}, strides[] = {rowBytes};
    const cuuint32_t box[] = {boxWidth, boxHeight}, steps[] = {1, 1};
    return encoder()(&map, type, 2, data, sizes, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle,
                     CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}

__device__ unsigned sharedAddress(const void* pointer) {
    return unsigned(__cvta_generic_to_shared(pointer));
}
__device__ void initialize(std::uint64_t* barrier, unsigned count) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(sharedAddress(barrier)), "r"(count) : "memory");
}
__device__ void expectBytes(std::uint64_t* barrier, unsigned bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(sharedAddress(barrier)), "r"(bytes)
                 : "memory");
}
__device__ void waitFor(std::uint64_t* barrier, unsigned parity) {
    unsigned done = 0;
    while (done == 0)
        asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, p;\n}"
                     : "=r"(done)
                     : "r"(sharedAddress(barrier)), "r"(parity)
                     : "memory");
}
__device__ void load(const CUtensorMap* map, void* to, std::uint64_t* barrier, int x, int y) {
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, "
                 "%3}], [%4];" ::"r"(sharedAddress(to)),
                 "l"(map), "r"(x), "r"(y), "r"(sharedAddress(barrier))
                 : "memory");
}
__device__ void loadForAll(const CUtensorMap* map, void* to, std::uint64_t* barrier, int x, int y,
                           unsigned short blocks) {
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::"
                 "cluster [%0], [%1, {%2, %3}], [%4], %5;" ::"r"(sharedAddress(to)),
                 "l"(map), "r"(x), "r"(y), "r"(sharedAddress(barrier)), "h"(blocks)
                 : "memory");
}
/// Of rows of 128 bytes, swizzled: groups of eight are 1024 bytes apart.
__device__ std::uint64_t descriptorOf(const void* start) {
    return (std::uint64_t(sharedAddress(start)) & 0x3ffff) >> 4 | std::uint64_t{1} << 16 | std::uint64_t{64} << 32 |
           std::uint64_t{1} << 62;
}
__device__ void multiply(float (&sums)[64], std::uint64_t a, std::uint64_t b) {
#define SUM(i) "+f"(sums[i]), "+f"(sums[i + 1]), "+f"(sums[i + 2]), "+f"(sums[i + 3])
#define SUMS(i) SUM(i), SUM(i + 4), SUM(i + 8), SUM(i + 12)
    asm volatile("{\n.reg .pred p;\nsetp.eq.u32 p, 0, 0;\nwgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, "
                 "%11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, "
                 "%31, %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, "
                 "%51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63}, %64, %65, p, 1, 1, 0, 0;\n}"
                 : SUMS(0), SUMS(16), SUMS(32), SUMS(48)
                 : "l"(a), "l"(b));
#undef SUMS
#undef SUM
}

struct Tiles {
    __half a[kStages][kRows * kDepth], b[kStages][kColumns * kDepth];
};

/// sums = a b^T, both by rows along k. The blocks of a cluster, one above the other, share b: each brings a part
/// of it for all.
template<bool Shares>
__global__ void __launch_bounds__(128) product(const __grid_constant__ CUtensorMap a, const __grid_constant__ CUtensorMap b,
                                               float* sums, int width, int depth) {
    extern __shared__ __align__(1024) unsigned char memory[];
    __shared__ std::uint64_t full[kStages], empty[kStages];
    Tiles& tiles = *reinterpret_cast<Tiles*>(memory);
    unsigned rank = 0, blocks = 1;
    if (Shares) {
        asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
        asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(blocks));
    }
    if (threadIdx.x == 0) {
        for (int i = 0; i < kStages; ++i) {
            initialize(&full[i], 1);
            initialize(&empty[i], blocks);
        }
        asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
        asm volatile("prefetch.tensormap [%0];" ::"l"(&a) : "memory");
    }
    asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
    const int row = int(blockIdx.y) * kRows, column = int(blockIdx.x) * kColumns, steps = depth / kDepth;
    const auto bring = [&](int step) {
        const int stage = step % kStages;
        if (step >= kStages) waitFor(&empty[stage], (step / kStages - 1) & 1);
        expectBytes(&full[stage], sizeof tiles.a[0] + sizeof tiles.b[0]);
        load(&a, tiles.a[stage], &full[stage], step * kDepth, row);
        if (Shares) {
            const int part = kColumns / int(blocks);
            loadForAll(&b, &tiles.b[stage][int(rank) * part * kDepth], &full[stage], step * kDepth,
                       column + int(rank) * part, static_cast<unsigned short>((1U << blocks) - 1));
        } else {
            load(&b, tiles.b[stage], &full[stage], step * kDepth, column);
        }
    };
    if (threadIdx.x == 0) bring(0);
    float results[64] = {};
    for (int step = 0; step < steps; ++step) {
        const int stage = step % kStages;
        if (threadIdx.x == 0 && step + 1 < steps) bring(step + 1);
        waitFor(&full[stage], step / kStages & 1);
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
        for (int k = 0; k < kDepth; k += 16)
            multiply(results, descriptorOf(&tiles.a[stage][k]), descriptorOf(&tiles.b[stage][k]));
        asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;" ::: "memory");
        __syncthreads();
        // all blocks that write into this stage have to know that it is empty
        if (threadIdx.x < blocks) {
            unsigned there = 0;
            asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
                         : "=r"(there)
                         : "r"(sharedAddress(&empty[stage])), "r"(threadIdx.x));
            asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(there) : "memory");
        }
    }
    const int lane = int(threadIdx.x) % 32, first = row + int(threadIdx.x) / 32 * 16 + lane / 4;
    for (int i = 0; i < 64; ++i)
        sums[(first + i / 2 % 2 * 8) * width + column + i / 4 * 8 + lane % 4 * 2 + i % 2] = results[i];
    asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
}

std::vector<float> productOnHost(const std::vector<__half>& a, const std::vector<__half>& b, int height, int width,
                                 int depth) {
    std::vector<float> sums(std::size_t(height) * width);
    for (int i = 0; i < height; ++i)
        for (int j = 0; j < width; ++j) {
            float sum = 0;
            for (int k = 0; k < depth; ++k) sum += __half2float(a[i * depth + k]) * __half2float(b[j * depth + k]);
            sums[i * width + j] = sum;
        }
    return sums;
}

void multiplyAndCompare(bool shares) {
    const int height = 128, width = 256, depth = 320;
    std::vector<__half> a(height * depth), b(width * depth);
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = __float2half(float(int(i * 7 % 13) - 6) / 4);
    for (std::size_t i = 0; i < b.size(); ++i) b[i] = __float2half(float(int(i * 5 % 11) - 5) / 2);
    const OnDevice<__half> left(a), right(b);
    const OnDevice<float> sums(std::size_t(height) * width);
    CUtensorMap mapOfA{}, mapOfB{};
    const auto type = CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
    const auto swizzle = CU_TENSOR_MAP_SWIZZLE_128B;
    EXPECT_EQ(encodeMatrix(mapOfA, type, left.get(), depth, height, depth * 2, kDepth, kRows, swizzle), CUDA_SUCCESS);
    EXPECT_EQ(encodeMatrix(mapOfB, type, right.get(), depth, width, depth * 2, kDepth, shares ? kColumns / 2 : kColumns,
                           swizzle),
              CUDA_SUCCESS);
    const auto kernel = shares ? product<true> : product<false>;
    WORKS(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof(Tiles)));
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim = {1, 2, 1};
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(width / kColumns, height / kRows);
    config.blockDim = 128;
    config.dynamicSmemBytes = sizeof(Tiles);
    config.attrs = &attribute;
    config.numAttrs = shares ? 1 : 0;
    float* target = sums.get();
    int columns = width, inner = depth;
    void* arguments[] = {&mapOfA, &mapOfB, &target, &columns, &inner};
    WORKS(cudaLaunchKernelExC(&config, reinterpret_cast<const void*>(kernel), arguments));
    WORKS(cudaDeviceSynchronize());
    EXPECT_EQ(sums.values(), productOnHost(a, b, height, width, depth));
}

TEST(RuntimeTensors, ProductsOfMatricesAreThoseOfTheHost) {
    NEEDS_HOPPER();
    multiplyAndCompare(false);
}

TEST(RuntimeTensors, ProductsOfMatricesThatAClusterShares) {
    NEEDS_HOPPER();
    multiplyAndCompare(true);
}

__device__ void await() {
    asm volatile("cp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;" ::: "memory");
}

/// A box of 16 x 8 words goes through shared memory to other places: stored, and added.
__global__ void moveBox(const __grid_constant__ CUtensorMap from, const __grid_constant__ CUtensorMap to, int x, int y) {
    __shared__ __align__(128) unsigned box[16 * 8];
    __shared__ std::uint64_t barrier;
    if (threadIdx.x != 0) return;
    initialize(&barrier, 1);
    asm volatile("fence.mbarrier_init.release.cluster;\nfence.proxy.async;" ::: "memory");
    expectBytes(&barrier, sizeof box);
    load(&from, box, &barrier, x, y);
    waitFor(&barrier, 0);
    asm volatile("cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%0, {0, 2}], [%1];" ::"l"(&to),
                 "r"(sharedAddress(box))
                 : "memory");
    await();
    asm volatile("cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%0, {8, 5}], [%1];" ::"l"(&to),
                 "r"(sharedAddress(box))
                 : "memory");
    await();
}

TEST(RuntimeTensors, BoxesAreStoredAndAddedInsideTheTensorAlone) {
    NEEDS_HOPPER();
    const int width = 20, height = 12, pitch = 24;
    std::vector<unsigned> words(pitch * height);
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = unsigned(i * i + 1);
    const OnDevice<unsigned> from(words), to(std::vector<unsigned>(words.size(), 7));
    CUtensorMap source{}, target{};
    const auto type = CU_TENSOR_MAP_DATA_TYPE_UINT32;
    const auto plain = CU_TENSOR_MAP_SWIZZLE_NONE;
    EXPECT_EQ(encodeMatrix(source, type, from.get(), width, height, pitch * 4, 16, 8, plain), CUDA_SUCCESS);
    EXPECT_EQ(encodeMatrix(target, type, to.get(), width, height, pitch * 4, 16, 8, plain), CUDA_SUCCESS);
    for (const auto& [x, y] : {std::pair{4, 3}, {-4, 6}, {8, -3}}) {
        WORKS(cudaMemcpy(to.get(), std::vector<unsigned>(words.size(), 7).data(), words.size() * 4, cudaMemcpyHostToDevice));
        moveBox<<<1, 32>>>(source, target, x, y);
        WORKS(cudaDeviceSynchronize());
        std::vector<unsigned> expected(words.size(), 7);
        const auto inside = [&](int i, int j) { return i >= 0 && i < width && j >= 0 && j < height; };
        const auto box = [&, x = x, y = y](int i, int j) { return inside(x + i, y + j) ? words[(y + j) * pitch + x + i] : 0; };
        for (int j = 0; j < 8; ++j)
            for (int i = 0; i < 16; ++i)
                if (inside(i, 2 + j)) expected[(2 + j) * pitch + i] = box(i, j);
        for (int j = 0; j < 8; ++j)
            for (int i = 0; i < 16; ++i)
                if (inside(8 + i, 5 + j)) expected[(5 + j) * pitch + 8 + i] += box(i, j);
        EXPECT_EQ(to.values(), expected) << x << " " << y;
    }
}

using EncodeColumns = CUresult (*)(CUtensorMap*, CUtensorMapDataType, cuuint32_t, void*, const cuuint64_t*,
                                   const cuuint64_t*, const int*, const int*, cuuint32_t, cuuint32_t,
                                   const cuuint32_t*, CUtensorMapInterleave, CUtensorMapSwizzle,
                                   CUtensorMapL2promotion, CUtensorMapFloatOOBfill);

constexpr int kChannels = 16, kWidth = 9, kHeight = 7, kImages = 4; ///< of words, dense
constexpr unsigned kPixels = 48, kTaken = 8;                        ///< of a column: pixels, channels of each

/// As the driver's function has it, the width's corner first.
struct Columns {
    int lower[2], upper[2];
    cuuint32_t stepX, stepY;
    int x, y, image; ///< of the first pixel
    unsigned short offsetX, offsetY;
};

CUresult encodeColumns(CUtensorMap& map, void* words, const Columns& columns, unsigned pixels = kPixels) {
    void* function = nullptr;
    cudaDriverEntryPointQueryResult found{};
    WORKS(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeIm2col", &function, 12000, cudaEnableDefault, &found));
    if (found != cudaDriverEntryPointSuccess) return CUDA_ERROR_NOT_FOUND;
    const cuuint64_t sizes[] = {kChannels, kWidth, kHeight, kImages},
                     strides[] = {kChannels * 4, kChannels * kWidth * 4, kChannels * kWidth * kHeight * 4};
    const cuuint32_t steps[] = {1, columns.stepX, columns.stepY, 1};
    return reinterpret_cast<EncodeColumns>(function)(
        &map, CU_TENSOR_MAP_DATA_TYPE_UINT32, 4, words, sizes, strides, columns.lower, columns.upper, kTaken, pixels, steps,
        CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
        CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}

/// The places of a column's pixels among those of the images; -1: outside.
std::vector<int> pixelsOf(const Columns& columns, int offsetX, int offsetY) {
    std::vector<int> places;
    bool begun = false;
    for (int image = columns.image; places.size() < kPixels; ++image)
        for (int y = columns.lower[1]; y < kHeight + columns.upper[1]; y += int(columns.stepY))
            for (int x = columns.lower[0]; x < kWidth + columns.upper[0]; x += int(columns.stepX)) {
                begun = begun || (x == columns.x && y == columns.y);
                if (!begun || places.size() == kPixels) continue;
                const int i = x + offsetX, j = y + offsetY;
                const bool inside = image < kImages && i >= 0 && i < kWidth && j >= 0 && j < kHeight;
                places.push_back(inside ? (image * kHeight + j) * kWidth + i : -1);
            }
    return places;
}

__global__ void loadColumn(const __grid_constant__ CUtensorMap map, const Columns columns, unsigned* out) {
    __shared__ __align__(128) unsigned box[kPixels * kTaken];
    __shared__ std::uint64_t barrier;
    if (threadIdx.x == 0) {
        initialize(&barrier, 1);
        asm volatile("fence.mbarrier_init.release.cluster;\nfence.proxy.async;" ::: "memory");
        expectBytes(&barrier, sizeof box);
        asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, "
                     "%4, %5}], [%6], {%7, %8};" ::"r"(sharedAddress(box)),
                     "l"(&map), "r"(8), "r"(columns.x), "r"(columns.y), "r"(columns.image), "r"(sharedAddress(&barrier)),
                     "h"(columns.offsetX), "h"(columns.offsetY)
                     : "memory");
        waitFor(&barrier, 0);
    }
    __syncwarp();
    for (unsigned i = threadIdx.x; i < kPixels * kTaken; i += 32) out[i] = box[i];
}
__global__ void storeColumn(const __grid_constant__ CUtensorMap map, const Columns columns) {
    __shared__ __align__(128) unsigned box[kPixels * kTaken];
    for (unsigned i = threadIdx.x; i < kPixels * kTaken; i += 32) box[i] = i + 1;
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncwarp();
    if (threadIdx.x != 0) return;
    asm volatile("cp.async.bulk.tensor.4d.global.shared::cta.im2col_no_offs.bulk_group [%0, {%1, %2, %3, %4}], [%5];" ::"l"(&map),
                 "r"(8), "r"(columns.x), "r"(columns.y), "r"(columns.image), "r"(sharedAddress(box))
                 : "memory");
    await();
}

TEST(RuntimeTensors, ColumnsOfPixelsAreLoaded) {
    NEEDS_HOPPER();
    std::vector<unsigned> words(kChannels * kWidth * kHeight * kImages);
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = unsigned(i * i + 1);
    const OnDevice<unsigned> images(words);
    for (const Columns& columns : {Columns{{0, 0}, {0, 0}, 1, 1, 0, 0, 0, 0, 0}, Columns{{-1, -1}, {-1, -1}, 1, 1, 6, 4, 1, 0, 0},
                                   Columns{{-1, -1}, {-1, -1}, 1, 1, 6, 4, 1, 2, 1},
                                   Columns{{-2, 1}, {1, -2}, 1, 1, 5, 4, 3, 3, 0},
                                   Columns{{-1, -1}, {-1, -1}, 2, 3, 3, 2, 0, 1, 2},
                                   Columns{{-1, 0}, {0, 2}, 3, 2, 2, 8, 2, 0, 0}}) {
        CUtensorMap map{};
        EXPECT_EQ(encodeColumns(map, images.get(), columns), CUDA_SUCCESS);
        const OnDevice<unsigned> out(std::size_t{kPixels} * kTaken);
        loadColumn<<<1, 32>>>(map, columns, out.get());
        WORKS(cudaDeviceSynchronize());
        std::vector<unsigned> expected;
        for (const int place : pixelsOf(columns, columns.offsetX, columns.offsetY))
            for (unsigned c = 0; c < kTaken; ++c)
                expected.push_back(place < 0 ? 0 : words[std::size_t(place) * kChannels + 8 + c]);
        EXPECT_EQ(out.values(), expected) << columns.lower[0] << " " << columns.stepX << " " << columns.offsetX;
    }
}

TEST(RuntimeTensors, ColumnsOfPixelsAreStored) {
    NEEDS_HOPPER();
    const Columns columns{{0, 1}, {-2, 0}, 1, 1, 3, 4, 2, 0, 0};
    const std::vector<unsigned> before(kChannels * kWidth * kHeight * kImages, 7);
    const OnDevice<unsigned> images(before);
    CUtensorMap map{};
    EXPECT_EQ(encodeColumns(map, images.get(), columns), CUDA_SUCCESS);
    storeColumn<<<1, 32>>>(map, columns);
    WORKS(cudaDeviceSynchronize());
    std::vector<unsigned> expected = before;
    unsigned next = 1;
    for (const int place : pixelsOf(columns, 0, 0))
        for (unsigned c = 0; c < kTaken; ++c, ++next)
            if (place >= 0) expected[std::size_t(place) * kChannels + 8 + c] = next;
    EXPECT_EQ(images.values(), expected);
}

TEST(RuntimeTensors, MapsOfColumnsThatAreWrongAreRefused) {
    NEEDS_HOPPER();
    const OnDevice<unsigned> images(std::size_t{kChannels} * kWidth * kHeight * kImages);
    const auto encode = [&](int lower, int upper, unsigned pixels) {
        CUtensorMap map{};
        return encodeColumns(map, images.get(), {{lower, 0}, {upper, 0}, 1, 1, 0, 0, 0, 0, 0}, pixels);
    };
    EXPECT_EQ(encode(-128, 127, 1024), CUDA_SUCCESS);
    EXPECT_EQ(encode(-129, 0, 32), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(encode(0, 128, 32), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(encode(0, 0, 1025), CUDA_ERROR_INVALID_VALUE);
}

struct Group {
    unsigned* words;
    int width, height, pitch;
};
#define REPLACE(field, type, constraint, value)                                                                       \
    asm volatile("tensormap.replace.tile." field ".shared::cta.b1024." type " [%0], %1;" ::"r"(sharedAddress(map)),     \
                 constraint(value)                                                                                    \
                 : "memory")
#define REPLACE_OF(field, which, type, constraint, value)                                                             \
    asm volatile("tensormap.replace.tile." field ".shared::cta.b1024." type " [%0], " which ", %1;" ::"r"(              \
                     sharedAddress(map)),                                                                             \
                 constraint(value)                                                                                    \
                 : "memory")

/// A warp has a matrix and makes a map of it: of another one, or of zeros. Boxes of 8 x 4 words.
__global__ void loadOfGroups(const __grid_constant__ CUtensorMap pattern, CUtensorMap* maps, const Group* groups,
                             unsigned* out, bool ofZeros) {
    __shared__ __align__(128) unsigned map[32];
    __shared__ __align__(128) unsigned box[32];
    __shared__ std::uint64_t barrier;
    const Group group = groups[blockIdx.x];
    map[threadIdx.x] = ofZeros ? 0 : reinterpret_cast<const unsigned*>(&pattern)[threadIdx.x];
    if (threadIdx.x == 0) initialize(&barrier, 1);
    __syncwarp();
    if (threadIdx.x == 0) {
        REPLACE("global_address", "b64", "l", group.words);
        REPLACE_OF("global_dim", "0", "b32", "r", group.width);
        REPLACE_OF("global_dim", "1", "b32", "r", group.height);
        REPLACE_OF("global_stride", "0", "b64", "l", static_cast<long long>(group.pitch) * 4);
        if (ofZeros) {
            REPLACE("rank", "b32", "n", 1);
            REPLACE_OF("box_dim", "0", "b32", "n", 8);
            REPLACE_OF("box_dim", "1", "b32", "n", 4);
            REPLACE_OF("element_stride", "0", "b32", "n", 1);
            REPLACE_OF("element_stride", "1", "b32", "n", 1);
            REPLACE("elemtype", "b32", "n", 2);
            REPLACE("interleave_layout", "b32", "n", 0);
            REPLACE("swizzle_mode", "b32", "n", 0);
            REPLACE("fill_mode", "b32", "n", 0);
        }
    }
    __syncwarp();
    CUtensorMap* own = maps + blockIdx.x;
    asm volatile("tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [%0], [%1], 128;" ::"l"(
                     own),
                 "r"(sharedAddress(map))
                 : "memory");
    asm volatile("fence.proxy.tensormap::generic.acquire.gpu [%0], 128;" ::"l"(own) : "memory");
    if (threadIdx.x == 0) {
        asm volatile("fence.mbarrier_init.release.cluster;\nfence.proxy.async;" ::: "memory");
        expectBytes(&barrier, sizeof box);
        load(own, box, &barrier, group.width - 6, group.height - 3);
        waitFor(&barrier, 0);
    }
    __syncwarp();
    out[blockIdx.x * 32 + threadIdx.x] = box[threadIdx.x];
}

TEST(RuntimeTensors, MapsAreMadeOnTheDevice) {
    NEEDS_HOPPER();
    constexpr unsigned kGroups = 5;
    std::vector<unsigned> words(4096);
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = unsigned(i * i + 1);
    const OnDevice<unsigned> data(words);
    std::vector<Group> groups;
    std::vector<unsigned> expected;
    for (unsigned g = 0; g < kGroups; ++g) {
        const int width = int(18 + 4 * g), height = int(9 + g), pitch = int(32 + 8 * g);
        const unsigned start = 64 * g;
        groups.push_back({data.get() + start, width, height, pitch});
        for (int y = height - 3; y < height + 1; ++y)
            for (int x = width - 6; x < width + 2; ++x)
                expected.push_back(x < width && y < height ? words[start + unsigned(y * pitch + x)] : 0);
    }
    const OnDevice<Group> matrices(groups);
    CUtensorMap pattern{};
    EXPECT_EQ(encodeMatrix(pattern, CU_TENSOR_MAP_DATA_TYPE_UINT32, data.get(), 16, 16, 64, 8, 4, CU_TENSOR_MAP_SWIZZLE_NONE),
              CUDA_SUCCESS);
    for (const bool ofZeros : {false, true}) {
        const OnDevice<CUtensorMap> maps{std::size_t{kGroups}};
        const OnDevice<unsigned> out(std::size_t{kGroups} * 32);
        loadOfGroups<<<kGroups, 32>>>(pattern, maps.get(), matrices.get(), out.get(), ofZeros);
        WORKS(cudaDeviceSynchronize());
        EXPECT_EQ(out.values(), expected) << ofZeros;
    }
}

TEST(RuntimeTensors, MapsThatAreWrongAreRefused) {
    NEEDS_HOPPER();
    const OnDevice<unsigned> words(4096);
    CUtensorMap map{};
    const auto encode = [&](unsigned width, unsigned rowBytes, unsigned boxWidth, CUtensorMapSwizzle swizzle,
                            unsigned offset = 0) {
        return encodeMatrix(map, CU_TENSOR_MAP_DATA_TYPE_UINT32, words.get() + offset, width, 8, rowBytes, boxWidth, 4,
                            swizzle);
    };
    EXPECT_EQ(encode(40, 160, 32, CU_TENSOR_MAP_SWIZZLE_128B), CUDA_SUCCESS);
    EXPECT_EQ(encode(40, 160, 32, CU_TENSOR_MAP_SWIZZLE_64B), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(encode(40, 168, 32, CU_TENSOR_MAP_SWIZZLE_NONE), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(encode(40, 160, 30, CU_TENSOR_MAP_SWIZZLE_NONE), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(encode(0, 160, 32, CU_TENSOR_MAP_SWIZZLE_NONE), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(encode(400, 1600, 260, CU_TENSOR_MAP_SWIZZLE_NONE), CUDA_ERROR_INVALID_VALUE);
    EXPECT_EQ(encode(40, 160, 32, CU_TENSOR_MAP_SWIZZLE_NONE, 1), CUDA_ERROR_INVALID_VALUE);
}

TEST(RuntimeTensors, OtherFunctionsOfTheDriverAreNotKnown) {
    void* function = &function;
    cudaDriverEntryPointQueryResult found{};
    WORKS(cudaGetDriverEntryPointByVersion("cuNoSuchFunction", &function, 12000, cudaEnableDefault, &found));
    EXPECT_EQ(found, cudaDriverEntryPointSymbolNotFound);
    EXPECT_EQ(function, nullptr);
    WORKS(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 11000, cudaEnableDefault, &found));
    EXPECT_EQ(found, cudaDriverEntryPointVersionNotSufficent);
    EXPECT_EQ(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000, 77, &found),
              cudaErrorInvalidValue);
    cudaGetLastError();
}

} // namespace
