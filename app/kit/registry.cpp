// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/registry.h"

#include "kit/lab_interfaces.h"
#include "recording/file.h"
#include "text/tr.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <list>
#include <map>
#include <mutex>
#include <tuple>

namespace lanescope::kit {

namespace {

std::vector<LabEntry>& registry() {
    static std::vector<LabEntry> entries;
    return entries;
}

} // namespace

void registerLab(LabEntry entry) {
    std::vector<LabEntry>& all = registry();
    all.push_back(std::move(entry));
    std::map<std::string, int, std::less<>> firstPlaces; // by chapter
    for (const LabEntry& each : all) {
        const auto [found, isNew] = firstPlaces.emplace(each.chapter, each.place);
        found->second = std::min(found->second, each.place);
    }
    const auto order = [&](const LabEntry& lab) {
        return std::tuple(firstPlaces.at(lab.chapter), std::string_view(lab.chapter), lab.place,
                          std::string_view(lab.name));
    };
    std::ranges::sort(all, std::less{}, order);
}

std::span<const LabEntry> labs() {
    return registry();
}

const LabEntry& findLab(std::string_view name) {
    std::vector<std::string> names;
    for (const LabEntry& entry : labs()) {
        if (entry.name == name) return entry;
        names.push_back(entry.name);
    }
    throw BadInput(fmt::format("no lab '{}'; there are: {}", name, fmt::join(names, ", ")));
}

namespace {

/// A recording from a file in the place of a lab.
class RecordedLab final : public Lab, public RecordsAProgram {
public:
    explicit RecordedLab(std::shared_ptr<const recording::Recording> recording)
        : m_recording(std::move(recording)) {}
    void record(Recorder& recorder) const override { recorder.replay(*m_recording); }

private:
    std::shared_ptr<const recording::Recording> m_recording;
};

constexpr std::string_view kRecordingEnding = ".lanescope";

/// The titles that were given to recordings, by their paths.
std::map<std::string, std::string, std::less<>>& recordingTitles() {
    static std::map<std::string, std::string, std::less<>> all;
    return all;
}

/// Those that were opened, which stay where they are; a file that has not changed since is not read again.
class OpenedRecordings {
public:
    const LabEntry& open(const std::string& path) {
        const std::scoped_lock lock(m_mutex);
        std::error_code unknown; // of a file that is not there: reading it says so
        const auto written = std::filesystem::last_write_time(path, unknown);
        for (const Opened& each : m_all)
            if (!unknown && each.entry.name == path && each.written == written) return each.entry;
        return m_all.emplace_back(Opened{read(path), written}).entry;
    }

private:
    struct Opened {
        LabEntry entry;
        std::filesystem::file_time_type written;
    };

    static LabEntry read(const std::string& path) {
        std::shared_ptr<const recording::Recording> opened;
        try {
            opened = std::make_shared<const recording::Recording>(recording::readRecording(path));
        } catch (const recording::FileError& error) {
            throw BadInput(error.what());
        }
        LabEntry entry;
        entry.name = path;
        const auto title = recordingTitles().find(path);
        entry.title = title == recordingTitles().end() ? std::filesystem::path(path).filename().string()
                                                       : title->second;
        entry.summary = translatable("A recording of a program's CUDA calls.");
        entry.make = [opened] { return std::make_unique<RecordedLab>(opened); };
        return entry;
    }

    std::mutex m_mutex;
    std::list<Opened> m_all;
};

const LabEntry& openRecording(const std::string& path) {
    static OpenedRecordings opened;
    return opened.open(path);
}

} // namespace

std::string shownName(const LabEntry& entry) {
    const char* title = tr(entry.title.c_str());
    return title == entry.title.c_str() ? entry.name : fmt::format("{}  {}", entry.name, title);
}

void titleRecording(const std::string& path, const std::string& title) {
    recordingTitles()[path] = title;
}

const LabEntry& findTarget(std::string_view name) {
    return name.ends_with(kRecordingEnding) ? openRecording(std::string(name)) : findLab(name);
}

} // namespace lanescope::kit
