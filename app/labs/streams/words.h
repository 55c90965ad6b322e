// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/charts/stream_view.h"
#include "kit/lab.h"
#include "kit/panel/panel.h"
#include "labs/streams/model.h"

#include <string>

namespace lanescope::lab_streams {

/// The gain of either order, a line each: here, and by the rules of other capabilities.
std::string gainsText(const StreamPlan& plan, const model::Architecture& here,
                      const model::StreamDevice& device);

/// What a command's region says.
std::string describeCommand(const render::Pick& pick, const kit::StreamView& view);

/// What the schedule's time means, and how it was come by.
void sayStreams(kit::Panel& panel, const kit::StreamView& view);
/// The rule that costs the schedule most, with the commands concerned, in a sentence.
std::string conclusionText(const kit::StreamView& view);

} // namespace lanescope::lab_streams
