// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/programs/temporary_folder.h"

#include "model/error.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <system_error>

namespace lanescope::shell {

namespace fs = std::filesystem;

namespace {

constexpr const char* kBegin = "lanescope-";

} // namespace

TemporaryFolder::TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / (std::string(kBegin) + "XXXXXX")).string();
    if (!::mkdtemp(name.data())) throw Error(fmt::format("cannot make {}: {}", name, std::strerror(errno)));
    m_path = name;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(m_path, ignored);
}

bool TemporaryFolder::holds(const fs::path& name) {
    const fs::path folder = name.parent_path();
    return folder.parent_path() == fs::temp_directory_path() &&
           folder.filename().string().starts_with(kBegin);
}

} // namespace lanescope::shell
