// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Drives the user interface with imgui_test_engine: every lab opened, every slider moved, every menu item
// chosen.
#include "driven.h"
#include "kit/lab.h"
#include "kit/registry.h"
#include "model/architecture.h"
#include "shell/app/app.h"
#include "shell/app/offscreen.h"
#include "shell/requests/look_request.h"
#include "shell/requests/scenario.h"

#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>
#include <imgui_te_context.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <utility>

namespace lanescope::shell {
namespace {

ImGuiID labList(ImGuiTestContext* ctx) {
    return ctx->WindowInfo("//###Labs/labs").ID;
}

void openLab(ImGuiTestContext* ctx, const std::string& name) {
    ctx->SetRef(labList(ctx));
    ctx->ItemClick(name.c_str());
    ctx->Yield(3);
    IM_CHECK_STR_EQ(g_driven->stamp("lab").c_str(), name.c_str());
}

void everyLab(ImGuiTestContext* ctx) {
    for (const kit::LabEntry& entry : kit::labs()) {
        openLab(ctx, entry.name);
        ctx->Yield(10);
        IM_CHECK_STR_EQ(g_driven->app->error().c_str(), "");
    }
}

/// Moves a parameter to both ends, or through all its words, and looks at what the program believes.
class Mover final : public kit::ParameterVisitor {
public:
    Mover(ImGuiTestContext* context, ImGuiID panel) : ctx(context), m_panel(panel) {}
    void visit(const kit::Integer& parameter) override {
        bothEnds(parameter, std::to_string(parameter.minimum()) + ".." + std::to_string(parameter.most()));
    }
    void visit(const kit::Real& parameter) override { bothEnds(parameter, parameter.range()); }
    void visit(const kit::Toggle& parameter) override {
        const std::string before = now(parameter);
        ctx->ItemClick((parameter.name() + "/##on").c_str());
        ctx->Yield(2);
        IM_CHECK_STR_NE(now(parameter).c_str(), before.c_str());
    }
    void visit(const kit::Choice& parameter) override {
        for (const std::string& word : parameter.choices()) {
            const std::string button = parameter.name() + "/" + word + "##choice";
            if (ctx->ItemExists(button.c_str())) {
                ctx->ItemClick(button.c_str());
            } else {
                ctx->ItemClick((parameter.name() + "/##value").c_str());
                ctx->ItemClick(("//$FOCUSED/" + word).c_str());
                ctx->SetRef(m_panel);
            }
            ctx->Yield(2);
            IM_CHECK_STR_EQ(now(parameter).c_str(), word.c_str());
        }
    }
    void visit(const kit::File& parameter) override {
        for (const std::string& word : parameter.builtIn()) {
            ctx->ItemClick((parameter.name() + "/" + word + "##file").c_str());
            ctx->Yield(2);
            IM_CHECK_STR_EQ(now(parameter).c_str(), word.c_str());
        }
    }

private:
    static std::string now(const kit::Parameter& parameter) {
        return g_driven->stamp("set " + parameter.name());
    }
    void bothEnds(const kit::Parameter& parameter, const std::string& expected) {
        const std::string slider = parameter.name() + "/##value";
        ctx->ItemDragWithDelta(slider.c_str(), ImVec2(-2000, 0));
        ctx->Yield(2);
        const std::string low = now(parameter);
        ctx->ItemDragWithDelta(slider.c_str(), ImVec2(2000, 0));
        ctx->Yield(2);
        const std::string range = low + ".." + now(parameter);
        IM_CHECK_STR_EQ(range.c_str(), expected.c_str());
    }
    ImGuiTestContext* ctx;
    ImGuiID m_panel;
};

/// Of the lab that the test is named after.
void everyParameter(ImGuiTestContext* ctx) {
    const kit::LabEntry& entry = kit::findLab(ctx->Test->Name.c_str());
    openLab(ctx, entry.name);
    const std::unique_ptr<kit::Lab> lab = entry.make();
    ctx->KeyPress(
        ImGuiKey_Space); // what moves stands still: else its kernel runs in each of some thousand frames
    ctx->SetRef(ctx->WindowInfo("//###Labs/parameters").ID);
    for (const kit::Parameter* parameter : lab->parameters()) // one level down until it is asked for
        IM_CHECK_EQ(ctx->ItemExists((parameter->name() + "/##value").c_str()) && parameter->isAdvanced(),
                    false);
    if (ctx->ItemExists("More")) ctx->ItemOpen("More");
    for (const kit::Parameter* parameter : lab->parameters()) {
        const ImGuiID panel = ctx->WindowInfo("//###Labs/parameters").ID;
        ctx->SetRef(panel);
        Mover mover(ctx, panel);
        parameter->accept(mover);
        const std::string key = "set " + parameter->name();
        // Back to the default, so that sizes at their largest do not pile up.
        ctx->SetRef(panel);
        if (g_driven->stamp(key) != parameter->defaultText()) {
            ctx->ItemClick((parameter->name() + "/reset").c_str());
            ctx->Yield(2);
        }
        IM_CHECK_STR_EQ(g_driven->stamp(key).c_str(), parameter->defaultText().c_str());
    }
    ctx->SetRef(ctx->WindowInfo("//###Labs/parameters").ID);
    if (ctx->ItemExists("More")) ctx->ItemClose("More");
    ctx->Yield(30);
    IM_CHECK_STR_EQ(g_driven->app->error().c_str(), "");
}

void everyMenuItem(ImGuiTestContext* ctx) {
    ctx->SetRef("##MainMenuBar");
    for (const kit::LabEntry& entry : kit::labs()) {
        ctx->MenuClick(("Lab/" + entry.name).c_str());
        ctx->Yield(3);
        IM_CHECK_STR_EQ(g_driven->stamp("lab").c_str(), entry.name.c_str());
    }
    for (const char* item :
         {"Edit/Reset parameters", "View/Light", "View/Dark", "View/Presenter mode", "View/Presenter mode",
          "View/Reset layout", "View/Reset camera and steps", "View/Larger", "View/Smaller",
          "View/Usual size", "Capture/Picture of the window", "Capture/Copy the command for this picture",
          "Help/Keys", "Device/Emulated"}) {
        ctx->MenuClick(item);
        ctx->Yield(3);
    }
    IM_CHECK(!g_driven->app->takeScreenshotRequest().empty());
    IM_CHECK(std::string(ImGui::GetClipboardText()).find("lanescope shot ") == 0);
    ctx->WindowClose("//Keys");
    const auto keysAreListed = [ctx] {
        const ImGuiWindow* list = ctx->GetWindowByRef("//Keys");
        return list && list->Active;
    };
    for (const bool open : {true, false}) { // its key closes the list, too
        ctx->KeyPress(ImGuiKey_F1);
        ctx->Yield(3);
        IM_CHECK_EQ(keysAreListed(), open);
    }
    IM_CHECK(!g_driven->app->wantsToQuit());
    ctx->SetRef("##MainMenuBar");
    ctx->MenuClick("Lab/Quit");
    IM_CHECK(g_driven->app->wantsToQuit());
}

/// The stage alone in each format, into the folder in which the program runs.
/// Panels take the room that their text takes, but for those that the user has dragged, and give it back.
void panelsFollowTheScale(ImGuiTestContext* ctx) {
    openLab(ctx, "banks");
    const auto width = [ctx](const char* window) { return ctx->GetWindowByRef(window)->Size.x; };
    const auto zoom = [ctx](ImGuiKey key, int times) {
        for (int i = 0; i < times; ++i) ctx->KeyPress(ImGuiMod_Ctrl | key);
        ctx->Yield(4);
    };
    const float labs = width("//###Labs"), reading = width("//###Reading");
    zoom(ImGuiKey_Minus, 3);
    IM_CHECK_LT(width("//###Labs"), labs);
    IM_CHECK_LT(width("//###Reading"), reading);
    zoom(ImGuiKey_0, 1);
    constexpr float kBorder = 2; // pixels
    IM_CHECK_LT(std::abs(width("//###Labs") - labs), kBorder);
    IM_CHECK_LT(std::abs(width("//###Reading") - reading), kBorder);
    // The border between the list and the stage.
    const render::Rect stage = g_driven->app->viewRect(WindowPart::Stage);
    const ImGuiWindow* const list = ctx->GetWindowByRef("//###Labs");
    ctx->MouseMoveToPos(ImVec2(list->Pos.x + list->Size.x + 1, stage.y + stage.height / 2));
    ctx->MouseDragWithDelta(ImVec2(60, 0));
    ctx->Yield(4);
    const float dragged = width("//###Labs");
    IM_CHECK_GT(dragged, labs + 40);
    zoom(ImGuiKey_Minus, 3);
    IM_CHECK_EQ(width("//###Labs"), dragged);
    IM_CHECK_LT(width("//###Reading"), reading);
    zoom(ImGuiKey_0, 1);
    ctx->MenuClick("//##MainMenuBar/View/Reset layout");
    ctx->Yield(6);
}

void theStageIsSaved(ImGuiTestContext* ctx) {
    namespace fs = std::filesystem;
    const fs::path before = fs::current_path();
    const fs::path folder = fs::temp_directory_path() / ("lanescope-captures-" + std::to_string(::getpid()));
    fs::create_directories(folder);
    fs::current_path(folder);
    openLab(ctx, "banks");
    ctx->SetRef("##MainMenuBar");
    ctx->MenuCheck("Capture/Light background");
    ctx->MenuCheck("Capture/With a caption");
    for (const char* item :
         {"Save as PNG, 1920 x 1080", "Save as SVG", "Save as PDF", "Save the steps as GIF"}) {
        ctx->MenuClick((std::string("Capture/") + item).c_str());
        ctx->Yield(2);
    }
    std::map<std::string, std::string> saved; // by ending
    for (const auto& entry : fs::directory_iterator(folder)) saved[entry.path().extension()] = entry.path();
    fs::current_path(before);
    for (const char* ending : {".png", ".svg", ".pdf"}) {
        IM_CHECK(saved.contains(ending));
        const Scenario scenario = readScenario(saved[ending]);
        IM_CHECK_STR_EQ(scenario.request.lab.c_str(), "banks");
        IM_CHECK_STR_EQ(scenario.look.theme.c_str(), "light");
        IM_CHECK_STR_EQ(scenario.look.view.c_str(), "stage");
        IM_CHECK(scenario.look.caption);
    }
    IM_CHECK(saved.contains(".gif"));
    IM_CHECK_EQ(render::readPng(saved[".png"]).width, 1920);
    fs::remove_all(folder);
    ctx->MenuUncheck("Capture/With a caption");
    ctx->MenuUncheck("Capture/Light background");
    ctx->PopupCloseAll(); // what is ticked leaves the menu open
}

/// From the menu, and beside the messages.
void checksAreSwitched(ImGuiTestContext* ctx) {
    const std::string nothing =
        "banks.bankLoadFloat: no race, no uninitialised read, no misuse of warps and mbarriers in all blocks";
    const auto said = [&] { return g_driven->app->messages().find(nothing) != std::string::npos; };
    openLab(ctx, "banks");
    IM_CHECK(!said());
    ctx->SetRef("##MainMenuBar");
    ctx->MenuClick("Device/Check races, uninitialised reads and misuse");
    ctx->Yield(10);
    IM_CHECK(said());
    ctx->WindowFocus("//###Messages");
    ctx->Yield(2);
    ctx->SetRef("//###Messages");
    IM_CHECK(ctx->ItemIsChecked("Check races, uninitialised reads and misuse"));
    ctx->ItemUncheck("Check races, uninitialised reads and misuse");
    // a lab about mistakes looks for them whatever is chosen, and its switch cannot be moved
    openLab(ctx, "errors");
    ctx->Yield(10);
    ctx->WindowFocus("//###Messages");
    ctx->Yield(2);
    ctx->SetRef("//###Messages");
    const ImGuiTestItemInfo always = ctx->ItemInfo("Check races, uninitialised reads and misuse");
    IM_CHECK((always.ItemFlags & ImGuiItemFlags_Disabled) != 0);
    IM_CHECK(ctx->ItemIsChecked("Check races, uninitialised reads and misuse"));
}

void everyArchitecture(ImGuiTestContext* ctx) {
    openLab(ctx, "coalescing");
    ctx->SetRef("##MainMenuBar");
    for (const model::Architecture& row : model::architectures()) {
        const std::string title = row.hasDeviceFigures()
                                      ? "CC " + row.cc.text() + "  " + std::string(row.name)
                                      : std::string(row.name) + "  (rules only)";
        ctx->MenuClick(("Device/" + title).c_str());
        ctx->Yield(2);
        const std::string expected = std::string(row.name) + " (CC " + row.cc.text() + ")";
        IM_CHECK_STR_EQ(g_driven->stamp("architecture").c_str(), expected.c_str());
        IM_CHECK_STR_EQ(g_driven->app->error().c_str(), "");
    }
}

void plotsAndPanels(ImGuiTestContext* ctx) {
    openLab(ctx, "banks");
    for (const char* name : {"Bandwidth", "Measure", "Frame", "Messages", "Sweep"}) {
        ctx->WindowFocus((std::string("//###") + name).c_str());
        ctx->Yield(3);
        const ImGuiTestItemInfo window = ctx->WindowInfo((std::string("//###") + name).c_str());
        IM_CHECK(window.Window != nullptr);
    }
    // The sweep shows the time over a parameter, and then the lab's own again.
    ctx->SetRef("//###Sweep");
    for (const char* swept :
         {"time from a cold L2, by stride", "wavefronts that the access takes, by stride"}) {
        ctx->ItemClick("###swept");
        ctx->ItemClick((std::string("//$FOCUSED/") + swept).c_str());
        ctx->Yield(20);
        IM_CHECK_STR_EQ(g_driven->app->error().c_str(), "");
    }
    // Hovering over the whole stage lights things up and must break nothing.
    const ImGuiTestItemInfo stage = ctx->WindowInfo("//###Stage");
    for (float y = 0.05F; y < 1; y += 0.1F)
        for (float x = 0.05F; x < 1; x += 0.1F) {
            ctx->MouseMoveToPos(ImVec2(stage.RectFull.Min.x + stage.RectFull.GetWidth() * x,
                                       stage.RectFull.Min.y + stage.RectFull.GetHeight() * y));
            ctx->MouseClick(0);
            ctx->Yield();
        }
    for (const ImGuiKey key :
         {ImGuiKey_RightArrow, ImGuiKey_LeftArrow, ImGuiKey_Space, ImGuiKey_P, ImGuiKey_P, ImGuiKey_F12}) {
        ctx->KeyPress(key);
        ctx->Yield(2);
    }
    IM_CHECK_STR_EQ(g_driven->app->error().c_str(), "");
}

void keysOfTheListAreNoNavigation(ImGuiTestContext* ctx) {
    ImGuiContext& gui = *ImGui::GetCurrentContext();
    ctx->SetRef(labList(ctx));
    ctx->ItemClick("coalescing");
    ctx->ItemClick("banks");
    ctx->Yield(3);
    const ImGuiID focused = gui.NavId;
    for (const ImGuiKey key : {ImGuiKey_DownArrow, ImGuiKey_UpArrow, ImGuiKey_UpArrow, ImGuiKey_RightArrow,
                               ImGuiKey_LeftArrow, ImGuiKey_Space}) {
        ctx->KeyPress(key);
        ctx->Yield(2);
        IM_CHECK_EQ(gui.NavId, focused);
        IM_CHECK(!ImGui::GetIO().NavVisible);
        IM_CHECK_STR_EQ(g_driven->stamp("lab").c_str(), "banks");
    }
    // After Tab the same keys are navigation's, until Escape.
    ctx->KeyPress(ImGuiKey_Tab);
    ctx->Yield(2);
    IM_CHECK(ImGui::GetIO().NavVisible);
    const ImGuiID tabbed = gui.NavId;
    ctx->KeyPress(ImGuiKey_DownArrow);
    ctx->Yield(2);
    IM_CHECK_NE(gui.NavId, tabbed);
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(2);
    IM_CHECK(!ImGui::GetIO().NavVisible);
}

void slashFindsALab(ImGuiTestContext* ctx) {
    openLab(ctx, "banks");
    ctx->KeyChars("/");
    ctx->Yield(4);
    ctx->KeyChars("WAVE");
    ctx->Yield(2);
    ctx->SetRef(labList(ctx));
    IM_CHECK(ctx->ItemExists("//###Labs/##filter"));
    IM_CHECK(ctx->ItemExists("wave"));
    IM_CHECK(!ctx->ItemExists("banks"));
    ctx->KeyPress(ImGuiKey_Enter);
    ctx->Yield(3);
    IM_CHECK_STR_EQ(g_driven->stamp("lab").c_str(), "wave");
    IM_CHECK(ctx->ItemExists("banks"));
    ctx->KeyChars("/");
    ctx->Yield(4);
    ctx->KeyChars("zzz"); // "swizzle" has two
    ctx->Yield(2);
    IM_CHECK(!ctx->ItemExists("banks"));
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(3);
    IM_CHECK(ctx->ItemExists("banks"));
    // What one has heard of leads to a lab that shows it.
    for (const auto& [word, lab] : {std::pair("conflict", "banks"), std::pair("race", "carving"),
                                    std::pair("padding", "transpose"), std::pair("pinned", "transfers")}) {
        ctx->KeyChars("/");
        ctx->Yield(4);
        ctx->KeyChars(word);
        ctx->Yield(2);
        IM_CHECK(ctx->ItemExists(lab));
        IM_CHECK(!ctx->ItemExists("dynamic"));
        ctx->KeyPress(ImGuiKey_Escape);
        ctx->Yield(3);
    }
}

void undoGoesBackOverLabs(ImGuiTestContext* ctx) {
    openLab(ctx, "banks");
    const std::string before = g_driven->stamp("set stride");
    ctx->SetRef(ctx->WindowInfo("//###Labs/parameters").ID);
    ctx->ItemDragWithDelta("stride/##value", ImVec2(2000, 0));
    ctx->Yield(2);
    const std::string after = g_driven->stamp("set stride");
    IM_CHECK_STR_NE(after.c_str(), before.c_str());
    openLab(ctx, "wave");
    openLab(ctx, "banks");
    const auto press = [&](ImGuiKeyChord keys, const char* lab) {
        ctx->KeyPress(keys);
        ctx->Yield(4);
        IM_CHECK_STR_EQ(g_driven->stamp("lab").c_str(), lab);
    };
    press(ImGuiMod_Ctrl | ImGuiKey_Z, "wave");
    press(ImGuiMod_Ctrl | ImGuiKey_Z, "banks");
    IM_CHECK_STR_EQ(g_driven->stamp("set stride").c_str(), after.c_str());
    press(ImGuiMod_Ctrl | ImGuiKey_Z, "banks");
    IM_CHECK_STR_EQ(g_driven->stamp("set stride").c_str(), before.c_str());
    press(ImGuiMod_Ctrl | ImGuiKey_Y, "banks");
    IM_CHECK_STR_EQ(g_driven->stamp("set stride").c_str(), after.c_str());
    press(ImGuiMod_Ctrl | ImGuiKey_Y, "wave");
    press(ImGuiMod_Ctrl | ImGuiKey_Y, "banks");
    for (int i = 0; i < 3; ++i) ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
    ctx->Yield(4);
    IM_CHECK_STR_EQ(g_driven->stamp("set stride").c_str(), before.c_str());
    press(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Z, "banks"); // other keys of Redo
    IM_CHECK_STR_EQ(g_driven->stamp("set stride").c_str(), after.c_str());
    press(ImGuiMod_Ctrl | ImGuiKey_Z, "banks");
    IM_CHECK_STR_EQ(g_driven->stamp("set stride").c_str(), before.c_str());
}

void badInputIsSaidAndSurvived(ImGuiTestContext* ctx) {
    openLab(ctx, "coalescing");
    const ImGuiID panel = ctx->WindowInfo("//###Labs/parameters").ID;
    ctx->SetRef(panel);
    // An array that no emulated memory holds: one line, and the window offers what fits.
    ctx->ItemDragWithDelta("size-mib/##value", ImVec2(2000, 0));
    ctx->Yield(5);
    IM_CHECK(g_driven->app->error().find('\n') == std::string::npos);
    IM_CHECK_STR_NE(g_driven->app->error().c_str(), "");
    ctx->ItemClick("size-mib/reset");
    IM_CHECK(soon(ctx, [] { return g_driven->app->error().empty(); }));
}

/// Ctrl+click on a slider: a number to type, of which one beyond the ends is refused, and changes nothing.
void aValueBeyondTheEndsIsRefused(ImGuiTestContext* ctx) {
    openLab(ctx, "coalescing");
    ctx->SetRef(ctx->WindowInfo("//###Labs/parameters").ID);
    const auto type = [&](const char* value) {
        ctx->KeyDown(ImGuiMod_Ctrl);
        ctx->ItemClick("stride/##value");
        ctx->KeyUp(ImGuiMod_Ctrl);
        ctx->Yield(2);
        ctx->KeyCharsReplaceEnter(value);
        ctx->Yield(3);
    };
    type("7");
    IM_CHECK_STR_EQ(g_driven->stamp("set stride").c_str(), "7");
    type("1000");
    IM_CHECK_STR_EQ(g_driven->stamp("set stride").c_str(), "7");
    type("9");
    IM_CHECK_STR_EQ(g_driven->stamp("set stride").c_str(), "9");
}

/// Frames until the panels have an item or have it no more: a kernel has to run before they say another
/// thing.
bool comes(ImGuiTestContext* ctx, const char* item, bool there = true) {
    return soon(ctx, [&] { return ctx->ItemExists(item) == there; });
}

bool tooltipIsSeen() {
    return std::ranges::any_of(ImGui::GetCurrentContext()->Windows, [](const ImGuiWindow* window) {
        return (window->Flags & ImGuiWindowFlags_Tooltip) != 0 && window->Active && !window->Hidden;
    });
}

/// What a click has led to is not covered by the words on what the click would do.
void noTooltipLiesOverWhatAClickHasLedTo(ImGuiTestContext* ctx) {
    openLab(ctx, "banks");
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_R);
    ctx->Yield(2);
    ctx->SetRef("//###Reading");
    IM_CHECK(comes(ctx, "**/pad=1"));
    const auto rests = [&] { ctx->SleepNoSkip(1.5F, 1.0F / 60); };
    ctx->MouseMove("**/pad=1");
    rests();
    IM_CHECK(tooltipIsSeen());
    ctx->MouseClick();
    rests();
    IM_CHECK_STR_EQ(g_driven->stamp("set pad").c_str(), "1");
    IM_CHECK(!tooltipIsSeen());
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
    IM_CHECK(comes(ctx, "**/pad=1"));
    ctx->MouseMove("**/stride=1"); // elsewhere, and there are tooltips again
    rests();
    IM_CHECK(tooltipIsSeen());
}

void suggestionsAreButtons(ImGuiTestContext* ctx) {
    openLab(ctx, "banks");
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_R);
    ctx->Yield(2);
    ctx->SetRef("//###Reading");
    IM_CHECK(comes(ctx, "**/pad=1"));
    ctx->ItemClick("**/pad=1");
    ctx->Yield(3);
    IM_CHECK_STR_EQ(g_driven->stamp("set pad").c_str(), "1");
    IM_CHECK(comes(ctx, "**/pad=1", false));
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
    ctx->Yield(3);
    IM_CHECK_STR_EQ(g_driven->stamp("set pad").c_str(), "0");
    // Those of the lab's own values are not to be pressed.
    openLab(ctx, "wave");
    ctx->SetRef("//###Reading");
    IM_CHECK(comes(ctx, "**/layout=float4"));
    IM_CHECK((ctx->ItemInfo("**/layout=float4").ItemFlags & ImGuiItemFlags_Disabled) != 0);
    ctx->ItemClick("**/layout=soa");
    ctx->Yield(3);
    IM_CHECK_STR_EQ(g_driven->stamp("set layout").c_str(), "soa");
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
    ctx->Yield(3);
}

