// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// The search, the list of terms and the tour, by keys and mouse.
#include "driven.h"
#include "kit/words/terms.h"

#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>
#include <imgui_te_context.h>

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
         {Named{"the tour", theTourGoesThroughTheWindow}, Named{"tooltips", noTooltipLiesOverTheSearch},
          Named{"what is found opens", whatIsFoundOpens}, Named{"keys choose", keysChooseAmongWhatIsFound},
          Named{"terms", termsAreExplainedAndShown}})
        ImGuiTestEngine_RegisterTest(driven.engine, "find", name)->TestFunc = test;
    driven.run();
    g_driven = nullptr;
}

} // namespace
} // namespace lanescope::shell
