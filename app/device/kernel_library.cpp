// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/kernel_library.h"

#include "embedded/kernel_library.h"

#include <algorithm>
#include <vector>

namespace lanescope::device {

namespace {

constexpr std::string_view kSourceEnding = ".cu";
constexpr std::string_view kPtxEnding = ".ptx";

std::vector<KernelFile> collect() {
    std::vector<KernelFile> files;
    for (const auto& source : kernels::files()) {
        if (!source.path.ends_with(kSourceEnding)) continue;
        std::string_view name = source.path;
        name.remove_suffix(kSourceEnding.size());
        const std::string ptxPath = "ptx/" + std::string(name) + std::string(kPtxEnding);
        name.remove_prefix(name.rfind('/') + 1);
        for (const auto& ptx : kernels::files())
            if (ptx.path == ptxPath)
                files.push_back({std::string(name), std::string(source.path), std::string(source.text),
                                 std::string(ptx.text)});
    }
    std::ranges::sort(files, {}, &KernelFile::name);
    return files;
}

} // namespace

std::span<const KernelFile> kernelFiles() {
    static const std::vector<KernelFile> files = collect();
    return files;
}

const KernelFile* findKernelFile(std::string_view name) {
    for (const KernelFile& file : kernelFiles())
        if (file.name == name) return &file;
    return nullptr;
}

} // namespace lanescope::device
