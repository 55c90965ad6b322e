// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/find/files.h"

#include "shell/app/user_actions.h"
#include "shell/output/picture_file.h"
#include "shell/programs/recorded_program.h"
#include "text/tr.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>

namespace lanescope::shell {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kHome = "~/";

/// What a program is to the window; named: by the user, to the end of its path.
std::string_view whatItRuns(const std::string& path, bool named) {
    if (isProgramSource(path))
        return named ? tr("a CUDA program, built first")
                     : tr("a CUDA program, built first; asks before it runs");
    return named ? tr("a program") : tr("a program; asks before it runs");
}

/// What a file is to the window; empty: nothing that it opens.
std::string_view whatItOpens(const std::string& path) {
    constexpr std::pair<std::string_view, const char*> kKinds[] = {
        {".lanescope", translatable("a recording")},
        {".md", translatable("opens as a lesson")},
        {".png", translatable("a picture with its state")},
        {".svg", translatable("a picture with its state")},
        {".pdf", translatable("a picture with its state")},
        {".json", translatable("opens as a scenario")},
        {".gif", translatable("a picture without a state")},
        {".webm", translatable("a film without a state")},
    };
    for (const auto& [ending, text] : kKinds)
        if (path.ends_with(ending)) return tr(text);
    return {};
}

fs::path onDisk(std::string_view typed) {
    const char* const home = std::getenv("HOME");
    if (typed.starts_with(kHome) && home) return fs::path(home) / typed.substr(kHome.size());
    return fs::path(typed);
}

/// "./prog 64 cold": that program with what it gets; nullopt: there is no space, or no program before it.
std::optional<Findable> withArguments(std::string_view typed) {
    const std::size_t space = typed.find(' ');
    if (space == std::string_view::npos) return std::nullopt;
    Program program{onDisk(typed.substr(0, space)).string(), {}, "auto"};
    if (!isProgram(program.file)) return std::nullopt;
    std::istringstream words{std::string(typed.substr(space))};
    for (std::string word; words >> word;) program.arguments.push_back(word);
    const fs::path name = fs::path(program.file).filename();
    return Findable{.kind = Findable::Kind::File,
                    .name = fmt::format("{} {}", name.string(), fmt::join(program.arguments, " ")),
                    .detail = std::string(whatItRuns(program.file, true)),
                    .choose = [program](UserActions& actions) { actions.open.program = program; }};
}

/// A file of a folder; nothing: the window does not open it.
std::optional<Findable> fileAt(const std::string& path, const std::string& name, bool named) {
    if (path.ends_with(".png") && !pngHasLink(path)) return std::nullopt;
    std::string_view what = whatItOpens(path);
    const bool program = what.empty() && isProgram(path);
    if (program) what = whatItRuns(path, named);
    if (what.empty()) return std::nullopt;
    return Findable{.kind = Findable::Kind::File,
                    .name = name,
                    .detail = std::string(what),
                    .choose = [path, runs = program && named](UserActions& actions) {
                        if (runs)
                            actions.open.program = Program{path, {}, "auto"};
                        else
                            actions.open.file = path;
                    }};
}

} // namespace

bool isPath(std::string_view typed) {
    if (typed.starts_with('/') || typed.starts_with("./") || typed.starts_with("../") ||
        typed.starts_with(kHome))
        return true;
    // A file of the folder that the program was started in, by its whole name.
    std::error_code unknown;
    return typed.find('.') != std::string_view::npos && fs::is_regular_file(onDisk(typed), unknown);
}

std::vector<Findable> filesFrom(std::string_view typed) {
    if (auto program = withArguments(typed)) return {std::move(*program)};
    constexpr std::size_t kMost = 1000;
    const std::size_t behind = typed.rfind('/') + 1;
    const std::string folder(typed.substr(0, behind)), begins(typed.substr(behind));
    std::vector<Findable> folders, files;
    std::error_code failed;
    for (fs::directory_iterator at(onDisk(folder.empty() ? "." : folder), failed), end; !failed && at != end;
         at.increment(failed)) {
        const std::string name = at->path().filename().string();
        if (!name.starts_with(begins) || (name.starts_with('.') && !begins.starts_with('.'))) continue;
        std::error_code unknown;
        if (at->is_directory(unknown)) {
            folders.push_back(
                {.kind = Findable::Kind::Folder, .name = name + "/", .completes = folder + name + "/"});
        } else if (auto file = fileAt(at->path().string(), name, name == begins)) {
            files.push_back(std::move(*file));
        }
        if (folders.size() + files.size() == kMost) break;
    }
    std::ranges::sort(folders, {}, &Findable::name);
    std::ranges::sort(files, {}, &Findable::name);
    std::ranges::move(files, std::back_inserter(folders));
    return folders;
}

} // namespace lanescope::shell
