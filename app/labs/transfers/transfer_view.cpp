// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/transfers/transfer_view.h"

#include "labs/transfers/curves.h"
#include "model/format.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::lab_transfers {

using model::Transfer;
using model::TransferCurve;
using model::TransferMemory;
using model::TransferPoint;
using render::Color;

TransferView::TransferView(const Frame& frame, const TransferChoice& choice)
    : m_frame(frame), m_choice(choice), m_modelled(session::modelledTransfers(frame.architecture)),
      m_measured(frame.transfers && frame.transfers->find(choice.direction, choice.memory) ? frame.transfers
                                                                                           : nullptr) {}

namespace {

std::optional<double> secondsIn(const session::TransferTable& table, const TransferChoice& choice,
                                TransferMemory memory) {
    const TransferCurve* curve = table.find(choice.direction, memory, choice.portable);
    const TransferPoint* point = curve ? session::pointAt(*curve, choice.bytes) : nullptr;
    return point ? std::optional(point->median) : std::nullopt;
}

PlotCurve plotCurve(const TransferCurve& curve, std::string name, const Color& color) {
    PlotCurve made{std::move(name), color, {}, false, false};
    for (const TransferPoint& point : curve.points) {
        const double share = point.median > 0 ? curve.gbPerSecond(point) * point.median : 0;
        const bool spread = point.high > point.low;
        made.points.push_back({static_cast<double>(point.bytes), curve.gbPerSecond(point),
                               spread ? share / point.high : 0, spread ? share / point.low : 0});
    }
    return made;
}

} // namespace

std::optional<double> TransferView::seconds(TransferMemory memory) const {
    return secondsIn(table(), m_choice, memory);
}
std::optional<double> TransferView::modelledSeconds(TransferMemory memory) const {
    return secondsIn(m_modelled, m_choice, memory);
}
const TransferCurve* TransferView::curve() const {
    return table().find(m_choice.direction, m_choice.memory, m_choice.portable);
}
const TransferCurve* TransferView::modelledCurve() const {
    return m_modelled.find(m_choice.direction, m_choice.memory);
}
std::optional<model::TransferLegs> TransferView::legs() const {
    return model::modelTransfer(m_frame.architecture, m_choice.direction, m_choice.memory, m_choice.bytes);
}

Color transferColor(const render::Theme& theme, TransferMemory memory) {
    Color color;
    switch (memory) {
    case TransferMemory::Pageable:
        color = render::okabe::kOrange;
        break;
    case TransferMemory::PageLocked:
    case TransferMemory::CopyCall:
        color = render::okabe::kSkyBlue;
        break;
    case TransferMemory::WriteCombining:
        color = render::okabe::kPurple;
        break;
    case TransferMemory::Mapped:
    case TransferMemory::CopyKernel:
        color = render::okabe::kGreen;
        break;
    case TransferMemory::Registered:
        color = render::okabe::kYellow;
        break;
    }
    return theme.dark ? color : render::mix(color, render::okabe::kBlack, 0.25F);
}

void drawTransferCurves(render::Canvas& canvas, const render::Rect& rect, const TransferView& view) {
    const render::Theme& theme = canvas.theme();
    const session::TransferTable& table = view.table();
    const TransferChoice& choice = view.choice();
    const bool device = choice.direction == Transfer::DeviceToDevice;
    CurvePlot plot;
    plot.yTitle = fmt::format("GB/s, {}", session::countedText(choice.direction));
    plot.xLabel = [](double bytes) { return byteSize(bytes); };
    plot.yLabel = [](double value) { return shortNumber(value); };
    for (const TransferMemory memory : model::memoriesOf(choice.direction)) {
        const TransferCurve* curve = table.find(choice.direction, memory, choice.portable);
        if (!curve) continue;
        plot.curves.push_back(
            plotCurve(*curve, std::string(model::nameOf(memory)), transferColor(theme, memory)));
        plot.curves.back().bright = memory == choice.memory;
    }
    if (const TransferCurve* modelled = view.modelledCurve(); modelled && view.measured()) {
        plot.curves.push_back(
            plotCurve(*modelled, fmt::format("modelled, {}", view.modelledTable().device), theme.dim));
        plot.curves.back().dashed = true;
    }
    if (!device && table.pcieGBps > 0)
        plot.peaks.push_back(
            {table.peakGBps(choice.direction),
             fmt::format("{}{}: {} GB/s", session::pcieText(table.pcieGeneration, table.pcieLanes),
                         choice.direction == Transfer::Both ? ", both ways" : "",
                         shortNumber(table.peakGBps(choice.direction)))});
    if (table.memoryGBps > 0)
        plot.peaks.push_back(
            {table.memoryGBps, fmt::format("device memory: {} GB/s", shortNumber(table.memoryGBps))});
    if (const TransferCurve* curve = view.curve())
        if (const double half = curve->halfBandwidthBytes(); half > 0)
            plot.marks.push_back(
                {half, curve->bestGBps() / 2, fmt::format("half of the best at {}", byteSize(half))});
    for (const std::uint64_t bytes : model::transferSizes(model::kUsualMostTransfer))
        plot.steps.push_back(static_cast<double>(bytes));
    plot.x = static_cast<double>(choice.bytes);
    drawCurves(canvas, rect, plot);
}

} // namespace lanescope::lab_transfers
