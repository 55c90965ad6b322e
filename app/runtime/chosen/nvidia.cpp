// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/chosen/nvidia.h"

#include <dlfcn.h>
#include <driver_types.h>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <span>

namespace lanescope::runtime::nvidia {

namespace {

constexpr const char* kLibrary = "liblanescope_nvidia_cudart.so";

/// As functions.py writes it.
struct NvidiaFunction {
    const char* name;
    void* function;
};

/// By their names.
std::span<const NvidiaFunction> g_functions;

/// The function of that name as one of type F.
template<class F>
F* function(std::string_view name) {
    return reinterpret_cast<F*>(find(name));
}

/// Beside our own library.
std::filesystem::path libraryPath() {
    Dl_info info{};
    static const char kOwn = 0;
    if (::dladdr(&kOwn, &info) == 0 || !info.dli_fname) return kLibrary;
    std::error_code unknown;
    const std::filesystem::path own = std::filesystem::canonical(info.dli_fname, unknown);
    return (unknown ? std::filesystem::path(info.dli_fname) : own).parent_path() / kLibrary;
}

std::span<const NvidiaFunction> functionsOf(void* library) {
    const auto* first = static_cast<const NvidiaFunction*>(::dlsym(library, "lanescope_nvidia_functions"));
    std::size_t count = 0;
    while (first && first[count].name) ++count;
    return {first, count};
}

} // namespace

bool hasDriver() {
    static void* const driver = ::dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    return driver != nullptr;
}

std::string open() {
    if (!hasDriver()) return "no NVIDIA driver is installed (libcuda.so.1 was not found)";
    const std::string path = libraryPath().string();
    void* const library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        const char* const why = ::dlerror(); // NOLINT(concurrency-mt-unsafe): glibc has one for each thread
        return fmt::format("the runtime for GPUs cannot be opened: {}", why ? why : path);
    }
    g_functions = functionsOf(library);
    auto* const count = function<cudaError_t(int*)>("cudaGetDeviceCount");
    auto* const describe = function<const char*(cudaError_t)>("cudaGetErrorString");
    auto* const forget = function<cudaError_t()>("cudaGetLastError");
    if (!count || !describe || !forget) return fmt::format("{} is of another version of Lanescope", path);
    int devices = 0;
    const cudaError_t result = count(&devices);
    static_cast<void>(forget()); // the program has not called anything yet
    if (result != cudaSuccess)
        return fmt::format("the NVIDIA driver finds no usable GPU: {}", describe(result));
    return devices > 0 ? "" : "the NVIDIA driver finds no GPU";
}

void* find(std::string_view name) {
    const auto found = std::ranges::lower_bound(
        g_functions, name, {}, [](const NvidiaFunction& each) { return std::string_view(each.name); });
    return found != g_functions.end() && found->name == name ? found->function : nullptr;
}

void add(Registered& image) {
    auto* const begin = function<void**(void*)>("__cudaRegisterFatBinary");
    auto* const end = function<void(void**)>("__cudaRegisterFatBinaryEnd");
    auto* const addFunction =
        function<void(void**, const char*, char*, const char*, int, uint3*, uint3*, dim3*, dim3*, int*)>(
            "__cudaRegisterFunction");
    auto* const addVariable =
        function<void(void**, char*, char*, const char*, int, std::size_t, int, int)>("__cudaRegisterVar");
    auto* const addManaged = function<void(void**, void**, char*, const char*, int, std::size_t, int, int)>(
        "__cudaRegisterManagedVar");
    if (!begin || !end || !addFunction || !addVariable || !addManaged) return;
    image.nvidia = begin(image.wrapper);
    for (const RegisteredFunction& each : image.functions)
        addFunction(image.nvidia, each.host, each.device, each.name, each.threads, each.tid, each.bid,
                    each.block, each.grid, each.warp);
    for (const RegisteredVariable& each : image.variables)
        if (each.managed)
            addManaged(image.nvidia, static_cast<void**>(each.host), each.device, each.name, each.external,
                       each.bytes, each.constant, each.global);
        else
            addVariable(image.nvidia, static_cast<char*>(each.host), each.device, each.name, each.external,
                        each.bytes, each.constant, each.global);
    end(image.nvidia);
}

void remove(Registered& image) {
    auto* const end = function<void(void**)>("__cudaUnregisterFatBinary");
    if (image.nvidia && end) end(image.nvidia);
    image.nvidia = nullptr;
}

} // namespace lanescope::runtime::nvidia
