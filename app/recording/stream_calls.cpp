// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "recording/stream_calls.h"

#include "recording/graph_branches.h"
#include "recording/host_write.h"

#include <optional>

namespace lanescope::recording {

namespace {

using Kind = model::StreamTaskKind;
using Task = std::optional<model::StreamTask>;

/// The model counts a program's own streams from 0.
int modelled(StreamNumber stream) {
    return stream == 0 ? model::kDefaultStream : static_cast<int>(stream) - 1;
}
bool isPageable(model::TransferMemory memory) {
    return memory == model::TransferMemory::Pageable;
}

struct TaskOf {
    const Recording& recording;

    Task operator()(const CopyIn& call) const {
        if (isHostWrite(call)) return {};
        return {{.kind = Kind::CopyIn,
                 .stream = modelled(call.stream),
                 .bytes = call.bytes * call.rows.count,
                 .pageable = isPageable(call.memory)}};
    }
    Task operator()(const CopyOut& call) const {
        if (call.bytes == 0) return {}; // read behind the last call
        return {{.kind = Kind::CopyOut,
                 .stream = modelled(call.stream),
                 .bytes = call.bytes * call.rows.count,
                 .pageable = isPageable(call.memory)}};
    }
    Task operator()(const WriteSymbol& call) const {
        return {{.kind = Kind::CopyIn,
                 .stream = model::kDefaultStream,
                 .bytes = call.bytes.count,
                 .pageable = true}};
    }
    Task operator()(const Fill& call) const {
        return {
            {.kind = Kind::Memset, .stream = modelled(call.stream), .bytes = call.bytes * call.rows.count}};
    }
    Task operator()(const CopyWithin& call) const {
        return {{.kind = Kind::CopyWithin,
                 .stream = modelled(call.stream),
                 .bytes = call.bytes * call.rows.count}};
    }
    Task operator()(const Launch& call) const {
        return {{.kind = Kind::Kernel, .stream = modelled(call.stream), .fill = call.pace.fill}};
    }
    Task operator()(const RecordEvent& call) const {
        return mark(Kind::EventRecord, call.stream, call.event);
    }
    Task operator()(const WaitEvent& call) const { return mark(Kind::EventWait, call.stream, call.event); }
    Task operator()(const HostFunction& call) const {
        return {{.kind = Kind::HostFunction, .stream = modelled(call.stream), .seconds = call.seconds}};
    }
    Task operator()(const QueryStream& call) const { return mark(Kind::StreamQuery, call.stream); }
    Task operator()(const Synchronize&) const { return mark(Kind::HostWait, 0); }
    Task operator()(const SynchronizeStream& call) const { return mark(Kind::HostWait, call.stream); }
    Task operator()(const SynchronizeEvent& call) const {
        return {{.kind = Kind::HostWait, .event = static_cast<int>(call.event)}};
    }
    /// Page-locked memory is in a recording from where a kernel first gets its address, not from where the
    /// program has allocated it.
    Task operator()(const Allocate& call) const {
        const Object::Kind kind = recording.objects[call.object].kind;
        if (isOfHost(call.by.function) || isOverObject(kind) || kind == Object::Kind::Level) return {};
        return inTurn(Kind::StreamMalloc, Kind::DeviceMalloc, call.by, functionOf(recording, call));
    }
    Task operator()(const Free& call) const {
        if (!isInStream(call.by.function)) return {};
        return inTurn(Kind::StreamFree, Kind::StreamFree, call.by, nameOf(call.by.function));
    }
    Task operator()(const AllocateHost&) const { return {{.kind = Kind::PageLockedMalloc}}; }
    Task operator()(const PreferL1&) const { return {{.kind = Kind::CacheSwitch}}; }
    /// Of a call that takes no part.
    template<class T>
    Task operator()(const T&) const {
        return {};
    }

private:
    static Task inTurn(Kind ordered, Kind otherwise, const MemoryCall& by, std::string_view function) {
        const bool isOrdered = isInStream(by.function);
        return {{.kind = isOrdered ? ordered : otherwise,
                 .stream = isOrdered ? modelled(by.stream) : 0,
                 .function = function}};
    }
    static Task mark(Kind kind, StreamNumber stream, std::int64_t event = -1) {
        return {{.kind = kind, .stream = modelled(stream), .event = static_cast<int>(event)}};
    }
};

} // namespace

StreamCalls streamCallsOf(const Recording& recording) {
    StreamCalls made;
    made.program.streams = static_cast<int>(recording.streamPriorities.size());
    made.program.priorities = recording.streamPriorities;
    made.program.branches = static_cast<int>(recording.graphBranches);
    for (const StreamNumber number : recording.nonBlockingStreams)
        made.program.nonBlocking.push_back(static_cast<int>(number) - 1);
    auto graph = recording.graphLaunches.begin();
    bool isIssued = false; // the graph that the call is a node of
    for (std::size_t i = 0; i < recording.calls.size(); ++i) {
        for (; graph != recording.graphLaunches.end() && i >= std::uint64_t{graph->first} + graph->count;
             ++graph)
            isIssued = false;
        const Task task = std::visit(TaskOf{recording}, recording.calls[i]);
        if (!task) continue;
        made.program.commands.push_back(*task);
        const bool isEdge = isGraphEdge(recording, recording.calls[i]);
        made.program.commands.back().ofGraph = isEdge || isIssued;
        made.program.commands.back().isEdge = isEdge;
        isIssued |= !isEdge && graph != recording.graphLaunches.end() && i >= graph->first;
        made.calls.push_back(i);
    }
    return made;
}

} // namespace lanescope::recording
