// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// The language is switched while the window is open.
#include "driven.h"
#include "text/language.h"

#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>
#include <imgui_te_context.h>

#include <fstream>
#include <iterator>
#include <string>

namespace lanescope::shell {
namespace {

using text::Language;

constexpr const char* kChinese = "中文 (Chinese)";

render::Image stageOf(ImGuiTestContext* ctx) {
    ctx->MouseMoveToPos(ImVec2(kWidth / 2, 3)); // nothing is lit up there
    ctx->Yield(6);
    g_driven->wantsStage = true;
    ctx->Yield(2);
    return g_driven->stage;
}

bool exists(ImGuiTestContext* ctx, const std::string& item) {
    return ctx->ItemExists(item.c_str());
}

bool appears(ImGuiTestContext* ctx, const std::string& item) {
    return soon(ctx, [&] { return exists(ctx, item); });
}

void choose(ImGuiTestContext* ctx, const std::string& menu, const std::string& name) {
    ctx->MenuClick(("//##MainMenuBar/" + menu + "/" + name).c_str());
    ctx->Yield(4);
}

void everythingFollowsAtOnce(ImGuiTestContext* ctx) {
    const render::Image english = stageOf(ctx);
    const std::string link = g_driven->app->link();
    const ImGuiWindow* labs = ctx->GetWindowByRef("//###Labs");
    const ImGuiID node = labs->DockId;
    choose(ctx, "View/Language", kChinese);
    IM_CHECK(text::language() == Language::Chinese);
    IM_CHECK(exists(ctx, "//##MainMenuBar/##MenuBar/视图"));
    IM_CHECK(!exists(ctx, "//##MainMenuBar/##MenuBar/View"));
    IM_CHECK(exists(ctx, "//###Labs/课程##tab"));
    const render::Image chinese = stageOf(ctx);
    IM_CHECK(chinese.width == english.width && chinese.height == english.height);
    IM_CHECK(chinese.pixels != english.pixels);
    // What is looked at stays, and so do the panels.
    IM_CHECK_STR_EQ(g_driven->app->link().c_str(), link.c_str());
    IM_CHECK(ctx->GetWindowByRef("//###Labs") == labs && labs->DockId == node);
    choose(ctx, "视图/语言", "English");
    IM_CHECK(text::language() == Language::English);
    IM_CHECK(exists(ctx, "//##MainMenuBar/##MenuBar/View"));
    IM_CHECK(stageOf(ctx).pixels == english.pixels);
}

void theSearchSwitchesIt(ImGuiTestContext* ctx) {
    const auto search = [&](const char* query) {
        ctx->KeyPress(ImGuiMod_Ctrl | ImGuiKey_K);
        ctx->Yield(4);
        ctx->KeyChars(query);
        ctx->Yield(2);
        ctx->KeyPress(ImGuiKey_Enter);
        ctx->Yield(6);
    };
    search("zhongwen");
    IM_CHECK(text::language() == Language::Chinese);
    search("english");
    IM_CHECK(text::language() == Language::English);
}

/// The next start speaks it too.
void itIsKept(ImGuiTestContext* ctx) {
    choose(ctx, "View/Language", kChinese);
    std::ifstream in(g_driven->program.string() + ".language");
    const std::string kept{std::istreambuf_iterator<char>(in), {}};
    choose(ctx, "视图/语言", "English");
    IM_CHECK_STR_EQ(kept.c_str(), "zh\n");
}

void aLessonStaysAtItsStep(ImGuiTestContext* ctx) {
    g_driven->app->openLesson("banks");
    IM_CHECK(appears(ctx, "//###Lesson/**/###next"));
    ctx->ItemClick("//###Lesson/**/###next");
    IM_CHECK(appears(ctx, "//###Lesson/**/##number"));
    IM_CHECK(appears(ctx, "//###Lesson/**/Check"));
    ctx->ItemInputValue("//###Lesson/**/##number", "64");
    // The verdict has come, and the field has the keyboard again, before a menu is opened.
    const auto isChecked = [&] {
        const ImGuiTestItemInfo info = ctx->ItemInfo("//###Lesson/**/Check", ImGuiTestOpFlags_NoError);
        return info.ID != 0 && (info.ItemFlags & ImGuiItemFlags_Disabled) == 0;
    };
    IM_CHECK(soon(ctx, isChecked));
    IM_CHECK(soon(ctx, [&] { return ImGui::GetIO().WantTextInput; }));
    const std::string link = g_driven->app->link();
    choose(ctx, "View/Language", kChinese);
    IM_CHECK(text::language() == Language::Chinese);
    IM_CHECK(appears(ctx, "//###Lesson/**/检查"));
    IM_CHECK(exists(ctx, "//###Lesson/**/##number"));
    IM_CHECK_STR_EQ(g_driven->app->link().c_str(), link.c_str());
    choose(ctx, "视图/语言", "English");
    IM_CHECK(appears(ctx, "//###Lesson/**/Check"));
    IM_CHECK(exists(ctx, "//###Lesson/**/##number"));
    ctx->ItemClick("//###Lesson/Close");
    ctx->Yield(4);
}

TEST(LanguageWindow, IsSwitched) {
    Driven driven(true);
    g_driven = &driven;
    struct Named {
        const char* name;
        void (*test)(ImGuiTestContext*);
    };
    for (const auto& [name, test] : {Named{"everything follows", everythingFollowsAtOnce},
                                     Named{"the search switches it", theSearchSwitchesIt},
                                     Named{"a lesson stays", aLessonStaysAtItsStep}})
        ImGuiTestEngine_RegisterTest(driven.engine, "language", name)->TestFunc = test;
    driven.keepsPictures = true;
    driven.run();
    g_driven = nullptr;
    text::setLanguage(Language::English);
}

/// --language is for one start.
TEST(LanguageWindow, KeepsNothingThatWasNotChosen) {
    AppOptions options;
    options.languageFile = Driven::slowProgram().string() + ".language";
    options.language = Language::Chinese;
    const std::string file = options.languageFile;
    {
        const Driven driven(false, std::move(options));
        EXPECT_EQ(text::language(), Language::Chinese);
    }
    EXPECT_FALSE(std::filesystem::exists(file));
    std::filesystem::remove(file);
    text::setLanguage(Language::English);
}

TEST(LanguageWindow, KeepsWhatWasChosen) {
    AppOptions options;
    options.languageFile = Driven::slowProgram().string() + ".language";
    Driven driven(false, std::move(options));
    g_driven = &driven;
    ImGuiTestEngine_RegisterTest(driven.engine, "language", "it is kept")->TestFunc = itIsKept;
    driven.run();
    g_driven = nullptr;
    std::filesystem::remove(driven.program.string() + ".language");
    text::setLanguage(Language::English);
}

} // namespace
} // namespace lanescope::shell
