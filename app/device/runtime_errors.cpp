// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/runtime_errors.h"

#include "model/launch_limits.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::device {

namespace {

/// A GPU's memory is mapped in pages of this size: what is read past an allocation on its last page is no
/// error. Beyond, it is a matter of luck: in a fresh process on an H200 (CUDA 13.0) reads 64 and 128 MiB past
/// an array returned, those 80 MB and 256 MiB past it were illegal.
constexpr std::uint64_t kPageBytes = std::uint64_t{2} << 20;

} // namespace

/// cudaError_t of driver_types.h, and cudaGetErrorString.
const RuntimeErrors::Code RuntimeErrors::kSuccess{0, "cudaSuccess", "no error"};
const RuntimeErrors::Code RuntimeErrors::kInvalidValue{1, "cudaErrorInvalidValue", "invalid argument"};
const RuntimeErrors::Code RuntimeErrors::kIllegalAddress{700, "cudaErrorIllegalAddress",
                                                         "an illegal memory access was encountered"};
const RuntimeErrors::Code RuntimeErrors::kAssert{710, "cudaErrorAssert", "device-side assert triggered"};
const RuntimeErrors::Code RuntimeErrors::kMisaligned{716, "cudaErrorMisalignedAddress", "misaligned address"};
const RuntimeErrors::Code RuntimeErrors::kAddressSpace{
    717, "cudaErrorInvalidAddressSpace", "operation not supported on global/shared address space"};
const RuntimeErrors::Code RuntimeErrors::kLaunchFailure{719, "cudaErrorLaunchFailure",
                                                        "unspecified launch failure"};
const RuntimeErrors::Code RuntimeErrors::kCooperativeTooLarge{720, "cudaErrorCooperativeLaunchTooLarge",
                                                              "too many blocks in cooperative launch"};
const RuntimeErrors::Code RuntimeErrors::kNotSupported{801, "cudaErrorNotSupported",
                                                       "operation not supported"};

void RuntimeErrors::fail(const Code& code) {
    m_code = &code;
    if (code.code != 0) m_last = &code;
}

bool RuntimeErrors::asynchronous() {
    fail(m_sticky ? *m_sticky : kSuccess);
    return !m_sticky;
}

bool RuntimeErrors::synchronous() {
    // The kernel's fault is known to the runtime from now on.
    if (m_pending) m_sticky = std::exchange(m_pending, nullptr);
    return asynchronous();
}

bool RuntimeErrors::launch(model::Dim3 grid, model::Dim3 block, std::uint64_t sharedBytes, bool cooperative) {
    if (!asynchronous()) return false;
    if (!model::launchRefusal(m_architecture, grid, block, sharedBytes).empty()) {
        if (!model::isLaunchShape(m_architecture, grid, block))
            m_note = "the code of CUDA 13.0; documented is cudaErrorInvalidConfiguration";
        fail(kInvalidValue);
        return false;
    }
    if (cooperative && !model::hasCooperativeLaunches(m_architecture)) {
        m_note =
            "cooperative launches came with CC 6.0; which code a device before it gives is not documented";
        fail(kNotSupported);
        return false;
    }
    if (cooperative && !model::cooperativeRefusal(m_architecture, grid, block, sharedBytes).empty()) {
        fail(kCooperativeTooLarge);
        return false;
    }
    if (m_pending) m_note = "it never runs: the kernel before it fails";
    return !m_pending;
}

void RuntimeErrors::query(bool clears) {
    // Asking clears the variable even where the context is lost: the next call sets it again (measured).
    m_code = m_last;
    if (clears) m_last = &kSuccess;
    if (m_pending) m_note = "the kernel may still run";
}

void RuntimeErrors::invalidValue() {
    fail(kInvalidValue);
}

void RuntimeErrors::fault(const ptx::Fault& fault,
                          const std::vector<std::pair<std::uint64_t, std::uint64_t>>& allocations) {
    switch (fault.kind) {
    case ptx::FaultKind::OutOfBounds: {
        const bool onLastPage = std::ranges::any_of(allocations, [&](const auto& each) {
            const auto& [start, bytes] = each;
            return fault.address >= start &&
                   fault.address < (start + bytes + kPageBytes - 1) / kPageBytes * kPageBytes;
        });
        if (onLastPage) {
            m_note = "a GPU does not notice: the page is there; the emulator stopped the kernel";
            return;
        }
        m_pending = &kIllegalAddress;
        break;
    }
    case ptx::FaultKind::Misaligned:
        m_pending = &kMisaligned;
        break;
    case ptx::FaultKind::Assertion:
        m_pending = &kAssert;
        break;
    case ptx::FaultKind::IllegalPointer:
        m_pending = &kAddressSpace; // what a child's access through it gave on an H200
        break;
    case ptx::FaultKind::Deadlock:
    case ptx::FaultKind::Budget:
        m_note = "a GPU would go on for ever; the emulator stopped the kernel";
        [[fallthrough]];
    default:
        m_pending = &kLaunchFailure;
        break;
    }
}

CallReturn RuntimeErrors::returned(std::vector<std::byte> bytes) {
    return {.code = m_code->code,
            .name = m_code->name,
            .meaning = m_code->meaning,
            .note = m_note,
            .bytes = std::move(bytes),
            .lastCode = m_last->code,
            .lastName = m_last->name};
}

} // namespace lanescope::device
