// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/trace.h"

#include "device/architecture.h"
#include "kit/parameters.h"
#include "model/memory/tally.h"
#include "model/time/time_watch.h"
#include "ptx/program/timed_launch.h"
#include "ptx/run/ran_grids.h"
#include "shell/commands/settings.h"
#include "shell/commands/trace_setup.h"
#include "shell/output/device.h"
#include "shell/output/output.h"
#include "shell/output/report.h"
#include "shell/output/timing.h"
#include "shell/requests/lab_request.h"
#include "text/tr.h"
#include "json/document.h"

#include <fmt/format.h>

#include <cstring>
#include <optional>

namespace lanescope::shell {

namespace {

using Kind = ArgumentSpec::Kind;

/// The kernel's arguments in the memory of one device.
class Inputs {
public:
    Inputs(device::Device& device, const TraceSetup& setup) : m_device(device) {
        for (std::size_t i = 0; i < setup.arguments.size(); ++i) add(setup.arguments[i], i);
    }
    ~Inputs() {
        for (std::uint64_t handle : m_textures) m_device.releaseTexture(handle);
        for (device::Pointer pointer : m_buffers) m_device.release(pointer);
    }
    Inputs(const Inputs&) = delete;
    Inputs& operator=(const Inputs&) = delete;

    device::Launch launch(const TraceSetup& setup, device::LoadedModule& module) const {
        device::Launch made;
        made.module = &module;
        made.kernel = setup.kernel->name;
        made.label = setup.label;
        made.grid = setup.grid;
        made.block = setup.block;
        made.sharedBytes = setup.sharedBytes;
        made.cooperative = setup.cooperative;
        made.arguments = m_arguments;
        return made;
    }

    std::vector<std::byte> download(const ArgumentSpec& spec, std::size_t argument) const {
        std::vector<std::byte> bytes(spec.bytes());
        device::Pointer pointer = 0;
        std::memcpy(&pointer, m_arguments[argument].data(), sizeof pointer);
        m_device.download(bytes, pointer);
        return bytes;
    }

private:
    void add(const ArgumentSpec& spec, std::size_t number) {
        if (spec.kind == Kind::Scalar || spec.kind == Kind::Structure) {
            const std::vector<std::byte> bytes = spec.contents();
            return m_arguments.addBytes(bytes);
        }
        if (spec.kind == Kind::Buffer) {
            const std::string label = fmt::format("argument {} ({})", number, spec.text);
            const bool raw = spec.fill == ArgumentSpec::Fill::Raw;
            m_buffers.push_back(raw ? m_device.allocateRaw(spec.bytes(), label)
                                    : m_device.allocate(spec.bytes(), label));
            if (spec.fill != ArgumentSpec::Fill::Zero && !raw)
                m_device.upload(m_buffers.back(), spec.contents());
            return m_arguments.add(m_buffers.back());
        }
        if (spec.bytes() > m_device.freeBytes())
            throw BadInput(
                fmt::format("--arg '{}': the texture's {} bytes do not fit in the {} that are free",
                            spec.text, spec.bytes(), m_device.freeBytes()));
        const auto format =
            spec.type == ElementType::F32 ? device::TexelFormat::R32f : device::TexelFormat::R8;
        m_arrays.push_back(m_device.createArray({spec.width, spec.height, format}, spec.contents()));
        m_textures.push_back(
            m_device.createTexture(*m_arrays.back(), recording::Sampler{.readNormalizedFloat = true}));
        m_arguments.add(m_textures.back());
    }

