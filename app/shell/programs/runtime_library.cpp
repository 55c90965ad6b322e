// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/programs/runtime_library.h"

#include "device/device.h"

#include <fmt/format.h>

#include <filesystem>

namespace lanescope::shell {

namespace {

namespace fs = std::filesystem;

constexpr const char* kLibrary = "liblanescope_cudart.so";

} // namespace

std::string runtimeFolder() {
    const fs::path folder = fs::read_symlink("/proc/self/exe").parent_path().parent_path() / "lib";
    if (!fs::exists(folder / kLibrary))
        throw Unavailable(fmt::format("Lanescope's CUDA runtime is not there: {} was expected",
                                      (folder / kLibrary).string()));
    return folder.string();
}

} // namespace lanescope::shell
