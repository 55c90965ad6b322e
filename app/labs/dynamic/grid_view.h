// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/charts/timeline.h"
#include "kit/words/facts.h"
#include "labs/dynamic/model.h"
#include "labs/dynamic/rules_view.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Grids that launch grids, on a common time axis.
namespace lanescope::lab_dynamic {

/// What blocks noted in kept buffers: `parents` and `children` {start, end} a block, `launches` the time of
/// each launch; childBlocks and childThreads: of each child grid. Nothing when the run kept none.
GridFamily familyIn(const kit::RunResult& result, std::size_t childBlocks, std::size_t childThreads,
                    Stream stream);
/// "2 blocks of 128 threads": of a child.
std::string shapeText(const GridFamily& family);
/// Why an architecture's grids launch none; empty: they do.
std::string whyNoChildren(const model::Architecture& architecture);
/// Why no GPU of an architecture has that kind of launch; nothing where one has.
std::vector<kit::Fact> launchFacts(Stream stream, const model::Architecture& architecture);

/// Rows of the parent's blocks and of their children, arrows from launch to start; a child is picked by its
/// index, a block of the parent behind all children.
kit::Timeline timelineOf(const GridFamily& family, const kit::Frame& frame);

/// A heading, when the grids ran, what orders launches, and at the lower edge what happened.
void drawFamily(render::Canvas& canvas, const kit::Frame& frame, const render::Rect& rect,
                const GridFamily& family, std::span<const RuleRow> rules);

/// What a launch names as its stream, in the words of the language and in words.
std::string_view streamExpression(Stream stream);
std::string_view streamName(Stream stream);
/// What happened beside what is promised: how many children ran at once, and when the parent was complete.
std::string conclusionText(const GridFamily& family, bool measured);
/// What was launched, when the chosen child and its parent's block ran, when the parent was complete.
std::vector<kit::Fact> familyFacts(const GridFamily& family, bool measured);

/// What orders launches into each kind of stream, in their order; picked
/// by group and place.
std::vector<RuleRow> launchRules(Stream chosen, int group);
/// What of a parent's memory a child sees, and when; the three kinds that pointers lead to, "global",
/// "shared" and "local", come first and are picked by group and place.
std::vector<RuleRow> memoryRules(std::string_view chosen, int group);

/// What older texts promise that is no more, and what holds of all launches from the device.
void sayLaunchRules(kit::Panel& panel);

/// A length of time by the device's clock: "6.2 us", "1,200 instr." (of a warp).
std::string clockText(std::uint64_t ticks, bool measured);

} // namespace lanescope::lab_dynamic
