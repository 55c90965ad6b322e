// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// One frame of vertices, from the kernel to OpenGL: mapped and written in place, or copied through the host.
// Without a GPU only the emulated frame is measured, and the program says so.
#include "device/cuda/cuda_probe.h"
#include "device/device.h"
#include "render/gl.h"
#include "shell/app/offscreen.h"

#include <benchmark/benchmark.h>

#include <cstdio>

namespace lanescope::device {
namespace {

constexpr std::size_t kVertexBytes = 16;

/// A device, the wave kernel on it, and an OpenGL buffer for side x side vertices.
struct Frame {
    Frame(Device& on, std::int64_t sideVertices)
        : device(on), side(static_cast<unsigned>(sideVertices)),
          module(device.load(findKernelFile("wave")->ptx, "kernels/wave.cu")),
          buffer("vertices", std::size_t{side} * side * kVertexBytes) {}

    void launch(Pointer positions) {
        time += 0.01F;
        device.launch({.module = module.get(),
                       .kernel = "createVertices",
                       .grid = {(side + 31) / 32, (side + 7) / 8},
                       .block = {32, 8},
                       .arguments = Arguments(positions, time, 4.0F, side, side)});
    }

    Device& device;
    unsigned side;
    std::unique_ptr<LoadedModule> module;
    render::Buffer buffer;
    float time = 0;
};

/// The kernel's own share, and the rate of its stores.
void setCounters(benchmark::State& state, const Frame& frame, double kernelMilliseconds) {
    const double each = kernelMilliseconds / static_cast<double>(state.iterations());
    const double bytes = static_cast<double>(frame.buffer.bytes());
    state.counters["kernel_ms"] = each;
    state.counters["kernel_GBps"] = bytes / (each * 1e6);
    state.counters["frame_bytes"] = bytes;
}

double sum(const std::vector<LaunchRecord>& records) {
    double milliseconds = 0;
    for (const LaunchRecord& record : records) milliseconds += record.milliseconds;
    return milliseconds;
}

/// map, kernel, unmap: whatever the device's route is.
void sharedFrame(benchmark::State& state, Device& device) {
    Frame frame(device, state.range(0));
    const auto shared = device.shareBuffer(frame.buffer.id(), frame.buffer.bytes());
    SharedResource* const all[] = {shared.get()};
    double kernel = 0;
    for (auto _ : state) {
        MapScope scope(device, all);
        frame.launch(shared->pointer());
        scope.unmap();
        kernel += sum(device.finish());
    }
    setCounters(state, frame, kernel);
    state.SetLabel(shared->route() == Route::Direct     ? "direct"
                   : shared->route() == Route::Emulated ? "emulated"
                                                        : std::string(shared->reason()));
}

/// The same frame as a program without interop would make it: device memory, host memory, OpenGL.
void copiedFrame(benchmark::State& state, Device& device) {
    Frame frame(device, state.range(0));
    std::vector<std::byte> host(frame.buffer.bytes());
    const Pointer positions = device.allocate(host.size(), "vertices");
    double kernel = 0;
    for (auto _ : state) {
        frame.launch(positions);
        kernel += sum(device.finish());
        device.download(host, positions);
        frame.buffer.write(0, host.data(), host.size());
    }
    device.release(positions);
    setCounters(state, frame, kernel);
}

} // namespace
} // namespace lanescope::device

int main(int argc, char** argv) {
    using namespace lanescope;
    benchmark::Initialize(&argc, argv);
    const device::CudaProbe probe = device::probeCuda();
    try {
        const shell::Offscreen gl(shell::OffscreenDriver::Any);
        const std::unique_ptr<device::Device> device = device::openDevice("auto");
        std::fprintf(stderr, "%s, %s\n", device->info().name.c_str(), render::glInfo().renderer.c_str());
        if (!probe.available) std::fprintf(stderr, "no GPU is measured: %s\n", probe.reason.c_str());
        for (const int side : {256, 1024, 4096}) {
            benchmark::RegisterBenchmark("shared", device::sharedFrame, std::ref(*device))
                ->Arg(side)
                ->Unit(benchmark::kMillisecond)
                ->UseRealTime();
            if (probe.available)
                benchmark::RegisterBenchmark("copied", device::copiedFrame, std::ref(*device))
                    ->Arg(side)
                    ->Unit(benchmark::kMillisecond)
                    ->UseRealTime();
        }
        benchmark::RunSpecifiedBenchmarks();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "interop_bench: %s\n", error.what());
        return 1;
    }
    return 0;
}
