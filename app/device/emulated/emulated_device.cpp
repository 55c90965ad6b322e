// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/emulated/emulated_device.h"

#include "device/interop/shared_buffer.h"
#include "device/interop/shared_texture.h"
#include "device/launch_check.h"
#include "ptx/program/program.h"
#include "ptx/run/device_printf.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <stdexcept>
#include <thread>

namespace lanescope::device {

namespace {

/// What cudaMallocPitch rounds rows up to on an H200 (measured).
constexpr std::size_t kPitchAlignment = 512;
constexpr std::size_t kMostDefaultBytes = std::size_t{4} << 30;

/// Of the same size; std::ranges::copy goes byte by byte, as compilers of today have it.
void copyBytes(std::span<std::byte> to, std::span<const std::byte> from) {
    if (!from.empty()) std::memmove(to.data(), from.data(), from.size());
}

std::size_t defaultCapacity() {
    const auto pages = static_cast<std::size_t>(std::max(::sysconf(_SC_PHYS_PAGES), 0L));
    const auto pageBytes = static_cast<std::size_t>(std::max(::sysconf(_SC_PAGESIZE), 0L));
    return std::min(pages * pageBytes / 2, kMostDefaultBytes);
}

class EmulatedModule final : public LoadedModule {
public:
    /// placed: as ModuleState has it.
    EmulatedModule(std::shared_ptr<EmulatedMemory> memory, std::shared_ptr<const ptx::Module> module,
                   const std::function<std::uint64_t(std::string_view)>& placed)
        : m_memory(std::move(memory)), m_state(std::move(module), m_memory->memory, placed) {}
    const ptx::Module& module() const override { return m_state.module(); }
    void beginAnew() override { m_state.restoreHeap({}); }
    ptx::ModuleState& state() { return m_state; }
    const EmulatedMemory* memory() const { return m_memory.get(); }

private:
    std::shared_ptr<EmulatedMemory> m_memory;
    ptx::ModuleState m_state;
};

class EmulatedArray final : public DeviceArray {
public:
    EmulatedArray(const ArrayDesc& desc, std::shared_ptr<ptx::Array> array)
        : m_desc(desc), m_array(std::move(array)) {}
    ArrayDesc desc() const override { return m_desc; }
    const std::shared_ptr<ptx::Array>& array() const { return m_array; }

private:
    ArrayDesc m_desc;
    std::shared_ptr<ptx::Array> m_array;
};

class EmulatedImage final : public MemoryImage {
public:
    ptx::MemoryImage memory;
    struct Heap {
        std::weak_ptr<LoadedModule> module;
        std::map<std::uint64_t, std::uint64_t> use; ///< ModuleState::heapUse
    };
    std::vector<Heap> heaps;

