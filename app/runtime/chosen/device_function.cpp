// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/chosen/device_function.h"

#include "runtime/chosen/choice.h"
#include "runtime/chosen/nvidia.h"
#include "runtime/chosen/registered.h"
#include "runtime/runtime.h"

#include <algorithm>
#include <array>

using namespace lanescope::runtime;

// The emulator's functions: only their addresses are needed.
extern "C" {
#define LANESCOPE_ENTRY(index, name, emulated) void emulated(); // NOLINT(bugprone-macro-parentheses)
#include "entries.inc"
#undef LANESCOPE_ENTRY
}

namespace {

using Target = void (*)();

struct Entry {
    std::string_view name;
    Target emulated;
};
constexpr std::array kEntries{
#define LANESCOPE_ENTRY(index, name, emulated) Entry{#name, emulated},
#include "entries.inc"
#undef LANESCOPE_ENTRY
};

cudaError_t noDevice() {
    thisThread().last.note(cudaErrorNoDevice);
    return cudaErrorNoDevice;
}

cudaError_t noDevices(int* count) {
    if (count) *count = 0;
    return noDevice();
}

bool hasManagedWithoutMemory(const Registered& image) {
    return std::ranges::any_of(image.variables, [](const RegisteredVariable& each) {
        return each.managed && !*static_cast<void* const*>(each.host);
    });
}

/// NVIDIA's runtime has a handle of its own for each fat binary. Of one that it has known since it began,
/// this call gives managed variables their memory; of one that it was told of later, as it is here, only
/// loading the code does (measured: CUDA 13.0), for which asking about a kernel is enough.
char initModuleOnGpu(void** handle) {
    const Registered& image = *reinterpret_cast<const Registered*>(handle);
    const auto init = reinterpret_cast<char (*)(void**)>(nvidia::find("__cudaInitModule"));
    const auto ask = reinterpret_cast<cudaError_t (*)(cudaFuncAttributes*, const void*)>(
        nvidia::find("cudaFuncGetAttributes"));
    const char made = init(image.nvidia);
    for (const RegisteredFunction& each : image.functions) {
        if (!hasManagedWithoutMemory(image)) break;
        cudaFuncAttributes unused{};
        ask(&unused, each.host);
    }
    return made;
}

/// What needs no device, and does not return an error.
bool needsNoDevice(std::string_view name) {
    constexpr std::array kSuch = {"__cudaInitModule",           "__cudaPushCallConfiguration",
                                  "__cudaPopCallConfiguration", "cudaCreateChannelDesc",
                                  "cudaGetErrorName",           "cudaGetErrorString",
                                  "cudaGetLastError",           "cudaPeekAtLastError",
                                  "cudaRuntimeGetVersion"};
    return std::ranges::find(kSuch, name) != kSuch.end();
}

Target functionOf(const Entry& entry, Choice choice) {
    switch (choice) {
    case Choice::Emulated:
        return entry.emulated;
    case Choice::Gpu:
        if (entry.name == "__cudaInitModule") return reinterpret_cast<Target>(&initModuleOnGpu);
        if (void* const found = nvidia::find(entry.name)) return reinterpret_cast<Target>(found);
        [[fallthrough]];
    case Choice::None:
        break;
    }
    if (entry.name == "cudaGetDeviceCount") return reinterpret_cast<Target>(&noDevices);
    return needsNoDevice(entry.name) ? entry.emulated : reinterpret_cast<Target>(&noDevice);
}

} // namespace

namespace lanescope::runtime {

void* deviceFunction(std::string_view name) {
    const auto found = std::ranges::lower_bound(kEntries, name, {}, &Entry::name);
    return reinterpret_cast<void*>(functionOf(*found, chosen()));
}

} // namespace lanescope::runtime
