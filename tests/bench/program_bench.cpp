// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// What counting costs a whole program: each is built, recorded, and its recording played in turn without
// counts, with the totals of all its accesses (CC 9.0, all blocks), and with modelled times, too, as a report
// has them. Seconds are the processor's, of all threads, so that whatever else runs disturbs little.
//   program_bench [ROUNDS [PROGRAM.cu...]]
#include "device/device.h"
#include "recording/file.h"
#include "session/player.h"
#include "session/resources.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <unistd.h>
#include <vector>

namespace lanescope {
namespace {

namespace fs = std::filesystem;

/// How a recording is played.
struct Way {
    bool counts = false, times = false;
};
constexpr std::array<Way, 3> kWays{{{false, false}, {true, false}, {true, true}}};

void command(const std::string& line) {
    if (std::system(line.c_str()) != 0) throw Error("failed: " + line);
}

std::shared_ptr<const recording::Recording> recordingOf(const fs::path& source, const fs::path& folder) {
    const std::string program = (folder / source.stem()).string(), made = program + ".lanescope";
    command(
        fmt::format("'{}' nvcc -O3 -std=c++17 '{}' -o '{}'", LANESCOPE_PROGRAM, source.string(), program));
    command(fmt::format("'{}' record '{}' --device emulated --out '{}' >/dev/null 2>&1", LANESCOPE_PROGRAM,
                        program, made));
    return std::make_shared<const recording::Recording>(recording::readRecording(made));
}

double processorSeconds() {
    timespec now{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Plays on a device of its own.
double play(const std::shared_ptr<const recording::Recording>& recording, const Way& way) {
    const std::shared_ptr<device::Device> device = device::openDevice(device::kEmulated);
    session::Resources resources(*device);
    session::PlayMemory memory;
    // Of a chip that nobody knows no time is modelled.
    model::Architecture unknown = model::defaultArchitecture();
    unknown.name = "unknown";
    unknown.measuredDram = false;
    const std::array architectures{way.times ? &model::defaultArchitecture() : &unknown};
    session::PlayPlan plan;
    plan.observe = way.counts;
    plan.architectures = architectures;
    const double began = processorSeconds();
    session::Player player(resources, memory, recording, plan, nullptr);
    player.go(0);
    const session::RunResult& result = player.publish();
    const double seconds = processorSeconds() - began;
    if (!result.compared.differing.empty()) throw Error("a play brings something else than the recording");
    return seconds;
}

double median(std::vector<double> values) {
    std::ranges::sort(values);
    return values[values.size() / 2];
}

int benchmark(int rounds, const std::vector<fs::path>& sources) {
    const fs::path folder = fs::temp_directory_path() / fmt::format("lanescope-bench-{}", ::getpid());
    fs::create_directories(folder);
    std::cout << "program          plain s   totals s  ratio    with times s  ratio\n";
    double totals = 0, timed = 0;
    for (const fs::path& source : sources) {
        const auto recording = recordingOf(source, folder);
        std::array<std::vector<double>, kWays.size()> seconds;
        for (int round = 0; round < rounds; ++round)
            for (std::size_t way = 0; way < kWays.size(); ++way)
                seconds[way].push_back(play(recording, kWays[way]));
        const double plain = median(seconds[0]), counted = median(seconds[1]), all = median(seconds[2]);
        totals += std::log(counted / plain);
        timed += std::log(all / plain);
        std::cout << fmt::format("{:16} {:7.3f}   {:8.3f}  {:5.2f}    {:12.3f}  {:5.2f}\n",
                                 source.stem().string(), plain, counted, counted / plain, all, all / plain)
                  << std::flush;
    }
    const auto count = static_cast<double>(sources.size());
    std::cout << fmt::format(
        "geometric mean of {} programs: totals {:.2f} times a run without, with modelled "
        "times {:.2f}\n",
        sources.size(), std::exp(totals / count), std::exp(timed / count));
    fs::remove_all(folder);
    return 0;
}

} // namespace
} // namespace lanescope

int main(int argc, char** argv) {
    namespace fs = std::filesystem;
    const int rounds = argc > 1 ? std::max(std::atoi(argv[1]), 1) : 5;
    std::vector<fs::path> sources(argv + std::min(argc, 2), argv + argc);
    if (sources.empty())
        for (const fs::directory_entry& each : fs::directory_iterator(LANESCOPE_BENCH_PROGRAMS))
            if (each.path().extension() == ".cu") sources.push_back(each.path());
    std::ranges::sort(sources);
    try {
        return lanescope::benchmark(rounds, sources);
    } catch (const std::exception& failure) {
        std::cerr << failure.what() << "\n";
        return 1;
    }
}
