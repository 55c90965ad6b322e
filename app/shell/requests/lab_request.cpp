// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/requests/lab_request.h"

#include "kit/lab_interfaces.h"
#include "kit/recorded_lab.h"
#include "kit/registry.h"
#include "model/spelling.h"
#include "model/time/kernel_time.h"
#include "render/image.h"
#include "shell/output/output.h"
#include "shell/programs/recorded_program.h"
#include "shell/requests/scenario.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace lanescope::shell {

namespace {

void setAll(kit::Lab& lab, const std::vector<std::string>& sets) {
    for (const std::string& text : sets) {
        const std::size_t equals = text.find('=');
        if (equals == 0 || equals == std::string::npos)
            throw BadInput(fmt::format("'{}' is not a setting; write --set NAME=VALUE", text));
        lab.set(std::string_view(text).substr(0, equals), std::string_view(text).substr(equals + 1));
    }
}

/// Of a program, whose grids are what they are. A lab's depend on other values: a command that was copied may
/// have a block that a larger grid had.
void checkFocus(const kit::Lab& lab, const std::vector<std::string>& sets) {
    if (!lab.as<kit::RecordsAProgram>()) return;
    for (const std::string& text : sets) {
        const kit::Parameter& parameter = lab.parameter(std::string_view(text).substr(0, text.find('=')));
        if (parameter.usedText() != parameter.text())
            throw BadInput(fmt::format("'{}' is not a value of {} here; the last one is {}", parameter.text(),
                                       parameter.name(), parameter.usedText()));
    }
}

/// What the request's scenario asks for; of one without any nothing.
Scenario inScenario(const LabRequest& request) {
    return request.scenario.empty() ? Scenario{} : readScenario(request.scenario);
}

/// A lab or a recording.
std::shared_ptr<const kit::LabEntry> entryOf(Targets& targets, const std::string& target,
                                             const std::vector<std::string>& arguments) {
    if (!arguments.empty())
        throw BadInput(
            fmt::format("unexpected argument '{}': only programs take arguments", arguments.front()));
    std::error_code unknown;
    const bool exists = std::filesystem::exists(target, unknown);
    const bool isLab =
        std::ranges::any_of(kit::labs(), [&](const kit::LabEntry& each) { return each.name == target; });
    const bool isPath =
        target.find('/') != std::string::npos || target.ends_with(".cu") || (exists && !isLab);
    if (isPath && !target.ends_with(".lanescope")) {
        if (!exists) throw BadInput(fmt::format("there is no file {}", target));
        if (target.ends_with(".ptx"))
            throw BadInput(
                fmt::format("{0} is PTX; lanescope trace {0} --kernel NAME runs one of its kernels", target));
        if (std::filesystem::is_directory(target, unknown))
            throw BadInput(
                fmt::format("{} is a folder; name a program, a CUDA source or a recording in it", target));
        throw BadInput(fmt::format("{} is not a program that can be executed", target));
    }
    return targets.find(target);
}

/// A program may take long: what is misspelt is said before it runs.
void checkSets(const std::vector<std::string>& sets) {
    const auto nothing = std::make_shared<const recording::Recording>();
    setAll(*kit::recordedLab({}, {}, nothing).make(), sets);
}

/// A program runs now; how it ended is said where that is not well.
void takeProgram(LabSetup& setup, const Program& program) {
    const ProgramRecording recording = setup.targets->recordingOf(program);
    setup.targets->setTitle(recording.file, commandOf(program));
    setup.entry = setup.targets->find(recording.file);
    setup.name = program.file;
    const ProgramEnd& end = recording.end;
    if (end.code == 0) return;
    setup.exitCode = end.interruptedBy != 0 ? end.exitCode() : static_cast<int>(Exit::Failure);
    say(fmt::format("{} {}", program.file, endText(end)));
}

} // namespace

std::string deviceOf(const LabRequest& request) {
    return parseDevice(request.device.empty() ? inScenario(request).request.device : request.device);
}

LabSetup resolve(const LabRequest& request) {
    const Scenario scenario = inScenario(request);
    const LabRequest& base = scenario.request;
    if (!request.lab.empty() && !base.lab.empty() && request.lab != base.lab)
        throw BadInput(fmt::format("{} is a scenario of the lab {}, not of {}", request.scenario, base.lab,
                                   request.lab));
    const std::string& name = request.lab.empty() ? base.lab : request.lab;
    if (kit::labs().empty()) throw BadInput("this program was built without labs");

    LabSetup setup;
    setup.targets = request.targets;
    setup.checked = request.checked || scenario.look.check;
    const std::string device = parseDevice(request.device.empty() ? base.device : request.device);
    // Before a program runs, which may take long.
    setup.architectures =
        parseArchitectures(request.architectures.empty() ? base.architectures : request.architectures);
    const bool program = isProgram(name);
    if (program && request.lab.empty() && request.asksForProgram) {
        if (!base.sets.empty() || !request.sets.empty())
            throw BadInput("--set is for a lab; a program takes its arguments");
        setup.asks = Program{name, request.arguments, device, setup.checked};
        setup.entry = setup.targets->find(kit::labs().front().name);
        setup.name = setup.entry->name;
    } else if (program) {
        if (request.lab.empty() && !request.runProgram)
            throw BadInput(
                fmt::format("{} names the program {}, which is not run unasked; add --run-program if "
                            "you trust it",
                            request.scenario, name));
        checkSets(base.sets);
        checkSets(request.sets);
        takeProgram(setup, {name, request.arguments, device, setup.checked});
    } else {
        setup.entry =
            entryOf(*setup.targets, name.empty() ? kit::labs().front().name : name, request.arguments);
        setup.name = setup.entry->name;
    }
    setup.lab = setup.entry->make();
    try {
        setAll(*setup.lab, base.sets);
    } catch (const BadInput& failure) {
        throw BadInput(fmt::format("{}: {}", request.scenario, failure.what()));
    }
    setAll(*setup.lab, request.sets);
    checkFocus(*setup.lab, request.sets);
    setup.device = device;
    return setup;
}

