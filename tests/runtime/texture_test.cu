// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// Arrays, textures and surfaces.
#include "check.h"

// of cudaMemcpyToArray and its like
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace {

__global__ void fetch(cudaTextureObject_t texture, float* out, float step) {
    out[threadIdx.x] = tex2D<float>(texture, threadIdx.x * step, 0.5F);
}
__global__ void fetchLinear(cudaTextureObject_t texture, float* out) {
    out[threadIdx.x] = tex1Dfetch<float>(texture, int(threadIdx.x));
}
__global__ void layers(cudaTextureObject_t texture, float* out) {
    out[threadIdx.x] = tex2DLayered<float>(texture, 0.5F, 0.5F, int(threadIdx.x));
}
__global__ void mark(cudaSurfaceObject_t surface) {
    surf2Dwrite(float(threadIdx.x), surface, int(threadIdx.x * sizeof(float)), 0);
}

__global__ void levelOfDetail(cudaTextureObject_t texture, float* out, float step) {
    out[threadIdx.x] = tex2DLod<float>(texture, 0.5F, 0.5F, float(threadIdx.x) * step);
}
__global__ void baseLevel(cudaTextureObject_t texture, float* out) {
    out[threadIdx.x] = tex2D<float>(texture, 0.5F, 0.5F);
}
__global__ void gradients(cudaTextureObject_t texture, float* out) {
    const float step = exp2f(float(threadIdx.x)) / 16;
    out[threadIdx.x] = tex2DGrad<float>(texture, 0.5F, 0.5F, make_float2(step, 0), make_float2(0, step / 2));
}
__global__ void layersOfLevels(cudaTextureObject_t texture, float* out) {
    out[threadIdx.x] =
        tex2DLayeredLod<float>(texture, 0.5F, 0.5F, int(threadIdx.x % 2), float(threadIdx.x / 2));
}
__global__ void volumes(cudaTextureObject_t texture, float* out) {
    out[threadIdx.x] = tex3DLod<float>(texture, 0.5F, 0.5F, 0.5F, float(threadIdx.x));
}
__global__ void cubes(cudaTextureObject_t texture, float* out) {
    out[threadIdx.x] = texCubemapLod<float>(texture, 0, 0, -1, float(threadIdx.x));
}
__global__ void lines(cudaTextureObject_t texture, float* out) {
    out[threadIdx.x] = tex1DLod<float>(texture, 0.5F, float(threadIdx.x));
}
// Halves a level: each texel is the mean of four.
__global__ void halve(cudaTextureObject_t fine, cudaSurfaceObject_t coarse) {
    const float x = (float(threadIdx.x) + 0.5F) / float(blockDim.x);
    const float y = (float(threadIdx.y) + 0.5F) / float(blockDim.y);
    surf2Dwrite(tex2D<float>(fine, x, y), coarse, int(threadIdx.x * sizeof(float)), int(threadIdx.y));
}

cudaResourceDesc resourceOf(cudaArray_t array) {
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    return resource;
}

TEST(RuntimeTextures, ReadAndFilterAnArray) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array = nullptr;
    WORKS(cudaMallocArray(&array, &format, 8, 2));
    float texels[16];
    for (int i = 0; i < 16; ++i) texels[i] = float(i);
    WORKS(cudaMemcpy2DToArray(array, 0, 0, texels, 32, 32, 2, cudaMemcpyHostToDevice));
    cudaTextureDesc description{};
    description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
    description.filterMode = cudaFilterModeLinear;
    const cudaResourceDesc resource = resourceOf(array);
    cudaTextureObject_t texture = 0;
    WORKS(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    const OnDevice<float> out(16);
    fetch<<<1, 16>>>(texture, out.get(), 1.0F);
    const std::vector<float> seen = out.values();
    EXPECT_EQ(seen[0], 0);
    EXPECT_EQ(seen[1], 0.5F);
    EXPECT_EQ(seen[7], 6.5F);
    EXPECT_EQ(seen[8], 7);
    EXPECT_EQ(seen[15], 7);
    float back[16] = {};
    WORKS(cudaMemcpy2DFromArray(back, 32, array, 0, 0, 32, 2, cudaMemcpyDeviceToHost));
    EXPECT_EQ(back[15], 15);
    WORKS(cudaDestroyTextureObject(texture));
    WORKS(cudaFreeArray(array));
}

TEST(RuntimeTextures, ReadPlainMemoryAsItIs) {
    std::vector<float> values(64);
    for (int i = 0; i < 64; ++i) values[i] = float(i);
    const OnDevice<float> data(values), out(64);
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = data.get();
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = 64 * sizeof(float);
    cudaTextureDesc description{};
    cudaTextureObject_t texture = 0;
    WORKS(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    WORKS(cudaMemset(data.get(), 0, 4));
    WORKS(cudaMemcpy(data.get() + 1, values.data() + 40, 4, cudaMemcpyHostToDevice));
    fetchLinear<<<1, 64>>>(texture, out.get());
    EXPECT_EQ(out.values()[1], 40);
    EXPECT_EQ(out.values()[63], 63);
    WORKS(cudaDestroyTextureObject(texture));
}

TEST(RuntimeTextures, HaveLayers) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array = nullptr;
    WORKS(cudaMalloc3DArray(&array, &format, make_cudaExtent(2, 2, 3), cudaArrayLayered));
    float texels[12];
    for (int i = 0; i < 12; ++i) texels[i] = float(i);
    cudaMemcpy3DParms copy{};
    copy.srcPtr = make_cudaPitchedPtr(texels, 8, 2, 2);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(2, 2, 3);
    copy.kind = cudaMemcpyHostToDevice;
    WORKS(cudaMemcpy3D(&copy));
    cudaTextureDesc description{};
    description.readMode = cudaReadModeElementType;
    const cudaResourceDesc resource = resourceOf(array);
    cudaTextureObject_t texture = 0;
    WORKS(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    const OnDevice<float> out(3);
    layers<<<1, 3>>>(texture, out.get());
    EXPECT_EQ(out.values(), (std::vector<float>{0, 4, 8}));
    WORKS(cudaDestroyTextureObject(texture));
    WORKS(cudaFreeArray(array));
}

TEST(RuntimeSurfaces, AreWritten) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array = nullptr;
    WORKS(cudaMallocArray(&array, &format, 8, 1, cudaArraySurfaceLoadStore));
    const cudaResourceDesc resource = resourceOf(array);
    cudaSurfaceObject_t surface = 0;
    WORKS(cudaCreateSurfaceObject(&surface, &resource));
    mark<<<1, 8>>>(surface);
    float back[8] = {};
    WORKS(cudaMemcpy2DFromArray(back, 32, array, 0, 0, 32, 1, cudaMemcpyDeviceToHost));
    EXPECT_EQ(back[7], 7);
    WORKS(cudaDestroySurfaceObject(surface));
    WORKS(cudaFreeArray(array));
}

TEST(RuntimeTextures, RunsOfTexelsAreCopied) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array = nullptr;
    WORKS(cudaMallocArray(&array, &format, 4, 3));
    float texels[12], back[12] = {};
    for (int i = 0; i < 12; ++i) texels[i] = float(i);
    cudaStream_t stream = nullptr;
    WORKS(cudaStreamCreate(&stream));
    WORKS(cudaMemcpyToArray(array, 0, 0, texels, 48, cudaMemcpyHostToDevice));
    WORKS(cudaMemcpyToArrayAsync(array, 8, 0, texels, 24, cudaMemcpyHostToDevice, stream));
    WORKS(cudaMemcpyFromArrayAsync(back, array, 4, 0, 40, cudaMemcpyDeviceToHost, stream));
    WORKS(cudaStreamSynchronize(stream));
    const float wanted[] = {1, 0, 1, 2, 3, 4, 5, 8, 9, 10};
    for (int i = 0; i < 10; ++i) EXPECT_EQ(back[i], wanted[i]) << i;
    WORKS(cudaStreamDestroy(stream));
    WORKS(cudaFreeArray(array));
}

