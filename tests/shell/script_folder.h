// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace lanescope::shell {

/// A folder for the programs of a test, gone with it.
class ScriptFolder {
public:
    explicit ScriptFolder(const std::string& name)
        : m_path(std::filesystem::temp_directory_path() /
                 ("lanescope-" + name + "-" + std::to_string(::getpid()))) {
        std::filesystem::create_directories(m_path);
    }
    ~ScriptFolder() { std::filesystem::remove_all(m_path); }
    ScriptFolder(const ScriptFolder&) = delete;
    ScriptFolder& operator=(const ScriptFolder&) = delete;
    const std::filesystem::path& path() const { return m_path; }
    /// A program that does what a shell script says.
    std::string program(const std::string& script) const {
        const std::filesystem::path file = m_path / "program";
        std::ofstream(file) << "#!/bin/sh\n" << script;
        std::filesystem::permissions(file, std::filesystem::perms::owner_all);
        return file.string();
    }

private:
    std::filesystem::path m_path;
};

} // namespace lanescope::shell
