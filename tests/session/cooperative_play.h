// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "embedded/session_test_kernels.h"
#include "recording/recorder.h"

#include <memory>
#include <vector>

namespace lanescope::session::test {

inline const recording::ModuleFinder& testKernels() {
    static const recording::ModuleFinder finder = [](std::string_view name) -> recording::ModulePointer {
        static const auto file = std::make_shared<const recording::Module>(
            recording::Module{.name = "cooperative",
                              .path = "tests/session/cooperative.cu",
                              .source = "",
                              .ptx = std::string(testkernels::files().front().text)});
        return name == file->name ? file : nullptr;
    };
    return finder;
}

/// What a function records of the kernels of cooperative.cu.
template<class F>
std::shared_ptr<recording::Recording> recorded(F&& record) {
    auto made = std::make_shared<recording::Recording>();
    recording::Recorder recorder(*made, testKernels(), model::defaultArchitecture());
    record(recorder);
    return made;
}

inline constexpr int kStencil = 50000, kSteps = 9;
inline constexpr std::uint32_t kTogether = 64, kThreads = 128;

inline constexpr auto firstOf = [](std::size_t i) { return static_cast<float>(i % 977) / 31.0F; };

/// Two launches that wait in the middle: a stencil of several steps, whose result is in b, and a sum.
inline std::shared_ptr<recording::Recording> twoCooperative() {
    using namespace recording;
    return recorded([](Recorder& recorder) {
        constexpr std::uint64_t kBytes = kStencil * sizeof(float);
        const Buffer a = recorder.buffer("a", kBytes, elements<float>(firstOf)),
                     b = recorder.buffer("b", kBytes);
        recorder.clear(a);
        recorder.copyIn(a, kBytes, elements<float>(firstOf));
        recorder.launchCooperative("cooperative.pingPong", {kTogether, 1, 1}, {kThreads, 1, 1}, 0, a, b,
                                   kStencil, kSteps);
        const Buffer in = recorder.buffer("in", kBytes, elements<int>([](std::size_t i) {
                                              return static_cast<int>(i % 1000) - 300;
                                          })),
                     parts = recorder.buffer("parts", kTogether * sizeof(int)),
                     own = recorder.buffer("own", kTogether * kThreads * sizeof(int)),
                     out = recorder.buffer("out", sizeof(int));
        recorder.clear(out);
        recorder.in(recorder.stream());
        recorder.launchCooperative("cooperative.total", {kTogether / 2, 2, 1}, {kThreads, 1, 1}, 0, in,
                                   kStencil, parts, own, out);
        const Event summed = recorder.recordEvent();
        recorder.in({});
        recorder.waitEvent(summed);
        recorder.copyOut(b, kBytes);
        recorder.copyOut(own, kTogether * kThreads * sizeof(int));
        recorder.copyOut(out, sizeof(int));
    });
}

/// More blocks than any device holds at once.
inline std::shared_ptr<recording::Recording> tooManyBlocks(bool mayFail) {
    using namespace recording;
    return recorded([mayFail](Recorder& recorder) {
        const Buffer a = recorder.buffer("a", 4096);
        recorder.options().mayFail = mayFail;
        recorder.launchCooperative("cooperative.pingPong", {100000, 1, 1}, {1024, 1, 1}, 0, a, a, 1024, 1);
        recorder.queryError(true);
        recorder.queryError(true);
        recorder.synchronize();
    });
}

} // namespace lanescope::session::test
