// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "recording/file.h"

#include "recording/graph_branches.h"

#include <algorithm>
#include <bit>
#include <set>

namespace lanescope::recording {

namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 48; // more than any address space
constexpr std::uint32_t kMostSide = 1U << 17;                // of an array; cudaMallocArray takes less

/// Whether bytes are UTF-8 without control characters but tabs and ends of lines.
bool isText(std::string_view bytes) {
    for (std::size_t i = 0; i < bytes.size();) {
        const auto first = static_cast<unsigned char>(bytes[i]);
        const std::size_t more = first < 0x80 ? 0 : first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
        if (first < 0x20 && first != '\n' && first != '\t' && first != '\r') return false;
        if ((first >= 0x80 && first < 0xc2) || first > 0xf4 || i + more >= bytes.size()) return false;
        for (std::size_t k = 1; k <= more; ++k)
            if ((static_cast<unsigned char>(bytes[i + k]) & 0xc0) != 0x80) return false;
        i += more + 1;
    }
    return true;
}

constexpr int kMostRegisters = 255; // of a thread

/// Looks at one part after another and keeps the first thing that is wrong.
class Check {
public:
    explicit Check(const Recording& recording) : m_recording(recording) {}

    std::string run() {
        that(isText(m_recording.text), "a name is no text");
        for (const ModulePointer& module : m_recording.modules)
            for (const std::string* each :
                 {&module->name, &module->path, &module->source, &module->ptx, &module->olderProgram})
                that(isText(*each), "a module is no text");
        for (const ModulePointer& module : m_recording.modules)
            for (const SourceFile& each : module->others)
                that(isText(each.path) && isText(each.text), "a source is no text");
        for (const ModulePointer& module : m_recording.modules)
            for (const auto& [kernel, registers] : module->registers)
                that(isText(kernel) && registers >= 0 && registers <= kMostRegisters,
                     "a kernel has no such registers");
        for (const StreamNumber number : m_recording.nonBlockingStreams)
            that(number >= 1 && number <= m_recording.streamPriorities.size(), "a stream is not there");
        branches();
        for (const Object& object : m_recording.objects) look(object);
        for (const Vertices& vertices : m_recording.vertices) look(vertices);
        for (const Argument& argument : m_recording.arguments) {
            text(argument.name);
            range(argument.bytes, m_recording.bytes.size(), "an argument lies outside of the bytes");
            that(argument.kind <= Argument::Kind::Address, "an argument is of an unknown kind");
            const std::uint32_t size = argument.bytes.count;
            if (argument.kind != Argument::Kind::Bytes)
                that(size == 1 || size == 2 || size == 4 || size == 8, "a number has an odd size");
            if (argument.kind == Argument::Kind::Real) that(size >= 4, "a real number has an odd size");
            if (argument.kind == Argument::Kind::Address) that(size == 8, "an address has an odd size");
        }
        for (const Relocation& relocation : m_recording.relocations) {
            object(relocation.object);
            that(relocation.kind <= Relocation::Kind::Handle, "a relocation is of an unknown kind");
        }
        that(m_recording.places.size() <= m_recording.objects.size(), "an object is unknown");
        for (const Text& place : m_recording.places) text(place);
        that(m_recording.callPlaces.size() <= m_recording.calls.size(), "a line is that of no call");
        for (const Text& place : m_recording.callPlaces) text(place);
        text(m_recording.faultNote);
        std::uint64_t end = 0;
        for (const Range& launch : m_recording.graphLaunches) {
            that(launch.first >= end && launch.count > 0, "launches of graphs have the same calls, or none");
            end = std::uint64_t{launch.first} + launch.count;
        }
        that(end <= m_recording.calls.size(), "a launch of a graph has no calls");
        for (const HostFinding& finding : m_recording.hostFindings) {
            text(finding.place);
            text(finding.text);
        }
        for (const Call& call : m_recording.calls) std::visit(*this, call);
        that(m_recording.options.childStart <= ChildStart::AfterParent, "an option is unknown");
        that(m_recording.options.copyEngines >= -1 && m_recording.options.copyEngines <= 2,
             "an option is unknown");
        that(m_recording.options.rules.broadcast <= model::BroadcastChoice::Worst, "an option is unknown");
        that(m_recording.options.rules.bankModeBytes == 4 || m_recording.options.rules.bankModeBytes == 8,
             "an option is unknown");
        if (const std::uint32_t unended = m_recording.options.unendedCall; unended != kAllEnded)
            that(unended < m_recording.calls.size() &&
                     std::holds_alternative<Launch>(m_recording.calls[unended]),
                 "a kernel that has not ended was not launched");
        return m_why;
    }

