// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "recording/recording.h"

#include <cstdint>
#include <string>
#include <string_view>

/// A graph's nodes stand in a recording behind each other, each in the stream of its branch. An event that
/// the program has not made is an edge: to other branches, or to the next launch, in another stream.
namespace lanescope::recording {

/// Which branch of graphs a stream is, from 1; 0: it is a stream of the program's.
std::uint32_t branchOf(const Recording& recording, StreamNumber stream);
/// Whether it is no call of the program's, but where an edge begins or ends.
bool isGraphEdge(const Recording& recording, const Call& call);
/// In words: "graph edge 1 begins in stream1". stream: as calls name it.
std::string graphEdgeText(const Recording& recording, const RecordEvent& call, std::string_view stream);
std::string graphEdgeText(const Recording& recording, const WaitEvent& call, std::string_view stream);
/// What there is to say of something that is no call of the program's, beside calls; empty: it is one.
std::string_view noCallNote(const Recording& recording, const Call& call);

} // namespace lanescope::recording
