// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// Measurements beside the window: what may be measured, what is under way, what came of it.
#include "kit/format.h"
#include "kit/lab_interfaces.h"
#include "kit/widgets.h"
#include "render/gl.h"
#include "session/calls.h"
#include "shell/app/state.h"
#include "shell/commands/lab_request.h"
#include "shell/output/transfers.h"

#include <fmt/format.h>
#include <imgui.h>

#include <chrono>
#include <thread>

namespace lanescope::shell {

using kit::FontScope;
using kit::points;

namespace {

std::string_view nameOf(Measured what) {
    switch (what) {
    case Measured::Counters:
        return "counters";
    case Measured::Sweep:
        return "sweep";
    case Measured::Experiment:
        return "experiment";
    case Measured::Transfers:
        return "transfers";
    case Measured::Validation:
        return "validation";
    }
    return {};
}

/// A window of its own over the others, as large as a share of the whole.
class Sheet {
public:
    Sheet(const char* title, bool& show, float width, float height) {
        const ImVec2 whole = ImGui::GetMainViewport()->WorkSize;
        ImGui::SetNextWindowSize(ImVec2(whole.x * width, whole.y * height), ImGuiCond_Appearing);
        ImGui::SetNextWindowPos(ImGui::GetMainViewport()->GetCenter(), ImGuiCond_Appearing,
                                ImVec2(0.5F, 0.5F));
        ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, points(1));
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(points(14), points(10)));
        ImGui::PushStyleColor(ImGuiCol_WindowBg, kit::toImGui(kit::style().theme->panel));
        ImGui::PushStyleColor(ImGuiCol_Border, kit::toImGui(kit::style().theme->dim));
        m_open = ImGui::Begin(title, &show,
                              ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoDocking |
                                  ImGuiWindowFlags_NoSavedSettings);
        if (m_open && ImGui::IsKeyPressed(ImGuiKey_Escape)) show = false;
    }
    ~Sheet() {
        ImGui::End();
        ImGui::PopStyleColor(2);
        ImGui::PopStyleVar(2);
    }
    Sheet(const Sheet&) = delete;
    Sheet& operator=(const Sheet&) = delete;
    explicit operator bool() const { return m_open; }

private:
    bool m_open;
};

} // namespace

/// What counters and a measured sweep belong to: the lab's values, but for the swept parameter.
std::string App::State::parameterKey(std::string_view without) const {
    std::string key = fmt::format("{}|{}", entry->name, device->info().name);
    for (const kit::Parameter* parameter : lab->parameters())
        if (parameter->name() != without) key += "|" + parameter->text();
    return key;
}

void App::State::measure(Measured what) {
    const std::string on = fmt::format("cuda:{}", device->info().ordinal);
    std::vector<std::string> arguments;
    const auto addLab = [&](const char* command, std::string_view without) {
        arguments = {command, entry->name};
        for (const kit::Parameter* parameter : lab->parameters())
            if (!parameter->isDefault() && parameter->name() != without)
                arguments.insert(arguments.end(),
                                 {"--set", fmt::format("{}={}", parameter->name(), parameter->text())});
        arguments.insert(arguments.end(), {"--arch", std::string(architecture->name), "--device", on});
    };
    const std::string cache = measurements.cache == model::Cache::Cold ? "cold" : "warm";
    switch (what) {
    case Measured::Counters:
        addLab("report", {});
        arguments.emplace_back("--counters");
        break;
    case Measured::Sweep: {
        const kit::Sweep proposed = *kit::sweepOf(*lab);
        addLab("sweep", proposed.parameter);
        arguments.insert(arguments.end(),
                         {"--over",
                          fmt::format("{}={}:{}{}{}", proposed.parameter, proposed.first, proposed.last,
                                      proposed.step.empty() ? "" : ":", proposed.step),
                          "--measure", "--cache", cache});
        break;
    }
    case Measured::Experiment:
        arguments = {"sweep", entry->name, "--measure", "--device", on, "--cache", cache};
        break;
    case Measured::Transfers:
        arguments = {"bandwidth", "--device", on};
        break;
    case Measured::Validation:
        arguments = {"validate", "--device", usesCuda() ? on : "auto"};
        break;
    }
    arguments.emplace_back("--json");
    try {
        process.start(options.program, std::move(arguments));
        measuring = what;
        measuringKey = parameterKey(what == Measured::Sweep ? kit::sweepOf(*lab)->parameter : "");
    } catch (const std::exception& failure) {
        say(Message::Kind::Error, failure.what());
    }
}

