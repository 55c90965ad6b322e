// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// A program of the user's in the window: while it runs, cancelled, and when its recording is there.
#include "driven.h"
#include "kit/registry.h"
#include "recording/file.h"

#include <cstdlib>
#include <variant>

namespace lanescope::shell {
namespace {

namespace fs = std::filesystem;

fs::path scriptFolder() {
    return fs::temp_directory_path() / ("lanescope-own-" + std::to_string(::getpid()));
}

/// A program that does what a shell script says.
AppOptions running(const std::string& script) {
    fs::create_directories(scriptFolder());
    ::setenv("XDG_DATA_HOME", (scriptFolder() / "data").c_str(), 1);
    const fs::path file = scriptFolder() / "own";
    std::ofstream(file) << "#!/bin/sh\n" << script;
    fs::permissions(file, fs::perms::owner_all);
    AppOptions options;
    options.runs = Program{file.string(), {}, "emulated"};
    return options;
}

bool said(const char* words) {
    return g_driven->app->messages().find(words) != std::string::npos;
}

void isCancelled(ImGuiTestContext* ctx) {
    IM_CHECK(soon(ctx, [&] { return there(ctx, "//Program run/Cancel"); }));
    IM_CHECK(g_driven->app->title().ends_with("/own"));
    ctx->ItemClick("//Program run/Cancel");
    IM_CHECK(soon(ctx, [&] { return said("was cancelled after"); }));
    ctx->Yield(2);
    IM_CHECK(there(ctx, "//Program run/Run again"));
    ctx->ItemClick("//Program run/Run again");
    IM_CHECK(soon(ctx, [&] { return there(ctx, "//Program run/Cancel"); }));
}

TEST(Ui, AProgramIsCancelledAndTheWindowGoesOn) {
    Driven driven(false, running("echo begun; sleep 60"));
    g_driven = &driven;
    IM_REGISTER_TEST(driven.engine, "program", "cancelled")->TestFunc = isCancelled;
    driven.run();
    fs::remove_all(scriptFolder());
}

void fails(ImGuiTestContext* ctx) {
    IM_CHECK(soon(ctx, [&] { return said("ended with exit code 3."); }));
    IM_CHECK(said("cannot be shown"));
    ctx->Yield(2);
    IM_CHECK(there(ctx, "//Program run/Run again"));
}

void isFoundToRunAgain(ImGuiTestContext* ctx) {
    IM_CHECK(soon(ctx, [&] { return said("ended with exit code 3."); }));
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_K);
    ctx->Yield(2);
    ctx->KeyChars("run again");
    ctx->Yield(2);
    ctx->KeyPress(ImGuiKey_Enter);
    IM_CHECK(soon(ctx, [&] { return fs::exists(scriptFolder() / "twice"); }));
}

TEST(Ui, TheSearchRunsAProgramAgain) {
    const std::string once = (scriptFolder() / "once").string(), twice = (scriptFolder() / "twice").string();
    Driven driven(false, running("test -e " + once + " && touch " + twice + "\ntouch " + once + "\nexit 3"));
    g_driven = &driven;
    IM_REGISTER_TEST(driven.engine, "program", "found")->TestFunc = isFoundToRunAgain;
    driven.run();
    fs::remove_all(scriptFolder());
}

TEST(Ui, AProgramWithoutARecordingSaysWhy) {
    Driven driven(false, running("echo what went wrong >&2; exit 3"));
    g_driven = &driven;
    IM_REGISTER_TEST(driven.engine, "program", "fails")->TestFunc = fails;
    driven.run();
    fs::remove_all(scriptFolder());
}

void runsAgainChecked(ImGuiTestContext* ctx) {
    IM_CHECK(soon(ctx, [&] { return said("ended with exit code 3."); }));
    ctx->MenuClick("//##MainMenuBar/Device/Check races, uninitialised reads and misuse");
    ctx->Yield(2);
    ctx->ItemClick("//Program run/Run again");
    IM_CHECK(soon(ctx, [&] { return said("ended with exit code 31."); }));
}

TEST(Ui, AProgramRunsAgainWithTheChecksThatAreOn) {
    Driven driven(false, running("exit 3$LANESCOPE_CHECK"));
    g_driven = &driven;
    IM_REGISTER_TEST(driven.engine, "program", "checked")->TestFunc = runsAgainChecked;
    driven.run();
    fs::remove_all(scriptFolder());
}

std::string shownLaunch() {
    const std::string link = g_driven->app->link();
    const std::size_t at = link.find("launch=");
    return at == std::string::npos ? std::string() : link.substr(at, link.find('&', at) - at);
}

void launchesAreChosen(ImGuiTestContext* ctx) {
    IM_CHECK(soon(ctx, [&] { return said(" ran for "); }));
    IM_CHECK(soon(ctx, [&] { return there(ctx, "//###Program/**/2##call"); }));
    IM_CHECK(!there(ctx, "//Program run/Run again"));
    IM_CHECK_STR_EQ(shownLaunch().c_str(), "");
    ctx->ItemClick("//###Program/**/2##call");
    ctx->Yield(2);
    IM_CHECK_STR_EQ(shownLaunch().c_str(), "launch=1");
    // A picture of it is saved under the program's name, where the program was started.
    const fs::path before = fs::current_path();
    fs::current_path(scriptFolder());
    ctx->MenuClick("//##MainMenuBar/Capture/Save as SVG");
    ctx->Yield(3);
    const bool saved = fs::exists("lanescope-own-1.svg");
    fs::current_path(before);
    IM_CHECK(saved);
    // The link is one for another day, and what stood in the recording's place is no step of its own.
    const std::string link = g_driven->app->link();
    IM_CHECK(link.starts_with("lanescope:own."));
    LabRequest request;
    request.scenario = link;
    IM_CHECK(link.starts_with("lanescope:" + appOptions(request, completed(request, {})).lab));
    for (int i = 0; i < 3; ++i) {
        ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
        ctx->Yield(4);
        const std::string back = g_driven->app->link();
        IM_CHECK(back.starts_with("lanescope:own.") || back.starts_with("lanescope:banks"));
    }
}

std::string madeRecording() {
    return (scriptFolder() / "made.lanescope").string();
}

/// A script that leaves a recording as the runtime writes one: the window may look for it at any time, and it
/// is there as a whole or not at all.
std::string leavingARecording() {
    return "cp " + madeRecording() +
           " \"$LANESCOPE_RECORD.part\" && mv \"$LANESCOPE_RECORD.part\" \"$LANESCOPE_RECORD\"";
}

/// The script's folder has to be there.
bool makesTheRecording(const std::string& lab = "streams") {
    const std::string line =
        LANESCOPE_PROGRAM " record " + lab + " --out " + madeRecording() + " 2>/dev/null >&2";
    return std::system(line.c_str()) == 0;
}

/// In the window of a program whose recording is there.
void inAWindow(const AppOptions& options, const char* name, ImGuiTestTestFunc* deed) {
    Driven driven(false, options);
    g_driven = &driven;
    IM_REGISTER_TEST(driven.engine, "program", name)->TestFunc = deed;
    driven.run();
    fs::remove_all(scriptFolder());
}

TEST(Ui, AClickOnALaunchShowsIt) {
    const AppOptions options = running(leavingARecording());
    ASSERT_TRUE(makesTheRecording());
    inAWindow(options, "launches", launchesAreChosen);
}

std::string shownTimes() {
    const std::string link = g_driven->app->link();
    const std::size_t at = link.find("between=");
    return at == std::string::npos ? std::string() : link.substr(at, link.find('&', at) - at);
}

/// The wheel zooms, a drag moves without a click, and all of it is back by undo or by a double click.
void theTimelineIsZoomed(ImGuiTestContext* ctx) {
    IM_CHECK(soon(ctx, [&] { return there(ctx, "//###Program/**/2##call"); }));
    ctx->Yield(4);
    const render::Rect rect = g_driven->app->viewRect(WindowPart::Result);
    const ImVec2 middle(rect.x + rect.width * 0.6F, rect.y + rect.height * 0.4F);
    IM_CHECK_STR_EQ(shownTimes().c_str(), "");
    ctx->MouseMoveToPos(middle);
    for (int i = 0; i < 4; ++i) {
        ctx->MouseWheelY(1);
        ctx->Yield(2);
    }
    const std::string zoomed = shownTimes(), launch = shownLaunch();
    IM_CHECK_STR_NE(zoomed.c_str(), "");
    ctx->MouseDragWithDelta(ImVec2(-40, 0));
    ctx->Yield(2);
    IM_CHECK_STR_NE(shownTimes().c_str(), zoomed.c_str());
    IM_CHECK_STR_EQ(shownLaunch().c_str(), launch.c_str());
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
    ctx->Yield(4);
    IM_CHECK_STR_EQ(shownTimes().c_str(), zoomed.c_str());
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
    ctx->Yield(4);
    IM_CHECK_STR_EQ(shownTimes().c_str(), "");
    // Where there is no span: a click on one shows its launch.
    for (float share = 0.2F; share < 0.95F; share += 0.02F) {
        ctx->MouseMoveToPos(ImVec2(middle.x, rect.y + rect.height * share));
        ctx->MouseWheelY(3);
        ctx->Yield(2);
        if (shownTimes().empty()) continue;
        ctx->MouseDoubleClick();
        ctx->Yield(4);
        if (shownTimes().empty()) break;
    }
    IM_CHECK_STR_EQ(shownTimes().c_str(), "");
}

TEST(Ui, TheTimelineOfAProgramIsZoomed) {
    const AppOptions options = running(leavingARecording());
    ASSERT_TRUE(makesTheRecording());
    inAWindow(options, "timeline", theTimelineIsZoomed);
}

void aLaunchThatIsNotThereIsSaid(ImGuiTestContext* ctx) {
    IM_CHECK(soon(ctx, [&] { return said("there is no launch 99: the program has "); }));
    IM_CHECK_STR_EQ(shownLaunch().c_str(), "");
    // And of what is opened.
    const std::string link = withoutSum(g_driven->app->link());
    ImGui::SetClipboardText((link + "&site=9999").c_str());
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_V);
    IM_CHECK(soon(ctx, [&] { return said("there is no site 9999: the last one is "); }));
    IM_CHECK(g_driven->app->link().find("site=") == std::string::npos);
}

