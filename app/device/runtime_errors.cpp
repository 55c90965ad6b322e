// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/runtime_errors.h"

#include "device/overloaded.h"
#include "model/launch_limits.h"
#include "ptx/fault_error.h"
#include "recording/error_codes.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::device {

namespace {

/// A GPU's memory is mapped in pages of this size: what is read past an allocation on its last page is no
/// error. Beyond, it is a matter of luck: in a fresh process on an H200 (CUDA 13.0) reads 64 and 128 MiB past
/// an array returned, those 80 MB and 256 MiB past it were illegal.
constexpr std::uint64_t kPageBytes = std::uint64_t{2} << 20;

// cudaError_t of driver_types.h.
constexpr int kInvalidValue = 1, kCooperativeTooLarge = 720, kNotSupported = 801;

} // namespace

void RuntimeErrors::fail(int code) {
    m_code = code;
    if (code != 0) m_last = code;
}

bool RuntimeErrors::begin(const recording::Recording& recording, const recording::Call& call) {
    m_note.clear();
    const auto has = [&](std::uint32_t object, std::uint64_t offset, std::uint64_t bytes) {
        return this->has(recording.objects[object], offset, bytes);
    };
    return std::visit(
        Overloaded{
            [](const recording::Launch&) { return true; },
            [&](const recording::QueryError& each) {
                query(each.clears);
                return true;
            },
            [&](const recording::Fill& each) {
                return asynchronous() && has(each.object, each.offset, each.rows.span(each.bytes));
            },
            [&](const recording::CopyIn& each) {
                return synchronous() && has(each.object, each.offset, each.rows.span(each.bytes));
            },
            [&](const recording::CopyOut& each) {
                return synchronous() && has(each.object, each.offset, each.rows.span(each.bytes));
            },
            [&](const recording::CopyWithin& each) {
                const recording::Rows from{each.rows.count, each.fromPitch};
                return synchronous() && has(each.to, each.toOffset, each.rows.span(each.bytes)) &&
                       has(each.from, each.fromOffset, from.span(each.bytes));
            },
            [&](const recording::Allocate&) { return asynchronous(); },
            [&](const recording::RecordEvent&) { return asynchronous(); },
            [&](const recording::WaitEvent&) { return asynchronous(); },
            [&](const recording::Free&) { return synchronous(); },
            [&](const recording::WriteSymbol&) { return synchronous(); },
            [&](const recording::Synchronize&) { return synchronous(); },
            [&](const recording::SynchronizeStream&) { return synchronous(); },
            [&](const recording::SynchronizeEvent&) { return synchronous(); },
            [&](const recording::HostFunction&) { return synchronous(); },
            [&](const recording::QueryStream&) { return synchronous(); },
            [&](const recording::AllocateHost&) { return synchronous(); },
            [&](const recording::PreferL1&) { return synchronous(); },
            [&](const recording::Transfer&) { return synchronous(); },
        },
        call);
}

bool RuntimeErrors::asynchronous() {
    fail(m_sticky);
    return m_sticky == 0;
}

bool RuntimeErrors::synchronous() {
    // The kernel's fault is known to the runtime from now on.
    if (m_pending != 0) m_sticky = std::exchange(m_pending, 0);
    return asynchronous();
}

std::optional<std::string> RuntimeErrors::launch(model::Dim3 grid, model::Dim3 block,
                                                 std::uint64_t sharedBytes, bool cooperative) {
    if (!asynchronous()) return "";
    if (std::string why = model::launchRefusal(m_architecture, grid, block, sharedBytes); !why.empty()) {
        if (!model::shapeRefusal(m_architecture, grid, block).empty())
            m_note = "the code of CUDA 13.0; documented is cudaErrorInvalidConfiguration";
        fail(kInvalidValue);
        return why;
    }
    if (cooperative && !model::hasCooperativeLaunches(m_architecture)) {
        m_note =
            "cooperative launches came with CC 6.0; which code a device before it gives is not documented";
        fail(kNotSupported);
        return "a cooperative launch, which CC " + m_architecture.cc.text() + " does not have";
    }
    if (cooperative) {
        std::string why = model::cooperativeRefusal(m_architecture, grid, block, sharedBytes);
        if (!why.empty()) {
            fail(kCooperativeTooLarge);
            return why;
        }
    }
    if (m_pending == 0) return std::nullopt;
    m_note = "it never runs: the kernel before it fails";
    return "";
}

void RuntimeErrors::query(bool clears) {
    // Asking clears the variable even where the context is lost: the next call sets it again (measured).
    m_code = m_last;
    if (clears) m_last = 0;
    if (m_pending != 0) m_note = "the kernel may still run";
}

bool RuntimeErrors::has(const recording::Object& object, std::uint64_t offset, std::uint64_t bytes) {
    if (offset + bytes <= object.bytes) return true;
    fail(kInvalidValue);
    return false;
}

void RuntimeErrors::fault(const ptx::Fault& fault,
                          const std::vector<std::pair<std::uint64_t, std::uint64_t>>& allocations) {
    if (fault.kind == ptx::FaultKind::OutOfBounds) {
        const bool onLastPage = std::ranges::any_of(allocations, [&](const auto& each) {
            const auto& [start, bytes] = each;
            return fault.address >= start &&
                   fault.address < (start + bytes + kPageBytes - 1) / kPageBytes * kPageBytes;
        });
        if (onLastPage) {
            m_note = "a GPU does not notice: the page is there; the emulator stopped the kernel";
            return;
        }
    }
    if (fault.kind == ptx::FaultKind::Deadlock || fault.kind == ptx::FaultKind::Budget)
        m_note = "a GPU would go on for ever; the emulator stopped the kernel";
    m_pending = ptx::cudaErrorOf(fault.kind);
}

CallReturn RuntimeErrors::returned(std::vector<std::byte> bytes) {
    const recording::ErrorCode& code = recording::errorCodeOf(m_code);
    return {.code = m_code,
            .name = code.name,
            .meaning = code.text,
            .note = m_note,
            .bytes = std::move(bytes),
            .lastCode = m_last,
            .lastName = recording::errorCodeOf(m_last).name};
}

} // namespace lanescope::device
