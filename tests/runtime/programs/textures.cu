// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// Arrays, textures and surfaces.
#include "program.h"

namespace {

__global__ void read1D(cudaTextureObject_t texture, float* out, float first, float step) {
    out[threadIdx.x] = tex1D<float>(texture, first + step * static_cast<float>(threadIdx.x));
}
__global__ void read2D(cudaTextureObject_t texture, float* out, float first, float step, float y) {
    out[threadIdx.x] = tex2D<float>(texture, first + step * static_cast<float>(threadIdx.x), y);
}
__global__ void read3D(cudaTextureObject_t texture, float* out) {
    out[threadIdx.x] = tex3D<float>(texture, 0.75F, 1.0F, 0.5F + 0.5F * static_cast<float>(threadIdx.x));
}
__global__ void readLayer(cudaTextureObject_t texture, float* out) {
    out[threadIdx.x] = tex2DLayered<float>(texture, 1.0F, 0.5F, static_cast<int>(threadIdx.x));
}
__global__ void readFetch(cudaTextureObject_t texture, float* out) {
    out[threadIdx.x] = tex1Dfetch<float>(texture, static_cast<int>(threadIdx.x) - 2);
}
__global__ void readColour(cudaTextureObject_t texture, float4* out) {
    out[threadIdx.x] = tex2D<float4>(texture, 0.5F + static_cast<float>(threadIdx.x), 0.5F);
}
__global__ void readInteger(cudaTextureObject_t texture, int* out) {
    const int4 texel = tex2D<int4>(texture, 0.5F + static_cast<float>(threadIdx.x), 0.5F);
    out[threadIdx.x] = texel.x * 1000000 + texel.y * 10000 + texel.z * 100 + texel.w;
}
__global__ void gather(cudaTextureObject_t texture, float4* out) {
    out[threadIdx.x] = tex2Dgather<float4>(texture, 1.0F + static_cast<float>(threadIdx.x), 1.0F, 0);
}
__global__ void writeSurface(cudaSurfaceObject_t surface) {
    surf2Dwrite(10.0F + static_cast<float>(threadIdx.x), surface, static_cast<int>(threadIdx.x * 4) - 4,
                static_cast<int>(threadIdx.y), cudaBoundaryModeZero);
}
__global__ void readSurface(cudaSurfaceObject_t surface, float* out) {
    surf2Dread(&out[threadIdx.x], surface, static_cast<int>(threadIdx.x * 4) - 4, 1, cudaBoundaryModeClamp);
}

cudaResourceDesc resourceOf(cudaArray_t array) {
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    return resource;
}

PROGRAM(arrays) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array = nullptr, other = nullptr, volume = nullptr;
    SAY(cudaMallocArray(&array, &format, 8, 4));
    SAY(cudaMallocArray(&other, &format, 8, 4, cudaArraySurfaceLoadStore));
    SAY(cudaMalloc3DArray(&volume, &format, make_cudaExtent(4, 3, 2)));
    cudaChannelFormatDesc known{};
    cudaExtent extent{};
    unsigned flags = 7;
    SAY(cudaArrayGetInfo(&known, &extent, &flags, other));
    std::printf("%d %d %d %d kind %d, %zu x %zu x %zu, flags %u\n", known.x, known.y, known.z, known.w,
                known.f, extent.width, extent.height, extent.depth, flags);
    SAY(cudaGetChannelDesc(&known, volume));
    std::vector<float> from = ramp(32, 1.0F), to(32, -1.0F);
    SAY(cudaMemcpy2DToArray(array, 8, 1, from.data(), 32, 16, 2, cudaMemcpyHostToDevice));
    SAY(cudaMemcpy2DFromArray(to.data(), 32, array, 8, 1, 16, 2, cudaMemcpyDeviceToHost));
    print("to", to);
    SAY(cudaMemcpyToArray(other, 0, 0, from.data(), 128, cudaMemcpyHostToDevice));
    SAY(cudaMemcpy2DArrayToArray(other, 0, 0, array, 8, 1, 8, 2, cudaMemcpyDeviceToDevice));
    SAY(cudaMemcpyFromArray(to.data(), other, 0, 0, 128, cudaMemcpyDeviceToHost));
    print("to", to);
    cudaMemcpy3DParms copy{};
    copy.srcPtr = make_cudaPitchedPtr(from.data(), 16, 4, 3);
    copy.dstArray = volume;
    copy.extent = make_cudaExtent(4, 3, 2);
    copy.kind = cudaMemcpyHostToDevice;
    SAY(cudaMemcpy3D(&copy));
    copy = {};
    copy.srcArray = volume;
    copy.srcPos = make_cudaPos(1, 1, 1);
    copy.dstPtr = make_cudaPitchedPtr(to.data(), 12, 3, 2);
    copy.extent = make_cudaExtent(3, 2, 1);
    copy.kind = cudaMemcpyDeviceToHost;
    SAY(cudaMemcpy3D(&copy));
    print("to", to.data(), 6);
    SAY(cudaMemcpy2DToArray(array, 0, 0, from.data(), 32, 36, 2, cudaMemcpyHostToDevice));
    SAY(cudaMemcpy2DToArray(array, 0, 3, from.data(), 32, 32, 2, cudaMemcpyHostToDevice));
    SAY(cudaMemcpy2DToArray(array, 0, 0, from.data(), 8, 32, 2, cudaMemcpyHostToDevice));
    SAY(cudaMemcpy2DToArray(nullptr, 0, 0, from.data(), 32, 32, 2, cudaMemcpyHostToDevice));
    SAY(cudaMallocArray(nullptr, &format, 8, 4));
    SAY(cudaMallocArray(&array, &format, 0, 4));
    SAY(cudaMallocArray(&array, &format, std::size_t{1} << 20, 4));
    const cudaChannelFormatDesc wrong{7, 0, 0, 0, cudaChannelFormatKindFloat};
    SAY(cudaMallocArray(&array, &wrong, 8, 4));
    SAY(cudaArrayGetInfo(nullptr, &extent, nullptr, nullptr));
    SAY(cudaFreeArray(other));
    SAY(cudaFreeArray(volume));
    SAY(cudaFreeArray(nullptr));
}

