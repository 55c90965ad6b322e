// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/panels/measure_panel.h"

#include "kit/lab_interfaces.h"
#include "kit/panel/style.h"
#include "kit/panel/sweep_plot.h"
#include "kit/panel/widgets.h"
#include "model/format.h"
#include "model/time/kernel_time.h"
#include "shell/app/user_actions.h"
#include "shell/requests/lab_request.h"
#include "text/tr.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace lanescope::shell {

using kit::FontScope;
using kit::points;

namespace {

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

/// A button and what it is for; true when it was pressed.
bool offer(const char* title, std::string_view text, bool possible, bool busy) {
    ImGui::BeginDisabled(busy || !possible);
    const bool pressed = ImGui::Button(title, ImVec2(points(190), 0));
    ImGui::EndDisabled();
    ImGui::SameLine();
    kit::wrappedText(possible ? kit::style().theme->text : kit::style().theme->faint, text);
    return pressed;
}

void showCounts(const ValidationPage& page) {
    const render::Theme& theme = *kit::style().theme;
    {
        const FontScope bold(kit::style().bold, 1.3F);
        kit::wrappedText(page.holds ? theme.good : theme.bad,
                         page.holds ? tr("Everything that the model promises is exact")
                                    : tr("Some of what the model promises is off"));
    }
    kit::wrappedText(theme.dim, page.summary);
    if (ImGui::BeginTable("validation", 4,
                          ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_ScrollY |
                              ImGuiTableFlags_SizingFixedFit)) {
        ImGui::TableSetupScrollFreeze(0, 1);
        ImGui::TableSetupColumn(tr("what"));
        ImGui::TableSetupColumn(tr("quantity"));
        ImGui::TableSetupColumn(tr("promised"));
        ImGui::TableSetupColumn(tr("result"), ImGuiTableColumnFlags_WidthStretch);
        ImGui::TableHeadersRow();
        for (const ValidationRow& row : page.rows) {
            ImGui::TableNextRow();
            ImGui::TableNextColumn();
            kit::coloredText(theme.dim, row.part);
            ImGui::TableNextColumn();
            kit::coloredText(theme.text, row.quantity);
            ImGui::TableNextColumn();
            kit::coloredText(theme.faint, row.promised ? tr("exact") : "");
            ImGui::TableNextColumn();
            kit::wrappedText(row.exact ? theme.good : row.promised ? theme.bad : theme.warn, row.result);
        }
        ImGui::EndTable();
    }
}

/// How many launches are off by how much.
void errorBars(const TimesComparison& comparison) {
    const render::Theme& theme = *kit::style().theme;
    kit::wrappedText(theme.text, tr("The model of {} beside {}. {}", comparison.architecture,
                                    comparison.device, errorsText(comparison)));
    std::uint64_t most = 1;
    for (const ErrorBin& bin : comparison.histogram) most = std::max(most, bin.launches);
    if (!ImGui::BeginTable("errors", 3, ImGuiTableFlags_SizingFixedFit)) return;
    ImGui::TableSetupColumn(tr("error"));
    ImGui::TableSetupColumn(tr("launches"));
    ImGui::TableSetupColumn(tr("bar"), ImGuiTableColumnFlags_WidthStretch);
    for (const ErrorBin& bin : comparison.histogram) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        kit::coloredText(theme.dim, rangeOf(bin));
        ImGui::TableNextColumn();
        kit::rightText(bin.launches ? theme.text : theme.faint, std::to_string(bin.launches));
        ImGui::TableNextColumn();
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float height = ImGui::GetTextLineHeight(), width = ImGui::GetContentRegionAvail().x *
                                                                 static_cast<float>(bin.launches) /
                                                                 static_cast<float>(most);
        if (bin.launches)
            ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(at.x, at.y + height * 0.2F),
                                                      ImVec2(at.x + width, at.y + height),
                                                      ImGui::GetColorU32(kit::toImGui(theme.accent)));
        ImGui::Dummy(ImVec2(0, height));
    }
    ImGui::EndTable();
}

void launchTable(const TimesComparison& comparison) {
    const render::Theme& theme = *kit::style().theme;
    constexpr double kNear = 0.1; // an error that is shown as none
    if (!ImGui::BeginTable("launches", 4, ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_SizingFixedFit))
        return;
    for (const char* column : {tr("launch"), tr("measured"), tr("modelled"), tr("error")})
        ImGui::TableSetupColumn(column);
    ImGui::TableHeadersRow();
    for (const TimedLaunch& launch : comparison.launches) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        kit::coloredText(theme.text, launch.figure);
        ImGui::TableNextColumn();
        kit::rightText(theme.text, lanescope::duration(launch.measuredSeconds));
        ImGui::TableNextColumn();
        kit::rightText(theme.text, lanescope::duration(launch.modelledSeconds));
        ImGui::TableNextColumn();
        kit::rightText(std::abs(launch.error) < kNear ? theme.good : theme.warn, errorText(launch.error));
    }
    ImGui::EndTable();
}