/// Clicks the stage's button of the next access, wherever it stands at the right edge; the mouse stays there.
bool clickNextAccess(ImGuiTestContext* ctx) {
    const render::Rect stage = g_driven->app->viewRect(WindowPart::Stage);
    const auto chosen = [] { return g_driven->app->link().find("site=") != std::string::npos; };
    for (float y = stage.y + 20; y < stage.y + 90 && !chosen(); y += 8) {
        ctx->MouseMoveToPos(ImVec2(stage.right() - 32, y));
        ctx->MouseClick(0);
        ctx->Yield(2);
    }
    return chosen();
}

/// Without another movement of the mouse, which would have it read anew.
void whatIsReadIsOfTheAccessShown(ImGuiTestContext* ctx) {
    openLab(ctx, "coalescing");
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_R);
    ctx->Yield(4);
    const auto hasWayBack = [&] { return there(ctx, "//###Stage/Back to this lab's own access"); };
    IM_CHECK(!hasWayBack());
    IM_CHECK(clickNextAccess(ctx));
    IM_CHECK(hasWayBack());
    ctx->ItemClick("//###Stage/Back to this lab's own access");
    ctx->Yield(4);
    IM_CHECK(!hasWayBack());
}

/// Frames until nothing is measured any more, as many in a second as a screen shows: what is measured beside
/// them needs the processor, too. Up to two minutes.
bool measured(ImGuiTestContext* ctx) {
    constexpr int kFramesPerSecond = 60, kMost = 120 * kFramesPerSecond;
    for (int frame = 0; frame < kMost && !g_driven->app->sweepComplete(); ++frame) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1000 / kFramesPerSecond));
        ctx->Yield();
    }
    return g_driven->app->sweepComplete();
}

