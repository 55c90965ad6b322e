// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/architecture.h"
#include "recording/recording.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <vector>

namespace lanescope::recording {

/// Memory on the device; as an argument of a launch, its address.
struct Buffer {
    std::uint32_t object = 0;
    std::uint64_t offset = 0; ///< bytes from its start
    /// So many bytes further on.
    Buffer at(std::uint64_t bytes) const { return {object, offset + bytes}; }
};
/// An image that kernels write, or a texture that they read; as an argument, the object's handle.
struct Image {
    std::uint32_t object = 0;
};
/// Bytes from row to row of a buffer of rows; as an argument, 64 bits.
struct PitchOf {
    Buffer buffer;
};
/// A stream beside the default one; {} is that.
struct Stream {
    StreamNumber number = 0;
};
/// A place in a stream.
struct Event {
    std::uint32_t number = 0;
};
/// A pointer that points nowhere.
struct NullPointer {};
/// An argument whose value changes what a kernel writes, but never which addresses it touches, as an
/// animation's time does: the accesses are not counted anew when it moves.
template<class T>
struct OnlyResults {
    T value;
};
template<class T>
OnlyResults(T) -> OnlyResults<T>;
/// A plain value with the name of the variable that a program keeps it in.
template<class T>
struct Named {
    std::string_view name;
    T value;
};
template<class T>
Named(const char*, T) -> Named<T>;
/// A structure passed by value, whose members are laid out as C++ does; members: buffers, arrays of buffers,
/// images, pitches, null pointers and plain values.
template<class... Member>
struct Structure {
    std::tuple<Member...> members;
    explicit Structure(Member... each) : members(each...) {}
};

/// Writes down what a program asks of a device. Nothing runs: a player does that later, on any device.
class Recorder {
public:
    /// Empties `into` and records there.
    Recorder(Recording& into, const ModuleFinder& modules, const model::Architecture& architecture,
             double time = 0)
        : m_into(into), m_modules(modules), m_architecture(architecture), m_time(time) {
        into.clear();
    }

    /// Whose limits the program goes by.
    const model::Architecture& architecture() const { return m_architecture; }
    /// Seconds since the animation began. Who asks is recorded anew in each frame.
    double time() {
        m_timeUsed = true;
        return m_time;
    }
    /// Whether time() was asked for.
    bool timeUsed() const { return m_timeUsed; }

    /// Memory that is there before the calls, with these contents.
    Buffer buffer(std::string_view name, std::uint64_t bytes, const Contents& contents = {});
    /// The same in rows without gaps: the pitch is rowBytes.
    Buffer packedRows(std::string_view name, std::uint64_t rowBytes, std::uint64_t rows,
                      const Contents& contents = {});
    /// The same at the device's own pitch, as cudaMallocPitch and cudaMalloc3D give it; contents has no
    /// padding.
    Buffer pitchedRows(std::string_view name, std::uint64_t rowBytes, std::uint64_t rows,
                       const Contents& contents = {});
    /// A buffer that OpenGL draws; its contents are undefined before the kernels write it. What vertices they
    /// write there, pictures know from `vertices`.
    Buffer resultBuffer(std::string_view name, std::uint64_t bytes, const Vertices& vertices = {});
    /// An image that OpenGL draws and kernels write through a surface.
    Image resultImage(std::string_view name, const ArrayDesc& desc);
    /// A texture object over an array with these texels, in tightly packed rows.
    Image texture(std::string_view name, const ArrayDesc& desc, const Contents& texels,
                  const Sampler& sampler = {});
    /// A surface object over an array with these texels; without them zeros.
    Image surface(std::string_view name, const ArrayDesc& desc, const Contents& texels = {});