TEST(Ui, ALinkToALaunchThatIsNotThereShowsTheUsualOne) {
    AppOptions options = running(leavingARecording());
    ASSERT_TRUE(makesTheRecording());
    options.view.launch = 98;
    inAWindow(options, "no such launch", aLaunchThatIsNotThereIsSaid);
}

/// What goes on after a crash: never a recording that has gone with the window.
void theProgramIsKept(ImGuiTestContext* ctx) {
    IM_CHECK(soon(ctx, [&] { return there(ctx, "//Program run/Cancel"); }));
    const std::string lasting = g_driven->app->lastingLink();
    IM_CHECK(lasting.starts_with("lanescope:" + (scriptFolder() / "own").string() + "?"));
    LabRequest request;
    request.scenario = lasting;
    request.asksForProgram = true;
    const AppOptions after = appOptions(request, completed(request, {}));
    IM_CHECK(after.asks.has_value());
}

void nothingIsKept(ImGuiTestContext* ctx) {
    IM_CHECK(soon(ctx, [&] { return there(ctx, "//Program run/Cancel"); }));
    IM_CHECK_STR_EQ(g_driven->app->lastingLink().c_str(), "");
}

TEST(Ui, WhatGoesOnAfterACrashIsTheProgram) {
    for (const bool hasArguments : {false, true}) {
        AppOptions options = running("sleep 60");
        if (hasArguments) options.runs->arguments = {"argument"};
        Driven driven(false, options);
        g_driven = &driven;
        IM_REGISTER_TEST(driven.engine, "program", "kept")->TestFunc =
            hasArguments ? nothingIsKept : theProgramIsKept;
        driven.run();
    }
    fs::remove_all(scriptFolder());
}