void theModelIsValidatedBesideTheWindow(ImGuiTestContext* ctx) {
    openLab(ctx, "banks");
    IM_CHECK(measured(ctx));
    ctx->WindowFocus("//###Measure");
    ctx->SetRef("//###Measure");
    ctx->ItemClick("Validate the model");
    ctx->Yield(2);
    IM_CHECK(!g_driven->app->sweepComplete());
    ctx->ItemClick("Cancel");
    ctx->Yield(2);
    IM_CHECK(g_driven->app->sweepComplete());
    IM_CHECK(g_driven->app->messages().find("validation was cancelled") != std::string::npos);
    ctx->ItemClick("Validate the model");
    IM_CHECK(measured(ctx));
    ctx->Yield(3);
    IM_CHECK(g_driven->app->messages().find("Measured: validation.") != std::string::npos);
    const ImGuiWindow* page = ImGui::FindWindowByName("Model and measurement");
    IM_CHECK(page != nullptr && page->WasActive);
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(3);
    IM_CHECK(!page->WasActive);
    // The times join the counts on that page.
    ctx->SetRef("");
    ctx->WindowFocus("//###Measure");
    ctx->SetRef("//###Measure");
    ctx->ItemClick("Validate the times");
    IM_CHECK(measured(ctx));
    ctx->Yield(3);
    IM_CHECK(g_driven->app->messages().find("Measured: times.") != std::string::npos);
    IM_CHECK(page->WasActive);
    ctx->SetRef("//Model and measurement");
    IM_CHECK(ctx->ItemExists("Times"));
    ctx->ItemClick("Counts");
    ctx->Yield(2);
    ctx->ItemClick("Times");
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(3);
    IM_CHECK(!page->WasActive);
    // Without a GPU there is nothing else.
    ctx->SetRef("");
    ctx->WindowFocus("//###Measure");
    ctx->Yield(2);
    ctx->SetRef("//###Measure");
    IM_CHECK(ctx->ItemExists("Validate the times"));
    for (const char* onTheGpu :
         {"Counters of this run", "This lab's sweep", "This lab's experiment", "Transfers"})
        IM_CHECK(!ctx->ItemExists(onTheGpu));
}

