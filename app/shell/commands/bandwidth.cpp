// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/commands/bandwidth.h"

#include "device/cuda/pcie_link.h"
#include "device/cuda/transfers.h"
#include "model/format.h"
#include "shell/output/counters.h"
#include "shell/output/output.h"
#include "shell/output/report.h"
#include "shell/output/text_table.h"
#include "shell/output/transfers.h"
#include "shell/requests/lab_request.h"
#include "text/tr.h"
#include "json/document.h"

#include <fmt/format.h>

#include <array>
#include <bit>

namespace lanescope::shell {

namespace {

using model::Transfer;
using model::TransferCurve;
using model::TransferPoint;

/// Beyond any machine's memory, so that what is refused for lack of it is refused with a measure.
constexpr std::uint64_t kMostTransfer = std::uint64_t{1} << 40;

/// "64MiB", "1GiB", "4096", "2K"; throws BadInput unless it is a power of two that can be measured.
std::uint64_t parseTransferSize(std::string_view text) {
    const auto refuse = [&](std::string_view why) {
        return BadInput(fmt::format("--size {}: {}; write a power of two from 1KiB on, as in 64MiB or "
                                    "1GiB",
                                    text, why));
    };
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    std::uint64_t number = 0;
    if (!parseWhole(text.substr(0, digits), number)) throw refuse("that is no size");
    std::string_view unit = text.substr(digits);
    while (unit.starts_with(' ')) unit.remove_prefix(1);
    constexpr std::array<std::array<std::string_view, 2>, 5> kUnits{
        {{"", "B"}, {"KiB", "K"}, {"MiB", "M"}, {"GiB", "G"}, {"TiB", "T"}}};
    for (std::size_t i = 0; i < kUnits.size(); ++i) {
        if (unit != kUnits[i][0] && unit != kUnits[i][1]) continue;
        if (number > kMostTransfer >> (10 * i)) throw refuse("that is more than 1 TiB");
        const std::uint64_t bytes = number << (10 * i);
        if (bytes < model::kLeastTransfer) throw refuse("that is less than 1 KiB");
        if (!std::has_single_bit(bytes)) throw refuse("that is no power of two");
        return bytes;
    }
    throw refuse(fmt::format("'{}' is no unit", unit));
}

session::TransferTable measured(const device::Info& info, std::uint64_t most, bool progress) {
    device::TransferRequest request;
    request.mostBytes = most;
    session::TransferTable table;
    table.modelled = false;
    table.device = info.name;
    table.architecture = fmt::format("{}.{}", info.ccMajor, info.ccMinor);
    table.mostBytes = most;
    table.curves = device::measureTransfers(info, request, progressLines(progress));
    // Right after the transfers, while the link still runs at its speed.
    const device::PcieLink link = device::pcieLinkOf(info);
    table.pcieGeneration = link.generation;
    table.pcieLanes = link.lanes;
    table.pcieMostGeneration = link.mostGeneration;
    table.pcieMostLanes = link.mostLanes;
    if (link.generation > 0) {
        table.pcieGBps = model::Bus{link.generation, link.lanes, {}}.peakGBps();
        table.pcieSource = link.source;
    }
    table.memoryGBps = info.peakBytesPerSecond() / 1e9;
    table.memorySource = "the device's attributes: memory clock x bus width x 2";
    const device::BestCopy best = device::bestCopy(info);
    table.bestCopyGBps = best.bytesPerSecond / 1e9;
    table.bestCopyHow = fmt::format("{}, {}", best.how, lanescope::byteSize(static_cast<double>(best.bytes)));
    session::raiseBestCopy(table, best.bytes);
    return table;
}

std::string kindText(const TransferCurve& curve) {
    return fmt::format("{}{}", tr(model::nameOf(curve.memory)), curve.portable ? tr(", portable") : "");
}

std::string peaksText(const session::TransferTable& table) {
    std::string text;
    if (table.pcieGBps > 0) {
        const bool slowed =
            table.pcieMostGeneration > table.pcieGeneration || table.pcieMostLanes > table.pcieLanes;
        text += tr("{}{}: {} each way ({})\n", session::pcieText(table.pcieGeneration, table.pcieLanes),
                   slowed ? tr(" (the device can do {})",
                               session::pcieText(table.pcieMostGeneration, table.pcieMostLanes))
                          : "",
                   lanescope::bandwidth(table.pcieGBps * 1e9), table.pcieSource);
    } else {
        text += tr("PCI Express: generation and width are unknown here\n");
    }
    if (table.memoryGBps > 0)
        text += tr("memory: {} ({})\n", lanescope::bandwidth(table.memoryGBps * 1e9), table.memorySource);
    if (table.bestCopyGBps > 0)
        text += tr("best copy: {}, {} ({})\n", lanescope::bandwidth(table.bestCopyGBps * 1e9),
                   tr(session::countedText(Transfer::DeviceToDevice)), table.bestCopyHow);
    return text;
}

std::string modelledFor(const session::TransferTable& table) {
    const std::string capability = fmt::format("CC {}", table.architecture);
    return table.device == capability ? tr("modelled for {}", capability)
                                      : tr("modelled for {} ({})", table.device, capability);
}

/// A table for each direction: a row each size, a column each kind of memory.
std::string tableText(const session::TransferTable& table) {
    std::string text = fmt::format(
        "{}\n{}", table.modelled ? modelledFor(table) : tr("measured on {}", table.device), peaksText(table));
    if (table.modelled)
        for (const Transfer direction : {Transfer::HostToDevice, Transfer::DeviceToDevice})
            if (const std::string gap =
                    session::transferGap(parseArchitecture(table.architecture), direction);
                !gap.empty())
                text += tr("{} is left out: {}\n",
                           direction == Transfer::DeviceToDevice
                               ? tr(session::longName(direction))
                               : std::string_view(tr("between host and device")),
                           retold(gap));
    for (const Transfer direction : model::transfers()) {
        std::vector<const TransferCurve*> curves;
        for (const TransferCurve& curve : table.curves)
            if (curve.direction == direction) curves.push_back(&curve);
        if (curves.empty()) continue;
        std::vector<TextTable::Column> columns{{tr("size"), TextTable::Align::Right}};
        for (const TransferCurve* curve : curves)
            columns.push_back({kindText(*curve), TextTable::Align::Right});
        TextTable rows(columns);
        for (const std::uint64_t bytes : model::transferSizes(table.mostBytes)) {
            std::vector<std::string> cells{lanescope::byteSize(static_cast<double>(bytes))};
            for (const TransferCurve* curve : curves) {
                const TransferPoint* point = session::pointAt(*curve, bytes);
                cells.push_back(point ? fmt::format("{:.3f}", curve->gbPerSecond(*point)) : "");
            }
            rows.add(std::move(cells));
        }
        const double peak = table.peakGBps(direction);
        text += tr("\n{}, GB/s ({}{})\n\n{}", tr(session::longName(direction)),
                   tr(session::countedText(direction)),
                   peak > 0 ? tr("; peak {}", lanescope::shortNumber(peak)) : "", rows.text(2));
    }
    return text;
}

std::string tableCsv(const session::TransferTable& table) {
    std::string text = "direction,memory,portable,bytes,repetitions,seconds,seconds_p5,seconds_p95,"
                       "gb_per_second,modelled\n";
    for (const TransferCurve& curve : table.curves)
        for (const TransferPoint& point : curve.points)
            text += fmt::format("{},{},{:d},{},{},{:.4g},{},{},{:.5g},{:d}\n", model::nameOf(curve.direction),
                                model::nameOf(curve.memory), curve.portable, point.bytes,
                                table.modelled ? "" : fmt::format("{}", point.repetitions), point.median,
                                table.modelled ? "" : fmt::format("{:.4g}", point.low),
                                table.modelled ? "" : fmt::format("{:.4g}", point.high),
                                curve.gbPerSecond(point), table.modelled);
    return text;
}

} // namespace

int bandwidthCommand(const BandwidthOptions& options) {
    const std::uint64_t most =
        options.size.empty() ? model::kUsualMostTransfer : parseTransferSize(options.size);
    const std::string choice = parseDevice(options.device);
    const model::Architecture* architecture =
        options.architecture.empty() ? nullptr : &parseArchitecture(options.architecture);
    if (!options.csv.empty()) checkWritable(options.csv);
    if (options.csv == "-" && options.json)
        throw BadInput("--json and --csv - both want standard output; name a file for one of them");
    const device::Info info = device::openDevice(choice)->info();
    session::TransferTable table;
    if (info.can.measuresTimes && !architecture) {
        table = measured(info, most, options.progress);
    } else {
        if (choice.starts_with("cuda") && architecture)
            throw BadInput("--arch models a bus; on a GPU it is measured: leave --arch or --device out");
        if (!architecture) architecture = &model::defaultArchitecture();
        table = session::modelledTransfers(*architecture, most);
        if (table.curves.empty())
            throw BadInput(fmt::format("{} has neither a bus to its host nor a figure of its memory; take "
                                       "another architecture",
                                       architecture->name));
    }
    if (!options.csv.empty()) writeResultTo(options.csv, tableCsv(table));
    if (options.json)
        writeResult(json::textOf(transferJson(table)));
    else if (options.csv != "-")
        writeResult(tableText(table));
    return 0;
}

} // namespace lanescope::shell
