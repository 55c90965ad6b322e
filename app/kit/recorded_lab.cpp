// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/recorded_lab.h"

#include "kit/lab_interfaces.h"
#include "text/tr.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>

namespace lanescope::kit {

namespace {

class RecordedLab final : public Lab, public RecordsAProgram {
public:
    explicit RecordedLab(std::shared_ptr<const recording::Recording> recording)
        : m_recording(std::move(recording)) {
        m_block.setMost([this] { return mostOf(&recording::Launch::grid, 1) - 1; });
        m_warp.setMost([this] { return mostOf(&recording::Launch::block, model::kWarpSize) - 1; });
    }
    void record(Recorder& recorder) const override {
        recorder.replay(*m_recording);
        Focus& focus = recorder.options().focus;
        if (m_block >= 0) focus.block = static_cast<std::uint64_t>(m_block);
        if (m_warp >= 0) focus.warp = static_cast<std::uint32_t>(m_warp);
    }
    bool choosesWarp() const override { return m_block >= 0 || m_warp >= 0; }
    Sets choosing(const Focus& warp) const override {
        return {{m_block.name(), std::to_string(warp.block)}, {m_warp.name(), std::to_string(warp.warp)}};
    }

private:
    /// Of all launches, in so many at a time.
    int mostOf(model::Dim3 recording::Launch::*size, std::uint64_t each) const {
        std::uint64_t most = 1;
        for (const recording::Call& call : m_recording->calls)
            if (const auto* launch = std::get_if<recording::Launch>(&call))
                most = std::max(most, ((launch->*size).count() + each - 1) / each);
        return static_cast<int>(std::min<std::uint64_t>(most, kMostBlocks));
    }

    static constexpr int kMostBlocks = 1 << 30, kMostWarps = 32;
    Integer m_block{
        this,
        "focus-block",
        -1,
        -1,
        kMostBlocks - 1,
        translatable(
            "block to look at; -1: where a kernel stopped, has a mistake or wastes most, else the first")};
    Integer m_warp{this, "focus-warp",   -1,
                   -1,   kMostWarps - 1, translatable("warp of that block; or click one in the picture")};
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