    /// cudaMalloc as a call: made anew in each play, and what it holds is undefined.
    Buffer allocate(std::string_view name, std::uint64_t bytes);
    /// cudaFree of what allocate() gave.
    void free(const Buffer& buffer);
    /// Sets all bytes to 0, as cudaMemset does; or so many.
    void clear(const Buffer& buffer);
    void clear(const Buffer& buffer, std::uint64_t bytes);
    /// cudaMemcpy of all values to the device, from pageable memory.
    template<class T>
    void copyIn(const Buffer& buffer, const std::vector<T>& values) {
        const auto bytes = std::as_bytes(std::span(values));
        copyIn(buffer, bytes.size(),
               BlobPointer(std::make_shared<const Blob>(std::vector<std::byte>(bytes.begin(), bytes.end()))));
    }
    /// memory: where the host has them.
    void copyIn(const Buffer& buffer, std::uint64_t bytes, const Contents& contents,
                model::TransferMemory memory = model::TransferMemory::Pageable);
    /// cudaMemcpy of so many bytes from one buffer to another.
    void copyWithin(const Buffer& to, const Buffer& from, std::uint64_t bytes);
    /// The host reads so many bytes now. memory: where to.
    void copyOut(const Buffer& buffer, std::uint64_t bytes,
                 model::TransferMemory memory = model::TransferMemory::Pageable);
    /// What the whole buffer holds after the last call is kept, to be looked at.
    void keep(const Buffer& buffer);
    /// Writes a __constant__ or __device__ variable "FILE.variable", as cudaMemcpyToSymbol does.
    void writeSymbol(std::string_view symbol, std::span<const std::byte> value);
    /// cudaGetLastError, which sets the error back, or cudaPeekAtLastError.
    void queryError(bool clears);
    /// cudaDeviceSynchronize.
    void synchronize();

    /// Launches a kernel of kernels/FILE.cu, named "FILE.kernel". Arguments come in the order of its
    /// parameters: buffers, images, plain values, and the wrappers above.
    template<class... T>
    void launch(std::string_view kernel, model::Dim3 grid, model::Dim3 block, std::uint32_t sharedBytes,
                const T&... arguments) {
        beginLaunch();
        (add(arguments), ...);
        endLaunch(kernel, grid, block, sharedBytes, false);
    }
    /// The same by cudaLaunchCooperativeKernel: blocks may wait for one another, and a device refuses more of
    /// them than it holds at once (model::residentBlocks).
    template<class... T>
    void launchCooperative(std::string_view kernel, model::Dim3 grid, model::Dim3 block,
                           std::uint32_t sharedBytes, const T&... arguments) {
        beginLaunch();
        (add(arguments), ...);
        endLaunch(kernel, grid, block, sharedBytes, true);
    }

    /// Another stream; of smaller priority goes first.
    Stream stream(int priority = 0);
    /// Copies, fills, launches and events that follow go to this stream; {}: the default one.
    void in(Stream stream) { m_stream = stream.number; }
    /// Where the present stream is now.
    Event recordEvent();
    /// Makes what follows in the present stream wait for it.
    void waitEvent(Event event);
    /// cudaStreamSynchronize.
    void synchronize(Stream stream);
    /// cudaEventSynchronize.
    void synchronize(Event event);
    /// A function of the host in the present stream, and how long it takes.
    void hostFunction(double seconds);
    /// Asks whether the present stream has work left.
    void queryStream();
    /// Page-locked memory that no other call names.
    void allocateHost(std::uint64_t bytes);
    /// cudaDeviceSetCacheConfig: more L1 than shared memory from here on.
    void preferL1();
    /// Of the launch before: how it is played where it is timed. clockedKernel: a name as a launch has it.
    void pace(const Pace& pace, std::string_view clockedKernel);
    /// A copy of which only bytes and time count.
    void transfer(const Transfer& transfer);

    /// All that another recording has, in place of what was recorded.
    void replay(const Recording& recording) { m_into = recording; }
    /// Frees what was allocated by calls and not yet freed, in that order.
    void freeAll();
    /// How the recording is to be played; all that is set stays with it.
    PlayOptions& options() { return m_into.options; }

private:
    std::uint32_t addObject(Object object, std::string_view name, const Contents& contents);
    std::uint32_t addContents(const Contents& contents);
    std::uint32_t moduleOf(std::string_view file);
    Text addText(std::string_view text);
    Range addBytes(const void* data, std::size_t bytes);
    void beginLaunch();
    void endLaunch(std::string_view kernel, model::Dim3 grid, model::Dim3 block, std::uint32_t sharedBytes,
                   bool cooperative);
    void addArgument(Argument::Kind kind, const void* data, std::size_t bytes);
    void addRelocation(Relocation::Kind kind, std::uint32_t object, std::uint64_t add, std::uint32_t at);

