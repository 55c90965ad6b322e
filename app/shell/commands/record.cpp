// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/commands/record.h"

#include "kit/counted.h"
#include "model/format.h"
#include "recording/file.h"
#include "shell/output/output.h"
#include "shell/output/report.h"
#include "shell/programs/recorded_program.h"
#include "text/tr.h"
#include "json/document.h"

#include <fmt/format.h>

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

/// Where it goes.
std::string fileOf(const RecordOptions& options, const std::string& target) {
    constexpr std::string_view kEnding = ".lanescope";
    const std::string name = std::filesystem::path(target).stem().string();
    const std::string file = options.out.empty() ? name + std::string(kEnding) : options.out;
    if (!file.ends_with(kEnding))
        throw BadInput(
            fmt::format("'{}' does not end with {}, by which a recording is known", file, kEnding));
    return file;
}

/// "a.lanescope: 4 calls, 1 of them a launch; 5.8 KiB".
std::string summaryText(const recording::Recording& recording, const std::string& file,
                        std::uintmax_t bytes) {
    const auto launches =
        static_cast<std::size_t>(std::ranges::count_if(recording.calls, [](const recording::Call& call) {
            return std::holds_alternative<recording::Launch>(call);
        }));
    return tr("{}: {}, {}; {}\n", file, kit::counted(recording.calls.size(), "call"),
              launches == 1 ? tr("1 of them a launch") : tr("{} of them launches", launches),
              lanescope::byteSize(static_cast<double>(bytes)));
}

/// Standard output is the program's, but for JSON, and so is the exit code.
int recordProgram(const RecordOptions& options) {
    const LabRequest& request = options.request;
    const std::string file = fileOf(options, request.lab);
    if (!request.sets.empty()) throw BadInput("--set is for a lab; a program takes its arguments");
    checkWritable(file);
    const ProgramEnd end =
        runRecorded({request.lab, request.arguments, parseDevice(request.device)}, file,
                    options.json ? ProgramOutput::ToStandardError : ProgramOutput::ToStandardOutput);
    if (!end.whyNotRecorded.empty() && end.interruptedBy != 0)
        throw Interrupted(fmt::format("{} is not written: {} {}", file, request.lab, endText(end)),
                          end.interruptedBy);
    if (end.signal != 0 || end.interruptedBy != 0) say(fmt::format("{} {}", request.lab, endText(end)));
    if (!end.whyNotRecorded.empty()) {
        say(end.whyNotRecorded.starts_with(file)
                ? end.whyNotRecorded
                : fmt::format("{} is not written: {}", file, end.whyNotRecorded));
        return end.code ? end.code : 1;
    }
    const recording::Recording recording = recording::readRecording(file);
    const std::uintmax_t bytes = std::filesystem::file_size(file);
    if (options.json)
        writeResult(json::textOf(summaryOf(recording, file, bytes)));
    else
        say(oneLine(summaryText(recording, file, bytes)));
    return end.exitCode();
}

} // namespace

int recordCommand(const RecordOptions& options) {
    if (isProgram(options.request.lab)) return recordProgram(options);
    if (!options.request.device.empty())
        throw BadInput("--device is for a program; a lab is recorded without any");
    const LabSetup setup = resolve(options.request);
    const std::string file = fileOf(options, setup.entry->name);
    const model::Architecture& architecture =
        setup.architectures.empty() ? model::defaultArchitecture() : *setup.architectures.front();
    const recording::Recording recording = kit::recordingOf(*setup.lab, architecture);
    recording::writeRecording(recording, file);
    const std::uintmax_t bytes = std::filesystem::file_size(file);
    if (options.json) {
        writeResult(json::textOf(summaryOf(recording, file, bytes)));
        return 0;
    }
    writeResult(summaryText(recording, file, bytes));
    return 0;
}

} // namespace lanescope::shell
