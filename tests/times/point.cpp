// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "point.h"

#include "model/memory/tally.h"
#include "model/occupancy.h"
#include "model/time/simulation.h"
#include "model/trace.h"
#include "ptx/program/program.h"
#include "ptx/run/machine.h"
#include "ptx/state/memory.h"
#include "ptx/texture/texture.h"
#include "shell/requests/argument_spec.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>

namespace lanescope::times {

namespace {

std::ifstream opened(const std::string& file) {
    std::ifstream stream(file);
    if (!stream) throw std::runtime_error("cannot read " + file);
    return stream;
}

model::Dim3 sides(const std::string& text) {
    model::Dim3 size{1, 1, 1};
    std::sscanf(text.c_str(), "%u,%u,%u", &size.x, &size.y, &size.z);
    return size;
}

std::vector<std::string> split(const std::string& line, char separator) {
    std::vector<std::string> cells;
    std::istringstream stream(line);
    for (std::string cell; std::getline(stream, cell, separator);) cells.push_back(cell);
    return cells;
}

} // namespace

std::vector<Point> readPoints(const std::string& file) {
    std::vector<Point> points;
    std::ifstream list = opened(file);
    for (std::string line; std::getline(list, line);) {
        std::istringstream words(line);
        Point point;
        std::string grid, block, shared;
        words >> point.group >> point.name >> point.file >> point.kernel >> grid >> block >> shared;
        point.grid = sides(grid);
        point.block = sides(block);
        point.sharedBytes = static_cast<std::uint32_t>(std::stoul(shared));
        for (std::string spec; words >> spec;)
            if (spec == "cooperative")
                point.cooperative = true;
            else
                point.specs.push_back(spec);
        points.push_back(std::move(point));
    }
    return points;
}

std::map<std::string, Row> readMeasured(const std::string& file) {
    std::map<std::string, Row> rows;
    std::vector<std::string> head;
    std::ifstream table = opened(file);
    for (std::string line; std::getline(table, line);) {
        if (line.starts_with('#')) continue;
        const std::vector<std::string> cells = split(line, ',');
        if (head.empty()) {
            head = cells;
            continue;
        }
        Row& row = rows[cells.front()];
        for (std::size_t i = 1; i < cells.size(); ++i)
            if (!cells[i].empty()) row[head[i]] = std::strtod(cells[i].c_str(), nullptr);
    }
    return rows;
}

namespace {

/// tex2d:u8x4:linear[512x512]=ramp, or surf2d.
struct Image {
    bool surface = false, linear = false;
    std::uint32_t channels = 1;
    shell::ArgumentSpec spec; ///< of an array with these texels
};
std::optional<Image> readImage(const std::string& text) {
    static const std::regex kImage(R"((tex2d|surf2d):(f32|u8)(?:x(\d))?(:linear)?\[(\d+)x(\d+)\](=.*)?)");
    std::smatch found;
    if (!std::regex_match(text, found, kImage)) return std::nullopt;
    Image image;
    image.surface = found[1] == "surf2d";
    image.linear = found[4].matched;
    if (found[3].matched) image.channels = static_cast<std::uint32_t>(std::stoul(found[3]));
    const unsigned long width = std::stoul(found[5]), height = std::stoul(found[6]);
    image.spec = shell::parseArgumentSpec(
        found[2].str() + "[" + std::to_string(width * height * image.channels) + "]" + found[7].str());
    image.spec.width = static_cast<std::uint32_t>(width);
    image.spec.height = static_cast<std::uint32_t>(height);
    return image;
}

std::uint64_t addImage(ptx::TextureTable& textures, const Image& image, std::uint32_t number) {
    const bool floats = shell::isFloat(image.spec.type);
    auto array = std::make_shared<ptx::Array>();
    array->number = number;
    array->width = image.spec.width;
    array->height = image.spec.height;
    array->kind = floats ? ptx::ChannelKind::Float : ptx::ChannelKind::Unsigned;
    array->channels = image.channels;
    array->bitsPerChannel = floats ? 32 : 8;
    array->texels = image.spec.contents();
    if (image.surface) return textures.addSurface(array);
    ptx::Sampler sampler;
    sampler.filter = image.linear ? ptx::FilterMode::Linear : ptx::FilterMode::Point;
    sampler.readNormalizedFloat = !floats;
    return textures.addTexture(array, sampler);
}

} // namespace

std::shared_ptr<const ptx::Module> PointRunner::module(const Point& point) {
    std::shared_ptr<const ptx::Module>& known = m_modules[point.file];
    if (!known) {
        std::stringstream text;
        text << opened(m_folder + "/" + point.file + ".ptx").rdbuf();
        known = ptx::Module::parse(text.str(), point.file);
    }
    return known;
}

model::LaunchedBlocks launched(const Point& point, const Seen& seen, int registers) {
    return {point.grid, point.block, seen.sharedBytesPerBlock, static_cast<std::uint64_t>(registers),
            point.cooperative};
}

Seen PointRunner::run(const Point& point, int registers, std::uint64_t mostBlocks) {
    const std::shared_ptr<const ptx::Module> loaded = module(point);
    const ptx::Kernel* kernel = loaded->find(point.kernel);
    if (!kernel) throw std::runtime_error("no kernel " + point.kernel);
    ptx::Memory memory(std::size_t{8} << 30);
    ptx::TextureTable textures;
    std::vector<std::byte> parameters(kernel->parameterBytes);
    std::uint32_t arrays = 0;
    for (std::size_t i = 0; i < point.specs.size(); ++i) {
        std::vector<std::byte> bytes;
        if (const auto image = readImage(point.specs[i])) {
            const std::uint64_t handle = addImage(textures, *image, arrays++);
            std::memcpy(parameters.data() + kernel->parameters[i].offset, &handle, sizeof handle);
            continue;
        }
        const shell::ArgumentSpec spec = shell::parseArgumentSpec(point.specs[i]);
        if (spec.kind == shell::ArgumentSpec::Kind::Buffer) {
            const std::uint64_t address = memory.allocate(spec.bytes(), point.specs[i]);
            if (spec.fill != shell::ArgumentSpec::Fill::Raw) {
                const std::vector<std::byte> contents = spec.contents();
                std::memcpy(memory.view(address, contents.size()).data(), contents.data(), contents.size());
            }
            bytes.resize(sizeof address);
            std::memcpy(bytes.data(), &address, sizeof address);
        } else {
            bytes = spec.contents();
        }
        std::memcpy(parameters.data() + kernel->parameters[i].offset, bytes.data(), bytes.size());
    }
    const model::Architecture& chip = model::defaultArchitecture();
    Seen seen;
    seen.sharedBytesPerBlock = kernel->staticSharedBytes + point.sharedBytes;
    seen.residentBlocks =
        occupancy({point.block.count(), seen.sharedBytesPerBlock, static_cast<std::uint64_t>(registers)},
                  chip)
            .blocks;
    const std::uint64_t blocks = point.grid.count();
    seen.sample = model::sampleFor(launched(point, seen, registers), chip, model::builtInTimes(), {},
                                   loaded->program().machine);
    if (!seen.sample) throw std::runtime_error("no time is known");
    model::Tally tally(chip, {});
    model::DramTally dram;
    model::Fanout fanout({&tally, &dram, seen.sample.get()});
    ptx::LaunchConfig config;
    config.grid = point.grid;
    config.block = point.block;
    config.dynamicSharedBytes = point.sharedBytes;
    config.parameters = parameters;
    config.sink = &fanout;
    config.cooperative = point.cooperative;
    std::vector<std::uint64_t> part;
    if (blocks > mostBlocks) {
        const std::vector<std::uint64_t> watched =
            model::blocksOfOne(blocks, static_cast<std::uint64_t>(seen.residentBlocks),
                               static_cast<std::uint64_t>(chip.multiprocessors));
        std::set<std::uint64_t> some(watched.begin(), watched.end());
        for (std::uint64_t i = 0; i < mostBlocks; ++i) some.insert(i * (blocks - 1) / (mostBlocks - 1));
        part.assign(some.begin(), some.end());
        config.blocks = part;
    }
    ptx::ModuleState state(loaded, memory);
    ptx::Machine machine(memory, textures);
    const auto start = std::chrono::steady_clock::now();
    const ptx::LaunchOutcome result = machine.launch(state, *kernel, config);
    seen.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    seen.blocksRun = result.blocksRun;
    seen.executed = {result.warpInstructions, result.longestWarp};
    seen.report = tally.report();
    seen.report.blocksRun = result.blocksRun;
    seen.report.blocksTotal = blocks;
    seen.traffic = dram.traffic(chip);
    return seen;
}

double machineInstructions(const Seen& seen, const ptx::Module& module) {
    const model::MachineCode& code = module.program().machine;
    double sum = 0, kept = 0, executed = 0;
    for (const auto& [number, block] : seen.sample->blocks())
        for (const model::SampledBlock::Warp& warp : block.warps) {
            kept += static_cast<double>(warp.steps.size());
            executed += static_cast<double>(warp.executed);
            for (const model::SampledStep& step : model::scheduled(warp.steps, code, block.accesses)) {
                const model::MachineInstruction& in = code.instructions[step.instruction];
                if (in.kind == model::MachineKind::Nothing) continue;
                for (const std::uint8_t count : code.costs[in.cost].instructions) sum += count;
            }
        }
    return kept > 0 ? sum * executed / kept / static_cast<double>(seen.sample->blocks().size()) : 0;
}

} // namespace lanescope::times
