// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "session/times/microbenchmarks.h"

#include "model/format.h"
#include "ptx/program/timed_launch.h"
#include "session/observer.h"
#include "session/timing.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace lanescope::session {

namespace {

using Argument = BenchmarkArgument;
using Arguments = std::vector<Argument>;
constexpr Argument kCycles{Argument::Kind::Cycles}, kNever{Argument::Kind::Never},
    kMemory{Argument::Kind::Memory};
constexpr Argument whole(double value) {
    return {Argument::Kind::Whole, value};
}
constexpr Argument real(double value) {
    return {Argument::Kind::Float, value};
}

constexpr double kUnrolled = 32;                  // steps of a round
constexpr int kMostThreads = 1024;                // of a block
constexpr double kWarps = 32;                     // of such a block
constexpr std::uint64_t kHalf = 256 << 20;        // bytes that are copied
constexpr std::uint64_t kMemoryBytes = 2 * kHalf; // more than any L2
constexpr std::uint64_t kZeroed = 1 << 20;        // bytes, where nothing else is in the memory
constexpr std::uint64_t kCyclesBytes = 1 << 20;   // of the blocks' cycles
constexpr double kSectorMask = kMemoryBytes / 32 - 1;
constexpr double kInL2 = (2 << 20) / 4 - 1; // words that the smallest L2 holds, less 1
constexpr int kWarmUp = 2, kRepeats = 25;
constexpr double kLeastSeconds = 2e-6; // of a launch that is compared: events are that unsure

/// One warp whose instructions wait for each other.
Microbenchmark chain(std::string_view name, std::string_view text, std::string_view kernel, Arguments before,
                     double rounds) {
    Microbenchmark made{.name = name, .text = text, .count = rounds * kUnrolled, .kernel = kernel};
    made.arguments = std::move(before);
    made.arguments.insert(made.arguments.begin(), kCycles);
    made.arguments.push_back(whole(rounds));
    return made;
}
/// A full block whose instructions do not; each: steps of all its warps together for each that the figure
/// counts.
Microbenchmark side(std::string_view name, std::string_view text, std::string_view kernel, Arguments before,
                    double rounds, double each) {
    Microbenchmark made = chain(name, text, kernel, std::move(before), rounds);
    made.threads = kMostThreads;
    made.count *= each;
    return made;
}
/// A block whose warps finish one after the other: by its launch's time.
Microbenchmark rate(Microbenchmark made) {
    made.figure = FigureOf::Chip;
    return made;
}
/// One on every multiprocessor; each: units of a block in a step of all its warps.
Microbenchmark everywhere(std::string_view name, std::string_view text, std::string_view kernel,
                          Arguments before, double rounds, double each) {
    Microbenchmark made = side(name, text, kernel, std::move(before), rounds, each);
    made.figure = FigureOf::Chip;
    made.perMultiprocessor = true;
    return made;
}
Microbenchmark follow(std::string_view name, std::string_view text, std::string_view kernel,
                      std::uint64_t apart, std::uint32_t places, double before, double rounds) {
    Microbenchmark made = chain(name, text, kernel, {kMemory, kNever, whole(before)}, rounds);
    made.apart = apart;
    made.places = places;
    return made;
}
Microbenchmark scattered(std::string_view name, std::string_view text, std::string_view kernel,
                         Arguments before) {
    Microbenchmark made = chain(name, text, kernel, std::move(before), 1);
    made.figure = FigureOf::Copied;
    made.threads = 256;
    made.count *= made.threads;
    made.blocks = 4;
    made.perMultiprocessor = made.cold = true;
    made.sample = 64;
    return made;
}

/// A pipe: its latency, and how often one of the four schedulers gives it an instruction.
void addPipe(std::vector<Microbenchmark>& all, std::string_view latency, std::string_view interval,
             std::string_view one, std::string_view many, std::string_view chained, std::string_view sided,
             Argument::Kind kind) {
    const Arguments values{kNever, {kind, 1}, {kind, 3}};
    constexpr double kSideBySide = 8, kSchedulers = 4;
    all.push_back(chain(latency, one, chained, values, 256));
    all.push_back(rate(side(interval, many, sided, values, 16, kSideBySide * kWarps / kSchedulers)));
}

std::vector<Microbenchmark> makeAll() {
    std::vector<Microbenchmark> all;
    Microbenchmark nothing{.name = "launch_warm",
                           .text = "an empty kernel between two events",
                           .figure = FigureOf::Launch,
                           .kernel = "nothing",
                           .arguments = {kCycles}};
    all.push_back(nothing);
    nothing.name = "launch_cold";
    nothing.text = "the same after the L2 was emptied";
    nothing.cold = true;
    all.push_back(nothing);
    nothing.name = "block_start";
    nothing.text = "an empty block of a large grid, of the whole chip";
    nothing.figure = FigureOf::Chip;
    nothing.cold = false;
    nothing.blocks = 1 << 18;
    nothing.sample = 64;
    all.push_back(nothing);
    nothing.name = "block_turnaround";
    nothing.text = "an empty block, where a multiprocessor holds one at a time";
    nothing.figure = FigureOf::OneOf;
    nothing.blocks = 256;
    nothing.perMultiprocessor = nothing.alone = true;
    all.push_back(nothing);

    using Kind = Argument::Kind;
    Microbenchmark clock = chain("clock", "clock of the multiprocessors while they work", "chain_fma_f32",
                                 {kNever, real(1), real(3)}, 40000);
    clock.figure = FigureOf::Megahertz;
    all.push_back(clock);
    addPipe(all, "fma_latency", "fma_interval", "FMA of floats, each waits for the one before",
            "FMA of floats, of one scheduler", "chain_fma_f32", "side_fma_f32", Kind::Float);
    addPipe(all, "alu_latency", "alu_interval", "shift, each waits for the one before",
            "shift, of one scheduler", "chain_shift", "side_shift", Kind::Whole);
    addPipe(all, "fma_heavy_latency", "fma_heavy_interval",
            "multiplication of integers, each waits for the one before",
            "multiplication of integers, of one scheduler", "chain_mad_s32", "side_mad_s32", Kind::Whole);
    addPipe(all, "fp64_latency", "fp64_interval", "FMA of doubles, each waits for the one before",
            "FMA of doubles, of one scheduler", "chain_fma_f64", "side_fma_f64", Kind::Double);
    addPipe(all, "xu_latency", "xu_interval", "reciprocal root, each waits for the one before",
            "reciprocal root, of one scheduler", "chain_rsqrt", "side_rsqrt", Kind::Float);
    const Arguments words{kNever, whole(1), whole(3)};
    all.push_back(chain("shuffle_latency", "shuffle and an addition, one after the other",
                        "chain_add_shuffle", words, 256));
    all.push_back(
        chain("vote_latency", "comparison and vote, one after the other", "chain_vote", words, 256));
    all.push_back(
        chain("match_latency", "match, each waits for the one before", "chain_match_any", words, 16));
    all.push_back(
        rate(side("match_interval", "match, of one multiprocessor", "side_match_any", words, 1, 8 * kWarps)));
    all.push_back(chain("barrier", "barrier of a block with one warp", "chain_block_barrier", {}, 64));
    Microbenchmark barrier =
        chain("barrier_32_warps", "barrier of a block with 32 warps", "chain_block_barrier", {}, 64);
    barrier.threads = kMostThreads;
    all.push_back(barrier);
    all.push_back(chain("fence_latency", "fence for the whole device", "chain_fence_device", {}, 16));

    all.push_back(chain("shared_latency", "load of shared memory at the address that the last one gave",
                        "chase_shared", {kNever, whole(1)}, 256));
    all.push_back(side("shared_interval", "load of shared memory by a warp, of one multiprocessor",
                       "side_shared", {kNever, whole(1)}, 16, kWarps));
    all.push_back(chain("shared_atomic_latency",
                        "atomic of shared memory and three instructions that find the next address",
                        "chain_atomic_shared", {kNever, whole(32)}, 64));
    all.push_back(follow("l1_latency", "load at the address that the last one gave, within L1", "follow_l1",
                         128, 256, 256, 64));
    all.push_back(side("l1_interval", "load by a warp that L1 has, of one multiprocessor", "side_l1",
                       {kMemory, kNever, whole(1)}, 16, kWarps));
    all.push_back(follow("l2_latency", "load at the address that the last one gave, within L2", "follow_l2",
                         256, 2048, 0, 64));
    Microbenchmark dram = follow("dram_latency", "the same from DRAM, 82,176 bytes from one to the next",
                                 "follow_l2", 82176, 4096, 0, 128);
    dram.cold = true;
    all.push_back(dram);
    all.push_back(chain("constant_latency", "constant and two instructions that find the next address",
                        "chase_constant", {kNever, whole(16), whole(255)}, 64));
    all.push_back(chain("constant_miss", "the same where the small cache has it not", "chase_constant",
                        {kNever, whole(16), whole(2047)}, 64));
    all.push_back(side("constant_interval", "each of 32 words that a warp reads, of one multiprocessor",
                       "side_constant", {kNever, whole(32)}, 16, kWarps * 32));
    Microbenchmark code = chain("code_line", "128 bytes of instructions that all multiprocessors want",
                                "straight_code", {kNever, real(1)}, 3);
    code.arguments.back() = real(3);
    code.count = 512.0 * 16 / 128;
    code.perMultiprocessor = code.cold = code.fresh = true;
    all.push_back(code);

    Microbenchmark fill = side("l2_to_one", "lines of L2 that come to one multiprocessor", "read_lines",
                               {kMemory, kNever, whole(32), whole(kInL2)}, 16, kWarps * 128);
    fill.figure = FigureOf::BytesOfBlock;
    all.push_back(fill);
    Microbenchmark store = side("one_to_l2", "lines that one multiprocessor stores", "write_lines",
                                {kMemory, whole(32), whole(kInL2)}, 16, kWarps * 128);
    store.figure = FigureOf::BytesOfBlock;
    all.push_back(store);
    all.push_back(everywhere("l2_read_sector", "sector that L2 gives, lines read whole", "read_lines",
                             {kMemory, kNever, whole(32), whole(kInL2)}, 8, kWarps * 4));
    all.push_back(everywhere("l2_read_line", "line of which L2 gives one sector", "read_lines",
                             {kMemory, kNever, whole(1), whole(kInL2)}, 1, kWarps * 32));
    all.push_back(everywhere("l2_write_line", "line that L2 is given whole", "write_lines",
                             {kMemory, whole(32), whole(kInL2)}, 8, kWarps));
    all.push_back(everywhere("l2_write_sector", "line of which L2 is given one sector", "write_lines",
                             {kMemory, whole(8), whole(kInL2)}, 4, kWarps * 4));
    all.push_back(everywhere("l2_write_word", "line of which L2 is given one word", "write_lines",
                             {kMemory, whole(1), whole(kInL2)}, 1, kWarps * 32));
    Microbenchmark copy{.name = "dram_copy",
                        .text = "bytes read and written, 256 MiB each",
                        .figure = FigureOf::BytesOfChip,
                        .kernel = "copy_memory",
                        .blocks = 8192,
                        .threads = 256,
                        .arguments = {kMemory, {Kind::Unsigned64, static_cast<double>(kHalf)}},
                        .cold = true,
                        .sample = 128};
    copy.count = 2.0 * static_cast<double>(kHalf) / copy.blocks;
    all.push_back(copy);
    all.push_back(scattered("dram_read_sector", "one sector read here and there", "read_sectors",
                            {kMemory, kNever, whole(kSectorMask)}));
    all.push_back(scattered("dram_write_word", "one word of a sector written here and there", "write_sectors",
                            {kMemory, whole(kSectorMask)}));

    all.push_back(chain("atomic_latency", "atomic of 32 words whose old values decide on the next",
                        "chain_atomic_global", {kMemory, kNever, whole(32)}, 32));
    const auto adds = [](double lanes, double distinct) {
        return Arguments{kMemory, whole(lanes), whole(distinct)};
    };
    all.push_back(everywhere("atomic_sector", "sector of which each word is added to by one lane",
                             "add_integers", adds(1, 131072), 4, kWarps * 4));
    all.push_back(everywhere("atomic_lane", "lane, where eight of a warp add to the same word",
                             "add_integers", adds(8, 131072), 4, kMostThreads));
    all.push_back(everywhere("atomic_line", "warp that adds to a line to which all others do", "add_integers",
                             adds(1, 32), 1, kWarps));
    all.push_back(everywhere("atomic_four_words", "warp that adds to four words to which all others do",
                             "add_integers", adds(8, 4), 1, kWarps));
    all.push_back(
        everywhere("atomic_four_floats", "the same of floats", "add_floats", adds(8, 4), 1, kWarps));
    return all;
}

double median(std::vector<double> values) {
    std::ranges::sort(values);
    return values[values.size() / 2];
}

/// Microbenchmarks on a device, emulated or not.
class Launches {
public:
    Launches(device::Device& device, int multiprocessors, std::uint32_t sharedLimit)
        : m_device(device), m_multiprocessors(multiprocessors), m_sharedLimit(sharedLimit) {
        m_module = load("times");
        m_fresh = load("times_code");
        m_cycles = device.allocate(kCyclesBytes + kZeroed, "the cycles of the microbenchmarks");
        try {
            m_memory = device.allocate(kMemoryBytes, "the memory of the microbenchmarks");
        } catch (...) {
            device.release(m_cycles);
            throw;
        }
    }
    ~Launches() {
        m_device.release(m_memory);
        m_device.release(m_cycles);
    }
    Launches(const Launches&) = delete;
    Launches& operator=(const Launches&) = delete;