/// The height of the bottom panels and the width of the left one, pixels.
ImVec2 panelSizes(ImGuiTestContext* ctx) {
    return {ctx->WindowInfo("//###Labs").RectFull.GetWidth(),
            ctx->WindowInfo("//###Frame").RectFull.GetHeight()};
}

void theLayoutStandsStill(ImGuiTestContext* ctx) {
    openLab(ctx, "matmul");
    ctx->SetRef("##MainMenuBar");
    ctx->MenuClick("View/Reset layout");
    ctx->Yield(6);
    ctx->WindowFocus("//###Frame");
    ctx->Yield(4);
    const ImVec2 before = panelSizes(ctx);
    IM_CHECK_GT(before.y, 50.F);
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Equal);
    ctx->Yield(4);
    const ImVec2 zoomed = panelSizes(ctx);
    for (int i = 0; i < 60; ++i) {
        ctx->MouseMoveToPos(ImVec2(400.F + static_cast<float>(i), 300));
        ctx->Yield();
    }
    IM_CHECK_EQ(panelSizes(ctx).x, zoomed.x);
    IM_CHECK_EQ(panelSizes(ctx).y, zoomed.y);
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Minus);
    ctx->Yield(4);
    IM_CHECK_LE(std::abs(panelSizes(ctx).y - before.y), 1.F);
    // To presenter mode and back: the default layout, as it was.
    for (int i = 0; i < 2; ++i) {
        ctx->KeyPress(ImGuiKey_P);
        ctx->Yield(6);
    }
    ctx->WindowFocus("//###Frame");
    ctx->Yield(4);
    IM_CHECK_EQ(panelSizes(ctx).x, before.x);
    IM_CHECK_EQ(panelSizes(ctx).y, before.y);
}