/// Whether what is measured is the lab with its values: it is cancelled when they change.
bool App::State::measuresLab() const {
    return measuring == Measured::Counters || measuring == Measured::Sweep;
}

void App::State::followMeasurement() {
    if (counterKey != parameterKey({})) measurements.counters.reset();
    const auto proposed = kit::sweepOf(*lab);
    if (!proposed || sweepKey != parameterKey(proposed->parameter)) measurements.sweep.reset();
    if (process.running() && measuresLab() &&
        measuringKey !=
            parameterKey(measuring == Measured::Sweep && proposed ? proposed->parameter : std::string())) {
        process.cancel();
        say(Message::Kind::Info,
            fmt::format("Measuring the {} was cancelled: a parameter changed.", nameOf(measuring)));
    }
    if (const auto outcome = process.poll()) takeOutcome(*outcome);
    measurements.measuring = process.running();
    measurements.progress = process.progress();
    measurements.doing = process.doing();
}

void App::State::takeOutcome(const MeasuringProcess::Outcome& outcome) {
    const bool offCounts = measuring == Measured::Validation && outcome.exitCode == 1;
    try {
        if (outcome.exitCode != 0 && !(offCounts && !outcome.output.empty()))
            throw kit::BadInput(outcome.error);
        switch (measuring) {
        case Measured::Counters:
            measurements.counters = countersFromJson(outcome.output);
            measurements.counterTrouble.clear();
            counterKey = measuringKey;
            break;
        case Measured::Sweep:
            measurements.sweep = sweepFromJson(outcome.output);
            sweepKey = measuringKey;
            break;
        case Measured::Experiment:
            experiment = sweepFromJson(outcome.output);
            experimentLab = entry->name;
            showExperiment = true;
            break;
        case Measured::Transfers:
            transfers = transferTableFromJson(outcome.output);
            break;
        case Measured::Validation:
            validation = validationFromJson(outcome.output);
            showValidation = true;
            break;
        }
        say(Message::Kind::Info, fmt::format("Measured: {}.", nameOf(measuring)));
    } catch (const std::exception& failure) {
        if (measuring == Measured::Counters) measurements.counterTrouble = failure.what();
        say(Message::Kind::Error,
            fmt::format("Measuring the {} failed: {}", nameOf(measuring), failure.what()));
    }
}

/// Has the calls made, of a lab that says which may fail, whenever they are others than before.
void App::State::followCalls() {
    const recording::Recording* const program =
        usesCuda() && session->mayFail() ? session->recording() : nullptr;
    if (!program) {
        foretold = {};
        spared = false;
        return calls.forget();
    }
    if (!(*program == foretold)) {
        foretold = *program;
        auto known = std::make_shared<device::CallReturns>(session::emulateCalls(*program, *architecture));
        spared = wouldStopOpenGl(*known, render::glInfo().vendor);
        if (spared) {
            known->device += ", not made on the GPU that draws this window";
            calls.forget();
            session->setCalls(*program, known);
        }
    }
    if (spared) return;
    calls.ask(options.program, entry->name, *lab, *architecture, device->info(), *program);
    auto story = calls.poll();
    // a picture that is kept waits for it
    while (options.still && !story && calls.running()) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        story = calls.poll();
    }
    if (story) session->setCalls(*program, story);
}

