// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/transfers/picture.h"

#include "kit/pictures/pictures.h"
#include "labs/transfers/curves.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace lanescope::lab_transfers {

using namespace kit;
using model::Transfer;
using model::TransferCurve;
using model::TransferMemory;
using model::TransferPoint;

namespace {

/// The colour that a memory has in all pictures of transfers.
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

void drawTransferCurves(render::Canvas& canvas, const render::Rect& rect, const TransferView& view) {
    const render::Theme& theme = canvas.theme();
    const session::TransferTable& table = view.table();
    const TransferChoice& choice = view.choice();
    const bool device = choice.direction == Transfer::DeviceToDevice;
    CurvePlot plot;
    plot.yTitle = tr("{}, {}", "GB/s", tr(session::countedText(choice.direction)));
    plot.xLabel = [](double bytes) { return byteSize(bytes); };
    plot.yLabel = [](double value) { return shortNumber(value); };
    for (const TransferMemory memory : model::memoriesOf(choice.direction)) {
        const TransferCurve* curve = table.find(choice.direction, memory, choice.portable);
        if (!curve) continue;
        plot.curves.push_back(
            plotCurve(*curve, std::string(tr(model::nameOf(memory))), transferColor(theme, memory)));
        plot.curves.back().bright = memory == choice.memory;
    }
    if (const TransferCurve* modelled = view.modelledCurve(); modelled && view.measured()) {
        plot.curves.push_back(
            plotCurve(*modelled, tr("modelled, {}", view.modelledTable().device), theme.dim));
        plot.curves.back().dashed = true;
    }
    if (!device && table.pcieGBps > 0)
        plot.peaks.push_back({table.peakGBps(choice.direction),
                              tr("{}{}: {} GB/s", session::pcieText(table.pcieGeneration, table.pcieLanes),
                                 choice.direction == Transfer::Both ? tr(", both ways") : "",
                                 shortNumber(table.peakGBps(choice.direction)))});
    if (table.memoryGBps > 0)
        plot.peaks.push_back({table.memoryGBps, tr("device memory: {} GB/s", shortNumber(table.memoryGBps))});
    if (const TransferCurve* curve = view.curve())
        if (const double half = curve->halfBandwidthBytes(); half > 0)
            plot.marks.push_back({half, curve->bestGBps() / 2, tr("half of the best at {}", byteSize(half))});
    for (const std::uint64_t bytes : model::transferSizes(model::kUsualMostTransfer))
        plot.steps.push_back(static_cast<double>(bytes));
    plot.x = static_cast<double>(choice.bytes);
    drawCurves(canvas, rect, plot);
}

namespace {

/// A place where the bytes lie.
struct Stop {
    std::string title;
    std::string detail;
    Color color;
};
/// What carries them to the next place.
struct Leg {
    std::string title;
    std::string detail;
    std::string origin; ///< "modelled", where there is room for it
    double gbPerSecond = 0;
    Color color;
};
struct Path {
    std::vector<Stop> stops; ///< the host's end first
    std::vector<Leg> legs;   ///< one fewer
};

std::string hostDetail(const TransferChoice& choice) {
    std::string text;
    switch (choice.memory) {
    case TransferMemory::Pageable:
        return tr("malloc: its pages may move, so that no device can find them");
    case TransferMemory::WriteCombining:
        text = tr("cudaHostAllocWriteCombined: not cached, so the host reads it slowly");
        break;
    case TransferMemory::Mapped:
        text = tr("cudaHostAllocMapped: its pages stay, and kernels have their addresses");
        break;
    case TransferMemory::Registered:
        text = tr("malloc, then cudaHostRegister: its pages stay from then on");
        break;
    default:
        text = tr("cudaHostAlloc: its pages stay where they are");
        break;
    }
    return choice.portable ? text + tr("; portable: for all devices") : text;
}

std::string amount(std::uint64_t bytes, double seconds) {
    return tr("{0} in {1}", byteSize(static_cast<double>(bytes)), duration(seconds));
}

Path devicePath(const TransferView& view, const render::Theme& theme) {
    const TransferChoice& choice = view.choice();
    const bool kernel = choice.memory == TransferMemory::CopyKernel;
    const std::string size = byteSize(static_cast<double>(choice.bytes));
    const std::optional<double> seconds = view.seconds();
    const double gbPerSecond = seconds ? view.gbPerSecond(*seconds) / 2 : 0;
    const Color color = transferColor(theme, choice.memory);
    Leg written{
        .title = tr("written, over the same memory bus"),
        .detail = seconds ? tr("{} for both", amount(2 * choice.bytes, *seconds)) : size,
        .gbPerSecond = gbPerSecond,
        .color = color,
    };
    if (seconds) written.origin = view.measured() ? tr("measured") : tr("modelled");
    return {
        .stops = {{tr("Device memory: source"), "cudaMalloc", theme.accent},
                  {kernel ? tr("Multiprocessors") : tr("cudaMemcpy's copy"), tr("through the L2 cache"),
                   theme.dim},
                  {tr("Device memory: target"), "cudaMalloc", theme.accent}},
        .legs = {{.title = tr("read"), .detail = size, .gbPerSecond = gbPerSecond, .color = color}, written},
    };
}

Path hostPath(const TransferView& view, const render::Theme& theme) {
    const TransferChoice& choice = view.choice();
    const auto legs = view.legs();
    const session::TransferTable& table = view.table();
    const std::string link = session::pcieText(table.pcieGeneration, table.pcieLanes);
    const Color color = transferColor(theme, choice.memory);
    const auto rate = [&](double seconds) { return seconds > 0 ? view.gbPerSecond(seconds) : 0; };
    const std::uint64_t bytes = model::countedBytes(choice.direction, choice.bytes);
    const auto carried = [&](double seconds) {
        return tr("{}, {}", amount(bytes, seconds), bandwidth(rate(seconds) * 1e9));
    };
    Path path;
    path.stops.push_back(
        {tr("Host memory, {}", tr(model::nameOf(choice.memory))), hostDetail(choice), color});
    if (choice.memory == TransferMemory::Pageable) {
        path.legs.push_back({tr("a core copies it, piece by piece"), legs ? carried(legs->staging) : "",
                             tr("modelled"), legs ? rate(legs->staging) : 0, color});
        path.stops.push_back({tr("Staging buffer"), tr("page-locked memory of the driver's own"), theme.dim});
    }
    Leg bus{.title = link.empty() ? tr("the bus") : link, .origin = tr("modelled"), .color = theme.accent};
    if (const auto seconds = view.seconds();
        view.measured() && seconds && choice.memory != TransferMemory::Pageable) {
        bus.gbPerSecond = rate(*seconds);
        bus.detail = carried(*seconds);
        bus.origin = tr("measured");
    } else if (legs) {
        bus.gbPerSecond = rate(legs->bus);
        bus.detail = carried(legs->bus);
    }
    if (choice.memory == TransferMemory::Mapped) bus.title += tr(": each access of the kernel crosses it");
    path.legs.push_back(std::move(bus));
    path.stops.push_back(choice.memory == TransferMemory::Mapped
                             ? Stop{tr("Multiprocessors"),
                                    tr("the kernel works on bytes as they arrive: no copy beforehand"),
                                    theme.accent}
                             : Stop{tr("Device memory"), "cudaMalloc", theme.accent});
    return path;
}

void drawStop(Canvas& canvas, const Rect& box, const Stop& stop) {
    const render::Theme& theme = canvas.theme();
    canvas.rectangle(box,
                     {render::mix(theme.background, stop.color, 0.14F), 5, stop.color.faded(0.8F), 1.5F});
    const bool two = box.height >= 40;
    const float x = box.x + 10;
    const float most = box.width - 20;
    canvas.text({x, two ? box.y + 6 : box.center().y}, stop.title,
                {13, theme.text, Font::Bold, Align::Start, two ? Align::Start : Align::Center, most});
    if (!two) return;
    render::TextStyle style{11, theme.dim, Font::Sans};
    const std::string lines = wrapped(canvas, stop.detail, style, most);
    // A second line only where the box has room for it.
    if (canvas.measure(lines, style).y <= box.height - 26)
        canvas.text({x, box.y + 23}, lines, style);
    else {
        style.maxWidth = most;
        canvas.text({x, box.y + 23}, stop.detail, style);
    }
}

/// Wider for more bytes a second.
float arrowWidth(double gbPerSecond) {
    return std::clamp(static_cast<float>(std::log2(1 + gbPerSecond)) * 1.6F, 2.F, 16.F);
}

/// What the arrows of all legs have in common.
struct Ways {
    Transfer direction = Transfer::HostToDevice;
    bool inTurn = false; ///< one way after the other
};

void drawLeg(Canvas& canvas, const Rect& gap, const Leg& leg, Ways ways) {
    const render::Theme& theme = canvas.theme();
    const float top = gap.y + 3;
    const float bottom = gap.bottom() - 3;
    const float width = arrowWidth(leg.gbPerSecond);
    float x = gap.x + 26;
    const bool down = ways.direction != Transfer::DeviceToHost;
    const bool up = !down || ways.direction == Transfer::Both;
    if (down)
        canvas.arrow({x, top}, {x, bottom}, width, leg.color, std::min(width * 1.4F + 6, gap.height * 0.45F));
    if (down && up) x += 26;
    if (up)
        canvas.arrow({x, bottom}, {x, top}, width, leg.color.faded(down && ways.inTurn ? 0.35F : 1.F),
                     std::min(width * 1.4F + 6, gap.height * 0.45F));
    const float text = x + 26;
    const float most = gap.right() - text;
    const bool two = gap.height >= 32 && !leg.detail.empty();
    canvas.text({text, two ? gap.center().y - 15 : gap.center().y},
                ways.inTurn ? leg.title + tr("; down, then up") : leg.title,
                {12, theme.text, Font::Sans, Align::Start, two ? Align::Start : Align::Center, most});
    if (!two) return;
    render::TextStyle small{11, theme.dim};
    const std::string whole = leg.origin.empty() ? leg.detail : tr("{0} ({1})", leg.detail, leg.origin);
    const bool fits = canvas.measure(whole, small).x <= most;
    small.maxWidth = most;
    canvas.text({text, gap.center().y + 1}, fits ? whole : leg.detail, small);
}

constexpr float kTallestStop = 64;
constexpr float kLongestLeg = 104;

float tallestPath(const Path& path) {
    return static_cast<float>(path.stops.size()) * kTallestStop +
           static_cast<float>(path.legs.size()) * kLongestLeg;
}

void drawPath(Canvas& canvas, const Rect& rect, const Path& path, Ways ways) {
    const auto stops = static_cast<float>(path.stops.size());
    const auto legs = static_cast<float>(path.legs.size());
    const float gap = std::clamp(
        (rect.height - stops * std::clamp(rect.height * 0.5F / stops, 20.F, 56.F)) / legs, 14.F, kLongestLeg);
    const float box = std::clamp((rect.height - legs * gap) / stops, 16.F, kTallestStop);
    float y = rect.y;
    for (std::size_t i = 0; i < path.stops.size(); ++i) {
        drawStop(canvas, {rect.x, y, rect.width, box}, path.stops[i]);
        y += box;
        if (i < path.legs.size()) drawLeg(canvas, {rect.x, y, rect.width, gap}, path.legs[i], ways);
        y += gap;
    }
}

/// A bar a memory, as long as its time; the modelled time is a tick where the bar is measured.
void drawTimes(Canvas& canvas, const Rect& rect, const TransferView& view) {
    const render::Theme& theme = canvas.theme();
    const TransferChoice& choice = view.choice();
    const auto memories = model::memoriesOf(choice.direction);
    double slowest = 0;
    for (const TransferMemory memory : memories)
        slowest =
            std::max({slowest, view.seconds(memory).value_or(0), view.modelledSeconds(memory).value_or(0)});
    if (slowest <= 0) return;
    canvas.text({rect.x, rect.y},
                tr("Time of {}{}, {}", byteSize(static_cast<double>(choice.bytes)),
                   choice.direction == Transfer::Both ? tr(" each way") : "",
                   view.measured() ? tr("measured; the tick is modelled") : tr("modelled")),
                {12.5F, theme.text, Font::Bold, Align::Start, Align::Start, rect.width});
    const float head = std::clamp(rect.height * 0.2F, 17.F, 22.F);
    constexpr float kName = 104;
    constexpr float kTime = 66;
    const float each = std::min((rect.height - head) / static_cast<float>(memories.size()), 40.F);
    if (each < 9 || rect.width < kName + kTime + 30) return;
    const float full = rect.width - kName - kTime;
    constexpr float kLine = 1.25F; // of a text's size: what its letters need from top to bottom
    for (std::size_t i = 0; i < memories.size(); ++i) {
        const TransferMemory memory = memories[i];
        const bool chosen = memory == choice.memory;
        const Rect row{rect.x, rect.y + head + each * static_cast<float>(i), rect.width, each};
        if (chosen) canvas.rectangle(row.inset(-4, 0), {theme.raised, 4});
        const auto seconds = view.seconds(memory);
        const auto modelled = view.modelledSeconds(memory);
        const render::TextStyle name{std::min(11.5F, each / kLine),
                                     chosen ? theme.text : theme.dim,
                                     chosen ? Font::Bold : Font::Sans,
                                     Align::Start,
                                     Align::Center,
                                     kName - 6};
        canvas.text({row.x, row.center().y}, tr(model::nameOf(memory)), name);
        const auto length = [&](double time) { return full * static_cast<float>(time / slowest); };
        const Color color = transferColor(theme, memory);
        if (seconds) {
            const Rect bar{row.x + kName, row.center().y - std::min(each * 0.3F, 9.F),
                           std::max(length(*seconds), 1.5F), std::min(each * 0.6F, 18.F)};
            canvas.rectangle(bar, {color.faded(chosen ? 1.F : 0.55F), 2});
            canvas.text({bar.right() + 6, row.center().y}, duration(*seconds),
                        {std::min(11.F, each / kLine), chosen ? theme.text : theme.dim, Font::Mono,
                         Align::Start, Align::Center});
        }
        if (view.measured() && modelled) {
            const float x = row.x + kName + length(*modelled);
            canvas.line({x, row.y + 2}, {x, row.bottom() - 2}, 1.5F, theme.text);
        }
        canvas.pick(
            row,
            {.kind = render::PickKind::Point, .id = static_cast<std::int64_t>(i), .group = kMemoryPicks});
    }
}

} // namespace

void drawTransferPath(Canvas& canvas, const Rect& rect, const TransferView& view) {
    if (rect.width < 120 || rect.height < 60) return;
    const Transfer direction = view.choice().direction;
    const bool device = direction == Transfer::DeviceToDevice;
    Path path = device ? devicePath(view, canvas.theme()) : hostPath(view, canvas.theme());
    const Ways ways{
        .direction = direction,
        .inTurn = view.choice().waysInTurn(view.frame().architecture),
    };
    if (view.frame().view.isQuiet()) { // how long it takes is what is asked
        constexpr double kEvenly = 50;
        for (Leg& leg : path.legs) {
            leg.detail.clear();
            leg.gbPerSecond = kEvenly;
        }
        return drawPath(canvas, rect, path, ways);
    }
    const float rows = static_cast<float>(model::memoriesOf(direction).size());
    const float gap = std::min(rect.height * 0.06F, 18.F);
    const float least = std::min(22 + rows * 24, rect.height * 0.42F);
    if (rect.height - least < 100) return drawPath(canvas, rect, path, ways);
    const float above = std::min(rect.height - least - gap, tallestPath(path));
    drawPath(canvas, rect.top(above), path, ways);
    drawTimes(canvas, rect.belowTop(above + gap), view);
}

} // namespace lanescope::lab_transfers
