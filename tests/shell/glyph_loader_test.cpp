// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/panel/style.h"
#include "shell/app/look/theme.h"

#include <gtest/gtest.h>
#include <imgui.h>
#include <imgui_internal.h>

namespace lanescope::shell {
namespace {

/// Sizes of a font come and go, and the atlas moves what it has of the others.
TEST(GlyphLoader, KnowsItsSizeAfterOthersHaveGone) {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
    io.DisplaySize = ImVec2(400, 300);
    io.DeltaTime = 1.0F / 60;
    kit::Style style;
    loadFonts(style);
    const auto frame = [] {
        ImGui::NewFrame();
        ImGui::EndFrame();
    };
    frame();
    constexpr float kSmall = 21, kLarge = 63;
    const auto advance = [&](float size, ImWchar sign) {
        return style.bold->GetFontBaked(size)->GetCharAdvance(sign);
    };
    const float expected = advance(kLarge, 'M');
    ASSERT_GT(expected, kLarge / 4);
    ImFontAtlas* const atlas = io.Fonts;
    const auto drop = [&](float size) {
        ImFontAtlasBakedDiscard(atlas, style.bold, style.bold->GetFontBaked(size));
        frame(); // the hole is closed
    };
    drop(kLarge);
    advance(kSmall, 'a');
    advance(kLarge, 'a');
    advance(kSmall, 'b'); // the last one that was used goes, and the other takes its place
    drop(kSmall);
    EXPECT_EQ(advance(kLarge, 'M'), expected);
    ImGui::DestroyContext();
}

} // namespace
} // namespace lanescope::shell
