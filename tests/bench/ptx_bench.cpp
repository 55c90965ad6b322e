// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Warp instructions and bilinear texture samples a second of the emulator on one core, with a tally of CC 9.0
// counting every access, without, as a launch is observed without and with its modelled time, with the search
// for all that `--check` looks for, and with all blocks of a grid under way at once.
#include "model/memory/tally.h"
#include "model/report.h"
#include "model/time/launch_time.h"
#include "model/trace.h"
#include "ptx/program/timed_launch.h"
#include "ptx/run/machine.h"

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>

namespace lanescope {
namespace {

constexpr int kSide = 256;
constexpr unsigned kPictureSide = 512;

/// The parameter block of a launch: values one after another, each aligned to its size.
class Parameters {
public:
    template<class T>
    Parameters& add(T value) {
        m_bytes.resize((m_bytes.size() + sizeof(T) - 1) / sizeof(T) * sizeof(T) + sizeof(T));
        std::memcpy(m_bytes.data() + m_bytes.size() - sizeof(T), &value, sizeof(T));
        return *this;
    }
    std::span<const std::byte> bytes() const { return m_bytes; }

private:
    std::vector<std::byte> m_bytes;
};

struct Case {
    std::string kernel;
    model::Dim3 grid, block;
    Parameters parameters;
};

struct Bench {
    ptx::Memory memory{std::size_t{1} << 30};
    ptx::TextureTable textures;
    std::shared_ptr<const ptx::Module> module;
    std::unique_ptr<ptx::ModuleState> state;
    std::vector<Case> cases;
    Case picture; ///< kPictureSide squared samples of four bytes each, turned by 30 degrees

    explicit Bench(const std::string& text) : module(ptx::Module::parse(text, "bench.ptx")) {
        state = std::make_unique<ptx::ModuleState>(module, memory);
        const auto buffer = [&](std::size_t floats, const char* label) {
            const std::uint64_t address = memory.allocate(floats * 4, label);
            float value = 0.25f;
            for (std::size_t i = 0; i < floats; ++i, value = value < 2.0f ? value + 0.125f : 0.25f)
                std::memcpy(memory.view(address + i * 4, 4).data(), &value, 4);
            return address;
        };
        constexpr int n = 1 << 18;
        const std::uint64_t a = buffer(n, "a"), b = buffer(n, "b"), c = buffer(4 * n, "c");
        const auto side = static_cast<unsigned>(kSide);
        cases.push_back(
            {"vectorAdd", {n / 256, 1, 1}, {256, 1, 1}, Parameters().add(a).add(b).add(c).add(n)});
        cases.push_back(
            {"strideCopy", {n / 256 / 8, 1, 1}, {256, 1, 1}, Parameters().add(a).add(c).add(n).add(8)});
        cases.push_back({"matmulNaive",
                         {kSide / 32, kSide / 8, 1},
                         {32, 8, 1},
                         Parameters().add(a).add(b).add(c).add(kSide)});
        cases.push_back({"matmulTiled",
                         {kSide / 16, kSide / 16, 1},
                         {16, 16, 1},
                         Parameters().add(a).add(b).add(c).add(kSide)});
        cases.push_back(
            {"transposePadded", {16, 16, 1}, {32, 8, 1}, Parameters().add(a).add(c).add(512).add(512)});
        cases.push_back(
            {"transposeUnpadded", {16, 16, 1}, {32, 8, 1}, Parameters().add(a).add(c).add(512).add(512)});
        cases.push_back({"createVertices",
                         {side / 16, side / 16, 1},
                         {16, 16, 1},
                         Parameters().add(c).add(0.5f).add(side).add(side)});
        cases.push_back({"shuffleReduce", {n / 256, 1, 1}, {256, 1, 1}, Parameters().add(a).add(c).add(n)});
        cases.push_back({"mandelbrot",
                         {side / 32, side / 8, 1},
                         {32, 8, 1},
                         Parameters().add(c).add(kSide).add(kSide).add(256)});
        ptx::Sampler sampler;
        sampler.address.fill(ptx::AddressMode::Border);
        sampler.filter = ptx::FilterMode::Linear;
        sampler.normalizedCoordinates = true;
        sampler.readNormalizedFloat = true;
        picture = {"turnPicture",
                   {kPictureSide / 32, kPictureSide / 8, 1},
                   {32, 8, 1},
                   Parameters()
                       .add(textures.addSurface(pictureArray(0)))
                       .add(textures.addTexture(pictureArray(1), sampler))
                       .add(static_cast<int>(kPictureSide))
                       .add(0.5f)
                       .add(0.8660254f)};
    }