    void operator()(const Allocate& call) {
        if (object(call.object)) that(!at(call.object).setup, "a call allocates a setup");
        memory(call.by);
    }
    void operator()(const Free& call) {
        if (object(call.object)) that(!at(call.object).setup, "a call frees a setup");
        memory(call.by);
    }
    void operator()(const Fill& call) {
        part(call.object, call.offset, call.bytes, call.rows);
        stream(call.stream);
    }
    void operator()(const CopyIn& call) {
        part(call.object, call.offset, call.bytes, call.rows);
        that(call.contents < m_recording.contents.size(), "a copy has no contents");
        hostMemory(call.memory);
        range(call.relocations, m_recording.relocations.size(), "a copy has no relocations");
        if (!m_why.empty()) return;
        for (const Relocation& each : m_recording.relocationsOf(call))
            that(std::uint64_t{each.at} + 8 <= call.bytes * call.rows.count &&
                     each.kind == Relocation::Kind::Address,
                 "a relocation lies outside of its copy");
        stream(call.stream);
    }
    void operator()(const CopyOut& call) {
        part(call.object, call.offset, call.bytes, call.rows);
        hostMemory(call.memory);
        stream(call.stream);
    }
    void operator()(const CopyWithin& call) {
        part(call.to, call.toOffset, call.bytes, call.rows);
        part(call.from, call.fromOffset, call.bytes, {call.rows.count, call.fromPitch});
        stream(call.stream);
    }
    void operator()(const WriteSymbol& call) {
        that(call.module < m_recording.modules.size(), "a symbol has no module");
        text(call.symbol);
        range(call.bytes, m_recording.bytes.size(), "a symbol's value lies outside of the bytes");
    }
    void operator()(const Failed& call) { text(call.call); }
    void operator()(const Launch& call) {
        that(call.module < m_recording.modules.size(), "a launch has no module");
        text(call.kernel);
        text(call.label);
        text(call.place);
        stream(call.stream);
        range(call.arguments, m_recording.arguments.size(), "a launch has no arguments");
        range(call.relocations, m_recording.relocations.size(), "a launch has no relocations");
        pace(call);
        if (!m_why.empty()) return;
        // Relocations lie in the arguments, in their order.
        const auto arguments = m_recording.argumentsOf(call);
        auto argument = arguments.begin();
        for (const Relocation& each : m_recording.relocationsOf(call)) {
            while (argument != arguments.end() && each.at >= argument->bytes.first + argument->bytes.count)
                ++argument;
            that(argument != arguments.end() && each.at >= argument->bytes.first &&
                     std::uint64_t{each.at} + 8 <=
                         std::uint64_t{argument->bytes.first} + argument->bytes.count,
                 "a relocation lies outside of its arguments");
            if (!m_why.empty()) return;
        }
    }
    void operator()(const AllowShared& call) {
        that(call.module < m_recording.modules.size(), "a launch has no module");
        text(call.kernel);
    }
    void operator()(const HostFunction& call) {
        stream(call.stream);
        that(call.seconds >= 0 && call.seconds < kMostSeconds, "a host function's time is none");
    }
    void operator()(const RecordEvent& call) {
        stream(call.stream);
        event(call.event);
        if (isGraphEdge(m_recording, call)) m_edges.insert(call.event);
    }
    void operator()(const WaitEvent& call) {
        stream(call.stream);
        event(call.event);
        that(!isGraphEdge(m_recording, call) || m_edges.contains(call.event),
             "an edge of a graph begins nowhere");
    }
    void operator()(const SynchronizeEvent& call) {
        event(call.event);
        that(!isGraphEdge(m_recording, call), "the host waits for an edge of a graph");
    }
    void operator()(const SynchronizeStream& call) { ofHost(call.stream); }
    void operator()(const QueryStream& call) { ofHost(call.stream); }
    void operator()(const AllocateHost& call) {
        that(call.bytes < kMostBytes, "an allocation's bytes are too many");
    }
    void operator()(const Transfer& call) {
        that(call.direction <= model::Transfer::Both && call.memory <= model::TransferMemory::CopyKernel,
             "a transfer is unknown");
        that(call.bytes > 0 && call.bytes < kMostBytes, "a transfer's bytes are too many");
    }
    /// Of a call without fields of its own kind.
    template<class T>
    void operator()(const T& call) {
        if constexpr (requires { call.stream; }) stream(call.stream);
        if constexpr (requires { call.event; }) event(call.event);
        if constexpr (requires { call.object; }) object(call.object);
    }

private:
    static constexpr std::uint32_t kMostEvents = 1 << 16;
    static constexpr double kMostSeconds = 1e6;