void figureTable(const TimesDocument& times) {
    const render::Theme& theme = *kit::style().theme;
    const bool here = times.live.has_value();
    if (!ImGui::BeginTable("figures", here ? 6 : 5,
                           ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_SizingFixedFit))
        return;
    ImGui::TableSetupColumn(tr("figure"));
    ImGui::TableSetupColumn(tr("model"));
    ImGui::TableSetupColumn("H200");
    if (here) ImGui::TableSetupColumn(tr("this GPU"));
    ImGui::TableSetupColumn(tr("unit"));
    ImGui::TableSetupColumn(tr("of"), ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableHeadersRow();
    for (const TimeFigure& figure : times.figures) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        kit::coloredText(theme.text, figure.figure);
        ImGui::TableNextColumn();
        kit::rightText(theme.dim, figure.model ? shortNumber(*figure.model) : "");
        ImGui::TableNextColumn();
        kit::rightText(theme.text, shortNumber(figure.h200));
        if (here) {
            ImGui::TableNextColumn();
            kit::rightText(theme.text, figure.here ? shortNumber(*figure.here) : "");
        }
        ImGui::TableNextColumn();
        kit::coloredText(theme.dim, figure.unit);
        ImGui::TableNextColumn();
        kit::wrappedText(theme.dim, figure.text);
    }
    ImGui::EndTable();
}

/// Figures, errors and launches, one below the other.
void showTimes(const TimesDocument& times) {
    const render::Theme& theme = *kit::style().theme;
    {
        const FontScope bold(kit::style().bold, 1.3F);
        kit::wrappedText(theme.text, tr("Modelled and measured times"));
    }
    kit::wrappedText(
        theme.dim,
        tr("Each microbenchmark shows one latency or width. Its launch is modelled as well, both without "
           "the time that an empty launch takes."));
    if (times.live)
        kit::wrappedText(theme.dim,
                         tr("lanescope validate --times --save keeps this GPU's, so that its times are "
                            "modelled from then on."));
    else if (times.notLiveBecause)
        kit::wrappedText(theme.dim, tr("Not measured here: {}.", retold(*times.notLiveBecause)));
    if (ImGui::BeginChild("times")) {
        const auto compared = [&](const TimesComparison& comparison) {
            ImGui::PushID(comparison.device.c_str());
            ImGui::PushID(&comparison == &times.bundled ? "bundled" : "live");
            errorBars(comparison);
            if (ImGui::TreeNode(tr("every launch"))) {
                launchTable(comparison);
                ImGui::TreePop();
            }
            ImGui::PopID();
            ImGui::PopID();
            ImGui::Dummy(ImVec2(0, points(6)));
        };
        if (times.live) compared(*times.live);
        compared(times.bundled);
        figureTable(times);
    }
    ImGui::EndChild();
}

void showWhere(const Runner& runner) {
    const render::Color& dim = kit::style().theme->dim;
    if (runner.can().measuresTimes)
        kit::wrappedText(dim, tr("Measured on {} in a process of its own; the window goes on meanwhile.",
                                 runner.info().name));
    else if (!runner.cuda().devices.empty())
        kit::wrappedText(dim, tr("Choose the GPU in the Device menu to measure on it."));
    else
        kit::wrappedText(dim, tr("Nothing can be measured here: {}. Every number is modelled; "
                                 "Validate shows how well that model fits an H200.",
                                 retold(withoutEmulatedAdvice(runner.cuda().reason))));
}

