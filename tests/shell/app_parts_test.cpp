// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// The parts of the app that need no window.
#include "kit/lab.h"
#include "kit/lab_interfaces.h"
#include "kit/registry.h"
#include "model/metrics.h"
#include "shell/app/animation_clock.h"
#include "shell/app/edit_history.h"
#include "shell/app/picture_command.h"

#include <gtest/gtest.h>

#include <functional>
#include <utility>

namespace lanescope::shell {
namespace {

struct Values : kit::ParameterSet {
    kit::Integer stride{this, "stride", 1, 0, 64, "elements between lanes"};
};

TEST(EditHistoryTest, GoesBackAndOnThroughWhatWasRemembered) {
    Values values;
    EditHistory history;
    EXPECT_FALSE(history.canUndo());
    history.move(-1, values); // no lab is open: nothing happens
    history.open("banks", values);
    for (const int stride : {2, 3, 3}) {
        values.stride.assign(stride);
        history.remember(values);
    }
    EXPECT_TRUE(history.canUndo());
    EXPECT_FALSE(history.canRedo());
    history.move(-1, values);
    EXPECT_EQ(values.stride.value(), 2) << "what was remembered twice is one step";
    history.move(-1, values);
    history.move(-1, values);
    EXPECT_EQ(values.stride.value(), 1) << "the first stays";
    history.move(1, values);
    EXPECT_EQ(values.stride.value(), 2);
    values.stride.assign(9);
    history.remember(values);
    EXPECT_FALSE(history.canRedo()) << "another step takes the place of those that were undone";
    history.move(-1, values);
    EXPECT_EQ(values.stride.value(), 2);
}

TEST(EditHistoryTest, EachLabHasItsOwn) {
    Values banks, wave;
    EditHistory history;
    history.open("banks", banks);
    banks.stride.assign(5);
    history.remember(banks);
    history.open("wave", wave);
    EXPECT_FALSE(history.canUndo());
    history.open("banks", banks);
    history.move(-1, banks);
    EXPECT_EQ(banks.stride.value(), 1);
}

TEST(AnimationClockTest, StandsStillWhilePaused) {
    AnimationClock clock(3);
    clock.set(1);
    EXPECT_DOUBLE_EQ(clock.time(), 4);
    clock.playOrPause();
    clock.set(11);
    EXPECT_DOUBLE_EQ(clock.time(), 4);
    EXPECT_TRUE(clock.paused());
    clock.playOrPause();
    EXPECT_DOUBLE_EQ(clock.time(), 4) << "and goes on from there";
    clock.set(12);
    EXPECT_DOUBLE_EQ(clock.time(), 5);
}

TEST(PictureCommandTest, SaysAllThatIsNotAsUsual) {
    const kit::LabEntry& entry = kit::findLab("banks");
    const auto lab = entry.make();
    kit::View view;
    const PictureState plain{.entry = entry,
                             .lab = *lab,
                             .architecture = *model::findArchitecture("H100"),
                             .device = "emulated",
                             .view = view};
    EXPECT_EQ(pictureCommand(plain), "lanescope shot banks --arch 'H100 SXM5' --device emulated --theme dark "
                                     "--size 1600x1000 --out banks.png");
    lab->set("stride", "3");
    view.showSteps = true;
    view.step = 1;
    view.site = 4;
    view.split = 0.25F;
    PictureState state = plain;
    state.light = state.presenter = state.checks = true;
    state.zoom = 1.5F;
    EXPECT_EQ(
        pictureCommand(state),
        "lanescope shot banks --set stride=3 --arch 'H100 SXM5' --device emulated --check --theme light "
        "--presenter --size 1600x1000 --zoom 1.5 --site 4 --step 2 --split 0.25 --out banks.png");
}

TEST(PictureCommandTest, QuotesWhatAShellWouldTakeApart) {
    const kit::LabEntry& entry = kit::findLab("texture");
    const auto lab = entry.make();
    lab->set("image", "my cat's.png");
    const kit::View view;
    const std::string command = pictureCommand({.entry = entry,
                                                .lab = *lab,
                                                .architecture = model::defaultArchitecture(),
                                                .device = "cuda:0",
                                                .view = view,
                                                .time = 2.5});
    EXPECT_NE(command.find(R"(--set 'image=my cat'\''s.png')"), std::string::npos) << command;
    EXPECT_NE(command.find("--time 2.5"), std::string::npos) << command;
}

/// Puts a lab through every word of its choices and asks for the sweep it then proposes.
struct ThroughChoices final : kit::ParameterVisitor {
    explicit ThroughChoices(std::function<void()> each) : check(std::move(each)) {}
    void visit(kit::Integer&) override {}
    void visit(kit::Real&) override {}
    void visit(kit::Choice& choice) override {
        for (std::size_t i = 0; i < choice.choices().size(); ++i) {
            choice.assign(i);
            check();
        }
        choice.reset();
    }
    void visit(kit::Toggle&) override {}
    void visit(kit::File&) override {}
    std::function<void()> check;
};

TEST(SweepMetricsTest, OfEveryLabSayWhatTheyCount) {
    model::Report report;
    report.architecture = &model::defaultArchitecture();
    int checked = 0;
    for (const kit::LabEntry& entry : kit::labs()) {
        const auto lab = entry.make();
        ThroughChoices choices([&] {
            const auto sweep = kit::sweepOf(*lab);
            if (!sweep || sweep->metric == "bandwidth") return;
            ++checked;
            EXPECT_NO_THROW(sweep->subject ? model::metricValue(model::Counts{}, sweep->metric)
                                           : model::metricValue(report, sweep->metric))
                << entry.name << ": " << sweep->metric;
        });
        choices.check();
        for (kit::Parameter* parameter : lab->parameters()) parameter->accept(choices);
    }
    EXPECT_GT(checked, 20);
}

} // namespace
} // namespace lanescope::shell
