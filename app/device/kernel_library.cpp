// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/kernel_library.h"

#include "device/device.h"
#include "embedded/kernel_library.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace lanescope::device {

namespace {

constexpr std::string_view kSourceEnding = ".cu";
constexpr std::string_view kPtxEnding = ".ptx";

std::vector<recording::ModulePointer> collect() {
    std::vector<recording::ModulePointer> files;
    for (const auto& source : kernels::files()) {
        if (!source.path.ends_with(kSourceEnding)) continue;
        std::string_view name = source.path;
        name.remove_suffix(kSourceEnding.size());
        const std::string ptxPath = "ptx/" + std::string(name) + std::string(kPtxEnding);
        name.remove_prefix(name.rfind('/') + 1);
        for (const auto& ptx : kernels::files())
            if (ptx.path == ptxPath)
                files.push_back(
                    std::make_shared<recording::Module>(recording::Module{.name = std::string(name),
                                                                          .path = std::string(source.path),
                                                                          .source = std::string(source.text),
                                                                          .ptx = std::string(ptx.text)}));
    }
    std::ranges::sort(files, {}, [](const recording::ModulePointer& file) { return file->name; });
    return files;
}

} // namespace

std::span<const recording::ModulePointer> kernelFiles() {
    static const std::vector<recording::ModulePointer> files = collect();
    return files;
}

recording::ModulePointer findKernelFile(std::string_view name) {
    for (const recording::ModulePointer& file : kernelFiles())
        if (file->name == name) return file;
    return nullptr;
}

recording::ModulePointer kernelFile(std::string_view name) {
    if (recording::ModulePointer file = findKernelFile(name)) return file;
    throw Error(fmt::format("kernels/{}.cu is not part of this program", name));
}

} // namespace lanescope::device
