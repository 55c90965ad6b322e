// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// The parts of the app that need no window.
#include "kit/lab.h"
#include "kit/lab_interfaces.h"
#include "kit/panel/panel.h"
#include "kit/recorded_lab.h"
#include "kit/registry.h"
#include "kit/session.h"
#include "model/metrics.h"
#include "script_folder.h"
#include "shell/app/animation_clock.h"
#include "shell/app/line_choice.h"
#include "shell/app/messages.h"
#include "shell/app/pace.h"
#include "shell/app/runner.h"
#include "shell/app/undo/edit_history.h"
#include "shell/output/report.h"
#include "shell/requests/picture_link.h"
#include "shell/requests/scenario.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace lanescope::shell {
namespace {

EditState seen(std::string link, Bookmarks bookmarks = {}) {
    return {std::move(link), std::make_shared<const Bookmarks>(std::move(bookmarks))};
}

TEST(PaceTest, WhatAFrameHasChangedSettlesHoweverLongItTook) {
    Pace pace;
    double now = 0;
    for (int i = 0; i < Pace::kFramesToSettle; ++i) EXPECT_EQ(pace.wait({}, now), 0) << "the first ones";
    EXPECT_EQ(pace.wait({.moving = true}, now), 0);
    now += 5; // that frame had much to show
    int frames = 0;
    while (pace.wait({}, now) == 0) ++frames;
    EXPECT_EQ(frames, Pace::kFramesToSettle) << "at once";
    now += Pace::kIdleWait;
    EXPECT_TRUE(pace.drawsAfterWait(now)) << "a tooltip may still come";
    now += Pace::kLinger;
    EXPECT_EQ(pace.wait({}, now), Pace::kIdleWait);
    now += Pace::kIdleWait;
    EXPECT_FALSE(pace.drawsAfterWait(now)) << "nothing has changed since";
    EXPECT_EQ(pace.wait({}, now), Pace::kIdleWait);
    EXPECT_TRUE(pace.drawsAfterWait(now + Pace::kIdleWait / 2)) << "there was input";
}

TEST(ChecksStateTest, OfAProgramTheHostIsCheckedOnlyByChoice) {
    const ChecksState lab{.chosen = false, .always = true, .ofProgram = false};
    EXPECT_TRUE(lab.on() && !lab.canChoose());
    const ChecksState program{.chosen = false, .always = true, .ofProgram = true};
    EXPECT_TRUE(!program.on() && program.canChoose());
    EXPECT_STRNE(checksTip(lab), checksTip(program));
}

/// A recording of the lab that turns a picture, as of a program.
kit::LabEntry turningProgram() {
    const std::unique_ptr<kit::Lab> lab = kit::findLab("texture").make();
    lab->set("animate", "off");
    lab->set("angle", "30");
    auto recorded =
        std::make_shared<recording::Recording>(kit::recordingOf(*lab, model::defaultArchitecture()));
    recorded->options.focus = {}; // a corner of the picture
    return kit::recordedLab("t.lanescope", "t", std::move(recorded));
}

TEST(WorstWarpTest, OfAProgramTheWarpThatWastesMostIsShown) {
    kit::SessionOptions options;
    options.looks = true;
    const kit::LabEntry entry = turningProgram();
    kit::Session session{device::openEmulated(std::size_t{1} << 30, 2), options};
    session.setLab(entry, entry.make());
    session.step(0, 0);
    session.throwError();
    const kit::Drawn drawn = session.drawn().value();
    const std::optional<kit::ShownAccess> shown = drawn.access();
    ASSERT_TRUE(shown);
    EXPECT_EQ(shown->access->space, model::Space::Texture);
    const session::SiteWaste waste = shown->launch->observation->wasteAt(shown->access->site);
    EXPECT_GT(waste.most, 0);
    EXPECT_GT(waste.most, waste.mean()) << "warps differ";
    EXPECT_EQ(excessOf(*shown->access, shown->counts), waste.most);
    EXPECT_EQ(model::linearIndex(shown->access->block, shown->launch->grid), waste.block);
    EXPECT_EQ(shown->access->warp, waste.warp);
    EXPECT_NE(drawn.result.recording->options.focus, recording::Focus{});
}

/// A program in which only the last warps of each block execute line 23, each with another stride. All warps
/// execute line 22 before, where it is there, and waste nothing.
kit::LabEntry programOfUnlikeWarps(bool allLoad) {
    constexpr std::string_view kCode = R"(.version 6.3
.target sm_75
.address_size 64
.visible .entry _Z11strideFloatPfi(.param .u64 a, .param .u32 s)
{
.reg .pred %p<2>;
.reg .f32 %f<3>;
.reg .b32 %r<5>;
.reg .b64 %d<5>;
.loc 1 22 5
ld.param.u64 %d1, [a];
cvta.to.global.u64 %d2, %d1;
mov.u32 %r1, %tid.x;
shr.u32 %r2, %r1, 5;
setp.lt.u32 %p1, %r2, 4;
//ld.global.f32 %f1, [%d2];
@%p1 bra $END;
.loc 1 23 5
and.b32 %r3, %r1, 31;
mul.lo.s32 %r4, %r3, %r2;
mul.wide.u32 %d3, %r4, 4;
add.s64 %d4, %d2, %d3;
ld.global.f32 %f2, [%d4];
$END:
ret;
}
.file 1 "kernels/coalescing.cu"
)";
    auto recorded = std::make_shared<recording::Recording>(
        kit::recordingOf(*kit::findLab("coalescing").make(), model::defaultArchitecture()));
    recording::Module code = *recorded->modules.front();
    code.ptx = kCode;
    if (allLoad) code.ptx.erase(code.ptx.find("//"), 2);
    recorded->modules.front() = std::make_shared<const recording::Module>(std::move(code));
    recorded->options.focus = {};
    return kit::recordedLab("u.lanescope", "u", std::move(recorded));
}

