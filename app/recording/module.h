// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::recording {

struct SourceFile {
    std::string path, text;
    bool operator==(const SourceFile&) const = default;
};

/// PTX with the source that it was made from.
struct Module {
    std::string name;               ///< "wave": the file's name without .cu
    std::string path;               ///< "kernels/wave.cu"
    std::string source;             ///< CUDA C++; empty: unknown
    std::string ptx;                ///< with line information
    std::vector<SourceFile> others; ///< that its lines name, too: headers, and files that it was linked of
    /// The program's file, where the source was changed after that was built: lines may not match. Empty: it
    /// was not, or nobody knows.
    std::string olderProgram;
    /// That it is on, of a program with several: each has its own, with variables of its own. 0 the first.
    std::uint32_t device = 0;
    /// Of a thread, by the kernels of which the program has machine code for compute capability 9.0.
    std::map<std::string, int, std::less<>> registers;
    bool operator==(const Module&) const = default;
};
/// One of its sources, by a path of its line information: 0 the one that it was made from, 1 the first of the
/// others; nothing: it is not there.
std::optional<std::size_t> sourceOf(const Module& module, std::string_view path);
std::size_t sourceCount(const Module& module);
std::string_view sourcePath(const Module& module, std::size_t source);
std::string_view sourceText(const Module& module, std::size_t source);

/// Whether instructions are known by their lines: nvcc was given -lineinfo or -G.
inline bool hasLines(const Module& module) {
    return module.ptx.find(".loc\t") != std::string::npos || module.ptx.find(".loc ") != std::string::npos;
}
/// Whether a kernel, by its plain or mangled name, has an array in dynamic shared memory; also where that is
/// not known.
bool usesDynamicShared(const Module& module, std::string_view kernel);
using ModulePointer = std::shared_ptr<const Module>;

/// Gives the module of a name; nullptr when there is none.
using ModuleFinder = std::function<ModulePointer(std::string_view name)>;

} // namespace lanescope::recording
