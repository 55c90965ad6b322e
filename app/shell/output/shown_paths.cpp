// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/output/shown_paths.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <system_error>

namespace lanescope::shell {

namespace fs = std::filesystem;

ShownPaths::ShownPaths(const std::string& program) {
    std::error_code unknown;
    const fs::path here = fs::current_path(unknown);
    for (const fs::path& folder : {here, fs::weakly_canonical(here / program, unknown).parent_path()})
        if (folder.has_relative_path() &&
            std::ranges::find(m_folders, folder.string() + "/") == m_folders.end()) // not that of all files
            m_folders.push_back(folder.string() + "/");
}

std::string ShownPaths::in(std::string text) const {
    const auto isOfPath = [](char letter) {
        return std::isalnum(static_cast<unsigned char>(letter)) || letter == '/' || letter == '.' ||
               letter == '_' || letter == '-';
    };
    for (const std::string& folder : m_folders)
        for (std::size_t at = text.find(folder); at != std::string::npos; at = text.find(folder, at)) {
            if (at > 0 && isOfPath(text[at - 1]))
                ++at; // another one's that ends like it
            else
                text.erase(at, folder.size());
        }
    return text;
}

} // namespace lanescope::shell
