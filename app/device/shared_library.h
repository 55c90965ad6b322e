// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace lanescope::device {

/// A shared library of the CUDA toolkit, opened at run time so that the program starts without it.
/// It stays loaded to the program's end: these libraries are not made to be unloaded.
class SharedLibrary {
public:
    /// Looks for libSTEM.so.13, .so.12 and .so, first where the system looks, then below $CUDA_HOME and
    /// /usr/local/cuda (lib64 and extras/CUPTI/lib64). Empty when there is none.
    static std::optional<SharedLibrary> open(std::string_view stem);
    /// Opens one file. Empty when it cannot be opened; why then says what the loader says.
    static std::optional<SharedLibrary> openFile(const std::string& path, std::string& why);
    /// The path or name it was opened by.
    const std::string& name() const { return m_name; }
    /// A function by name; nullptr when the library has none of it.
    template<class Function>
    Function* function(const char* name) const {
        return reinterpret_cast<Function*>(symbol(name));
    }

private:
    SharedLibrary(void* handle, std::string name) : m_handle(handle), m_name(std::move(name)) {}
    void* symbol(const char* name) const;

    void* m_handle;
    std::string m_name;
};

} // namespace lanescope::device