render::Image shownStage(ImGuiTestContext* ctx) {
    g_driven->wantsStage = true;
    ctx->Yield(2);
    return g_driven->stage;
}

/// How many pixels of the stage another picture has otherwise; -1: it is of another size.
int pixelsApart(const render::Image& a, const render::Image& b) {
    if (a.width != b.width || a.height != b.height) return -1;
    int apart = 0;
    for (int y = 0; y < a.height; ++y)
        for (int x = 0; x < a.width; ++x) {
            int most = 0;
            for (int i = 0; i < 3; ++i) most = std::max(most, std::abs(a.at(x, y)[i] - b.at(x, y)[i]));
            apart += most > 2;
        }
    return apart;
}

/// Runs the copied command, and gives the stage that it draws.
render::Image stageOfTheCopiedCommand(ImGuiTestContext* ctx) {
    ctx->SetRef("##MainMenuBar");
    ctx->MenuClick("Capture/Copy the command for this picture");
    std::string command = ImGui::GetClipboardText();
    const std::string name = "lanescope";
    IM_CHECK_RETV(command.starts_with(name + " shot "), render::Image());
    const auto picture =
        std::filesystem::temp_directory_path() / ("lanescope-copied-" + std::to_string(::getpid()) + ".png");
    // Leaks of that command are looked for by cli_gl_test, which bears with a search that fails by itself.
    command = "ASAN_OPTIONS=detect_leaks=0 " LANESCOPE_PROGRAM + command.substr(name.size());
    command.resize(command.rfind(" --out "));
    command += " --out " + picture.string();
    IM_CHECK_RETV(std::system(command.c_str()) == 0, render::Image());
    const render::Image window = render::readPng(picture.string());
    std::filesystem::remove(picture);
    const render::Rect stage = g_driven->app->viewRect(WindowPart::Stage);
    render::Image image(static_cast<int>(stage.width), static_cast<int>(stage.height));
    IM_CHECK_RETV(window.width >= stage.right() && window.height >= stage.bottom(), render::Image());
    for (int y = 0; y < image.height; ++y)
        std::copy_n(window.at(static_cast<int>(stage.x), static_cast<int>(stage.y) + y),
                    static_cast<std::size_t>(image.width) * 4, image.at(0, y));
    return image;
}

