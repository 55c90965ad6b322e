// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/picture_command.h"

#include <fmt/format.h>

#include <cctype>

namespace lanescope::shell {

namespace {

/// A word as a shell takes it whole.
std::string shellWord(std::string_view word) {
    constexpr std::string_view kPlain = "_-.,/:=+%@";
    bool plain = !word.empty();
    for (const char c : word)
        plain &= std::isalnum(static_cast<unsigned char>(c)) != 0 || kPlain.find(c) != std::string_view::npos;
    if (plain) return std::string(word);
    std::string text = "'";
    for (const char c : word)
        if (c == '\'')
            text += "'\\''";
        else
            text += c;
    return text + "'";
}

} // namespace

std::string pictureCommand(const PictureState& state) {
    const kit::View& view = state.view;
    std::string command = fmt::format("lanescope shot {}", state.entry.name);
    const auto add = [&](std::string_view option, const std::string& value) {
        command += fmt::format(" {} {}", option, shellWord(value));
    };
    for (const kit::Parameter* parameter : state.lab.parameters())
        if (!parameter->isDefault()) add("--set", parameter->name() + "=" + parameter->text());
    add("--arch", std::string(state.architecture.name));
    add("--device", state.device);
    if (state.checks) command += " --check";
    add("--theme", state.light ? "light" : "dark");
    if (state.presenter) command += " --presenter";
    add("--size", fmt::format("{}x{}", state.width, state.height));
    if (state.zoom != 1) add("--zoom", fmt::format("{}", state.zoom));
    if (view.site >= 0) add("--site", fmt::format("{}", view.site));
    if (view.showSteps) add("--step", fmt::format("{}", view.step + 1));
    if (view.split != kit::View{}.split) add("--split", fmt::format("{}", view.split));
    if (!(view.camera == render::Camera{}))
        add("--camera",
            fmt::format("{},{},{}", view.camera.azimuth, view.camera.elevation, view.camera.distance));
    if (kit::dependsOnTime(state.lab, state.architecture)) add("--time", fmt::format("{}", state.time));
    add("--out", state.entry.name + ".png");
    return command;
}

} // namespace lanescope::shell