/// What can be measured, each with what it is for; without a GPU, why not.
void App::State::measurePanel() {
    if (!beginPanel("Measure", ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoFocusOnAppearing)) {
        ImGui::End();
        return;
    }
    const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    plotsRect = {at.x, at.y, size.x, size.y};
    const bool gpu = usesCuda();
    if (process.running()) {
        ImGui::ProgressBar(static_cast<float>(process.progress()), ImVec2(points(220), 0));
        ImGui::SameLine();
        if (ImGui::Button("Cancel")) {
            process.cancel();
            say(Message::Kind::Info, fmt::format("Measuring the {} was cancelled.", nameOf(measuring)));
        }
        ImGui::SameLine();
        kit::coloredText(kit::style().theme->dim, fmt::format("{}: {}", nameOf(measuring), process.doing()));
    } else if (!gpu) {
        kit::wrappedText(kit::style().theme->dim,
                         cuda.devices.empty()
                             ? fmt::format("Nothing can be measured here: {}. Every number is modelled; "
                                           "Validate shows how well that model fits an H200.",
                                           withoutEmulatedAdvice(cuda.reason))
                             : std::string("Choose the GPU in the Device menu to measure on it."));
    } else {
        kit::wrappedText(kit::style().theme->dim,
                         fmt::format("Measured on {} in a process of its own; the window goes on meanwhile.",
                                     device->info().name));
    }
    ImGui::Dummy(ImVec2(0, points(3)));
    const auto offer = [&](Measured what, const char* title, std::string_view text, bool possible,
                           const auto&... shown) {
        ImGui::BeginDisabled(process.running() || !possible);
        if (ImGui::Button(title, ImVec2(points(190), 0))) measure(what);
        ImGui::EndDisabled();
        ImGui::SameLine();
        kit::wrappedText(possible ? kit::style().theme->text : kit::style().theme->faint, text);
        (shown(), ...);
    };
    const bool mayFail = session->mayFail();
    offer(Measured::Counters, "Counters of this run",
          mayFail ? "this lab's kernels may fail, and would take the counters with them"
                  : "the GPU's hardware counters beside the model's counts, in the Reading panel",
          gpu && !mayFail);
    offer(Measured::Sweep, "This lab's sweep",
          kit::sweepOf(*lab)
              ? fmt::format("bandwidth by {}, in the Sweep plot", kit::sweepOf(*lab)->parameter)
              : "this lab proposes no sweep",
          gpu && kit::sweepOf(*lab).has_value());
    offer(Measured::Experiment, "This lab's experiment",
          kit::experimentOf(*lab).empty()
              ? "this lab has none beyond its sweep"
              : fmt::format("{} curves over a large array, some seconds", kit::experimentOf(*lab).size()),
          gpu && !kit::experimentOf(*lab).empty());
    offer(Measured::Transfers, "Transfers",
          "copies between host and device by size and kind of memory, in the transfers lab", gpu);
    offer(Measured::Validation, "Validate the model",
          gpu ? "fresh accesses and every lab's kernels against this GPU's counters"
              : "the model against the measurements that came with the program",
          true);
    if (experiment) {
        if (ImGui::Button("Show the experiment", ImVec2(points(190), 0))) showExperiment = true;
        ImGui::SameLine();
    }
    if (validation && ImGui::Button("Show the validation", ImVec2(points(190), 0))) showValidation = true;
    ImGui::End();
}

void App::State::validationWindow() {
    if (!showValidation || !validation) return;
    if (const Sheet sheet("Model and measurement", showValidation, 0.72F, 0.8F); sheet) {
        const render::Theme& theme = *kit::style().theme;
        {
            const FontScope bold(kit::style().bold, 1.3F);
            kit::wrappedText(validation->holds ? theme.good : theme.bad,
                             validation->holds ? "Everything that the model promises is exact"
                                               : "Some of what the model promises is off");
        }
        kit::wrappedText(theme.dim, validation->summary);
        if (ImGui::BeginTable("validation", 4,
                              ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_ScrollY |
                                  ImGuiTableFlags_SizingFixedFit)) {
            ImGui::TableSetupScrollFreeze(0, 1);
            ImGui::TableSetupColumn("what");
            ImGui::TableSetupColumn("quantity");
            ImGui::TableSetupColumn("promised");
            ImGui::TableSetupColumn("result", ImGuiTableColumnFlags_WidthStretch);
            ImGui::TableHeadersRow();
            for (const ValidationRow& row : validation->rows) {
                ImGui::TableNextRow();
                ImGui::TableNextColumn();
                kit::coloredText(theme.dim, row.part);
                ImGui::TableNextColumn();
                kit::coloredText(theme.text, row.quantity);
                ImGui::TableNextColumn();
                kit::coloredText(theme.faint, row.promised ? "exact" : "");
                ImGui::TableNextColumn();
                kit::wrappedText(row.exact ? theme.good : row.promised ? theme.bad : theme.warn, row.result);
            }
            ImGui::EndTable();
        }
    }
}

void App::State::experimentWindow() {
    if (!showExperiment || !experiment) return;
    if (const Sheet sheet("Experiment", showExperiment, 0.78F, 0.7F); sheet) {
        kit::wrappedText(kit::style().theme->dim,
                         fmt::format("{} on {}, L2 {}: median of the launches, the band from 5 % to 95 % of "
                                     "them; dashed what the model says. The table: lanescope sweep {} "
                                     "--measure --csv FILE",
                                     experimentLab, experiment->device,
                                     experiment->cache == model::Cache::Cold ? "cold" : "warm",
                                     experimentLab));
        kit::experimentPlots(*experiment);
    }
}

} // namespace lanescope::shell
