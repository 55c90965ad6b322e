// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "session/transfer_table.h"

#include "model/format.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::session {

using model::Transfer;
using model::TransferCurve;
using model::TransferMemory;

const TransferCurve* TransferTable::find(Transfer direction, TransferMemory memory, bool portable) const {
    const TransferCurve* plain = nullptr;
    for (const TransferCurve& curve : curves) {
        if (curve.direction != direction || curve.memory != memory) continue;
        if (curve.portable == portable) return &curve;
        if (!curve.portable) plain = &curve;
    }
    return plain;
}

double TransferTable::peakGBps(Transfer direction) const {
    if (direction == Transfer::DeviceToDevice) return memoryGBps;
    return direction == Transfer::Both ? 2 * pcieGBps : pcieGBps;
}

TransferTable modelledTransfers(const model::Architecture& architecture, std::uint64_t mostBytes) {
    TransferTable table;
    table.device = architecture.name;
    table.architecture = architecture.cc.text();
    table.mostBytes = mostBytes;
    if (const auto bus = model::busOf(architecture)) {
        table.pcieGeneration = table.pcieMostGeneration = bus->generation;
        table.pcieLanes = table.pcieMostLanes = bus->lanes;
        table.pcieGBps = bus->peakGBps();
        table.pcieSource = bus->source;
    }
    if (architecture.peakGBps() > 0) {
        table.memoryGBps = architecture.peakGBps();
        table.memorySource = architecture.source;
    }
    for (const Transfer direction : model::transfers())
        for (const TransferMemory memory : model::memoriesOf(direction)) {
            TransferCurve curve = model::modelCurve(architecture, direction, memory, mostBytes);
            if (!curve.points.empty()) table.curves.push_back(std::move(curve));
        }
    return table;
}

std::string transferGap(const model::Architecture& architecture, Transfer direction) {
    const std::string_view board = model::defaultArchitecture().name;
    if (!modelCurve(architecture, direction, model::memoriesOf(direction).front()).points.empty()) return {};
    if (direction != Transfer::DeviceToDevice)
        return fmt::format("{} shares its host's memory: there is no bus to copy over. Choose a board with "
                           "memory of its own, such as {}.",
                           architecture.name, board);
    return fmt::format("{} stands for boards with different memories, so the time of a copy within one is "
                       "unknown. Choose a board, such as {}.",
                       architecture.name, board);
}

void raiseBestCopy(TransferTable& table, std::uint64_t leastBytes) {
    for (const TransferCurve& curve : table.curves) {
        if (curve.direction != Transfer::DeviceToDevice) continue;
        for (const model::TransferPoint& point : curve.points) {
            if (point.bytes < leastBytes || curve.gbPerSecond(point) <= table.bestCopyGBps) continue;
            table.bestCopyGBps = curve.gbPerSecond(point);
            table.bestCopyHow = fmt::format("{}, {}", model::nameOf(curve.memory),
                                            byteSize(static_cast<double>(point.bytes)));
        }
    }
}

const model::TransferPoint* pointAt(const TransferCurve& curve, std::uint64_t bytes) {
    const auto found = std::ranges::find(curve.points, bytes, &model::TransferPoint::bytes);
    return found == curve.points.end() ? nullptr : &*found;
}

std::string_view countedText(Transfer direction) {
    switch (direction) {
    case Transfer::DeviceToDevice:
        return "bytes read + bytes written";
    case Transfer::Both:
        return "bytes of both directions";
    default:
        return "bytes copied, once";
    }
}

std::string_view longName(Transfer direction) {
    switch (direction) {
    case Transfer::HostToDevice:
        return "host to device";
    case Transfer::DeviceToHost:
        return "device to host";
    case Transfer::DeviceToDevice:
        return "device to device";
    case Transfer::Both:
        return "both directions at once";
    }
    return "";
}

std::string pcieText(int generation, int lanes) {
    return generation == 0 ? std::string() : fmt::format("PCI Express {}.0 x{}", generation, lanes);
}

} // namespace lanescope::session
