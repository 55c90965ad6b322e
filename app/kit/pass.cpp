// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/pass.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::kit {

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Blocks that stand for the grid of a GPU's launch when the emulator looks at its accesses.
constexpr std::size_t kSampledBlocks = 64;
/// Warp instructions of one warp after which an interactive run is given up: seconds, not minutes.
constexpr std::uint64_t kInteractiveBudget = 1ULL << 26;

/// Thrown out of a lab's run() when the frame's time is up; the next step runs it again from where it was.
struct Paused {};

/// "FILE.NAME": the file of kernels/ and the name of a function or variable in it.
std::pair<const device::KernelFile*, std::string_view> splitName(std::string_view name) {
    const std::size_t dot = name.find('.');
    const device::KernelFile* file = device::findKernelFile(name.substr(0, dot));
    if (!file || dot == std::string_view::npos)
        throw device::Error(fmt::format("no '{}' in kernels/: it is named FILE.NAME", name));
    return {file, name.substr(dot + 1)};
}

bool sameSampler(const ptx::Sampler& a, const ptx::Sampler& b) {
    return a.address == b.address && a.filter == b.filter &&
           a.normalizedCoordinates == b.normalizedCoordinates &&
           a.readNormalizedFloat == b.readNormalizedFloat && a.border == b.border;
}

} // namespace

bool Pass::go(double budget) {
    if (m_resources.device.info().kind == device::Kind::Cuda)
        if (const std::string why = m_lab->emulatedOnly(); !why.empty()) throw BadInput(why);
    m_start = Clock::now();
    m_budget = budget;
    m_ran = false;
    m_position = 0;
    m_usedResults.clear();
    m_kept.clear();
    try {
        m_lab->run(*this);
    } catch (const Paused&) {
        m_runSeconds += secondsSince(m_start);
        return false;
    }
    closeScope();
    readKept();
    m_runSeconds += secondsSince(m_start);
    return true;
}

double Pass::progress() const {
    if (m_launches.empty()) return 0;
    const auto& [done, all] = m_blocks;
    const double last = all ? static_cast<double>(done) / static_cast<double>(all) : 0;
    return (static_cast<double>(m_complete) + last) /
           static_cast<double>(std::max<std::size_t>(m_complete + 1, 1));
}

std::unique_ptr<RunResult> Pass::publish() {
    auto result = std::make_unique<RunResult>();
    result->times = times();
    result->launches = std::move(m_launches);
    result->time = m_time;
    result->kept = std::move(m_values);
    for (int index : m_usedResults)
        result->objects.push_back(m_resources.results[static_cast<std::size_t>(index)].object);
    return result;
}

StageTimes Pass::times() const {
    StageTimes times;
    for (const LaunchResult& launch : m_launches) times.kernel += launch.record.milliseconds * 1e-3;
    const double joining = m_joinSeconds + (m_observer ? m_observer->joinSeconds() : 0);
    times.kernel -= joining; // the device's record has it in
    times.model = joining + m_reportSeconds;
    times.run = m_runSeconds;
    times.map = m_mapSeconds;
    times.unmap = m_unmapSeconds;
    times.span = m_spanSeconds;
    return times;
}

device::Pointer Pass::buffer(std::string_view name, std::size_t bytes, std::string_view key,
                             const Init& init) {
    auto found = m_resources.buffers.find(name);
    if (found == m_resources.buffers.end() || found->second.bytes != bytes) {
        if (found != m_resources.buffers.end()) {
            m_resources.device.release(found->second.pointer);
            m_resources.buffers.erase(found);
        }
        Resources::Buffer made{m_resources.device.allocate(bytes, name), bytes, "zero"};
        found = m_resources.buffers.emplace(std::string(name), std::move(made)).first;
    }
    if (found->second.key != key) {
        std::vector<std::byte> host(bytes);
        if (init) init(host);
        m_resources.device.upload(found->second.pointer, host);
        found->second.key = key;
    }
    return found->second.pointer;
}

device::Pointer Pass::rawBuffer(std::string_view name, std::size_t bytes) {
    auto found = m_resources.buffers.find(name);
    const bool made = std::find(m_raw.begin(), m_raw.end(), name) != m_raw.end();
    if (found != m_resources.buffers.end() && made) return found->second.pointer; // run() goes on
    if (found != m_resources.buffers.end()) {
        m_resources.device.release(found->second.pointer);
        m_resources.buffers.erase(found);
    }
    m_raw.emplace_back(name);
    Resources::Buffer buffer{m_resources.device.allocateRaw(bytes, name), bytes, "raw"};
    return m_resources.buffers.emplace(std::string(name), std::move(buffer)).first->second.pointer;
}