    void that(bool holds, const char* otherwise) {
        if (!holds && m_why.empty()) m_why = otherwise;
    }
    const Object& at(std::uint32_t index) const { return m_recording.objects[index]; }
    bool object(std::uint32_t index) {
        that(index < m_recording.objects.size(), "a call is about an object that is not there");
        return index < m_recording.objects.size();
    }
    void range(Range range, std::size_t size, const char* otherwise) {
        that(std::uint64_t{range.first} + range.count <= size, otherwise);
    }
    void memory(const MemoryCall& by) {
        that(isKnown(by.function), "what allocates or frees memory is unknown");
        stream(by.stream);
    }
    void stream(StreamNumber number) {
        that(number <= m_recording.streamPriorities.size(), "a call has no stream");
    }
    /// That the host waits for, or asks about.
    void ofHost(StreamNumber number) {
        stream(number);
        that(branchOf(m_recording, number) == 0, "the host waits for a branch of a graph");
    }
    void branches() {
        const std::size_t streams = m_recording.streamPriorities.size(), count = m_recording.graphBranches;
        that(count <= streams, "a branch of a graph is not there");
        const bool hasEdges = m_recording.firstGraphEdge != kNoGraphEdges;
        that(hasEdges || count == 0, "branches of graphs have no edges");
        that(!hasEdges || m_recording.firstGraphEdge < kMostEvents, "an edge of a graph is not there");
        if (!m_why.empty()) return;
        const std::set<StreamNumber> apart(m_recording.nonBlockingStreams.begin(),
                                           m_recording.nonBlockingStreams.end());
        for (std::size_t number = streams - count + 1; number <= streams; ++number)
            that(apart.contains(static_cast<StreamNumber>(number)),
                 "the default stream waits for a branch of a graph");
    }
    void event(std::uint32_t number) { that(number < kMostEvents, "a call has no event"); }
    void hostMemory(model::TransferMemory memory) {
        that(memory <= model::TransferMemory::Registered, "a copy's memory is unknown");
    }
    void pace(const Launch& call) {
        const Pace& pace = call.pace;
        text(pace.clockedKernel);
        that(pace.copies >= 0 && pace.copies < kMostSeconds && pace.seconds >= 0 &&
                 pace.seconds < kMostSeconds && pace.fill > 0 && pace.fill < kMostSeconds &&
                 pace.bytes < kMostBytes,
             "a launch's time is none");
        if (!m_why.empty() || pace.bytes == 0) return;
        const auto arguments = m_recording.argumentsOf(call);
        for (const std::uint32_t index : {pace.countArgument, pace.roundsArgument})
            that(index < arguments.size() && arguments[index].kind == Argument::Kind::Signed &&
                     arguments[index].bytes.count == 4,
                 "a launch's rounds are no argument of it");
    }
    void text(Text part) {
        range({part.first, part.size}, m_recording.text.size(), "a name lies outside of the text");
    }
    /// Beyond an object's end is allowed: the call then fails by the runtime's rules, or the device refuses
    /// it.
    void part(std::uint32_t index, std::uint64_t offset, std::uint64_t bytes, Rows rows) {
        that(offset < kMostBytes && bytes < kMostBytes && rows.pitch < kMostBytes &&
                 rows.count < kMostBytes &&
                 (rows.count == 0 || std::max(bytes, rows.pitch) < kMostBytes / rows.count),
             "a copy is too long");
        if (!m_why.empty() || !object(index)) return;
        that(rows.count > 0 && (rows.count == 1 || rows.pitch >= bytes), "a copy has no rows");
        const Object& object = at(index);
        that(!isOverObject(object.kind) && (!hasTexels(object.kind) || isArray(object.kind)),
             "a copy is about an image");
        if (m_why.empty() && isArray(object.kind)) texels(object, offset, bytes, rows);
        that(m_recording.options.mayFail || offset + rows.span(bytes) <= at(index).bytes,
             "a copy goes beyond its object");
    }