std::vector<const model::Architecture*> parseArchitectures(std::string_view text) {
    std::vector<const model::Architecture*> all;
    if (text.empty()) return all;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find(',', begin), text.size());
        const std::string_view word = text.substr(begin, end - begin);
        begin = end + 1;
        const model::Architecture* found = word.empty() ? nullptr : model::findArchitecture(word);
        if (!found) {
            std::vector<std::string_view> several;
            for (const model::Architecture& row : model::architectures())
                if (word.size() > 1 && model::namesPart(row, word)) several.push_back(row.name);
            if (several.size() > 1)
                throw BadInput(
                    fmt::format("'{}' is a part of several names: {}", word, fmt::join(several, ", ")));
            std::vector<std::string> known;
            std::vector<std::string_view> named;
            for (const model::Architecture& row : model::architectures())
                if (known.empty() || known.back() != row.cc.text()) known.push_back(row.cc.text());
            for (const model::Architecture& row : model::architectures()) named.push_back(row.name);
            throw BadInput(fmt::format("no architecture '{}'; there are: {} and device names such as {} "
                                       "(lanescope list architectures)",
                                       word, fmt::join(known, ", "), model::defaultArchitecture().name) +
                           model::didYouMean(word, named));
        }
        if (std::find(all.begin(), all.end(), found) == all.end()) all.push_back(found);
    }
    return all;
}

const model::Architecture& parseArchitecture(std::string_view text) {
    if (text.empty()) throw BadInput("the architecture is empty (lanescope list architectures)");
    const auto all = parseArchitectures(text);
    if (all.size() != 1)
        throw BadInput(fmt::format("'{}' names several architectures; this command takes one", text));
    return *all.front();
}

std::string parseDevice(std::string_view text) {
    if (text.empty()) return "auto";
    unsigned short ordinal = 0;
    if (text == "auto" || text == "cuda" || text == device::kEmulated ||
        (text.starts_with("cuda:") && parseWhole(text.substr(5), ordinal)))
        return std::string(text);
    throw BadInput(
        fmt::format("no device '{}'; there are: auto, cuda, cuda:N, emulated (lanescope list devices)",
                    text) +
        model::didYouMean(text, {"auto", "cuda", device::kEmulated}));
}

model::Cache parseCache(std::string_view text) {
    if (text.empty()) return model::Cache::Warm;
    if (const auto cache = model::cacheNamed(text)) return *cache;
    throw BadInput(fmt::format("--cache is warm or cold, not '{}'", text));
}

std::string withoutEmulatedAdvice(std::string reason) {
    for (const std::string_view advice : {", or use --device emulated", " or use --device emulated"})
        if (const std::size_t at = reason.find(advice); at != std::string::npos)
            reason.erase(at, advice.size());
    return reason;
}

std::shared_ptr<device::Device> openGpu(std::string_view choice, std::string_view what) {
    const std::string wanted = parseDevice(choice);
    if (wanted == device::kEmulated)
        throw BadInput(fmt::format("{} needs a GPU; --device emulated has none to measure", what));
    try {
        return device::openDevice(wanted == "auto" ? "cuda" : wanted);
    } catch (const Unavailable& failure) {
        throw Unavailable(fmt::format("{} needs a GPU: {}", what, withoutEmulatedAdvice(failure.what())));
    }
}

Size parseSize(std::string_view text) {
    const std::size_t cross = text.find_first_of("xX");
    Size size;
    if (cross == std::string_view::npos || !parseWhole(text.substr(0, cross), size.width) ||
        !parseWhole(text.substr(cross + 1), size.height))
        throw BadInput(fmt::format("'{}' is not a size; write WIDTHxHEIGHT, as in 1600x1000", text));
    constexpr int kLeast = 16;
    for (int edge : {size.width, size.height})
        if (edge < kLeast || edge > render::kMaxImageSize)
            throw BadInput(fmt::format("the size {} is out of range; each edge has to be {} to {} pixels",
                                       text, kLeast, render::kMaxImageSize));
    return size;
}

} // namespace lanescope::shell
