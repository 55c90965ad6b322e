// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/commands/settings.h"

#include "shell/output/output.h"
#include "shell/requests/lab_request.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <system_error>
#include <vector>

namespace lanescope::shell {

namespace {

constexpr std::size_t kMostRow = 1 << 20; // bytes of a file that may be a row

/// "NVIDIA_H100_80GB_HBM3".
std::string fileNameOf(std::string name) {
    std::ranges::replace_if(
        name, [](unsigned char c) { return !std::isalnum(c) && c != '-'; }, '_');
    return name;
}

/// In which whoever has never chosen a language reads everything else; English where that is not known.
text::Language languageOfSystem() {
    for (const char* name : {"LC_ALL", "LC_MESSAGES", "LANG"})
        if (const char* locale = std::getenv(name); locale && *locale)
            return text::languageOfLocale(locale).value_or(text::Language::English);
    return text::Language::English;
}

std::filesystem::path timesFolder() {
    const std::filesystem::path folder = settingsFolder();
    return folder.empty() ? folder : folder / "times";
}

} // namespace

std::filesystem::path settingsFolder() {
    const char* config = std::getenv("XDG_CONFIG_HOME");
    const char* home = std::getenv("HOME");
    if (config && *config) return std::filesystem::path(config) / "lanescope";
    if (home && *home) return std::filesystem::path(home) / ".config" / "lanescope";
    return {};
}

std::string languageFile() {
    const std::filesystem::path folder = settingsFolder();
    return folder.empty() ? std::string() : (folder / "language").string();
}

text::Language usualLanguage() {
    const std::string file = languageFile();
    std::error_code failed;
    if (file.empty() || !std::filesystem::exists(file, failed)) return languageOfSystem();
    try {
        const std::string text = readInput(file);
        return text::languageOf(text.substr(0, text.find_first_of("\r\n"))).value_or(text::Language::English);
    } catch (const std::exception&) {
        return text::Language::English;
    }
}

std::filesystem::path saveChipRow(const session::ChipRow& row) {
    const std::filesystem::path folder = timesFolder();
    if (folder.empty())
        throw OutputError("there is no folder to keep the times in: set HOME or XDG_CONFIG_HOME");
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (failed) throw OutputError(fmt::format("cannot make {}: {}", folder.string(), failed.message()));
    const std::filesystem::path file = folder / (fileNameOf(row.device) + ".csv");
    writeResultTo(file.string(), chipRowText(row));
    return file;
}

std::shared_ptr<const model::KnownTimes> knownTimes() {
    const std::filesystem::path folder = timesFolder();
    if (folder.empty()) return session::bundledTimes();
    std::error_code failed;
    std::vector<std::filesystem::path> files;
    for (std::filesystem::directory_iterator at(folder, failed), end; !failed && at != end;
         at.increment(failed))
        if (at->path().extension() == ".csv") files.push_back(at->path());
    std::ranges::sort(files); // of two for one architecture it is always the same one
    auto known = std::make_shared<model::KnownTimes>(*session::bundledTimes());
    for (const std::filesystem::path& file : files) {
        try {
            const session::ChipRow row = session::parseChipRow(readInput(file.string(), false, kMostRow));
            known->set(parseArchitecture(row.architecture), chipTimesOf(row, session::bundledRow()));
        } catch (const std::exception& failure) {
            say(fmt::format("the times in {} are left out: {}", file.string(), oneLine(failure.what())));
        }
    }
    return known;
}

} // namespace lanescope::shell
