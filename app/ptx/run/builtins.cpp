// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/run/builtins.h"

#include "ptx/check/checker.h"
#include "ptx/handlers/address_resolution.h"
#include "ptx/run/call_arguments.h"
#include "ptx/run/device_heap.h"
#include "ptx/run/device_printf.h"

#include <fmt/format.h>

#include <cstring>
#include <optional>
#include <string>

namespace lanescope::ptx {

namespace {

constexpr std::size_t kMaxString = 64 * 1024;
constexpr std::uint64_t kInvalidValue = 1, kMemoryAllocation = 2; // cudaError...

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

Builtins::Builtins(const LaunchPlan& plan, BlockContext& block, Checker* checker, Diagnostics& diagnostics)
    : m_plan(plan), m_block(block), m_checker(checker), m_runtime(plan, block, checker, diagnostics) {}

void Builtins::call(WarpState& warp, const CallSite& site, std::uint32_t mask, std::uint32_t pc) {
    if (isDeviceRuntime(site.builtin)) return m_runtime.call(warp, site, mask, pc);
    eachLane(mask, [&](std::size_t lane) { callLane(warp, site, lane); });
}

void Builtins::callLane(WarpState& warp, const CallSite& site, std::size_t lane) {
    switch (site.builtin) {
    case Builtin::Vprintf:
        print(warp, site, lane);
        break;
    case Builtin::AssertFail: {
        const auto message = readString(warp, static_cast<int>(lane), readArgument(warp, site, 0, lane));
        throw LaneFault{FaultKind::Assertion, static_cast<int>(lane), 0,
                        fmt::format("assertion failed: {}", message.value_or("?"))};
    }
    case Builtin::Malloc:
        writeResult(warp, site, lane, allocate(readArgument(warp, site, 0, lane)));
        break;
    case Builtin::Free:
        m_plan.heap->release(readArgument(warp, site, 0, lane));
        break;
    case Builtin::DeviceMalloc: {
        const std::uint64_t pointer = readArgument(warp, site, 0, lane);
        std::byte* const to = hostAddress(warp, static_cast<int>(lane), pointer, 8);
        const std::uint64_t given = to ? allocate(readArgument(warp, site, 1, lane)) : 0;
        if (to) std::memcpy(to, &given, 8);
        if (to && m_checker) m_checker->wroteFor(warp, static_cast<int>(lane), pointer, 8);
        writeResult(warp, site, lane, !to ? kInvalidValue : given == 0 ? kMemoryAllocation : 0);
        break;
    }
    case Builtin::DeviceFree: {
        const std::uint64_t pointer = readArgument(warp, site, 0, lane);
        writeResult(warp, site, lane, pointer == 0 || m_plan.heap->release(pointer) ? 0 : kInvalidValue);
        break;
    }
    case Builtin::SetCondition:
        if (m_plan.setsCondition && *m_plan.setsCondition)
            (*m_plan.setsCondition)(readArgument(warp, site, 0, lane),
                                    static_cast<std::uint32_t>(readArgument(warp, site, 1, lane)));
        break;
    default:
        break;
    }
}

std::uint64_t Builtins::allocate(std::uint64_t bytes) {
    const std::uint64_t given = m_plan.heap->allocate(bytes);
    if (m_checker) m_checker->allocated(m_block, given, bytes);
    return given;
}

void Builtins::print(WarpState& warp, const CallSite& site, std::size_t index) {
    const int lane = static_cast<int>(index);
    const std::uint64_t format = readArgument(warp, site, 0, index),
                        values = readArgument(warp, site, 1, index);
    const auto text = readString(warp, lane, format);
    if (!text) throw LaneFault{FaultKind::OutOfBounds, lane, format, "the format of printf is not readable"};
    const PrintReader reader{[&](std::size_t offset, std::size_t bytes) -> std::optional<std::uint64_t> {
                                 const std::byte* at = hostAddress(warp, lane, values + offset, bytes);
                                 if (!at) return std::nullopt;
                                 std::uint64_t value = 0;
                                 std::memcpy(&value, at, bytes);
                                 return value;
                             },
                             [&](std::uint64_t address) { return readString(warp, lane, address); }};
    const Printed printed = formatPrintf(*text, reader);
    m_block.printed->add(printed.text);
    writeResult(warp, site, index, static_cast<std::uint32_t>(printed.result));
}

} // namespace lanescope::ptx
