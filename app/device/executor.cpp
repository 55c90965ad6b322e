// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "device/executor.h"

#include "device/overloaded.h"

#include <cstring>

namespace lanescope::device {

using recording::Recording;
using recording::Relocation;

int Executor::execute(const Recording& recording, std::size_t call) {
    m_recording = &recording;
    m_call = call;
    return std::visit(
        Overloaded{
            [&](const recording::Allocate& each) { return allocate(each.object); },
            [&](const recording::Free& each) { return free(each.object); },
            [&](const recording::Fill& each) {
                return fill({addressOf(each.object) + each.offset, each.rows.pitch}, each.value,
                            {each.bytes, each.rows.count}, each.stream);
            },
            [&](const recording::CopyIn& each) { return copyIn(each); },
            [&](const recording::CopyOut& each) { return copyOut(each); },
            [&](const recording::CopyWithin& each) {
                return copy(at(each.to, each.toOffset, each.rows.pitch),
                            at(each.from, each.fromOffset, each.fromPitch), {each.bytes, each.rows.count},
                            each.stream);
            },
            [&](const recording::WriteSymbol& each) {
                return writeVariable(recording.modules[each.module], recording.view(each.symbol),
                                     recording.view(each.bytes));
            },
            [&](const recording::Launch& each) { return launch(each); },
            [&](const recording::QueryError& each) { return queryError(each.clears); },
            [&](const recording::Synchronize&) { return synchronize(); },
            [&](const recording::SynchronizeStream& each) { return synchronizeStream(each.stream); },
            [&](const recording::SynchronizeEvent& each) { return synchronizeEvent(each.event); },
            [&](const recording::RecordEvent& each) { return recordEvent(each.event, each.stream); },
            [&](const recording::WaitEvent& each) { return waitEvent(each.event, each.stream); },
            [&](const recording::HostFunction& each) { return hostFunction(each.seconds, each.stream); },
            [&](const recording::QueryStream& each) { return queryStream(each.stream); },
            [&](const recording::AllocateHost& each) { return allocateHost(each.bytes); },
            [&](const recording::PreferL1&) { return preferL1(); },
            [&](const recording::AllowShared& each) { return allowShared(each); },
            // Nothing was done.
            [](const recording::Failed&) { return 0; },
            // Of its bytes there are none, only their number.
            [](const recording::Transfer&) { return 0; },
        },
        recording.calls[call]);
}

Place Executor::at(std::uint32_t object, std::uint64_t offset, std::uint64_t pitch) const {
    DeviceArray* const array = arrayOf(object);
    return {(array ? 0 : addressOf(object)) + offset, pitch, array};
}

int Executor::copyIn(const recording::CopyIn& call) {
    const std::span<std::byte> from = source(call);
    for (const Relocation& each : m_recording->relocationsOf(call)) {
        const std::uint64_t address = addressOf(each.object) + each.add;
        std::memcpy(&from[each.at], &address, sizeof address);
    }
    return upload(at(call.object, call.offset, call.rows.pitch), from, {call.bytes, call.rows.count},
                  call.stream);
}

int Executor::copyOut(const recording::CopyOut& call) {
    const Rows rows{call.bytes ? call.bytes : bytesOf(call.object), call.rows.count};
    const std::optional<std::span<std::byte>> to = destination(call, rows.bytes * rows.count);
    if (!to) return 0;
    const int code = download(*to, at(call.object, call.offset, call.rows.pitch), rows, call.stream);
    if (code == 0) arrived(call);
    return code;
}

std::span<std::byte> Executor::contentsOf(const recording::CopyIn& call, std::vector<std::byte>& into) const {
    into.resize(call.bytes * call.rows.count);
    m_recording->contents[call.contents].write(into);
    return into;
}

void Executor::bindArguments(const Recording& recording, const recording::Launch& call,
                             Arguments& into) const {
    const auto arguments = recording.argumentsOf(call);
    into.clear();
    into.reserve(arguments.size(), arguments.size() * sizeof(std::uint64_t));
    for (const recording::Argument& each : arguments) into.addBytes(recording.view(each.bytes));
    bindAddresses(recording, call, into);
}

void Executor::bindAddresses(const Recording& recording, const recording::Launch& call,
                             Arguments& into) const {
    const auto valueOf = [this](const Relocation& each) {
        switch (each.kind) {
        case Relocation::Kind::Pitch:
            return pitchOf(each.object);
        case Relocation::Kind::Handle:
            return handleOf(each.object);
        case Relocation::Kind::Address:
            break;
        }
        return addressOf(each.object) + each.add;
    };
    const auto relocations = recording.relocationsOf(call);
    auto next = relocations.begin();
    std::size_t index = 0;
    for (const recording::Argument& argument : recording.argumentsOf(call)) {
        const std::uint32_t first = argument.bytes.first, end = first + argument.bytes.count;
        for (; next != relocations.end() && next->at < end; ++next)
            into.set(index, valueOf(*next), next->at - first);
        ++index;
    }
}

} // namespace lanescope::device