    static std::shared_ptr<ptx::Array> pictureArray(std::uint32_t number) {
        auto array = std::make_shared<ptx::Array>();
        array->number = number;
        array->width = array->height = kPictureSide;
        array->kind = ptx::ChannelKind::Unsigned;
        array->channels = 4;
        array->bitsPerChannel = 8;
        array->texels.resize(std::size_t{kPictureSide} * kPictureSide * 4);
        std::uint32_t value = number;
        for (std::byte& byte : array->texels)
            byte = static_cast<std::byte>((value = value * 1664525 + 1013904223) >> 24);
        return array;
    }

    ptx::LaunchOutcome run(const Case& each, model::AccessSink* sink, ptx::Checks checks = {},
                           bool cooperative = false) {
        ptx::LaunchConfig config;
        config.grid = each.grid;
        config.block = each.block;
        config.parameters = each.parameters.bytes();
        config.workers = 1;
        config.sink = sink;
        config.checks = checks;
        config.cooperative = cooperative;
        return ptx::Machine(memory, textures).launch(*state, *module->find(each.kernel), config);
    }
};

void measure(benchmark::State& state, Bench& bench, const Case& each, bool counted) {
    std::uint64_t instructions = 0;
    for (auto _ : state) {
        model::Tally tally(model::defaultArchitecture());
        instructions += bench.run(each, counted ? &tally : nullptr).warpInstructions;
    }
    state.counters["warp_instructions"] =
        benchmark::Counter(static_cast<double>(instructions), benchmark::Counter::kIsRate);
}

/// As a launch is observed: with its DRAM traffic; timed: with the modelled time, too.
void measureObserved(benchmark::State& state, Bench& bench, const Case& each, bool timed) {
    const model::Architecture& chip = model::defaultArchitecture();
    const ptx::Kernel& kernel = *bench.module->find(each.kernel);
    const model::LaunchedBlocks launched = ptx::launchedBlocks(kernel, each.grid, each.block, 0, false);
    std::uint64_t instructions = 0;
    for (auto _ : state) {
        model::Tally tally(chip);
        model::DramTally dram;
        std::vector<model::AccessSink*> sinks{&tally, &dram};
        const auto sample =
            timed ? model::sampleFor(launched, chip, model::builtInTimes(), {}, bench.module->machineCode())
                  : nullptr;
        if (sample) sinks.push_back(sample.get());
        model::Fanout fanout(sinks);
        const ptx::LaunchOutcome run = bench.run(each, &fanout);
        instructions += run.warpInstructions;
        if (!sample) continue;
        model::Report report = tally.report();
        report.blocksRun = report.blocksTotal = each.grid.count();
        benchmark::DoNotOptimize(model::launchTime(launched, model::builtInTimes(), *sample,
                                                   bench.module->machineCode(), report, dram.traffic(chip),
                                                   {run.warpInstructions, run.longestWarp}));
    }
    state.counters["warp_instructions"] =
        benchmark::Counter(static_cast<double>(instructions), benchmark::Counter::kIsRate);
}

void measureChecked(benchmark::State& state, Bench& bench, const Case& each) {
    std::uint64_t instructions = 0;
    for (auto _ : state)
        instructions += bench.run(each, nullptr, {.races = true, .uninitialised = true}).warpInstructions;
    state.counters["warp_instructions"] =
        benchmark::Counter(static_cast<double>(instructions), benchmark::Counter::kIsRate);
}

void measureTogether(benchmark::State& state, Bench& bench, const Case& each) {
    std::uint64_t instructions = 0;
    for (auto _ : state) instructions += bench.run(each, nullptr, {}, true).warpInstructions;
    state.counters["warp_instructions"] =
        benchmark::Counter(static_cast<double>(instructions), benchmark::Counter::kIsRate);
}

void measureSamples(benchmark::State& state, Bench& bench, bool counted) {
    for (auto _ : state) {
        model::Tally tally(model::defaultArchitecture());
        bench.run(bench.picture, counted ? &tally : nullptr);
    }
    const double samples = static_cast<double>(state.iterations()) * kPictureSide * kPictureSide;
    state.counters["samples"] = benchmark::Counter(samples, benchmark::Counter::kIsRate);
}

/// Prints as usual, and afterwards the geometric mean of the counted kernels.
class Reporter : public benchmark::ConsoleReporter {
public:
    void ReportRuns(const std::vector<Run>& runs) override {
        for (const Run& run : runs) {
            const auto rate = run.counters.find("warp_instructions");
            const std::string name = run.run_name.str();
            if (rate == run.counters.end()) continue;
            if (name.starts_with("observed/")) m_observed += std::log(rate->second.value);
            if (name.starts_with("timed/")) m_timed += std::log(rate->second.value);
            if (name.starts_with("timed/")) ++m_timedCount;
            if (name.starts_with("bare/")) m_bare += std::log(rate->second.value);
            if (name.starts_with("bare/")) ++m_bareCount;
            if (!name.starts_with("counted/")) continue;
            m_logs += std::log(rate->second.value);
            ++m_count;
        }
        ConsoleReporter::ReportRuns(runs);
    }
    void Finalize() override {
        if (m_timedCount != 0 && m_observed != 0)
            std::cout << "a launch whose time is modelled, too, takes "
                      << (std::exp((m_observed - m_timed) / m_timedCount) - 1) * 100
                      << " % longer, geometric mean of " << m_timedCount << " kernels\n";
        if (m_count == 0) return;
        if (m_bareCount == m_count)
            std::cout << "a kernel that is counted takes " << std::exp((m_bare - m_logs) / m_count)
                      << " times as long as one that is not, geometric mean\n";
        std::cout << "geometric mean of " << m_count
                  << " counted kernels: " << std::exp(m_logs / m_count) / 1e6
                  << " million warp instructions a second on one core, " << ptx::instructionSet() << "\n";
    }

private:
    double m_logs = 0, m_bare = 0, m_observed = 0, m_timed = 0;
    int m_count = 0, m_bareCount = 0, m_timedCount = 0;
};

} // namespace
} // namespace lanescope

