// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/format.h"
#include "kit/lab_interfaces.h"
#include "kit/panel.h"
#include "kit/widgets.h"
#include "session/stream_work.h"
#include "shell/app/state.h"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cctype>
#include <cfloat>
#include <cstdlib>
#include <cstring>

namespace lanescope::shell {

using kit::FontScope;
using kit::points;

namespace {

render::Rect currentWindow() {
    const ImVec2 at = ImGui::GetWindowPos(), size = ImGui::GetWindowSize();
    return {at.x, at.y, size.x, size.y};
}

// Without the second flag each panel of a restored layout would come to the front in turn, and the last stay
// there.
constexpr ImGuiWindowFlags kPanel = ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoFocusOnAppearing;

bool docked(const char* title) {
    const ImGuiWindow* window = ImGui::FindWindowByName(title);
    return window && window->DockNode && ImGui::DockNodeGetRootNode(window->DockNode)->IsDockSpace();
}

/// Whether the lab's name or summary holds the filter, whatever the case.
bool matches(const kit::LabEntry& entry, const std::string& filter) {
    const auto same = [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
    };
    const auto holds = [&](const std::string& text) {
        return std::search(text.begin(), text.end(), filter.begin(), filter.end(), same) != text.end();
    };
    return filter.empty() || holds(entry.name) || holds(entry.summary);
}

} // namespace

bool beginPanel(const char* title, int windowFlags) {
    const bool clear = docked(title);
    if (clear) ImGui::PushStyleColor(ImGuiCol_WindowBg, ImVec4(0, 0, 0, 0));
    const bool open = ImGui::Begin(title, nullptr, windowFlags);
    if (clear) ImGui::PopStyleColor();
    return open;
}

/// The labs of each chapter side by side, as many in a row as fit: the whole course at one look. In a low
/// window it scrolls, so that the parameters keep more than half of the column.
void App::State::labList() {
    const float most = std::max(ImGui::GetContentRegionAvail().y * 0.45F, points(90));
    ImGui::SetNextWindowSizeConstraints(ImVec2(0, 0), ImVec2(FLT_MAX, most));
    if (ImGui::BeginChild("labs", ImVec2(0, 0), ImGuiChildFlags_AutoResizeY)) {
        const float right = ImGui::GetContentRegionMax().x, gap = points(4);
        std::string chapter;
        for (const kit::LabEntry& each : kit::labs()) {
            if (!matches(each, labFilter)) continue;
            const float width = ImGui::CalcTextSize(each.name.c_str()).x + 2 * points(6);
            if (each.chapter != chapter) {
                if (!chapter.empty()) ImGui::Dummy(ImVec2(0, points(1)));
                chapter = each.chapter;
                kit::heading(chapter);
            } else {
                ImGui::SameLine(0, gap);
                if (ImGui::GetCursorPosX() + width > right) ImGui::NewLine();
            }
            const bool chosen = &each == entry;
            ImGui::PushStyleVar(ImGuiStyleVar_SelectableTextAlign, ImVec2(0.5F, 0.5F));
            if (ImGui::Selectable(each.name.c_str(), chosen, 0, ImVec2(width, 0))) openLab(each);
            ImGui::PopStyleVar();
            kit::tooltip(each.summary);
            if (chosen && listedLab != entry) ImGui::SetScrollHereY();
        }
        listedLab = entry;
    }
    ImGui::EndChild();
}

void App::State::labsPanel() {
    if (focusFilter) ImGui::SetNextWindowFocus();
    if (!beginPanel("Labs", kPanel)) {
        ImGui::End();
        return;
    }
    std::array<char, 64> text{};
    std::memcpy(text.data(), labFilter.data(), std::min(labFilter.size(), text.size() - 1));
    if (focusFilter) ImGui::SetKeyboardFocusHere();
    focusFilter = false;
    ImGui::SetNextItemWidth(-1);
    const bool entered = ImGui::InputTextWithHint("##filter", "find a lab", text.data(), text.size(),
                                                  ImGuiInputTextFlags_EnterReturnsTrue);
    labFilter = text.data();
    if (entered) {
        const auto found = std::ranges::find_if(
            kit::labs(), [&](const kit::LabEntry& each) { return matches(each, labFilter); });
        if (found != kit::labs().end()) openLab(*found);
    }
    if (entered || ImGui::IsKeyPressed(ImGuiKey_Escape)) labFilter.clear();
    labList();
    ImGui::Dummy(ImVec2(0, points(2)));
    ImGui::Separator();
    ImGui::Dummy(ImVec2(0, points(2)));
    if (ImGui::BeginChild("parameters", ImVec2(0, 0), ImGuiChildFlags_None)) {
        bool changed = false;
        for (kit::Parameter* parameter : lab->parameters())
            changed |= kit::parameterWidget(*parameter, kit::idleReason(*lab, *parameter, *architecture),
                                            parameterError);
        if (changed) parameterError.clear();
        if (changed && !ImGui::IsMouseDown(ImGuiMouseButton_Left)) rememberForUndo();
        if (ImGui::IsMouseReleased(ImGuiMouseButton_Left)) rememberForUndo();
        if (!parameterError.empty()) kit::wrappedText(kit::style().theme->bad, parameterError);
    }
    ImGui::EndChild();
    ImGui::End();
}

void App::State::readingPanel() {
    const bool open = beginPanel("Reading", kPanel);
    readingRect = currentWindow();
    if (!open) {
        ImGui::End();
        return;
    }
    const kit::Frame frame = makeFrame();
    kit::PanelActions actions;
    kit::Panel panel(frame, actions);
    if (session->progress() < 1 && !session->error().empty()) {
        panel.verdict(kit::Tone::Plain, "Running", "The stage shows how far it is.");
    } else if (!session->error().empty()) {
        panel.verdict(kit::Tone::Bad, "It did not run", session->error());
        if (const std::size_t fit = session->largestFit()) {
            if (ImGui::Button(
                    fmt::format("Use the largest that fits ({})", kit::byteSize(static_cast<double>(fit)))
                        .c_str())) {
                const std::string set = kit::shrink(*lab, fit);
                say(Message::Kind::Info,
                    set.empty() ? "this lab's sizes cannot be made smaller by themselves" : "set " + set);
                rememberForUndo();
            }
        }
        panel.note(
            "The last picture stays until a run succeeds again. Change a parameter, or reset it (Ctrl+R).");
    } else if (session->hasResult()) {
        if (spared) {
            if (ImGui::Button("Make these calls on the GPU", ImVec2(-1, 0))) spared = false;
            panel.note("A kernel's fault stops NVIDIA's OpenGL: this window would be black for some 20 s. "
                       "`lanescope calls` makes them without a window.");
        }
        session->resultLab().readout(frame, panel);
    }
    if (actions.measureCounters) measure(Measured::Counters);
    for (const auto& [name, value] : actions.sets) lab->set(name, value);
    if (!actions.sets.empty()) rememberForUndo();
    if (actions.clickedSite >= 0) {
        view.site = actions.clickedSite;
        view.line = 0;
        view.step = 0;
    }
    ImGui::End();
}

void App::State::plotsPanels() {
    if (beginPanel("Sweep", kPanel)) {
        plotsRect = currentWindow();
        const kit::BackgroundSweep::Snapshot snapshot = sweep.snapshot();
        const kit::MeasuredCurve* measuredCurve = measurements.sweep && !measurements.sweep->curves.empty()
                                                      ? &measurements.sweep->curves.front()
                                                      : nullptr;
        if (!snapshot.curves.empty()) {
            if (kit::Parameter* parameter = lab->findParameter(snapshot.sweep.parameter)) {
                const double present =
                    parameter->kind() == kit::Parameter::Kind::Choice
                        ? static_cast<double>(static_cast<kit::Choice*>(parameter)->index())
                        : std::strtod(parameter->text().c_str(), nullptr);
                if (const auto x = kit::sweepPlot(snapshot, present, *architecture, measuredCurve)) {
                    if (parameter->kind() == kit::Parameter::Kind::Integer)
                        static_cast<kit::Integer*>(parameter)->assign(static_cast<int>(*x));
                    else if (parameter->kind() == kit::Parameter::Kind::Real)
                        static_cast<kit::Real*>(parameter)->assign(*x);
                    else if (parameter->kind() == kit::Parameter::Kind::Choice)
                        static_cast<kit::Choice*>(parameter)->assign(static_cast<std::size_t>(*x));
                    rememberForUndo();
                }
            }
        } else {
            kit::sweepPlot(snapshot, 0, *architecture, nullptr);
        }
    }
    if (plotFocusFrames == 1) ImGui::SetWindowFocus("Sweep");
    ImGui::End();

    bandwidthPanel();
    measurePanel();

    if (beginPanel("Frame", kPanel)) {
        plotsRect = currentWindow();
        const kit::RunResult& result = session->result();
        kit::stageBars(stages, 1000.0 / 60);
        if (!usesCuda())
            kit::wrappedText(kit::style().theme->faint,
                             "Kernel times are the emulator's on this machine, not those of a GPU.");
        for (const kit::LaunchResult& launch : result.launches) {
            std::string text =
                fmt::format("{}<<<{}, {}>>>  {}", launch.label, kit::triple(launch.grid),
                            kit::triple(launch.block), kit::duration(launch.record.milliseconds * 1e-3));
            if (launch.record.warpInstructions)
                text += fmt::format("  {} warp instructions emulated",
                                    kit::grouped(launch.record.warpInstructions));
            const FontScope mono(kit::style().mono, 0.9F);
            kit::wrappedText(kit::style().theme->dim, text);
        }
        for (const kit::ResultObject& object : result.objects) {
            const std::string_view route =
                object.route == device::Route::Direct        ? "written by the kernel in OpenGL's own memory"
                : object.route == device::Route::ThroughHost ? "copied through host memory"
                                                             : "emulator's memory, uploaded to OpenGL";
            kit::wrappedText(kit::style().theme->faint,
                             fmt::format("{} ({}): {}", object.name,
                                         kit::byteSize(static_cast<double>(object.bytes)), route));
        }
    }
    ImGui::End();
}

/// Without a GPU there is one number, and what it comes from.
void App::State::modelledBandwidth(const kit::RunResult& result, const kit::RunBytes& bytes) const {
    const double seconds = kit::modelledSeconds(result, model::Cache::Cold);
    if (seconds == 0) {
        kit::wrappedText(kit::style().theme->dim,
                         !bytes.timeModelled
                             ? "Times of kernels that use textures, surfaces, local memory or atomics of "
                               "global memory are not modelled."
                             : fmt::format("{} has rules only, no figures to make a time of: choose "
                                           "a device in the Device menu.",
                                           architecture->name));
        return;
    }
    {
        const FontScope bold(kit::style().bold, 1.15F);
        kit::coloredText(kit::style().theme->accent,
                         fmt::format("{} = {} / {}", kit::bandwidth(bytes.requested / seconds),
                                     kit::byteSize(bytes.requested), kit::duration(seconds)));
    }
    for (const kit::LaunchResult& launch : result.launches) {
        const model::KernelTime parts = kit::modelledTime(launch, model::Cache::Cold);
        kit::coloredText(kit::style().theme->dim,
                         fmt::format("{}: how long each part of the chip ({}) is busy; {} more for launching",
                                     launch.label, architecture->name, kit::duration(parts.launch)));
        kit::busyBars(parts);
    }
}

void App::State::bandwidthPanel() {
    if (!beginPanel("Bandwidth", kPanel)) {
        ImGui::End();
        return;
    }
    plotsRect = currentWindow();
    if (session->recording() && session::modelledWorkOf(*session->recording(), *architecture)) {
        if (session::streamWorkOf(*session->recording(), *architecture)) {
            kit::wrappedText(kit::style().theme->dim,
                             usesCuda()
                                 ? "Only kernels are timed here. The stage has the time of every command "
                                   "in the streams, measured anew when a parameter changes."
                                 : "Only kernels are timed here. The stage has the time of every command "
                                   "in the streams, modelled; on a GPU it is measured.");
            ImGui::End();
            return;
        }
        kit::wrappedText(kit::style().theme->dim,
                         "This lab's bytes are carried by copies, and only kernels are timed here: the stage "
                         "has the bandwidth of every kind of copy over its size.");
        kit::wrappedText(kit::style().theme->dim,
                         usesCuda() ? "It is modelled until Measure > Transfers has measured the copies on "
                                      "this GPU."
                                    : "It is modelled: Measure > Transfers measures the copies on a GPU.");
        ImGui::End();
        return;
    }
    const kit::RunResult& result = session->result();
    const bool cold = measurements.cache == model::Cache::Cold;
    const kit::RunBytes bytes = kit::bytesOf(result);
    if (usesCuda()) {
        const FontScope small(kit::style().sans, 0.95F);
        ImGui::Checkbox("Live", &liveTiming);
        kit::tooltip(
            "Launches the lab's kernels in every frame, for their times: two event records a launch.");
        ImGui::SameLine(0, points(14));
        if (ImGui::RadioButton("warm L2", !cold)) measurements.cache = model::Cache::Warm;
        kit::tooltip("The L2 holds what the launch before left in it.");
        ImGui::SameLine();
        if (ImGui::RadioButton("cold L2", cold)) measurements.cache = model::Cache::Cold;
        kit::tooltip("Before each launch a kernel reads twice the L2's size, outside of the measured time.");
        const kit::Statistics all = kit::statisticsOf(measurements.live.runSeconds());
        ImGui::SameLine(0, points(14));
        if (all.count == 0)
            kit::coloredText(kit::style().theme->faint, "warming up");
        else
            kit::coloredText(kit::style().theme->dim,
                             fmt::format("median {} = {} / {}", kit::bandwidth(bytes.requested / all.median),
                                         kit::byteSize(bytes.requested), kit::duration(all.median)));
        kit::tooltip("Measured: bytes that the lanes requested / median kernel time by CUDA events / 10^9.");
    } else {
        const FontScope small(kit::style().sans, 0.92F);
        kit::wrappedText(kit::style().theme->dim,
                         "Modelled, not measured: bytes requested / modelled kernel time, from a cold L2. "
                         "GB = 10^9 bytes.");
    }
    if (bytes.requested == 0) {
        kit::wrappedText(kit::style().theme->dim,
                         "This run moves nothing to or from device memory that the model counts.");
        ImGui::End();
        return;
    }
    if (!usesCuda()) {
        modelledBandwidth(result, bytes);
        ImGui::End();
        return;
    }
    const double peak = device->info().peakBytesPerSecond() * 1e-9;
    const std::array lines{kit::BandwidthLine{"peak", peak},
                           kit::BandwidthLine{"best copy", measurements.bestCopyBytesPerSecond * 1e-9}};
    const float room = ImGui::GetContentRegionAvail().x;
    const bool histogram = !measurements.live.runSeconds().empty() && room > points(500);
    kit::bandwidthStrip(modelled, measured, lines, histogram ? room / 2 - points(4) : room);
    if (histogram) {
        ImGui::SameLine(0, points(8));
        kit::timeHistogram(measurements.live.runSeconds(), kit::modelledSeconds(result, measurements.cache));
    }
    ImGui::End();
}

void App::State::messagesPanel() {
    const std::string title = messagesUnread ? "Messages *###Messages" : "Messages###Messages";
    if (beginPanel(title.c_str(), kPanel)) {
        plotsRect = currentWindow();
        messagesUnread = false;
        const bool always = alwaysChecks();
        bool on = checks || always;
        ImGui::BeginDisabled(always);
        if (ImGui::Checkbox(kChecks, &on)) chooseChecks(on);
        ImGui::EndDisabled();
        kit::tooltip(always ? kAlwaysTip : kChecksTip);
        if (messages.empty()) kit::coloredText(kit::style().theme->faint, "Nothing to report.");
        for (const Message& message : messages) {
            const render::Theme& theme = *kit::style().theme;
            ImGui::BeginGroup();
            kit::wrappedText(message.kind == Message::Kind::Error     ? theme.bad
                             : message.kind == Message::Kind::Warning ? theme.warn
                                                                      : theme.dim,
                             message.text);
            ImGui::EndGroup();
            if (message.line == 0) continue;
            kit::tooltip("Click to see the line in the source.");
            if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
            if (ImGui::IsItemClicked()) showLine(message);
        }
        if (ImGui::GetScrollY() >= ImGui::GetScrollMaxY()) ImGui::SetScrollHereY(1);
    }
    ImGui::End();
}

} // namespace lanescope::shell
