// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// The search, the list of terms and the tour, by keys and mouse.
#include "driven.h"
#include "kit/words/terms.h"
#include "shell/app/app.h"

#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>
#include <imgui_te_context.h>

#include <cmath>
#include <string>

namespace lanescope::shell {
namespace {

bool isOpen(ImGuiTestContext* ctx, const char* window) {
    const ImGuiWindow* found = ctx->GetWindowByRef(window);
    return found && found->Active;
}

/// Types into the search that is open, and chooses the first that is found.
void choose(ImGuiTestContext* ctx, const char* query) {
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_K);
    ctx->Yield(4);
    IM_CHECK(isOpen(ctx, "//Find"));
    ctx->KeyChars(query);
    ctx->Yield(2);
    ctx->KeyPress(ImGuiKey_Enter);
    ctx->Yield(6);
    IM_CHECK(!isOpen(ctx, "//Find"));
}

void whatIsFoundOpens(ImGuiTestContext* ctx) {
    choose(ctx, "transpose");
    IM_CHECK_STR_EQ(g_driven->stamp("lab").c_str(), "transpose");
    choose(ctx, "variant=padded");
    IM_CHECK_STR_EQ(g_driven->stamp("set variant").c_str(), "padded");
    choose(ctx, "model c2050");
    IM_CHECK(g_driven->stamp("architecture").find("C2050") != std::string::npos);
    choose(ctx, "stride of banks");
    IM_CHECK_STR_EQ(g_driven->stamp("lab").c_str(), "banks");
    choose(ctx, "light theme");
    IM_CHECK(g_driven->app->link().find("light") != std::string::npos);
    choose(ctx, "dark theme");
}

/// The search covers what the mouse happened to rest on, its tooltip too.
void noTooltipLiesOverTheSearch(ImGuiTestContext* ctx) {
    const auto tooltips = [] {
        int seen = 0;
        for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
            seen += (window->Flags & ImGuiWindowFlags_Tooltip) != 0 && window->Active && !window->Hidden;
        return seen;
    };
    ctx->MouseMove("//###Reading/**/stride=1");
    IM_CHECK(soon(ctx, [&] { return tooltips() > 0; }));
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_K);
    ctx->Yield(30);
    IM_CHECK(isOpen(ctx, "//Find"));
    IM_CHECK_EQ(tooltips(), 0);
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(4);
}

void keysChooseAmongWhatIsFound(ImGuiTestContext* ctx) {
    choose(ctx, "banks");
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_K);
    ctx->Yield(4);
    ctx->KeyChars("histogram"); // the lab, and the term behind it
    ctx->KeyPress(ImGuiKey_DownArrow);
    ctx->KeyPress(ImGuiKey_UpArrow);
    ctx->KeyPress(ImGuiKey_UpArrow); // there is nothing above the first
    ctx->KeyPress(ImGuiKey_Enter);
    ctx->Yield(6);
    IM_CHECK_STR_EQ(g_driven->stamp("lab").c_str(), "atomics");
    // Letters that are keys elsewhere are letters here, and Escape changes nothing.
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_K);
    ctx->Yield(4);
    ctx->KeyChars("/p qqqq");
    ctx->Yield(2);
    ctx->KeyPress(ImGuiKey_Enter); // nothing is found
    ctx->Yield(2);
    IM_CHECK(isOpen(ctx, "//Find"));
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(4);
    IM_CHECK(!isOpen(ctx, "//Find"));
    IM_CHECK_STR_EQ(g_driven->stamp("lab").c_str(), "atomics");
    IM_CHECK(g_driven->app->link().find("presenter") == std::string::npos);
}

void termsAreExplainedAndShown(ImGuiTestContext* ctx) {
    choose(ctx, "bank conflict");
    IM_CHECK(isOpen(ctx, "//Terms"));
    const auto explain = [&](const std::string& term) {
        ctx->SetRef(ctx->WindowInfo("//Terms/list").ID);
        ctx->ItemClick(term.c_str());
        ctx->Yield(3);
        ctx->SetRef(ctx->WindowInfo("//Terms/term").ID);
    };
    const auto buttonOf = [](const kit::Term& term) {
        return "Show it in the lab (" + term.example.text() + ")";
    };
    for (const kit::Term& term : kit::terms()) {
        explain(term.name);
        IM_CHECK_EQ(ctx->ItemExists(buttonOf(term).c_str()), !term.example.lab.empty());
    }
    ctx->WindowClose("//Terms");
    const render::Rect reading = g_driven->app->viewRect(WindowPart::Reading);
    ctx->MouseMoveToPos(ImVec2(reading.x + 60, reading.y + 28)); // "... bank conflict"
    ctx->SleepNoSkip(1.5F, 1.0F / 60);
    IM_CHECK(isOpen(ctx, "//##Tooltip_00"));
    choose(ctx, "bank conflict");
    explain("compute capability");
    ctx->ItemClick(buttonOf(*kit::findTerm("compute capability")).c_str());
    ctx->Yield(6);
    IM_CHECK(!isOpen(ctx, "//Terms"));
    IM_CHECK_STR_EQ(g_driven->stamp("lab").c_str(), "banks");
    IM_CHECK_STR_EQ(g_driven->stamp("set width").c_str(), "8");
    IM_CHECK(g_driven->stamp("architecture").find("CC 1.3") != std::string::npos);
    ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
    ctx->Yield(4);
    IM_CHECK_STR_NE(g_driven->stamp("set width").c_str(), "8");
}

