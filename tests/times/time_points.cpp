// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Models the points of a list: time_points PTX_FOLDER POINTS [NAME...]
#include "model/dram.h"
#include "model/occupancy.h"
#include "model/tally.h"
#include "model/time/simulation.h"
#include "model/trace.h"
#include "ptx/decode/program.h"
#include "ptx/run/machine.h"
#include "ptx/run/memory.h"
#include "ptx/texture/texture.h"
#include "shell/commands/argument_spec.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>
#include <set>
#include <sstream>

using namespace lanescope;

namespace {

model::Dim3 sides(const std::string& text) {
    model::Dim3 d{1, 1, 1};
    std::sscanf(text.c_str(), "%u,%u,%u", &d.x, &d.y, &d.z);
    return d;
}
double secondsSince(std::chrono::steady_clock::time_point start) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

} // namespace

int main(int argc, char** argv) {
    const std::string folder = argv[1];
    std::set<std::string> wanted(argv + 3, argv + argc);
    std::map<std::string, std::shared_ptr<const ptx::Module>> modules;
    // registers from the data file
    std::map<std::string, int> registers;
    {
        std::ifstream data(std::getenv("TIMES_CSV"));
        std::string line;
        while (std::getline(data, line)) {
            std::istringstream cells(line);
            std::string name, cell;
            std::getline(cells, name, ',');
            for (int i = 0; i < 5; ++i) std::getline(cells, cell, ',');
            registers[name] = std::atoi(cell.c_str());
        }
    }
    std::ifstream list(argv[2]);
    std::string line;
    const model::Architecture& arch = model::defaultArchitecture();
    const model::ChipTimes& chip = *model::chipTimes(arch);
    std::printf("name,cold_us,warm_us,warp_instructions,machine_instructions,sampled,simulated,count_s,simulate_s,dram_share,regs_used,issue,data,l2,dram,fill,alu,fma,fmaheavy,fp64,xu,lsu,tex,adu,cbu\n");
    while (std::getline(list, line)) {
        std::istringstream words(line);
        std::string group, name, file, kernelName, grid, block, shared, spec;
        words >> group >> name >> file >> kernelName >> grid >> block >> shared;
        if (!wanted.empty() && !wanted.contains(name)) continue;
        try {
        std::vector<shell::ArgumentSpec> specs;
        while (words >> spec) specs.push_back(shell::parseArgumentSpec(spec));
        auto& module = modules[file];
        if (!module) {
            std::ifstream text(folder + "/" + file + ".ptx");
            std::stringstream all;
            all << text.rdbuf();
            module = ptx::Module::parse(all.str(), file);
        }
        const ptx::Kernel* kernel = module->find(kernelName);
        if (!kernel) throw std::runtime_error("no kernel");
        ptx::Memory memory(std::size_t{8} << 30);
        ptx::TextureTable textures;
        std::vector<std::byte> parameters(kernel->parameterBytes);
        bool texture = false;
        for (std::size_t i = 0; i < specs.size(); ++i) {
            std::vector<std::byte> bytes;
            if (specs[i].kind == shell::ArgumentSpec::Kind::Buffer) {
                const std::uint64_t address = memory.allocate(specs[i].bytes(), "b");
                if (specs[i].fill != shell::ArgumentSpec::Fill::Raw) {
                    const auto contents = specs[i].contents();
                    std::memcpy(memory.view(address, contents.size()).data(), contents.data(), contents.size());
                }
                bytes.resize(8);
                std::memcpy(bytes.data(), &address, 8);
            } else if (specs[i].kind == shell::ArgumentSpec::Kind::Texture) {
                texture = true;
            } else {
                bytes = specs[i].contents();
            }
            if (!bytes.empty()) std::memcpy(parameters.data() + kernel->parameters[i].offset, bytes.data(), bytes.size());
        }
        if (texture) { std::fprintf(stderr, "%s: texture skipped\n", name.c_str()); continue; }
        ptx::ModuleState state(module, memory);
        ptx::Machine machine(memory, textures);
        ptx::LaunchConfig config;
        config.grid = sides(grid);
        config.block = sides(block);
        config.dynamicSharedBytes = static_cast<std::uint32_t>(std::stoul(shared));
        config.parameters = parameters;
        const std::uint64_t blocks = config.grid.count();
        const model::Occupancy held = model::occupancy({config.block.count(), kernel->staticSharedBytes + config.dynamicSharedBytes, static_cast<std::uint64_t>(registers[name])}, arch);
        const std::uint64_t onOne = (blocks + 131) / 132;
        const std::uint64_t wantedBlocks = std::min<std::uint64_t>(onOne, static_cast<std::uint64_t>(held.blocks) * 3);
        std::vector<std::uint64_t> chosen;
        for (std::uint64_t i = 0; i < wantedBlocks; ++i) {
            const std::uint64_t at = wantedBlocks == onOne ? i * 132 : i * onOne / wantedBlocks * 132;
            chosen.push_back(std::min(at, blocks - 1));
        }
        std::sort(chosen.begin(), chosen.end());
        chosen.erase(std::unique(chosen.begin(), chosen.end()), chosen.end());
        model::BlockSample sample(arch, {}, config.grid, config.block, chosen, 300000 / chosen.size() + 1);
        model::Tally tally(arch, {});
        model::DramTally dram;
        model::Fanout fanout({&tally, &dram, &sample});
        config.sink = &fanout;
        // of large grids a part
        std::vector<std::uint64_t> run;
        if (name.find("2048") != std::string::npos && name.find("product") == 0) {
            run = chosen;
            for (std::uint64_t i = 0; i < 400; ++i) run.push_back(i * (blocks - 1) / 399);
            std::sort(run.begin(), run.end());
            run.erase(std::unique(run.begin(), run.end()), run.end());
            config.blocks = run;
        }
        const auto begun = std::chrono::steady_clock::now();
        const ptx::LaunchResult result = machine.launch(state, *kernel, config);
        const double counting = secondsSince(begun);
        const double scale = static_cast<double>(blocks) / static_cast<double>(result.blocksRun);
        std::vector<const model::SampledBlock*> sampled;
        std::uint64_t recorded = 0, executed = 0;
        for (const auto& [number, each] : sample.blocks()) {
            sampled.push_back(&each);
            for (const auto& warp : each.warps) recorded += warp.steps.size(), executed += warp.executed;
        }
        model::Report report = tally.report();
        const model::DramTraffic traffic = dram.traffic(arch);
        double missShare = 1; // of the sectors that loads ask for, those that L1 does not have
        double requested = 0, stored = 0;
        for (const auto& site : report.sites)
            if (site.space == model::Space::Global || site.space == model::Space::Local)
                (site.direction == model::Direction::Load ? requested : stored) += static_cast<double>(site.counts.sectors);
        double sampleRequested = 0;
        for (const auto* each : sampled)
            for (const auto& access : each->accesses)
                if (access.direction == model::Direction::Load && access.space == model::Space::Global)
                    for (std::uint16_t k = 0; k < access.lines; ++k) sampleRequested += std::popcount(static_cast<unsigned>(each->lines[access.firstLine + k].sectors));
        double share = 0;
        const auto simulateFor = [&](bool inL2) {
            model::SampledLaunch launch;
            launch.blocks = blocks;
            launch.warpsPerBlock = (config.block.count() + 31) / 32;
            launch.residentBlocks = held.blocks;
            launch.sharedBytesPerBlock = kernel->staticSharedBytes + config.dynamicSharedBytes + 1024;
            const double asked = requested * missShare;
            share = asked == 0 ? 0 : std::min(1.0, static_cast<double>(traffic.bytesRead) / 32 / asked);
            launch.dramShare = inL2 ? 0 : share;
            launch.dramBytesPerSector = inL2 || asked + stored == 0 ? 0 : static_cast<double>(traffic.busyBytes) / (asked + stored);
            return model::simulate(sampled, module->program().machine, chip, launch);
        };
        const auto simBegun = std::chrono::steady_clock::now();
        const model::SimulatedTime first = simulateFor(false);
        if (sampleRequested > 0) missShare = std::min(1.0, std::max(first.missedSectors / sampleRequested, 1e-3));
        const model::SimulatedTime cold = simulateFor(false);
        const double simulating = secondsSince(simBegun);
        const double footprint = static_cast<double>(traffic.footprintBytes) * scale;
        const double coldShare = share;
        const model::SimulatedTime warm = simulateFor(footprint < 30e6);
        share = coldShare;
        const double stretch = recorded == 0 ? 1 : static_cast<double>(executed) / static_cast<double>(recorded);
        const auto us = [&](const model::SimulatedTime& t) {
            const double fixed = chip.kernelStart + chip.kernelEnd;
            return ((t.cycles - fixed) * stretch + fixed) / chip.clockHz * 1e6;
        };
        // machine instructions of all
        double machineCount = 0;
        for (const auto* each : sampled)
            for (const auto& warp : each->warps)
                for (const auto& step : warp.steps) {
                    const auto& in = module->program().machine.instructions[step.instruction];
                    if (in.kind == model::MachineKind::Nothing) continue;
                    for (auto n : module->program().machine.costs[in.cost].instructions) machineCount += n;
                }
        machineCount *= stretch * static_cast<double>(blocks) / static_cast<double>(sampled.size());
        using model::Pipe;
        std::printf("%s,%.3f,%.3f,%.0f,%.0f,%zu,%lu,%.4f,%.4f,%.3f,%d", name.c_str(), us(cold), us(warm), static_cast<double>(result.warpInstructions) * scale, machineCount, sampled.size(), cold.steps, counting, simulating, share, registers[name]);
        for (double v : {cold.issue, cold.data, cold.l2, cold.dram, cold.fill}) std::printf(",%.0f", v);
        for (Pipe p : {Pipe::Alu, Pipe::Fma, Pipe::FmaHeavy, Pipe::Fp64, Pipe::Xu, Pipe::Lsu, Pipe::Tex, Pipe::Adu, Pipe::Cbu}) std::printf(",%.0f", cold.pipe[static_cast<std::size_t>(p)]);
        std::printf("\n");
        std::fflush(stdout);
        } catch (const std::exception& e) { std::fprintf(stderr, "%s: %s\n", name.c_str(), e.what()); }
    }
}
