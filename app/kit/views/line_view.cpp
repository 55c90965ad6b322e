// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/views/line_view.h"

#include "kit/counted.h"
#include "model/format.h"
#include "model/report.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <bitset>
#include <map>
#include <numeric>

namespace lanescope::kit {

namespace {

/// Distinct bytes of a span that the lanes' parts cover; offsets are counted from the line's start.
int covered(const std::vector<LanePart>& parts, int first, int bytes) {
    std::bitset<model::kLineBytes> used;
    for (const LanePart& part : parts)
        for (int byte = static_cast<int>(part.from * model::kLineBytes + 0.5F);
             byte < static_cast<int>(part.to * model::kLineBytes + 0.5F); ++byte)
            if (byte >= first && byte < first + bytes) used.set(static_cast<std::size_t>(byte));
    return static_cast<int>(used.count());
}

} // namespace

std::uint32_t LineView::lanes() const {
    std::uint32_t mask = 0;
    for (const LanePart& part : parts) mask |= 1U << part.lane;
    return mask;
}

int LineView::sectorsMoved() const {
    return static_cast<int>(moved.size());
}

int LineView::bytesMoved() const {
    int sum = 0;
    for (const Moved& each : moved) sum += each.bytes * each.times;
    return sum;
}

int LineView::bytesUsed() const {
    return covered(parts, 0, static_cast<int>(model::kLineBytes));
}

bool LineView::movesAgain() const {
    return std::ranges::any_of(moved, [](const Moved& each) { return each.times > 1; });
}

std::string LineView::caption(bool sectors, bool brief) const {
    const int all = std::accumulate(moved.begin(), moved.end(), 0,
                                    [](int sum, const Moved& each) { return sum + each.times; });
    const bool again = movesAgain();
    const std::string bytes = grouped(static_cast<std::uint64_t>(bytesMoved()));
    if (brief)
        return again ? tr("{} B for {}", bytes, counted(parts.size(), "update"))
                     : tr("{} of {} B", bytesUsed(), bytes);
    const std::string used = tr("{} of {} bytes used", bytesUsed(), bytes);
    if (sectors)
        return again ? tr("{}, moved {} times in all: {} bytes for {}", counted(moved.size(), "sector"), all,
                          bytes, counted(parts.size(), "update"))
                     : tr("{} moved, {}", counted(moved.size(), "sector"), used);
    std::map<int, int> bySize;
    for (const Moved& each : moved) bySize[each.bytes] += each.times;
    if (bySize.size() == 1)
        return tr("{} of {} bytes, {}", counted(static_cast<std::uint64_t>(all), "transaction"),
                  bySize.begin()->first, used);
    std::vector<std::string> sizes;
    for (const auto& [bytes, times] : bySize) sizes.push_back(fmt::format("{} x {} B", times, bytes));
    return tr("{} transactions ({}), {}", all, fmt::join(sizes, ", "), used);
}

std::vector<LineView> linesOf(const model::WarpAccess& access, const model::Architecture& architecture,
                              const model::Rules& rules) {
    std::map<std::uint64_t, LineView> lines;
    const auto lineAt = [&](std::uint64_t address) -> LineView& {
        const auto [line, isNew] = lines.try_emplace(address / model::kLineBytes);
        if (isNew) {
            line->second.address = address / model::kLineBytes * model::kLineBytes;
            line->second.parts.reserve(model::kWarpSize);
            line->second.moved.reserve(model::kLineBytes / model::kSectorBytes);
        }
        return line->second;
    };
    model::forEachLane(access.activeMask, [&](int lane) {
        const std::uint64_t address = access.address[static_cast<std::size_t>(lane)];
        const float from = static_cast<float>(address % model::kLineBytes) / model::kLineBytes;
        lineAt(address).parts.push_back(
            {lane, from, from + static_cast<float>(access.width) / model::kLineBytes});
    });
    for (const model::Transaction& transaction : model::transactions(access, architecture, rules)) {
        auto& moved = lineAt(transaction.address).moved;
        auto same = std::find_if(moved.begin(), moved.end(), [&](const LineView::Moved& known) {
            return known.address == transaction.address && known.bytes == transaction.bytes;
        });
        if (same == moved.end())
            same = moved.insert(moved.end(), {transaction.address, transaction.bytes, 0, 0, 0});
        ++same->times;
        same->lanes |= transaction.lanes;
    }
    for (const model::TagLookup& lookup : model::tagLookups(access, architecture)) {
        LineView& line = lineAt(lookup.line);
        line.tagBank = lookup.bank;
        line.tagPass = lookup.pass;
    }
    std::vector<LineView> all;
    all.reserve(lines.size());
    for (auto& [number, line] : lines) {
        for (LineView::Moved& moved : line.moved)
            moved.bytesUsed =
                covered(line.parts, static_cast<int>(moved.address - line.address), moved.bytes);
        std::sort(line.moved.begin(), line.moved.end(),
                  [](const LineView::Moved& a, const LineView::Moved& b) {
                      return std::pair(a.address, a.bytes) < std::pair(b.address, b.bytes);
                  });
        all.push_back(std::move(line));
    }
    return all;
}

} // namespace lanescope::kit
