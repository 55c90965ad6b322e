// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/host_calls.h"

#include "device/device.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>

namespace lanescope::device {

namespace {

std::string dim(const model::Dim3& d) {
    if (d.z != 1) return fmt::format("dim3({}, {}, {})", d.x, d.y, d.z);
    return d.y != 1 ? fmt::format("dim3({}, {})", d.x, d.y) : std::to_string(d.x);
}

/// The codes that the emulated runtime gives: cudaError_t of driver_types.h, and cudaGetErrorString.
struct Code {
    int code;
    const char *name, *meaning;
};
constexpr Code kSuccess{0, "cudaSuccess", "no error"},
    kInvalidValue{1, "cudaErrorInvalidValue", "invalid argument"},
    kIllegalAddress{700, "cudaErrorIllegalAddress", "an illegal memory access was encountered"},
    kAssert{710, "cudaErrorAssert", "device-side assert triggered"},
    kMisaligned{716, "cudaErrorMisalignedAddress", "misaligned address"},
    kAddressSpace{717, "cudaErrorInvalidAddressSpace",
                  "operation not supported on global/shared address space"},
    kLaunchFailure{719, "cudaErrorLaunchFailure", "unspecified launch failure"};

/// A GPU's memory is mapped in pages of this size: what is read past an allocation on its last page is no
/// error. Beyond, it is a matter of luck: in a fresh process on an H200 (CUDA 13.0) reads 64 and 128 MiB past
/// an array returned, those 80 MB and 256 MiB past it were illegal.
constexpr std::uint64_t kPageBytes = std::uint64_t{2} << 20;

bool refusedShape(const model::Architecture& architecture, const model::Dim3& grid,
                  const model::Dim3& block) {
    return grid.count() == 0 || block.count() == 0 || block.count() > launchLimits(architecture).threads;
}

/// A program under way on the emulated device.
class EmulatedCalls {
public:
    explicit EmulatedCalls(const model::Architecture& architecture) : m_architecture(architecture) {}

    HostReturn call(const HostCall& each) {
        m_note.clear();
        m_bytes.clear();
        const Code code = run(each);
        return {code.code, code.name, code.meaning, m_note, std::move(m_bytes), m_last.code, m_last.name};
    }

private:
    /// The kernel's fault is known to the runtime from now on.
    Code settled() {
        if (m_pending) m_sticky = std::exchange(m_pending, std::nullopt);
        return m_sticky.value_or(kSuccess);
    }
    Code failed(Code code) {
        if (code.code != 0) m_last = code;
        return code;
    }

    Code run(const HostCall& each) {
        using Kind = HostCall::Kind;
        switch (each.kind) {
        case Kind::PeekError:
        case Kind::LastError: {
            // asking clears the variable even where the context is lost: the next call sets it again
            // (measured)
            const Code code = m_last;
            if (each.kind == Kind::LastError) m_last = kSuccess;
            if (m_pending) m_note = "the kernel may still run";
            return code;
        }
        case Kind::Allocate:
            if (m_sticky) return failed(*m_sticky);
            m_buffers[each.buffer] = {m_device->allocateRaw(each.bytes, each.buffer), each.bytes};
            return kSuccess;
        case Kind::Launch:
            return m_sticky ? failed(*m_sticky) : failed(launch(each));
        case Kind::Clear:
            if (m_sticky) return failed(*m_sticky);
            if (each.bytes > m_buffers.at(each.buffer).second) return failed(kInvalidValue);
            m_device->fill(m_buffers.at(each.buffer).first, std::byte{0}, each.bytes);
            return kSuccess;
        case Kind::Synchronize:
            return failed(settled());
        case Kind::CopyIn:
            if (const Code code = failed(settled()); code.code != 0) return code;
            if (each.bytes > m_buffers.at(each.buffer).second) return failed(kInvalidValue);
            m_device->upload(m_buffers.at(each.buffer).first, each.data);
            return kSuccess;
        case Kind::CopyOut:
            if (const Code code = failed(settled()); code.code != 0) return code;
            if (each.bytes > m_buffers.at(each.buffer).second) return failed(kInvalidValue);
            m_bytes.resize(each.bytes);
            m_device->download(m_bytes, m_buffers.at(each.buffer).first);
            return kSuccess;
        case Kind::Free:
            if (const Code code = failed(settled()); code.code != 0) return code;
            m_device->release(m_buffers.at(each.buffer).first);
            return kSuccess;
        }
        return kSuccess;
    }

