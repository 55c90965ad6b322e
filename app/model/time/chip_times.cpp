// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/time/chip_times.h"

#include <cstddef>

namespace lanescope::model {

const ChipTimes* chipTimes(const Architecture& architecture) {
    if (!architecture.measuredDram) return nullptr;
    static const ChipTimes h200 = [] {
        ChipTimes t;
        t.clockHz = 1.98e9;
        t.multiprocessors = 132;
        const auto pipe = [&](Pipe p, double interval, double latency) {
            t.interval[static_cast<std::size_t>(p)] = interval;
            t.latency[static_cast<std::size_t>(p)] = latency;
        };
        pipe(Pipe::Any, 2, 4);
        pipe(Pipe::Alu, 2, 4.1);
        pipe(Pipe::Fma, 1, 4.1);
        pipe(Pipe::FmaHeavy, 2, 4.1);
        pipe(Pipe::Fp64, 2, 8.1);
        pipe(Pipe::Xu, 8, 17);
        pipe(Pipe::Lsu, 1, 4);
        pipe(Pipe::Tex, 2, 4);
        pipe(Pipe::Adu, 2, 8);
        pipe(Pipe::Cbu, 2, 4);
        pipe(Pipe::Uniform, 2, 8);
        t.sharedLatency = 23;
        t.shuffleLatency = 24;
        t.matchLatency = 360;
        t.reduceLatency = 40;
        t.voteLatency = 12;
        t.l1Latency = 36;
        t.l2Latency = 280;
        t.dramLatency = 620;
        t.textureLatency = 110;
        t.constantLatency = 30;
        t.sharedAtomicLatency = 32;
        t.globalAtomicLatency = 450;
        t.barrierLatency = 10;
        t.barrierPerWarp = 2;
        t.fenceLatency = 260;
        t.specialLatency = 20;
        t.parameterLatency = 30;
        t.branchLatency = 4;
        t.addressInterval = 2;
        t.matchInterval = 64;
        t.textureInterval = 8;
        t.l2AtomicPerSector = 0.03;
        t.fillBytes = 64;
        t.storeBytes = 64;
        t.l2ReadBytes = 8.0e12 / 1.98e9;
        t.l2WriteBytes = 4.6e12 / 1.98e9;
        t.dramBytes = 4.2e12 / 1.98e9;
        t.l1Bytes = 256 * 1024;
        t.blockStart = 1.19;
        t.kernelStart = 1600;
        t.kernelEnd = 800;
        return t;
    }();
    return &h200;
}

} // namespace lanescope::model
