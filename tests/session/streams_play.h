// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "recording/recorder.h"
#include "session/kernel_modules.h"

#include <array>
#include <memory>
#include <vector>

namespace lanescope::session::test {

inline constexpr int kElements = 1 << 20;

/// Three streams that hand an array on by events: b = process(a) in the first, c = process(b) in the second,
/// d = process(c) in the third; issued so that without the waits the later ones would read too soon.
inline std::shared_ptr<recording::Recording> streamsThatWait() {
    using namespace recording;
    auto made = std::make_shared<Recording>();
    Recorder recorder(*made, kernelModules(), model::defaultArchitecture());
    constexpr std::uint64_t kBytes = kElements * sizeof(float);
    const Buffer a = recorder.buffer(
        "a", kBytes, elements<float>([](std::size_t i) { return static_cast<float>(i % 1000) / 3; }));
    const std::array<Buffer, 3> to{recorder.buffer("b", kBytes), recorder.buffer("c", kBytes),
                                   recorder.buffer("d", kBytes)};
    Buffer from = a;
    std::vector<Event> done;
    for (std::size_t i = 0; i < to.size(); ++i) {
        recorder.in(recorder.stream(static_cast<int>(i) - 1));
        if (i > 0) recorder.waitEvent(done.back());
        recorder.clear(to[i]);
        recorder.launch("streams.process", {kElements / 256, 1, 1}, {256, 1, 1}, 0, to[i], from, kElements,
                        i == 0 ? 4000 : 10);
        done.push_back(recorder.recordEvent());
        from = to[i];
    }
    recorder.in({});
    recorder.copyOut(to[2], kBytes);
    return made;
}

} // namespace lanescope::session::test