Pitched Pass::pitched(std::string_view name, std::size_t rowBytes, std::size_t rows, std::string_view key,
                      const PitchedInit& init) {
    auto found = m_resources.buffers.find(name);
    if (found != m_resources.buffers.end() &&
        (found->second.rowBytes != rowBytes || found->second.bytes != found->second.pitch * rows)) {
        m_resources.device.release(found->second.pointer);
        m_resources.buffers.erase(found);
        found = m_resources.buffers.end();
    }
    if (found == m_resources.buffers.end()) {
        const device::PitchedPointer made = m_resources.device.allocatePitched(rowBytes, rows, name);
        found = m_resources.buffers
                    .emplace(std::string(name),
                             Resources::Buffer{made.pointer, made.pitch * rows, "zero", made.pitch, rowBytes})
                    .first;
    }
    Resources::Buffer& buffer = found->second;
    if (buffer.key != key) {
        std::vector<std::byte> host(buffer.bytes);
        if (init) init(host, buffer.pitch);
        m_resources.device.upload(buffer.pointer, host);
        buffer.key = key;
    }
    return {buffer.pointer, buffer.pitch};
}

void Pass::setSymbol(std::string_view symbol, std::span<const std::byte> value) {
    if (m_position < m_launches.size()) return; // the launch that reads it has begun
    const auto [file, variable] = splitName(symbol);
    m_resources.device.writeVariable(*moduleOf(*file), variable, value);
}

void Pass::clear(std::string_view buffer) {
    if (m_position < m_launches.size()) return;
    const auto found = m_resources.buffers.find(buffer);
    if (found == m_resources.buffers.end())
        throw device::Error(fmt::format("no buffer '{}' to clear", buffer));
    m_resources.device.fill(found->second.pointer, std::byte{0}, found->second.bytes);
}

void Pass::keep(std::string_view buffer) {
    m_kept.emplace_back(buffer);
}

ResultBuffer Pass::resultBuffer(std::string_view name, std::size_t bytes) {
    const int index = result(
        name, [&](const Resources::Result& r) { return r.object.bytes == bytes && !r.object.texture; });
    Resources::Result& made = m_resources.results[static_cast<std::size_t>(index)];
    if (made.object.bytes == 0) {
        made.object.name = name;
        if (m_plan.graphics) {
            made.object.buffer = std::make_shared<render::Buffer>(name, bytes);
            made.shared = m_resources.device.shareBuffer(made.object.buffer->id(), bytes);
            noteRoute(made);
        } else {
            made.pointer = m_resources.device.allocate(bytes, name);
        }
        made.object.bytes = bytes;
    }
    return {index, 0};
}

ResultImage Pass::resultImage(std::string_view name, const device::ArrayDesc& desc) {
    const int index =
        result(name, [&](const Resources::Result& r) { return r.object.desc == desc && !r.object.buffer; });
    Resources::Result& made = m_resources.results[static_cast<std::size_t>(index)];
    if (made.object.bytes == 0) {
        made.object.name = name;
        made.object.desc = desc;
        if (m_plan.graphics) {
            made.object.texture =
                std::make_shared<render::Texture>(name, static_cast<int>(desc.width),
                                                  static_cast<int>(desc.height), pixelFormatOf(desc.format));
            made.shared = m_resources.device.shareTexture(made.object.texture->id(), desc);
            noteRoute(made);
        } else {
            made.array = m_resources.device.createArray(desc, {});
            made.surface = m_resources.device.createSurface(*made.array);
        }
        made.object.bytes = std::size_t{desc.width} * desc.height * device::bytesPerTexel(desc.format);
    }
    return {index};
}

std::uint64_t Pass::texture(std::string_view name, const device::ArrayDesc& desc, std::string_view key,
                            const std::function<std::vector<std::byte>()>& texels,
                            const ptx::Sampler& sampler) {
    Resources::Image& image = m_resources.images[std::string(name)];
    const bool newPicture = !image.array || image.desc != desc || image.key != key;
    if (newPicture || !sameSampler(image.sampler, sampler)) {
        if (image.handle) m_resources.device.releaseTexture(std::exchange(image.handle, 0));
        if (newPicture) {
            image.array = m_resources.device.createArray(desc, texels());
            image.desc = desc;
            image.key = key;
        }
        image.handle = m_resources.device.createTexture(*image.array, sampler);
        image.sampler = sampler;
    }
    return image.handle;
}

std::shared_ptr<device::LoadedModule> Pass::moduleOf(const device::KernelFile& file) {
    std::shared_ptr<device::LoadedModule>& module = m_resources.modules[file.name];
    if (!module) module = m_resources.device.load(file.ptx, file.path);
    return module;
}