/// A mipmap whose level k has the value of k everywhere; in layers and slices 100 more from each to the next.
struct Mipmap {
    cudaMipmappedArray_t handle = nullptr;
    cudaExtent extent;

    Mipmap(cudaExtent shape, unsigned levels, unsigned flags = 0) : extent(shape) {
        const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
        WORKS(cudaMallocMipmappedArray(&handle, &format, shape, levels, flags));
        for (unsigned level = 0; level < levels; ++level) fill(level, flags);
    }
    ~Mipmap() { WORKS(cudaFreeMipmappedArray(handle)); }
    Mipmap(const Mipmap&) = delete;
    Mipmap& operator=(const Mipmap&) = delete;

    void fill(unsigned level, unsigned flags) const {
        const auto half = [&](std::size_t size) { return std::max<std::size_t>(size >> level, 1); };
        const bool layered = (flags & (cudaArrayLayered | cudaArrayCubemap)) != 0;
        const std::size_t width = half(extent.width), height = half(extent.height);
        const std::size_t depth = layered ? extent.depth : half(extent.depth);
        std::vector<float> texels;
        for (std::size_t i = 0; i < width * height * depth; ++i)
            texels.push_back(float(level) + (layered ? 100.0F * float(i / (width * height)) : 0));
        cudaArray_t array = nullptr;
        WORKS(cudaGetMipmappedArrayLevel(&array, handle, level));
        cudaMemcpy3DParms copy{};
        copy.srcPtr = make_cudaPitchedPtr(texels.data(), width * sizeof(float), width, height);
        copy.dstArray = array;
        copy.extent = make_cudaExtent(width, height, depth);
        copy.kind = cudaMemcpyHostToDevice;
        WORKS(cudaMemcpy3D(&copy));
    }
};