/// What is drawn over all windows, which is the tour's outline; no wider than a mouse's cursor: there is
/// none.
render::Rect outline() {
    const auto& viewport = *static_cast<const ImGuiViewportP*>(ImGui::GetMainViewport());
    const ImDrawList* const list = viewport.BgFgDrawLists[1];
    const double sinceDrawn = ImGui::GetTime() - viewport.BgFgDrawListsLastTimeActive[1];
    if (!list || sinceDrawn > 1.5 * ImGui::GetIO().DeltaTime || list->VtxBuffer.empty()) return {};
    ImVec2 low = list->VtxBuffer[0].pos, high = low;
    for (const ImDrawVert& each : list->VtxBuffer) {
        low = ImMin(low, each.pos);
        high = ImMax(high, each.pos);
    }
    return {low.x, low.y, high.x - low.x, high.y - low.y};
}

bool isAround(const render::Rect& outer, const render::Rect& part) {
    constexpr float kLine = 4; // pixels that the line reaches beyond the part
    return std::abs(outer.x - part.x) < kLine && std::abs(outer.y - part.y) < kLine &&
           std::abs(outer.right() - part.right()) < kLine && std::abs(outer.bottom() - part.bottom()) < kLine;
}

/// Each card has an outline around the part that it speaks of, and none while a menu is open.
void theTourOutlinesWhatItSpeaksOf(ImGuiTestContext* ctx) {
    constexpr float kCursor = 40; // pixels: that of the tests is drawn there, too
    ctx->MenuClick("//##MainMenuBar/Help/Tour of the window");
    ctx->Yield(6);
    const render::Rect labs = outline();
    IM_CHECK(labs.width > 0 && labs.x < 4 && labs.right() < g_driven->app->viewRect(WindowPart::Stage).x + 8);
    for (const WindowPart part : {WindowPart::Stage, WindowPart::Reading, WindowPart::Plots}) {
        ctx->ItemClick("//Tour/Next##next");
        ctx->Yield(6);
        ctx->LogInfo("%s", std::string(wordOf(part)).c_str());
        IM_CHECK(isAround(outline(), g_driven->app->viewRect(part)));
    }
    ctx->ItemClick("//Tour/Next##next");
    ctx->Yield(6);
    const render::Rect bar = outline();
    IM_CHECK(bar.y < 4 && bar.width > kWidth - 4 && bar.bottom() < labs.y + 8);
    ctx->ItemClick("//##MainMenuBar/##MenuBar/View");
    ctx->Yield(4);
    IM_CHECK_LT(outline().width, kCursor);
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(4);
    IM_CHECK_GT(outline().width, kCursor);
    ctx->ItemClick("//Tour/Done##next");
    ctx->Yield(6);
    IM_CHECK_LT(outline().width, kCursor);
}

void theSearchOpensBehindAMenu(ImGuiTestContext* ctx) {
    for (const char* menu : {"//##MainMenuBar/##MenuBar/Edit", "//##MainMenuBar/##MenuBar/Lab"}) {
        ctx->ItemClick(menu);
        ctx->Yield(4);
        ctx->KeyPress(ImGuiKey_Escape);
        ctx->Yield(4);
        choose(ctx, "banks");
        IM_CHECK_STR_EQ(g_driven->stamp("lab").c_str(), "banks");
    }
    ctx->ItemClick("//##MainMenuBar/##MenuBar/Lab"); // and over one that is open
    ctx->Yield(4);
    choose(ctx, "wave");
    IM_CHECK_STR_EQ(g_driven->stamp("lab").c_str(), "wave");
    choose(ctx, "banks");
}

