// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/programs/targets.h"

#include "kit/recorded_lab.h"
#include "kit/registry.h"
#include "recording/file.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>

namespace lanescope::shell {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kRecordingEnding = ".lanescope";

fs::path recordingIn(const fs::path& folder, const Program& program) {
    return folder / (fs::path(program.file).filename().string() + std::string(kRecordingEnding));
}

std::shared_ptr<const recording::Recording> recordingFrom(const std::string& path) {
    try {
        return std::make_shared<const recording::Recording>(recording::readRecording(path));
    } catch (const recording::FileError& error) {
        throw BadInput(error.what());
    }
}

} // namespace

std::shared_ptr<const kit::LabEntry> Targets::find(std::string_view name) {
    // Labs are there as long as the program.
    if (!name.ends_with(kRecordingEnding)) return {std::shared_ptr<void>(), &kit::findLab(name)};
    const std::string path(name);
    std::error_code unknown; // of a file that is not there: reading it says so
    if (isProgramsRecording(path) && !fs::exists(path, unknown)) {
        throw BadInput(
            fmt::format("the recording of {} went with the window that made it; run the program again, "
                        "and keep a recording with `lanescope record`",
                        fs::path(path).stem().string()));
    }
    const auto written = fs::last_write_time(path, unknown);
    if (const auto known = m_opened.find(path);
        !unknown && known != m_opened.end() && known->second.written == written)
        return known->second.entry;
    const auto title = m_titles.find(path);
    auto entry = std::make_shared<const kit::LabEntry>(
        kit::recordedLab(path, title == m_titles.end() ? fs::path(path).filename().string() : title->second,
                         recordingFrom(path)));
    m_opened.insert_or_assign(path, Opened{entry, written});
    return entry;
}

ProgramRecording Targets::recordingOf(const Program& program) {
    const auto known = std::ranges::find(m_made, program, &Made::program);
    if (known != m_made.end()) return known->recording;
    const std::string file = recordingIn(m_folders.emplace_back().path(), program).string();
    const ProgramEnd end = runRecorded(program, file, ProgramOutput::ToStandardError);
    if (!end.whyNotRecorded.empty())
        throw BadInput(fmt::format("{} cannot be recorded: {}", program.file, end.whyNotRecorded));
    return m_made.emplace_back(Made{program, {file, end.code}}).recording;
}

std::string Targets::placeFor(const Program& program) {
    const fs::path file = recordingIn(m_folders.emplace_back().path(), program);
    recording::Recording none;
    none.contents.push_back(recording::Contents::unspecified());
    recording::writeRecording(none, file);
    return file.string();
}

} // namespace lanescope::shell
