// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/lab.h"

#include <algorithm>
#include <map>

namespace lanescope::kit {

namespace {

/// Tells contents apart.
std::string keyOf(const std::vector<std::byte>& data) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const std::byte each : data) hash = (hash ^ std::to_integer<std::uint64_t>(each)) * 0x100000001b3;
    return std::to_string(hash);
}

} // namespace

void Run::play(const device::HostProgram& program) {
    using Kind = device::HostCall::Kind;
    std::map<std::string, device::Pointer> buffers;
    const auto calls = program.calls();
    for (const device::HostCall& call : calls) {
        if (call.kind == Kind::Allocate) {
            // what the host fills first is like any buffer
            const auto fill = std::ranges::find_if(calls, [&](const device::HostCall& each) {
                return each.kind == Kind::CopyIn && each.buffer == call.buffer;
            });
            buffers[call.buffer] =
                fill == calls.end()
                    ? rawBuffer(call.buffer, call.bytes)
                    : buffer(call.buffer, call.bytes, keyOf(fill->data), [&](std::span<std::byte> to) {
                          std::copy_n(fill->data.begin(), std::min(fill->data.size(), to.size()), to.begin());
                      });
        } else if (call.kind == Kind::Clear) {
            clear(call.buffer);
        } else if (call.kind == Kind::CopyOut) {
            keep(call.buffer);
        } else if (call.kind == Kind::Launch) {
            beginLaunch();
            device::Arguments list;
            for (const device::HostCall::Argument& argument : call.arguments) {
                if (argument.buffer.empty())
                    list.addBytes(argument.value.data(), argument.value.size());
                else
                    list.add(buffers.at(argument.buffer));
            }
            endLaunch(call.kernel, call.grid, call.block, call.sharedBytes, std::move(list));
        }
    }
}

} // namespace lanescope::kit
