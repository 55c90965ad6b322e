// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/emulated_memory.h"

namespace lanescope::device {

std::shared_ptr<ptx::Array> emulatedArray(EmulatedMemory& memory, const ArrayDesc& desc) {
    auto array = std::make_shared<ptx::Array>();
    array->number = memory.nextArray++;
    array->width = desc.width;
    array->height = desc.height;
    array->depth = desc.depth;
    const bool bytes = desc.format == TexelFormat::R8 || desc.format == TexelFormat::Rgba8;
    array->kind = bytes ? ptx::ChannelKind::Unsigned : ptx::ChannelKind::Float;
    array->bitsPerChannel = bytes ? 8 : 32;
    array->channels = bytesPerTexel(desc.format) * 8 / array->bitsPerChannel;
    array->texels.resize(desc.bytes());
    return array;
}

} // namespace lanescope::device