void theCopiedCommandMakesThePicture(ImGuiTestContext* ctx) {
    g_driven->keepsPictures = true;
    const auto compare = [&] {
        const render::Image copied = stageOfTheCopiedCommand(ctx);
        ctx->MouseMoveToPos(ImVec2(kWidth / 2, 3)); // nothing is lit up there
        ctx->Yield(220);                            // the notice goes
        const int apart = pixelsApart(shownStage(ctx), copied);
        IM_CHECK_EQ(apart, 0);
    };
    openLab(ctx, "banks");
    // H100 and H200 share their compute capability.
    ctx->SetRef("##MainMenuBar");
    ctx->MenuClick("Device/CC 9.0  H100 SXM5");
    ctx->MenuClick("View/Light");
    ctx->SetRef(ctx->WindowInfo("//###Labs/parameters").ID);
    ctx->ItemDragWithDelta("stride/##value", ImVec2(2000, 0));
    ctx->Yield(4);
    compare();
    const render::Image whole = shownStage(ctx);
    ctx->KeyPress(ImGuiKey_DownArrow); // another access, and two steps into it
    ctx->KeyPress(ImGuiKey_RightArrow);
    ctx->KeyPress(ImGuiKey_RightArrow);
    ctx->Yield(4);
    compare();
    IM_CHECK_GT(pixelsApart(shownStage(ctx), whole), 100);
    ctx->KeyPress(ImGuiKey_P);
    ctx->Yield(8);
    compare();
    ctx->KeyPress(ImGuiKey_P);
    ctx->Yield(8);
    // A link brings all of that back.
    const std::string link = g_driven->app->link();
    const render::Image seen = shownStage(ctx);
    openLab(ctx, "coalescing");
    ctx->SetRef("##MainMenuBar");
    ctx->MenuClick("View/Dark");
    ctx->MenuClick("Device/CC 2.0  Tesla C2050");
    ctx->Yield(4);
    IM_CHECK_STR_NE(g_driven->app->link().c_str(), link.c_str());
    g_driven->fileToOpen = link;
    ctx->MouseMoveToPos(ImVec2(kWidth / 2, 3));
    ctx->Yield(10);
    IM_CHECK_STR_EQ(g_driven->app->link().c_str(), link.c_str());
    IM_CHECK_EQ(pixelsApart(shownStage(ctx), seen), 0);
    // What moves, stopped, and seen from elsewhere.
    openLab(ctx, "wave");
    ctx->Yield(20);
    ctx->KeyPress(ImGuiKey_Space);
    const render::Rect mesh = g_driven->app->viewRect(WindowPart::Result);
    ctx->MouseMoveToPos(ImVec2(mesh.x + mesh.width / 2, mesh.y + mesh.height / 2));
    ctx->MouseDragWithDelta(ImVec2(60, 10));
    ctx->Yield(4);
    compare();
}

