// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// Arrays, textures and surfaces.
#include "check.h"

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

} // namespace
