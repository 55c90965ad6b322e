// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/programs/runtime_library.h"

#include "device/device.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>

namespace lanescope::shell {

namespace {

namespace fs = std::filesystem;

/// The library, and the names by which nvcc and the loader look for it: without them programs get NVIDIA's.
constexpr std::array kFiles{"liblanescope_cudart.so", "libcudart.so", "libcudart.so.13"};

} // namespace

std::string runtimeFolder() {
    const fs::path folder = fs::read_symlink("/proc/self/exe").parent_path().parent_path() / "lib";
    for (const char* file : kFiles)
        if (!fs::exists(folder / file))
            throw Unavailable(fmt::format("Lanescope's CUDA runtime is not there: {} was expected",
                                          (folder / file).string()));
    return folder.string();
}

} // namespace lanescope::shell
