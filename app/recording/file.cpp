// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "recording/file.h"

#include "recording/byte_stream.h"
#include "recording/fields.h"

#include <fmt/format.h>
#include <unistd.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>

namespace lanescope::recording {

namespace {

constexpr std::string_view kMagic = "LANESCOP";
constexpr std::uint32_t kVersion = 8;
constexpr std::uint32_t kSkippable = 1;
constexpr int kLevel = 3;
/// A chunk without contents: it is there or not.
constexpr std::string_view kInstructionsWanted = "INST";
/// Another one: the devices of a program that uses several.
constexpr std::string_view kDevices = "DEVS";
/// Only of a program of which a kernel failed.
constexpr std::string_view kFailedWith = "FAIL";
/// Only of a program with a kernel that had not ended.
constexpr std::string_view kUnendedCall = "OPEN";
/// Of recordings of programs that were ended while a kernel ran; it holds nothing.
constexpr std::string_view kInterrupted = "INTR";
/// Where a program allocates its memory.
constexpr std::string_view kPlaces = "PLAC";
/// Further sources of modules that have some.
constexpr std::string_view kSources = "SRCS";
/// Registers of the kernels, where a program has machine code.
constexpr std::string_view kRegisters = "REGS";
/// Where a program launches its kernels.
constexpr std::string_view kLaunchPlaces = "LINE";
/// Where it makes its other calls.
constexpr std::string_view kCallPlaces = "CALN";
/// Which streams do not block: whoever does not know it has them in an order that the program may have, too.
constexpr std::string_view kNonBlocking = "STNB";
/// Which calls are nodes of graphs, which streams their branches and which events their edges: whoever does
/// not know it has them as calls, streams and events like others.
constexpr std::string_view kGraphs = "GRPH";
/// What it calls to allocate memory and to free it, where that is not cudaMalloc and cudaFree.
constexpr std::string_view kMemoryCalls = "MEMF";
/// Of a program of which a kernel failed, where its runtime knew more of it.
constexpr std::string_view kFaultNote = "WHYF";
/// A chunk unpacks to at most so many times its bytes in the file; what packs better is padded up to it.
constexpr std::uint64_t kMostRatio = 4096;

struct ChunkHead {
    std::array<char, 4> name{};
    std::uint32_t flags = 0;
    std::uint64_t packedBytes = 0, bytes = 0;
    Digest digest;
};
constexpr std::size_t kHeadBytes = 40;

void writeHead(ByteWriter& out, const ChunkHead& head) {
    for (const char letter : head.name) out.number(static_cast<std::uint8_t>(letter));
    out.number(head.flags);
    out.number(head.packedBytes);
    out.number(head.bytes);
    out.number(head.digest.low);
    out.number(head.digest.high);
}

ChunkHead readHead(ByteReader& in) {
    ChunkHead head;
    for (char& letter : head.name) letter = static_cast<char>(in.number<std::uint8_t>());
    head.flags = in.number<std::uint32_t>();
    head.packedBytes = in.number<std::uint64_t>();
    head.bytes = in.number<std::uint64_t>();
    head.digest.low = in.number<std::uint64_t>();
    head.digest.high = in.number<std::uint64_t>();
    return head;
}

/// A frame that zstd skips: eight bytes of head, then zeros.
void pad(std::vector<std::byte>& packed, std::uint64_t atLeast) {
    constexpr std::uint32_t kSkippableFrame = 0x184D2A50;
    if (packed.size() >= atLeast) return;
    const auto zeros = static_cast<std::uint32_t>(atLeast - packed.size());
    ByteWriter frame;
    frame.number(kSkippableFrame);
    frame.number(zeros);
    packed.insert(packed.end(), frame.bytes().begin(), frame.bytes().end());
    packed.resize(packed.size() + zeros);
}

void writeChunk(ByteWriter& out, std::string_view name, std::span<const std::byte> bytes,
                std::uint32_t flags = 0) {
    std::vector<std::byte> packed(ZSTD_compressBound(bytes.size()));
    const std::size_t size = ZSTD_compress(packed.data(), packed.size(), bytes.data(), bytes.size(), kLevel);
    if (ZSTD_isError(size)) throw FileError(fmt::format("packing failed: {}", ZSTD_getErrorName(size)));
    packed.resize(size);
    pad(packed, bytes.size() / kMostRatio + 1);
    ChunkHead head{{}, flags, packed.size(), bytes.size(), digestOf(bytes)};
    std::copy_n(name.begin(), head.name.size(), head.name.begin());
    writeHead(out, head);
    out.raw(packed);
}

/// What unpacking works with, kept from chunk to chunk.
struct Unpacker {
    std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context{ZSTD_createDCtx(), ZSTD_freeDCtx};
    std::vector<std::byte> piece = std::vector<std::byte>(ZSTD_DStreamOutSize());
};

/// Memory grows with what has really been unpacked.
std::vector<std::byte> unpackChunk(Unpacker& unpacker, std::span<const std::byte> packed,
                                   const ChunkHead& head) {
    if (head.bytes > (packed.size() + 1) * kMostRatio) throw Damaged("a chunk claims more than it can hold");
    auto& [context, piece] = unpacker;
    ZSTD_DCtx_reset(context.get(), ZSTD_reset_session_only);
    std::vector<std::byte> bytes;
    ZSTD_inBuffer in{packed.data(), packed.size(), 0};
    std::size_t rest = 0;
    for (bool more = !packed.empty(); more;) {
        ZSTD_outBuffer out{piece.data(), piece.size(), 0};
        rest = ZSTD_decompressStream(context.get(), &out, &in);
        if (ZSTD_isError(rest))
            throw Damaged(
                fmt::format("its packed bytes cannot be unpacked (zstd: {})", ZSTD_getErrorName(rest)));
        if (bytes.size() + out.pos > head.bytes) throw Damaged("a chunk holds more than it says");
        bytes.insert(bytes.end(), piece.begin(), piece.begin() + static_cast<std::ptrdiff_t>(out.pos));
        more = in.pos < in.size || out.pos == out.size;
        if (in.pos == in.size && out.pos == 0) more = false;
    }
    if (rest != 0 || bytes.size() != head.bytes) throw Damaged("a chunk ends too soon");
    if (digestOf(bytes) != head.digest) throw Damaged("a chunk was altered");
    return bytes;
}

// What the chunks hold.

/// Reads or writes the fields of a structure, one after another.
template<class Stream>
class Fields {
public:
    explicit Fields(Stream& stream) : m_stream(stream) {}
    template<class T>
    Fields& operator()(T& value) {
        constexpr bool kWrites = std::is_same_v<Stream, ByteWriter>;
        using Plain = std::remove_const_t<T>;
        if constexpr (std::is_enum_v<Plain>) {
            if constexpr (kWrites)
                m_stream.number(static_cast<std::uint8_t>(value));
            else
                value = static_cast<Plain>(m_stream.template number<std::uint8_t>());
        } else if constexpr (std::is_same_v<Plain, bool>) {
            if constexpr (kWrites)
                m_stream.number(static_cast<std::uint8_t>(value ? 1 : 0));
            else
                value = m_stream.template number<std::uint8_t>() != 0;
        } else if constexpr (std::is_arithmetic_v<Plain>) {
            if constexpr (kWrites)
                m_stream.number(value);
            else
                value = m_stream.template number<Plain>();
        } else if constexpr (std::is_same_v<Plain, PlayOptions>) {
            // What warps issue, and what a program's calls returned, are chunks of their own.
            (*this)(value.childStart)(value.copyEngines)(value.mayFail)(value.rules.broadcast)(
                value.rules.bankModeBytes)(value.rules.l1)(value.focus.block)(value.focus.warp);
        } else if constexpr (std::is_same_v<Plain, Allocate> || std::is_same_v<Plain, Free>) {
            (*this)(value.object); // by what it is made is in a chunk of its own
        } else if constexpr (std::is_same_v<Plain, Launch>) {
            // Where it stands in the program is in a chunk of its own, which older files do not have.
            forEachField(value, [&](auto& field) {
                if (static_cast<const void*>(&field) != &value.place) (*this)(field);
            });
        } else if constexpr (requires { std::tuple_size<Plain>::value; }) {
            for (auto& each : value) (*this)(each);
        } else {
            forEachField(value, *this);
        }
        return *this;
    }

private:
    Stream& m_stream;
};

template<class T>
std::vector<std::byte> packList(const std::vector<T>& list) {
    ByteWriter out;
    out.number(static_cast<std::uint64_t>(list.size()));
    for (const T& each : list) {
        if constexpr (std::is_same_v<T, Call>) {
            out.number(static_cast<std::uint8_t>(each.index()));
            std::visit(Fields(out), each);
        } else if constexpr (std::is_arithmetic_v<T>) {
            out.number(each);
        } else {
            Fields{out}(each);
        }
    }
    return std::move(out).take();
}

template<std::size_t I = 0>
Call emptyCall(std::size_t index) {
    if constexpr (I < std::variant_size_v<Call>)
        return index == I ? Call(std::in_place_index<I>) : emptyCall<I + 1>(index);
    else
        throw Damaged("a call of an unknown kind");
}

template<class T>
void unpackList(std::span<const std::byte> bytes, std::vector<T>& list) {
    ByteReader in(bytes);
    const auto count = in.number<std::uint64_t>();
    if (count > bytes.size())
        throw Damaged("a list claims more than it can hold"); // each takes a byte at least
    for (std::uint64_t i = 0; i < count; ++i) {
        if constexpr (std::is_same_v<T, Call>) {
            list.push_back(emptyCall(in.number<std::uint8_t>()));
            std::visit(Fields(in), list.back());
        } else if constexpr (std::is_arithmetic_v<T>) {
            list.push_back(in.number<T>());
        } else {
            Fields{in}(list.emplace_back());
        }
    }
    if (!in.atEnd()) throw Damaged("a list is longer than it says");
    list.shrink_to_fit(); // of hundreds of thousands, half as much more
}

std::vector<std::byte> packModules(const std::vector<ModulePointer>& modules) {
    ByteWriter out;
    out.number(static_cast<std::uint64_t>(modules.size()));
    for (const ModulePointer& module : modules)
        for (const std::string* text :
             {&module->name, &module->path, &module->source, &module->ptx, &module->olderProgram})
            out.text(*text);
    return std::move(out).take();
}

void unpackModules(std::span<const std::byte> bytes, std::vector<ModulePointer>& modules) {
    ByteReader in(bytes);
    const auto count = in.number<std::uint64_t>();
    for (std::uint64_t i = 0; i < count; ++i) {
        Module module;
        for (std::string* text :
             {&module.name, &module.path, &module.source, &module.ptx, &module.olderProgram})
            *text = in.text();
        module.path = std::filesystem::path(module.path).lexically_normal().string(); // of an older recording
        modules.push_back(std::make_shared<const Module>(std::move(module)));
    }
    if (!in.atEnd()) throw Damaged("a list is longer than it says");
}

/// What a chunk has of each module in turn, which the list of modules itself has not.
template<class Write>
std::vector<std::byte> packOfEach(const std::vector<ModulePointer>& modules, const Write& write) {
    ByteWriter out;
    for (const ModulePointer& module : modules) write(out, *module);
    return std::move(out).take();
}

template<class Read>
void unpackOfEach(std::span<const std::byte> bytes, std::vector<ModulePointer>& modules, const Read& read) {
    ByteReader in(bytes);
    for (ModulePointer& each : modules) {
        Module module = *each;
        read(in, module);
        each = std::make_shared<const Module>(std::move(module));
    }
    if (!in.atEnd()) throw Damaged("a list is longer than it says");
}

void writeDevice(ByteWriter& out, const Module& module) {
    out.number(module.device);
}
void readDevice(ByteReader& in, Module& module) {
    module.device = in.number<std::uint32_t>();
}

/// How many there are, their paths and texts.
void writeSources(ByteWriter& out, const Module& module) {
    out.number(static_cast<std::uint32_t>(module.others.size()));
    for (const SourceFile& each : module.others) {
        out.text(each.path);
        out.text(each.text);
    }
}
void readSources(ByteReader& in, Module& module) {
    for (auto count = in.number<std::uint32_t>(); count > 0; --count) {
        std::string path = in.text();
        module.others.push_back({std::move(path), in.text()});
    }
}

/// How many kernels, their names and registers.
void writeRegisters(ByteWriter& out, const Module& module) {
    out.number(static_cast<std::uint32_t>(module.registers.size()));
    for (const auto& [kernel, registers] : module.registers) {
        out.text(kernel);
        out.number(std::int32_t{registers});
    }
}
void readRegisters(ByteReader& in, Module& module) {
    for (auto count = in.number<std::uint32_t>(); count > 0; --count) {
        std::string kernel = in.text();
        module.registers[std::move(kernel)] = in.number<std::int32_t>();
    }
}

/// Of each launch, in the order of the calls.
std::vector<Text> launchPlaces(const std::vector<Call>& calls) {
    std::vector<Text> places;
    for (const Call& call : calls)
        if (const auto* launch = std::get_if<Launch>(&call)) places.push_back(launch->place);
    return places;
}

void unpackLaunchPlaces(std::span<const std::byte> bytes, std::vector<Call>& calls) {
    std::vector<Text> places;
    unpackList(bytes, places);
    auto next = places.begin();
    for (Call& call : calls)
        if (auto* launch = std::get_if<Launch>(&call); launch && next != places.end())
            launch->place = *next++;
    if (next != places.end()) throw Damaged("a line is that of no launch");
}

/// Calls visit(MemoryCall&) for each that allocates or frees, in the order of the calls.
template<class Calls, class Visit>
void forEachMemoryCall(Calls& calls, const Visit& visit) {
    for (auto& call : calls) {
        if (auto* made = std::get_if<Allocate>(&call)) visit(made->by);
        if (auto* freed = std::get_if<Free>(&call)) visit(freed->by);
    }
}

std::vector<MemoryCall> memoryCalls(const std::vector<Call>& calls) {
    std::vector<MemoryCall> all;
    forEachMemoryCall(calls, [&](const MemoryCall& each) { all.push_back(each); });
    return all;
}

void unpackMemoryCalls(std::span<const std::byte> bytes, std::vector<Call>& calls) {
    std::vector<MemoryCall> all;
    unpackList(bytes, all);
    auto next = all.begin();
    forEachMemoryCall(calls, [&](MemoryCall& each) {
        if (next != all.end()) each = *next++;
    });
    if (next != all.end()) throw Damaged("a call that allocates is none");
}

/// Bytes that contents have as the first of an object, or as what a call copies in.
std::vector<std::uint64_t> contentsBytes(const Recording& recording) {
    std::vector<std::uint64_t> bytes(recording.contents.size());
    for (const Object& object : recording.objects)
        bytes[object.contents] = std::max(bytes[object.contents], object.bytes);
    for (const Call& call : recording.calls)
        if (const auto* copy = std::get_if<CopyIn>(&call))
            bytes[copy->contents] = std::max(bytes[copy->contents], copy->bytes * copy->rows.count);
    return bytes;
}

std::vector<std::byte> packContents(const Recording& recording) {
    const std::vector<std::uint64_t> sizes = contentsBytes(recording);
    ByteWriter out;
    out.number(static_cast<std::uint64_t>(sizes.size()));
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const Contents& contents = recording.contents[i];
        const bool stored =
            contents.kind() == Contents::Kind::Generated || contents.kind() == Contents::Kind::Bytes;
        out.number(static_cast<std::uint8_t>(stored ? Contents::Kind::Bytes : contents.kind()));
        if (!stored) continue;
        std::vector<std::byte> bytes(sizes[i]);
        contents.write(bytes);
        out.number(static_cast<std::uint64_t>(bytes.size()));
        out.raw(bytes);
    }
    return std::move(out).take();
}

void unpackContents(std::span<const std::byte> bytes, std::vector<Contents>& contents) {
    ByteReader in(bytes);
    const auto count = in.number<std::uint64_t>();
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto kind = static_cast<Contents::Kind>(in.number<std::uint8_t>());
        if (kind == Contents::Kind::Bytes) {
            const std::span<const std::byte> stored = in.raw(in.number<std::uint64_t>());
            contents.emplace_back(
                std::make_shared<const Blob>(std::vector<std::byte>(stored.begin(), stored.end())));
        } else if (kind == Contents::Kind::Unspecified) {
            contents.push_back(Contents::unspecified());
        } else if (kind == Contents::Kind::Zero) {
            contents.emplace_back();
        } else {
            throw Damaged("contents of an unknown kind");
        }
    }
    if (!in.atEnd()) throw Damaged("a list is longer than it says");
}

