// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/decode/module.h"
#include "runtime/asked.h"
#include "runtime/chosen/registered.h"
#include "runtime/recorded/memory_notes.h"
#include "runtime/recorded/recording_writer.h"
#include "runtime/recorded/stream_numbers.h"
#include "runtime/recorded/texture_notes.h"
#include "runtime/tensor_maps.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>

namespace lanescope::runtime {

/// A program's modules with their kernels and variables, which come into the recording once they are used,
/// and what its launches say.
class ProgramCode {
public:
    ProgramCode(RecordingWriter& writer, MemoryNotes& memory, const StreamNumbers& streams,
                const TextureNotes& textures)
        : m_writer(writer), m_memory(memory), m_streams(streams), m_textures(textures) {}

    /// The address of a variable of the device by the host variable that stands for it; nullptr: none.
    const std::byte* variable(const void* host);
    /// A handle stands for the kernel that this host function stands for.
    void kernelHandle(const void* handle, const void* host) { m_handles[handle] = host; }
    /// Among the arguments of launches the emulated map takes the place of the other one.
    void tensorMapMade(const TensorMapBytes& map, const TensorMapBytes& emulated) { m_maps[map] = emulated; }
    /// The call, with its arguments in the recording. Throws CannotHold where the program has no PTX of the
    /// kernel, or where its textures cannot be told.
    recording::Launch launch(const Launched& launch);
    /// cudaFuncSetAttribute of a kernel. Throws CannotHold likewise.
    recording::AllowShared allowShared(const void* host, std::uint32_t bytes);

private:
    struct Kernel {
        std::uint32_t module = 0;
        const ptx::Kernel* kernel = nullptr;
    };
    struct Code {
        std::uint32_t module = 0;
        std::shared_ptr<const ptx::Module> parsed;
    };
    /// Where a device is meant, it is that of the thread.
    Code* codeOf(Registered& image);
    const Kernel* kernelOf(const void* host);
    void addVariable(const Code& code, const RegisteredVariable& variable);
    void putEmulatedMaps(std::span<std::byte> argument) const;
    void addArgument(const ptx::Kernel& kernel, const ptx::Parameter& parameter, const void* value);
    void shareArguments(recording::Launch& launch, std::size_t bytes);

    RecordingWriter& m_writer;
    MemoryNotes& m_memory;
    const StreamNumbers& m_streams;
    const TextureNotes& m_textures;
    using OnDevice = std::pair<const void*, int>; // and the device
    std::map<OnDevice, Code> m_code;              // by wrapper
    std::map<OnDevice, Kernel> m_kernels;
    std::map<const void*, const void*> m_handles;
    std::map<OnDevice, const std::byte*> m_variables;
    std::map<TensorMapBytes, TensorMapBytes> m_maps; // a GPU's driver's, and the emulator's
    /// Of launches the arguments and their relocations, by all that they are.
    std::unordered_map<std::string, std::pair<recording::Range, recording::Range>> m_arguments;
};

} // namespace lanescope::runtime
