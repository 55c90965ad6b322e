// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/commands/shot.h"

#include "shell/app/picture_command.h"
#include "shell/app/shot.h"
#include "shell/output/output.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

namespace lanescope::shell {

int shotCommand(const ShotOptions& options) {
    const LookRequest look = completed(options.request, options.look);
    const AppOptions app = appOptions(options.request, look);
    const std::string view = look.view.empty() ? "window" : look.view;
    const auto views = viewNames();
    if (std::ranges::find(views, view) == views.end())
        throw BadInput(fmt::format("no view '{}'; there are: {}", view, fmt::join(views, ", ")));
    std::string extension = std::filesystem::path(options.out).extension().string();
    std::ranges::transform(extension, extension.begin(), [](unsigned char c) { return std::tolower(c); });
    if (extension == ".svg")
        throw BadInput(fmt::format("{}: SVG cannot be written yet; name a .png file", options.out));
    if (extension != ".png")
        throw BadInput(fmt::format("{}: pictures are PNG; name a .png file", options.out));
    checkWritable(options.out);
    auto [image, stamp] = renderShot(app, options.frames, view);
    if (view != "window") stamp[std::string(kLinkChunk)] += "&view=" + view;
    render::writePng(options.out, image, stamp);
    return 0;
}

} // namespace lanescope::shell