std::span<const std::byte> bytesOf(const std::string& text) {
    return std::as_bytes(std::span(text));
}

/// False: no chunk of that name is known.
bool take(Recording& into, std::string_view name, std::span<const std::byte> bytes) {
    if (name == "MODS")
        unpackModules(bytes, into.modules);
    else if (name == kDevices)
        unpackOfEach(bytes, into.modules, readDevice);
    else if (name == "OBJS")
        unpackList(bytes, into.objects);
    else if (name == "VERT")
        unpackList(bytes, into.vertices);
    else if (name == "CONT")
        unpackContents(bytes, into.contents);
    else if (name == "STRM")
        unpackList(bytes, into.streamPriorities);
    else if (name == kNonBlocking)
        unpackList(bytes, into.nonBlockingStreams);
    else if (name == kGraphs) {
        constexpr std::size_t kHead = 2 * sizeof(std::uint32_t);
        if (bytes.size() < kHead) throw Damaged("a chunk ends too soon");
        ByteReader in(bytes.first(kHead));
        into.graphBranches = in.number<std::uint32_t>();
        into.firstGraphEdge = in.number<std::uint32_t>();
        unpackList(bytes.subspan(kHead), into.graphLaunches);
    } else if (name == "CALL")
        unpackList(bytes, into.calls);
    else if (name == "ARGS")
        unpackList(bytes, into.arguments);
    else if (name == "RELO")
        unpackList(bytes, into.relocations);
    else if (name == "HOST")
        unpackList(bytes, into.hostFindings);
    else if (name == kPlaces)
        unpackList(bytes, into.places);
    else if (name == kSources)
        unpackOfEach(bytes, into.modules, readSources);
    else if (name == kRegisters)
        unpackOfEach(bytes, into.modules, readRegisters);
    else if (name == kLaunchPlaces)
        unpackLaunchPlaces(bytes, into.calls);
    else if (name == kMemoryCalls)
        unpackMemoryCalls(bytes, into.calls);
    else if (name == kCallPlaces)
        unpackList(bytes, into.callPlaces);
    else if (name == "BYTE")
        into.bytes.assign(bytes.begin(), bytes.end());
    else if (name == "TEXT")
        into.text.assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    else if (name == "OPTS") {
        ByteReader in(bytes);
        Fields{in}(into.options);
    } else if (name == kInstructionsWanted) {
        if (!bytes.empty()) throw Damaged("a list is longer than it says");
        into.options.instructions = true;
    } else if (name == kInterrupted) {
        if (!bytes.empty()) throw Damaged("a list is longer than it says");
        into.options.interrupted = true;
    } else if (name == kFailedWith) {
        ByteReader in(bytes);
        into.options.failedWith = in.number<std::int32_t>();
        if (!in.atEnd()) throw Damaged("a list is longer than it says");
    } else if (name == kFaultNote) {
        ByteReader in(bytes);
        Fields{in}(into.faultNote);
        if (!in.atEnd()) throw Damaged("a list is longer than it says");
    } else if (name == kUnendedCall) {
        ByteReader in(bytes);
        into.options.unendedCall = in.number<std::uint32_t>();
        if (!in.atEnd()) throw Damaged("a list is longer than it says");
    } else
        return false;
    return true;
}