PROGRAM(textureAddresses) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array = nullptr;
    SAY(cudaMallocArray(&array, &format, 4, 2));
    const std::vector<float> texels = ramp(8, 1.0F);
    SAY(cudaMemcpy2DToArray(array, 0, 0, texels.data(), 16, 16, 2, cudaMemcpyHostToDevice));
    float* out = zeros<float>(16);
    const cudaResourceDesc resource = resourceOf(array);
    for (const bool normalised : {false, true})
        for (const cudaTextureFilterMode filter : {cudaFilterModePoint, cudaFilterModeLinear})
            for (const cudaTextureAddressMode mode :
                 {cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror, cudaAddressModeBorder}) {
                cudaTextureDesc description{};
                description.addressMode[0] = description.addressMode[1] = mode;
                description.filterMode = filter;
                description.normalizedCoords = normalised;
                description.borderColor[0] = 50;
                cudaTextureObject_t texture = 0;
                SAY(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
                const float scale = normalised ? 0.25F : 1.0F;
                read2D<<<1, 16>>>(texture, out, -2.0F * scale, 0.5F * scale, normalised ? 0.25F : 0.5F);
                std::printf("normalised %d, filter %d, address mode %d, ", normalised, filter, mode);
                printDevice("texels", out, 16);
                SAY(cudaDestroyTextureObject(texture));
            }
}