    /// What has to be in the memory; and a kernel whose instructions are to be in no cache is loaded anew.
    void prepare(const Microbenchmark& benchmark) {
        if (benchmark.fresh) {
            m_stale.push_back(std::move(m_fresh)); // kept: the next one gets other addresses
            m_fresh = load("times_code");
        }
        if (benchmark.apart == 0) {
            m_device.fill(m_memory, std::byte{0}, kZeroed);
            return;
        }
        constexpr std::uint32_t kThreads = 256;
        device::Launch link{.module = m_module.get(),
                            .kernel = "link_memory",
                            .grid = {(benchmark.places + kThreads - 1) / kThreads, 1, 1},
                            .block = {kThreads, 1, 1}};
        link.arguments = device::Arguments(m_memory, benchmark.apart, benchmark.places);
        m_device.launch(link);
        m_device.finish();
    }
    device::Launch launchOf(const Microbenchmark& benchmark) const {
        device::Launch launch{.module = module(benchmark).get(), .kernel = std::string(benchmark.kernel)};
        launch.label = benchmark.name;
        const int blocks = benchmark.blocks * (benchmark.perMultiprocessor ? m_multiprocessors : 1);
        launch.grid = {static_cast<std::uint32_t>(blocks), 1, 1};
        launch.block = {static_cast<std::uint32_t>(benchmark.threads), 1, 1};
        launch.sharedBytes = benchmark.alone ? m_sharedLimit : 0;
        launch.cold = benchmark.cold;
        for (const Argument& argument : benchmark.arguments) add(launch.arguments, argument);
        return launch;
    }
    /// Of the first block's first warp.
    double cycles() const {
        std::int64_t value = 0;
        m_device.download(std::as_writable_bytes(std::span(&value, 1)), m_cycles);
        return static_cast<double>(value);
    }
    const std::shared_ptr<device::LoadedModule>& module(const Microbenchmark& benchmark) const {
        return benchmark.fresh ? m_fresh : m_module;
    }

private:
    std::shared_ptr<device::LoadedModule> load(std::string_view name) const {
        const recording::ModulePointer file = device::kernelFile(name);
        return m_device.load(file->ptx, file->path);
    }
    void add(device::Arguments& to, const Argument& argument) const {
        switch (argument.kind) {
        case Argument::Kind::Cycles:
            return to.add(m_cycles);
        case Argument::Kind::Never:
            return to.add(m_cycles + kCyclesBytes);
        case Argument::Kind::Memory:
            return to.add(m_memory);
        case Argument::Kind::Whole:
            return to.add(static_cast<std::uint32_t>(argument.value));
        case Argument::Kind::Unsigned64:
            return to.add(static_cast<std::uint64_t>(argument.value));
        case Argument::Kind::Float:
            return to.add(static_cast<float>(argument.value));
        case Argument::Kind::Double:
            return to.add(argument.value);
        }
    }

