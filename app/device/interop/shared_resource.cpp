// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/interop/shared_resource.h"

namespace lanescope::device {

std::vector<MappableResource*> checkedResources(std::span<SharedResource* const> resources, const void* owner,
                                                bool mapped) {
    std::vector<MappableResource*> all;
    for (SharedResource* resource : resources) {
        auto* mappable = dynamic_cast<MappableResource*>(resource);
        if (!mappable || mappable->owner() != owner)
            throw Error("a shared OpenGL resource belongs to another device; share it with this one");
        if (mappable->mapped() != mapped)
            throw Error(
                mapped ? "a shared OpenGL resource is not mapped; map it before it is unmapped"
                       : "a shared OpenGL resource is mapped already; unmap it before it is mapped again");
        all.push_back(mappable);
    }
    return all;
}

} // namespace lanescope::device
