// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/runtime_errors.h"

#include "device/overloaded.h"
#include "ptx/fault_error.h"
#include "recording/error_codes.h"
#include "recording/host_write.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::device {

namespace {

/// A GPU's memory is mapped in pages of this size: what is read past an allocation on its last page is no
/// error. Beyond, it is a matter of luck: in a fresh process on an H200 (CUDA 13.0) reads 64 and 128 MiB past
/// an array returned, those 80 MB and 256 MiB past it were illegal.
constexpr std::uint64_t kPageBytes = std::uint64_t{2} << 20;

constexpr int kInvalidValue = 1; // cudaErrorInvalidValue

} // namespace

void RuntimeErrors::fail(int code) {
    m_code = code;
    m_last.note(code);
}

bool RuntimeErrors::begin(const recording::Recording& recording, const recording::Call& call) {
    m_note.clear();
    m_code = 0;
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
            [&](const recording::Failed& each) {
                failed(each.code);
                return false;
            },
            [&](const recording::Fill& each) {
                return begin(false) && has(each.object, each.offset, each.rows.span(each.bytes));
            },
            [&](const recording::CopyIn& each) {
                // It is no call that could tell of a kernel's fault.
                return (recording::isHostWrite(each) || begin(true)) &&
                       has(each.object, each.offset, each.rows.span(each.bytes));
            },
            [&](const recording::CopyOut& each) {
                return begin(true) && has(each.object, each.offset, each.rows.span(each.bytes));
            },
            [&](const recording::CopyWithin& each) {
                const recording::Rows from{each.rows.count, each.fromPitch};
                return begin(true) && has(each.to, each.toOffset, each.rows.span(each.bytes)) &&
                       has(each.from, each.fromOffset, from.span(each.bytes));
            },
            [&](const recording::Allocate&) { return begin(false); },
            [&](const recording::Free& each) { return begin(!recording::isInStream(each.by.function)); },
            [&](const recording::AllowShared&) { return begin(false); },
            [&](const recording::HostFunction&) { return begin(false); },
            [&](const recording::RecordEvent&) { return begin(false); },
            [&](const recording::WaitEvent&) { return begin(false); },
            // Most wait for the kernels before them.
            [&](const auto&) { return begin(true); },
        },
        call);
}

bool RuntimeErrors::begin(bool waits) {
    fail(m_device.begin(waits));
    return m_code == 0;
}

std::optional<std::string> RuntimeErrors::launch(const recording::LaunchRequest& request) {
    if (!begin(false)) return "";
    if (auto refused = recording::launchRefusal(m_architecture, request)) {
        m_note = std::move(refused->note);
        fail(refused->code);
        return std::move(refused->why);
    }
    if (!m_device.isPending()) return std::nullopt;
    m_note = "it never runs: the kernel before it fails";
    return "";
}

void RuntimeErrors::query(bool clears) {
    m_code = clears ? m_last.take() : m_last.peek();
    if (m_device.isPending()) m_note = "the kernel may still run";
}

/// The program may have been told by it of a kernel's fault.
void RuntimeErrors::failed(int code) {
    if (recording::losesDevice(code)) m_device.begin(true);
    fail(code);
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
        if (onLastPage)
            m_note = m_failedWith == 0
                         ? "a GPU does not notice: the page is there; the emulator stopped the kernel"
                         : "the emulator stopped the kernel; a GPU may not notice, as the page is there";
        // A program that ran on the emulator was told of it.
        if (onLastPage && m_failedWith == 0) return;
    }
    if (fault.kind == ptx::FaultKind::Deadlock)
        m_note = "a GPU would go on for ever; the emulator stopped the kernel";
    if (fault.kind == ptx::FaultKind::Budget)
        m_note = m_interrupted ? "the kernel was still running when the program was ended"
                               : "the emulator stopped the kernel; a GPU goes on, perhaps for ever";
    m_device.kernelFailed(ptx::cudaErrorOf(fault.kind));
}

CallReturn RuntimeErrors::returned(std::vector<std::byte> bytes) {
    const recording::ErrorCode& code = recording::errorCodeOf(m_code);
    return {.code = m_code,
            .name = code.name,
            .meaning = code.text,
            .note = m_note,
            .bytes = std::move(bytes),
            .lastCode = m_last.peek(),
            .lastName = recording::errorCodeOf(m_last.peek()).name};
}

} // namespace lanescope::device