TEST(WorstWarpTest, OfAProgramTheWorstLineIsShownThoughTheFirstWarpDoesNotExecuteIt) {
    kit::SessionOptions options;
    options.looks = true;
    for (const bool allLoad : {true, false}) {
        const kit::LabEntry entry = programOfUnlikeWarps(allLoad);
        kit::Session session{device::openEmulated(std::size_t{1} << 30, 2), options};
        session.setLab(entry, entry.make());
        session.step(0, 0);
        session.throwError();
        const std::optional<kit::ShownAccess> shown = session.drawn().value().access();
        ASSERT_TRUE(shown) << allLoad;
        EXPECT_EQ(shown->site->line, 23U) << allLoad;
        EXPECT_EQ(shown->access->block, (model::Dim3{0, 0, 0}));
        EXPECT_EQ(shown->access->warp, 7U) << "it has the largest stride";
    }
}

TEST(WorstWarpTest, OfAProgramALineLeadsToTheWarpThatWastesMostThere) {
    kit::SessionOptions options;
    options.looks = true;
    const kit::LabEntry entry = programOfUnlikeWarps(true);
    const std::shared_ptr<kit::Lab> lab = entry.make();
    lab->set("focus-block", "1");
    lab->set("focus-warp", "2");
    kit::Session session{device::openEmulated(std::size_t{1} << 30, 2), options};
    session.setLab(entry, lab);
    session.step(0, 0);
    session.throwError();
    const kit::Drawn drawn = session.drawn().value();
    const session::Observation& seen = *drawn.result.launches.front().observation;
    std::uint32_t site = 0;
    while (site < seen.uses.size() && seen.site(site).line != 23) ++site;
    ASSERT_LT(site, seen.uses.size());
    const auto choice = lineChoice(drawn, site, -1);
    ASSERT_TRUE(choice && choice->warp);
    EXPECT_EQ(*choice->warp, (recording::Focus{0, 7}));
    EXPECT_EQ(choice->text, "Warp 2 of block 1 does not execute line 23. Of those that do, warp 7 of block 0 "
                            "wastes most there, and is shown now.");
}