/// What only a GPU can do; gpu: it is the one that kernels run on.
void offerOnTheGpu(const Runner& runner, bool gpu, bool busy, UserActions& actions) {
    const kit::Lab& lab = runner.editedLab();
    const bool mayFail = runner.mayFail();
    const auto sweep = kit::sweepOf(lab);
    const std::size_t curves = kit::experimentOf(lab).size();
    if (offer(tr("Counters of this run"),
              mayFail ? tr("this lab's kernels may fail, and would take the counters with them")
                      : tr("the GPU's hardware counters beside the model's counts, in the Reading panel"),
              gpu && !mayFail, busy))
        actions.measuring.start = Measured::Counters;
    if (offer(tr("This lab's sweep"),
              sweep ? tr("bandwidth by {}, in the Sweep plot", sweep->parameter)
                    : tr("this lab proposes no sweep"),
              gpu && sweep.has_value(), busy))
        actions.measuring.start = Measured::Sweep;
    if (offer(tr("This lab's experiment"),
              curves == 0 ? tr("this lab has none beyond its sweep")
                          : tr("{} curves over a large array, some seconds", curves),
              gpu && curves > 0, busy))
        actions.measuring.start = Measured::Experiment;
    if (offer(tr("Transfers"),
              tr("copies between host and device by size and kind of memory, in the transfers lab"), gpu,
              busy))
        actions.measuring.start = Measured::Transfers;
}

} // namespace

void MeasurePanel::show(const Runner& runner, const Measuring& measuring, UserActions& actions) {
    const device::Capabilities& can = runner.can();
    const bool busy = measuring.running();
    if (busy) {
        ImGui::ProgressBar(static_cast<float>(measuring.progress()), ImVec2(points(220), 0));
        ImGui::SameLine();
        if (ImGui::Button(tr("Cancel"))) actions.measuring.cancel = true;
        ImGui::SameLine();
        kit::coloredText(kit::style().theme->dim,
                         fmt::format("{}: {}", tr(nameOf(measuring.what())), measuring.doing()));
    } else {
        showWhere(runner);
    }
    ImGui::Dummy(ImVec2(0, points(3)));
    if (!runner.cuda().devices.empty()) offerOnTheGpu(runner, can.measuresTimes, busy, actions);
    if (offer(tr("Validate the model"),
              can.hasCounters ? tr("fresh accesses and every lab's kernels against this GPU's counters")
                              : tr("the model against the measurements that came with the program"),
              true, busy))
        actions.measuring.start = Measured::Validation;
    if (offer(tr("Validate the times"),
              can.measuresTimes ? tr("this GPU's latencies and widths, and how far modelled times are off")
                                : tr("how far modelled times of an H200 are off"),
              true, busy))
        actions.measuring.start = Measured::Times;
    if (measuring.experiment()) {
        if (ImGui::Button(tr("Show the experiment"), ImVec2(points(190), 0))) m_experimentOpen = true;
        ImGui::SameLine();
    }
    if ((measuring.validation() || measuring.times()) &&
        ImGui::Button(tr("Show the validation"), ImVec2(points(190), 0)))
        m_validationOpen = true;
}

void MeasurePanel::showPages(const Measuring& measuring) {
    m_experimentOpen |= std::exchange(m_experiments, measuring.experiments()) != measuring.experiments();
    const bool counts = std::exchange(m_validations, measuring.validations()) != measuring.validations(),
               times = std::exchange(m_timings, measuring.timings()) != measuring.timings();
    if (counts || times) {
        m_validationOpen = true;
        m_showTimes = times;
    }
    if (m_validationOpen && (measuring.validation() || measuring.times())) showValidation(measuring);
    if (m_experimentOpen && measuring.experiment()) showExperiment(measuring);
}

void MeasurePanel::showValidation(const Measuring& measuring) {
    const Sheet sheet(tr("Model and measurement"), m_validationOpen, 0.72F, 0.8F);
    if (!sheet) return;
    const ValidationPage* page = measuring.validation();
    const TimesDocument* times = measuring.times();
    if (page && times) {
        if (ImGui::RadioButton(tr("Counts"), !m_showTimes)) m_showTimes = false;
        ImGui::SameLine();
        if (ImGui::RadioButton(tr("Times"), m_showTimes)) m_showTimes = true;
    }
    if (times && (m_showTimes || !page))
        showTimes(*times);
    else
        showCounts(*page);
}

void MeasurePanel::showExperiment(const Measuring& measuring) {
    const Sheet sheet(tr("Experiment"), m_experimentOpen, 0.78F, 0.7F);
    if (!sheet) return;
    const session::MeasuredSweep& experiment = *measuring.experiment();
    kit::wrappedText(kit::style().theme->dim,
                     tr("{} on {}, L2 {}: median of the launches, the band from 5 % to 95 % of them; "
                        "dashed what the model says. The table: lanescope sweep {} --measure --csv "
                        "FILE",
                        measuring.experimentLab(), experiment.device, model::cacheName(experiment.cache),
                        measuring.experimentLab()));
    kit::experimentPlots(experiment);
}

} // namespace lanescope::shell
