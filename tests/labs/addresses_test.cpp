// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "lab_run.h"

#include "model/error.h"

#include <map>

namespace lanescope::labs_test {
namespace {

/// Where each launch found its memory.
std::map<std::string, std::uint64_t> addressesOf(const kit::Session& session) {
    std::map<std::string, std::uint64_t> all;
    std::size_t number = 0;
    for (const session::LaunchResult& launch : session.drawn()->result.launches) {
        ++number;
        if (!launch.observation) continue;
        for (const session::Placement& placement : launch.observation->placements)
            all[std::to_string(number) + ' ' + placement.name] = placement.address;
    }
    return all;
}

/// A picture shows addresses: that of a lab to which a user came by sliders and other labs is drawn again, by
/// its link, in a program that has just started.
TEST(Addresses, AreThoseOfAFreshStart) {
    kit::SessionOptions options;
    kit::Session session(device::openEmulated(), options);
    std::size_t seen = 0;
    for (const kit::LabEntry& entry : kit::labs()) {
        const std::shared_ptr<kit::Lab> before = entry.make();
        makeSmall(*before);
        for (const auto& [name, value] : Sets{{"width", "100"}, {"size", "128"}, {"size-mib", "3"}})
            if (dynamic_cast<const kit::Integer*>(before->findParameter(name))) before->set(name, value);
        session.setLab(entry, before);
        session.step(0, 0);
        const LabRun fresh(entry.name, {});
        session.setLab(entry, fresh.lab);
        session.step(0, 0);
        ASSERT_TRUE(session.drawn()) << entry.name;
        EXPECT_EQ(addressesOf(session), addressesOf(*fresh.session)) << entry.name;
        seen += addressesOf(session).size();
    }
    EXPECT_GT(seen, 20U);
}

} // namespace
} // namespace lanescope::labs_test
