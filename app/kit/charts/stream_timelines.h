// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/charts/stream_view.h"
#include "kit/charts/timeline.h"
#include "render/canvas.h"

#include <cstddef>
#include <optional>
#include <string>

namespace lanescope::kit {

/// A row an engine, with the time of one stream to compare with.
Timeline engineTimeline(const StreamView& view, bool measured, int chosen);
/// A row a stream, with the waits between its commands.
Timeline streamTimeline(const StreamView& view, int chosen);

/// By engine, where it was measured also as modelled, and by stream, as the height allows. chosen: the
/// command whose waits are lit, -1 none.
void drawStreams(render::Canvas& canvas, const render::Rect& rect, const StreamView& view, int chosen);
/// The same in the left half of the stage, for a recording of which no lab says more.
void drawRecordedStreams(render::Canvas& canvas, const Frame& frame);
/// What a span of it is: the command, and when it runs; empty for a pick that is no span.
std::string describeRecordedStreams(const render::Pick& pick, const Frame& frame);
/// The launch that a span of it stands for, by its place in the result; nullopt: it is none, or not played.
std::optional<std::size_t> launchOfSpan(const render::Pick& pick, const session::RunResult& result);

} // namespace lanescope::kit
