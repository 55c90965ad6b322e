// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/seen.h"

#include "kit/lab_interfaces.h"
#include "shell/version.h"

#include <fmt/format.h>

#include <string_view>

namespace lanescope::shell {

PictureState Seen::picture(std::string device, const kit::View& view, const Setting& of) const {
    const render::Rect window = layout.placeOf(WindowPart::Window);
    return {.entry = runner.entry(),
            .lab = of.lab,
            .architecture = of.architecture,
            .device = std::move(device),
            .view = view,
            .time = clock.time(),
            .width = static_cast<int>(window.width),
            .height = static_cast<int>(window.height),
            .zoom = layout.pictureZoom(),
            .light = layout.light(),
            .presenter = layout.presenter(),
            .checks = runner.checks(),
            .part = options.only,
            .lesson = desk.name(),
            .student = desk.student(),
            .page = desk.isOpen() ? desk.work().page() : 0};
}

PictureState Seen::window(std::string device) const {
    return picture(std::move(device), stage.view(), runner.edited());
}

/// Another machine may have another GPU, or none.
std::string Seen::deviceOfLink() const {
    return runner.info().choice == device::kEmulated ? device::kEmulated : "auto";
}

std::string Seen::link() const {
    return pictureLink(window(deviceOfLink()));
}

std::string Seen::step(const kit::View& view) const {
    PictureState seen = picture("auto", view, runner.edited());
    const PictureState usual{seen.entry, seen.lab, seen.architecture, "", view};
    seen.time = std::nullopt;
    seen.width = usual.width;
    seen.height = usual.height;
    seen.zoom = layout.zoom();
    return pictureLink(seen);
}

namespace {

/// "banks: stride=2, pad=1".
std::string textOf(std::string_view name, const kit::Lab& lab, auto isTold) {
    std::string text;
    for (const kit::Parameter* parameter : lab.parameters())
        if (isTold(*parameter))
            text += fmt::format("{}{}={}", text.empty() ? ": " : ", ", parameter->name(), parameter->text());
    return std::string(name) + text;
}

} // namespace

std::string Seen::parameters(const kit::Lab& lab) const {
    return textOf(runner.entry().name, lab,
                  [](const kit::Parameter& parameter) { return !parameter.isDefault(); });
}

std::string Seen::allParameters(const kit::Lab& lab, const model::Architecture& architecture) const {
    // The recording of a program has a file name that says nothing to who reads a picture.
    const kit::LabEntry& entry = runner.entry();
    const std::string& name = lab.as<kit::RecordsAProgram>() ? entry.title : entry.name;
    return textOf(name, lab, [&](const kit::Parameter& parameter) {
        return !(parameter.isAdvanced() && parameter.isDefault()) &&
               kit::idleReason(lab, parameter, architecture).empty();
    });
}

render::TextChunks Seen::stamp(const PictureState& state) const {
    render::TextChunks text;
    text[std::string(kLinkChunk)] = pictureLink(state);
    text["Title"] = runner.entry().title;
    text["Software"] = fmt::format("Lanescope {}", kVersion);
    text["Lanescope lab"] = runner.entry().name;
    text["Lanescope architecture"] =
        fmt::format("{} (CC {})", state.architecture.name, state.architecture.cc.text());
    text["Lanescope device"] = runner.info().name;
    text["Lanescope numbers"] = runner.can().measuresTimes ? "times measured, counts modelled" : "modelled";
    for (const kit::Parameter* parameter : state.lab.parameters())
        text[fmt::format("Lanescope set {}", parameter->name())] = parameter->text();
    return text;
}

} // namespace lanescope::shell
