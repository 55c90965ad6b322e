// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/interop/shared_texture.h"

#include "device/cuda/context/cuda_array.h"
#include "device/interop/shared_buffer.h"
#include "device/launch_check.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <cuda_gl_interop.h> // after glad's header, or it would take the system's

namespace lanescope::device {

namespace {

struct GlFormat {
    GLint internal;
    GLenum format, type;
};

GlFormat glFormat(TexelFormat format) {
    switch (format) {
    case TexelFormat::R8:
        return {GL_R8, GL_RED, GL_UNSIGNED_BYTE};
    case TexelFormat::Rgba8:
        return {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE};
    case TexelFormat::R32f:
        return {GL_R32F, GL_RED, GL_FLOAT};
    case TexelFormat::Rgba32f:
        return {GL_RGBA32F, GL_RGBA, GL_FLOAT};
    default:
        throw Error("OpenGL shares no textures of this format");
    }
}

void checkTexture(unsigned texture, const ArrayDesc& desc) {
    currentGlDriver(); // throws without a context
    checkShape(desc);
    if (!glIsTexture(texture))
        throw Error(fmt::format("OpenGL has no texture {} in the current context", texture));
    GLint width = 0, height = 0, internal = 0, target = 0;
    glGetTextureParameteriv(texture, GL_TEXTURE_TARGET, &target);
    glGetTextureLevelParameteriv(texture, 0, GL_TEXTURE_WIDTH, &width);
    glGetTextureLevelParameteriv(texture, 0, GL_TEXTURE_HEIGHT, &height);
    glGetTextureLevelParameteriv(texture, 0, GL_TEXTURE_INTERNAL_FORMAT, &internal);
    if (target != GL_TEXTURE_2D)
        throw Error(fmt::format("OpenGL's texture {} is not two-dimensional", texture));
    if (static_cast<std::uint32_t>(width) != desc.width ||
        static_cast<std::uint32_t>(height) != desc.height || internal != glFormat(desc.format).internal)
        throw Error(fmt::format(
            "OpenGL's texture {} has {} x {} texels of format {:#x}; it was to be shared as {} x "
            "{} of format {:#x}",
            texture, width, height, internal, desc.width, desc.height, glFormat(desc.format).internal));
}

/// glTextureSubImage2D of tightly packed rows, whatever the pixel store was set to.
void writeTexture(unsigned texture, const ArrayDesc& desc, const void* texels) {
    constexpr std::array kNames{GL_UNPACK_ALIGNMENT, GL_UNPACK_ROW_LENGTH, GL_UNPACK_SKIP_ROWS,
                                GL_UNPACK_SKIP_PIXELS};
    std::array<GLint, kNames.size()> saved{};
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        glGetIntegerv(kNames[i], &saved[i]);
        glPixelStorei(kNames[i], kNames[i] == GL_UNPACK_ALIGNMENT ? 1 : 0);
    }
    GLint unpackBuffer = 0;
    glGetIntegerv(GL_PIXEL_UNPACK_BUFFER_BINDING, &unpackBuffer);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    const GlFormat format = glFormat(desc.format);
    glTextureSubImage2D(texture, 0, 0, 0, static_cast<GLsizei>(desc.width), static_cast<GLsizei>(desc.height),
                        format.format, format.type, texels);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, static_cast<GLuint>(unpackBuffer));
    for (std::size_t i = 0; i < kNames.size(); ++i) glPixelStorei(kNames[i], saved[i]);
}

class EmulatedTexture final : public MappableResource {
public:
    EmulatedTexture(const void* owner, std::shared_ptr<EmulatedMemory> memory, unsigned texture,
                    const ArrayDesc& desc)
        : MappableResource(owner), m_memory(std::move(memory)), m_texture(texture), m_desc(desc),
          m_array(emulatedArray(*m_memory, desc)), m_surface(m_memory->textures.addSurface(m_array)) {}
    ~EmulatedTexture() override { m_memory->textures.remove(m_surface); }

    Route route() const override { return Route::Emulated; }
    std::string_view reason() const override { return {}; }
    Pointer pointer() const override { return 0; }
    std::uint64_t surface() const override { return mapped() ? m_surface : 0; }

private:
    void doOpen() override {}
    void doClose() override { writeTexture(m_texture, m_desc, m_array->texels.data()); }