int main(int argc, char** argv) {
    using namespace lanescope;
    const char* folder = std::getenv("LANESCOPE_TEST_PTX");
    const std::string path = std::string(folder ? folder : LANESCOPE_TEST_PTX) + "/bench.ptx";
    std::ifstream file(path);
    if (!file) {
        std::cerr << path << " is missing: it is built where nvcc is found\n";
        return 77;
    }
    std::stringstream text;
    text << file.rdbuf();
    Bench bench(text.str());
    for (const bool counted : {true, false})
        for (const Case& each : bench.cases)
            benchmark::RegisterBenchmark(
                ((counted ? "counted/" : "bare/") + each.kernel).c_str(),
                [&bench, &each, counted](benchmark::State& state) { measure(state, bench, each, counted); })
                ->Unit(benchmark::kMillisecond);
    for (const bool timed : {false, true})
        for (const Case& each : bench.cases)
            benchmark::RegisterBenchmark(((timed ? "timed/" : "observed/") + each.kernel).c_str(),
                                         [&bench, &each, timed](benchmark::State& state) {
                                             measureObserved(state, bench, each, timed);
                                         })
                ->Unit(benchmark::kMillisecond);
    for (const Case& each : bench.cases)
        benchmark::RegisterBenchmark(("checked/" + each.kernel).c_str(), [&bench,
                                                                          &each](benchmark::State& state) {
            measureChecked(state, bench, each);
        })->Unit(benchmark::kMillisecond);
    for (const Case& each : bench.cases)
        benchmark::RegisterBenchmark(("together/" + each.kernel).c_str(), [&bench,
                                                                           &each](benchmark::State& state) {
            measureTogether(state, bench, each);
        })->Unit(benchmark::kMillisecond);
    for (const bool counted : {true, false})
        benchmark::RegisterBenchmark(
            counted ? "texture/counted" : "texture/bare",
            [&bench, counted](benchmark::State& state) { measureSamples(state, bench, counted); })
            ->Unit(benchmark::kMillisecond);
    benchmark::Initialize(&argc, argv);
    Reporter reporter;
    benchmark::RunSpecifiedBenchmarks(&reporter);
    return 0;
}
