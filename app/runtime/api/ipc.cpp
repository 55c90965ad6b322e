// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// Memory and events that several processes use.
#include "runtime/api/api.h"

#include <fcntl.h>
#include <unistd.h>

#include <cstring>
#include <map>
#include <string>
#include <utility>

using namespace lanescope::runtime;

namespace {

/// What a handle holds: a descriptor of the process that has made it.
struct Shared {
    std::uint64_t mark = 0;
    pid_t process = 0;
    int file = -1;
    std::uint64_t bytes = 0;
};
constexpr std::uint64_t kMemory = 0x6c616e6573636f70, kEvent = 0x6c616e6573636f71;

/// What this process has opened, how often, by the other's process and descriptor.
struct Opened {
    void* pointer = nullptr;
    int times = 0;
};
using AllOpened = std::map<std::pair<pid_t, int>, Opened>;
AllOpened& opened() {
    static auto* const all = new AllOpened; // NOLINT(cppcoreguidelines-owning-memory): never destroyed
    return *all;
}

template<class Handle>
Shared read(const Handle& handle, std::uint64_t mark) {
    static_assert(sizeof(Shared) <= sizeof handle.reserved);
    Shared shared;
    std::memcpy(&shared, handle.reserved, sizeof shared);
    require(shared.mark == mark);
    // As on a GPU, a process does not open what is its own.
    require(shared.process != ::getpid(), cudaErrorDeviceUninitialized);
    return shared;
}

template<class Handle>
void write(Handle& handle, const Shared& shared) {
    std::memset(handle.reserved, 0, sizeof handle.reserved);
    std::memcpy(handle.reserved, &shared, sizeof shared);
}

} // namespace

cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t* handle, void* pointer) {
    return call([&](Runtime& runtime) {
        require(handle != nullptr);
        const int file = runtime.memory.share(pointer);
        write(*handle, {kMemory, ::getpid(), file, runtime.memory.find(pointer)->bytes});
    });
}

cudaError_t cudaIpcOpenMemHandle(void** pointer, cudaIpcMemHandle_t handle, unsigned flags) {
    return call([&](Runtime& runtime) {
        require(pointer != nullptr && flags == cudaIpcMemLazyEnablePeerAccess);
        const Shared shared = read(handle, kMemory);
        Opened& known = opened()[{shared.process, shared.file}];
        if (known.times > 0 && !runtime.memory.find(known.pointer)) known = {}; // cudaDeviceReset released it
        if (known.times == 0) {
            const std::string path =
                "/proc/" + std::to_string(shared.process) + "/fd/" + std::to_string(shared.file);
            const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
            require(file >= 0, cudaErrorMapBufferObjectFailed);
            known.pointer = runtime.memory.open(file, shared.bytes);
            ::close(file); // the mapping stays
        }
        ++known.times;
        *pointer = known.pointer;
    });
}

cudaError_t cudaIpcCloseMemHandle(void* pointer) {
    return waitingCall([&](Runtime& runtime) {
        for (auto& [from, known] : opened()) {
            if (known.times == 0 || known.pointer != pointer) continue;
            if (--known.times == 0) runtime.memory.release(pointer, {Memory::Kind::Opened});
            return;
        }
        throw Failure(cudaErrorInvalidValue);
    });
}

cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t* handle, cudaEvent_t event) {
    return call([&](Runtime& runtime) {
        require(handle != nullptr);
        constexpr unsigned kNeeded = cudaEventInterprocess | cudaEventDisableTiming;
        require((runtime.streams.event(event).flags & kNeeded) == kNeeded, cudaErrorInvalidResourceHandle);
        write(*handle, {kEvent, ::getpid(), -1, 0});
    });
}

cudaError_t cudaIpcOpenEventHandle(cudaEvent_t* event, cudaIpcEventHandle_t handle) {
    return call([&](Runtime& runtime) {
        require(event != nullptr);
        read(handle, kEvent);
        // What another process has put into a stream is done when its call returns: there is nothing to wait
        // for.
        *event = runtime.streams.createEvent(cudaEventInterprocess | cudaEventDisableTiming);
    });
}
