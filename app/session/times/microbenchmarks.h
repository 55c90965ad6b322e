// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/device.h"
#include "model/architecture.h"
#include "session/times/chip_row.h"
#include "session/validation.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

/// Kernels that each show one latency or width of a chip (kernels/times.cu): measured on a GPU, and modelled.
namespace lanescope::session {

/// An argument of a microbenchmark's kernel.
struct BenchmarkArgument {
    enum class Kind : std::uint8_t { Cycles, Never, Memory, Whole, Unsigned64, Float, Double };
    Kind kind = Kind::Whole;
    double value = 0;
};

/// How a figure follows from what is measured of a launch.
enum class FigureOf : std::uint8_t {
    Clock,        ///< cycles of the first warp / count
    BytesOfBlock, ///< count, bytes / those cycles
    Chip,         ///< the launch's time beyond an empty one, in cycles / (count x blocks)
    OneOf,        ///< that time, in cycles / (count x blocks of one multiprocessor)
    BytesOfChip,  ///< count x blocks, bytes / that time in cycles
    Copied,       ///< that time, in bytes that a copy moves meanwhile / (count x blocks)
    Launch,       ///< the launch's time, in cycles
    Megahertz     ///< those cycles / the launch's time beyond an empty one
};

/// One of them.
struct Microbenchmark {
    std::string_view name; ///< "fma_latency"
    std::string_view text; ///< what is measured, and what one step is: "an FMA that waits for the one before"
    FigureOf figure = FigureOf::Clock;
    double count = 1; ///< steps or bytes of a block
    std::string_view kernel;
    int blocks = 1;
    bool perMultiprocessor = false; ///< so many of them on each
    int threads = 32;
    std::vector<BenchmarkArgument> arguments;
    bool cold = false;        ///< from an empty L2
    bool fresh = false;       ///< its instructions are in no cache: the file is loaded anew for each launch
    bool alone = false;       ///< one block at a time on a multiprocessor: it has all of the shared memory
    int sample = 0;           ///< blocks that stand for all of them where it is modelled; 0: all do
    std::uint64_t apart = 0;  ///< bytes from place to place of the chain that it follows; 0: it follows none
    std::uint32_t places = 0; ///< of the chain
};

/// In the order in which they are measured: what others refer to comes first.
std::span<const Microbenchmark> microbenchmarks();
/// "cycles", "bytes per cycle".
std::string_view unitOf(FigureOf figure);

/// What was read of a launch.
struct RawTimes {
    double cycles = 0;  ///< of the first warp
    double seconds = 0; ///< between events around it
};
/// What a figure depends on beside.
struct FigureBase {
    double blocks = 1;            ///< of the launch
    double blocksOfOne = 1;       ///< of one multiprocessor
    double clockHz = 0;           ///< of the multiprocessors
    double emptySeconds = 0;      ///< of an empty launch
    double copyBytesPerCycle = 0; ///< of DRAM
};
/// What a benchmark is about, in its unit: cycles, bytes per cycle, megahertz.
double figureOf(const Microbenchmark& benchmark, const RawTimes& raw, const FigureBase& base);

/// Measures all of them on a GPU. Throws Unavailable where its memory does not hold what they need,
/// device::Error, device::Cancelled.
ChipRow measureChip(device::Device& device, const Progress& progress,
                    const std::atomic<bool>* cancel = nullptr);

/// A launch of a microbenchmark beside the model; both without what an empty launch takes.
struct ComparedLaunch {
    const Microbenchmark* benchmark = nullptr;
    double measured = 0, modelled = 0; ///< seconds
    /// 0.1: the model says 10 % more.
    double error() const { return modelled / measured - 1; }
};
/// What the model says of the launches that a row was measured by, on the architecture's chip; those that
/// take hardly more than an empty one are left out, as is everything where no time is known.
std::vector<ComparedLaunch> modelChip(const ChipRow& row, const model::Architecture& architecture,
                                      const model::KnownTimes& times, const Progress& progress,
                                      const std::atomic<bool>* cancel = nullptr);

/// Errors by size.
struct ErrorHistogram {
    struct Bin {
        double from = 0, to = 0; ///< the outermost are open
        std::size_t launches = 0;
    };
    std::vector<Bin> bins;
    double mean = 0, largest = 0; ///< of their sizes
};
/// By ComparedLaunch::error().
ErrorHistogram errorsOf(std::span<const ComparedLaunch> launches);

} // namespace lanescope::session