/// Clicks in the strip of warps, which is the lowest picture of the stage, at that share of its width.
void clickWarp(ImGuiTestContext* ctx, float share) {
    const std::string before = g_driven->app->link();
    const render::Rect stage = g_driven->app->viewRect(WindowPart::Stage);
    for (float y = stage.bottom() - 24; y > stage.center().y && g_driven->app->link() == before; y -= 8) {
        ctx->MouseMoveToPos(ImVec2(stage.x + stage.width * share, y));
        ctx->MouseClick(ImGuiMouseButton_Left);
        ctx->Yield(2);
    }
}

void warpsAreChosen(ImGuiTestContext* ctx) {
    IM_CHECK(soon(ctx, [&] { return said(" ran for "); }));
    ctx->Yield(4);
    clickWarp(ctx, 0.8F);
    const std::string link = g_driven->app->link();
    IM_CHECK(link.find("focus-block=1") != std::string::npos); // that of the lab's recording
    IM_CHECK(link.find("focus-warp=6") != std::string::npos);
    IM_CHECK(link.find("site=") != std::string::npos); // the same access
    clickWarp(ctx, 0.1F);
    IM_CHECK(g_driven->app->link().find("focus-warp=0") != std::string::npos);
}

TEST(Ui, AClickOnAWarpOfAProgramShowsIt) {
    const AppOptions options = running(leavingARecording());
    ASSERT_TRUE(makesTheRecording("coalescing"));
    inAWindow(options, "warps", warpsAreChosen);
}

