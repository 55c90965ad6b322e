// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/requests/picture_link.h"

#include "shell/output/picture_file.h"
#include "shell/programs/targets.h"
#include "shell/requests/look_request.h"
#include "text/language.h"

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

Scenario scenarioOf(const PictureState& state) {
    const kit::View& view = state.view;
    Scenario scenario;
    scenario.request.lab = state.entry.name;
    for (const kit::Parameter* parameter : state.lab.parameters())
        if (!parameter->isDefault())
            scenario.request.sets.push_back(parameter->name() + "=" + parameter->text());
    scenario.request.architectures = state.architecture.name;
    scenario.request.device = state.device;
    LookRequest& look = scenario.look;
    look.check = state.checks;
    look.theme = state.light ? "light" : "dark";
    look.presenter = state.presenter;
    look.size = fmt::format("{}x{}", state.width, state.height);
    if (state.zoom != 1) look.zoom = fmt::format("{}", state.zoom);
    if (state.part) look.view = wordOf(*state.part);
    look.controls = state.controls;
    look.caption = state.caption;
    if (view.site >= 0) look.site = fmt::format("{}", view.site);
    if (view.launch >= 0) look.launch = fmt::format("{}", view.launch + 1);
    if (view.showSteps) look.step = fmt::format("{}", view.step + 1);
    if (view.split != kit::View{}.split) look.split = fmt::format("{}", view.split);
    if (!(view.camera == render::Camera{}))
        look.camera =
            fmt::format("{},{},{}", view.camera.azimuth, view.camera.elevation, view.camera.distance);
    if (!view.times.isAll()) look.between = fmt::format("{},{}", view.times.first, view.times.last);
    if (view.isPinned()) look.pin = pinText(view.pinned);
    if (state.time && kit::dependsOnTime(state.lab, state.architecture))
        look.time = fmt::format("{}", *state.time);
    if (!state.lesson.empty()) {
        look.lesson = state.lesson;
        look.student = fmt::format("{}", state.student);
        look.page = fmt::format("{}", state.page);
    }
    return scenario;
}

std::string pictureCommand(const PictureState& state) {
    std::string command = fmt::format("lanescope shot {}", state.entry.name);
    for (const auto& [option, value] : optionsOf(scenarioOf(state))) {
        command += fmt::format(" --{}", option);
        if (!value.empty()) command += " " + shellWord(value);
    }
    if (text::language() != text::Language::English)
        command += fmt::format(" --language {}", text::infoOf(text::language()).code);
    return command + " --out " + shellWord(pictureName(state.entry.name) + ".png");
}

std::string pictureName(std::string_view target) {
    target.remove_prefix(target.rfind('/') + 1);
    return std::string(target.starts_with('.') ? target : target.substr(0, target.find('.')));
}

std::string pictureLink(const PictureState& state) {
    Scenario scenario = scenarioOf(state);
    scenario.request.lab = placeOf(scenario.request.lab);
    return linkOf(scenario);
}

} // namespace lanescope::shell
