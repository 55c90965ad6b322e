// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/recorded/source.h"

#include <cxxabi.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <vector>

namespace lanescope::runtime {

namespace {

constexpr std::uintmax_t kMostSource = 4 << 20; // bytes

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
            files.emplace_back(line.substr(first + 1, last - first - 1));
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

/// Where the name in "void name<int>(int, float)" ends: at the parameters.
std::size_t endOfName(std::string_view text) {
    int depth = 0;
    for (std::size_t i = text.size(); i-- > 0;) {
        if (text[i] == ')') ++depth;
        if (text[i] == '(' && --depth == 0) return i;
    }
    return text.size();
}

} // namespace

recording::Module moduleOf(std::string ptx) {
    recording::Module made;
    made.path = mainFileOf(filesOf(ptx));
    made.source = readSource(made.path);
    if (made.path.empty()) made.path = "the program";
    made.name = std::filesystem::path(made.path).stem().string();
    made.ptx = std::move(ptx);
    return made;
}

std::string plainName(const std::string& mangled) {
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> demangled(
        abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status), std::free);
    if (status != 0 || !demangled) return mangled;
    const std::string_view text(demangled.get());
    const std::string_view name = text.substr(0, endOfName(text));
    // A template's name comes after what it returns.
    int depth = 0;
    for (std::size_t i = name.size(); i-- > 0;) {
        if (name[i] == '>' || name[i] == ')') ++depth;
        if (name[i] == '<' || name[i] == '(') --depth;
        if (name[i] == ' ' && depth == 0) return std::string(name.substr(i + 1));
    }
    return std::string(name);
}

} // namespace lanescope::runtime