cudaTextureDesc mipmapDescription(cudaTextureFilterMode levels) {
    cudaTextureDesc description{};
    for (auto& mode : description.addressMode) mode = cudaAddressModeClamp;
    description.filterMode = cudaFilterModeLinear;
    description.normalizedCoords = 1;
    description.mipmapFilterMode = levels;
    description.maxMipmapLevelClamp = 16;
    return description;
}

/// Over a mipmap.
struct MipmapTexture {
    cudaTextureObject_t handle = 0;
    MipmapTexture(const Mipmap& mipmap, const cudaTextureDesc& description) {
        cudaResourceDesc resource{};
        resource.resType = cudaResourceTypeMipmappedArray;
        resource.res.mipmap.mipmap = mipmap.handle;
        WORKS(cudaCreateTextureObject(&handle, &resource, &description, nullptr));
    }
    ~MipmapTexture() { WORKS(cudaDestroyTextureObject(handle)); }
    MipmapTexture(const MipmapTexture&) = delete;
    MipmapTexture& operator=(const MipmapTexture&) = delete;
};

TEST(RuntimeMipmaps, AreReadBetweenLevels) {
    const Mipmap mipmap(make_cudaExtent(16, 16, 0), 5);
    const OnDevice<float> out(16);
    cudaTextureDesc description = mipmapDescription(cudaFilterModeLinear);
    {
        const MipmapTexture texture(mipmap, description);
        levelOfDetail<<<1, 16>>>(texture.handle, out.get(), 0.375F);
        const std::vector<float> seen = out.values();
        for (int i = 0; i < 16; ++i) EXPECT_EQ(seen[i], std::min(0.375F * float(i), 4.0F));
        gradients<<<1, 8>>>(texture.handle, out.get());
        for (int i = 0; i < 8; ++i) EXPECT_EQ(out.values()[i], float(std::min(i, 4)));
        baseLevel<<<1, 1>>>(texture.handle, out.get());
        EXPECT_EQ(out.values()[0], 0);
    }
    description.mipmapLevelBias = 0.5F;
    description.minMipmapLevelClamp = 1.25F;
    description.maxMipmapLevelClamp = 2.75F;
    {
        const MipmapTexture texture(mipmap, description);
        levelOfDetail<<<1, 8>>>(texture.handle, out.get(), 0.5F);
        for (int i = 0; i < 8; ++i)
            EXPECT_EQ(out.values()[i], std::min(std::max(0.5F * float(i) + 0.5F, 1.25F), 2.75F));
    }
    const MipmapTexture nearest(mipmap, mipmapDescription(cudaFilterModePoint));
    levelOfDetail<<<1, 16>>>(nearest.handle, out.get(), 0.375F);
    for (int i = 0; i < 16; ++i)
        EXPECT_EQ(out.values()[i], std::min(std::floor(0.375F * float(i) + 0.5F), 4.0F));
}