/// Of a lab's recording, its launches so often.
bool makesALongRecording(std::size_t times) {
    recording::Recording made = kit::recordingOf(*kit::findLab("banks").make(), model::defaultArchitecture());
    const std::vector<recording::Call> calls = made.calls;
    for (std::size_t i = 1; i < times; ++i)
        for (const recording::Call& call : calls)
            if (std::holds_alternative<recording::Launch>(call)) made.calls.push_back(call);
    recording::writeRecording(made, madeRecording());
    return fs::exists(madeRecording());
}

/// Launches that take a few seconds to play.
constexpr std::size_t kLongPlay = 150000;
constexpr const char *kStop = "//Play/Stop", *kGoOn = "//Play/Go on";

void aLongPlayStopsAndGoesOn(ImGuiTestContext* ctx) {
    IM_CHECK(soon(ctx, [&] { return there(ctx, kStop); }));
    IM_CHECK(!there(ctx, kGoOn));
    ctx->ItemClick(kStop);
    ctx->Yield(4);
    IM_CHECK(there(ctx, kGoOn));
    IM_CHECK(!there(ctx, kStop));
    // It waits, with what there is to be looked at.
    const std::string before = g_driven->app->link();
    ctx->Yield(30);
    IM_CHECK(there(ctx, kGoOn));
    IM_CHECK(soon(ctx, [&] { return there(ctx, "//###Program/**/1##call"); }));
    IM_CHECK_STR_EQ(g_driven->app->link().c_str(), before.c_str());
    ctx->ItemClick(kGoOn);
    ctx->Yield(2);
    IM_CHECK(!there(ctx, kGoOn));
    IM_CHECK(soon(ctx, [&] { return !there(ctx, kStop) && !there(ctx, kGoOn); }));
}

