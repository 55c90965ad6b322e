// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "recording/graph_branches.h"

#include "recording/host_write.h"

#include <fmt/format.h>

#include <optional>

namespace lanescope::recording {

std::uint32_t branchOf(const Recording& recording, StreamNumber stream) {
    const auto own = static_cast<std::uint32_t>(recording.streamPriorities.size()) - recording.graphBranches;
    return stream > own ? stream - own : 0;
}

bool isGraphEdge(const Recording& recording, const Call& call) {
    const std::optional<std::uint32_t> event = eventOf(call);
    return event && *event >= recording.firstGraphEdge;
}

std::string graphEdgeText(const Recording& recording, const RecordEvent& call, std::string_view stream) {
    return fmt::format("graph edge {} begins in {}", call.event - recording.firstGraphEdge + 1, stream);
}

std::string graphEdgeText(const Recording& recording, const WaitEvent& call, std::string_view stream) {
    return fmt::format("graph edge {} ends in {}", call.event - recording.firstGraphEdge + 1, stream);
}

std::string_view noCallNote(const Recording& recording, const Call& call) {
    if (isHostWrite(call)) return hostWriteNote();
    return isGraphEdge(recording, call)
               ? "not a call of the program: it orders branches or launches of a graph"
               : "";
}

} // namespace lanescope::recording
