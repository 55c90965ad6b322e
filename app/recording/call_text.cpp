// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "model/format.h"
#include "recording/graph_branches.h"
#include "recording/host_write.h"
#include "recording/plain_name.h"
#include "recording/recording.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

namespace lanescope::recording {

namespace {

/// "256", "dim3(16, 16)".
std::string dim(const model::Dim3& d) {
    const bool flat = d.y == 1 && d.z == 1;
    return (flat ? "" : "dim3") + launchSize(d);
}

template<class T>
T as(std::span<const std::byte> bytes) {
    T value{};
    std::memcpy(&value, bytes.data(), std::min(sizeof value, bytes.size()));
    return value;
}

/// Of one, two, four or eight bytes, little-endian.
std::int64_t signedValue(std::span<const std::byte> bytes) {
    const auto shift = static_cast<unsigned>(64 - 8 * bytes.size());
    return static_cast<std::int64_t>(as<std::uint64_t>(bytes) << shift) >> shift;
}

/// Of a number in a kernel's parameters, by the type that the kernel's name says: PTX says only how many bits
/// it has. What no name says is told apart where it matters: "4294967291 (-5 if it is signed)".
std::string numberText(std::span<const std::byte> bytes, std::string_view type) {
    constexpr std::array<std::string_view, 6> kSigned{"int",  "short",     "signed char",
                                                      "long", "long long", "char"};
    const auto plain = as<std::uint64_t>(bytes);
    if (type == "bool") return plain == 0 ? "false" : "true";
    if (std::ranges::find(kSigned, type) != kSigned.end()) return std::to_string(signedValue(bytes));
    if (type.ends_with('*')) return plain == 0 ? "nullptr" : fmt::format("{:#x}", plain);
    std::string text = std::to_string(plain);
    const bool isKnown = type.starts_with("unsigned");
    const std::int64_t otherwise = signedValue(bytes);
    return isKnown || otherwise >= 0 ? text : fmt::format("{} ({} if it is signed)", text, otherwise);
}

struct TextOfCall {
    const Recording& recording;
    bool hasNames = true;

    std::string name(std::uint32_t object) const {
        return hasNames || isVariable(object) ? plainName(recording.name(object)) : "...";
    }
    std::string place(std::uint32_t object, std::uint64_t offset) const {
        return offset && hasNames ? fmt::format("{} + {}", name(object), offset) : name(object);
    }

    /// type: of the parameter, by the kernel's name; empty: it does not say.
    std::string argument(const Launch& launch, const Argument& each, std::string_view type) const {
        const auto bytes = recording.view(each.bytes);
        switch (each.kind) {
        case Argument::Kind::Signed:
            return std::to_string(signedValue(bytes));
        case Argument::Kind::Unsigned:
            return !hasNames && type.ends_with('*') ? "..." : numberText(bytes, type);
        case Argument::Kind::Real:
            return bytes.size() == 4 ? fmt::format("{}", as<float>(bytes))
                                     : fmt::format("{}", as<double>(bytes));
        case Argument::Kind::Bytes:
            return each.name.size ? std::string(recording.view(each.name))
                                  : fmt::format("{{{} bytes}}", bytes.size());
        case Argument::Kind::Address:
            for (const Relocation& relocation : recording.relocationsOf(launch))
                if (relocation.at == each.bytes.first)
                    return relocation.kind == Relocation::Kind::Pitch
                               ? fmt::format("pitch of {}", name(relocation.object))
                               : place(relocation.object, relocation.add);
            return "nullptr";
        }
        return {};
    }

    std::string stream(StreamNumber number) const {
        if (const std::uint32_t branch = branchOf(recording, number)) return fmt::format("branch{}", branch);
        return number ? fmt::format("stream{}", number) : "0";
    }
    /// A copy or a fill; in a stream it is asynchronous.
    std::string named(std::string_view function, StreamNumber number, std::string_view arguments) const {
        return number ? fmt::format("{}Async({}, {})", function, arguments, stream(number))
                      : fmt::format("{}({})", function, arguments);
    }