std::vector<Placement> Pass::placements() const {
    std::vector<Placement> all;
    for (const auto& [name, buffer] : m_resources.buffers)
        all.push_back({name, buffer.pointer, buffer.bytes, buffer.pitch});
    for (const int index : m_usedResults) {
        const Resources::Result& result = m_resources.results[static_cast<std::size_t>(index)];
        const device::Pointer at = result.shared ? result.shared->pointer() : result.pointer;
        if (at) all.push_back({result.object.name, at, result.object.bytes});
    }
    return all;
}

void Pass::readKept() {
    if (!m_plan.keep || m_kept.empty()) return;
    m_values = std::make_shared<Values>();
    for (const std::string& name : m_kept) {
        const auto found = m_resources.buffers.find(name);
        if (found == m_resources.buffers.end()) continue;
        Values::Buffer& into = m_values->buffers[name];
        into.bytes.resize(found->second.bytes);
        into.pitch = found->second.pitch;
        m_resources.device.download(into.bytes, found->second.pointer);
    }
}

void Pass::beginLaunch() {
    if (m_scope) return;
    std::vector<device::SharedResource*> shared;
    for (int index : m_usedResults)
        if (auto& result = m_resources.results[static_cast<std::size_t>(index)]; result.shared)
            shared.push_back(result.shared.get());
    m_spanStart = Clock::now();
    m_scope = std::make_unique<device::MapScope>(m_resources.device, shared);
    m_mapSeconds += secondsSince(m_spanStart);
}

void Pass::endLaunch(std::string_view kernel, model::Dim3 grid, model::Dim3 block, std::uint32_t sharedBytes,
                     device::Arguments arguments) {
    const std::size_t position = m_position++;
    if (position < m_complete) return; // done in an earlier step
    const auto [file, function] = splitName(kernel);
    const std::shared_ptr<device::LoadedModule> module = moduleOf(*file);

    if (m_launches.size() == position) {
        LaunchResult& launch = m_launches.emplace_back();
        launch.label = kernel;
        launch.file = file;
        launch.grid = grid;
        launch.block = block;
        launch.sharedBytes = sharedBytes;
        launch.record.label = kernel;
        launch.record.blocksTotal = grid.count();
        m_observer.reset();
        if (m_plan.observe)
            m_observer =
                std::make_unique<Observer>(m_plan.architectures, m_lab->rules(), grid, block, m_lab->focus());
        const bool sample = m_plan.sampleAbove != 0 && grid.count() > m_plan.sampleAbove && m_observer;
        m_chosen = sample ? m_observer->sample(kSampledBlocks) : std::vector<std::uint64_t>{};
        m_blocks = {0, m_chosen.empty() ? grid.count() : m_chosen.size()};
    }

    device::Launch launch;
    launch.module = module.get();
    launch.kernel = function;
    launch.label = kernel;
    launch.grid = grid;
    launch.block = block;
    launch.sharedBytes = sharedBytes;
    launch.arguments = std::move(arguments);
    launch.cold = m_plan.cold;
    if (m_resources.device.info().kind == device::Kind::Cuda) {
        m_resources.device.launch(launch);
        ++m_complete;
        return;
    }
    launch.sink = m_observer ? &m_observer->sink() : nullptr;
    launch.instructionBudget = m_plan.interactive ? kInteractiveBudget : 0;
    launch.cancel = m_plan.cancel;
    launch.childStart = m_lab->childStart();
    if (m_plan.checks)
        launch.checks = {.races = true,
                         .uninitialised = true,
                         .lockstep = architecture().cc.major < 7,
                         .sampled = !m_chosen.empty()};
    runEmulated(launch, m_launches.back());
    if (m_observer) {
        const Clock::time_point start = Clock::now();
        m_joinSeconds += m_observer->joinSeconds();
        m_launches.back().observation = m_observer->finish(
            module, m_blocks.second, m_launches.back().record.warpInstructions, placements());
        m_observer.reset();
        m_reportSeconds += secondsSince(start);
    }
    ++m_complete;
}

device::Pointer Pass::resolve(const ResultBuffer& buffer) const {
    const auto& result = m_resources.results[static_cast<std::size_t>(buffer.index)];
    return (result.shared ? result.shared->pointer() : result.pointer) + buffer.offset;
}

std::uint64_t Pass::resolve(const ResultImage& image) const {
    const auto& result = m_resources.results[static_cast<std::size_t>(image.index)];
    return result.shared ? result.shared->surface() : result.surface;
}

render::PixelFormat Pass::pixelFormatOf(device::TexelFormat format) {
    switch (format) {
    case device::TexelFormat::R8:
        return render::PixelFormat::R8;
    case device::TexelFormat::Rgba8:
        return render::PixelFormat::Rgba8;
    case device::TexelFormat::R32f:
        return render::PixelFormat::R32f;
    case device::TexelFormat::Rgba32f:
        return render::PixelFormat::Rgba32f;
    }
    return render::PixelFormat::Rgba8;
}