    /// Rows of texels lie in a row of the array each: within one slice, or all of some slices.
    void texels(const Object& object, std::uint64_t offset, std::uint64_t bytes, Rows rows) {
        const ArrayDesc& array = object.array;
        const std::uint64_t row = array.rowBytes(), y = offset / row % array.height;
        that(offset + rows.span(bytes) <= object.bytes, "a copy goes beyond its object");
        that(bytes > 0 && offset % row + bytes <= row && (rows.count == 1 || rows.pitch == row) &&
                 (y + rows.count <= array.height || (y == 0 && rows.count % array.height == 0)) &&
                 offset % bytesPerTexel(array.format) == 0 && bytes % bytesPerTexel(array.format) == 0,
             "a copy does not fit the rows of its array");
    }

    void look(const Object& object) {
        text(object.name);
        that(object.kind <= Object::Kind::Level, "an object is of an unknown kind");
        if (object.kind == Object::Kind::Variable)
            that(object.module < m_recording.modules.size(), "a variable has no module");
        that(object.contents < m_recording.contents.size(), "an object has no contents");
        that(object.bytes < kMostBytes && object.rowBytes < kMostBytes && object.rows < kMostBytes,
             "an object is too large");
        using enum Object::Kind;
        that(object.setup ? object.kind < Array : object.kind == Buffer || object.kind >= Array,
             "an object of this kind is not made so");
        if (isOverObject(object.kind)) return over(object);
        if (object.kind == Level) levelOf(object);
        const bool rows = object.kind == Object::Kind::PackedRows || object.kind == Object::Kind::PitchedRows;
        if (rows)
            that(object.rows == 0 || (object.rowBytes <= kMostBytes / object.rows &&
                                      object.rowBytes * object.rows == object.bytes),
                 "rows do not fill their object");
        else
            that(object.rowBytes == 0 && object.rows == 0, "an object without rows has some");
        if (!hasTexels(object.kind)) return;
        const bool isShared = object.kind == ResultImage;
        const ArrayDesc& array = object.array;
        that(array.format <= (isShared ? TexelFormat::Rgba32f : TexelFormat::Rg32f) &&
                 array.shape <= (isShared ? ArrayShape::Plain : ArrayShape::CubeLayers) && array.width > 0 &&
                 array.height > 0 && array.width <= kMostSide && array.height <= kMostSide &&
                 array.depth > 0 && array.depth <= (isShared ? 1 : kMostSide),
             "an image has no size");
        const bool isLine = array.shape == ArrayShape::Line, isCube = array.shape == ArrayShape::Cube;
        that(!(isLine || array.shape == ArrayShape::LineLayers) || array.height == 1, "a line has rows");
        that(!isLine || array.depth == 1, "a line has slices");
        if (isCube || array.shape == ArrayShape::CubeLayers)
            that(array.width == array.height && (isCube ? array.depth == 6 : array.depth % 6 == 0),
                 "a cube has no six faces");
        const auto most =
            object.kind == Mipmap ? std::bit_width(std::max({array.width, array.height, array.depth})) : 1;
        that(array.levels > 0 && array.levels <= static_cast<std::uint32_t>(most),
             "an image has too many levels");
        if (m_why.empty()) that(object.array.bytes() == object.bytes, "an image does not fill its object");
        look(object.sampler);
    }

