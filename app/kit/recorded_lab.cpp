// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/recorded_lab.h"

#include "kit/lab_interfaces.h"
#include "text/tr.h"

#include <utility>

namespace lanescope::kit {

namespace {

class RecordedLab final : public Lab, public RecordsAProgram {
public:
    explicit RecordedLab(std::shared_ptr<const recording::Recording> recording)
        : m_recording(std::move(recording)) {}
    void record(Recorder& recorder) const override { recorder.replay(*m_recording); }

private:
    std::shared_ptr<const recording::Recording> m_recording;
};

} // namespace

LabEntry recordedLab(const std::string& path, const std::string& title,
                     std::shared_ptr<const recording::Recording> recording) {
    LabEntry entry;
    entry.name = path;
    entry.title = title;
    entry.summary = translatable("A recording of a program's CUDA calls.");
    entry.make = [recording = std::move(recording)] { return std::make_unique<RecordedLab>(recording); };
    return entry;
}

} // namespace lanescope::kit
