// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Functions that device code calls and the emulator supplies: vprintf, __assertfail, malloc, free.
#include "ptx/run/address_resolution.h"
#include "ptx/run/call_arguments.h"
#include "ptx/run/device_printf.h"

#include <bit>
#include <cstring>

namespace lanescope::ptx {

namespace {

constexpr std::size_t kMaxString = 64 * 1024;

std::optional<std::string> readString(WarpState& warp, int lane, std::uint64_t address) {
    std::string text;
    while (text.size() < kMaxString) {
        const std::byte* at = hostAddress(warp, lane, address + text.size(), 1);
        if (!at) return std::nullopt;
        if (*at == std::byte{0}) return text;
        text += static_cast<char>(*at);
    }
    return text;
}

} // namespace

void BlockRunner::builtin(WarpState& warp, const CallSite& site, std::uint32_t mask, std::uint32_t pc) {
    if (isDeviceRuntime(site.builtin)) return deviceRuntime(warp, site, mask, pc);
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        const auto index = static_cast<std::size_t>(lane);
        switch (site.builtin) {
        case Builtin::Vprintf: {
            const std::uint64_t format = readArgument(warp, site, 0, index),
                                values = readArgument(warp, site, 1, index);
            const auto text = readString(warp, lane, format);
            if (!text)
                throw LaneFault{FaultKind::OutOfBounds, lane, format, "the format of printf is not readable"};
            const PrintReader reader{
                [&](std::size_t offset, std::size_t bytes) -> std::optional<std::uint64_t> {
                    const std::byte* at = hostAddress(warp, lane, values + offset, bytes);
                    if (!at) return std::nullopt;
                    std::uint64_t value = 0;
                    std::memcpy(&value, at, bytes);
                    return value;
                },
                [&](std::uint64_t address) { return readString(warp, lane, address); }};
            const Printed printed = formatPrintf(*text, reader);
            *m_context.printed += printed.text;
            writeResult(warp, site, index, static_cast<std::uint32_t>(printed.result));
            break;
        }
        case Builtin::AssertFail: {
            const auto message = readString(warp, lane, readArgument(warp, site, 0, index));
            throw LaneFault{FaultKind::Assertion, lane, 0, "assertion failed: " + message.value_or("?")};
        }
        case Builtin::Malloc: {
            const std::uint64_t bytes = readArgument(warp, site, 0, index);
            const std::uint64_t given = m_plan.heap ? m_plan.heap->allocate(bytes) : 0;
            if (m_checker) m_checker->allocated(m_context, given, bytes);
            writeResult(warp, site, index, given);
            break;
        }
        case Builtin::Free:
            if (m_plan.heap) m_plan.heap->release(readArgument(warp, site, 0, index));
            break;
        default:
            break;
        }
    }
}

} // namespace lanescope::ptx