void callsAreFound(ImGuiTestContext* ctx) {
    constexpr const char *kFilter = "//###Program/**/##calls found", *kFirst = "//###Program/**/1##call";
    IM_CHECK(soon(ctx, [&] { return there(ctx, kFirst); }));
    ctx->ItemClick(kFilter);
    ctx->KeyChars("BANKLOAD"); // whatever the case
    ctx->Yield(3);
    IM_CHECK(there(ctx, kFirst));
    ctx->KeyChars("zzz");
    ctx->Yield(3);
    IM_CHECK(!there(ctx, kFirst));
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(3);
    IM_CHECK(there(ctx, kFirst));
    // A number is that of a launch; Enter shows it.
    ctx->ItemClick(kFilter);
    ctx->KeyChars("17");
    ctx->Yield(3);
    IM_CHECK(!there(ctx, kFirst));
    ctx->KeyPress(ImGuiKey_Enter);
    ctx->Yield(3);
    IM_CHECK_STR_EQ(shownLaunch().c_str(), "launch=17");
    IM_CHECK(!there(ctx, kFirst));
    // The field keeps the keyboard, and the next letters replace what was looked for: they are no shortcuts.
    const std::string link = g_driven->app->link();
    IM_CHECK(ImGui::GetIO().WantTextInput);
    for (const ImGuiKey key : {ImGuiKey_S, ImGuiKey_P}) ctx->KeyPress(key);
    IM_CHECK_STR_EQ(g_driven->app->link().c_str(), link.c_str());
    ctx->KeyChars("zzz");
    ctx->Yield(3);
    ctx->KeyPress(ImGuiKey_Enter); // nor where nothing is found
    ctx->Yield(3);
    IM_CHECK(ImGui::GetIO().WantTextInput);
    ctx->KeyChars("bankload");
    ctx->Yield(3);
    IM_CHECK(there(ctx, kFirst));
    // All calls again, and the launch that is shown among them: the last one, which was out of sight.
    const std::string last = "//###Program/**/" +
                             std::to_string(recording::readRecording(madeRecording()).calls.size()) +
                             "##call";
    IM_CHECK(!there(ctx, last.c_str()));
    ctx->KeyPress(ImGuiKey_Enter); // all that was looked for is chosen, and the next letters replace it
    ctx->KeyChars("40");
    ctx->Yield(3);
    ctx->KeyPress(ImGuiKey_Enter);
    ctx->Yield(3);
    IM_CHECK_STR_EQ(shownLaunch().c_str(), "launch=40");
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(12);
    IM_CHECK(there(ctx, last.c_str()));
    IM_CHECK(!there(ctx, kFirst));
}

std::string anotherRecording() {
    return (scriptFolder() / "another.lanescope").string();
}

void anotherOnesCallsAreAllThere(ImGuiTestContext* ctx) {
    constexpr const char *kFilter = "//###Program/**/##calls found", *kFirst = "//###Program/**/1##call";
    const auto findsNothing = [&] {
        ctx->ItemClick(kFilter);
        ctx->KeyChars("zzz");
        ctx->Yield(3);
        return !there(ctx, kFirst);
    };
    IM_CHECK(soon(ctx, [&] { return there(ctx, kFirst); }));
    IM_CHECK(findsNothing());
    g_driven->fileToOpen = anotherRecording();
    IM_CHECK(soon(ctx, [&] { return g_driven->app->link().find("another") != std::string::npos; }));
    ctx->Yield(30);
    IM_CHECK(soon(ctx, [&] { return there(ctx, kFirst); }));
    IM_CHECK(findsNothing());
    ctx->WindowFocus("//###Messages");
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
    IM_CHECK(soon(ctx, [&] { return g_driven->app->link().find("another") == std::string::npos; }));
    ctx->WindowFocus("//###Program");
    ctx->Yield(30);
    IM_CHECK(soon(ctx, [&] { return there(ctx, kFirst); }));
}

TEST(Ui, TheFilterOfCallsIsEmptyForAnotherRecording) {
    const AppOptions options = running(leavingARecording());
    ASSERT_TRUE(makesALongRecording(30));
    fs::rename(madeRecording(), anotherRecording());
    ASSERT_TRUE(makesALongRecording(40));
    inAWindow(options, "another's calls", anotherOnesCallsAreAllThere);
}

TEST(Ui, CallsOfAProgramAreFoundByNameOrLaunch) {
    const AppOptions options = running(leavingARecording());
    ASSERT_TRUE(makesALongRecording(40));
    inAWindow(options, "filter", callsAreFound);
}

TEST(Ui, AProgramOfManyLaunchesIsStoppedAndGoesOn) {
    const AppOptions options = running(leavingARecording());
    ASSERT_TRUE(makesALongRecording(kLongPlay));
    inAWindow(options, "long", aLongPlayStopsAndGoesOn);
}

/// Clicks down through a panel until that has shown another access. above: of it is left out, pixels.
void clickDownThrough(ImGuiTestContext* ctx, const char* panel, float above) {
    ctx->WindowFocus(panel);
    ctx->Yield(2);
    const std::string before = g_driven->app->link();
    const ImGuiWindow* const window = ctx->GetWindowByRef(panel);
    for (float y = window->InnerRect.Min.y + above;
         y < window->InnerRect.Max.y && g_driven->app->link() == before; y += 8) {
        ctx->MouseMoveToPos(ImVec2(window->InnerRect.Min.x + 60, y));
        ctx->MouseClick(ImGuiMouseButton_Left);
        ctx->Yield(2);
    }
}

