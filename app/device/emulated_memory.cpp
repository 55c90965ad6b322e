// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/emulated_memory.h"

namespace lanescope::device {

namespace {

ptx::ChannelKind kindOf(recording::ChannelKind kind) {
    switch (kind) {
    case recording::ChannelKind::Signed:
        return ptx::ChannelKind::Signed;
    case recording::ChannelKind::Float:
        return ptx::ChannelKind::Float;
    case recording::ChannelKind::Unsigned:
        break;
    }
    return ptx::ChannelKind::Unsigned;
}

} // namespace

std::shared_ptr<ptx::Array> emulatedArray(EmulatedMemory& memory, const ArrayDesc& desc) {
    auto array = std::make_shared<ptx::Array>();
    array->number = memory.nextArray++;
    array->width = desc.width;
    array->height = desc.height;
    array->depth = desc.depth;
    array->levels = desc.levels;
    array->layered = hasLayers(desc.shape);
    const recording::TexelChannels& channels = channelsOf(desc.format);
    array->kind = kindOf(channels.kind);
    array->bitsPerChannel = channels.bits;
    array->channels = channels.count;
    array->texels.resize(desc.bytes());
    return array;
}

} // namespace lanescope::device
