// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/commands/run.h"

#include "shell/app/window.h"
#include "shell/commands/settings.h"

#include <filesystem>
#include <system_error>

namespace lanescope::shell {

namespace {

/// Where the window keeps its layout: the user's configuration folder; empty when there is none.
std::string settingsFile() {
    const std::filesystem::path folder = settingsFolder();
    if (folder.empty()) return {};
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    return failed ? std::string() : (folder / "layout.ini").string();
}

} // namespace

int runCommand(const RunOptions& options) {
    AppOptions app = appOptions(options.request, options.look);
    app.settings = settingsFile();
    return runWindow(app);
}

} // namespace lanescope::shell
