// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/shared_library.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <vector>

namespace lanescope::device {

std::optional<SharedLibrary> SharedLibrary::open(std::string_view stem) {
    std::vector<std::string> folders{""};
    std::vector<std::string> roots;
    if (const char* home = std::getenv("CUDA_HOME"); home && *home) roots.emplace_back(home);
    roots.emplace_back("/usr/local/cuda");
    for (const std::string& root : roots)
        for (const char* below : {"/lib64/", "/lib/", "/extras/CUPTI/lib64/"})
            folders.push_back(root + below);
    for (const std::string& folder : folders) {
        for (const char* version : {".13", ".12", ""}) {
            const std::string name = fmt::format("{}lib{}.so{}", folder, stem, version);
            if (void* handle = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL))
                return SharedLibrary(handle, name);
        }
    }
    return std::nullopt;
}

std::optional<SharedLibrary> SharedLibrary::openFile(const std::string& path, std::string& why) {
    if (void* handle = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) return SharedLibrary(handle, path);
    const char* said = ::dlerror();
    why = said ? said : path + " cannot be opened";
    return std::nullopt;
}

void* SharedLibrary::symbol(const char* name) const {
    return ::dlsym(m_handle, name);
}

} // namespace lanescope::device
