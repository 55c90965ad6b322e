// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/commands/shot.h"

#include "shell/app/shot.h"
#include "shell/output/output.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace lanescope::shell {

int shotCommand(const ShotOptions& options) {
    AppOptions app = appOptions(options.request, options.look);
    takeSize(app, options.size);
    const auto views = viewNames();
    if (std::ranges::find(views, options.view) == views.end())
        throw BadInput(fmt::format("no view '{}'; there are: {}", options.view, fmt::join(views, ", ")));
    std::string extension = std::filesystem::path(options.out).extension().string();
    std::ranges::transform(extension, extension.begin(), [](unsigned char c) { return std::tolower(c); });
    if (extension == ".svg")
        throw BadInput(fmt::format("{}: SVG cannot be written yet; name a .png file", options.out));
    if (extension != ".png")
        throw BadInput(fmt::format("{}: pictures are PNG; name a .png file", options.out));
    checkWritable(options.out);
    const auto [image, stamp] = renderShot(app, options.frames, options.view);
    render::writePng(options.out, image, stamp);
    return 0;
}

} // namespace lanescope::shell
