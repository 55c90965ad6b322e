// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/interop/shared_resource.h"

namespace lanescope::device {

void checkResources(std::span<SharedResource* const> resources, const void* owner, bool mapped) {
    for (const SharedResource* resource : resources) {
        const auto* mappable = dynamic_cast<const MappableResource*>(resource);
        if (!mappable || mappable->owner() != owner)
            throw Error("a shared OpenGL resource belongs to another device; share it with this one");
        if (mappable->mapped() != mapped)
            throw Error(
                mapped ? "a shared OpenGL resource is not mapped; map it before it is unmapped"
                       : "a shared OpenGL resource is mapped already; unmap it before it is mapped again");
    }
}

} // namespace lanescope::device