TEST(RuntimeMipmaps, HaveEachShape) {
    const OnDevice<float> out(8);
    const cudaTextureDesc description = mipmapDescription(cudaFilterModePoint);
    {
        const Mipmap mipmap(make_cudaExtent(8, 8, 2), 3, cudaArrayLayered);
        const MipmapTexture texture(mipmap, description);
        layersOfLevels<<<1, 6>>>(texture.handle, out.get());
        EXPECT_EQ(out.values()[0], 0);
        EXPECT_EQ(out.values()[3], 101);
        EXPECT_EQ(out.values()[4], 2);
        EXPECT_EQ(out.values()[5], 102);
    }
    {
        const Mipmap mipmap(make_cudaExtent(4, 8, 16), 5);
        const MipmapTexture texture(mipmap, description);
        volumes<<<1, 6>>>(texture.handle, out.get());
        for (int i = 0; i < 6; ++i) EXPECT_EQ(out.values()[i], float(std::min(i, 4)));
    }
    {
        const Mipmap mipmap(make_cudaExtent(4, 4, 6), 3, cudaArrayCubemap);
        const MipmapTexture texture(mipmap, description);
        cubes<<<1, 3>>>(texture.handle, out.get());
        for (int i = 0; i < 3; ++i) EXPECT_EQ(out.values()[i], float(500 + i));
    }
    const Mipmap mipmap(make_cudaExtent(8, 0, 0), 4);
    const MipmapTexture texture(mipmap, description);
    lines<<<1, 6>>>(texture.handle, out.get());
    for (int i = 0; i < 6; ++i) EXPECT_EQ(out.values()[i], float(std::min(i, 3)));
}

TEST(RuntimeMipmaps, AreMadeOnTheDevice) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMipmappedArray_t mipmap = nullptr;
    WORKS(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(4, 4, 0), 3, cudaArraySurfaceLoadStore));
    cudaArray_t levels[3] = {};
    for (unsigned k = 0; k < 3; ++k) WORKS(cudaGetMipmappedArrayLevel(&levels[k], mipmap, k));
    float texels[16];
    for (int i = 0; i < 16; ++i) texels[i] = float(i);
    WORKS(cudaMemcpy2DToArray(levels[0], 0, 0, texels, 16, 16, 4, cudaMemcpyHostToDevice));
    for (unsigned k = 1; k < 3; ++k) {
        const cudaResourceDesc fine = resourceOf(levels[k - 1]), coarse = resourceOf(levels[k]);
        cudaTextureDesc description = mipmapDescription(cudaFilterModePoint);
        cudaTextureObject_t texture = 0;
        cudaSurfaceObject_t surface = 0;
        WORKS(cudaCreateTextureObject(&texture, &fine, &description, nullptr));
        WORKS(cudaCreateSurfaceObject(&surface, &coarse));
        halve<<<1, dim3(4 >> k, 4 >> k)>>>(texture, surface);
        WORKS(cudaDeviceSynchronize());
        WORKS(cudaDestroyTextureObject(texture));
        WORKS(cudaDestroySurfaceObject(surface));
    }
    float back[4] = {};
    WORKS(cudaMemcpy2DFromArray(back, 8, levels[1], 0, 0, 8, 2, cudaMemcpyDeviceToHost));
    EXPECT_EQ(back[0], 2.5F);
    EXPECT_EQ(back[3], 12.5F);
    WORKS(cudaMemcpy2DFromArray(back, 4, levels[2], 0, 0, 4, 1, cudaMemcpyDeviceToHost));
    EXPECT_EQ(back[0], 7.5F);
    WORKS(cudaFreeMipmappedArray(mipmap));
}

TEST(RuntimeMipmaps, HaveLevelsAndErrors) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMipmappedArray_t mipmap = nullptr;
    // No more levels than halvings.
    WORKS(cudaMallocMipmappedArray(&mipmap, &format, make_cudaExtent(20, 9, 0), 100, 0));
    cudaArray_t level = nullptr;
    WORKS(cudaGetMipmappedArrayLevel(&level, mipmap, 4));
    FAILS_WITH(cudaErrorInvalidValue, cudaGetMipmappedArrayLevel(&level, mipmap, 5));
    FAILS_WITH(cudaErrorInvalidResourceHandle, cudaGetMipmappedArrayLevel(&level, nullptr, 0));
    WORKS(cudaGetMipmappedArrayLevel(&level, mipmap, 1));
    cudaExtent extent{};
    WORKS(cudaArrayGetInfo(nullptr, &extent, nullptr, level));
    EXPECT_EQ(extent.width, 10U);
    EXPECT_EQ(extent.height, 4U);
    EXPECT_EQ(extent.depth, 0U);
    // Coordinates need not be normalized ones.
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = mipmap;
    cudaTextureDesc description = mipmapDescription(cudaFilterModePoint);
    description.normalizedCoords = 0;
    cudaTextureObject_t texture = 0;
    WORKS(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    WORKS(cudaDestroyTextureObject(texture));
    WORKS(cudaFreeMipmappedArray(mipmap));
    WORKS(cudaFreeMipmappedArray(nullptr));
    FAILS_WITH(cudaErrorInvalidValue, cudaMallocMipmappedArray(nullptr, &format, extent, 1, 0));
}

} // namespace
