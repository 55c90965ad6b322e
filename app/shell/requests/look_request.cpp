// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/requests/look_request.h"

#include "model/spelling.h"
#include "shell/requests/scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>

namespace lanescope::shell {

namespace {

/// A number between two bounds.
template<class T>
T numberIn(std::string_view text, std::string_view option, T least, T most) {
    T value{};
    if (!parseWhole(text, value) || !(value >= least && value <= most))
        throw BadInput(fmt::format("'{}' is no value of {}; it takes {} to {}", text, option, least, most));
    return value;
}

/// "AZIMUTH,ELEVATION,DISTANCE".
render::Camera parseCamera(std::string_view text) {
    std::array<float, 3> parts{};
    std::string_view rest = text;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::size_t end = i + 1 < parts.size() ? rest.find(',') : rest.size();
        if (end == std::string_view::npos || !parseWhole(rest.substr(0, end), parts[i]) ||
            !(parts[i] > -1000 && parts[i] < 1000))
            throw BadInput(fmt::format(
                "'{}' is no camera; write AZIMUTH,ELEVATION,DISTANCE, the angles in radians", text));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    render::Camera camera;
    camera.azimuth = parts[0];
    camera.elevation = parts[1];
    camera.distance = parts[2];
    return camera;
}

/// "FIRST,LAST".
kit::TimeWindow parseTimes(std::string_view text) {
    kit::TimeWindow times;
    const std::size_t comma = std::min(text.find(','), text.size());
    if (!parseWhole(text.substr(0, comma), times.first) ||
        !parseWhole(text.substr(std::min(comma + 1, text.size())), times.last) || !(times.first >= 0) ||
        !(times.last <= 1) || !(times.length() >= kit::TimeWindow::kLeast / 2))
        throw BadInput(fmt::format("'{}' is no part of a timeline; write FIRST,LAST, from 0 to 1", text));
    return times;
}

/// As pinText() says it.
kit::Brush parsePin(std::string_view text) {
    constexpr std::int64_t kMostSites = 1000000;
    kit::Brush pinned;
    const auto parts = std::array<std::function<bool(std::string_view)>, 5>{
        [&](std::string_view word) {
            return parseWhole(word, pinned.lane) && pinned.lane >= -1 && pinned.lane < 32;
        },
        [&](std::string_view word) {
            return parseWhole(word, pinned.site) && pinned.site >= -1 && pinned.site < kMostSites;
        },
        [&](std::string_view word) { return parseWhole(word, pinned.address); },
        [&](std::string_view word) { return parseWhole(word, pinned.bytes) && pinned.bytes <= 4096; },
        [&](std::string_view word) { return parseWhole(word, pinned.point) && pinned.point >= -1; }};
    const auto fail = [&] {
        throw BadInput(fmt::format("'{}' pins nothing; write LANE,SITE,ADDRESS,BYTES,POINT as a copied link "
                                   "has it, -1 for none",
                                   text));
    };
    std::string_view rest = text;
    for (const auto& part : parts) {
        const std::size_t end = std::min(rest.find(','), rest.size());
        if (!part(rest.substr(0, end))) fail();
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    if (std::ranges::count(text, ',') != static_cast<std::ptrdiff_t>(parts.size()) - 1) fail();
    return pinned;
}

/// What is looked at: a program that is named runs now, so that whatever else is asked for is checked before.
void takeTarget(AppOptions& options, LabRequest request) {
    request.checked = options.checks;
    const LabSetup setup = resolve(request);
    if (setup.architectures.size() > 1)
        throw BadInput("--arch names several architectures; this command takes one");
    options.targets = setup.targets;
    const bool ran = setup.name != setup.entry->name;
    options.lab = ran ? setup.targets->keep(setup.entry->name) : setup.entry->name;
    options.exitCode = setup.exitCode;
    options.asks = setup.asks;
    for (const kit::Parameter* parameter : setup.lab->parameters())
        if (!parameter->isDefault()) options.sets.emplace_back(parameter->name(), parameter->text());
    if (!setup.architectures.empty()) options.architecture = setup.architectures.front()->name;
    options.device = setup.device;
}

} // namespace

text::Language languageIn(std::string_view code) {
    if (const auto language = text::languageOf(code)) return *language;
    throw BadInput(fmt::format("no language '{}'; there are: en, zh", code));
}

std::string pinText(const kit::Brush& pinned) {
    return fmt::format("{},{},{},{},{}", pinned.lane, pinned.site, pinned.address, pinned.bytes,
                       pinned.point);
}

LookRequest laidOver(LookRequest under, const LookRequest& look) {
    for (std::string LookRequest::*each :
         {&LookRequest::theme, &LookRequest::language, &LookRequest::step, &LookRequest::site,
          &LookRequest::launch, &LookRequest::camera, &LookRequest::split, &LookRequest::zoom,
          &LookRequest::time, &LookRequest::between, &LookRequest::pin, &LookRequest::lesson,
          &LookRequest::student, &LookRequest::page, &LookRequest::size, &LookRequest::view})
        if (!(look.*each).empty()) under.*each = look.*each;
    if (look.light && look.theme.empty()) under.theme.clear();
    under.light = look.light;
    under.presenter |= look.presenter;
    under.check |= look.check;
    under.controls |= look.controls;
    under.caption |= look.caption;
    return under;
}

LookRequest completed(const LabRequest& request, const LookRequest& look) {
    return request.scenario.empty() ? look : laidOver(readScenario(request.scenario).look, look);
}

LookRequest inWindow(LookRequest look) {
    if (look.view.empty() || look.view == wordOf(WindowPart::Window)) return look;
    look.view.clear();
    look.size.clear();
    look.zoom.clear();
    return look;
}

AppOptions appOptions(const LabRequest& request, const LookRequest& look) {
    AppOptions options;
    if (!look.theme.empty() && look.theme != "dark" && look.theme != "light")
        throw BadInput(fmt::format("no theme '{}'; there are: dark, light", look.theme) +
                       model::didYouMean(look.theme, {"dark", "light"}));
    if (look.light && look.theme == "dark") throw BadInput("--light contradicts --theme dark; leave one out");
    options.light = look.light || look.theme == "light";
    if (!look.language.empty()) options.language = languageIn(look.language);
    options.presenter = look.presenter;
    options.checks = look.check;
    if (!look.site.empty()) options.view.site = numberIn(look.site, "--site", 0, 1000000);
    if (!look.launch.empty())
        options.view.launch = numberIn<std::int64_t>(look.launch, "--launch", 1, 100'000'000) - 1;
    if (!look.step.empty()) {
        options.view.step = numberIn(look.step, "--step", 1, 1000000) - 1;
        options.view.showSteps = true;
    }
    if (!look.camera.empty()) options.view.camera = parseCamera(look.camera);
    if (!look.between.empty()) options.view.times = parseTimes(look.between);
    if (!look.split.empty()) options.view.split = numberIn(look.split, "--split", 0.2F, 0.8F);
    if (!look.zoom.empty()) options.zoom = numberIn(look.zoom, "--zoom", 0.25F, 6.0F);
    if (!look.time.empty()) options.startTime = numberIn(look.time, "--time", 0.0, 1e9);
    if (!look.pin.empty()) options.view.pinned = parsePin(look.pin);
    options.lesson = look.lesson;
    if (look.lesson.empty() && !(look.student.empty() && look.page.empty()))
        throw BadInput("--student and --page are of a lesson; name it with --lesson");
    if (!look.student.empty())
        options.student = numberIn<std::uint64_t>(look.student, "--student", 0, UINT64_MAX);
    if (!look.page.empty()) options.page = numberIn<std::size_t>(look.page, "--page", 0, 10000);
    if (!look.size.empty()) takeSize(options, look.size);
    takeTarget(options, request);
    return options;
}

void takeSize(AppOptions& options, std::string_view text) {
    const Size size = parseSize(text);
    options.width = size.width;
    options.height = size.height;
    options.sized = true;
}

} // namespace lanescope::shell