/// Of a chunk, as a line may hold it.
std::string printableName(std::string name) {
    std::ranges::replace_if(
        name, [](char letter) { return letter < '!' || letter > '~'; }, '?');
    return name;
}

} // namespace

std::vector<std::byte> pack(const Recording& recording) {
    ByteWriter out;
    out.raw(std::as_bytes(std::span(kMagic)));
    out.number(kVersion);
    ByteWriter options;
    Fields{options}(recording.options);
    writeChunk(out, "OPTS", options.bytes());
    if (recording.options.instructions) writeChunk(out, kInstructionsWanted, {}, kSkippable);
    if (recording.options.failedWith != 0) {
        ByteWriter code;
        code.number(std::int32_t{recording.options.failedWith});
        writeChunk(out, kFailedWith, code.bytes(), kSkippable);
    }
    if (recording.options.unendedCall != kAllEnded) {
        ByteWriter call;
        call.number(recording.options.unendedCall);
        writeChunk(out, kUnendedCall, call.bytes(), kSkippable);
    }
    if (recording.options.interrupted) writeChunk(out, kInterrupted, {}, kSkippable);
    writeChunk(out, "MODS", packModules(recording.modules));
    if (std::ranges::any_of(recording.modules, [](const ModulePointer& each) { return each->device != 0; }))
        writeChunk(out, kDevices, packOfEach(recording.modules, writeDevice), kSkippable);
    if (std::ranges::any_of(recording.modules,
                            [](const ModulePointer& each) { return !each->others.empty(); }))
        writeChunk(out, kSources, packOfEach(recording.modules, writeSources), kSkippable);
    if (std::ranges::any_of(recording.modules,
                            [](const ModulePointer& each) { return !each->registers.empty(); }))
        writeChunk(out, kRegisters, packOfEach(recording.modules, writeRegisters), kSkippable);
    writeChunk(out, "OBJS", packList(recording.objects));
    if (!recording.vertices.empty()) writeChunk(out, "VERT", packList(recording.vertices));
    writeChunk(out, "CONT", packContents(recording));
    writeChunk(out, "STRM", packList(recording.streamPriorities));
    if (!recording.nonBlockingStreams.empty())
        writeChunk(out, kNonBlocking, packList(recording.nonBlockingStreams), kSkippable);
    if (recording.graphBranches > 0 || !recording.graphLaunches.empty()) {
        ByteWriter graphs;
        graphs.number(recording.graphBranches);
        graphs.number(recording.firstGraphEdge);
        graphs.raw(packList(recording.graphLaunches));
        writeChunk(out, kGraphs, graphs.bytes(), kSkippable);
    }
    writeChunk(out, "CALL", packList(recording.calls));
    const std::vector<Text> lines = launchPlaces(recording.calls);
    if (std::ranges::any_of(lines, [](const Text& each) { return each.size != 0; }))
        writeChunk(out, kLaunchPlaces, packList(lines), kSkippable);
    if (const std::vector<MemoryCall> all = memoryCalls(recording.calls);
        std::ranges::any_of(all, [](const MemoryCall& each) { return each != MemoryCall(); }))
        writeChunk(out, kMemoryCalls, packList(all), kSkippable);
    if (std::ranges::any_of(recording.callPlaces, [](const Text& each) { return each.size != 0; }))
        writeChunk(out, kCallPlaces, packList(recording.callPlaces), kSkippable);
    if (recording.faultNote.size != 0) {
        ByteWriter note;
        Fields{note}(recording.faultNote);
        writeChunk(out, kFaultNote, note.bytes(), kSkippable);
    }
    writeChunk(out, "ARGS", packList(recording.arguments));
    writeChunk(out, "RELO", packList(recording.relocations));
    if (!recording.hostFindings.empty()) writeChunk(out, "HOST", packList(recording.hostFindings));
    if (!recording.places.empty()) writeChunk(out, kPlaces, packList(recording.places), kSkippable);
    writeChunk(out, "BYTE", recording.bytes);
    writeChunk(out, "TEXT", bytesOf(recording.text));
    writeChunk(out, "END ", {});
    return std::move(out).take();
}

