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
    return thisThread().last = cudaErrorNoDevice;
}

cudaError_t noDevices(int* count) {
    if (count) *count = 0;
    return noDevice();
}

/// NVIDIA's runtime has a handle of its own for each fat binary.
char initModuleOnGpu(void** handle) {
    const auto init = reinterpret_cast<char (*)(void**)>(nvidia::find("__cudaInitModule"));
    return init(reinterpret_cast<const Registered*>(handle)->nvidia);
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