    std::shared_ptr<EmulatedMemory> m_memory;
    unsigned m_texture;
    ArrayDesc m_desc;
    std::shared_ptr<ptx::Array> m_array;
    std::uint64_t m_surface;
};

class DirectTexture final : public MappableResource {
public:
    DirectTexture(const void* owner, std::shared_ptr<CudaContext> context, cudaGraphicsResource_t resource)
        : MappableResource(owner), m_context(std::move(context)), m_resource(resource) {}
    ~DirectTexture() override {
        ignoreError(cudaSetDevice(m_context->ordinal()));
        if (mapped()) {
            m_context->retire(m_surface);
            ignoreError(cudaGraphicsUnmapResources(1, &m_resource, m_context->stream()));
        }
        ignoreError(cudaGraphicsUnregisterResource(m_resource));
    }

    Route route() const override { return Route::Direct; }
    std::string_view reason() const override { return {}; }
    Pointer pointer() const override { return 0; }
    std::uint64_t surface() const override { return mapped() ? m_surface : 0; }
    void* registration() const override { return m_resource; }

private:
    void doOpen() override {
        // The array behind the texture may be another one at each map, so the surface object is made anew.
        cudaArray_t array = nullptr;
        LANESCOPE_CUDA(*m_context, cudaGraphicsSubResourceGetMappedArray(&array, m_resource, 0, 0));
        m_surface = makeSurface(*m_context, array);
    }
    void doClose() override { m_context->retire(m_surface); }

    std::shared_ptr<CudaContext> m_context;
    cudaGraphicsResource_t m_resource;
    cudaSurfaceObject_t m_surface = 0;
};

class HostTexture final : public MappableResource {
public:
    HostTexture(const void* owner, std::shared_ptr<CudaContext> context, unsigned texture,
                const ArrayDesc& desc, std::string reason)
        : MappableResource(owner), m_context(std::move(context)), m_texture(texture),
          m_reason(std::move(reason)), m_array(m_context, desc, {}),
          m_texels(std::size_t{desc.width} * desc.height * bytesPerTexel(desc.format)),
          m_surface(makeSurface(*m_context, m_array.array())) {}
    ~HostTexture() override {
        ignoreError(cudaSetDevice(m_context->ordinal()));
        ignoreError(cudaStreamSynchronize(m_context->stream()));
        ignoreError(cudaDestroySurfaceObject(m_surface));
    }

    Route route() const override { return Route::ThroughHost; }
    std::string_view reason() const override { return m_reason; }
    Pointer pointer() const override { return 0; }
    std::uint64_t surface() const override { return mapped() ? m_surface : 0; }

private:
    void doOpen() override {}
    void doClose() override {
        m_array.download(m_texels.data());
        writeTexture(m_texture, m_array.desc(), m_texels.data());
    }

    std::shared_ptr<CudaContext> m_context;
    unsigned m_texture;
    std::string m_reason;
    CudaArray m_array;
    std::vector<std::byte> m_texels;
    cudaSurfaceObject_t m_surface;
};

} // namespace

std::unique_ptr<MappableResource> shareEmulatedTexture(const void* owner,
                                                       std::shared_ptr<EmulatedMemory> memory,
                                                       unsigned glTexture, const ArrayDesc& desc) {
    checkTexture(glTexture, desc);
    return std::make_unique<EmulatedTexture>(owner, std::move(memory), glTexture, desc);
}

std::unique_ptr<MappableResource> shareCudaTexture(const void* owner, std::shared_ptr<CudaContext> context,
                                                   unsigned glTexture, const ArrayDesc& desc) {
    checkTexture(glTexture, desc);
    cudaGraphicsResource_t resource = nullptr;
    const cudaError_t code = cudaGraphicsGLRegisterImage(&resource, glTexture, GL_TEXTURE_2D,
                                                         cudaGraphicsRegisterFlagsSurfaceLoadStore);
    if (code == cudaSuccess) return std::make_unique<DirectTexture>(owner, std::move(context), resource);
    ignoreError(code);
    std::string reason = refusalReason(*context, code);
    return std::make_unique<HostTexture>(owner, std::move(context), glTexture, desc, std::move(reason));
}

} // namespace lanescope::device
