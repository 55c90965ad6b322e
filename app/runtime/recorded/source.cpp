// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/recorded/source.h"

#include "ptx/program/program.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

namespace lanescope::runtime {

namespace {

constexpr std::uintmax_t kMostSource = 4 << 20, kMostSources = 16 << 20; // bytes: of one, of all

/// The files of a PTX's line information, in its order.
std::vector<std::string> filesOf(std::string_view ptx) {
    std::vector<std::string> files;
    while (!ptx.empty()) {
        std::string_view line = ptx.substr(0, ptx.find('\n'));
        ptx.remove_prefix(std::min(line.size() + 1, ptx.size()));
        line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
        if (!line.starts_with(".file")) continue;
        const std::size_t first = line.find('"');
        const std::size_t last = line.find('"', first + 1);
        if (first != std::string_view::npos && last != std::string_view::npos)
            files.push_back(std::filesystem::path(line.substr(first + 1, last - first - 1))
                                .lexically_normal() // as the sites of its accesses have it
                                .string());
    }
    return files;
}

/// The first that is CUDA C++; what it includes is named, too.
std::string mainFileOf(const std::vector<std::string>& files) {
    for (const std::string& file : files)
        if (file.ends_with(".cu")) return file;
    return files.empty() ? std::string() : files.front();
}

std::string readSource(const std::string& path) {
    std::error_code unknown;
    const std::uintmax_t bytes = std::filesystem::file_size(path, unknown);
    std::ifstream file(path, std::ios::binary);
    if (unknown || bytes > kMostSource || !file) return {};
    return {std::istreambuf_iterator<char>(file), {}};
}

bool isNewer(const std::string& file, const std::string& than) {
    std::error_code unknown, unknownToo;
    const auto changed = std::filesystem::last_write_time(file, unknown);
    const auto built = std::filesystem::last_write_time(than, unknownToo);
    return !unknown && !unknownToo && changed > built;
}

} // namespace

recording::Module moduleOf(std::string ptx, const std::string& program) {
    recording::Module made;
    const std::vector<std::string> files = filesOf(ptx);
    made.path = mainFileOf(files);
    made.source = readSource(made.path);
    if (isNewer(made.path, program)) made.olderProgram = std::filesystem::path(program).filename().string();
    if (made.path.empty()) made.path = "the program";
    std::size_t bytes = made.source.size();
    for (const std::string& file : files) {
        if (file == made.path || ptx::isToolkitHeader(file) ||
            std::ranges::find(made.others, file, &recording::SourceFile::path) != made.others.end())
            continue;
        std::string text = readSource(file);
        bytes += text.size();
        if (!text.empty() && bytes <= kMostSources) made.others.push_back({file, std::move(text)});
    }
    made.name = std::filesystem::path(made.path).stem().string();
    made.ptx = std::move(ptx);
    return made;
}

} // namespace lanescope::runtime
