// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/device.h"
#include "ptx/state/memory.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace lanescope::device {

/// What the emulated device's resources share with it, and keep alive.
struct EmulatedMemory {
    explicit EmulatedMemory(std::size_t capacityBytes) : memory(capacityBytes) {}
    ptx::Memory memory;
    ptx::TextureTable textures;
    std::uint32_t nextArray = 0; ///< ptx::Array::number of the next one
};

/// A ptx::Array of the shape of desc, zeroed.
std::shared_ptr<ptx::Array> emulatedArray(EmulatedMemory& memory, const ArrayDesc& desc);

} // namespace lanescope::device
