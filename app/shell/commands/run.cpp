// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/commands/run.h"

#include "shell/app/window.h"

#include <cstdlib>
#include <filesystem>

namespace lanescope::shell {

namespace {

/// Where the window keeps its layout: the user's configuration folder; empty when there is none.
std::string settingsFile() {
    const char* config = std::getenv("XDG_CONFIG_HOME");
    const char* home = std::getenv("HOME");
    std::filesystem::path folder;
    if (config && *config)
        folder = config;
    else if (home && *home)
        folder = std::filesystem::path(home) / ".config";
    else
        return {};
    std::error_code failed;
    std::filesystem::create_directories(folder / "lanescope", failed);
    return failed ? std::string() : (folder / "lanescope" / "layout.ini").string();
}

} // namespace

int runCommand(const RunOptions& options) {
    AppOptions app = appOptions(options.request, options.look);
    app.settings = settingsFile();
    return runWindow(app);
}

} // namespace lanescope::shell