    void look(const Sampler& sampler) {
        for (const AddressMode mode : sampler.address)
            that(mode <= AddressMode::Border, "a sampler is unknown");
        that(sampler.filter <= FilterMode::Linear && sampler.levelFilter <= FilterMode::Linear,
             "a sampler is unknown");
    }

    /// Whether the object that it is over comes before it, and so has been looked at.
    bool hasOver(const Object& object) const {
        return object.over < static_cast<std::size_t>(&object - m_recording.objects.data());
    }

    void levelOf(const Object& object) {
        that(hasOver(object) && at(object.over).kind == Object::Kind::Mipmap &&
                 object.level < at(object.over).array.levels &&
                 object.array == at(object.over).array.level(object.level),
             "a level is none of its mipmap");
    }

    /// Of a texture or surface object.
    void over(const Object& object) {
        using enum Object::Kind;
        const bool isTexture = object.kind == TextureObject;
        const Object::Kind kind = hasOver(object) ? at(object.over).kind : ResultBuffer;
        const bool isPlain = isTexture && (kind == Buffer || kind == Variable);
        that(isArray(kind) || (isTexture && (kind == Mipmap || isPlain)), "a texture is over no array");
        that(object.bytes == 0 && object.rows == 0, "a texture has bytes of its own");
        look(object.sampler);
        if (!m_why.empty() || !isTexture) return;
        if (isPlain) plain(object);
        that(isPlain || (object.rowBytes == 0 && object.offset == 0), "a texture over an array has rows");
        if (!m_why.empty()) return;
        const TexelChannels& channels = channelsOf((isPlain ? object : at(object.over)).array.format);
        const Sampler& sampler = object.sampler;
        const bool areFloats =
            channels.kind == ChannelKind::Float || (sampler.readNormalizedFloat && channels.bits < 32);
        that(areFloats || (sampler.filter == FilterMode::Point &&
                           (kind != Mipmap || sampler.levelFilter == FilterMode::Point)),
             "a sampler does not fit its array");
    }

    /// A texture over a buffer: a line, or rows.
    void plain(const Object& object) {
        constexpr std::uint32_t kMostTexels = 1U << 28;
        const ArrayDesc& array = object.array;
        const bool isLine = array.shape == ArrayShape::Line;
        that(array.format <= TexelFormat::Rg32f && (isLine || array.shape == ArrayShape::Plain) &&
                 array.levels == 1 && array.depth == 1 && array.width > 0 && array.width <= kMostTexels &&
                 array.height > 0 && array.height <= (isLine ? 1 : kMostSide) &&
                 object.rowBytes < kMostBytes / kMostSide && object.offset < kMostBytes,
             "a texture over a buffer has no size");
        if (!m_why.empty()) return;
        that(isLine ? object.rowBytes == 0 : object.rowBytes >= array.rowBytes(), "a texture has no rows");
        that(object.offset + (array.height - 1) * object.rowBytes + array.rowBytes() <= at(object.over).bytes,
             "a texture lies outside of its buffer");
    }

    void look(const Vertices& vertices) {
        constexpr std::uint32_t kMostFloats = 512; // what OpenGL takes from vertex to vertex: 2048 bytes
        if (!object(vertices.object)) return;
        that(at(vertices.object).kind == Object::Kind::ResultBuffer, "vertices are not in a result");
        that(vertices.count > 0 && vertices.tile > 0 && vertices.floats >= 3 &&
                 vertices.floats <= kMostFloats,
             "vertices have no size");
        if (!m_why.empty()) return;
        that(vertices.bytes() <= at(vertices.object).bytes, "vertices lie outside of their object");
        that(vertices.columns == 0 || (vertices.count % vertices.columns == 0 &&
                                       (vertices.tile == 1 || vertices.tile == vertices.count)),
             "a mesh is of an unknown kind");
    }

    const Recording& m_recording;
    std::string m_why;
    std::set<std::uint32_t> m_edges; // that have begun
};

} // namespace

std::string whyInconsistent(const Recording& recording) {
    return Check(recording).run();
}

} // namespace lanescope::recording