PROGRAM(textureFormats) {
    const auto colours = [](const cudaChannelFormatDesc& format, const void* texels, std::size_t bytes,
                            bool integers) {
        cudaArray_t array = nullptr;
        SAY(cudaMallocArray(&array, &format, 4, 1));
        SAY(cudaMemcpy2DToArray(array, 0, 0, texels, bytes, bytes, 1, cudaMemcpyHostToDevice));
        const cudaResourceDesc resource = resourceOf(array);
        cudaTextureDesc description{};
        description.readMode = integers ? cudaReadModeElementType : cudaReadModeNormalizedFloat;
        cudaTextureObject_t texture = 0;
        if (SAY(cudaCreateTextureObject(&texture, &resource, &description, nullptr)) != cudaSuccess) return;
        if (integers) {
            int* out = zeros<int>(4);
            readInteger<<<1, 4>>>(texture, out);
            printDevice("texels", out, 4);
        } else {
            float4* out = zeros<float4>(4);
            readColour<<<1, 4>>>(texture, out);
            printDevice("texels", reinterpret_cast<float*>(out), 16);
        }
    };
    const unsigned char bytes[16] = {0, 1, 2, 3, 127, 128, 254, 255, 10, 20, 30, 40, 50, 60, 70, 80};
    colours(cudaCreateChannelDesc<uchar4>(), bytes, 16, false);
    colours(cudaCreateChannelDesc<char4>(), bytes, 16, false);
    colours(cudaCreateChannelDesc<uchar4>(), bytes, 16, true);
    colours(cudaCreateChannelDesc<uchar2>(), bytes, 8, false);
    colours(cudaCreateChannelDesc<unsigned char>(), bytes, 4, false);
    const unsigned short halves[8] = {0, 1, 32767, 32768, 65535, 0x3c00, 0xc000, 0x7bff};
    colours(cudaCreateChannelDesc<ushort2>(), halves, 16, false);
    colours(cudaCreateChannelDesc<short2>(), halves, 16, false);
    const short small[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    colours(cudaCreateChannelDesc<short2>(), small, 16, true);
    colours(cudaCreateChannelDescHalf(), halves, 8, false);
    // What does not go together.
    cudaArray_t array = nullptr;
    const cudaChannelFormatDesc integers = cudaCreateChannelDesc<int>();
    SAY(cudaMallocArray(&array, &integers, 4, 1));
    cudaResourceDesc resource = resourceOf(array);
    cudaTextureDesc description{};
    description.readMode = cudaReadModeNormalizedFloat;
    cudaTextureObject_t texture = 0;
    SAY(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    description.readMode = cudaReadModeElementType;
    description.filterMode = cudaFilterModeLinear;
    SAY(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    SAY(cudaCreateTextureObject(nullptr, &resource, &description, nullptr));
    SAY(cudaCreateTextureObject(&texture, nullptr, &description, nullptr));
    SAY(cudaCreateTextureObject(&texture, &resource, nullptr, nullptr));
    resource.res.array.array = nullptr;
    SAY(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    SAY(cudaDestroyTextureObject(0));
    cudaSurfaceObject_t surface = 0;
    resource.res.array.array = array;
    SAY(cudaCreateSurfaceObject(&surface, &resource));
}

PROGRAM(textureLinear) {
    float* data = zeros<float>(256);
    const std::vector<float> values = ramp(256, 1.0F);
    SAY(cudaMemcpy(data, values.data(), 1024, cudaMemcpyHostToDevice));
    cudaResourceDesc resource{};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = data;
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = 32;
    cudaTextureDesc description{};
    cudaTextureObject_t texture = 0;
    SAY(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    float* out = zeros<float>(16);
    readFetch<<<1, 16>>>(texture, out);
    printDevice("fetched", out, 16);
    resource.res.linear.devPtr = data + 1;
    SAY(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    resource.res.linear.devPtr = nullptr;
    SAY(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    cudaResourceDesc rows{};
    rows.resType = cudaResourceTypePitch2D;
    rows.res.pitch2D.devPtr = data;
    rows.res.pitch2D.desc = cudaCreateChannelDesc<float>();
    rows.res.pitch2D.width = 8;
    rows.res.pitch2D.height = 4;
    rows.res.pitch2D.pitchInBytes = 128;
    description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
    description.filterMode = cudaFilterModeLinear;
    SAY(cudaCreateTextureObject(&texture, &rows, &description, nullptr));
    read2D<<<1, 16>>>(texture, out, 0.0F, 0.625F, 1.25F);
    printDevice("filtered", out, 16);
    rows.res.pitch2D.pitchInBytes = 100;
    SAY(cudaCreateTextureObject(&texture, &rows, &description, nullptr));
    cudaResourceDesc known{};
    cudaTextureDesc asked{};
    SAY(cudaGetTextureObjectResourceDesc(&known, texture));
    VALUE(known.resType);
    VALUE(known.res.pitch2D.width);
    SAY(cudaGetTextureObjectTextureDesc(&asked, texture));
    VALUE(asked.filterMode);
}

PROGRAM(textureDimensions) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    const std::vector<float> texels = ramp(64, 1.0F);
    float* out = zeros<float>(8);
    cudaTextureDesc description{};
    description.filterMode = cudaFilterModeLinear;
    for (auto& mode : description.addressMode) mode = cudaAddressModeClamp;
    cudaTextureObject_t texture = 0;

    cudaArray_t line = nullptr;
    SAY(cudaMallocArray(&line, &format, 8));
    SAY(cudaMemcpyToArray(line, 0, 0, texels.data(), 32, cudaMemcpyHostToDevice));
    cudaResourceDesc resource = resourceOf(line);
    SAY(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    read1D<<<1, 8>>>(texture, out, 0.25F, 1.125F);
    printDevice("1-D", out, 8);

    cudaArray_t volume = nullptr, layers = nullptr;
    cudaMemcpy3DParms copy{};
    copy.srcPtr = make_cudaPitchedPtr(const_cast<float*>(texels.data()), 16, 4, 2);
    copy.extent = make_cudaExtent(4, 2, 3);
    copy.kind = cudaMemcpyHostToDevice;
    SAY(cudaMalloc3DArray(&volume, &format, copy.extent));
    copy.dstArray = volume;
    SAY(cudaMemcpy3D(&copy));
    resource = resourceOf(volume);
    SAY(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    read3D<<<1, 8>>>(texture, out);
    printDevice("3-D", out, 8);

    SAY(cudaMalloc3DArray(&layers, &format, copy.extent, cudaArrayLayered));
    copy.dstArray = layers;
    SAY(cudaMemcpy3D(&copy));
    resource = resourceOf(layers);
    SAY(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    readLayer<<<1, 5>>>(texture, out);
    printDevice("layers", out, 5);

    cudaArray_t plane = nullptr;
    SAY(cudaMallocArray(&plane, &format, 4, 4, cudaArrayTextureGather));
    SAY(cudaMemcpy2DToArray(plane, 0, 0, texels.data(), 16, 16, 4, cudaMemcpyHostToDevice));
    resource = resourceOf(plane);
    SAY(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
    float4* four = zeros<float4>(2);
    gather<<<1, 2>>>(texture, four);
    printDevice("gathered", reinterpret_cast<float*>(four), 8);
}

PROGRAM(surfaces) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array = nullptr;
    SAY(cudaMallocArray(&array, &format, 8, 2, cudaArraySurfaceLoadStore));
    const std::vector<float> texels = ramp(16, 1.0F);
    SAY(cudaMemcpy2DToArray(array, 0, 0, texels.data(), 32, 32, 2, cudaMemcpyHostToDevice));
    const cudaResourceDesc resource = resourceOf(array);
    cudaSurfaceObject_t surface = 0;
    SAY(cudaCreateSurfaceObject(&surface, &resource));
    writeSurface<<<1, dim3(5, 2)>>>(surface);
    SAY(cudaDeviceSynchronize());
    float back[16] = {};
    SAY(cudaMemcpy2DFromArray(back, 32, array, 0, 0, 32, 2, cudaMemcpyDeviceToHost));
    print("written", back, 16);
    float* out = zeros<float>(12);
    readSurface<<<1, 12>>>(surface, out);
    printDevice("read", out, 12);
    SAY(cudaDestroySurfaceObject(surface));
    SAY(cudaCreateSurfaceObject(nullptr, &resource));
    SAY(cudaCreateSurfaceObject(&surface, nullptr));
}

} // namespace