TEST(EditHistoryTest, GoesBackAndOnThroughWhatWasTaken) {
    EditHistory history;
    EXPECT_FALSE(history.canUndo());
    EXPECT_EQ(history.move(-1), nullptr) << "there is nothing yet";
    EXPECT_TRUE(history.take(seen("1")));
    EXPECT_FALSE(history.canUndo()) << "the first is no step";
    EXPECT_TRUE(history.take(seen("2")));
    EXPECT_TRUE(history.take(seen("3")));
    EXPECT_FALSE(history.take(seen("3")));
    EXPECT_TRUE(history.canUndo());
    EXPECT_FALSE(history.canRedo());
    EXPECT_EQ(history.move(-1)->link, "2") << "what was taken twice is one step";
    EXPECT_EQ(history.move(-1)->link, "1");
    EXPECT_EQ(history.move(-1), nullptr) << "the first stays";
    EXPECT_EQ(history.move(1)->link, "2");
    EXPECT_TRUE(history.take(seen("9")));
    EXPECT_FALSE(history.canRedo()) << "another step takes the place of those that were undone";
    EXPECT_EQ(history.move(-1)->link, "2");
}

TEST(EditHistoryTest, IsOneOverAllLabsAndBookmarks) {
    EditHistory history;
    history.take(seen("lanescope:banks"));
    history.take(seen("lanescope:banks?set=stride=5"));
    history.take(seen("lanescope:wave"));
    history.take(seen("lanescope:wave", {{"mine", "lanescope:wave"}}));
    EXPECT_TRUE(history.move(-1)->bookmarks->empty());
    EXPECT_EQ(history.move(-1)->link, "lanescope:banks?set=stride=5");
    EXPECT_EQ(history.move(-1)->link, "lanescope:banks");
    for (int i = 0; i < 2; ++i) history.move(1);
    EXPECT_EQ(history.move(1)->bookmarks->front().name, "mine");
}

TEST(EditHistoryTest, WhatJoinsIsNoStepOfItsOwn) {
    EditHistory history;
    history.take(seen("1"), true);
    history.take(seen("2"));
    EXPECT_TRUE(history.take(seen("3"), true));
    EXPECT_EQ(history.move(-1)->link, "1");
    EXPECT_EQ(history.move(1)->link, "3");
    EXPECT_TRUE(history.take(seen("1"), true)) << "there and back";
    EXPECT_FALSE(history.canUndo()) << "is no step at all";
    history.take(seen("4"));
    history.move(-1);
    history.settle(seen("1, a little different"));
    EXPECT_FALSE(history.take(seen("1, a little different"))) << "going there is no step";
    EXPECT_EQ(history.move(1)->link, "4") << "and what was undone is still there";
}

