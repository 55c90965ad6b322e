// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/host_calls.h"
#include "kit/facts.h"
#include "kit/parameters.h"
#include "kit/run.h"
#include "model/report.h"
#include "model/streams.h"
#include "render/image.h"
#include "render/shapes.h"

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Everything the author of a lab reads: a lab is parameters and three const functions, run, draw and
/// readout.
namespace lanescope::render {
class Canvas;
}

namespace lanescope::kit {

struct Frame;
struct LaunchResult;
struct RunResult;
class Panel;

/// What depends on time: nothing, what the kernels write, or also which addresses they touch.
enum class Animation : std::uint8_t { None, Result, Accesses };

/// The warp whose accesses the pictures show.
struct Focus {
    std::uint64_t block = 0; ///< linear block index, x fastest; clamped to the grid
    std::uint32_t warp = 0;  ///< clamped to the block
};

/// What the sweep plot and `sweep` do for a lab unless told otherwise.
struct Sweep {
    std::string parameter, first, last, step;
    std::string metric = "efficiency";      ///< a report name, or "bandwidth": the modelled one, GB/s
    std::string title;                      ///< what the plot shows, in words
    std::vector<std::string> architectures; ///< compared; empty: the chosen one
    bool bandwidth = false;                 ///< a second plot: efficiency x peak, GB/s
    bool subject = false;                   ///< of the accesses that are the lab's subject, not the whole run
    model::ComputeCapability since{};       ///< the metric says nothing of earlier ones
};

/// One series of an experiment: values that are set, and the parameter that runs through others.
struct ExperimentSeries {
    std::string name;                                      ///< for its curve: "double, by stride"
    std::vector<std::pair<std::string, std::string>> sets; ///< parameter and value
    std::string over;                                      ///< "NAME=FIRST:LAST[:STEP]"
};

/// What a lab models that no kernel does, as a copy engine's work is.
struct ModelledWork {
    double seconds = 0; ///< 0: the architecture lacks a figure for it
    double bytes = 0;   ///< that its bandwidth counts
};

/// Commands in streams, and the device that the model has them run on.
struct StreamWork {
    model::StreamProgram program;
    model::StreamDevice device;
};

/// A lab holds nothing but its parameters: the run, the report and the picture are derived from them.
class Lab : public ParameterSet {
public:
    virtual ~Lab() = default;
    /// Allocates and launches; called again with the same parameters it does the same.
    virtual void run(Run& run) const = 0;
    /// Draws the kernel's result and its accesses.
    virtual void draw(const Frame& frame, render::Canvas& canvas) const = 0;
    /// Says what the numbers mean.
    virtual void readout(const Frame& frame, Panel& panel) const = 0;

    /// false: the access picture is the result, and has the whole stage (frame.left is then empty).
    virtual bool hasResultPicture() const { return true; }
    /// Whether an access of the focus warp is what the pictures are about; the others are shown only on a
    /// click on their source line.
    virtual bool isSubject(const LaunchResult&, const model::WarpAccess&) const { return true; }
    /// Makes the sizes such that no allocation exceeds this many bytes; gives what was set, as text, or
    /// nothing.
    virtual std::string shrinkTo(std::size_t) { return {}; }
    virtual Animation animation() const { return Animation::None; }
    virtual Focus focus() const { return {}; }
    virtual std::optional<Sweep> sweep() const { return std::nullopt; }
    /// What is worth measuring on a GPU as a whole, in one go: empty when the sweep says it all.
    virtual std::vector<ExperimentSeries> experiment() const { return {}; }
    /// Nothing: the work is the kernels'.
    virtual std::optional<ModelledWork> modelledWork(const model::Architecture&) const {
        return std::nullopt;
    }
    /// Commands in streams that a GPU runs and times beside the launches of run(); nothing: there are none.
    virtual std::optional<StreamWork> streamWork(const model::Architecture&) const { return std::nullopt; }
    /// The host's calls, where one of them may fail or a kernel of theirs may fault: run() then runs in the
    /// emulator, which looks for races and uninitialised reads and goes on after a fault, and what the calls
    /// return comes by the CUDA runtime's rules, or on a GPU from a process of its own. Nothing: no call
    /// fails.
    virtual std::optional<device::HostProgram> hostCalls(const model::Architecture&) const {
        return std::nullopt;
    }
    /// The host's calls, whether or not one may fail; nothing: the lab does not put them as such.
    virtual std::optional<device::HostProgram> hostProgram(const model::Architecture& architecture) const {
        return hostCalls(architecture);
    }
    virtual model::Rules rules() const { return {}; }
    /// Why a GPU must not run this; empty: it may.
    virtual std::string emulatedOnly() const { return {}; }
    /// What there is to say of a run besides its counts, for the panel and the report; measured: the GPU that
    /// ran it gave the times.
    virtual std::vector<Fact> facts(const RunResult&, const model::Architecture&, bool /*measured*/) const {
        return {};
    }
    /// When the emulator runs grids that are launched from the device.
    virtual ptx::ChildStart childStart() const { return ptx::ChildStart::AtLaunch; }
    /// A click on a region that draw() marked: a lab may set its parameters from it; true when it did.
    virtual bool picked(const render::Pick&) { return false; }
    /// What a region of kind Point, the lab's own, says when the mouse is over it; of a Vertex: what it is.
    virtual std::string describe(const render::Pick&, const Frame&) const { return {}; }
    /// Why a parameter has no effect now ("only on CC 3.x"); empty: it has.
    virtual std::string idle(const Parameter&, const model::Architecture&) const { return {}; }
};

/// A lab as the registry knows it.
struct LabEntry {
    std::string name, chapter, summary; ///< summary: one sentence for menus and `list`
    std::string title;                  ///< over the stage
    int rank = 0;                       ///< place in its chapter
    std::unique_ptr<Lab> (*make)() = nullptr;
};

/// All labs, by chapter in teaching order, then by name.
std::span<const LabEntry> labs();
/// Throws BadInput that names the labs there are.
const LabEntry& findLab(std::string_view name);

/// One of these at the end of a lab's file puts it in the registry.
template<class L>
struct Registered {
    explicit Registered(LabEntry entry) {
        entry.make = [] { return std::unique_ptr<Lab>(std::make_unique<L>()); };
        add(std::move(entry));
    }

private:
    static void add(LabEntry entry);
};

void registerLab(LabEntry entry);
template<class L>
void Registered<L>::add(LabEntry entry) {
    registerLab(std::move(entry));
}

} // namespace lanescope::kit