    device::Device& m_device;
    int m_multiprocessors;
    std::uint32_t m_sharedLimit;
    std::shared_ptr<device::LoadedModule> m_module, m_fresh;
    std::vector<std::shared_ptr<device::LoadedModule>> m_stale;
    device::Pointer m_cycles = 0, m_memory = 0;
};

void check(const std::atomic<bool>* cancel) {
    if (cancel && cancel->load()) throw device::Cancelled("measuring was cancelled");
}

const Microbenchmark& named(std::string_view name) {
    return *std::ranges::find(microbenchmarks(), name, &Microbenchmark::name);
}

/// Runs the multiprocessors for a while, so that their clock is what it is under load.
void warmUp(device::Device& device, const Launches& launches) {
    constexpr int kLaunches = 40; // about 0.1 s
    for (int i = 0; i < kLaunches; ++i) device.launch(launches.launchOf(named("clock")));
    device.finish();
}

/// Medians. Every launch comes right behind another one, which the host does not wait for: events then see
/// the same beside a kernel, however short it is. Where the L2 is emptied before it, that does it.
RawTimes measured(device::Device& device, Launches& launches, const Microbenchmark& benchmark) {
    std::vector<double> cycles, seconds;
    const device::Launch before = launches.launchOf(named("fma_latency"));
    if (benchmark.fresh) {
        constexpr int kLoaded = 9;
        for (int i = 0; i < kLoaded; ++i) {
            launches.prepare(benchmark);
            device.launch(launches.launchOf(benchmark));
            device.finish();
            cycles.push_back(launches.cycles());
        }
        return {median(std::move(cycles)), 0}; // its time has loading it in it
    }
    launches.prepare(benchmark);
    const device::Launch launch = launches.launchOf(benchmark);
    for (int i = 0; i < kWarmUp + kRepeats; ++i) {
        if (!benchmark.cold) device.launch(before);
        device.launch(launch);
    }
    const std::vector<device::LaunchRecord> records = device.finish();
    const std::size_t every = benchmark.cold ? 1 : 2;
    for (std::size_t i = kWarmUp * every + every - 1; i < records.size(); i += every)
        seconds.push_back(records[i].milliseconds * 1e-3);
    return {launches.cycles(), median(std::move(seconds))};
}

/// Of a launch on the emulated device, without what starting and ending a kernel takes; 0: no time is known.
double modelledSeconds(device::Device& device, Launches& launches, const Microbenchmark& benchmark,
                       const model::Architecture& architecture, const model::KnownTimes& times) {
    launches.prepare(benchmark);
    const device::Launch launch = launches.launchOf(benchmark);
    const std::shared_ptr<device::LoadedModule>& module = launches.module(benchmark);
    const ptx::Kernel& kernel = *module->module().find(launch.kernel);
    const model::Architecture* const chip = &architecture;
    Observer observer(std::span(&chip, 1), times,
                      ptx::launchedBlocks(kernel, launch.grid, launch.block, launch.sharedBytes, false),
                      Observer::Options{.rules = {},
                                        .focus = {},
                                        .mostBlocks = static_cast<std::size_t>(benchmark.sample),
                                        .code = &module->module().machineCode()});
    const std::vector<std::uint64_t> chosen = observer.chosen();
    device.watcher()->launch(launch, {.sink = &observer.sink(), .blocks = chosen});
    const device::LaunchRecord record = device.finish().front();
    const auto observation = observer.finish(module, chosen.empty() ? launch.grid.count() : chosen.size(),
                                             {record.warpInstructions, record.longestWarp}, record.grids, {});
    const auto& time = observation->times.front();
    if (!time) return 0;
    const model::LimitedTime& from = benchmark.cold ? time->cold : time->warm;
    return from.seconds - from.fixed;
}

} // namespace