TEST(Ui, TheLayoutStandsStill) {
    Driven driven;
    g_driven = &driven;
    IM_REGISTER_TEST(driven.engine, "ui", "the layout stands still")->TestFunc = theLayoutStandsStill;
    driven.run();
}

TEST(Ui, TheCopiedCommandMakesThePicture) {
    Driven driven(true);
    g_driven = &driven;
    IM_REGISTER_TEST(driven.engine, "ui", "the copied command")->TestFunc = theCopiedCommandMakesThePicture;
    driven.run();
}

/// A lab without a sweep has a table of its cases; a click on one sets it, and undo goes back.
void aCaseIsChosen(ImGuiTestContext* ctx) {
    openLab(ctx, "errors");
    IM_CHECK(soon(ctx, [&] { return there(ctx, "//###Sweep/**/race##4"); }));
    IM_CHECK_STR_NE(g_driven->stamp("set mistake").c_str(), "race");
    ctx->ItemClick("//###Sweep/**/race##4");
    ctx->Yield(2);
    IM_CHECK_STR_EQ(g_driven->stamp("set mistake").c_str(), "race");
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
    ctx->Yield(2);
    IM_CHECK_STR_NE(g_driven->stamp("set mistake").c_str(), "race");
}

TEST(Ui, EveryMenuAndPanel) {
    Driven driven;
    g_driven = &driven;
    IM_REGISTER_TEST(driven.engine, "ui", "every lab")->TestFunc = everyLab;
    IM_REGISTER_TEST(driven.engine, "ui", "plots and panels")->TestFunc = plotsAndPanels;
    IM_REGISTER_TEST(driven.engine, "ui", "cases")->TestFunc = aCaseIsChosen;
    IM_REGISTER_TEST(driven.engine, "ui", "measuring")->TestFunc = theModelIsValidatedBesideTheWindow;
    IM_REGISTER_TEST(driven.engine, "ui", "suggestions")->TestFunc = suggestionsAreButtons;
    IM_REGISTER_TEST(driven.engine, "ui", "no tooltip over a result")->TestFunc =
        noTooltipLiesOverWhatAClickHasLedTo;
    IM_REGISTER_TEST(driven.engine, "ui", "reading")->TestFunc = whatIsReadIsOfTheAccessShown;
    IM_REGISTER_TEST(driven.engine, "ui", "keys")->TestFunc = keysOfTheListAreNoNavigation;
    IM_REGISTER_TEST(driven.engine, "ui", "find a lab")->TestFunc = slashFindsALab;
    IM_REGISTER_TEST(driven.engine, "ui", "undo over labs")->TestFunc = undoGoesBackOverLabs;
    IM_REGISTER_TEST(driven.engine, "ui", "captures")->TestFunc = theStageIsSaved;
    IM_REGISTER_TEST(driven.engine, "ui", "checks")->TestFunc = checksAreSwitched;
    IM_REGISTER_TEST(driven.engine, "ui", "every architecture")->TestFunc = everyArchitecture;
    IM_REGISTER_TEST(driven.engine, "ui", "bad input")->TestFunc = badInputIsSaidAndSurvived;
    IM_REGISTER_TEST(driven.engine, "ui", "beyond the ends")->TestFunc = aValueBeyondTheEndsIsRefused;
    IM_REGISTER_TEST(driven.engine, "ui", "scale")->TestFunc = panelsFollowTheScale;
    IM_REGISTER_TEST(driven.engine, "ui", "every menu item")->TestFunc = everyMenuItem;
    driven.run();
}

/// A third of the labs each, so that processes can share them.
class UiParameters : public testing::TestWithParam<std::size_t> {};
constexpr std::size_t kParts = 3;

TEST_P(UiParameters, AreMovedToBothEndsAndThroughAllChoices) {
    Driven driven;
    g_driven = &driven;
    for (std::size_t i = GetParam(); i < kit::labs().size(); i += kParts)
        IM_REGISTER_TEST(driven.engine, "parameters", kit::labs()[i].name.c_str())->TestFunc = everyParameter;
    driven.run();
}

INSTANTIATE_TEST_SUITE_P(Labs, UiParameters, testing::Range(std::size_t{0}, kParts));

} // namespace
} // namespace lanescope::shell