    Code launch(const HostCall& each) {
        const std::size_t dot = each.kernel.find('.');
        const KernelFile* file = findKernelFile(each.kernel.substr(0, dot));
        if (!file || dot == std::string::npos)
            throw Error(fmt::format("no '{}' in kernels/: it is named FILE.NAME", each.kernel));
        std::unique_ptr<LoadedModule>& module = m_modules[file->name];
        if (!module) module = m_device->load(file->ptx, file->path);
        Launch launch;
        launch.module = module.get();
        launch.kernel = each.kernel.substr(dot + 1);
        const ptx::Kernel* kernel = module->module().find(launch.kernel);
        if (!kernel) throw Error(fmt::format("there is no kernel '{}'", each.kernel));
        const std::uint64_t shared = std::uint64_t{each.sharedBytes} + kernel->staticSharedBytes;
        if (!launchRefusal(m_architecture, each.grid, each.block, shared).empty()) {
            if (refusedShape(m_architecture, each.grid, each.block))
                m_note = "the code of CUDA 13.0; documented is cudaErrorInvalidConfiguration";
            return kInvalidValue;
        }
        if (m_pending) {
            m_note = "it never runs: the kernel before it fails";
            return kSuccess;
        }
        launch.grid = each.grid;
        launch.block = each.block;
        launch.sharedBytes = each.sharedBytes;
        for (const HostCall::Argument& argument : each.arguments) {
            if (argument.buffer.empty())
                launch.arguments.addBytes(argument.value.data(), argument.value.size());
            else
                launch.arguments.add(m_buffers.at(argument.buffer).first);
        }
        try {
            m_device->launch(launch);
            m_device->finish();
        } catch (const ptx::Fault& fault) {
            fail(fault);
        }
        return kSuccess;
    }

    void fail(const ptx::Fault& fault) {
        switch (fault.kind) {
        case ptx::FaultKind::OutOfBounds:
            if (unnoticed(fault.address)) {
                m_note = "a GPU does not notice: the page is there; the emulator stopped the kernel";
                return;
            }
            m_pending = kIllegalAddress;
            break;
        case ptx::FaultKind::Misaligned:
            m_pending = kMisaligned;
            break;
        case ptx::FaultKind::Assertion:
            m_pending = kAssert;
            break;
        case ptx::FaultKind::IllegalPointer:
            m_pending = kAddressSpace; // what a child's access through it gave on an H200
            break;
        case ptx::FaultKind::Deadlock:
        case ptx::FaultKind::Budget:
            m_note = "a GPU would go on for ever; the emulator stopped the kernel";
            [[fallthrough]];
        default:
            m_pending = kLaunchFailure;
            break;
        }
    }
    /// Whether an address past a buffer lies on the last page of one.
    bool unnoticed(std::uint64_t address) const {
        return std::ranges::any_of(m_buffers, [&](const auto& each) {
            const auto& [start, bytes] = each.second;
            return address >= start && address < (start + bytes + kPageBytes - 1) / kPageBytes * kPageBytes;
        });
    }

