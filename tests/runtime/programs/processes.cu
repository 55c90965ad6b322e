// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
/// Memory and events that two processes use.
#include "program.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <string>

namespace {

__global__ void addTen(int* values) {
    values[threadIdx.x] += 10;
}

/// A handle as text, for the environment of another process.
template<class Handle>
std::string textOf(const Handle& handle) {
    std::string text;
    for (const char each : handle.reserved) {
        char digits[3];
        std::snprintf(digits, sizeof digits, "%02x", static_cast<unsigned char>(each));
        text += digits;
    }
    return text;
}
template<class Handle>
bool readHandle(const char* variable, Handle& handle) {
    const char* const text = std::getenv(variable);
    if (!text || std::strlen(text) != 2 * sizeof handle.reserved) return false;
    for (std::size_t i = 0; i < sizeof handle.reserved; ++i)
        handle.reserved[i] = static_cast<char>(std::stoi(std::string(text + 2 * i, 2), nullptr, 16));
    return true;
}

PROGRAM(sharedByProcesses) {
    cudaIpcMemHandle_t memory{};
    cudaIpcEventHandle_t recorded{};
    int* values = nullptr;
    cudaEvent_t event = nullptr;
    if (readHandle("SHARED_MEMORY", memory) && readHandle("SHARED_EVENT", recorded)) {
        SAY(cudaIpcOpenMemHandle(reinterpret_cast<void**>(&values), memory, cudaIpcMemLazyEnablePeerAccess));
        SAY(cudaIpcOpenEventHandle(&event, recorded));
        SAY(cudaStreamWaitEvent(nullptr, event, 0));
        printDevice("in the other process", values, 4);
        addTen<<<1, 4>>>(values);
        SAY(cudaDeviceSynchronize());
        SAY(cudaFree(values));
        SAY(cudaIpcCloseMemHandle(values));
        SAY(cudaIpcCloseMemHandle(values));
        SAY(cudaEventDestroy(event));
        return;
    }
    const std::vector<int> start = ramp(4, 1);
    SAY(cudaMalloc(&values, 4096));
    SAY(cudaMemcpy(values, start.data(), 16, cudaMemcpyHostToDevice));
    SAY(cudaIpcGetMemHandle(&memory, values));
    SAY(cudaEventCreateWithFlags(&event, cudaEventDisableTiming | cudaEventInterprocess));
    SAY(cudaIpcGetEventHandle(&recorded, event));
    addTen<<<1, 4>>>(values);
    SAY(cudaEventRecord(event));
    ::setenv("SHARED_MEMORY", textOf(memory).c_str(), 1);
    ::setenv("SHARED_EVENT", textOf(recorded).c_str(), 1);
    std::fflush(stdout);
    const pid_t child = ::fork();
    if (child == 0) {
        ::execl("/proc/self/exe", "programs", "sharedByProcesses", nullptr);
        std::_Exit(1);
    }
    int status = -1;
    ::waitpid(child, &status, 0);
    VALUE(status);
    printDevice("in this one", values, 4);
    void* own = nullptr;
    SAY(cudaIpcOpenMemHandle(&own, memory, cudaIpcMemLazyEnablePeerAccess));
    SAY(cudaIpcGetMemHandle(&memory, nullptr));
    SAY(cudaIpcCloseMemHandle(values));
    SAY(cudaFree(values));
    cudaEvent_t plain = nullptr;
    SAY(cudaEventCreate(&plain));
    SAY(cudaIpcGetEventHandle(&recorded, plain));
}

} // namespace