    void add(const Buffer& buffer) { addBound(Relocation::Kind::Address, buffer.object, buffer.offset); }
    void add(const Image& image) { addBound(Relocation::Kind::Handle, image.object, 0); }
    void add(const PitchOf& pitch) { addBound(Relocation::Kind::Pitch, pitch.buffer.object, 0); }
    void add(const NullPointer&) {
        const std::uint64_t none = 0;
        addArgument(Argument::Kind::Address, &none, sizeof none);
    }
    template<class T>
    void add(const OnlyResults<T>& argument) {
        add(argument.value);
        m_into.arguments.back().movesOnlyResults = true;
    }
    template<class T>
    void add(const Named<T>& argument) {
        add(argument.value);
        m_into.arguments.back().kind = Argument::Kind::Bytes;
        m_into.arguments.back().name = addText(argument.name);
    }
    template<class... Member>
    void add(const Structure<Member...>& structure) {
        addArgument(Argument::Kind::Bytes, nullptr, 0);
        const auto start = static_cast<std::uint32_t>(m_into.bytes.size());
        std::size_t alignment = 1;
        std::apply([&](const Member&... each) { (addMember(each, start, alignment), ...); },
                   structure.members);
        padTo(start, alignment);
        m_into.arguments.back().bytes.count = static_cast<std::uint32_t>(m_into.bytes.size()) - start;
    }
    template<class T>
    void add(const T& value) {
        static_assert(std::is_trivially_copyable_v<T>, "an argument is plain data, a buffer, or an image");
        constexpr Argument::Kind kind = std::is_floating_point_v<T> ? Argument::Kind::Real
                                        : !std::is_arithmetic_v<T>  ? Argument::Kind::Bytes
                                        : std::is_signed_v<T>       ? Argument::Kind::Signed
                                                                    : Argument::Kind::Unsigned;
        addArgument(kind, &value, sizeof value);
    }
    void addBound(Relocation::Kind kind, std::uint32_t object, std::uint64_t add);

    void padTo(std::uint32_t start, std::size_t alignment) {
        while ((m_into.bytes.size() - start) % alignment) m_into.bytes.push_back(std::byte{0});
    }
    void addBoundMember(Relocation::Kind kind, std::uint32_t object, std::uint64_t add, std::uint32_t start,
                        std::size_t& alignment) {
        alignment = std::max(alignment, sizeof(std::uint64_t));
        padTo(start, sizeof(std::uint64_t));
        const std::uint64_t unbound = 0;
        addRelocation(kind, object, add, addBytes(&unbound, sizeof unbound).first);
    }
    void addMember(const Buffer& buffer, std::uint32_t start, std::size_t& alignment) {
        addBoundMember(Relocation::Kind::Address, buffer.object, buffer.offset, start, alignment);
    }
    void addMember(const Image& image, std::uint32_t start, std::size_t& alignment) {
        addBoundMember(Relocation::Kind::Handle, image.object, 0, start, alignment);
    }
    void addMember(const PitchOf& pitch, std::uint32_t start, std::size_t& alignment) {
        addBoundMember(Relocation::Kind::Pitch, pitch.buffer.object, 0, start, alignment);
    }
    void addMember(const NullPointer& /*unused*/, std::uint32_t start, std::size_t& alignment) {
        addMember(std::uint64_t{0}, start, alignment);
    }
    template<class T> // these say something of a whole argument
    void addMember(const OnlyResults<T>&, std::uint32_t, std::size_t&) = delete;
    template<class T>
    void addMember(const Named<T>&, std::uint32_t, std::size_t&) = delete;
    template<std::size_t N>
    void addMember(const std::array<Buffer, N>& buffers, std::uint32_t start, std::size_t& alignment) {
        for (const Buffer& each : buffers) addMember(each, start, alignment);
    }
    template<class T>
    void addMember(const T& value, std::uint32_t start, std::size_t& alignment) {
        static_assert(std::is_trivially_copyable_v<T>, "a member is plain data, a buffer, or an image");
        alignment = std::max(alignment, alignof(T));
        padTo(start, alignof(T));
        addBytes(&value, sizeof value);
    }

    Recording& m_into;
    const ModuleFinder& m_modules;
    const model::Architecture& m_architecture;
    double m_time;
    bool m_timeUsed = false;
    StreamNumber m_stream = 0;        // of the calls that follow
    std::uint32_t m_events = 0;       // recorded
    Range m_arguments, m_relocations; // of the launch that is being written
};

} // namespace lanescope::recording
