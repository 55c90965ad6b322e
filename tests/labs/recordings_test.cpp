// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Every lab's recording, written to a file and read again, gives what the lab gives.
#include "../recording/same_objects.h"
#include "lab_run.h"

#include "kit/registry.h"
#include "recording/file.h"

namespace lanescope::labs_test {
namespace {

std::unique_ptr<session::Playback> played(std::shared_ptr<const recording::Recording> recording) {
    auto playback = std::make_unique<session::Playback>(device::openEmulated(), session::PlaybackOptions{});
    playback->show(std::move(recording), false, 0);
    playback->step(0);
    return playback;
}

void expectSame(const session::RunResult& lab, const session::RunResult& file, const std::string& name) {
    ASSERT_EQ(lab.launches.size(), file.launches.size()) << name;
    for (std::size_t i = 0; i < lab.launches.size(); ++i) {
        const session::LaunchResult &a = lab.launches[i], &b = file.launches[i];
        EXPECT_EQ(a.label, b.label) << name;
        EXPECT_EQ(a.file->source, b.file->source) << name;
        EXPECT_EQ(a.refused, b.refused) << name;
        EXPECT_EQ(a.fault == nullptr, b.fault == nullptr) << name;
        ASSERT_TRUE(a.observation && b.observation) << name;
        const model::Report &counted = a.observation->reports.front(),
                            &again = b.observation->reports.front();
        ASSERT_EQ(counted.sites.size(), again.sites.size()) << name;
        for (std::size_t site = 0; site < counted.sites.size(); ++site) {
            EXPECT_EQ(counted.sites[site].site, again.sites[site].site) << name;
            EXPECT_EQ(counted.sites[site].counts, again.sites[site].counts) << name;
        }
        EXPECT_EQ(a.observation->trace.size(), b.observation->trace.size()) << name;
    }
    EXPECT_EQ(lab.kept == nullptr, file.kept == nullptr) << name;
    if (lab.kept && file.kept) {
        EXPECT_EQ(lab.kept->buffers.size(), file.kept->buffers.size()) << name;
        for (const auto& [buffer, values] : lab.kept->buffers)
            EXPECT_EQ(file.keptBuffer(buffer)->bytes, values.bytes) << name << ", " << buffer;
    }
    EXPECT_EQ(lab.calls == nullptr, file.calls == nullptr) << name;
    if (lab.calls && file.calls) {
        EXPECT_EQ(*lab.calls, *file.calls) << name;
    }
}

TEST(Recordings, OfFilesGiveTheSameCountsAndTheSameBytes) {
    for (const kit::LabEntry& entry : kit::labs()) {
        const std::shared_ptr<kit::Lab> lab = entry.make();
        makeSmall(*lab);
        const auto recorded =
            std::make_shared<recording::Recording>(kit::recordingOf(*lab, model::defaultArchitecture()));
        const auto read =
            std::make_shared<recording::Recording>(recording::unpack(recording::pack(*recorded), entry.name));
        const auto direct = played(recorded), file = played(read);
        EXPECT_EQ(direct->error(), "") << entry.name;
        EXPECT_EQ(file->error(), "") << entry.name;
        expectSame(direct->result(), file->result(), entry.name);
        const auto work = session::copyTimeOf(*recorded, model::defaultArchitecture()),
                   again = session::copyTimeOf(*read, model::defaultArchitecture());
        ASSERT_EQ(work.has_value(), again.has_value()) << entry.name;
        if (work) {
            EXPECT_EQ(work->seconds, again->seconds) << entry.name;
        }
    }
}

TEST(Recordings, OfAnAnimatedLabMoveOnlyResultsWhereAddressesStay) {
    const struct {
        const char* name;
        bool sameAccesses;
    } animated[] = {{"wave", true}, {"layout", true}, {"texture", false}};
    for (const auto& each : animated) {
        const auto lab = kit::findLab(each.name).make();
        if (lab->findParameter("animate")) lab->set("animate", "on");
        const model::Architecture& on = model::defaultArchitecture();
        EXPECT_TRUE(kit::dependsOnTime(*lab, on)) << each.name;
        const recording::Recording now = kit::recordingOf(*lab, on, 1), later = kit::recordingOf(*lab, on, 2);
        EXPECT_FALSE(now == later) << each.name;
        EXPECT_EQ(sameAccesses(now, later), each.sameAccesses) << each.name;
        EXPECT_TRUE(sameObjects(now, later)) << each.name << ": nothing is filled again";
    }
}

TEST(Recordings, ADragOfOneSliderFillsNoArrayAgain) {
    const auto lab = kit::findLab("transpose").make();
    lab->set("width", "4096");
    lab->set("height", "4096");
    const recording::Recording before = kit::recordingOf(*lab, model::defaultArchitecture());
    lab->set("rows", "4");
    const recording::Recording after = kit::recordingOf(*lab, model::defaultArchitecture());
    EXPECT_FALSE(before == after);
    EXPECT_TRUE(sameObjects(before, after));
    for (const recording::Contents& contents : before.contents)
        EXPECT_NE(contents.kind(), recording::Contents::Kind::Bytes) << "generated, not stored or hashed";
}

} // namespace
} // namespace lanescope::labs_test
