// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/interop/shared_buffer.h"

#include <fmt/format.h>
#include <glad/gl.h>

#include <cuda_gl_interop.h> // after glad's header, or it would take the system's

namespace lanescope::device {

namespace {

/// OpenGL has at least this many bytes, and lets the host write them where that is the route.
void checkBuffer(unsigned buffer, std::size_t bytes) {
    currentGlDriver(); // throws without a context
    if (!glIsBuffer(buffer))
        throw Error(fmt::format("OpenGL has no buffer {} in the current context", buffer));
    GLint64 actual = 0;
    glGetNamedBufferParameteri64v(buffer, GL_BUFFER_SIZE, &actual);
    if (static_cast<std::size_t>(actual) < bytes)
        throw Error(
            fmt::format("OpenGL's buffer {} has {} bytes; {} were to be shared", buffer, actual, bytes));
}

void checkWritable(unsigned buffer) {
    GLint immutable = 0, flags = 0;
    glGetNamedBufferParameteriv(buffer, GL_BUFFER_IMMUTABLE_STORAGE, &immutable);
    glGetNamedBufferParameteriv(buffer, GL_BUFFER_STORAGE_FLAGS, &flags);
    if (immutable && !(flags & GL_DYNAMIC_STORAGE_BIT))
        throw Error(fmt::format(
            "OpenGL's buffer {} cannot be written by the host: make it with dynamic storage", buffer));
}

class EmulatedBuffer final : public MappableResource {
public:
    EmulatedBuffer(const void* owner, std::shared_ptr<EmulatedMemory> memory, unsigned buffer,
                   std::size_t bytes)
        : MappableResource(owner), m_memory(std::move(memory)), m_buffer(buffer), m_bytes(bytes) {
        try {
            m_pointer = m_memory->memory.allocate(bytes, "shared OpenGL buffer");
        } catch (const std::bad_alloc&) {
            throw OutOfMemory("the OpenGL buffer", bytes, "the emulated device's memory",
                              m_memory->memory.capacity() - m_memory->memory.used());
        }
    }
    ~EmulatedBuffer() override { m_memory->memory.release(m_pointer); }

    Route route() const override { return Route::Emulated; }
    std::string_view reason() const override { return {}; }
    Pointer pointer() const override { return mapped() ? m_pointer : 0; }
    std::uint64_t surface() const override { return 0; }

private:
    void doOpen() override {}
    void doClose() override {
        const auto bytes = m_memory->memory.view(m_pointer, m_bytes);
        glNamedBufferSubData(m_buffer, 0, static_cast<GLsizeiptr>(m_bytes), bytes.data());
    }

    std::shared_ptr<EmulatedMemory> m_memory;
    unsigned m_buffer;
    std::size_t m_bytes;
    Pointer m_pointer = 0;
};

class DirectBuffer final : public MappableResource {
public:
    DirectBuffer(const void* owner, std::shared_ptr<CudaContext> context, cudaGraphicsResource_t resource,
                 std::size_t bytes)
        : MappableResource(owner), m_context(std::move(context)), m_resource(resource), m_bytes(bytes) {}
    ~DirectBuffer() override {
        ignoreError(cudaSetDevice(m_context->ordinal()));
        if (mapped()) ignoreError(cudaGraphicsUnmapResources(1, &m_resource, m_context->stream()));
        ignoreError(cudaGraphicsUnregisterResource(m_resource));
    }

    Route route() const override { return Route::Direct; }
    std::string_view reason() const override { return {}; }
    Pointer pointer() const override { return mapped() ? m_pointer : 0; }
    std::uint64_t surface() const override { return 0; }
    void* registration() const override { return m_resource; }

private:
    void doOpen() override {
        void* pointer = nullptr;
        std::size_t bytes = 0;
        LANESCOPE_CUDA(*m_context, cudaGraphicsResourceGetMappedPointer(&pointer, &bytes, m_resource));
        if (bytes < m_bytes)
            throw Error(
                fmt::format("a shared OpenGL buffer has {} bytes now; it was shared with {}: share it again "
                            "after it was resized",
                            bytes, m_bytes));
        m_pointer = reinterpret_cast<std::uintptr_t>(pointer);
    }
    void doClose() override {}

