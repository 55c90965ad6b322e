// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/registry.h"

#include "recording/file.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <list>
#include <tuple>

namespace lanescope::kit {

namespace {

/// The order in which a course meets them; a chapter that is not here comes last.
constexpr std::array<std::string_view, 7> kChapters{
    "See the kernel draw",     "Threads",           "Global memory", "Shared memory", "Kernels at work",
    "Between host and device", "When it goes wrong"};

std::size_t chapterRank(std::string_view chapter) {
    return static_cast<std::size_t>(std::find(kChapters.begin(), kChapters.end(), chapter) -
                                    kChapters.begin());
}

std::vector<LabEntry>& registry() {
    static std::vector<LabEntry> entries;
    return entries;
}

} // namespace

void registerLab(LabEntry entry) {
    auto& all = registry();
    const auto before = [](const LabEntry& a, const LabEntry& b) {
        return std::make_tuple(chapterRank(a.chapter), a.rank, a.name) <
               std::make_tuple(chapterRank(b.chapter), b.rank, b.name);
    };
    all.insert(std::upper_bound(all.begin(), all.end(), entry, before), std::move(entry));
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
class RecordedLab final : public Lab {
public:
    explicit RecordedLab(std::shared_ptr<const recording::Recording> recording)
        : m_recording(std::move(recording)) {}
    void record(Recorder& recorder) const override { recorder.replay(*m_recording); }
    bool hasResultPicture() const override {
        return std::ranges::any_of(m_recording->objects, [](const recording::Object& object) {
            return object.kind == recording::Object::Kind::ResultImage;
        });
    }

private:
    std::shared_ptr<const recording::Recording> m_recording;
};

constexpr std::string_view kRecordingEnding = ".lanescope";

/// Those that were opened; entries stay where they are.
std::list<LabEntry>& openedRecordings() {
    static std::list<LabEntry> entries;
    return entries;
}

const LabEntry& openRecording(const std::string& path) {
    std::shared_ptr<const recording::Recording> opened;
    try {
        opened = std::make_shared<const recording::Recording>(recording::readRecording(path));
    } catch (const recording::FileError& error) {
        throw BadInput(error.what());
    }
    LabEntry entry;
    entry.name = path;
    entry.title = std::filesystem::path(path).filename().string();
    entry.summary = "A recording of what a program asked of its device.";
    entry.make = [opened] { return std::make_unique<RecordedLab>(opened); };
    return openedRecordings().emplace_back(std::move(entry));
}

} // namespace

const LabEntry& findTarget(std::string_view name) {
    return name.ends_with(kRecordingEnding) ? openRecording(std::string(name)) : findLab(name);
}

} // namespace lanescope::kit
