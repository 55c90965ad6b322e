// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/theme.h"

#include "kit/panel/style.h"
#include "render/fonts.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace lanescope::shell {

namespace {

ImFont* load(render::Font font) {
    const auto bytes = render::fontBytes(font);
    ImFontConfig config;
    config.FontDataOwnedByAtlas = false;
    // It takes a pointer to what it may change because it could be made to own it.
    auto* data = const_cast<std::byte*>(bytes.data());
    return ImGui::GetIO().Fonts->AddFontFromMemoryTTF(data, static_cast<int>(bytes.size()), 0, &config);
}

} // namespace

void loadFonts(kit::Style& style) {
    style.sans = load(render::Font::Sans);
    style.bold = load(render::Font::Bold);
    style.mono = load(render::Font::Mono);
}

void applyTheme(kit::Style& current, const render::Theme& theme, float scale, float textSize) {
    current.theme = &theme;
    current.scale = scale;
    current.textSize = textSize;

    ImGuiStyle look;
    if (theme.dark)
        ImGui::StyleColorsDark(&look);
    else
        ImGui::StyleColorsLight(&look);
    const auto set = [&](ImGuiCol which, const render::Color& color) {
        look.Colors[which] = kit::toImGui(color);
    };
    const render::Color none{0, 0, 0, 0};
    set(ImGuiCol_Text, theme.text);
    set(ImGuiCol_TextDisabled, theme.faint);
    set(ImGuiCol_WindowBg, theme.panel);
    set(ImGuiCol_ChildBg, none);
    set(ImGuiCol_PopupBg, render::mix(theme.panel, theme.raised, 0.6F));
    set(ImGuiCol_Border, theme.line);
    set(ImGuiCol_FrameBg, theme.raised);
    set(ImGuiCol_FrameBgHovered, render::mix(theme.raised, theme.accent, 0.15F));
    set(ImGuiCol_FrameBgActive, render::mix(theme.raised, theme.accent, 0.25F));
    set(ImGuiCol_TitleBg, theme.panel);
    set(ImGuiCol_TitleBgActive, theme.panel);
    set(ImGuiCol_MenuBarBg, theme.panel);
    set(ImGuiCol_ScrollbarBg, none);
    set(ImGuiCol_ScrollbarGrab, theme.line);
    set(ImGuiCol_CheckMark, theme.accent);
    set(ImGuiCol_SliderGrab, theme.accent);
    set(ImGuiCol_SliderGrabActive, theme.accent);
    set(ImGuiCol_Button, theme.raised);
    set(ImGuiCol_ButtonHovered, render::mix(theme.raised, theme.accent, 0.25F));
    set(ImGuiCol_ButtonActive, theme.selection);
    set(ImGuiCol_Header, theme.selection);
    set(ImGuiCol_HeaderHovered, render::mix(theme.selection, theme.accent, 0.15F));
    set(ImGuiCol_HeaderActive, theme.selection);
    set(ImGuiCol_Separator, theme.line);
    set(ImGuiCol_SeparatorHovered, theme.accent);
    set(ImGuiCol_ResizeGrip, none);
    set(ImGuiCol_Tab, theme.panel);
    set(ImGuiCol_TabHovered, theme.selection);
    set(ImGuiCol_TabSelected, render::mix(theme.panel, theme.selection, 0.6F));
    set(ImGuiCol_TabSelectedOverline, theme.accent);
    set(ImGuiCol_TabDimmed, theme.panel);
    set(ImGuiCol_TabDimmedSelected, render::mix(theme.panel, theme.selection, 0.6F));
    set(ImGuiCol_TabDimmedSelectedOverline, theme.accent.faded(0.6F));
    set(ImGuiCol_TableBorderLight, theme.line);
    set(ImGuiCol_TableBorderStrong, theme.line);
    set(ImGuiCol_DockingEmptyBg, theme.background);
    set(ImGuiCol_NavCursor, theme.accent);

    look.WindowPadding = ImVec2(14, 12);
    look.FramePadding = ImVec2(8, 4);
    look.ItemSpacing = ImVec2(8, 5);
    look.CellPadding = ImVec2(6, 3);
    look.ScrollbarSize = 10;
    look.GrabMinSize = 13;
    look.GrabRounding = 7;
    look.FrameRounding = 4;
    look.WindowRounding = 0;
    look.PopupRounding = 6;
    look.TabRounding = 3;
    look.WindowBorderSize = 0;
    look.TabBarOverlineSize = 2;
    look.DockingSeparatorSize = 2;
    look.ScaleAllSizes(scale);
    look.FontSizeBase = textSize * scale;
    ImGui::GetStyle() = look;
}

float scaleFor(int widthPixels, int heightPixels) {
    const double fit = std::min(widthPixels / 1600.0, heightPixels / 1000.0);
    return static_cast<float>(std::clamp(std::floor(fit * 4) / 4, 1.0, 4.0));
}

} // namespace lanescope::shell
