// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/panels/frame_times.h"

#include "kit/panel/style.h"
#include "kit/panel/time_plots.h"
#include "kit/panel/widgets.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace lanescope::shell {

namespace {

std::string_view routeText(device::Route route) {
    switch (route) {
    case device::Route::Direct:
        return tr("written by the kernel in OpenGL's own memory");
    case device::Route::ThroughHost:
        return tr("copied through host memory");
    default:
        return tr("emulator's memory, uploaded to OpenGL");
    }
}

} // namespace

FrameTimes::FrameTimes()
    : m_stages{
          {translatable("run"), translatable("The lab's run: allocating, filling, launching."), {}},
          {translatable("map"), translatable("OpenGL's buffers and textures are handed to CUDA."), {}},
          {translatable("kernel"),
           translatable("The kernels themselves: CUDA events, or the emulator's wall time."),
           {}},
          {translatable("unmap"),
           translatable("They are handed back; on the emulated device the upload."),
           {}},
          {translatable("model"),
           translatable(
               "Counting accesses: emulated, the end of it, the rest is part of the kernel; beside a GPU, "
               "all of it."),
           {}},
          {translatable("draw"), translatable("The stage's picture."), {}},
          {translatable("ui"), translatable("Panels, plots and text."), {}},
          {translatable("swap"), translatable("The window system shows the frame."), {}}} {}

void FrameTimes::add(double run, const session::StageTimes& ofRun, double draw, double ui,
                     bool runsBesideHost) {
    m_last.map = ofRun.map;
    m_last.kernel = ofRun.kernel;
    m_last.unmap = ofRun.unmap;
    m_last.span = ofRun.span;
    m_last.model = ofRun.model;
    m_last.run =
        std::max(0.0, run - ofRun.map - ofRun.unmap - ofRun.model - (runsBesideHost ? 0 : ofRun.kernel));
    m_last.draw = draw;
    m_last.ui = ui;
    const std::array<double, 7> seconds{m_last.run,   m_last.map,  m_last.kernel, m_last.unmap,
                                        m_last.model, m_last.draw, m_last.ui};
    for (std::size_t i = 0; i < seconds.size(); ++i) m_stages[i].seconds.add(seconds[i]);
}

void FrameTimes::addSwap(double seconds) {
    m_last.swap = seconds;
    m_stages.back().seconds.add(seconds);
}

double FrameTimes::work() const {
    return m_last.run + m_last.map + m_last.kernel + m_last.unmap + m_last.draw + m_last.ui;
}

void FrameTimes::show(const Runner& runner) const {
    constexpr double kTargetMilliseconds = 1000.0 / 60;
    const render::Theme& theme = *kit::style().theme;
    kit::stageBars(m_stages, kTargetMilliseconds);
    if (!runner.can().measuresTimes)
        kit::wrappedText(theme.faint,
                         tr("Kernel times are the emulator's on this machine, not those of a GPU."));
    const auto drawn = runner.drawn();
    if (!drawn) return;
    if (!runner.can().measuresTimes)
        kit::wrappedText(theme.dim,
                         tr("The run that was counted, which takes longer than one that only draws:"));
    for (const session::LaunchResult& launch : drawn->result.launches) {
        std::string text = fmt::format("{}<<<{}, {}>>>  {}", launch.label, lanescope::triple(launch.grid),
                                       lanescope::triple(launch.block),
                                       lanescope::duration(launch.record.milliseconds * 1e-3));
        if (launch.record.warpInstructions)
            text += tr("  {} warp instructions emulated", lanescope::grouped(launch.record.warpInstructions));
        const kit::FontScope mono(kit::style().mono, 0.9F);
        kit::wrappedText(theme.dim, text);
    }
    for (const session::ResultObject& object : drawn->result.objects)
        kit::wrappedText(theme.faint, fmt::format("{} ({}): {}", object.name,
                                                  lanescope::byteSize(static_cast<double>(object.bytes)),
                                                  routeText(object.route)));
}

} // namespace lanescope::shell