    void visit(const std::function<void(const void*, std::size_t)>& each) const override {
        for (const ptx::MemoryImage::Part& part : memory.parts)
            for (const auto* chunks : {&part.contents, &part.written})
                for (const ptx::MemoryImage::Chunk& chunk : *chunks)
                    if (chunk) each(chunk.get(), chunk->size());
    }
};

EmulatedArray& ownArray(DeviceArray& array) {
    if (auto* own = dynamic_cast<EmulatedArray*>(&array)) return *own;
    throw Error("an array of another device was given to the emulated device");
}

} // namespace

EmulatedDevice::EmulatedDevice(std::size_t capacityBytes, unsigned workers)
    : m_memory(std::make_shared<EmulatedMemory>(capacityBytes ? capacityBytes : defaultCapacity())),
      m_machine(m_memory->memory, m_memory->textures), m_workers(workers) {
    const unsigned cores = std::max(1U, workers ? workers : std::thread::hardware_concurrency());
    m_info.name = cores == 1 ? fmt::format("Emulated (1 core, {})", ptx::instructionSet())
                             : fmt::format("Emulated ({} cores, {})", cores, ptx::instructionSet());
    m_info.memoryBytes = m_memory->memory.capacity();
    m_info.sharedLimitBytes = ptx::LaunchConfig{}.sharedLimitBytes;
}

Pointer EmulatedDevice::allocate(std::size_t bytes, std::string_view label) {
    return allocate(bytes, label, false);
}

Pointer EmulatedDevice::allocateRaw(std::size_t bytes, std::string_view label) {
    return allocate(bytes, label, true);
}

Pointer EmulatedDevice::allocate(std::size_t bytes, std::string_view label, bool raw) {
    try {
        return m_memory->memory.allocate(bytes, label, raw);
    } catch (const std::bad_alloc&) {
        throw OutOfMemory(label, bytes, "the emulated device's memory", freeBytes());
    }
}

PitchedPointer EmulatedDevice::allocatePitched(std::size_t rowBytes, std::size_t rows,
                                               std::string_view label) {
    const std::size_t pitch =
        (std::max<std::size_t>(rowBytes, 1) + kPitchAlignment - 1) / kPitchAlignment * kPitchAlignment;
    return {allocate(pitch * rows, label), pitch};
}

void EmulatedDevice::release(Pointer pointer) noexcept {
    m_memory->memory.release(pointer);
}

std::size_t EmulatedDevice::freeBytes() const {
    return m_memory->memory.capacity() - m_memory->memory.used();
}

std::span<std::byte> EmulatedDevice::view(Pointer pointer, std::size_t bytes, std::string_view verb) const {
    try {
        return m_memory->memory.view(pointer, bytes);
    } catch (const std::out_of_range&) {
        const auto* allocation = m_memory->memory.find(pointer);
        throw Error(
            allocation
                ? fmt::format("cannot {} {} bytes at byte {} of {}: it has {} bytes", verb, bytes,
                              pointer - allocation->address, allocation->label, allocation->bytes)
                : fmt::format("cannot {} {} bytes at {:#x}: no allocation is there", verb, bytes, pointer));
    }
}

void EmulatedDevice::upload(Pointer to, std::span<const std::byte> from, StreamNumber) {
    copyBytes(view(to, from.size(), "upload"), from);
    m_memory->memory.markWritten(to, from.size());
}

void EmulatedDevice::download(std::span<std::byte> to, Pointer from, StreamNumber) {
    copyBytes(to, view(from, to.size(), "download"));
}

void EmulatedDevice::copy(Pointer to, Pointer from, std::size_t bytes, StreamNumber) {
    copyBytes(view(to, bytes, "copy"), view(from, bytes, "copy"));
    m_memory->memory.markWritten(to, bytes);
}

void EmulatedDevice::fill(Pointer to, std::byte value, std::size_t bytes, StreamNumber) {
    std::ranges::fill(view(to, bytes, "fill"), value);
    m_memory->memory.markWritten(to, bytes);
}

std::span<std::byte> EmulatedDevice::rowOf(const Place& place, std::size_t row, std::size_t bytes,
                                           std::string_view verb) const {
    const Pointer first = place.pointer + row * place.pitch;
    if (!place.array) return view(first, bytes, verb);
    ptx::Array& array = *ownArray(*place.array).array();
    const std::span<std::byte> texels(array.data(), array.bytes());
    if (first > texels.size() || bytes > texels.size() - first)
        throw Error(fmt::format("cannot {} {} bytes at byte {} of an array of {} bytes", verb, bytes, first,
                                texels.size()));
    return texels.subspan(first, bytes);
}

void EmulatedDevice::markWritten(const Place& place, std::size_t row, std::size_t bytes) {
    if (!place.array) m_memory->memory.markWritten(place.pointer + row * place.pitch, bytes);
}

void EmulatedDevice::uploadRows(const Place& to, std::span<const std::byte> from, std::size_t rowBytes,
                                StreamNumber) {
    for (std::size_t row = 0; row * rowBytes < from.size(); ++row) {
        copyBytes(rowOf(to, row, rowBytes, "upload"), from.subspan(row * rowBytes, rowBytes));
        markWritten(to, row, rowBytes);
    }
}

void EmulatedDevice::downloadRows(std::span<std::byte> to, const Place& from, std::size_t rowBytes,
                                  StreamNumber) {
    for (std::size_t row = 0; row * rowBytes < to.size(); ++row)
        copyBytes(to.subspan(row * rowBytes, rowBytes), rowOf(from, row, rowBytes, "download"));
}

void EmulatedDevice::copyRows(const Place& to, const Place& from, std::size_t rowBytes, std::size_t rows,
                              StreamNumber) {
    for (std::size_t row = 0; row < rows; ++row) {
        copyBytes(rowOf(to, row, rowBytes, "copy"), rowOf(from, row, rowBytes, "copy"));
        markWritten(to, row, rowBytes);
    }
}

std::unique_ptr<DeviceArray> EmulatedDevice::createArray(const ArrayDesc& desc,
                                                         std::span<const std::byte> texels) {
    checkShape(desc);
    if (!texels.empty()) checkTexels(desc, texels.size());
    auto array = emulatedArray(*m_memory, desc);
    std::ranges::copy(texels, array->texels.begin());
    return std::make_unique<EmulatedArray>(desc, std::move(array));
}

std::uint64_t EmulatedDevice::createTexture(DeviceArray& array, const Sampler& sampler) {
    try {
        return m_memory->textures.addTexture(ownArray(array).array(), sampler);
    } catch (const std::invalid_argument& error) {
        throw Error(error.what());
    }
}

std::uint64_t EmulatedDevice::createTexture(const PlainTexels& texels, const Sampler& sampler) {
    checkShape(texels.desc);
    Sampler plain = sampler;
    // Beyond a line there is nothing: tex1Dfetch gives zeros.
    if (texels.pitch == 0) {
        plain.address.fill(recording::AddressMode::Border);
        plain.border.fill(0);
    }
    const std::shared_ptr<ptx::Array> copy = emulatedArray(*m_memory, texels.desc);
    try {
        const std::uint64_t handle = m_memory->textures.addTexture(copy, plain);
        m_plainTextures[handle] = {texels, copy};
        return handle;
    } catch (const std::invalid_argument& error) {
        throw Error(error.what());
    }
}

/// Memory that was freed before its texture is no longer read.
void EmulatedDevice::readPlainTexels() {
    for (auto& [handle, texture] : m_plainTextures) {
        const auto& [from, copy] = texture;
        const std::size_t row = from.desc.rowBytes();
        if (!m_memory->memory.find(from.pointer)) continue;
        for (std::uint32_t y = 0; y < from.desc.height; ++y)
            copyBytes({copy->data() + y * row, row}, view(from.pointer + y * from.pitch, row, "read"));
    }
}

std::unique_ptr<DeviceArray> EmulatedDevice::createLevel(DeviceArray& mipmap, std::uint32_t level) {
    const EmulatedArray& own = ownArray(mipmap);
    checkLevel(own.desc(), level);
    const ArrayDesc desc = own.desc().level(level);
    auto array = emulatedArray(*m_memory, desc);
    array->texels.clear();
    array->whole = own.array();
    array->levelOfWhole = level;
    return std::make_unique<EmulatedArray>(desc, std::move(array));
}

std::uint64_t EmulatedDevice::createSurface(DeviceArray& array) {
    return m_memory->textures.addSurface(ownArray(array).array());
}

void EmulatedDevice::releaseTexture(std::uint64_t handle) noexcept {
    m_memory->textures.remove(handle);
    m_plainTextures.erase(handle);
}

std::unique_ptr<LoadedModule> EmulatedDevice::load(std::string_view ptx, std::string_view name,
                                                   const ptx::KernelRegisters& registers) {
    return load(ptx, name, registers, nullptr);
}

std::unique_ptr<LoadedModule> EmulatedDevice::loadAgain(std::string_view ptx, std::string_view name,
                                                        const ptx::KernelRegisters& registers,
                                                        LoadedModule& first) {
    return load(ptx, name, registers, &dynamic_cast<EmulatedModule&>(first).state());
}

/// managed: whose managed variables it has; nullptr: it has its own.
std::unique_ptr<LoadedModule> EmulatedDevice::load(std::string_view ptx, std::string_view name,
                                                   const ptx::KernelRegisters& registers,
                                                   const ptx::ModuleState* managed) {
    try {
        const std::shared_ptr<const ptx::Module> module = ptx::Module::parse(ptx, name, registers);
        const auto placed = [&](std::string_view variable) -> std::uint64_t {
            const auto& all = module->program().variables;
            const auto found = std::ranges::find(all, variable, &ptx::Variable::name);
            return managed && found != all.end() && found->managed ? managed->variable(variable).address : 0;
        };
        return std::make_unique<EmulatedModule>(m_memory, module, placed);
    } catch (const ptx::ParseError& error) {
        throw Error(error.what());
    } catch (const std::bad_alloc&) {
        throw Error(fmt::format("the variables of {} do not fit in the emulated device's memory", name));
    }
}

ptx::ModuleState::Variable EmulatedDevice::find(LoadedModule& module, std::string_view name) const {
    auto* own = dynamic_cast<EmulatedModule*>(&module);
    if (!own || own->memory() != m_memory.get())
        throw Error(fmt::format("variable {}: its module was loaded on another device", name));
    return own->state().variable(name);
}

Pointer EmulatedDevice::variable(LoadedModule& module, std::string_view name) {
    const ptx::ModuleState::Variable variable = find(module, name);
    checkVariable(name, variable.address ? std::optional(variable.bytes) : std::nullopt, 0);
    return variable.address;
}

void EmulatedDevice::writeVariable(LoadedModule& module, std::string_view name,
                                   std::span<const std::byte> value) {
    const ptx::ModuleState::Variable variable = find(module, name);
    checkVariable(name, variable.address ? std::optional(variable.bytes) : std::nullopt, value.size());
    std::ranges::copy(value, m_memory->memory.view(variable.address, value.size()).begin());
}

void EmulatedDevice::launch(const Launch& launch, const Watch& watch) {
    const ptx::Kernel& kernel = checkLaunch(launch, m_info);
    auto* module = dynamic_cast<EmulatedModule*>(launch.module);
    if (!module || module->memory() != m_memory.get())
        throw Error(fmt::format("kernel {}: its module was loaded on another device", launch.kernel));
    fillParameterBlock(m_parameters, kernel, launch.arguments);
    const ptx::LaunchConfig config{.grid = launch.grid,
                                   .block = launch.block,
                                   .cluster = launch.cluster,
                                   .dynamicSharedBytes = launch.sharedBytes,
                                   .parameters = m_parameters,
                                   .instructionBudget = watch.instructionBudget,
                                   .workers = m_workers,
                                   .blocks = watch.blocks,
                                   .sink = watch.sink,
                                   .cancel = watch.cancel,
                                   .progress = watch.progress,
                                   .sharedLimitBytes = m_info.sharedLimitBytes,
                                   .childStart = watch.childStart,
                                   .checks = watch.checks,
                                   .cooperative = launch.cooperative};
    const auto start = std::chrono::steady_clock::now();
    readPlainTexels();
    if (watch.blocks.empty()) m_memory->memory.populate();
    ptx::LaunchOutcome result = m_machine.run(module->state(), kernel, config);
    const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - start;
    if (result.fault && !watch.record) throw ptx::Fault(*result.fault);
    LaunchRecord& record = watch.record ? *watch.record : m_records.emplace_back();
    if (!watch.record) record.label = labelOf(launch);
    record.milliseconds = taken.count();
    record.warpInstructions = result.warpInstructions;
    record.longestWarp = result.longestWarp;
    record.blocksRun = result.blocksRun;
    record.blocksTotal = launch.grid.count();
    if (result.printedBefore > 0)
        record.printed =
            fmt::format("lanescope: {}\n", ptx::printedBeforeText(result.printedBefore, config.printBytes));
    record.printed += result.printed;
    record.findings = std::move(result.findings);
    record.grids = std::move(result.grids);
    if (result.fault) throw ptx::Fault(*result.fault);
}

std::shared_ptr<const MemoryImage>
EmulatedDevice::image(std::span<const std::shared_ptr<LoadedModule>> modules, const MemoryImage* before) {
    const auto* const earlier = dynamic_cast<const EmulatedImage*>(before);
    auto made = std::make_shared<EmulatedImage>();
    made->memory = m_memory->memory.image(earlier ? &earlier->memory : nullptr);
    for (const std::shared_ptr<LoadedModule>& each : modules)
        if (auto* const own = dynamic_cast<EmulatedModule*>(each.get()))
            made->heaps.push_back({each, own->state().heapUse()});
    return made;
}

bool EmulatedDevice::restore(const MemoryImage& image) {
    const auto* const own = dynamic_cast<const EmulatedImage*>(&image);
    if (!own || std::ranges::any_of(own->heaps, [](const auto& each) { return each.module.expired(); }))
        return false;
    if (!m_memory->memory.restore(own->memory)) return false;
    for (const EmulatedImage::Heap& each : own->heaps)
        if (const std::shared_ptr<LoadedModule> module = each.module.lock())
            static_cast<EmulatedModule&>(*module).state().restoreHeap(each.use);
    return true;
}

std::vector<LaunchRecord> EmulatedDevice::finish() {
    return std::exchange(m_records, {});
}

std::unique_ptr<SharedResource> EmulatedDevice::shareBuffer(unsigned glBuffer, std::size_t bytes) {
    return shareEmulatedBuffer(this, m_memory, glBuffer, bytes);
}

std::unique_ptr<SharedResource> EmulatedDevice::shareTexture(unsigned glTexture, const ArrayDesc& desc) {
    return shareEmulatedTexture(this, m_memory, glTexture, desc);
}

void EmulatedDevice::map(std::span<SharedResource* const> resources) {
    checkResources(resources, this, false);
    for (SharedResource* resource : resources) mappable(*resource).open();
}

void EmulatedDevice::unmap(std::span<SharedResource* const> resources) {
    checkResources(resources, this, true);
    for (SharedResource* resource : resources) mappable(*resource).close();
}

std::unique_ptr<Device> openEmulated(std::size_t capacityBytes, unsigned workers) {
    return std::make_unique<EmulatedDevice>(capacityBytes, workers);
}

} // namespace lanescope::device
