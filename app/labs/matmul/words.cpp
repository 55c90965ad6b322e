// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/matmul/words.h"

#include "kit/counted.h"
#include "kit/pictures/shown_picture.h"
#include "kit/words/readings.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <string_view>
#include <vector>

namespace lanescope::lab_matmul {

using namespace kit;

namespace {

/// How often a rule says that the whole of a factor is read.
struct FactorReads {
    std::string factor;
    std::string rule; ///< "B.width / block"
    double times = 0; ///< what the rule gives here; blocks are whole, so it is rounded up
    std::size_t bytes = 0;
};

void addReads(std::vector<Row>& rows, const LaunchResult& launch, const FactorReads& reads) {
    const model::Counts counts = countsOf(launch, reads.factor, model::Direction::Load);
    const auto times = [&](std::uint64_t bytes) {
        return shortNumber(static_cast<double>(bytes) / static_cast<double>(reads.bytes));
    };
    rows.push_back({tr("{}: by rule, {}", reads.factor, reads.rule), roundedUp(reads.times), "", "",
                    tr("what the CUDA C++ Programming Guide says, rounded up to whole blocks")});
    rows.push_back({tr("{}: by bytes requested", reads.factor), times(counts.bytesRequested), "", "",
                    tr("bytes requested by all threads of this run / bytes of the whole matrix")});
    rows.push_back({tr("{}: by bytes moved", reads.factor), times(counts.bytesTransferred), "", "",
                    tr("bytes moved / bytes of the whole matrix: lanes that want the same element share one, "
                       "and the unused part of a sector is moved too")});
}

std::string_view verbOf(const ShownAccess& shown) {
    if (isLoad(shown)) return isShared(shown) ? tr("uses") : tr("fetches from");
    return isShared(shown) ? tr("fills") : tr("writes");
}

std::string placeOf(const ShownAccess& shown, const Product& product) {
    const auto first = static_cast<std::size_t>(std::countr_zero(shown.access->activeMask));
    const std::uint64_t address = shown.access->address[first];
    if (isShared(shown)) return address < product.squareBytes() ? "As" : "Bs";
    const Placement* buffer = shown.launch->observation->placementAt(address);
    return buffer ? buffer->name : tr("memory");
}

} // namespace

std::string roundedUp(double times) {
    const double whole = std::ceil(times);
    const std::string up = grouped(static_cast<std::uint64_t>(whole));
    return times < whole ? tr("{}, up to {}", shortNumber(times), up) : up;
}

void addReadsTable(Panel& panel, const LaunchResult& launch, const Product& product) {
    const std::string per = product.squares ? tr(" / block") : "";
    std::vector<Row> rows;
    addReads(
        rows, launch,
        {.factor = "A", .rule = "B.width" + per, .times = product.readsOfA(), .bytes = product.bytesOfA()});
    addReads(
        rows, launch,
        {.factor = "B", .rule = "A.height" + per, .times = product.readsOfB(), .bytes = product.bytesOfB()});
    panel.table(tr("how many times the matrix is read"), rows);
}

AccessWords wordsOf(const ShownAccess& shown, const Product& product) {
    const auto lanes = static_cast<std::uint64_t>(std::popcount(shown.access->activeMask));
    const std::uint64_t elements = distinctBytes(*shown.access) / sizeof(float);
    std::string_view meaning = tr("none is shared");
    if (lanes != elements)
        meaning = tr("one fetch serves all that want the same");
    else if (!isShared(shown) && isWasteful(shown))
        meaning = tr("they do not fill their sectors, the rest is moved but unused");
    return {
        .title = tr("One warp {} {}", verbOf(shown), placeOf(shown, product)),
        .conclusion = tr("{}, {}: {}.", counted(lanes, "lane"), counted(elements, "element"), meaning),
    };
}

} // namespace lanescope::lab_matmul
