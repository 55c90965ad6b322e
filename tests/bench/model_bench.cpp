// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// What counting an access costs while a kernel runs: nanoseconds an access, by shape.
#include "model/memory/tally.h"
#include "model/report.h"

#include <benchmark/benchmark.h>

#include <functional>
#include <random>
#include <vector>

namespace {

using namespace lanescope::model;

using LaneOffset = std::function<std::uint64_t(std::uint64_t lane)>;

/// A stream of one shape at growing bases, as a kernel's warps give it; short enough for the first-level
/// cache, where an emulator's access is.
std::vector<WarpAccess> stream(Space space, std::uint32_t mask, std::uint64_t warpBytes,
                               const LaneOffset& offset) {
    constexpr std::uint64_t kAccesses = 128;
    std::vector<WarpAccess> accesses(kAccesses);
    for (std::uint64_t i = 0; i < kAccesses; ++i) {
        WarpAccess& access = accesses[i];
        access.space = space;
        access.operation = i % 2 != 0 ? Operation::Store : Operation::Load;
        access.site = static_cast<std::uint32_t>(i % 2);
        access.activeMask = mask;
        const std::uint64_t base =
            space == Space::Global ? 0x7f0000000000U + i / 2 * warpBytes : i / 2 * warpBytes % 16384;
        for (std::uint64_t lane = 0; lane < kWarpSize; ++lane) {
            access.address[lane] = base + offset(lane);
        }
    }
    return accesses;
}

template<class Body>
void overStream(benchmark::State& state, const std::vector<WarpAccess>& accesses, Body body) {
    for (auto _ : state) {
        for (const WarpAccess& access : accesses) {
            body(access);
        }
    }
    state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations() * accesses.size()));
    state.counters["ns_per_access"] =
        benchmark::Counter(static_cast<double>(state.iterations() * accesses.size()) * 1e-9,
                           benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void tally(benchmark::State& state, const std::vector<WarpAccess>& accesses, const char* architecture) {
    Tally sink(*findArchitecture(architecture));
    overStream(state, accesses, [&](const WarpAccess& access) { sink.access(access); });
    benchmark::DoNotOptimize(sink.report());
}

void plain(benchmark::State& state, const std::vector<WarpAccess>& accesses, const char* architecture) {
    const Architecture& row = *findArchitecture(architecture);
    Counts sum;
    overStream(state, accesses, [&](const WarpAccess& access) { sum += count(access, row); });
    benchmark::DoNotOptimize(sum);
}

LaneOffset stride(std::uint64_t bytes) {
    return [bytes](std::uint64_t lane) { return bytes * lane; };
}

LaneOffset gather() {
    std::mt19937 random(1);
    std::vector<std::uint64_t> offsets(kWarpSize);
    for (std::uint64_t& offset : offsets) {
        offset = random() % 4096 * 4;
    }
    return [offsets](std::uint64_t lane) { return offsets[lane]; };
}

const LaneOffset kTile = [](std::uint64_t lane) { return 4 * (lane % 16 + 1024 * (lane / 16)); };

BENCHMARK_CAPTURE(tally, global_contiguous, stream(Space::Global, ~0U, 128, stride(4)), "9.0");
BENCHMARK_CAPTURE(tally, global_offset_1, stream(Space::Global, ~0U, 132, stride(4)), "9.0");
BENCHMARK_CAPTURE(tally, global_stride_2, stream(Space::Global, ~0U, 256, stride(8)), "9.0");
BENCHMARK_CAPTURE(tally, global_stride_32, stream(Space::Global, ~0U, 4096, stride(128)), "9.0");
BENCHMARK_CAPTURE(tally, global_column, stream(Space::Global, ~0U, 4, stride(16384)), "9.0");
BENCHMARK_CAPTURE(tally, global_tile, stream(Space::Global, ~0U, 64, kTile), "9.0");
BENCHMARK_CAPTURE(tally, global_half_active, stream(Space::Global, 0xffffU, 128, stride(4)), "9.0");
BENCHMARK_CAPTURE(tally, global_gather, stream(Space::Global, ~0U, 128, gather()), "9.0");
BENCHMARK_CAPTURE(tally, global_contiguous_cc13, stream(Space::Global, ~0U, 128, stride(4)), "1.3");
BENCHMARK_CAPTURE(tally, shared_contiguous, stream(Space::Shared, ~0U, 128, stride(4)), "9.0");
BENCHMARK_CAPTURE(tally, shared_column, stream(Space::Shared, ~0U, 4, stride(128)), "9.0");
BENCHMARK_CAPTURE(tally, shared_gather, stream(Space::Shared, ~0U, 4, gather()), "9.0");
BENCHMARK_CAPTURE(plain, global_contiguous, stream(Space::Global, ~0U, 128, stride(4)), "9.0");
BENCHMARK_CAPTURE(plain, global_stride_32, stream(Space::Global, ~0U, 4096, stride(128)), "9.0");
BENCHMARK_CAPTURE(plain, shared_contiguous, stream(Space::Shared, ~0U, 128, stride(4)), "9.0");

} // namespace

BENCHMARK_MAIN();