std::span<const Microbenchmark> microbenchmarks() {
    static const std::vector<Microbenchmark> all = makeAll();
    return all;
}

std::string_view unitOf(FigureOf figure) {
    switch (figure) {
    case FigureOf::BytesOfBlock:
    case FigureOf::BytesOfChip:
        return "bytes per cycle";
    case FigureOf::Copied:
        return "bytes of a copy";
    case FigureOf::Megahertz:
        return "MHz";
    default:
        return "cycles";
    }
}

double figureOf(const Microbenchmark& benchmark, const RawTimes& raw, const FigureBase& base) {
    const double beyond = raw.seconds - base.emptySeconds, cycles = beyond * base.clockHz;
    switch (benchmark.figure) {
    case FigureOf::Clock:
        return raw.cycles / benchmark.count;
    case FigureOf::BytesOfBlock:
        return benchmark.count / raw.cycles;
    case FigureOf::Chip:
        return cycles / (benchmark.count * base.blocks);
    case FigureOf::OneOf:
        return cycles / (benchmark.count * base.blocksOfOne);
    case FigureOf::BytesOfChip:
        return benchmark.count * base.blocks / cycles;
    case FigureOf::Copied:
        return cycles * base.copyBytesPerCycle / (benchmark.count * base.blocks);
    case FigureOf::Launch:
        return raw.seconds * base.clockHz;
    case FigureOf::Megahertz:
        return raw.cycles / beyond * 1e-6;
    }
    return 0;
}