void findingLeads(ImGuiTestContext* ctx, const char* panel, float above) {
    IM_CHECK(soon(ctx, [&] { return said("race on shared memory"); }));
    ctx->Yield(4);
    IM_CHECK(g_driven->app->link().find("site=") == std::string::npos);
    clickDownThrough(ctx, panel, above);
    IM_CHECK(g_driven->app->link().find("site=") != std::string::npos);
    IM_CHECK(g_driven->app->link().find("launch=1") != std::string::npos);
}

TEST(Ui, AClickOnAFindingShowsItsAccess) {
    for (ImGuiTestTestFunc* const deed :
         {+[](ImGuiTestContext* ctx) { findingLeads(ctx, "//###Messages", ImGui::GetFrameHeight() * 2); },
          +[](ImGuiTestContext* ctx) { findingLeads(ctx, "//###Reading", 0); }}) {
        AppOptions options = running(leavingARecording());
        options.checks = true;
        ASSERT_TRUE(makesTheRecording("errors --set mistake=race"));
        inAWindow(options, "findings", deed);
    }
}

void anotherClosesIt(ImGuiTestContext* ctx) {
    IM_CHECK(soon(ctx, [&] { return there(ctx, "//Program run/Cancel"); }));
    g_driven->fileToOpen = madeRecording();
    IM_CHECK(soon(ctx, [&] { return said("was cancelled after"); }));
    IM_CHECK(soon(ctx, [&] { return there(ctx, "//###Program/**/2##call"); }));
    IM_CHECK(!there(ctx, "//Program run/Cancel"));
    IM_CHECK(!there(ctx, "//###Program/**/Run again"));
}

TEST(Ui, AProgramIsClosedWhenAnotherOnesRecordingIsOpened) {
    const AppOptions options = running("echo begun; sleep 60");
    ASSERT_TRUE(makesTheRecording());
    inAWindow(options, "closed", anotherClosesIt);
}

fs::path traceOfIt() {
    return scriptFolder() / "it-ran";
}

/// As such a program may have been sent along with a link to it.
AppOptions beside(std::string& link, const std::string& more) {
    AppOptions options = running("touch " + traceOfIt().string() + "\n" + more);
    link = "lanescope:" + options.runs->file + "?arch=2.0&device=emulated&launch=2";
    options.runs.reset();
    return options;
}

std::string g_link;
constexpr const char* kRun = "//Run a program/Run it";

/// Shows the link, and waits for the question.
bool isAsked(ImGuiTestContext* ctx) {
    g_driven->fileToOpen = g_link;
    ctx->Yield(4);
    return there(ctx, kRun);
}

void nothingRunsUnasked(ImGuiTestContext* ctx) {
    const std::string before = g_driven->app->link();
    IM_CHECK(isAsked(ctx));
    // Whoever presses a key, clicks elsewhere or says no runs nothing, and sees what was there.
    ctx->KeyPress(ImGuiKey_Enter);
    ctx->Yield(4);
    IM_CHECK(!there(ctx, kRun));
    IM_CHECK(isAsked(ctx));
    ctx->KeyPress(ImGuiKey_Space);
    ctx->Yield(4);
    IM_CHECK(there(ctx, kRun));
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(4);
    IM_CHECK(!there(ctx, kRun));
    IM_CHECK(isAsked(ctx));
    ctx->ItemClick("//Run a program/Do not run it");
    ctx->Yield(30);
    IM_CHECK(!there(ctx, kRun));
    IM_CHECK_STR_EQ(g_driven->app->link().c_str(), before.c_str());
    // Nor from the clipboard.
    ImGui::SetClipboardText(g_link.c_str());
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_V);
    ctx->Yield(4);
    IM_CHECK(there(ctx, kRun));
    ctx->KeyPress(ImGuiKey_Enter);
    ctx->Yield(30);
    IM_CHECK(!fs::exists(traceOfIt()));
    IM_CHECK_STR_EQ(g_driven->app->link().c_str(), before.c_str());
}

