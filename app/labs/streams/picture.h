// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/charts/timeline.h"
#include "labs/streams/stream_view.h"
#include "render/canvas.h"

namespace lanescope::lab_streams {

/// A row an engine, with the time of one stream to compare with.
kit::Timeline engineTimeline(const StreamView& view, bool measured, int chosen);
/// A row a stream, with the waits between its commands.
kit::Timeline streamTimeline(const StreamView& view, int chosen);

/// The commands one under the other in the order in which the host issues them; each is a Point with its
/// index.
void drawStreamProgram(render::Canvas& canvas, const kit::Frame& frame, const render::Rect& rect,
                       const StreamView& view, int chosen);
/// By engine, where it was measured also as modelled, and by stream, as the height allows. chosen: the
/// command whose waits are lit, -1 none.
void drawStreams(render::Canvas& canvas, const render::Rect& rect, const StreamView& view, int chosen);

} // namespace lanescope::lab_streams
