// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/lab_interfaces.h"
#include "kit/registry.h"
#include "kit/session.h"
#include "session/stream_timeline.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lanescope::labs_test {

using Sets = std::vector<std::pair<const char*, const char*>>;

/// Sizes small enough for a test of every combination.
inline void makeSmall(kit::Lab& lab) {
    for (const auto& [name, value] :
         Sets{{"width", "64"}, {"height", "64"}, {"size", "64"}, {"size-mib", "1"}})
        if (const kit::Parameter* parameter = lab.findParameter(name);
            dynamic_cast<const kit::Integer*>(parameter))
            lab.set(name, value);
    if (const auto* size = dynamic_cast<const kit::Choice*>(lab.findParameter("size")))
        lab.set("size", size->choices().front());
}

/// One run of a lab without graphics on the emulated device.
struct LabRun {
    LabRun(std::string_view name, const Sets& sets, std::string_view architecture = "9.0")
        : entry(kit::findLab(name)), lab(entry.make()) {
        makeSmall(*lab);
        for (const auto& [parameter, value] : sets) lab->set(parameter, value);
        kit::SessionOptions options;
        options.architectures = {model::findArchitecture(architecture)};
        session = std::make_unique<kit::Session>(device::openEmulated(), options);
        session->setLab(entry, lab);
        session->step(0, 0);
        EXPECT_EQ(session->error(), "");
    }
    kit::Drawn drawn() const { return session->drawn().value(); }
    const session::RunResult& result() const { return drawn().result; }
    /// Counts of the access that the lab's pictures are about.
    model::Counts subject() const {
        for (const session::LaunchResult& launch : result().launches)
            for (const model::WarpAccess& access : launch.observation->trace)
                if (kit::isSubject(*lab, launch, access)) {
                    model::Report ofSite = launch.observation->reports.front();
                    std::erase_if(ofSite.sites, [&](const auto& each) { return each.site != access.site; });
                    return ofSite.total();
                }
        ADD_FAILURE() << "no subject";
        return {};
    }

    const kit::LabEntry& entry;
    std::shared_ptr<kit::Lab> lab;
    std::unique_ptr<kit::Session> session;
};

/// What a lab has in streams, and what its copies take, on an architecture.
inline std::optional<session::StreamTimeline> streamTimeline(const kit::Lab& lab,
                                                             const model::Architecture& architecture) {
    return session::streamTimelineOf(kit::recordingOf(lab, architecture), architecture);
}
inline std::optional<session::CopyTime> copyTime(const kit::Lab& lab,
                                                 const model::Architecture& architecture) {
    return session::copyTimeOf(kit::recordingOf(lab, architecture), architecture);
}

} // namespace lanescope::labs_test
