// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/look/theme.h"

#include "kit/panel/style.h"
#include "model/error.h"
#include "render/fonts.h"
#include "shell/app/look/glyph_loader.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <string>
#include <utility>

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

FontData read(const std::string& path) {
    std::ifstream in(path, std::ios::binary | std::ios::ate);
    FontData data(in ? static_cast<std::size_t>(in.tellg()) : 0);
    in.seekg(0);
    in.read(reinterpret_cast<char*>(data.data()), static_cast<std::streamsize>(data.size()));
    if (!in || data.empty()) throw Unavailable(fmt::format("{}: the font cannot be read", path));
    return data;
}

} // namespace

void loadFonts(kit::Style& style) {
    ImGui::GetIO().Fonts->SetFontLoader(glyphLoader());
    style.sans = load(render::Font::Sans);
    style.bold = load(render::Font::Bold);
    style.mono = load(render::Font::Mono);
}

std::vector<FontData> addChineseFont(kit::Style& style) {
    std::map<std::string, FontData> files;
    for (const auto& [font, role] : {std::pair{style.sans, render::Font::Sans},
                                     {style.bold, render::Font::Bold},
                                     {style.mono, render::Font::Mono}}) {
        const render::FontFile file = render::systemFontFileFor(role, U'\u4e2d');
        if (file.path.empty())
            throw Unavailable(
                "no font with Chinese characters was found: install the package fonts-noto-cjk");
        FontData& data = files[file.path];
        if (data.empty()) data = read(file.path);
        ImFontConfig config;
        config.FontDataOwnedByAtlas = false;
        config.MergeMode = true;
        config.DstFont = font;
        config.FontNo = static_cast<ImU32>(file.index);
        ImGui::GetIO().Fonts->AddFontFromMemoryTTF(data.data(), static_cast<int>(data.size()), 0, &config);
    }
    std::vector<FontData> kept;
    for (auto& [path, data] : files) kept.push_back(std::move(data));
    return kept;
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
