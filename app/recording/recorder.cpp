// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "recording/recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace lanescope::recording {

namespace {

template<class T>
std::uint32_t countOf(const T& pool) {
    return static_cast<std::uint32_t>(pool.size());
}

/// "FILE.NAME".
std::pair<std::string_view, std::string_view> splitName(std::string_view name) {
    const std::size_t dot = name.find('.');
    if (dot == std::string_view::npos)
        throw std::invalid_argument(fmt::format("'{}' is not of the form FILE.NAME", name));
    return {name.substr(0, dot), name.substr(dot + 1)};
}

} // namespace

Buffer Recorder::buffer(std::string_view name, std::uint64_t bytes, const Contents& contents) {
    return {addObject({.kind = Object::Kind::Buffer, .bytes = bytes}, name, contents)};
}

Buffer Recorder::packedRows(std::string_view name, std::uint64_t rowBytes, std::uint64_t rows,
                            const Contents& contents) {
    return {addObject(
        {.kind = Object::Kind::PackedRows, .bytes = rowBytes * rows, .rowBytes = rowBytes, .rows = rows},
        name, contents)};
}

Buffer Recorder::pitchedRows(std::string_view name, std::uint64_t rowBytes, std::uint64_t rows,
                             const Contents& contents) {
    return {addObject(
        {.kind = Object::Kind::PitchedRows, .bytes = rowBytes * rows, .rowBytes = rowBytes, .rows = rows},
        name, contents)};
}

Buffer Recorder::resultBuffer(std::string_view name, std::uint64_t bytes, const Vertices& vertices) {
    const std::uint32_t object =
        addObject({.kind = Object::Kind::ResultBuffer, .bytes = bytes}, name, Contents::unspecified());
    if (vertices.count) {
        m_into.vertices.push_back(vertices);
        m_into.vertices.back().object = object;
    }
    return {object};
}

Image Recorder::resultImage(std::string_view name, const ArrayDesc& desc) {
    return {addObject({.kind = Object::Kind::ResultImage, .bytes = desc.bytes(), .array = desc}, name,
                      Contents::unspecified())};
}

Image Recorder::texture(std::string_view name, const ArrayDesc& desc, const Contents& texels,
                        const Sampler& sampler) {
    Object made{.kind = Object::Kind::Texture, .bytes = desc.bytes(), .array = desc, .sampler = sampler};
    const TexelChannels& channels = channelsOf(desc.format);
    made.sampler.readNormalizedFloat |= channels.kind != ChannelKind::Float && channels.bits == 8;
    return {addObject(made, name, texels)};
}

Image Recorder::surface(std::string_view name, const ArrayDesc& desc, const Contents& texels) {
    return {addObject({.kind = Object::Kind::Surface, .bytes = desc.bytes(), .array = desc}, name, texels)};
}

Buffer Recorder::allocate(std::string_view name, std::uint64_t bytes) {
    const std::uint32_t object = addObject({.kind = Object::Kind::Buffer, .setup = false, .bytes = bytes},
                                           name, Contents::unspecified());
    m_into.calls.emplace_back(Allocate{object});
    return {object};
}

void Recorder::free(const Buffer& buffer) {
    m_into.calls.emplace_back(Free{buffer.object});
}

void Recorder::freeAll() {
    const std::size_t calls = m_into.calls.size();
    for (std::size_t i = 0; i < calls; ++i) {
        const auto* made = std::get_if<Allocate>(&m_into.calls[i]);
        if (!made) continue;
        const std::uint32_t object = made->object;
        const bool freed = std::ranges::any_of(m_into.calls, [object](const Call& each) {
            const auto* call = std::get_if<Free>(&each);
            return call && call->object == object;
        });
        if (!freed) m_into.calls.emplace_back(Free{object});
    }
}

void Recorder::clear(const Buffer& buffer) {
    clear(buffer, m_into.objects[buffer.object].bytes - buffer.offset);
}

void Recorder::clear(const Buffer& buffer, std::uint64_t bytes) {
    m_into.calls.emplace_back(Fill{buffer.object, 0, buffer.offset, bytes, m_stream});
}

void Recorder::copyIn(const Buffer& buffer, std::uint64_t bytes, const Contents& contents,
                      model::TransferMemory memory) {
    m_into.calls.emplace_back(
        CopyIn{buffer.object, addContents(contents), buffer.offset, bytes, m_stream, memory});
}

void Recorder::copyWithin(const Buffer& to, const Buffer& from, std::uint64_t bytes) {
    m_into.calls.emplace_back(CopyWithin{to.object, from.object, to.offset, from.offset, bytes, m_stream});
}

void Recorder::copyOut(const Buffer& buffer, std::uint64_t bytes, model::TransferMemory memory) {
    m_into.calls.emplace_back(CopyOut{buffer.object, buffer.offset, bytes, m_stream, memory});
}

void Recorder::keep(const Buffer& buffer) {
    m_into.calls.emplace_back(CopyOut{buffer.object, 0, 0});
}

