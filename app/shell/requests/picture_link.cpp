// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/requests/picture_link.h"

#include "shell/output/picture_file.h"
#include "shell/requests/look_request.h"
#include "text/language.h"

#include <fmt/format.h>

#include <cctype>
#include <utility>

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

/// A byte that a link has as it is.
std::string linkWord(std::string_view word) {
    constexpr std::string_view kPlain = "_-.,/:=+@";
    std::string text;
    for (const char c : word)
        if (std::isalnum(static_cast<unsigned char>(c)) != 0 || kPlain.find(c) != std::string_view::npos)
            text += c;
        else
            text += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    return text;
}

} // namespace

std::vector<CommandOption> commandOptions(const PictureState& state) {
    const kit::View& view = state.view;
    std::vector<CommandOption> all;
    for (const kit::Parameter* parameter : state.lab.parameters())
        if (!parameter->isDefault()) all.emplace_back("set", parameter->name() + "=" + parameter->text());
    all.emplace_back("arch", state.architecture.name);
    all.emplace_back("device", state.device);
    if (state.checks) all.emplace_back("check", "");
    all.emplace_back("theme", state.light ? "light" : "dark");
    if (state.presenter) all.emplace_back("presenter", "");
    all.emplace_back("size", fmt::format("{}x{}", state.width, state.height));
    if (state.zoom != 1) all.emplace_back("zoom", fmt::format("{}", state.zoom));
    if (!state.part.empty()) all.emplace_back("view", state.part);
    if (state.controls) all.emplace_back("controls", "");
    if (state.caption) all.emplace_back("caption", "");
    if (view.site >= 0) all.emplace_back("site", fmt::format("{}", view.site));
    if (view.launch >= 0) all.emplace_back("launch", fmt::format("{}", view.launch + 1));
    if (view.showSteps) all.emplace_back("step", fmt::format("{}", view.step + 1));
    if (view.split != kit::View{}.split) all.emplace_back("split", fmt::format("{}", view.split));
    if (!(view.camera == render::Camera{}))
        all.emplace_back("camera", fmt::format("{},{},{}", view.camera.azimuth, view.camera.elevation,
                                               view.camera.distance));
    if (view.isPinned()) all.emplace_back("pin", pinText(view.pinned));
    if (state.time && kit::dependsOnTime(state.lab, state.architecture))
        all.emplace_back("time", fmt::format("{}", *state.time));
    if (!state.lesson.empty()) {
        all.emplace_back("lesson", state.lesson);
        all.emplace_back("student", fmt::format("{}", state.student));
        all.emplace_back("page", fmt::format("{}", state.page));
    }
    return all;
}

std::string pictureCommand(const PictureState& state) {
    std::string command = fmt::format("lanescope shot {}", state.entry.name);
    for (const auto& [option, value] : commandOptions(state)) {
        command += fmt::format(" --{}", option);
        if (!value.empty()) command += " " + shellWord(value);
    }
    if (text::language() != text::Language::English)
        command += fmt::format(" --language {}", text::infoOf(text::language()).code);
    return command + " --out " + shellWord(state.entry.name + ".png");
}

std::string pictureLink(const PictureState& state) {
    std::string link = fmt::format("{}{}", kLinkScheme, linkWord(state.entry.name));
    char before = '?';
    for (const auto& [option, value] : commandOptions(state)) {
        link += std::exchange(before, '&');
        link += option;
        if (!value.empty()) link += "=" + linkWord(value);
    }
    return link;
}

} // namespace lanescope::shell
