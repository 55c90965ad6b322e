// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/charts/host_calls.h"
#include "kit/lab.h"
#include "kit/words/suggestion.h"
#include "labs/errors/model.h"

#include <string>
#include <string_view>
#include <vector>

/// What the emulator's checks say of a launch: who did it, where in the source, and to which memory.
namespace lanescope::lab_errors {

struct CellsView;

/// What a program's mistake teaches, or what mends it; waits: its host does, right after the launch.
std::string_view conclusionOf(const Program& program, bool waits);
/// What to try with a mistake: lines "name=value: what happens".
std::string_view adviceOf(Mistake mistake);
/// Such lines without those whose parameter has the value already.
std::string untried(const kit::Lab& lab, std::string_view lines);
/// Such lines with what they set; one that sets no parameter of the lab is a sentence.
std::vector<kit::Suggestion> suggestionsOf(const kit::Lab& lab, std::string_view lines);

/// What stopped the launch, why it was refused, or the gravest finding: race, uninitialised read, barrier.
kit::Statement saidByChecks(const kit::LaunchResult& launch);
/// The finding of one kind; nullptr: there is none.
const ptx::Finding* findingOf(const kit::LaunchResult& launch, ptx::FindingKind kind);

/// An access, or a barrier, that a finding is about.
struct AccessCard {
    std::string title; ///< "Earlier: store"
    std::string who;   ///< "block 1, warp 1, lane 31"
    std::string code;  ///< its line of the source, numbered
    kit::Tone tone = kit::Tone::Bad;
};
/// Those of the gravest finding or of the fault; none when nothing was found.
std::vector<AccessCard> cardsOf(const kit::LaunchResult& launch);

/// What the copy brought back: "64 of 128 as expected".
std::string resultText(const CellsView& brought);
/// Verdict, result, and what each of the two says.
void sayBoth(kit::Panel& panel, const kit::HostView& host, const kit::LaunchResult& launch,
             const CellsView& brought);

} // namespace lanescope::lab_errors
