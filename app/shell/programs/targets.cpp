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

std::shared_ptr<const recording::Recording> recordingFrom(const fs::path& path) {
    try {
        return std::make_shared<const recording::Recording>(recording::readRecording(path));
    } catch (const recording::FileError& error) {
        throw BadInput(error.what());
    }
}

} // namespace

std::string placeOf(const std::string& target) {
    std::error_code unknown;
    if (!target.ends_with(kRecordingEnding) || !fs::exists(target, unknown)) return target;
    return fs::absolute(target).lexically_normal().string();
}

std::shared_ptr<const kit::LabEntry> Targets::find(std::string_view name) {
    // Labs are there as long as the program.
    if (!name.ends_with(kRecordingEnding)) return {std::shared_ptr<void>(), &kit::findLab(name)};
    const auto moved = m_names.find(name);
    const std::string path(moved == m_names.end() ? name : moved->second);
    std::error_code unknown; // of a file that is not there: reading it says so
    if (!fs::exists(path, unknown)) {
        if (KeptRecordings::isName(path)) return findKept(path);
        if (isProgramsRecording(path))
            throw BadInput(
                fmt::format("the recording of {} went with the window that made it; run the program again, "
                            "and keep a recording with `lanescope record`",
                            fs::path(path).stem().string()));
    }
    const auto written = fs::last_write_time(path, unknown);
    const std::string place = placeOf(path); // by whichever of its names
    if (const auto known = m_opened.find(place);
        !unknown && known != m_opened.end() && known->second.written == written)
        return known->second.entry;
    const auto title = m_titles.find(path);
    auto entry =
        open(path, path, title == m_titles.end() ? fs::path(path).filename().string() : title->second);
    m_opened.insert_or_assign(place, Opened{entry, written});
    return entry;
}

/// What has been read stays, whatever becomes of its file: one of that name is always the same.
std::shared_ptr<const kit::LabEntry> Targets::findKept(const std::string& name) {
    const auto file = m_kept.find(name);
    if (const auto known = m_opened.find(name); known != m_opened.end()) return known->second.entry;
    if (!file)
        throw BadInput(fmt::format(
            "the recording of {} is not on this machine: it was made on another one, or newer recordings "
            "have replaced it; run the program again, and keep a recording with `lanescope record`",
            KeptRecordings::programIn(name)));
    auto entry = open(name, *file, m_kept.titleOf(name));
    m_opened.insert_or_assign(name, Opened{entry, {}});
    return entry;
}

std::shared_ptr<const kit::LabEntry> Targets::open(const std::string& name, const fs::path& file,
                                                   const std::string& title) {
    return std::make_shared<const kit::LabEntry>(kit::recordedLab(name, title, recordingFrom(file)));
}

ProgramRecording Targets::recordingOf(const Program& program) {
    const auto known = std::ranges::find(m_made, program, &Made::program);
    if (known != m_made.end()) return known->recording;
    const std::string file = recordingIn(m_folders.emplace_back().path(), program).string();
    const ProgramEnd end = runRecorded(program, file, ProgramOutput::ToStandardError);
    if (!end.whyNotRecorded.empty() && end.interruptedBy != 0)
        throw Interrupted(fmt::format("{} {}, so there is no recording of it", program.file, endText(end)),
                          end.interruptedBy);
    if (!end.whyNotRecorded.empty())
        throw BadInput(end.code == 0
                           ? fmt::format("{} cannot be recorded: {}", program.file, end.whyNotRecorded)
                           : fmt::format("{} {}, and cannot be recorded: {}", program.file, endText(end),
                                         end.whyNotRecorded));
    return m_made.emplace_back(Made{program, {file, end}}).recording;
}

std::string Targets::placeFor(const Program& program) {
    const fs::path file = recordingIn(m_folders.emplace_back().path(), program);
    recording::Recording none;
    none.contents.push_back(recording::Contents::unspecified());
    recording::writeRecording(none, file);
    return file.string();
}

std::string Targets::keep(const std::string& recording) {
    if (const auto moved = m_names.find(recording); moved != m_names.end() && !fs::exists(recording))
        return moved->second;
    if (!isProgramsRecording(recording)) return recording;
    const fs::path path(recording);
    const auto title = m_titles.find(recording);
    const auto name = m_kept.take(path, path.stem().stem().string(),
                                  title == m_titles.end() ? path.stem().string() : title->second);
    if (!name) {
        m_names.erase(recording);
        return recording;
    }
    m_names.insert_or_assign(recording, *name);
    return *name;
}

} // namespace lanescope::shell