    std::string operator()(const Allocate& call) const {
        const Object& object = recording.objects[call.object];
        const std::string_view function = functionOf(recording, call);
        switch (object.kind) {
        case Object::Kind::Array:
            return object.array.depth > 1
                       ? fmt::format("{}(&{}, {} x {} x {})", function, name(call.object), object.array.width,
                                     object.array.height, object.array.depth)
                       : fmt::format("{}(&{}, {} x {})", function, name(call.object), object.array.width,
                                     object.array.height);
        case Object::Kind::Mipmap:
            return fmt::format(
                "{}(&{}, {}, {} levels)", function, name(call.object),
                object.array.depth > 1
                    ? fmt::format("{} x {} x {}", object.array.width, object.array.height, object.array.depth)
                    : fmt::format("{} x {}", object.array.width, object.array.height),
                object.array.levels);
        case Object::Kind::Level:
            return fmt::format("{}(&{}, {}, {})", function, name(call.object), name(object.over),
                               object.level);
        case Object::Kind::TextureObject:
            return fmt::format("{}(&{}, {})", function, name(call.object), place(object.over, object.offset));
        case Object::Kind::SurfaceObject:
            return fmt::format("{}(&{}, {})", function, name(call.object), name(object.over));
        default:
            break;
        }
        switch (call.by.function) {
        case MemoryFunction::MallocAsync:
            return fmt::format("{}(&{}, {}, {})", function, name(call.object), object.bytes,
                               stream(call.by.stream));
        case MemoryFunction::MallocFromPoolAsync:
            return fmt::format("{}(&{}, {}, pool, {})", function, name(call.object), object.bytes,
                               stream(call.by.stream));
        case MemoryFunction::HostRegister:
            return fmt::format("{}({}, {})", function, name(call.object), object.bytes);
        case MemoryFunction::MallocPitch: // a recording knows nothing of rows
        case MemoryFunction::Malloc3D:
            return fmt::format("{}(&{}, {} bytes)", function, name(call.object), object.bytes);
        default:
            return fmt::format("{}(&{}, {})", function, name(call.object), object.bytes);
        }
    }
    std::string operator()(const Free& call) const {
        switch (recording.objects[call.object].kind) {
        case Object::Kind::Array:
            return fmt::format("cudaFreeArray({})", name(call.object));
        case Object::Kind::Mipmap:
            return fmt::format("cudaFreeMipmappedArray({})", name(call.object));
        case Object::Kind::TextureObject:
            return fmt::format("cudaDestroyTextureObject({})", name(call.object));
        case Object::Kind::SurfaceObject:
            return fmt::format("cudaDestroySurfaceObject({})", name(call.object));
        default:
            break;
        }
        const std::string_view function = nameOf(call.by.function);
        if (isInStream(call.by.function))
            return fmt::format("{}({}, {})", function, name(call.object), stream(call.by.stream));
        return fmt::format("{}({})", function.empty() ? "cudaFree" : function, name(call.object));
    }
    bool isArray(std::uint32_t object) const { return recording::isArray(recording.objects[object].kind); }
    /// "array1, 0, 8": where a copy begins in an array, in bytes and rows.
    std::string texel(std::uint32_t object, std::uint64_t offset) const {
        const std::uint64_t row = recording.objects[object].array.rowBytes();
        if (!hasNames) return name(object);
        return fmt::format("{}, {}, {}", name(object), offset % row, offset / row);
    }
    bool isVariable(std::uint32_t object) const {
        return recording.objects[object].kind == Object::Kind::Variable;
    }
    /// A copy from or to a variable of the device, whose offset comes last.
    std::string symbolCopy(std::string_view function, std::string_view first, std::string_view second,
                           std::uint64_t bytes, std::uint64_t offset, StreamNumber number) const {
        return named(function, number,
                     offset ? fmt::format("{}, {}, {}, {}", first, second, bytes, offset)
                            : fmt::format("{}, {}, {}", first, second, bytes));
    }

