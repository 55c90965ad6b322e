// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/device.h"
#include "device/launch.h"
#include "recording/recording.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace lanescope::device {

/// Carries out the calls of a recording. What a call says is worked out here, once for whoever plays one:
/// where its objects lie, which rows it has, which addresses its arguments and its contents hold. What a
/// device does then is a derived class's: a player's on a Device, or a host program's on CUDA's runtime.
class Executor {
public:
    virtual ~Executor() = default;

    /// Carries out one call, and gives what the CUDA runtime returned: a cudaError_t. Where the device throws
    /// Error instead, it is 0. call: its index in the recording, which outlives the executor's use of it.
    int execute(const recording::Recording& recording, std::size_t call);

protected:
    /// So many rows of so many bytes each.
    struct Rows {
        std::uint64_t bytes = 0, count = 1;
    };

    /// What the call under way belongs to.
    const recording::Recording& program() const { return *m_recording; }
    std::size_t callIndex() const { return m_call; }

    /// Writes a launch's arguments, with the addresses that are in them.
    void bindArguments(const recording::Recording& recording, const recording::Launch& call,
                       Arguments& into) const;
    /// Only the addresses, into arguments that are there: objects may have moved.
    void bindAddresses(const recording::Recording& recording, const recording::Launch& call,
                       Arguments& into) const;
    /// Of the contents that a copy brings: what `into` becomes, which keeps its memory.
    std::span<std::byte> contentsOf(const recording::CopyIn& call, std::vector<std::byte>& into) const;

    virtual Pointer addressOf(std::uint32_t object) const = 0;
    /// Its array; nullptr: it is memory.
    virtual DeviceArray* arrayOf(std::uint32_t /*object*/) const { return nullptr; }
    /// Bytes from row to row.
    virtual std::uint64_t pitchOf(std::uint32_t object) const = 0;
    /// Of its texture or surface object.
    virtual std::uint64_t handleOf(std::uint32_t object) const = 0;
    /// Of all that a copy to the host can bring.
    virtual std::uint64_t bytesOf(std::uint32_t object) const { return program().objects[object].bytes; }

    /// The rows that a copy brings to the device, without gaps; addresses among them are set behind this.
    virtual std::span<std::byte> source(const recording::CopyIn& call) = 0;
    /// Where rows of so many bytes in all go to on the host. None: nobody asks for them, so that there is no
    /// copy.
    virtual std::optional<std::span<std::byte>> destination(const recording::CopyOut& call,
                                                            std::uint64_t bytes) = 0;
    /// The copy has been made: the bytes are there when its stream has come so far.
    virtual void arrived(const recording::CopyOut& /*call*/) {}

    virtual int allocate(std::uint32_t object) = 0;
    virtual int free(std::uint32_t object) = 0;
    virtual int fill(PitchedPointer to, std::uint8_t value, Rows rows, recording::StreamNumber stream) = 0;
    virtual int upload(const Place& to, std::span<const std::byte> from, Rows rows,
                       recording::StreamNumber stream) = 0;
    virtual int download(std::span<std::byte> to, const Place& from, Rows rows,
                         recording::StreamNumber stream) = 0;
    virtual int copy(const Place& to, const Place& from, Rows rows, recording::StreamNumber stream) = 0;
    virtual int writeVariable(const recording::ModulePointer& module, std::string_view name,
                              std::span<const std::byte> value) = 0;
    virtual int launch(const recording::Launch& call) = 0;
    virtual int recordEvent(std::uint32_t event, recording::StreamNumber stream) = 0;
    virtual int waitEvent(std::uint32_t event, recording::StreamNumber stream) = 0;

    // What leaves nothing on a device: it is there for a host's time, and for what the host is told.
    virtual int queryError(bool /*clears*/) { return 0; }
    virtual int synchronize() { return 0; }
    virtual int synchronizeStream(recording::StreamNumber /*stream*/) { return 0; }
    virtual int synchronizeEvent(std::uint32_t /*event*/) { return 0; }
    virtual int queryStream(recording::StreamNumber /*stream*/) { return 0; }
    virtual int hostFunction(double /*seconds*/, recording::StreamNumber /*stream*/) { return 0; }
    virtual int allocateHost(std::uint64_t /*bytes*/) { return 0; }
    virtual int preferL1() { return 0; }
    virtual int allowShared(const recording::AllowShared& /*call*/) { return 0; }

private:
    int copyIn(const recording::CopyIn& call);
    int copyOut(const recording::CopyOut& call);
    Place at(std::uint32_t object, std::uint64_t offset, std::uint64_t pitch) const;

    const recording::Recording* m_recording = nullptr;
    std::size_t m_call = 0;
};

} // namespace lanescope::device