TEST(Ui, AProgramThatALinkNamesDoesNotRunUnasked) {
    Driven driven(false, beside(g_link, "exit 3"));
    g_driven = &driven;
    IM_REGISTER_TEST(driven.engine, "program", "unasked")->TestFunc = nothingRunsUnasked;
    driven.run();
    EXPECT_FALSE(fs::exists(traceOfIt()));
    fs::remove_all(scriptFolder());
}

void itRunsWhereThatIsAllowed(ImGuiTestContext* ctx) {
    IM_CHECK(isAsked(ctx));
    ctx->ItemClick(kRun);
    IM_CHECK(soon(ctx, [&] { return said(" ran for "); }));
    IM_CHECK(fs::exists(traceOfIt()));
    ctx->Yield(10);
    const std::string link = g_driven->app->link();
    IM_CHECK(link.starts_with("lanescope:own."));
    IM_CHECK(link.find("arch=Tesla%20C2050") != std::string::npos);
    IM_CHECK_STR_EQ(shownLaunch().c_str(), "launch=2"); // all that the link says
    // The keyboard can say so, too.
    fs::remove(traceOfIt());
    IM_CHECK(isAsked(ctx));
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Enter);
    IM_CHECK(soon(ctx, [&] { return fs::exists(traceOfIt()); }));
    ctx->Yield(4);
    IM_CHECK(!there(ctx, kRun));
}

TEST(Ui, AProgramThatALinkNamesRunsWhereThatIsAllowed) {
    const AppOptions options = beside(g_link, leavingARecording());
    ASSERT_TRUE(makesTheRecording());
    inAWindow(options, "allowed", itRunsWhereThatIsAllowed);
}

/// By its path: Ctrl+O lists a folder, Tab goes on into one, and Enter opens.
void itIsOpenedByItsPath(ImGuiTestContext* ctx) {
    const fs::path before = fs::current_path();
    fs::current_path(scriptFolder().parent_path());
    ctx->Yield(4);
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_O);
    ctx->Yield(4);
    ctx->KeyChars(scriptFolder().filename().c_str());
    ctx->Yield(2);
    ctx->KeyPress(ImGuiKey_Tab);
    ctx->Yield(4);
    ctx->KeyChars("ow");
    ctx->Yield(2);
    ctx->KeyPress(ImGuiKey_Enter);
    ctx->Yield(4);
    IM_CHECK(there(ctx, kRun));
    IM_CHECK(!fs::exists(traceOfIt()));
    ctx->ItemClick(kRun);
    IM_CHECK(soon(ctx, [&] { return fs::exists(traceOfIt()); }));
    // Whoever types all of it has named it.
    fs::remove(traceOfIt());
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_O);
    ctx->Yield(4);
    ctx->KeyChars((scriptFolder().filename() / "own").c_str());
    ctx->Yield(2);
    ctx->KeyPress(ImGuiKey_Enter);
    ctx->Yield(4);
    IM_CHECK(!there(ctx, kRun));
    IM_CHECK(soon(ctx, [&] { return fs::exists(traceOfIt()); }));
    fs::current_path(before);
}

TEST(Ui, AProgramIsOpenedByItsPath) {
    AppOptions options = running("touch " + traceOfIt().string());
    options.runs.reset();
    inAWindow(options, "path", itIsOpenedByItsPath);
}

/// As the window begins with `open LINK`, and with what was seen last.
void itIsAskedAtTheStart(ImGuiTestContext* ctx) {
    ctx->Yield(4);
    IM_CHECK(there(ctx, kRun));
    IM_CHECK(!fs::exists(traceOfIt()));
    ctx->ItemClick(kRun);
    IM_CHECK(soon(ctx, [&] { return fs::exists(traceOfIt()); }));
}

TEST(Ui, AProgramIsAskedForAtTheStart) {
    AppOptions options = running("touch " + traceOfIt().string());
    options.asks.swap(options.runs);
    inAWindow(options, "start", itIsAskedAtTheStart);
}

} // namespace
} // namespace lanescope::shell
