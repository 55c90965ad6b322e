// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/device.h"

#include <span>
#include <vector>

namespace lanescope::device {

/// What a device needs of its own shared resources beyond what a lab sees of them.
class MappableResource : public SharedResource {
public:
    explicit MappableResource(const void* owner) : m_owner(owner) {}
    /// Whether it is the kernels' turn: pointer() and surface() are valid.
    bool mapped() const { return m_mapped; }
    /// The device that shares it.
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

/// Throws Error unless every resource belongs to owner and has the mapped state given.
void checkResources(std::span<SharedResource* const> resources, const void* owner, bool mapped);
/// Of a resource that checkResources() has let through.
inline MappableResource& mappable(SharedResource& resource) {
    return static_cast<MappableResource&>(resource);
}

} // namespace lanescope::device
