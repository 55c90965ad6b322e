// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/parameters.h"
#include "recording/recorder.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

/// Everything the author of a lab needs: a lab is parameters, and a function from them to a recording.
/// Pictures and words come by themselves. What only some labs have is in kit/lab_interfaces.h.
namespace lanescope::render {
class Canvas;
}

namespace lanescope::session {
struct RunResult;
}

namespace lanescope::kit {

struct Frame;
class Panel;
using recording::Buffer;
using recording::elements;
using recording::Focus;
using recording::Image;
using recording::OnlyResults;
using recording::PitchOf;
using recording::Recorder;
using recording::Structure;
using session::RunResult;

/// A lab holds nothing but its parameters: recording, report and picture are derived from them.
class Lab : public ParameterSet {
public:
    virtual ~Lab() = default;
    /// Writes down what the program with these parameters asks of a device. Throws BadInput for a conflict of
    /// parameters.
    virtual void record(Recorder& recorder) const = 0;
    /// Draws the kernel's result and its accesses. Unless a lab says otherwise: the image or mesh that it
    /// writes, and the shown access by its kind of memory.
    virtual void draw(const Frame& frame, render::Canvas& canvas) const;
    /// Says what the numbers mean. Unless a lab says otherwise: a verdict on the shown access, its table and
    /// its source. What it says is kept while only time passes and the accesses stay (Frame::edition).
    virtual void readout(const Frame& frame, Panel& panel) const;
    /// Whether draw() shows the result in the left half of the stage, Frame::left; else that is empty, and
    /// the access has the whole stage. Unless a lab says otherwise: whether it wrote an image or vertices.
    virtual bool hasResultPicture(const session::RunResult& result) const;

    /// One of the optional interfaces; nullptr: this lab has none of that kind.
    template<class Interface>
    const Interface* as() const {
        return dynamic_cast<const Interface*>(this);
    }
    template<class Interface>
    Interface* as() {
        return dynamic_cast<Interface*>(this);
    }
};

// What a frame's lab draws and says; where other code stands in for its kernels, what holds for any lab.
void drawLab(const Frame& frame, render::Canvas& canvas);
void readLab(const Frame& frame, Panel& panel);
/// Lab::hasResultPicture.
bool hasResultPicture(const Frame& frame);

/// Of a lab that says nothing of its place: behind all others.
inline constexpr int kLastPlace = 1'000'000;

/// A lab as the registry knows it.
struct LabEntry {
    std::string name, chapter, summary; ///< summary: one sentence for menus and `list`
    std::string title;                  ///< over the stage
    int place = kLastPlace;             ///< in the course, ascending; chapters stand by their first lab
    std::string move, see;              ///< a row of the README's table: what to change, and what that shows
    std::string terms;                  ///< words that it is found by, too
    std::function<std::unique_ptr<Lab>()> make;
};

/// Puts a lab in the registry, see kit/registry.h.
void registerLab(LabEntry entry);

/// One of these at the end of a lab's file puts it in the registry.
template<class L>
struct Registered {
    explicit Registered(LabEntry entry) {
        entry.make = [] { return std::unique_ptr<Lab>(std::make_unique<L>()); };
        registerLab(std::move(entry));
    }
};

/// Records a lab with its present values into an empty recording; modules come from kernels/. True: what it
/// recorded depends on the time. Throws BadInput for values that do not go together, and for a launch whose
/// grid or block no device of the architecture takes, unless the lab's calls may fail.
bool recordInto(recording::Recording& into, const Lab& lab, const model::Architecture& architecture,
                double time = 0);
/// Whether what the lab records depends on the time.
bool dependsOnTime(const Lab& lab, const model::Architecture& architecture);
recording::Recording recordingOf(const Lab& lab, const model::Architecture& architecture, double time = 0);

} // namespace lanescope::kit
