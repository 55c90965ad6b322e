// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/lab.h"
#include "kit/tone.h"
#include "kit/words/facts.h"
#include "model/report.h"
#include "render/shapes.h"
#include "session/observation.h"

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// What only some labs have: a lab inherits from those that it needs, beside Lab.
namespace lanescope::kit {

/// Says which of the focus warp's accesses the pictures are about; the others are shown only on a click on
/// their source line.
class HasSubject {
public:
    virtual ~HasSubject() = default;
    virtual bool isSubject(const session::LaunchResult& launch, const model::WarpAccess& access) const = 0;
};

/// A recording of a program: it is no lab that is about one access, and its launches are told apart by their
/// numbers.
class RecordsAProgram {
public:
    virtual ~RecordsAProgram() = default;
    /// A warp was chosen to be looked at; else it is the one at which a kernel stopped.
    virtual bool choosesWarp() const = 0;
    /// The values by which that warp is chosen.
    virtual Sets choosing(const recording::Focus& warp) const = 0;
};

/// What the sweep plot and `sweep` do for a lab unless told otherwise.
struct Sweep {
    std::string parameter, first, last, step;
    std::string metric = "efficiency";                                ///< a report name, or one of these
    static constexpr std::string_view kBandwidth = "bandwidth";       ///< the modelled one, GB/s
    static constexpr std::string_view kMicroseconds = "microseconds"; ///< modelled, of all launches, cold L2
    std::string title;                                                ///< what the plot shows, in words
    std::vector<std::string> architectures;                           ///< compared; empty: the chosen one
    bool bandwidth = false;           ///< a second plot: efficiency x peak, GB/s
    bool subject = false;             ///< of the accesses that are the lab's subject, not the whole run
    model::ComputeCapability since{}; ///< the metric says nothing of earlier ones
    std::string along{};              ///< of the swept parameter's axis; empty: its name
    bool isOfTimes() const { return metric == kBandwidth || metric == kMicroseconds; }
};

/// One series of an experiment: values that are set, and the parameter that runs through others.
struct ExperimentSeries {
    std::string name; ///< for its curve: "double, by stride"
    Sets sets;        ///< parameter and value
    std::string over; ///< "NAME=FIRST:LAST[:STEP]"
};

class HasSweep {
public:
    virtual ~HasSweep() = default;
    /// Nothing: there is none with the present values.
    virtual std::optional<Sweep> sweep() const = 0;
    /// What is worth measuring on a GPU as a whole, in one go: empty when the sweep says it all.
    virtual std::vector<ExperimentSeries> experiment() const { return {}; }
};

/// What one of a lab's cases comes to in one respect.
struct CaseCell {
    std::string text;
    Tone tone = Tone::Plain;
};

/// Shows in one table what some of its settings come to, where a curve would say nothing.
class HasCases {
public:
    virtual ~HasCases() = default;
    /// What each sets, beside what the lab is set to; two at least, which set the same parameters.
    virtual std::vector<Sets> cases() const = 0;
    /// Over the columns behind what is set.
    virtual std::vector<std::string> caseColumns() const = 0;
    /// A cell for each column, of an emulated run of this lab.
    virtual std::vector<CaseCell> caseOf(const session::RunResult& result,
                                         const model::Architecture& architecture) const = 0;
};

/// Does something when its picture is clicked, or says something of what is under the mouse.
class Clickable {
public:
    virtual ~Clickable() = default;
    /// A click on a region that draw() marked: a lab may set its parameters from it; true when it did.
    virtual bool picked(const render::Pick&) { return false; }
    /// What a region of kind Point, the lab's own, says when the mouse is over it; of a Vertex: what it is.
    virtual std::string describe(const render::Pick&, const Frame&) const { return {}; }
};

/// A size in points of the stage.
struct StagePoints {
    float width, height;
};

/// Its pictures have nothing more to show in more room than that: they grow instead.
class HasUsualSize {
public:
    virtual ~HasUsualSize() = default;
    virtual StagePoints usualSize() const = 0;
};

/// Can make do with less memory.
class Shrinkable {
public:
    virtual ~Shrinkable() = default;
    /// Makes the sizes such that no allocation exceeds this many bytes; gives what was set, as text.
    virtual std::string shrinkTo(std::size_t bytes) = 0;
};

/// Has something to say of a run besides its counts, for the panel and the report.
class HasFacts {
public:
    virtual ~HasFacts() = default;
    /// measured: the GPU that ran it gave the times.
    virtual std::vector<Fact> facts(const session::RunResult& result, const model::Architecture& architecture,
                                    bool measured) const = 0;
};

/// Has parameters that are of no effect at times.
class HasIdleParameters {
public:
    virtual ~HasIdleParameters() = default;
    /// Why a parameter has no effect now ("only on CC 3.x"); empty: it has.
    virtual std::string idle(const Parameter& parameter, const model::Architecture& architecture) const = 0;
};

/// Has a parameter that an animation moves.
class HasMovingParameter {
public:
    virtual ~HasMovingParameter() = default;
    /// Where the parameter is at an animation time, in seconds; nullopt: where it is set.
    virtual std::optional<double> movedTo(const Parameter& parameter, double time) const = 0;
};

// The same of any lab.

bool isSubject(const Lab& lab, const session::LaunchResult& launch, const model::WarpAccess& access);
std::optional<Sweep> sweepOf(const Lab& lab);
std::vector<ExperimentSeries> experimentOf(const Lab& lab);
bool pick(Lab& lab, const render::Pick& pick);
/// A click on a warp in its pictures has that one shown.
bool choosesWarps(const Lab& lab);
std::string describePick(const Lab& lab, const render::Pick& pick, const Frame& frame);
/// Empty: the lab cannot.
std::string shrink(Lab& lab, std::size_t bytes);
std::vector<Fact> factsOf(const Lab& lab, const session::RunResult& result,
                          const model::Architecture& architecture, bool measured);
std::string idleReason(const Lab& lab, const Parameter& parameter, const model::Architecture& architecture);
std::optional<double> movedTo(const Lab& lab, const Parameter& parameter, double time);
/// Counts of the focus warp's accesses that are the lab's subject.
model::Counts subjectCounts(const Lab& lab, const session::RunResult& result, std::size_t architecture = 0);

} // namespace lanescope::kit
