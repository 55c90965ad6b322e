// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/device.h"
#include "ptx/run/memory.h"

namespace lanescope::device {

class CudaContext;

/// What a device needs of its own shared resources beyond what a lab sees of them.
class MappableResource : public SharedResource {
public:
    explicit MappableResource(const void* owner) : m_owner(owner) {}
    bool mapped() const { return m_mapped; }
    const void* owner() const { return m_owner; }
    /// CUDA's registration of the OpenGL object; nullptr when the route is not Direct.
    virtual void* registration() const { return nullptr; }
    /// Makes pointer() and surface() valid; the registration was mapped before.
    void open() {
        doOpen();
        m_mapped = true;
    }
    /// Ends the kernels' turn and, unless the route is Direct, hands the bytes to OpenGL.
    void close() {
        m_mapped = false;
        doClose();
    }
    /// Ends the kernels' turn after an error, without handing anything over.
    void abandon() noexcept { m_mapped = false; }

protected:
    virtual void doOpen() = 0;
    virtual void doClose() = 0;

private:
    const void* m_owner;
    bool m_mapped = false;
};

/// What the emulated device's resources share with it, and keep alive.
struct EmulatedMemory {
    explicit EmulatedMemory(std::size_t capacityBytes) : memory(capacityBytes) {}
    ptx::Memory memory;
    ptx::TextureTable textures;
    std::uint32_t nextArray = 0; ///< ptx::Array::number of the next one
};

/// A ptx::Array of the shape of desc, zeroed.
std::shared_ptr<ptx::Array> emulatedArray(EmulatedMemory& memory, const ArrayDesc& desc);

/// The resources whose every member belongs to owner and has the mapped state given. Throws Error otherwise.
std::vector<MappableResource*> checkedResources(std::span<SharedResource* const> resources, const void* owner,
                                                bool mapped);

// In shared_buffer.cpp and shared_texture.cpp, the only files of this folder that call OpenGL. All throw
// Error when no OpenGL 4.5 context is current or the object is not what the caller says it is.
std::unique_ptr<MappableResource> shareEmulatedBuffer(const void* owner,
                                                      std::shared_ptr<EmulatedMemory> memory,
                                                      unsigned glBuffer, std::size_t bytes);
std::unique_ptr<MappableResource> shareEmulatedTexture(const void* owner,
                                                       std::shared_ptr<EmulatedMemory> memory,
                                                       unsigned glTexture, const ArrayDesc& desc);
std::unique_ptr<MappableResource> shareCudaBuffer(const void* owner, std::shared_ptr<CudaContext> context,
                                                  unsigned glBuffer, std::size_t bytes);
std::unique_ptr<MappableResource> shareCudaTexture(const void* owner, std::shared_ptr<CudaContext> context,
                                                   unsigned glTexture, const ArrayDesc& desc);

/// "llvmpipe (LLVM 15.0.6, 256 bits)" and whether the vendor is NVIDIA, of the current OpenGL context.
struct GlDriver {
    std::string renderer;
    bool nvidia = false;
};
GlDriver currentGlDriver();

} // namespace lanescope::device
