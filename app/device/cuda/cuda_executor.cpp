// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/cuda/cuda_executor.h"

#include "device/cuda/launch_arguments.h"
#include "device/launch_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>
#include <utility>

namespace lanescope::device {

using recording::Recording;
using recording::StreamNumber;

namespace {

/// The host function: it works for so long, and notes when.
void workOnHost(void* self) {
    auto& work = *static_cast<CudaExecutor::HostWork*>(self);
    work.start = secondsSince(work.zero);
    while (secondsSince(work.zero) < work.start + work.seconds) std::this_thread::yield();
    work.end = secondsSince(work.zero);
}

} // namespace

CudaExecutor::CudaExecutor(std::shared_ptr<CudaContext> context, const Info& info, CudaModules& modules,
                           const Recording& recording)
    : m_context(std::move(context)), m_info(info), m_modules(modules), m_recording(recording),
      m_streams(*m_context), m_objects(recording.objects.size()) {
    m_streams.set(recording.streamPriorities, recording.nonBlockingStreams);
    for (std::size_t i = 0; i < recording.calls.size(); ++i) {
        // Before the calls, which are timed.
        if (const auto* record = std::get_if<recording::RecordEvent>(&recording.calls[i]))
            m_streams.event(record->event);
        if (const auto* wait = std::get_if<recording::WaitEvent>(&recording.calls[i]))
            m_streams.event(wait->event);
        if (const auto* wait = std::get_if<recording::SynchronizeEvent>(&recording.calls[i]))
            m_streams.event(wait->event);
        if (const auto* work = std::get_if<recording::HostFunction>(&recording.calls[i]))
            m_hostWork[i].seconds = work->seconds;
        if (const auto* write = std::get_if<recording::WriteSymbol>(&recording.calls[i]))
            m_variables[i] =
                moduleOf(recording.modules[write->module]).variable(recording.view(write->symbol));
    }
    startHostClock();
}

CudaExecutor::~CudaExecutor() {
    ignoreError(cudaSetDevice(m_info.ordinal));
    // What is over an array goes before it.
    for (std::uint32_t i = 0; i < m_objects.size(); ++i)
        if (recording::isOverObject(m_recording.objects[i].kind)) release(i);
    for (std::uint32_t i = 0; i < m_objects.size(); ++i) release(i);
}

// Objects.

/// Memory, an array, or what is over one. Throws OutOfMemory, or as LANESCOPE_CUDA does.
void CudaExecutor::makeObject(std::uint32_t object) {
    using enum recording::Object::Kind;
    const recording::Object& what = m_recording.objects[object];
    Made& made = m_objects[object];
    if (what.kind == Variable) {
        const std::string_view name = m_recording.name(object);
        const auto [pointer, bytes] = moduleOf(m_recording.modules[what.module]).variable(name);
        checkVariable(name, pointer ? std::optional(bytes) : std::nullopt, what.bytes);
        made.pointer = pointer;
    } else if (recording::isOverObject(what.kind)) {
        makeHandle(object);
    } else if (what.kind == Level) {
        made.array =
            std::make_unique<CudaArray>(static_cast<const CudaArray&>(*arrayOf(what.over)), what.level);
    } else if (recording::hasTexels(what.kind)) {
        made.array = std::make_unique<CudaArray>(m_context, what.array, std::span<const std::byte>());
    } else if (what.kind == PitchedRows) {
        PitchedMemory rows =
            allocateRows(*m_context, what.rowBytes, what.rows, m_recording.name(object), m_info);
        made.memory = std::move(rows.memory);
        made.pitch = rows.pitch;
    } else {
        made.memory = allocateMemory(*m_context, what.bytes, m_recording.name(object), m_info);
        made.pitch = what.rowBytes;
    }
    if (made.memory) made.pointer = made.memory.get();
    if (what.kind == Texture) made.handle = makeTexture(*m_context, *made.array, what.sampler);
    if (what.kind == Surface || what.kind == ResultImage)
        made.handle = makeSurface(*m_context, made.array->array());
}

/// Gives one of the setup its first contents.
void CudaExecutor::fillSetup(std::uint32_t object) {
    const recording::Object& what = m_recording.objects[object];
    const Made& made = m_objects[object];
    if (what.kind == recording::Object::Kind::Variable) return resetVariable(object);
    if (what.bytes == 0) return;
    const recording::Contents& contents = m_recording.contents[what.contents];
    using enum recording::Contents::Kind;
    if (contents.kind() == Zero || contents.kind() == Unspecified) {
        if (!made.array) LANESCOPE_CUDA(*m_context, cudaMemset(made.pointer, 0, bytesOf(object)));
        return;
    }
    std::vector<std::byte> first(what.bytes);
    contents.write(first);
    const bool hasRows = made.pitch != 0;
    const std::size_t row = made.array ? made.array->desc().rowBytes() : hasRows ? what.rowBytes : what.bytes;
    const std::size_t pitch = made.array ? row : made.pitch;
    LANESCOPE_CUDA(*m_context, copyRows({made.array ? 0 : pointerTo(made.pointer), pitch, made.array.get()},
                                        {pointerTo(first.data()), row}, row, what.bytes / row,
                                        cudaMemcpyHostToDevice, std::nullopt));
}

/// A recording before may have written it: it begins as the module has it.
void CudaExecutor::resetVariable(std::uint32_t object) {
    const recording::Object& what = m_recording.objects[object];
    std::map<std::string, std::vector<std::byte>, std::less<>>& all =
        m_modules[m_recording.modules[what.module]].initial;
    void* const pointer = m_objects[object].pointer;
    const auto known = all.find(m_recording.name(object));
    if (known != all.end()) {
        LANESCOPE_CUDA(*m_context, cudaMemcpy(pointer, known->second.data(), known->second.size(),
                                              cudaMemcpyHostToDevice));
        return;
    }
    std::vector<std::byte>& initial = all[std::string(m_recording.name(object))];
    initial.resize(what.bytes);
    LANESCOPE_CUDA(*m_context, cudaMemcpy(initial.data(), pointer, initial.size(), cudaMemcpyDeviceToHost));
}

void CudaExecutor::setUp() {
    for (std::uint32_t i = 0; i < m_objects.size(); ++i) {
        if (!m_recording.objects[i].setup) continue;
        makeObject(i);
        fillSetup(i);
    }
    // Streams that do not block would not wait for it.
    if (!m_recording.nonBlockingStreams.empty()) LANESCOPE_CUDA(*m_context, cudaDeviceSynchronize());
}

void CudaExecutor::allocateObjects() {
    for (std::uint32_t i = 0; i < m_objects.size(); ++i)
        if (!m_recording.objects[i].setup) makeObject(i);
}

void CudaExecutor::freeObjects() {
    for (std::uint32_t i = static_cast<std::uint32_t>(m_objects.size()); i-- > 0;)
        if (!m_recording.objects[i].setup) release(i);
    m_locked.clear();
}

/// What the call that destroys it returns; of no effect where nothing is there any more.
int CudaExecutor::release(std::uint32_t object) noexcept {
    Made& made = m_objects[object];
    int code = cudaSuccess;
    if (made.handle) {
        using enum recording::Object::Kind;
        const recording::Object::Kind kind = m_recording.objects[object].kind;
        code = kind == Texture || kind == TextureObject ? cudaDestroyTextureObject(made.handle)
                                                        : cudaDestroySurfaceObject(made.handle);
        made.handle = 0;
    }
    made.array.reset();
    made.memory.reset();
    return code;
}

Pointer CudaExecutor::addressOf(std::uint32_t object) const {
    return pointerTo(m_objects[object].pointer);
}

std::uint64_t CudaExecutor::pitchOf(std::uint32_t object) const {
    return m_objects[object].pitch;
}

std::uint64_t CudaExecutor::handleOf(std::uint32_t object) const {
    return m_objects[object].handle;
}

DeviceArray* CudaExecutor::arrayOf(std::uint32_t object) const {
    DeviceArray* const array = m_objects[object].array.get();
    using enum recording::Object::Kind;
    const recording::Object::Kind kind = m_recording.objects[object].kind;
    if ((kind == Array || kind == Mipmap || kind == Level) && !array)
        throw Error(fmt::format("the array {} is not there", m_recording.name(object)));
    return array;
}

std::uint64_t CudaExecutor::bytesOf(std::uint32_t object) const {
    const recording::Object& what = m_recording.objects[object];
    return m_objects[object].pitch ? m_objects[object].pitch * what.rows : what.bytes;
}

void CudaExecutor::makeHandle(std::uint32_t object) {
    const recording::Object& what = m_recording.objects[object];
    const auto* const array = static_cast<const CudaArray*>(arrayOf(what.over));
    std::uint64_t& handle = m_objects[object].handle;
    if (what.kind == recording::Object::Kind::SurfaceObject)
        handle = makeSurface(*m_context, array->array());
    else if (array)
        handle = makeTexture(*m_context, *array, what.sampler);
    else
        handle = makeTexture(*m_context,
                             PlainTexels{addressOf(what.over) + what.offset, what.rowBytes, what.array},
                             what.sampler);
}

int CudaExecutor::allocate(std::uint32_t object) {
    if (m_recording.objects[object].kind != recording::Object::Kind::Buffer) {
        makeObject(object);
        return cudaSuccess;
    }
    // An error is the call's answer, and stays in the runtime's error variable.
    Made& made = m_objects[object];
    void* pointer = nullptr;
    const cudaError_t code = cudaMalloc(&pointer, m_recording.objects[object].bytes);
    if (code != cudaSuccess) return code;
    made.pointer = pointer;
    made.memory.reset(pointer);
    return code;
}

int CudaExecutor::free(std::uint32_t object) {
    Made& made = m_objects[object];
    if (m_recording.objects[object].kind != recording::Object::Kind::Buffer) return release(object);
    static_cast<void>(made.memory.release());
    return cudaFree(made.pointer);
}

// Copies and fills.

/// In the default stream the host waits for it, as cudaMemcpy does.
int CudaExecutor::move(const Place& to, const Place& from, Rows rows, cudaMemcpyKind way,
                       StreamNumber number) {
    cudaStream_t stream = on(number);
    return copyRows(to, from, rows.bytes, rows.count, way, stream ? std::optional(stream) : std::nullopt);
}

int CudaExecutor::upload(const Place& to, std::span<const std::byte> from, Rows rows, StreamNumber stream) {
    return move(to, {pointerTo(from.data()), rows.bytes}, rows, cudaMemcpyHostToDevice, stream);
}

int CudaExecutor::download(std::span<std::byte> to, const Place& from, Rows rows, StreamNumber stream) {
    return move({pointerTo(to.data()), rows.bytes}, from, rows, cudaMemcpyDeviceToHost, stream);
}

int CudaExecutor::copy(const Place& to, const Place& from, Rows rows, StreamNumber stream) {
    return move(to, from, rows, cudaMemcpyDeviceToDevice, stream);
}

int CudaExecutor::fill(PitchedPointer to, std::uint8_t value, Rows rows, StreamNumber number) {
    cudaStream_t stream = on(number);
    void* const first = rawPointer(to.pointer);
    if (rows.count == 1)
        return stream ? cudaMemsetAsync(first, value, rows.bytes, stream)
                      : cudaMemset(first, value, rows.bytes);
    return stream ? cudaMemset2DAsync(first, to.pitch, value, rows.bytes, rows.count, stream)
                  : cudaMemset2D(first, to.pitch, value, rows.bytes, rows.count);
}

int CudaExecutor::writeVariable(const recording::ModulePointer& /*module*/, std::string_view /*name*/,
                                std::span<const std::byte> value) {
    const Variable& variable = m_variables.at(callIndex());
    if (!variable.first) return cudaErrorInvalidSymbol;
    if (value.size() > variable.second) return cudaErrorInvalidValue;
    return upload({pointerTo(variable.first), value.size()}, value, {value.size(), 1}, 0);
}

// Launches.

CudaModule& CudaExecutor::moduleOf(const recording::ModulePointer& file) {
    std::unique_ptr<CudaModule>& module = m_modules[file].module;
    if (!module) module = std::make_unique<CudaModule>(m_context, file->ptx, file->path);
    return *module;
}

CudaExecutor::Bound& CudaExecutor::bindLaunch(std::size_t index, std::string_view kernel,
                                              std::uint32_t allowsShared) {
    const auto& call = std::get<recording::Launch>(m_recording.calls[index]);
    Bound& bound = m_launches[index];
    bound.function = moduleOf(m_recording.modules[call.module]).function(kernel, allowsShared, call.cluster);
    bound.grid = toDim3(call.grid);
    bound.block = toDim3(call.block);
    bound.sharedBytes = call.sharedBytes;
    bound.cooperative = call.cooperative;
    bound.cluster = call.cluster;
    bindArguments(m_recording, call, bound.arguments);
    return bound;
}

int CudaExecutor::launch(std::size_t call, cudaStream_t stream) {
    Bound& bound = m_launches.at(call);
    bindAddresses(m_recording, std::get<recording::Launch>(m_recording.calls[call]), bound.arguments);
    return start(bound, stream);
}

int CudaExecutor::launch(const recording::Launch& call) {
    return launch(callIndex(), on(call.stream));
}

int CudaExecutor::start(const Bound& bound, cudaStream_t stream) {
    LaunchArguments arguments(*m_context, bound.arguments);
    if (bound.cluster.count() != 0) {
        const LaunchAttributes attributes(bound.cooperative, bound.cluster);
        const cudaLaunchConfig_t config =
            attributes.config(bound.grid, bound.block, bound.sharedBytes, stream);
        return cudaLaunchKernelExC(&config, bound.function, arguments.data());
    }
    const auto make = bound.cooperative ? &cudaLaunchCooperativeKernel : &cudaLaunchKernel;
    return make(bound.function, bound.grid, bound.block, arguments.data(), bound.sharedBytes, stream);
}

// Streams, events, and what the host is told.

int CudaExecutor::recordEvent(std::uint32_t event, StreamNumber stream) {
    return cudaEventRecord(m_streams.event(event), on(stream));
}

int CudaExecutor::waitEvent(std::uint32_t event, StreamNumber stream) {
    return cudaStreamWaitEvent(on(stream), m_streams.event(event), 0);
}

int CudaExecutor::queryError(bool clears) {
    return clears ? cudaGetLastError() : cudaPeekAtLastError();
}

int CudaExecutor::synchronize() {
    return cudaDeviceSynchronize();
}

int CudaExecutor::synchronizeStream(StreamNumber stream) {
    return cudaStreamSynchronize(on(stream));
}

int CudaExecutor::synchronizeEvent(std::uint32_t event) {
    return cudaEventSynchronize(m_streams.event(event));
}

int CudaExecutor::queryStream(StreamNumber stream) {
    return cudaStreamQuery(on(stream));
}

int CudaExecutor::hostFunction(double /*seconds*/, StreamNumber stream) {
    return cudaLaunchHostFunc(on(stream), &workOnHost, &m_hostWork.at(callIndex()));
}

Clock::time_point CudaExecutor::startHostClock() {
    const Clock::time_point now = Clock::now();
    for (auto& [call, work] : m_hostWork) work = {.zero = now, .seconds = work.seconds};
    return now;
}

int CudaExecutor::allocateHost(std::uint64_t bytes) {
    void* made = nullptr;
    const cudaError_t code = cudaMallocHost(&made, bytes);
    if (code == cudaSuccess) m_locked.emplace_back(made);
    return code;
}

int CudaExecutor::allowShared(const recording::AllowShared& call) {
    const void* const function =
        moduleOf(m_recording.modules[call.module]).function(m_recording.view(call.kernel), 0, {0, 0, 0});
    return cudaFuncSetAttribute(function, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                static_cast<int>(call.bytes));
}

int CudaExecutor::preferL1() {
    return cudaDeviceSetCacheConfig(cudaFuncCachePreferL1);
}

} // namespace lanescope::device