void Pass::noteRoute(Resources::Result& result) {
    result.object.route = result.shared->route();
    result.object.reason = result.shared->reason();
}

template<class Fits>
int Pass::result(std::string_view name, Fits fits) {
    auto& all = m_resources.results;
    auto found = std::find_if(all.begin(), all.end(), [&](const auto& r) { return r.object.name == name; });
    if (found == all.end()) {
        // A slot that a failed attempt left empty may be taken again.
        found = std::find_if(all.begin(), all.end(), [](const auto& r) { return r.object.bytes == 0; });
        if (found == all.end()) found = all.insert(all.end(), Resources::Result{});
    } else if (!fits(*found)) {
        m_resources.drop(*found);
    }
    const int index = static_cast<int>(found - all.begin());
    m_usedResults.push_back(index);
    return index;
}

void Pass::runEmulated(device::Launch& launch, LaunchResult& into) {
    if (!m_plan.tolerant) return runSlices(launch, into);
    const ptx::Kernel* kernel = launch.module->module().find(launch.kernel);
    into.refused =
        device::launchRefusal(architecture(), launch.grid, launch.block,
                              std::uint64_t{launch.sharedBytes} + (kernel ? kernel->staticSharedBytes : 0));
    for (const LaunchResult& before : m_launches)
        if (before.fault && into.refused.empty())
            into.refused = fmt::format("{} failed, and no kernel runs after that", before.label);
    if (!into.refused.empty()) {
        m_blocks.second = 0;
        return;
    }
    try {
        runSlices(launch, into);
    } catch (const ptx::Fault& fault) {
        if (fault.kind == ptx::FaultKind::Cancelled) throw;
        into.fault = std::make_shared<ptx::Fault>(fault);
    } catch (const device::Error& error) {
        into.refused = error.what();
    }
}

void Pass::runSlices(device::Launch& launch, LaunchResult& into) {
    double& perBlock = m_resources.secondsPerBlock[launch.label];
    auto& [done, all] = m_blocks;
    while (done < all) {
        const double left = m_budget - secondsSince(m_start);
        if (m_budget > 0 && m_ran && left <= 0) throw Paused{};
        std::uint64_t take = all - done;
        // What is launched from the device may wait for the end of the whole grid.
        const ptx::Kernel* kernel = launch.module->module().find(launch.kernel);
        if (m_budget > 0 && !(kernel && kernel->callsRuntime)) {
            constexpr std::uint64_t kFirstSlice = 64;
            const double fit = perBlock > 0 ? std::max(left, 0.25 * m_budget) / perBlock : kFirstSlice;
            take = std::min(take, static_cast<std::uint64_t>(std::max(1.0, fit)));
        }
        launch.blocks.clear();
        if (take < launch.grid.count())
            for (std::uint64_t i = 0; i < take; ++i)
                launch.blocks.push_back(m_chosen.empty() ? done + i : m_chosen[done + i]);
        const Clock::time_point start = Clock::now();
        m_resources.device.launch(launch);
        for (device::LaunchRecord& record : m_resources.device.finish()) merge(into.record, record);
        const double each = secondsSince(start) / static_cast<double>(take);
        perBlock = perBlock > 0 ? 0.5 * (perBlock + each) : each;
        done += take;
        m_ran = true;
    }
}

void Pass::merge(device::LaunchRecord& into, device::LaunchRecord& from) {
    into.milliseconds += from.milliseconds;
    into.warpInstructions += from.warpInstructions;
    into.blocksRun += from.blocksRun;
    into.printed += from.printed;
    into.grids.insert(into.grids.end(), from.grids.begin(), from.grids.end());
    for (ptx::Finding& finding : from.findings) {
        auto same = std::find_if(into.findings.begin(), into.findings.end(), [&](const ptx::Finding& known) {
            return known.text == finding.text && known.line == finding.line;
        });
        if (same == into.findings.end())
            into.findings.push_back(std::move(finding));
        else
            same->count += finding.count;
    }
}

void Pass::closeScope() {
    const Clock::time_point start = Clock::now();
    if (m_scope) m_scope->unmap();
    m_unmapSeconds += secondsSince(start);
    std::vector<device::LaunchRecord> records = m_resources.device.finish();
    if (m_scope) m_spanSeconds = secondsSince(m_spanStart);
    m_scope.reset();
    if (m_resources.device.info().kind == device::Kind::Cuda)
        for (std::size_t i = 0; i < records.size() && i < m_launches.size(); ++i)
            m_launches[i].record = records[i];
}

} // namespace lanescope::kit