    device::Device& m_device;
    std::vector<device::Pointer> m_buffers;
    std::vector<std::unique_ptr<device::DeviceArray>> m_arrays;
    std::vector<std::uint64_t> m_textures;
    device::Arguments m_arguments;
};

/// The modelled side: the emulator's run, counted for each architecture.
struct Counted {
    std::vector<model::Report> reports;
    std::vector<std::optional<model::LaunchTime>> times; ///< likewise; nullopt: none is known
    device::LaunchRecord record;
    std::vector<std::vector<std::byte>> dumps;
};

std::vector<std::vector<std::byte>> downloadDumps(const Inputs& inputs, const TraceSetup& setup) {
    std::vector<std::vector<std::byte>> all;
    for (const Dump& dump : setup.dumps)
        all.push_back(inputs.download(setup.arguments[dump.argument], dump.argument));
    return all;
}

Counted countEmulated(device::Device& device, const TraceSetup& setup, const std::string& name,
                      bool wantDumps) {
    std::vector<std::unique_ptr<model::Tally>> tallies;
    std::vector<model::TimeWatch> watches;
    model::DramTally dram;
    std::vector<model::AccessSink*> sinks{&dram};
    const model::LaunchedBlocks launched =
        ptx::launchedBlocks(*setup.kernel, setup.grid, setup.block, setup.sharedBytes, setup.cooperative);
    const std::shared_ptr<const model::KnownTimes> times = knownTimes();
    for (const model::Architecture* architecture : setup.architectures) {
        tallies.push_back(std::make_unique<model::Tally>(*architecture, setup.rules));
        sinks.push_back(tallies.back().get());
        const model::TimeWatch& watch = watches.emplace_back(
            launched, *architecture, times->of(*architecture), setup.rules, setup.module->machineCode());
        if (watch.sink()) sinks.push_back(watch.sink());
    }
    model::Fanout fanout(sinks);
    const std::unique_ptr<device::LoadedModule> module = device.load(setup.ptx, name);
    const Inputs inputs(device, setup);
    const device::Launch launch = inputs.launch(setup, *module);
    device::Watch watch{.sink = &fanout, .instructionBudget = setup.budget};
    if (setup.check) {
        watch.checks = ptx::Checks::all();
        watch.checks.lockstep = setup.architectures.front()->cc.major < 7;
    }
    try {
        device.watcher()->launch(launch, watch);
    } catch (const ptx::Fault& fault) {
        const std::size_t more = setup.kernel->unsupported.size();
        if (fault.kind == ptx::FaultKind::Unsupported && more > 1)
            throw ptx::Fault(fault.kind,
                             fmt::format("{}; {} more of its instructions are not supported either",
                                         fault.what(), more - 1));
        if (fault.kind != ptx::FaultKind::Budget) throw;
        throw ptx::Fault(fault.kind, fmt::format("{} (--budget allows more)", fault.what()));
    }
    Counted counted;
    counted.record = device.finish().front();
    for (std::size_t i = 0; i < tallies.size(); ++i) {
        const model::Architecture& architecture = *setup.architectures[i];
        counted.reports.push_back(tallies[i]->report());
        counted.reports.back().blocksRun = counted.record.blocksRun;
        counted.reports.back().blocksTotal = counted.record.blocksTotal;
        counted.times.push_back(watches[i].time(counted.reports.back(), dram.traffic(architecture),
                                                {counted.record.warpInstructions, counted.record.longestWarp},
                                                ptx::ranGrids(counted.record.grids)));
    }
    if (wantDumps) counted.dumps = downloadDumps(inputs, setup);
    return counted;
}

/// The measured side: the same inputs on a GPU. Gives its time; dumps get its buffers.
double runOnGpu(device::Device& device, const TraceSetup& setup, const std::string& name,
                std::vector<std::vector<std::byte>>& dumps) {
    const std::unique_ptr<device::LoadedModule> module = device.load(setup.ptx, name);
    const Inputs inputs(device, setup);
    device.launch(inputs.launch(setup, *module));
    const double milliseconds = device.finish().front().milliseconds;
    dumps = downloadDumps(inputs, setup);
    return milliseconds;
}

/// Said only of a run that has succeeded: what stops one is in its failure.
void warnOfUnsupported(const ptx::Kernel& kernel, const std::string& name) {
    if (kernel.unsupported.empty()) return;
    const ptx::Unsupported& first = kernel.unsupported.front();
    const std::string where =
        first.line ? fmt::format("{}:{}", first.file, first.line) : fmt::format("{}:{}", name, first.ptxLine);
    const std::size_t more = kernel.unsupported.size() - 1;
    say(oneLine(fmt::format("{}: the emulator does not run '{}'{}; no thread got there", where, first.text,
                            more ? fmt::format(" and {} more of the kernel's instructions", more) : "")));
}

Json traceDocument(const TraceOptions& options, const TraceSetup& setup, const device::Info& info,
                   bool onGpu) {
    Json arguments = Json::array(), dumps = Json::array(), unsupported = Json::array();
    for (const ArgumentSpec& argument : setup.arguments) arguments.push_back(argument.text);
    for (const Dump& dump : setup.dumps)
        dumps.push_back({{"argument", dump.argument},
                         {"file", dump.file},
                         {"bytes", setup.arguments[dump.argument].bytes()},
                         {"from", onGpu ? "cuda" : "emulated"}});
    for (const ptx::Unsupported& instruction : setup.kernel->unsupported)
        unsupported.push_back({{"ptx_line", instruction.ptxLine},
                               {"file", instruction.file},
                               {"line", instruction.line},
                               {"ptx", instruction.text}});
    return {{"file", options.file},   {"kernel", setup.kernel->name},
            {"arguments", arguments}, {"device", json::toJson(documentOf(info))},
            {"modelled", true},       {"counts_from", "emulated"},
            {"dumps", dumps},         {"unsupported", unsupported}};
}

} // namespace

int traceCommand(const TraceOptions& options) {
    TraceSetup setup = prepareTrace(options);
    const std::unique_ptr<device::Device> device = device::openDevice(setup.device);
    // Of a device that is not, the emulator counts the accesses.
    const bool watched = device->watcher() != nullptr;
    if (setup.architectures.empty()) setup.architectures = {&device::architectureOf(device->info())};
    if (watched) refuseTooLarge(setup); // a GPU does so itself

    Counted counted;
    if (!watched) {
        // The emulator goes first: it finds what would cost this process the GPU.
        counted = countEmulated(*device::openEmulated(), setup, options.file, false);
        counted.record.milliseconds = runOnGpu(*device, setup, options.file, counted.dumps);
    } else {
        counted = countEmulated(*device, setup, options.file, true);
        printRaw(counted.record.printed);
    }
    warnOfUnsupported(*setup.kernel, options.file);
    for (std::size_t i = 0; i < setup.dumps.size(); ++i)
        writeResultTo(setup.dumps[i].file,
                      {reinterpret_cast<const char*>(counted.dumps[i].data()), counted.dumps[i].size()});

    std::vector<ReportedLaunch> launches; // by architecture
    std::string text =
        tr("{} of {}\nrun on {}{}\n", setup.kernel->name, options.file, retold(device->info().name),
           !watched ? tr("; counted by the emulator over the same inputs") : "");
    for (std::size_t i = 0; i < counted.reports.size(); ++i) {
        const model::Report& report = counted.reports[i];
        const ReportedLaunch& launch = launches.emplace_back(ReportedLaunch{
            .label = setup.label,
            .grid = setup.grid,
            .block = setup.block,
            .sharedBytes = setup.sharedBytes,
            .module = setup.module.get(),
            .report = &report,
            .record = &counted.record,
            .checked = setup.check,
            .onGpu = device->info().can.measuresTimes,
            .fault = nullptr,
            .refused = {},
            .cooperative = setup.cooperative,
            .time = counted.times[i] ? &*counted.times[i] : nullptr,
        });
        text += modelledAs(*report.architecture) + "\n" + reportText({&launch, 1}, ShownPaths(options.file));
        if (!launch.time) text += "\n" + noFiguresText(*report.architecture);
    }
    if (!options.json) {
        writeResult(text);
        return 0;
    }
    writeDocument([&](json::Stream& documents) {
        if (launches.size() > 1) documents.beginList();
        for (const ReportedLaunch& launch : launches) {
            documents.beginObject();
            documents.fields(traceDocument(options, setup, device->info(), device->info().can.measuresTimes));
            addReport(documents, 1, [&](std::size_t) { return launch; });
            documents.end();
        }
        if (launches.size() > 1) documents.end();
    });
    return 0;
}

} // namespace lanescope::shell
