// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/shared_resource.h"

namespace lanescope::device {

std::shared_ptr<ptx::Array> emulatedArray(EmulatedMemory& memory, const ArrayDesc& desc) {
    auto array = std::make_shared<ptx::Array>();
    array->number = memory.nextArray++;
    array->width = desc.width;
    array->height = desc.height;
    const bool bytes = desc.format == TexelFormat::R8 || desc.format == TexelFormat::Rgba8;
    array->kind = bytes ? ptx::ChannelKind::Unsigned : ptx::ChannelKind::Float;
    array->bitsPerChannel = bytes ? 8 : 32;
    array->channels = bytesPerTexel(desc.format) * 8 / array->bitsPerChannel;
    array->texels.resize(std::size_t{desc.width} * desc.height * array->bytesPerTexel());
    return array;
}

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
