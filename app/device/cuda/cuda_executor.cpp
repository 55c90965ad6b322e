// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/cuda/cuda_executor.h"

#include "device/cuda/device_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>
#include <utility>

namespace lanescope::device {

using recording::Recording;
using recording::StreamNumber;

namespace {

void* hostAddress(Pointer pointer) {
    return reinterpret_cast<void*>(static_cast<std::uintptr_t>(pointer));
}

Pointer pointerTo(const void* memory) {
    return reinterpret_cast<std::uintptr_t>(memory);
}

/// The host function: it works for so long, and notes when.
void workOnHost(void* self) {
    auto& work = *static_cast<CudaExecutor::HostWork*>(self);
    work.start = secondsSince(work.zero);
    while (secondsSince(work.zero) < work.start + work.seconds) std::this_thread::yield();
    work.end = secondsSince(work.zero);
}

} // namespace

CudaStreams::CudaStreams(CudaContext& context, std::span<const int> priorities) {
    int least = 0, greatest = 0;
    if (!priorities.empty()) LANESCOPE_CUDA(context, cudaDeviceGetStreamPriorityRange(&least, &greatest));
    for (const int wanted : priorities) {
        cudaStream_t made = nullptr;
        LANESCOPE_CUDA(context,
                       cudaStreamCreateWithPriority(&made, cudaStreamDefault, wanted < 0 ? greatest : least));
        m_streams.push_back(made);
    }
}

CudaStreams::~CudaStreams() {
    for (cudaStream_t stream : m_streams) {
        ignoreError(cudaStreamSynchronize(stream));
        ignoreError(cudaStreamDestroy(stream));
    }
}

CudaExecutor::CudaExecutor(std::shared_ptr<CudaContext> context, const Info& info, CudaModules& modules,
                           const Recording& recording)
    : m_context(std::move(context)), m_info(info), m_modules(modules), m_recording(recording),
      m_streams(*m_context, recording.streamPriorities), m_memory(recording.objects.size()) {
    for (const recording::Object& object : recording.objects)
        if (object.kind != recording::Object::Kind::Buffer)
            throw Error(fmt::format("'{}' is no plain buffer, and a host's calls are made with no others",
                                    recording.view(object.name)));
    for (std::size_t i = 0; i < recording.calls.size(); ++i) {
        if (const auto* record = std::get_if<recording::RecordEvent>(&recording.calls[i]))
            m_events.try_emplace(record->event, *m_context);
        if (const auto* wait = std::get_if<recording::WaitEvent>(&recording.calls[i]))
            m_events.try_emplace(wait->event, *m_context);
        if (const auto* wait = std::get_if<recording::SynchronizeEvent>(&recording.calls[i]))
            m_events.try_emplace(wait->event, *m_context);
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
    for (std::uint32_t i = 0; i < m_memory.size(); ++i) release(i);
}

// Objects.

void CudaExecutor::allocateFor(std::uint32_t object) {
    const std::uint64_t bytes = std::max<std::uint64_t>(m_recording.objects[object].bytes, 1);
    m_memory[object] = {allocateMemory(*m_context, bytes, m_recording.name(object), m_info).release(), true};
}

void CudaExecutor::release(std::uint32_t object) noexcept {
    if (std::exchange(m_memory[object].isAllocated, false)) ignoreError(cudaFree(m_memory[object].pointer));
}

void CudaExecutor::setUp() {
    for (std::uint32_t i = 0; i < m_memory.size(); ++i) {
        const recording::Object& object = m_recording.objects[i];
        if (!object.setup) continue;
        allocateFor(i);
        void* const pointer = m_memory[i].pointer;
        const recording::Contents& contents = m_recording.contents[object.contents];
        if (contents.kind() == recording::Contents::Kind::Unspecified) {
            LANESCOPE_CUDA(*m_context, cudaMemset(pointer, 0, object.bytes));
            continue;
        }
        std::vector<std::byte> first(object.bytes);
        contents.write(first);
        LANESCOPE_CUDA(*m_context, cudaMemcpy(pointer, first.data(), first.size(), cudaMemcpyHostToDevice));
    }
}

void CudaExecutor::allocateObjects() {
    for (std::uint32_t i = 0; i < m_memory.size(); ++i)
        if (!m_recording.objects[i].setup) allocateFor(i);
}

void CudaExecutor::freeObjects() {
    for (std::uint32_t i = 0; i < m_memory.size(); ++i)
        if (!m_recording.objects[i].setup) release(i);
    m_locked.clear();
}

Pointer CudaExecutor::addressOf(std::uint32_t object) const {
    return pointerTo(m_memory[object].pointer);
}

std::uint64_t CudaExecutor::pitchOf(std::uint32_t object) const {
    throw Error(fmt::format("'{}' has no pitch: it is a plain buffer", m_recording.name(object)));
}

std::uint64_t CudaExecutor::handleOf(std::uint32_t object) const {
    throw Error(fmt::format("'{}' has no texture object: it is a plain buffer", m_recording.name(object)));
}

int CudaExecutor::allocate(std::uint32_t object) {
    Memory& memory = m_memory[object];
    const cudaError_t code = cudaMalloc(&memory.pointer, m_recording.objects[object].bytes);
    memory.isAllocated = code == cudaSuccess;
    return code;
}

int CudaExecutor::free(std::uint32_t object) {
    m_memory[object].isAllocated = false;
    return cudaFree(m_memory[object].pointer);
}

// Copies and fills.

/// In the default stream the host waits for it, as cudaMemcpy does.
int CudaExecutor::move(PitchedPointer to, PitchedPointer from, Rows rows, cudaMemcpyKind way,
                       StreamNumber number) const {
    cudaStream_t stream = on(number);
    void* const first = hostAddress(to.pointer);
    const void* const origin = hostAddress(from.pointer);
    if (rows.count == 1)
        return stream ? cudaMemcpyAsync(first, origin, rows.bytes, way, stream)
                      : cudaMemcpy(first, origin, rows.bytes, way);
    return stream
               ? cudaMemcpy2DAsync(first, to.pitch, origin, from.pitch, rows.bytes, rows.count, way, stream)
               : cudaMemcpy2D(first, to.pitch, origin, from.pitch, rows.bytes, rows.count, way);
}

int CudaExecutor::upload(PitchedPointer to, std::span<const std::byte> from, Rows rows, StreamNumber stream) {
    return move(to, {pointerTo(from.data()), rows.bytes}, rows, cudaMemcpyHostToDevice, stream);
}

int CudaExecutor::download(std::span<std::byte> to, PitchedPointer from, Rows rows, StreamNumber stream) {
    return move({pointerTo(to.data()), rows.bytes}, from, rows, cudaMemcpyDeviceToHost, stream);
}

int CudaExecutor::copy(PitchedPointer to, PitchedPointer from, Rows rows, StreamNumber stream) {
    return move(to, from, rows, cudaMemcpyDeviceToDevice, stream);
}

int CudaExecutor::fill(PitchedPointer to, std::uint8_t value, Rows rows, StreamNumber number) {
    cudaStream_t stream = on(number);
    void* const first = hostAddress(to.pointer);
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
    std::unique_ptr<CudaModule>& module = m_modules[file];
    if (!module) module = std::make_unique<CudaModule>(m_context, file->ptx, file->path);
    return *module;
}

CudaExecutor::Bound& CudaExecutor::bindLaunch(std::size_t index, std::string_view kernel,
                                              std::uint32_t allowsShared) {
    const auto& call = std::get<recording::Launch>(m_recording.calls[index]);
    Bound& bound = m_launches[index];
    bound.function = moduleOf(m_recording.modules[call.module]).function(kernel, allowsShared);
    bound.grid = toDim3(call.grid);
    bound.block = toDim3(call.block);
    bound.sharedBytes = call.sharedBytes;
    bound.cooperative = call.cooperative;
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
    m_arguments.clear();
    for (std::size_t i = 0; i < bound.arguments.size(); ++i) // the runtime only reads them
        m_arguments.push_back(const_cast<std::byte*>(bound.arguments[i].data()));
    const auto make = bound.cooperative ? &cudaLaunchCooperativeKernel : &cudaLaunchKernel;
    return make(bound.function, bound.grid, bound.block, m_arguments.data(), bound.sharedBytes, stream);
}

// Streams, events, and what the host is told.

int CudaExecutor::recordEvent(std::uint32_t event, StreamNumber stream) {
    return cudaEventRecord(m_events.at(event).get(), on(stream));
}

int CudaExecutor::waitEvent(std::uint32_t event, StreamNumber stream) {
    return cudaStreamWaitEvent(on(stream), m_events.at(event).get(), 0);
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
    return cudaEventSynchronize(m_events.at(event).get());
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

int CudaExecutor::preferL1() {
    return cudaDeviceSetCacheConfig(cudaFuncCachePreferL1);
}

} // namespace lanescope::device
