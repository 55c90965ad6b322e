// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/commands/shot.h"

#include "shell/app/shot.h"
#include "shell/capture/film.h"
#include "shell/commands/settings.h"
#include "shell/output/output.h"
#include "shell/requests/picture_code.h"
#include "json/document.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

namespace lanescope::shell {

namespace {

/// What is stamped into a picture, by the names that other documents have for it.
Json pictureJson(const render::TextChunks& stamp) {
    constexpr std::string_view kOwn = "Lanescope ", kSet = "Lanescope set ";
    Json document = Json::object(), parameters = Json::object();
    for (const auto& [name, text] : stamp)
        if (name.starts_with(kSet))
            parameters[name.substr(kSet.size())] = text;
        else if (name.starts_with(kOwn))
            document[name.substr(kOwn.size())] = text;
    document["parameters"] = std::move(parameters);
    return document;
}

} // namespace

int shotCommand(const ShotOptions& options) {
    const LookRequest look = completed(options.request, options.look);
    ShotContents shot;
    shot.view = !look.view.empty() ? parseView(look.view)
                : options.steps    ? WindowPart::Stage
                                   : WindowPart::Window;
    if ((options.steps || look.caption || look.controls) && !isOnStage(shot.view))
        throw BadInput(fmt::format("{} goes with --view stage, result or access, not with {}",
                                   options.steps  ? "--steps"
                                   : look.caption ? "--caption"
                                                  : "--controls",
                                   wordOf(shot.view)));
    if (options.steps && !look.step.empty()) throw BadInput("--steps draws each step; leave out --step");
    std::optional<Film> film;
    if (options.steps) {
        film.emplace(options.out);
    } else {
        shot.vectors = pictureFormatOf(options.out) != PictureFormat::Png;
        checkWritable(options.out);
    }
    AppOptions app = appOptions(options.request, look); // which runs a program
    app.times = knownTimes();
    // A page is drawn with its own lab and its values, unless another lab or other values are asked for.
    app.pageSetsLab =
        !look.lesson.empty() && options.request.sets.empty() && options.request.scenario.empty();
    app.labNamed = options.request.lab;
    shot.frames = options.frames;
    shot.controls = look.controls;
    shot.caption = look.caption;
    shot.steps = options.steps;
    if (!options.look.step.empty()) shot.step = app.view.step;
    if (!options.look.site.empty()) shot.site = app.view.site;
    std::vector<std::string> faults, files{options.out};
    render::TextChunks stamp;
    const std::string leftOut = leftOutOf(options.request.scenario);
    if (film) {
        shot.vectors = film->wantsVectors();
        faults = renderShot(app, shot, [&](Picture&& picture, int number, int count) {
            stamp = picture.stamp;
            film->add(std::move(picture), number, count);
        });
        film->finish();
        files = film->files();
    } else {
        faults = renderShot(app, shot, [&](Picture&& picture, int, int) {
            stamp = picture.stamp;
            writePicture(options.out, picture);
        });
    }
    if (options.json) {
        Json document = pictureJson(stamp);
        document["files"] = files;
        document["faults"] = faults;
        writeResult(json::textOf(document));
    }
    if (!leftOut.empty()) say(leftOut);
    for (const std::string& fault : faults) say(fault);
    return app.exitCode == 0 && !faults.empty() ? static_cast<int>(Exit::Failure) : app.exitCode;
}

} // namespace lanescope::shell
