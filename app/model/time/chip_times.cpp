// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/time/chip_times.h"

#include <cstddef>

namespace lanescope::model {

const ChipTimes* KnownTimes::of(const Architecture& architecture) const {
    const auto found = m_known.find(architecture.name);
    if (found != m_known.end()) return &found->second;
    return architecture.measuredDram ? &builtInTimes() : nullptr;
}

void KnownTimes::set(const Architecture& architecture, const ChipTimes& times) {
    m_known.insert_or_assign(architecture.name, times);
}

const ChipTimes& builtInTimes() {
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
        t.textureLatency = 120;
        t.surfaceLatency = 100;
        t.l2Latency = 280;
        t.dramLatency = 660;
        t.constantLatency = 30;
        t.sharedAtomicLatency = 32;
        t.globalAtomicLatency = 450;
        t.barrierLatency = 10;
        t.barrierPerWarp = 2;
        t.fenceLatency = 260;
        t.specialLatency = 20;
        t.parameterLatency = 30;
        t.branchLatency = 4;
        t.jumpLatency = 12;
        t.indirectLatency = 50;
        t.regroupLatency = 45;
        t.gridBarrierLatency = 1470;
        t.gridBarrierFar = 337;
        t.gridBarrierPerBlock = 4.2;
        t.addressInterval = 1.25;
        t.matchInterval = 64;
        t.constantInterval = 2;
        t.constantMiss = 17;
        t.constantWord = 7;
        t.fillBytes = 64;
        t.storeBytes = 64;
        t.l2ReadLine = 0.0135;
        t.l2ReadSector = 0.0071;
        t.l2WriteLine = 0.0125;
        t.l2WriteSector = 0.0099;
        t.l2WritePartOfSector = 0.014;
        t.l2ReadAmongWrites = 0.5;
        t.l2Slices = 48;
        t.atomicSector = 0.69;
        t.atomicLane = 0.86;
        t.atomicOverlap = 0.17;
        t.atomicChain = 1.45;
        t.atomicChainOverlap = 0.39;
        t.atomicFloatChain = 3.48;
        t.l2PerLine = 2;
        t.dramPerLine = 11;
        t.storeQueue = 1500;
        t.codeLatency = 60;
        t.codeFollows = 17.6;
        t.l2Queue = 250;
        t.dramQueue = 150;
        t.dramMixedQueue = 800;
        t.dramTurn = 160;
        t.dramBytes = 4.2e12 / 1.98e9;
        t.scatteredRead = 96;
        t.scatteredWrite = 224;
        t.l2Bytes = 42e6;
        t.l1Bytes = 256 * 1024;
        t.blockStart = 1.19;
        t.blockTurnaround = 290;
        t.kernelCold = 3200;
        t.kernelWarm = 2800;
        t.coldWrites = 400;
        t.childCall = {12700, 14300, 11800, 11600};
        t.childTailCall = 10500;
        t.childInterval = 690;
        t.childIntervalFree = 440;
        t.childStart = 500;
        t.childTailStart = 5700;
        t.childFollow = 1500;
        t.childNext = 9500;
        t.childSettle = 6200;
        t.childPrepare = 3500;
        t.childEnd = 3200;
        return t;
    }();
    return h200;
}

} // namespace lanescope::model