void Recorder::writeSymbol(std::string_view symbol, std::span<const std::byte> value) {
    const auto [file, variable] = splitName(symbol);
    const std::uint32_t module = moduleOf(file);
    const Range bytes = addBytes(value.data(), value.size());
    m_into.calls.emplace_back(WriteSymbol{module, addText(variable), bytes});
}

void Recorder::queryError(bool clears) {
    m_into.calls.emplace_back(QueryError{clears});
}

void Recorder::synchronize() {
    m_into.calls.emplace_back(Synchronize{});
}

Stream Recorder::stream(int priority) {
    m_into.streamPriorities.push_back(priority);
    return {static_cast<StreamNumber>(m_into.streamPriorities.size())};
}

Event Recorder::recordEvent() {
    m_into.calls.emplace_back(RecordEvent{m_events, m_stream});
    return {m_events++};
}

void Recorder::waitEvent(Event event) {
    m_into.calls.emplace_back(WaitEvent{event.number, m_stream});
}

void Recorder::synchronize(Stream stream) {
    m_into.calls.emplace_back(SynchronizeStream{stream.number});
}

void Recorder::synchronize(Event event) {
    m_into.calls.emplace_back(SynchronizeEvent{event.number});
}

void Recorder::hostFunction(double seconds) {
    m_into.calls.emplace_back(HostFunction{seconds, m_stream});
}

void Recorder::queryStream() {
    m_into.calls.emplace_back(QueryStream{m_stream});
}

void Recorder::allocateHost(std::uint64_t bytes) {
    m_into.calls.emplace_back(AllocateHost{bytes});
}

void Recorder::preferL1() {
    m_into.calls.emplace_back(PreferL1{});
}

void Recorder::pace(const Pace& pace, std::string_view clockedKernel) {
    auto& launch = std::get<Launch>(m_into.calls.back());
    launch.pace = pace;
    launch.pace.clockedKernel = addText(splitName(clockedKernel).second);
}

void Recorder::transfer(const Transfer& transfer) {
    m_into.calls.emplace_back(transfer);
}

std::uint32_t Recorder::addObject(Object object, std::string_view name, const Contents& contents) {
    object.name = addText(name);
    object.contents = addContents(contents);
    m_into.objects.push_back(object);
    return countOf(m_into.objects) - 1;
}

std::uint32_t Recorder::addContents(const Contents& contents) {
    m_into.contents.push_back(contents);
    return countOf(m_into.contents) - 1;
}

std::uint32_t Recorder::moduleOf(std::string_view file) {
    for (std::uint32_t i = 0; i < countOf(m_into.modules); ++i)
        if (m_into.modules[i]->name == file) return i;
    ModulePointer module = m_modules(file);
    if (!module) throw std::invalid_argument(fmt::format("there is no kernel file '{}'", file));
    m_into.modules.push_back(std::move(module));
    return countOf(m_into.modules) - 1;
}

Text Recorder::addText(std::string_view text) {
    const Text made{countOf(m_into.text), static_cast<std::uint32_t>(text.size())};
    m_into.text += text;
    return made;
}

Range Recorder::addBytes(const void* data, std::size_t bytes) {
    const Range made{countOf(m_into.bytes), static_cast<std::uint32_t>(bytes)};
    const auto* first = static_cast<const std::byte*>(data);
    m_into.bytes.insert(m_into.bytes.end(), first, first + bytes);
    return made;
}

void Recorder::beginLaunch() {
    m_arguments.first = countOf(m_into.arguments);
    m_relocations.first = countOf(m_into.relocations);
}

void Recorder::endLaunch(std::string_view kernel, model::Dim3 grid, model::Dim3 block,
                         std::uint32_t sharedBytes, bool cooperative) {
    const auto [file, function] = splitName(kernel);
    Launch launch;
    launch.module = moduleOf(file);
    launch.label = addText(kernel);
    launch.kernel = {launch.label.first + static_cast<std::uint32_t>(file.size()) + 1,
                     static_cast<std::uint32_t>(function.size())};
    launch.grid = grid;
    launch.block = block;
    launch.sharedBytes = sharedBytes;
    launch.stream = m_stream;
    launch.cooperative = cooperative;
    launch.arguments = {m_arguments.first, countOf(m_into.arguments) - m_arguments.first};
    launch.relocations = {m_relocations.first, countOf(m_into.relocations) - m_relocations.first};
    m_into.calls.emplace_back(launch);
}

void Recorder::addArgument(Argument::Kind kind, const void* data, std::size_t bytes) {
    m_into.arguments.push_back({.kind = kind, .bytes = addBytes(data, bytes)});
}

void Recorder::addRelocation(Relocation::Kind kind, std::uint32_t object, std::uint64_t add,
                             std::uint32_t at) {
    m_into.relocations.push_back({kind, object, at, add});
}

void Recorder::addBound(Relocation::Kind kind, std::uint32_t object, std::uint64_t add) {
    const std::uint64_t unbound = 0;
    addArgument(Argument::Kind::Address, &unbound, sizeof unbound);
    addRelocation(kind, object, add, m_into.arguments.back().bytes.first);
}

} // namespace lanescope::recording