ChipRow measureChip(device::Device& device, const Progress& progress, const std::atomic<bool>* cancel) {
    const device::Info& info = device.info();
    if (device.freeBytes() < kMemoryBytes + 4 * info.l2Bytes)
        throw Unavailable(fmt::format("the microbenchmarks need {} of memory; {} has {} left",
                                      byteSize(static_cast<double>(kMemoryBytes + 4 * info.l2Bytes)),
                                      info.name, byteSize(static_cast<double>(device.freeBytes()))));
    ChipRow row;
    row.device = info.name;
    row.driver = info.driver;
    row.multiprocessors = info.multiprocessors;
    row.sharedLimitBytes = info.sharedLimitBytes;
    row.l2Bytes = info.l2Bytes;
    Launches launches(device, info.multiprocessors, info.sharedLimitBytes);
    warmUp(device, launches);
    const std::span<const Microbenchmark> all = microbenchmarks();
    std::vector<RawTimes> raw;
    std::map<std::string_view, RawTimes> known;
    for (const Microbenchmark& benchmark : all) {
        check(cancel);
        if (progress)
            progress(static_cast<double>(raw.size()) / static_cast<double>(all.size()), benchmark.name);
        raw.push_back(measured(device, launches, benchmark));
        known[benchmark.name] = raw.back();
    }
    FigureBase base;
    base.emptySeconds = known["launch_warm"].seconds;
    base.clockHz = 1e6 * figureOf(named("clock"), known["clock"], base);
    const auto baseOf = [&](const Microbenchmark& benchmark) {
        FigureBase of = base;
        of.blocksOfOne = benchmark.blocks;
        of.blocks = benchmark.blocks * (benchmark.perMultiprocessor ? info.multiprocessors : 1.0);
        of.emptySeconds = known[benchmark.cold ? "launch_cold" : "launch_warm"].seconds;
        return of;
    };
    const Microbenchmark& copy = named("dram_copy");
    base.copyBytesPerCycle = figureOf(copy, known["dram_copy"], baseOf(copy));
    for (std::size_t i = 0; i < all.size(); ++i) {
        const FigureBase of = baseOf(all[i]);
        row.figures.push_back({std::string(all[i].name), figureOf(all[i], raw[i], of),
                               std::max(0.0, raw[i].seconds - of.emptySeconds)});
    }
    return row;
}

