// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/lab.h"
#include "kit/panel/panel.h"
#include "labs/streams/model.h"
#include "labs/streams/stream_view.h"

#include <string>

namespace lanescope::lab_streams {

/// "1.53", "12".
/// What a command is called: "kernel, stream 2".
std::string nameOf(const model::StreamProgram& program, int command);
std::string gainText(double gain);
/// The gain of either order, a line each: here, and by the rules of other capabilities.
std::string gainsText(const StreamPlan& plan, const model::Architecture& here,
                      const model::StreamDevice& device);

/// What a command's region says.
std::string describeCommand(const render::Pick& pick, const StreamView& view);

/// What the schedule's time means, and how it was come by.
void sayStreams(kit::Panel& panel, const StreamView& view);
/// The rule that costs the schedule most, with the commands concerned, in a sentence.
std::string conclusionText(const StreamView& view);

} // namespace lanescope::lab_streams