void theTourGoesThroughTheWindow(ImGuiTestContext* ctx) {
    IM_CHECK(isOpen(ctx, "//Tour")); // at the first start
    for (int card = 0; card < 4; ++card) {
        ctx->ItemClick("//Tour/Next##next");
        ctx->Yield(4);
        IM_CHECK(isOpen(ctx, "//Tour"));
    }
    ctx->ItemClick("//Tour/Back");
    ctx->Yield(4);
    ctx->ItemClick("//Tour/Next##next");
    ctx->Yield(4);
    ctx->ItemClick("//Tour/Done##next");
    ctx->Yield(4);
    IM_CHECK(!isOpen(ctx, "//Tour"));
    ctx->MenuClick("//##MainMenuBar/Help/Tour of the window");
    ctx->Yield(4);
    for (int card = 0; card < 5; ++card) {
        IM_CHECK(isOpen(ctx, "//Tour"));
        ctx->KeyPress(ImGuiKey_Enter);
        ctx->Yield(4);
    }
    IM_CHECK(!isOpen(ctx, "//Tour"));
    ctx->MenuClick("//##MainMenuBar/Help/Tour of the window");
    ctx->Yield(4);
    ctx->ItemClick("//Tour/Skip the tour");
    ctx->Yield(4);
    IM_CHECK(!isOpen(ctx, "//Tour"));
    // Escape closes what lies over it first: the list of keys, and then the tour.
    ctx->MenuClick("//##MainMenuBar/Help/Tour of the window");
    ctx->Yield(4);
    ctx->KeyPress(ImGuiKey_F1);
    ctx->Yield(4);
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(4);
    IM_CHECK(isOpen(ctx, "//Tour"));
    ctx->KeyPress(ImGuiKey_Escape);
    ctx->Yield(4);
    IM_CHECK(!isOpen(ctx, "//Tour"));
    // Whoever knows nothing yet gets to the lessons from the first card.
    ctx->MenuClick("//##MainMenuBar/Help/Tour of the window");
    ctx->Yield(4);
    ctx->ItemClick("//Tour/Begin the first lesson");
    ctx->Yield(4);
    IM_CHECK(!isOpen(ctx, "//Tour"));
    IM_CHECK(soon(ctx, [&] { return there(ctx, "//###Lesson/**/###next"); }));
    ctx->ItemClick("//###Lesson/Close");
    ctx->Yield(4);
}

TEST(FindWindow, IsWorkedThrough) {
    AppOptions options;
    options.tour = true;
    Driven driven(false, std::move(options));
    g_driven = &driven;
    struct Named {
        const char* name;
        void (*test)(ImGuiTestContext*);
    };
    for (const auto& [name, test] :
         {Named{"the tour", theTourGoesThroughTheWindow}, Named{"outlines", theTourOutlinesWhatItSpeaksOf},
          Named{"behind a menu", theSearchOpensBehindAMenu}, Named{"tooltips", noTooltipLiesOverTheSearch},
          Named{"what is found opens", whatIsFoundOpens}, Named{"keys choose", keysChooseAmongWhatIsFound},
          Named{"terms", termsAreExplainedAndShown}})
        ImGuiTestEngine_RegisterTest(driven.engine, "find", name)->TestFunc = test;
    driven.run();
    g_driven = nullptr;
}

/// Who types fast lets go of Ctrl before K, within one frame.
TEST(Find, OpensForAChordOfOneFrame) {
    AppOptions options;
    options.device = "emulated";
    options.lab = "banks";
    const Offscreen context{OffscreenDriver::Software};
    const render::Texture color{"ui", options.width, options.height, render::PixelFormat::Rgba8};
    const render::Framebuffer framebuffer{"ui", color};
    App app(options);
    int frames = 0;
    const auto draw = [&](int count) {
        for (int i = 0; i < count; ++i) {
            ImGuiIO& io = ImGui::GetIO();
            io.DisplaySize = ImVec2(static_cast<float>(options.width), static_cast<float>(options.height));
            io.DeltaTime = 1.0F / 60;
            framebuffer.bind();
            app.frame(options.width, options.height, ++frames / 60.0, 0);
        }
    };
    draw(12); // in the first ones the panels find their places, and the front one takes the keyboard
    ImGuiIO& io = ImGui::GetIO();
    const auto control = [&](bool down) {
        io.AddKeyEvent(ImGuiMod_Ctrl, down);
        io.AddKeyEvent(ImGuiKey_LeftCtrl, down);
    };
    control(true);
    draw(1);
    io.AddKeyEvent(ImGuiKey_K, true);
    control(false);
    io.AddKeyEvent(ImGuiKey_K, false);
    draw(6);
    const ImGuiWindow* const find = ImGui::FindWindowByName("Find");
    ASSERT_NE(find, nullptr);
    EXPECT_TRUE(find->Active);
    EXPECT_FALSE(io.KeyCtrl) << "which is let go of in the end";
}

} // namespace
} // namespace lanescope::shell
