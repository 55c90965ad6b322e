// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "cuda_case.h"

#include <cuda_runtime_api.h>

#include <map>
#include <memory>
#include <stdexcept>

namespace lanescope::corpus {

namespace {

void check(cudaError_t code, const char* call) {
    if (code != cudaSuccess) {
        cudaGetLastError(); // so that the next case starts clean
        throw std::runtime_error(std::string(call) + ": " + cudaGetErrorString(code));
    }
}
#define CUDA_CHECK(call) check(call, #call)

cudaChannelFormatDesc formatOf(const ArraySpec& spec) {
    const int bits = static_cast<int>(spec.bits);
    const auto kind = spec.kind == ptx::ChannelKind::Float    ? cudaChannelFormatKindFloat
                      : spec.kind == ptx::ChannelKind::Signed ? cudaChannelFormatKindSigned
                                                              : cudaChannelFormatKindUnsigned;
    return {bits, spec.channels > 1 ? bits : 0, spec.channels > 2 ? bits : 0, spec.channels > 2 ? bits : 0,
            kind};
}

cudaTextureAddressMode modeOf(ptx::AddressMode mode) {
    switch (mode) {
    case ptx::AddressMode::Wrap:
        return cudaAddressModeWrap;
    case ptx::AddressMode::Clamp:
        return cudaAddressModeClamp;
    case ptx::AddressMode::Mirror:
        return cudaAddressModeMirror;
    case ptx::AddressMode::Border:
        break;
    }
    return cudaAddressModeBorder;
}

cudaExtent extentOf(std::size_t width, std::size_t height, std::size_t depth) {
    return {width, height, depth};
}

/// A CUDA array with a texture or surface object over it.
class ArrayObject {
public:
    explicit ArrayObject(const Argument& argument) {
        const ArraySpec& spec = argument.array;
        const cudaChannelFormatDesc format = formatOf(spec);
        const bool flat = spec.depth == 1 && !spec.layered;
        const bool oneRow = spec.height == 1;
        unsigned flags = spec.layered ? cudaArrayLayered : cudaArrayDefault;
        if (argument.kind == Argument::Kind::Surface) flags |= cudaArraySurfaceLoadStore;
        if (flat && !oneRow && argument.kind == Argument::Kind::Texture) flags |= cudaArrayTextureGather;
        CUDA_CHECK(cudaMalloc3DArray(
            &m_array, &format, extentOf(spec.width, oneRow ? 0 : spec.height, flat ? 0 : spec.depth), flags));
        std::vector<std::byte> texels = contents(argument);
        const std::size_t pitch = texels.size() / spec.height / spec.depth;
        cudaMemcpy3DParms copy{};
        copy.srcPtr = {texels.data(), pitch, spec.width, spec.height};
        copy.dstArray = m_array;
        copy.extent = extentOf(spec.width, spec.height, spec.depth);
        copy.kind = cudaMemcpyHostToDevice;
        CUDA_CHECK(cudaMemcpy3D(&copy));
        cudaResourceDesc resource{};
        resource.resType = cudaResourceTypeArray;
        resource.res.array.array = m_array;
        if (argument.kind == Argument::Kind::Surface) {
            CUDA_CHECK(cudaCreateSurfaceObject(&m_surface, &resource));
            return;
        }
        cudaTextureDesc desc{};
        for (std::size_t axis = 0; axis < 3; ++axis)
            desc.addressMode[axis] = modeOf(spec.sampler.address[axis]);
        desc.filterMode =
            spec.sampler.filter == ptx::FilterMode::Linear ? cudaFilterModeLinear : cudaFilterModePoint;
        desc.readMode =
            spec.sampler.readNormalizedFloat ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
        desc.normalizedCoords = spec.sampler.normalizedCoordinates ? 1 : 0;
        for (std::size_t channel = 0; channel < 4; ++channel)
            desc.borderColor[channel] = spec.sampler.border[channel];
        CUDA_CHECK(cudaCreateTextureObject(&m_texture, &resource, &desc, nullptr));
    }
    ~ArrayObject() {
        if (m_texture != 0) cudaDestroyTextureObject(m_texture);
        if (m_surface != 0) cudaDestroySurfaceObject(m_surface);
        if (m_array != nullptr) cudaFreeArray(m_array);
    }
    ArrayObject(const ArrayObject&) = delete;
    ArrayObject& operator=(const ArrayObject&) = delete;
    std::uint64_t handle() const { return m_texture != 0 ? m_texture : m_surface; }

private:
    cudaArray_t m_array = nullptr;
    cudaTextureObject_t m_texture = 0;
    cudaSurfaceObject_t m_surface = 0;
};

struct FreeDevice {
    void operator()(void* memory) const { cudaFree(memory); }
};

cudaLibrary_t libraryOf(const std::string& ptx) {
    static std::map<std::string, cudaLibrary_t> libraries; // until the program ends, as the context does
    const auto known = libraries.find(ptx);
    if (known != libraries.end()) return known->second;
    cudaLibrary_t library = nullptr;
    CUDA_CHECK(cudaLibraryLoadData(&library, ptx.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0));
    return libraries.emplace(ptx, library).first->second;
}

Values launch(const Case& each, cudaLibrary_t library) {
    Values values(each);
    std::vector<std::unique_ptr<void, FreeDevice>> buffers(each.arguments.size());
    std::vector<std::unique_ptr<ArrayObject>> arrays(each.arguments.size());
    std::vector<std::vector<std::byte>> words(each.arguments.size());
    std::vector<void*> parameters;
    for (std::size_t k = 0; k < each.arguments.size(); ++k) {
        const Argument& argument = each.arguments[k];
        std::uint64_t word = 0;
        if (argument.kind == Argument::Kind::Buffer) {
            const auto& bytes = values.bytes()[k];
            void* memory = nullptr;
            CUDA_CHECK(cudaMalloc(&memory, bytes.size()));
            buffers[k].reset(memory);
            CUDA_CHECK(cudaMemcpy(memory, bytes.data(), bytes.size(), cudaMemcpyHostToDevice));
            word = reinterpret_cast<std::uintptr_t>(memory);
        } else if (argument.kind != Argument::Kind::Scalar) {
            arrays[k] = std::make_unique<ArrayObject>(argument);
            word = arrays[k]->handle();
        }
        words[k] = argument.scalar;
        if (argument.kind != Argument::Kind::Scalar) {
            words[k].resize(sizeof word);
            std::memcpy(words[k].data(), &word, sizeof word);
        }
        parameters.push_back(words[k].data());
    }
    for (const std::string& name : each.kernels) {
        cudaKernel_t kernel = nullptr;
        CUDA_CHECK(cudaLibraryGetKernel(&kernel, library, name.c_str()));
        CUDA_CHECK(cudaLaunchKernel(kernel, dim3(each.grid.x, each.grid.y, each.grid.z),
                                    dim3(each.block.x, each.block.y, each.block.z), parameters.data(),
                                    each.sharedBytes, nullptr));
        CUDA_CHECK(cudaDeviceSynchronize());
    }
    for (std::size_t k = 0; k < each.arguments.size(); ++k) {
        if (buffers[k] == nullptr) continue;
        auto& bytes = values.bytes()[k];
        CUDA_CHECK(cudaMemcpy(bytes.data(), buffers[k].get(), bytes.size(), cudaMemcpyDeviceToHost));
    }
    return values;
}

} // namespace

Values runOnCuda(const Case& each, const std::string& ptx) {
    return launch(each, libraryOf(ptx));
}

Values runUnoptimized(const Case& each, const std::string& ptx) {
    cudaJitOption option = cudaJitOptimizationLevel;
    void* level = nullptr; // 0
    cudaLibrary_t library = nullptr;
    CUDA_CHECK(cudaLibraryLoadData(&library, ptx.c_str(), &option, &level, 1, nullptr, nullptr, 0));
    const std::unique_ptr<CUlib_st, decltype(&cudaLibraryUnload)> unload(library, &cudaLibraryUnload);
    return launch(each, library);
}

} // namespace lanescope::corpus
