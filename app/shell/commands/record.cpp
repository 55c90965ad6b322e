// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/commands/record.h"

#include "model/format.h"
#include "recording/file.h"
#include "shell/output/output.h"
#include "shell/output/report.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace lanescope::shell {

namespace {

Json summaryOf(const recording::Recording& recording, const std::string& file, std::uintmax_t bytes) {
    Json calls = Json::array(), modules = Json::array();
    for (const recording::Call& call : recording.calls) calls.push_back(textOf(recording, call));
    for (const recording::ModulePointer& module : recording.modules) modules.push_back(module->path);
    return {{"file", file},
            {"bytes", bytes},
            {"may_fail", recording.options.mayFail},
            {"modules", std::move(modules)},
            {"calls", std::move(calls)}};
}

} // namespace

int recordCommand(const RecordOptions& options) {
    const LabSetup setup = resolve(options.request);
    constexpr std::string_view kEnding = ".lanescope";
    const std::string name = std::filesystem::path(setup.entry->name).stem().string();
    const std::string file = options.out.empty() ? name + std::string(kEnding) : options.out;
    if (!file.ends_with(kEnding))
        throw BadInput(
            fmt::format("'{}' does not end with {}, by which a recording is known", file, kEnding));
    const model::Architecture& architecture =
        setup.architectures.empty() ? model::defaultArchitecture() : *setup.architectures.front();
    const recording::Recording recording = kit::recordingOf(*setup.lab, architecture);
    recording::writeRecording(recording, file);
    const std::uintmax_t bytes = std::filesystem::file_size(file);
    if (options.json) {
        writeResult(jsonText(summaryOf(recording, file, bytes)));
        return 0;
    }
    const auto launches =
        static_cast<std::size_t>(std::ranges::count_if(recording.calls, [](const recording::Call& call) {
            return std::holds_alternative<recording::Launch>(call);
        }));
    writeResult(
        fmt::format("{}: {}, {}; {}\n", file, lanescope::plural(recording.calls.size(), "call"),
                    launches == 1 ? "1 of them a launch" : fmt::format("{} of them launches", launches),
                    lanescope::byteSize(static_cast<double>(bytes))));
    return 0;
}

} // namespace lanescope::shell