    std::shared_ptr<CudaContext> m_context;
    cudaGraphicsResource_t m_resource;
    std::size_t m_bytes;
    Pointer m_pointer = 0;
};

class HostBuffer final : public MappableResource {
public:
    HostBuffer(const void* owner, std::shared_ptr<CudaContext> context, unsigned buffer, std::size_t bytes,
               std::string reason)
        : MappableResource(owner), m_context(std::move(context)), m_buffer(buffer), m_bytes(bytes),
          m_reason(std::move(reason)) {
        try {
            LANESCOPE_CUDA(*m_context, cudaMalloc(&m_device, bytes));
            LANESCOPE_CUDA(*m_context, cudaMemsetAsync(m_device, 0, bytes, m_context->stream()));
            LANESCOPE_CUDA(*m_context, cudaMallocHost(&m_host, bytes));
        } catch (...) {
            free();
            throw;
        }
    }
    ~HostBuffer() override {
        ignoreError(cudaSetDevice(m_context->ordinal()));
        free();
    }

    Route route() const override { return Route::ThroughHost; }
    std::string_view reason() const override { return m_reason; }
    Pointer pointer() const override { return mapped() ? reinterpret_cast<std::uintptr_t>(m_device) : 0; }
    std::uint64_t surface() const override { return 0; }

private:
    void free() noexcept {
        ignoreError(cudaFree(m_device));
        ignoreError(cudaFreeHost(m_host));
    }
    void doOpen() override {}
    void doClose() override {
        LANESCOPE_CUDA(*m_context, cudaMemcpyAsync(m_host, m_device, m_bytes, cudaMemcpyDeviceToHost,
                                                   m_context->stream()));
        m_context->synchronize();
        glNamedBufferSubData(m_buffer, 0, static_cast<GLsizeiptr>(m_bytes), m_host);
    }

    std::shared_ptr<CudaContext> m_context;
    unsigned m_buffer;
    std::size_t m_bytes;
    std::string m_reason;
    void* m_device = nullptr;
    void* m_host = nullptr; // pinned, for the copy's speed
};

} // namespace

GlDriver currentGlDriver() {
    const auto* renderer = glGetString ? glGetString(GL_RENDERER) : nullptr;
    const auto* vendor = glGetString ? glGetString(GL_VENDOR) : nullptr;
    if (!renderer || !vendor || !glNamedBufferSubData)
        throw Error("no OpenGL 4.5 context is current: make one current before its objects are shared");
    return {reinterpret_cast<const char*>(renderer),
            std::string_view(reinterpret_cast<const char*>(vendor)).starts_with("NVIDIA")};
}

std::string refusalReason(const CudaContext& context, cudaError_t code) {
    const GlDriver driver = currentGlDriver();
    if (!driver.nvidia)
        return fmt::format(
            "OpenGL runs on {}, not on the NVIDIA driver, so CUDA cannot register its objects: start the "
            "program on the GPU's display or with __GLX_VENDOR_LIBRARY_NAME=nvidia",
            driver.renderer);
    unsigned count = 0;
    int ordinal = -1;
    ignoreError(cudaGLGetDevices(&count, &ordinal, 1, cudaGLDeviceListAll));
    if (count > 0 && ordinal != context.ordinal())
        return fmt::format("OpenGL runs on CUDA device {}, the kernels on device {}: choose --device cuda:{}",
                           ordinal, context.ordinal(), ordinal);
    return fmt::format(
        "the NVIDIA driver refused to register the object ({}): OpenGL and CUDA must run on the same "
        "GPU",
        describe(code));
}

std::unique_ptr<MappableResource> shareEmulatedBuffer(const void* owner,
                                                      std::shared_ptr<EmulatedMemory> memory,
                                                      unsigned glBuffer, std::size_t bytes) {
    checkBuffer(glBuffer, bytes);
    checkWritable(glBuffer);
    return std::make_unique<EmulatedBuffer>(owner, std::move(memory), glBuffer, bytes);
}

std::unique_ptr<MappableResource> shareCudaBuffer(const void* owner, std::shared_ptr<CudaContext> context,
                                                  unsigned glBuffer, std::size_t bytes) {
    checkBuffer(glBuffer, bytes);
    cudaGraphicsResource_t resource = nullptr;
    const cudaError_t code =
        cudaGraphicsGLRegisterBuffer(&resource, glBuffer, cudaGraphicsRegisterFlagsWriteDiscard);
    if (code == cudaSuccess)
        return std::make_unique<DirectBuffer>(owner, std::move(context), resource, bytes);
    ignoreError(code);
    checkWritable(glBuffer);
    std::string reason = refusalReason(*context, code);
    return std::make_unique<HostBuffer>(owner, std::move(context), glBuffer, bytes, std::move(reason));
}

} // namespace lanescope::device