TEST(EditHistoryTest, TheOldestStepsGo) {
    EditHistory history;
    for (std::size_t i = 0; i < EditHistory::kMost + 10; ++i) history.take(seen(std::to_string(i)));
    std::size_t steps = 0;
    std::string first;
    for (const EditState* to = history.move(-1); to; to = history.move(-1)) {
        ++steps;
        first = to->link;
    }
    EXPECT_EQ(steps, EditHistory::kMost);
    EXPECT_EQ(first, "9");
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

TEST(PictureLinkTest, SaysTheSameAsTheCommand) {
    const kit::LabEntry& entry = kit::findLab("texture");
    const auto lab = entry.make();
    lab->set("image", "100 % my cat's & ?.png");
    lab->set("angle", "30.5");
    kit::View view;
    view.showSteps = true;
    view.step = 1;
    view.site = 4;
    view.split = 0.25F;
    view.camera.azimuth = 0.1F;
    view.times.zoom(0.3, 40);
    const std::string link = pictureLink({.entry = entry,
                                          .lab = *lab,
                                          .architecture = *model::findArchitecture("H100"),
                                          .device = "emulated",
                                          .view = view,
                                          .time = 1.0 / 3,
                                          .width = 640,
                                          .height = 480,
                                          .zoom = 1.1F,
                                          .light = true,
                                          .presenter = true,
                                          .checks = true});
    EXPECT_EQ(link.find_first_of(" '\"&?#\n", link.find('?') + 1), link.find('&')) << link;
    const Scenario scenario = readScenario(link);
    EXPECT_EQ(scenario.request.lab, "texture");
    EXPECT_EQ(scenario.request.sets,
              (std::vector<std::string>{"image=100 % my cat's & ?.png", "angle=30.5"}));
    EXPECT_EQ(scenario.request.architectures, "H100 SXM5");
    LabRequest request = scenario.request;
    request.sets.erase(request.sets.begin()); // there is no such picture
    const AppOptions options = appOptions(request, scenario.look);
    EXPECT_EQ(options.architecture, "H100 SXM5");
    EXPECT_EQ(options.device, "emulated");
    EXPECT_EQ(options.view, view);
    EXPECT_EQ(options.startTime, 1.0 / 3);
    EXPECT_EQ(options.width, 640);
    EXPECT_EQ(options.height, 480);
    EXPECT_EQ(options.zoom, 1.1F);
    EXPECT_TRUE(options.light && options.presenter && options.checks);
}

TEST(PictureLinkTest, ThatIsOfAPartLeavesTheWindowItsSize) {
    const LookRequest part =
        readScenario("lanescope:banks?size=400x300&zoom=1.2&view=access&theme=light").look;
    EXPECT_EQ(part.size, "400x300");
    const LookRequest shown = inWindow(part);
    EXPECT_TRUE(shown.size.empty() && shown.zoom.empty() && shown.view.empty());
    EXPECT_EQ(shown.theme, "light");
    EXPECT_EQ(inWindow(readScenario("lanescope:banks?size=800x600&zoom=1.2").look).size, "800x600");
}

TEST(PictureLinkTest, WhatSaysNothingKeepsItsDefault) {
    const Scenario scenario = readScenario("lanescope:banks");
    EXPECT_EQ(scenario.request.lab, "banks");
    const AppOptions options = appOptions(scenario.request, scenario.look);
    EXPECT_EQ(options.view, kit::View{});
    EXPECT_FALSE(options.light || options.presenter || options.checks);
    EXPECT_EQ(readScenario(" lanescope:banks?theme=light\n").look.theme, "light") << "as it may be pasted";
}

/// Of a program that anybody may have sent along.
TEST(PictureLinkTest, WhatNamesAProgramDoesNotRunIt) {
    const ScriptFolder folder("link");
    const auto mark = folder.path() / "it-ran";
    const std::string program = folder.program("touch " + mark.string() + "\nexit 3");
    const auto requested = [&](bool runs, bool asks) {
        LabRequest request;
        request.scenario = "lanescope:" + program + "?device=emulated";
        request.runProgram = runs;
        request.asksForProgram = asks;
        return request;
    };
    try {
        resolve(requested(false, false));
        ADD_FAILURE() << "it was not refused";
    } catch (const BadInput& refused) {
        EXPECT_NE(std::string_view(refused.what()).find(program), std::string_view::npos) << refused.what();
        EXPECT_NE(std::string_view(refused.what()).find("--run-program"), std::string_view::npos);
    }
    const LabRequest window = requested(false, true);
    const AppOptions options = appOptions(window, completed(window, {}));
    EXPECT_EQ(options.asks, (Program{program, {}, "emulated"}));
    EXPECT_EQ(options.lab, kit::labs().front().name) << "what stands there until then";
    EXPECT_FALSE(std::filesystem::exists(mark));
    LabRequest withValues = window;
    withValues.sets = {"stride=4"};
    EXPECT_THROW(resolve(withValues), BadInput) << "it has no parameters";

    EXPECT_THROW(resolve(requested(true, false)), BadInput) << "it leaves no recording";
    EXPECT_TRUE(std::filesystem::remove(mark)) << "but it ran";
    LabRequest named = requested(false, false);
    named.lab = program;
    EXPECT_THROW(resolve(named), BadInput);
    EXPECT_TRUE(std::filesystem::remove(mark)) << "the user named it beside the link";
}

TEST(PictureLinkTest, DamagedOnesAreRefusedInOneLine) {
    const std::pair<const char*, const char*> cases[] = {
        {"lanescope:banks?colour=red", "colour"},
        {"lanescope:banks?set=stride%3", "hexadecimal"},
        {"lanescope:banks?set=stride%", "hexadecimal"},
        {"lanescope:banks?set=stride%zz4", "hexadecimal"},
        {"lanescope:banks?presenter=maybe", "presenter"},
        {"lanescope:nosuchlab", "nosuchlab"},
        {"lanescope:banks?set=stride=65", "65"},
        {"lanescope:banks?set=stride", "NAME=VALUE"},
        {"lanescope:banks?step=0", "--step"},
        {"lanescope:banks?size=1x1", "1x1"},
        {"lanescope:banks?camera=1,2", "camera"},
        {"lanescope:streams?between=0.5", "timeline"},
        {"lanescope:streams?between=0.5,0.5", "timeline"},
        {"lanescope:streams?between=0.5,nan", "timeline"},
        {"lanescope:streams?between=-1,0.5", "timeline"},
        {"lanescope:banks?arch=12345", "12345"},
    };
    for (const auto& [link, word] : cases) {
        try {
            LabRequest request;
            request.scenario = link;
            appOptions(request, completed(request, {}));
            ADD_FAILURE() << link;
        } catch (const BadInput& failure) {
            EXPECT_NE(std::string_view(failure.what()).find(word), std::string_view::npos) << failure.what();
            EXPECT_EQ(std::string_view(failure.what()).find('\n'), std::string_view::npos);
        }
    }
}

TEST(PictureLinkTest, OneThatWasCutOffOrChangedIsRefused) {
    LabRequest request;
    request.lab = "texture";
    request.sets = {"image=100 % my cat's.png", "angle=30.5"};
    LookRequest look;
    look.theme = "light";
    const std::string link = linkOf({request, look});
    EXPECT_EQ(readScenario(link).request.sets, request.sets);
    for (std::size_t length = link.find('?') + 1; length < link.size(); ++length)
        EXPECT_THROW(readScenario(link.substr(0, length)), BadInput) << link.substr(0, length);
    std::string changed = link;
    changed.replace(changed.find("30.5"), 4, "40.5");
    EXPECT_THROW(readScenario(changed), BadInput);
    // As a person writes it, and as a chat program may write what a link has as it is.
    const std::size_t sum = changed.find("sum="), end = changed.find('&') + 1;
    EXPECT_EQ(readScenario(changed.erase(sum, end - sum)).request.sets.back(), "angle=40.5");
    std::string written = link;
    written.replace(written.find("30.5"), 4, "30%2E5");
    EXPECT_EQ(readScenario(written).request.sets, request.sets);
}

static_assert(std::is_same_v<decltype(std::declval<Runner&>().editedLab()), const kit::Lab&>,
              "Runner::edit is the only way to change its values");

TEST(RunnerTest, AnEditIsTakenWholeOrNotAtAll) {
    AppOptions options;
    options.device = device::kEmulated;
    options.lab = "banks";
    options.sets = {{"stride", "3"}};
    Runner runner(options);
    const auto stride = [&runner] { return runner.editedLab().parameter("stride").text(); };
    EXPECT_EQ(stride(), "3");
    runner.edit({.reset = true, .sets = {{"pad", "1"}, {"stride", "5"}}});
    EXPECT_EQ(stride(), "5");
    EXPECT_THROW(runner.edit({.reset = true, .sets = {{"stride", "7"}, {"stride", "many"}}}), BadInput);
    EXPECT_EQ(stride(), "5");
    EXPECT_EQ(runner.editedLab().parameter("pad").text(), "1");
    EXPECT_THROW(runner.edit({.reset = false, .sets = {{"stride", "7"}, {"colour", "red"}}}), BadInput);
    EXPECT_EQ(stride(), "5");
}

/// The recording of a lab with a mistake, played with checks as a program's is in the window.
class MistakeTest : public testing::Test {
protected:
    void play(const char* mistake) {
        const std::unique_ptr<kit::Lab> lab = kit::findLab("errors").make();
        lab->set("mistake", mistake);
        auto recorded =
            std::make_shared<recording::Recording>(kit::recordingOf(*lab, model::defaultArchitecture()));
        recorded->options.mayFail = true;
        recorded->options.focus = {0, 0};
        entry = kit::recordedLab("r.lanescope", "r", recorded);
        kit::SessionOptions options;
        options.checks = options.looks = true;
        session = std::make_unique<kit::Session>(device::openEmulated(std::size_t{1} << 30, 2), options);
        session->setLab(entry, entry.make());
        session->step(0, 0);
        while (session->playback().idle() && session->step(0, 0)) {
        }
        session->throwError();
    }
    kit::PanelContents::Verdict verdict() const {
        const kit::Drawn drawn = session->drawn().value();
        const kit::Frame frame(drawn, session->device().info(), view, brush, render::darkTheme());
        kit::PanelContents contents;
        kit::Panel panel(frame, contents);
        kit::readLab(frame, panel);
        return contents.verdict();
    }

    kit::View view;
    kit::Brush brush;
    kit::LabEntry entry;
    std::unique_ptr<kit::Session> session;
};

TEST_F(MistakeTest, TheWarpThatAFindingIsAboutIsShown) {
    play("race");
    const kit::Drawn drawn = session->drawn().value();
    const auto shown = drawn.access();
    ASSERT_TRUE(shown);
    const ptx::Finding* const finding = kit::firstMistake(*shown->launch);
    ASSERT_TRUE(finding && finding->access);
    EXPECT_EQ(shown->access->block, finding->access->block);
    EXPECT_EQ(shown->access->warp, finding->access->warp);
    EXPECT_EQ(shown->site->line, finding->access->line);
    EXPECT_EQ(verdict().sentence, kit::findingText(*finding));
    const kit::FoundAt place = kit::placeOf(*finding, drawn.result, 0);
    EXPECT_EQ(kit::siteAt(place, *shown->launch), shown->access->site);
    EXPECT_EQ(kit::siteAt({.launch = 0, .file = "other.cu", .line = place.line, .warp = {}, .direction = {}},
                          *shown->launch),
              -1);
}

TEST_F(MistakeTest, WhatSeveralLaunchesHaveIsOneMessage) {
    play("race");
    session::RunResult result = session->drawn()->result;
    result.launches.push_back(result.launches.front());
    Messages messages;
    messages.noteResult(result, true, false);
    const std::string text = messages.text();
    const std::string finding = kit::findingText(*kit::firstMistake(result.launches.front()));
    const std::size_t first = text.find(finding + " (in 2 launches)\n");
    ASSERT_NE(first, std::string::npos) << text;
    EXPECT_EQ(text.find(finding, first + 1), std::string::npos) << text;
    EXPECT_NE(text.find("in all blocks (in 2 launches)\n"), std::string::npos) << text;
}

TEST_F(MistakeTest, ALaunchThatDidNotRunIsSaidToBeOne) {
    play("too-many-threads");
    EXPECT_FALSE(session->drawn()->access());
    EXPECT_EQ(verdict().headline, "The launch did not run");
    EXPECT_NE(verdict().sentence.find("1536 threads"), std::string::npos) << verdict().sentence;
}

/// A launch of a report without accesses.
ReportedLaunch reported(std::string kernel, const model::Report& report, const device::LaunchRecord& record) {
    ReportedLaunch launch;
    launch.label = std::move(kernel);
    launch.grid = launch.block = {1, 1, 1};
    launch.report = &report;
    launch.record = &record;
    launch.checked = true;
    return launch;
}

std::size_t timesIn(std::string_view text, std::string_view words) {
    std::size_t times = 0;
    for (std::size_t at = text.find(words); at != std::string_view::npos; at = text.find(words, at + 1))
        ++times;
    return times;
}

TEST(ReportText, EqualLaunchesAreOneRowAndTheirFindingsAreSaidOnce) {
    model::Report report;
    report.architecture = &model::defaultArchitecture();
    report.blocksRun = report.blocksTotal = 1;
    device::LaunchRecord none, race;
    ptx::Finding finding;
    finding.kind = ptx::FindingKind::Race;
    finding.what = "a.cu:1: a race";
    finding.where = "kernel f";
    finding.count = 1;
    race.findings = {finding};
    const std::vector<ReportedLaunch> launches{reported("f", report, race), reported("f", report, race),
                                               reported("f", report, none), reported("f", report, race)};
    const std::string text = reportText(launches);
    EXPECT_EQ(timesIn(text, "a.cu:1: a race: kernel f (in 3 launches)\n"), 1U) << text;
    EXPECT_EQ(timesIn(text, "a race"), 1U) << text;
    EXPECT_EQ(timesIn(text, "  2 x f: 1 finding of races"), 1U) << text;
    EXPECT_EQ(timesIn(text, "\n2 x f "), 1U) << text;
}

TEST(ReportText, PathsAreAsSeenFromTheFolderOrTheProgram) {
    const std::string here = std::filesystem::current_path().string();
    const ShownPaths paths("/opt/heat/build/heat");
    EXPECT_EQ(paths.in(here + "/step.cu:12"), "step.cu:12");
    EXPECT_EQ(paths.in("race: " + here + "/a/step.cu:12, earlier (" + here + "/b.cu:3)"),
              "race: a/step.cu:12, earlier (b.cu:3)");
    EXPECT_EQ(paths.in("/opt/heat/build/gen.cu:1"), "gen.cu:1");
    EXPECT_EQ(paths.in("/opt/heat/step.cu:1"), "/opt/heat/step.cu:1");
    EXPECT_EQ(paths.in("/mnt" + here + "/step.cu"), "/mnt" + here + "/step.cu") << "another folder";
    EXPECT_EQ(ShownPaths("/heat").in("/usr/step.cu"), "/usr/step.cu");
    EXPECT_EQ(ShownPaths().in(here + "/step.cu"), here + "/step.cu");
    model::Report report;
    report.architecture = &model::defaultArchitecture();
    report.blocksRun = report.blocksTotal = 1;
    device::LaunchRecord race;
    ptx::Finding finding;
    finding.what = here + "/a.cu:1: a race";
    finding.where = "kernel f";
    finding.count = 1;
    race.findings = {finding};
    const std::vector<ReportedLaunch> launches{reported("f", report, race)};
    EXPECT_EQ(timesIn(reportText(launches, paths), "  a.cu:1: a race: kernel f\n"), 1U);
}

TEST(ReportText, ShortenedNamesOfKernelsDiffer) {
    model::Report report;
    report.architecture = &model::defaultArchitecture();
    const device::LaunchRecord record;
    const auto reduce = [](const std::string& function) {
        return "cub::CUB_300001_SM_750::detail::reduce::" + function +
               "<cub::CUB_300001_SM_750::detail::reduce::policy_hub<int, unsigned int, "
               "cuda::std::__4::plus<void>>::Policy1000, int*, unsigned int, int, "
               "cuda::std::__4::__identity>";
    };
    const auto apply = [](const std::string& argument) {
        return "apply<FirstOfManyArguments<int>, SecondOfManyArguments<" + argument +
               ">, ThirdOfManyArguments<float, float>>";
    };
    const std::vector<ReportedLaunch> launches{
        reported(reduce("DeviceReduceKernel"), report, record),
        reported(reduce("DeviceReduceSingleTileKernel"), report, record),
        reported(apply("int"), report, record), reported(apply("double"), report, record)};
    const std::string text = reportText(launches);
    EXPECT_EQ(text.find("CUB_300001"), std::string::npos) << text;
    EXPECT_EQ(timesIn(text, "\nDeviceReduceKernel<Policy1000, int*,"), 1U) << text;
    EXPECT_EQ(timesIn(text, "\nDeviceReduceSingleTileKernel<Policy1000, int"), 1U) << text;
    EXPECT_EQ(timesIn(text, "\napply ... nts<int>, ThirdOfManyArguments<float, float>>"), 1U) << text;
    EXPECT_EQ(timesIn(text, "\napply ... nts<double>, ThirdOfManyArguments<float, float>>"), 1U) << text;
}

TEST(ReportText, AnArchitectureWithoutANameOfItsOwnIsNamedOnce) {
    EXPECT_EQ(modelledAs(*model::findArchitecture("8.6")), "\nmodelled as CC 8.6\n");
}

/// The recording of a reduction, of whose warps only the first writes the block's sum.
TEST(LineChoiceTest, SaysWhichWarpExecutesALine) {
    const auto recorded = std::make_shared<const recording::Recording>(
        kit::recordingOf(*kit::findLab("reduction").make(), model::defaultArchitecture()));
    const kit::LabEntry program = kit::recordedLab("r.lanescope", "r", recorded);
    for (const kit::LabEntry& entry : {program, kit::findLab("reduction")}) {
        const std::shared_ptr<kit::Lab> lab = entry.make();
        lab->set("focus-block", "1");
        lab->set("focus-warp", "3");
        kit::Session session{device::openEmulated(std::size_t{1} << 30, 2), {}};
        session.setLab(entry, lab);
        session.step(0, 0);
        session.throwError();
        const kit::Drawn drawn = session.drawn().value();
        const session::Observation& seen = *drawn.result.launches.front().observation;
        const std::uint32_t own = seen.trace.front().site;
        std::uint32_t others = 0;
        while (others < seen.uses.size() &&
               (!seen.uses[others].isUsed ||
                std::ranges::find(seen.trace, others, &model::WarpAccess::site) != seen.trace.end()))
            ++others;
        ASSERT_LT(others, seen.uses.size());
        const auto shown = lineChoice(drawn, own, -1);
        ASSERT_TRUE(shown);
        EXPECT_EQ(shown->site, own);
        EXPECT_EQ(shown->text, "");
        const auto another = lineChoice(drawn, others, -1);
        ASSERT_TRUE(another);
        const bool chooses = lab->as<kit::RecordsAProgram>();
        const std::string line = std::to_string(seen.site(others).line);
        EXPECT_EQ(another->text, "Warp 3 of block 1 does not execute line " + line +
                                     ". Warp 0 of block 1 does" + (chooses ? ", and is shown now." : "."));
        EXPECT_EQ(another->warp.has_value(), chooses);
        if (another->warp) {
            EXPECT_EQ(*another->warp, (recording::Focus{1, 0}));
        }
    }
}

TEST(SweepMetricsTest, OfEveryLabSayWhatTheyCount) {
    model::Report report;
    report.architecture = &model::defaultArchitecture();
    int checked = 0;
    for (const kit::LabEntry& entry : kit::labs()) {
        const auto lab = entry.make();
        const auto check = [&] {
            const auto sweep = kit::sweepOf(*lab);
            if (!sweep || sweep->metric == "bandwidth") return;
            ++checked;
            EXPECT_NO_THROW(sweep->subject ? model::metricValue(model::Counts{}, sweep->metric)
                                           : model::metricValue(report, sweep->metric))
                << entry.name << ": " << sweep->metric;
        };
        check();
        for (kit::Parameter* parameter : lab->parameters()) {
            auto* choice = dynamic_cast<kit::Choice*>(parameter);
            for (std::size_t i = 0; choice && i < choice->choices().size(); ++i) {
                choice->assign(i);
                check();
            }
            parameter->reset();
        }
    }
    EXPECT_GT(checked, 20);
}

} // namespace
} // namespace lanescope::shell