Recording unpack(std::span<const std::byte> file, const std::string& name) {
    const auto refuse = [&](std::string_view why) { return FileError(fmt::format("{}: {}", name, why)); };
    const auto magic = std::as_bytes(std::span(kMagic));
    if (file.size() < magic.size() || !std::ranges::equal(file.first(magic.size()), magic))
        throw refuse("this is not a Lanescope recording");
    try {
        ByteReader in(file.subspan(magic.size()));
        const auto version = in.number<std::uint32_t>();
        if (version != kVersion)
            throw refuse(fmt::format("it is of version {}, and this Lanescope reads version {}: {}", version,
                                     kVersion, version > kVersion ? "a newer one does" : "record it again"));
        Recording made;
        std::vector<std::string> seen;
        Unpacker unpacker;
        for (;;) {
            if (in.remaining() < kHeadBytes) throw Damaged("it is cut off");
            const ChunkHead head = readHead(in);
            const std::string chunk(head.name.begin(), head.name.end());
            if (head.packedBytes > in.remaining()) throw Damaged("it is cut off");
            const std::vector<std::byte> bytes = unpackChunk(unpacker, in.raw(head.packedBytes), head);
            if (chunk == "END ") {
                if (!in.atEnd()) throw Damaged("something stands behind its end");
                break;
            }
            if (std::ranges::find(seen, chunk) != seen.end()) throw Damaged("a chunk comes twice");
            seen.push_back(chunk);
            if (take(made, chunk, bytes)) continue;
            if (!(head.flags & kSkippable)) throw Damaged("it has a part that this Lanescope does not know");
            made.unknownParts.push_back(printableName(chunk));
        }
        if (const std::string why = whyInconsistent(made); !why.empty()) throw Damaged(why);
        return made;
    } catch (const Damaged& damage) {
        throw refuse(fmt::format("the recording is damaged: {}", damage.what()));
    }
}

