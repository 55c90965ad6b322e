// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/commands/shot.h"

#include "shell/app/shot.h"
#include "shell/capture/film.h"
#include "shell/commands/settings.h"
#include "shell/output/output.h"
#include "shell/requests/picture_code.h"

#include <fmt/format.h>

namespace lanescope::shell {

int shotCommand(const ShotOptions& options) {
    const LookRequest look = completed(options.request, options.look);
    AppOptions app = appOptions(options.request, look);
    app.times = knownTimes();
    // A page is drawn with its own lab and its values, unless another lab or other values are asked for.
    app.pageSetsLab =
        !look.lesson.empty() && options.request.sets.empty() && options.request.scenario.empty();
    app.labNamed = options.request.lab;
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
    shot.frames = options.frames;
    shot.controls = look.controls;
    shot.caption = look.caption;
    shot.steps = options.steps;
    if (!options.look.step.empty()) shot.step = app.view.step;
    if (!options.look.site.empty()) shot.site = app.view.site;
    const std::string leftOut = leftOutOf(options.request.scenario);
    if (options.steps) {
        Film film(options.out);
        shot.vectors = film.wantsVectors();
        renderShot(app, shot, [&](Picture&& picture, int number, int count) {
            film.add(std::move(picture), number, count);
        });
        film.finish();
    } else {
        shot.vectors = pictureFormatOf(options.out) != PictureFormat::Png;
        checkWritable(options.out);
        renderShot(app, shot, [&](Picture&& picture, int, int) { writePicture(options.out, picture); });
    }
    if (!leftOut.empty()) say(leftOut);
    return app.programFailed ? static_cast<int>(Exit::Failure) : 0;
}

} // namespace lanescope::shell