std::vector<ComparedLaunch> modelChip(const ChipRow& row, const model::Architecture& architecture,
                                      const model::KnownTimes& times, const Progress& progress,
                                      const std::atomic<bool>* cancel) {
    std::vector<ComparedLaunch> compared;
    if (!times.of(architecture)) return compared;
    const std::unique_ptr<device::Device> device = device::openEmulated(device::kSparseBytes);
    Launches launches(*device, row.multiprocessors, row.sharedLimitBytes);
    const std::span<const Microbenchmark> all = microbenchmarks();
    for (const Microbenchmark& benchmark : all) {
        check(cancel);
        if (progress)
            progress(static_cast<double>(&benchmark - all.data()) / static_cast<double>(all.size()),
                     benchmark.name);
        const MeasuredFigure* figure = row.figure(benchmark.name);
        if (!figure || figure->seconds < kLeastSeconds) continue;
        const double modelled = modelledSeconds(*device, launches, benchmark, architecture, times);
        if (modelled > 0) compared.push_back({&benchmark, figure->seconds, modelled});
    }
    return compared;
}

ErrorHistogram errorsOf(std::span<const ComparedLaunch> launches) {
    constexpr double kOpen = std::numeric_limits<double>::infinity();
    constexpr std::array kEdges{-0.5, -0.3, -0.2, -0.1, -0.05, 0.0, 0.05, 0.1, 0.2, 0.3, 0.5};
    ErrorHistogram made;
    made.bins.push_back({-kOpen, kEdges.front(), 0});
    for (std::size_t i = 0; i + 1 < kEdges.size(); ++i) made.bins.push_back({kEdges[i], kEdges[i + 1], 0});
    made.bins.push_back({kEdges.back(), kOpen, 0});
    for (const ComparedLaunch& launch : launches) {
        const double error = launch.error();
        const auto edge = std::ranges::upper_bound(kEdges, error);
        ++made.bins[static_cast<std::size_t>(edge - kEdges.begin())].launches;
        made.mean += std::abs(error) / static_cast<double>(launches.size());
        made.largest = std::max(made.largest, std::abs(error));
    }
    return made;
}

} // namespace lanescope::session