void writeRecording(const Recording& recording, const std::filesystem::path& path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        throw FileError(fmt::format("{} is a folder; name a file", path.string()));
    const std::vector<std::byte> bytes = pack(recording);
    std::filesystem::path part = path;
    part += fmt::format(".{}.part", ::getpid());
    {
        std::ofstream file(part, std::ios::binary);
        file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
        file.close();
        if (!file) {
            const std::string why = std::strerror(errno);
            std::filesystem::remove(part, ignored);
            throw FileError(fmt::format("{} cannot be written: {}", path.string(), why));
        }
    }
    std::error_code error;
    std::filesystem::rename(part, path, error);
    if (error) {
        std::filesystem::remove(part, ignored);
        throw FileError(fmt::format("{} cannot be written: {}", path.string(), error.message()));
    }
}

Recording readRecording(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file || std::filesystem::is_directory(path))
        throw FileError(
            fmt::format("{} cannot be read: {}", path.string(),
                        std::filesystem::is_directory(path) ? "it is a folder" : std::strerror(errno)));
    std::vector<std::byte> bytes;
    std::array<char, 1 << 16> piece{};
    while (file.read(piece.data(), piece.size()) || file.gcount() > 0) {
        const auto read = std::as_bytes(std::span(piece)).first(static_cast<std::size_t>(file.gcount()));
        bytes.insert(bytes.end(), read.begin(), read.end());
    }
    return unpack(bytes, path.string());
}

} // namespace lanescope::recording