    std::string operator()(const Fill& call) const {
        const std::string to = place(call.object, call.offset);
        if (call.rows.count != 1)
            return named("cudaMemset2D", call.stream,
                         fmt::format("{}, {}, {}, {}, {}", to, call.rows.pitch, call.value, call.bytes,
                                     call.rows.count));
        return named("cudaMemset", call.stream, fmt::format("{}, {}, {}", to, call.value, call.bytes));
    }
    std::string operator()(const CopyIn& call) const {
        if (isVariable(call.object) && call.rows.count == 1)
            return symbolCopy("cudaMemcpyToSymbol", name(call.object), "host", call.bytes, call.offset,
                              call.stream);
        if (isArray(call.object))
            return named("cudaMemcpy2DToArray", call.stream,
                         fmt::format("{}, host, {}, {}, {}", texel(call.object, call.offset), call.bytes,
                                     call.bytes, call.rows.count));
        const std::string to = place(call.object, call.offset);
        if (isHostWrite(call)) return hostWriteText(call, to);
        if (call.rows.count != 1)
            return named("cudaMemcpy2D", call.stream,
                         fmt::format("{}, {}, host, {}, {}, {}", to, call.rows.pitch, call.bytes, call.bytes,
                                     call.rows.count));
        return named("cudaMemcpy", call.stream, fmt::format("{}, host, {}", to, call.bytes));
    }
    std::string operator()(const CopyOut& call) const {
        const std::uint64_t bytes = call.bytes ? call.bytes : recording.objects[call.object].bytes;
        if (isVariable(call.object) && call.rows.count == 1)
            return symbolCopy("cudaMemcpyFromSymbol", "host", name(call.object), bytes, call.offset,
                              call.stream);
        if (isArray(call.object))
            return named("cudaMemcpy2DFromArray", call.stream,
                         fmt::format("host, {}, {}, {}, {}", call.bytes, texel(call.object, call.offset),
                                     call.bytes, call.rows.count));
        const std::string from = place(call.object, call.offset);
        if (call.rows.count != 1)
            return named("cudaMemcpy2D", call.stream,
                         fmt::format("host, {}, {}, {}, {}, {}", bytes, from, call.rows.pitch, bytes,
                                     call.rows.count));
        return named("cudaMemcpy", call.stream, fmt::format("host, {}, {}", from, bytes));
    }
    std::string operator()(const CopyWithin& call) const {
        const bool toArray = isArray(call.to), fromArray = isArray(call.from);
        if (toArray && fromArray)
            return fmt::format("cudaMemcpy2DArrayToArray({}, {}, {}, {})", texel(call.to, call.toOffset),
                               texel(call.from, call.fromOffset), call.bytes, call.rows.count);
        if (toArray)
            return named("cudaMemcpy2DToArray", call.stream,
                         fmt::format("{}, {}, {}, {}, {}", texel(call.to, call.toOffset),
                                     place(call.from, call.fromOffset), call.fromPitch, call.bytes,
                                     call.rows.count));
        if (fromArray)
            return named("cudaMemcpy2DFromArray", call.stream,
                         fmt::format("{}, {}, {}, {}, {}", place(call.to, call.toOffset), call.rows.pitch,
                                     texel(call.from, call.fromOffset), call.bytes, call.rows.count));
        if (call.rows.count != 1)
            return named("cudaMemcpy2D", call.stream,
                         fmt::format("{}, {}, {}, {}, {}, {}", place(call.to, call.toOffset), call.rows.pitch,
                                     place(call.from, call.fromOffset), call.fromPitch, call.bytes,
                                     call.rows.count));
        return named("cudaMemcpy", call.stream,
                     fmt::format("{}, {}, {}", place(call.to, call.toOffset),
                                 place(call.from, call.fromOffset), call.bytes));
    }
    std::string operator()(const WriteSymbol& call) const {
        return fmt::format("cudaMemcpyToSymbol({}, host, {})", recording.view(call.symbol), call.bytes.count);
    }
    std::string operator()(const Launch& call) const {
        const std::span<const Argument> arguments = recording.argumentsOf(call);
        std::vector<std::string> types = parameterTypes(recording.view(call.kernel));
        if (types.size() != arguments.size()) types.assign(arguments.size(), {});
        std::vector<std::string> words;
        for (std::size_t i = 0; i < arguments.size(); ++i)
            words.push_back(argument(call, arguments[i], types[i]));
        if (call.cluster.count() != 0)
            return fmt::format("cudaLaunchKernelExC({}, {}, {}, {}clusters of {} blocks, {{{}}}, {}, {})",
                               plainName(recording.view(call.kernel)), dim(call.grid), dim(call.block),
                               call.cooperative ? "cooperative, " : "", dim(call.cluster),
                               fmt::join(words, ", "), call.sharedBytes, stream(call.stream));
        if (call.cooperative)
            return fmt::format("cudaLaunchCooperativeKernel({}, {}, {}, {{{}}}, {}, {})",
                               plainName(recording.view(call.kernel)), dim(call.grid), dim(call.block),
                               fmt::join(words, ", "), call.sharedBytes, stream(call.stream));
        return fmt::format("{}<<<{}, {}{}>>>({})", plainName(recording.view(call.kernel)), dim(call.grid),
                           dim(call.block),
                           call.stream        ? fmt::format(", {}, {}", call.sharedBytes, stream(call.stream))
                           : call.sharedBytes ? fmt::format(", {}", call.sharedBytes)
                                              : "",
                           fmt::join(words, ", "));
    }
    std::string operator()(const QueryError& call) const {
        return call.clears ? "cudaGetLastError()" : "cudaPeekAtLastError()";
    }
    std::string edgeStream(StreamNumber number) const { return number ? stream(number) : "stream0"; }
    std::string operator()(const Synchronize&) const { return "cudaDeviceSynchronize()"; }
    std::string operator()(const SynchronizeStream& call) const {
        return fmt::format("cudaStreamSynchronize({})", stream(call.stream));
    }
    std::string operator()(const RecordEvent& call) const {
        if (isGraphEdge(recording, call)) return graphEdgeText(recording, call, edgeStream(call.stream));
        return fmt::format("cudaEventRecord(event{}, {})", call.event, stream(call.stream));
    }
    std::string operator()(const WaitEvent& call) const {
        if (isGraphEdge(recording, call)) return graphEdgeText(recording, call, edgeStream(call.stream));
        return fmt::format("cudaStreamWaitEvent({}, event{})", stream(call.stream), call.event);
    }
    std::string operator()(const SynchronizeEvent& call) const {
        return fmt::format("cudaEventSynchronize(event{})", call.event);
    }
    std::string operator()(const HostFunction& call) const {
        return fmt::format("cudaLaunchHostFunc({}, function, data)", stream(call.stream));
    }
    std::string operator()(const QueryStream& call) const {
        return fmt::format("cudaStreamQuery({})", stream(call.stream));
    }
    std::string operator()(const AllocateHost& call) const {
        return fmt::format("cudaMallocHost(&host, {})", call.bytes);
    }
    std::string operator()(const PreferL1&) const {
        return "cudaDeviceSetCacheConfig(cudaFuncCachePreferL1)";
    }
    std::string operator()(const AllowShared& call) const {
        return fmt::format("cudaFuncSetAttribute({}, cudaFuncAttributeMaxDynamicSharedMemorySize, {})",
                           plainName(recording.view(call.kernel)), call.bytes);
    }
    std::string operator()(const Failed& call) const {
        const std::string_view text = recording.view(call.call);
        return call.times == 1 ? std::string(text) : fmt::format("{}, {} times", text, call.times);
    }
    std::string operator()(const Transfer& call) const {
        return fmt::format("copy of {} bytes, {}", call.bytes, model::nameOf(call.memory));
    }
};

} // namespace

std::string_view functionOf(const Recording& recording, const Allocate& call) {
    const Object& object = recording.objects[call.object];
    switch (object.kind) {
    case Object::Kind::Array:
        return object.array.depth > 1 ? "cudaMalloc3DArray" : "cudaMallocArray";
    case Object::Kind::Mipmap:
        return "cudaMallocMipmappedArray";
    case Object::Kind::Level:
        return "cudaGetMipmappedArrayLevel";
    case Object::Kind::TextureObject:
        return "cudaCreateTextureObject";
    case Object::Kind::SurfaceObject:
        return "cudaCreateSurfaceObject";
    default:
        return call.by.function == MemoryFunction::ByObject ? "cudaMalloc" : nameOf(call.by.function);
    }
}

std::string textOf(const Recording& recording, const Call& call, Addresses addresses) {
    return std::visit(TextOfCall{recording, addresses == Addresses::Named}, call);
}

} // namespace lanescope::recording
