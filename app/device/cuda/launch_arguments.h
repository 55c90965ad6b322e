// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/cuda/context/cuda_context.h"
#include "device/launch.h"

#include <cstddef>
#include <vector>

namespace lanescope::device {

/// A launch's arguments as the runtime takes them. Tensor maps among them are as the emulator has them
/// (ptx::encoded); the launch gets the driver's.
class LaunchArguments {
public:
    /// arguments: outlive this, and stay as they are. Throws Error for a map that the driver refuses.
    LaunchArguments(CudaContext& context, const Arguments& arguments);
    LaunchArguments(const LaunchArguments&) = delete;
    LaunchArguments& operator=(const LaunchArguments&) = delete;

    /// The runtime only reads what they lead to.
    void** data() { return m_pointers.data(); }

private:
    std::vector<void*> m_pointers;
    std::vector<std::vector<std::byte>> m_changed; ///< those with maps
};

} // namespace lanescope::device