    const model::Architecture& m_architecture;
    std::unique_ptr<Device> m_device = openEmulated(kSparseBytes);
    std::map<std::string, std::unique_ptr<LoadedModule>> m_modules;
    std::map<std::string, std::pair<Pointer, std::size_t>> m_buffers;
    Code m_last = kSuccess;
    std::optional<Code> m_pending, m_sticky;
    std::string m_note;
    std::vector<std::byte> m_bytes;
};

} // namespace

HostProgram& HostProgram::allocate(std::string_view buffer, std::size_t bytes) {
    m_calls.push_back({HostCall::Kind::Allocate, fmt::format("cudaMalloc(&{}, {})", buffer, bytes),
                       std::string(buffer), bytes});
    return *this;
}
HostProgram& HostProgram::clear(std::string_view buffer, std::size_t bytes) {
    m_calls.push_back({HostCall::Kind::Clear, fmt::format("cudaMemset({}, 0, {})", buffer, bytes),
                       std::string(buffer), bytes});
    return *this;
}
HostProgram& HostProgram::copyBytes(std::string_view buffer, std::span<const std::byte> bytes) {
    m_calls.push_back({HostCall::Kind::CopyIn,
                       fmt::format("cudaMemcpy({}, host, {})", buffer, bytes.size()),
                       std::string(buffer),
                       bytes.size(),
                       {bytes.begin(), bytes.end()}});
    return *this;
}
HostProgram& HostProgram::peekError() {
    m_calls.push_back({HostCall::Kind::PeekError, "cudaPeekAtLastError()"});
    return *this;
}
HostProgram& HostProgram::lastError() {
    m_calls.push_back({HostCall::Kind::LastError, "cudaGetLastError()"});
    return *this;
}
HostProgram& HostProgram::synchronize() {
    m_calls.push_back({HostCall::Kind::Synchronize, "cudaDeviceSynchronize()"});
    return *this;
}
HostProgram& HostProgram::copyOut(std::string_view buffer, std::size_t bytes) {
    m_calls.push_back({HostCall::Kind::CopyOut, fmt::format("cudaMemcpy(host, {}, {})", buffer, bytes),
                       std::string(buffer), bytes});
    return *this;
}
HostProgram& HostProgram::free(std::string_view buffer) {
    m_calls.push_back({HostCall::Kind::Free, fmt::format("cudaFree({})", buffer), std::string(buffer)});
    return *this;
}
HostProgram& HostProgram::freeAll() {
    std::vector<std::string> names;
    for (const HostCall& call : m_calls)
        if (call.kind == HostCall::Kind::Allocate) names.push_back(call.buffer);
    for (const std::string& name : names) free(name);
    return *this;
}

HostProgram& HostProgram::addLaunch(std::string_view kernel, model::Dim3 grid, model::Dim3 block,
                                    std::uint32_t sharedBytes, std::vector<HostCall::Argument> arguments,
                                    const std::vector<std::string>& words) {
    HostCall call{HostCall::Kind::Launch};
    call.text =
        fmt::format("{}<<<{}, {}{}>>>({})", kernel.substr(kernel.find('.') + 1), dim(grid), dim(block),
                    sharedBytes ? fmt::format(", {}", sharedBytes) : "", fmt::join(words, ", "));
    call.kernel = kernel;
    call.grid = grid;
    call.block = block;
    call.sharedBytes = sharedBytes;
    call.arguments = std::move(arguments);
    m_calls.push_back(std::move(call));
    return *this;
}

HostStory emulateCalls(const HostProgram& program, const model::Architecture& architecture) {
    EmulatedCalls calls(architecture);
    HostStory story;
    story.device = fmt::format("emulated as CC {}", architecture.cc.text());
    for (const HostCall& each : program.calls()) story.returns.push_back(calls.call(each));
    return story;
}

LaunchLimits launchLimits(const model::Architecture& architecture) {
    const bool first = architecture.cc.major < 2;
    return {first ? 512U : 1024U, (first ? 16U : 48U) * 1024};
}

std::string launchRefusal(const model::Architecture& architecture, model::Dim3 grid, model::Dim3 block,
                          std::uint64_t sharedBytes) {
    const LaunchLimits limits = launchLimits(architecture);
    if (grid.count() == 0 || block.count() == 0)
        return "a grid and its blocks have at least one block and one thread";
    if (refusedShape(architecture, grid, block))
        return fmt::format("{} threads in a block, where a block of CC {} has at most {}", block.count(),
                           architecture.cc.text(), limits.threads);
    if (sharedBytes > limits.sharedBytes)
        return fmt::format("{} bytes of shared memory for a block, where one of CC {} gets at most {} unless "
                           "the kernel asked for more before",
                           sharedBytes, architecture.cc.text(), limits.sharedBytes);
    return {};
}

} // namespace lanescope::device
