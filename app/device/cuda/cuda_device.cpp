// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/cuda/cuda_device.h"

#include "device/cuda/context/cuda_array.h"
#include "device/cuda/context/cuda_module.h"
#include "device/cuda/device_memory.h"
#include "device/cuda/launch_arguments.h"
#include "device/cuda/printf_redirect.h"
#include "device/interop/shared_buffer.h"
#include "device/interop/shared_texture.h"
#include "device/kernel_library.h"
#include "device/launch_check.h"

#include <fmt/format.h>
#if __has_include(<nvtx3/nvToolsExt.h>)
#include <nvtx3/nvToolsExt.h>
#endif

#include <algorithm>

namespace lanescope::device {

namespace {

/// A range in the profiler's timeline; nothing where the toolkit has no NVTX.
class ProfilerRange {
public:
#if __has_include(<nvtx3/nvToolsExt.h>)
    explicit ProfilerRange(const std::string& name) {
        nvtxRangePushA(name.c_str());
    }
    ~ProfilerRange() {
        nvtxRangePop();
    }
#else
    explicit ProfilerRange(const std::string&) {}
    ~ProfilerRange() {}
#endif
    ProfilerRange(const ProfilerRange&) = delete;
    ProfilerRange& operator=(const ProfilerRange&) = delete;
};

CudaArray& ownArray(DeviceArray& array, const CudaContext& context) {
    auto* own = dynamic_cast<CudaArray*>(&array);
    if (!own || own->context() != &context)
        throw Error("an array of another device was given to a CUDA device");
    return *own;
}

} // namespace

struct CudaDevice::Events {
    cudaEvent_t start = nullptr, stop = nullptr;
};

struct CudaDevice::Pending {
    std::string label;
    Events events;
    std::uint64_t blocks = 0;
};

CudaDevice::CudaDevice(const Info& info)
    : m_info(info), m_context(std::make_shared<CudaContext>(info.ordinal)) {}

CudaDevice::~CudaDevice() {
    ignoreError(cudaSetDevice(m_info.ordinal));
    {
        const PrintfRedirect redirect(m_prints, m_showsPrints);
        ignoreError(cudaStreamSynchronize(m_context->stream()));
    }
    const auto destroy = [](const Events& events) {
        ignoreError(cudaEventDestroy(events.start));
        ignoreError(cudaEventDestroy(events.stop));
    };
    for (const Pending& pending : m_pending) destroy(pending.events);
    for (const Events& events : m_freeEvents) destroy(events);
    for (const auto& [pointer, allocation] : m_allocations) ignoreError(cudaFree(rawPointer(pointer)));
}

bool CudaDevice::lost() const {
    return m_context->lost();
}

/// Notes memory that is to be zeroed, and takes it over.
Pointer CudaDevice::take(DeviceMemory memory, std::size_t bytes, std::string_view label) {
    const Pointer pointer = pointerTo(memory.get());
    LANESCOPE_CUDA(*m_context, cudaMemsetAsync(memory.get(), 0, bytes, m_context->stream()));
    m_allocations.emplace(pointer, Allocation{bytes, std::string(label)});
    static_cast<void>(memory.release());
    return pointer;
}

Pointer CudaDevice::allocate(std::size_t bytes, std::string_view label) {
    m_context->use();
    return take(allocateMemory(*m_context, bytes, label, m_info), bytes, label);
}

PitchedPointer CudaDevice::allocatePitched(std::size_t rowBytes, std::size_t rows, std::string_view label) {
    m_context->use();
    PitchedMemory made = allocateRows(*m_context, rowBytes, rows, label, m_info);
    return {take(std::move(made.memory), made.pitch * std::max<std::size_t>(rows, 1), label), made.pitch};
}

void CudaDevice::release(Pointer pointer) noexcept {
    if (m_allocations.erase(pointer) == 0) return;
    ignoreError(cudaSetDevice(m_info.ordinal));
    ignoreError(cudaFree(rawPointer(pointer)));
}

std::size_t CudaDevice::freeBytes() const {
    m_context->use();
    std::size_t free = 0, total = 0;
    LANESCOPE_CUDA(*m_context, cudaMemGetInfo(&free, &total));
    return free;
}

void CudaDevice::checkRange(Pointer pointer, std::size_t bytes, std::string_view verb) const {
    auto next = m_allocations.upper_bound(pointer);
    if (next != m_allocations.begin()) {
        const auto& [start, allocation] = *std::prev(next);
        const std::uint64_t offset = pointer - start;
        if (offset <= allocation.bytes && bytes <= allocation.bytes - offset) return;
        if (offset < allocation.bytes)
            throw Error(fmt::format("cannot {} {} bytes at byte {} of {}: it has {} bytes", verb, bytes,
                                    offset, allocation.label, allocation.bytes));
    }
    // A mapped OpenGL buffer and a module's variable are not ours, but CUDA knows them; it also knows what is
    // nothing at all.
    cudaPointerAttributes attributes{};
    const cudaError_t code = cudaPointerGetAttributes(&attributes, rawPointer(pointer));
    if (code == cudaSuccess &&
        (attributes.type == cudaMemoryTypeDevice || attributes.type == cudaMemoryTypeManaged))
        return;
    ignoreError(code);
    if (bytes != 0)
        throw Error(fmt::format("cannot {} {} bytes at {:#x}: no allocation is there", verb, bytes, pointer));
}

void CudaDevice::upload(Pointer to, std::span<const std::byte> from, StreamNumber stream) {
    m_context->use();
    checkRange(to, from.size(), "upload");
    const PrintfRedirect redirect(m_prints, m_showsPrints);
    LANESCOPE_CUDA(*m_context, cudaMemcpyAsync(rawPointer(to), from.data(), from.size(),
                                               cudaMemcpyHostToDevice, m_context->streams()[stream]));
    m_context->synchronize();
}

void CudaDevice::download(std::span<std::byte> to, Pointer from, StreamNumber stream) {
    m_context->use();
    checkRange(from, to.size(), "download");
    const PrintfRedirect redirect(m_prints, m_showsPrints);
    LANESCOPE_CUDA(*m_context, cudaMemcpyAsync(to.data(), rawPointer(from), to.size(), cudaMemcpyDeviceToHost,
                                               m_context->streams()[stream]));
    m_context->synchronize();
}

void CudaDevice::copy(Pointer to, Pointer from, std::size_t bytes, StreamNumber stream) {
    m_context->use();
    checkRange(to, bytes, "copy");
    checkRange(from, bytes, "copy");
    LANESCOPE_CUDA(*m_context, cudaMemcpyAsync(rawPointer(to), rawPointer(from), bytes,
                                               cudaMemcpyDeviceToDevice, m_context->streams()[stream]));
}

void CudaDevice::checkRows(const Place& place, std::size_t rowBytes, std::size_t rows,
                           std::string_view verb) const {
    if (rows == 0) return;
    const std::size_t bytes = (rows - 1) * place.pitch + rowBytes;
    if (!place.array) return checkRange(place.pointer, bytes, verb);
    const std::size_t size = ownArray(*place.array, *m_context).desc().bytes();
    if (place.pointer > size || bytes > size - place.pointer)
        throw Error(fmt::format("cannot {} {} bytes at byte {} of an array of {} bytes", verb, bytes,
                                place.pointer, size));
}

void CudaDevice::uploadRows(const Place& to, std::span<const std::byte> from, std::size_t rowBytes,
                            StreamNumber stream) {
    if (from.empty()) return;
    m_context->use();
    const std::size_t rows = from.size() / rowBytes;
    checkRows(to, rowBytes, rows, "upload");
    const PrintfRedirect redirect(m_prints, m_showsPrints);
    LANESCOPE_CUDA(*m_context, device::copyRows(to, {pointerTo(from.data()), rowBytes}, rowBytes, rows,
                                                cudaMemcpyHostToDevice, m_context->streams()[stream]));
    m_context->synchronize();
}

void CudaDevice::downloadRows(std::span<std::byte> to, const Place& from, std::size_t rowBytes,
                              StreamNumber stream) {
    if (to.empty()) return;
    m_context->use();
    const std::size_t rows = to.size() / rowBytes;
    checkRows(from, rowBytes, rows, "download");
    const PrintfRedirect redirect(m_prints, m_showsPrints);
    LANESCOPE_CUDA(*m_context, device::copyRows({pointerTo(to.data()), rowBytes}, from, rowBytes, rows,
                                                cudaMemcpyDeviceToHost, m_context->streams()[stream]));
    m_context->synchronize();
}

void CudaDevice::copyRows(const Place& to, const Place& from, std::size_t rowBytes, std::size_t rows,
                          StreamNumber stream) {
    if (rowBytes == 0 || rows == 0) return;
    m_context->use();
    checkRows(to, rowBytes, rows, "copy");
    checkRows(from, rowBytes, rows, "copy");
    LANESCOPE_CUDA(*m_context, device::copyRows(to, from, rowBytes, rows, cudaMemcpyDeviceToDevice,
                                                m_context->streams()[stream]));
}

void CudaDevice::fill(Pointer to, std::byte value, std::size_t bytes, StreamNumber stream) {
    m_context->use();
    checkRange(to, bytes, "fill");
    LANESCOPE_CUDA(*m_context, cudaMemsetAsync(rawPointer(to), std::to_integer<int>(value), bytes,
                                               m_context->streams()[stream]));
}

std::unique_ptr<DeviceArray> CudaDevice::createArray(const ArrayDesc& desc,
                                                     std::span<const std::byte> texels) {
    checkShape(desc);
    if (!texels.empty()) checkTexels(desc, texels.size());
    return std::make_unique<CudaArray>(m_context, desc, texels);
}

std::uint64_t CudaDevice::createTexture(DeviceArray& array, const Sampler& sampler) {
    const CudaArray& own = ownArray(array, *m_context);
    m_context->use();
    return makeTexture(*m_context, own, sampler);
}

std::uint64_t CudaDevice::createTexture(const PlainTexels& texels, const Sampler& sampler) {
    checkShape(texels.desc);
    m_context->use();
    return makeTexture(*m_context, texels, sampler);
}

std::unique_ptr<DeviceArray> CudaDevice::createLevel(DeviceArray& mipmap, std::uint32_t level) {
    const CudaArray& own = ownArray(mipmap, *m_context);
    checkLevel(own.desc(), level);
    m_context->use();
    return std::make_unique<CudaArray>(own, level);
}

std::uint64_t CudaDevice::createSurface(DeviceArray& array) {
    const CudaArray& own = ownArray(array, *m_context);
    m_context->use();
    const cudaSurfaceObject_t surface = makeSurface(*m_context, own.array());
    m_surfaces.insert(surface);
    return surface;
}

void CudaDevice::releaseTexture(std::uint64_t handle) noexcept {
    ignoreError(cudaSetDevice(m_info.ordinal));
    // A kernel under way may still use it.
    ignoreError(cudaStreamSynchronize(m_context->stream()));
    ignoreError(m_surfaces.erase(handle) ? cudaDestroySurfaceObject(handle)
                                         : cudaDestroyTextureObject(handle));
}

std::unique_ptr<LoadedModule> CudaDevice::load(std::string_view ptx, std::string_view name,
                                               const ptx::KernelRegisters& registers) {
    // Outside of a graph such a call faults, and the device is lost to the process.
    if (ptx.find("cudaGraphSetConditional") != std::string_view::npos)
        throw Unavailable(
            fmt::format("{}: its kernels set conditions of graphs, which a GPU takes only within "
                        "a graph: play it with --device emulated",
                        name));
    auto module = std::make_unique<CudaModule>(m_context, ptx, name, registers);
    m_prints = m_prints || module->prints();
    return module;
}

Pointer CudaDevice::variable(LoadedModule& module, std::string_view name) {
    auto* own = dynamic_cast<CudaModule*>(&module);
    if (!own || own->context() != m_context.get())
        throw Error(fmt::format("variable {}: its module was loaded on another device", name));
    m_context->use();
    const auto [pointer, bytes] = own->variable(name);
    checkVariable(name, pointer ? std::optional(bytes) : std::nullopt, 0);
    return reinterpret_cast<Pointer>(pointer);
}

void CudaDevice::writeVariable(LoadedModule& module, std::string_view name,
                               std::span<const std::byte> value) {
    auto* own = dynamic_cast<CudaModule*>(&module);
    if (!own || own->context() != m_context.get())
        throw Error(fmt::format("variable {}: its module was loaded on another device", name));
    m_context->use();
    const auto [pointer, bytes] = own->variable(name);
    checkVariable(name, pointer ? std::optional(bytes) : std::nullopt, value.size());
    const PrintfRedirect redirect(m_prints, m_showsPrints);
    LANESCOPE_CUDA(*m_context, cudaMemcpyAsync(pointer, value.data(), value.size(), cudaMemcpyHostToDevice,
                                               m_context->stream()));
    m_context->synchronize();
}

CudaDevice::Events CudaDevice::takeEvents() {
    if (!m_freeEvents.empty()) {
        const Events events = m_freeEvents.back();
        m_freeEvents.pop_back();
        return events;
    }
    Events events;
    LANESCOPE_CUDA(*m_context, cudaEventCreate(&events.start));
    const cudaError_t code = cudaEventCreate(&events.stop);
    if (code != cudaSuccess) ignoreError(cudaEventDestroy(events.start));
    LANESCOPE_CUDA(*m_context, code);
    return events;
}

/// Everything before it in the L2 gives way to a buffer of twice its size.
void CudaDevice::flushL2(StreamNumber stream) {
    const std::size_t bytes = 2 * std::max(m_info.l2Bytes, std::size_t{1} << 20);
    if (!m_flush) {
        const recording::ModulePointer file = kernelFile("flush");
        m_flushBuffer = allocate(bytes, "the buffer that empties the L2");
        m_flush = load(file->ptx, file->path);
    }
    constexpr unsigned kThreads = 256, kBlocksEach = 8;
    Launch launch;
    launch.module = m_flush.get();
    launch.kernel = "readAll";
    launch.stream = stream;
    launch.grid = {static_cast<std::uint32_t>(std::max(1, m_info.multiprocessors)) * kBlocksEach, 1, 1};
    launch.block = {kThreads, 1, 1};
    launch.arguments = Arguments(m_flushBuffer, std::uint64_t{bytes / 16}, m_flushBuffer);
    this->launch(launch);
    m_freeEvents.push_back(m_pending.back().events); // its time is nobody's
    m_pending.pop_back();
}

void CudaDevice::setStreams(std::span<const int> priorities) {
    m_context->use();
    m_context->streams().set(priorities);
}

void CudaDevice::recordEvent(std::uint32_t event, StreamNumber stream) {
    m_context->use();
    LANESCOPE_CUDA(*m_context, m_context->streams().recordEvent(event, stream));
}

void CudaDevice::waitEvent(std::uint32_t event, StreamNumber stream) {
    m_context->use();
    LANESCOPE_CUDA(*m_context, m_context->streams().waitEvent(event, stream));
}

void CudaDevice::launch(const Launch& launch) {
    const ptx::Kernel& kernel = checkLaunch(launch, m_info);
    auto* module = dynamic_cast<CudaModule*>(launch.module);
    if (!module || module->context() != m_context.get())
        throw Error(fmt::format("kernel {}: its module was loaded on another device", launch.kernel));
    m_context->use();
    if (launch.cold) flushL2(launch.stream);
    const std::string& label = labelOf(launch);
    const ProfilerRange range(label);
    const PrintfRedirect redirect(m_prints, m_showsPrints);

    const void* function = module->function(kernel, launch.sharedBytes, launch.cluster);
    LaunchArguments arguments(*m_context, launch.arguments);
    cudaStream_t stream = m_context->streams()[launch.stream];
    const LaunchAttributes attributes(launch.cooperative, launch.cluster);
    const cudaLaunchConfig_t config =
        attributes.config(toDim3(launch.grid), toDim3(launch.block), launch.sharedBytes, stream);

    const Events events = takeEvents();
    try {
        LANESCOPE_CUDA(*m_context, cudaEventRecord(events.start, stream));
        LANESCOPE_CUDA(*m_context, cudaLaunchKernelExC(&config, function, arguments.data()));
        LANESCOPE_CUDA(*m_context, cudaEventRecord(events.stop, stream));
    } catch (...) {
        m_freeEvents.push_back(events);
        throw;
    }
    m_context->started(label);
    m_pending.push_back({label, events, launch.grid.count()});
}

std::vector<LaunchRecord> CudaDevice::finish() {
    std::vector<Pending> pending = std::exchange(m_pending, {});
    for (const Pending& one : pending) m_freeEvents.push_back(one.events);
    m_context->use();
    const PrintfRedirect redirect(m_prints, m_showsPrints);
    m_context->synchronize();
    std::vector<LaunchRecord> records;
    for (Pending& one : pending) {
        float milliseconds = 0;
        LANESCOPE_CUDA(*m_context, cudaEventElapsedTime(&milliseconds, one.events.start, one.events.stop));
        records.push_back({.label = std::move(one.label),
                           .milliseconds = milliseconds,
                           .blocksRun = one.blocks,
                           .blocksTotal = one.blocks});
    }
    return records;
}

std::unique_ptr<SharedResource> CudaDevice::shareBuffer(unsigned glBuffer, std::size_t bytes) {
    m_context->use();
    return shareCudaBuffer(this, m_context, glBuffer, bytes);
}

std::unique_ptr<SharedResource> CudaDevice::shareTexture(unsigned glTexture, const ArrayDesc& desc) {
    m_context->use();
    return shareCudaTexture(this, m_context, glTexture, desc);
}

namespace {

std::vector<cudaGraphicsResource_t> registrations(std::span<SharedResource* const> resources) {
    std::vector<cudaGraphicsResource_t> all;
    for (SharedResource* resource : resources)
        if (void* registration = mappable(*resource).registration())
            all.push_back(static_cast<cudaGraphicsResource_t>(registration));
    return all;
}

} // namespace

void CudaDevice::map(std::span<SharedResource* const> resources) {
    checkResources(resources, this, false);
    m_context->use();
    std::vector<cudaGraphicsResource_t> direct = registrations(resources);
    const int count = static_cast<int>(direct.size());
    if (count)
        LANESCOPE_CUDA(*m_context, cudaGraphicsMapResources(count, direct.data(), m_context->stream()));
    try {
        for (SharedResource* resource : resources) mappable(*resource).open();
    } catch (...) {
        for (SharedResource* resource : resources) mappable(*resource).abandon();
        if (count) ignoreError(cudaGraphicsUnmapResources(count, direct.data(), m_context->stream()));
        throw;
    }
}

void CudaDevice::unmap(std::span<SharedResource* const> resources) {
    checkResources(resources, this, true);
    std::vector<cudaGraphicsResource_t> direct = registrations(resources);
    const int count = static_cast<int>(direct.size());
    ignoreError(cudaSetDevice(m_info.ordinal));
    try {
        m_context->use();
        const PrintfRedirect redirect(m_prints, m_showsPrints);
        for (SharedResource* resource : resources) mappable(*resource).close();
    } catch (...) {
        // OpenGL must get its objects back whatever a kernel did.
        for (SharedResource* resource : resources) mappable(*resource).abandon();
        if (count) ignoreError(cudaGraphicsUnmapResources(count, direct.data(), m_context->stream()));
        throw;
    }
    if (count)
        LANESCOPE_CUDA(*m_context, cudaGraphicsUnmapResources(count, direct.data(), m_context->stream()));
}

} // namespace lanescope::device
