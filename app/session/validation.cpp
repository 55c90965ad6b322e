// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "session/validation.h"

#include "embedded/measured_data.h"
#include "model/error.h"
#include "model/memory/access_table.h"
#include "session/random_access.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>
#include <stdexcept>

namespace lanescope::session {

namespace {

using device::Count;
using device::CounterId;
using model::Direction;
using model::Space;

std::uint64_t distance(std::uint64_t a, std::uint64_t b) {
    return a > b ? a - b : b - a;
}

std::size_t place(const CounterId& id) {
    const auto rows = device::counterRows();
    return static_cast<std::size_t>(std::ranges::find(rows, id, &device::CounterRow::id) - rows.begin());
}

/// The fields of a line without quotes, as our tables are written.
std::vector<std::string_view> fieldsOf(std::string_view line) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    std::vector<std::string_view> fields;
    for (std::size_t begin = 0; begin <= line.size();) {
        const std::size_t end = std::min(line.find(',', begin), line.size());
        fields.push_back(line.substr(begin, end - begin));
        begin = end + 1;
    }
    return fields;
}

constexpr std::array<CounterColumn, 8> kCounterColumns{{
    {"shared_requests", Space::Shared, Count::Requests},
    {"shared_wavefronts", Space::Shared, Count::Wavefronts},
    {"shared_bank_conflicts", Space::Shared, Count::BankConflicts},
    {"global_requests", Space::Global, Count::Requests},
    {"global_sectors", Space::Global, Count::Sectors},
    {"global_tag_lookups", Space::Global, Count::TagLookups},
    {"global_tstage_wavefronts", Space::Global, Count::Wavefronts},
    {"global_data_wavefronts", Space::Global, Count::DataWavefronts},
}};

} // namespace

std::span<const CounterColumn> counterColumns() {
    return kCounterColumns;
}

std::string counterName(const CounterId& id) {
    if (!isOfSpace(id.count)) return std::string(countName(id.count));
    return fmt::format("{} {} {}", spaceName(id.space), directionName(id.direction), countName(id.count));
}

void Comparison::add(const CounterId& id, std::uint64_t modelled, std::uint64_t measured,
                     const std::function<std::string()>& where) {
    auto row = std::ranges::find(m_rows, id, &QuantityComparison::id);
    if (row == m_rows.end()) {
        m_rows.push_back({id, promisedExact(id, *m_architecture)});
        row = m_rows.end() - 1;
    }
    if (modelled == measured) {
        ++row->exact;
        return;
    }
    ++row->off;
    if (!row->where.empty() && distance(modelled, measured) <= distance(row->modelled, row->measured)) return;
    row->modelled = modelled;
    row->measured = measured;
    row->where = where();
}

void Comparison::add(const model::WarpAccess& access, const model::Counts& modelled,
                     const device::CounterValues& measured, const std::function<std::string()>& where) {
    for (const device::CounterRow& row : device::counterRows()) {
        if (!isOfSpace(row.id.count) || row.id.space != access.space ||
            row.id.direction != directionOf(access.operation))
            continue;
        const std::optional<std::uint64_t> counted = measured.of(row.id);
        const std::optional<std::uint64_t> expected = modelledCount(row.id, modelled, *m_architecture);
        if (counted && expected) add(row.id, *expected, *counted, where);
    }
}

std::vector<QuantityComparison> Comparison::rows() const {
    std::vector<QuantityComparison> rows = m_rows;
    std::ranges::sort(rows, {}, [](const QuantityComparison& row) { return place(row.id); });
    return rows;
}

bool Comparison::holds() const {
    return std::ranges::none_of(m_rows,
                                [](const QuantityComparison& row) { return row.promised && row.off != 0; });
}

std::optional<std::uint64_t> modelledCount(const CounterId& id, const model::Counts& counts,
                                           const model::Architecture& architecture) {
    const bool shared = id.space == Space::Shared;
    const bool sectored = !shared && id.space != Space::Constant && hasSectors(architecture);
    const auto when = [](bool has, std::uint64_t value) { return has ? std::optional(value) : std::nullopt; };
    switch (id.count) {
    case Count::Requests:
        return counts.requests;
    case Count::Sectors:
        return when(sectored, counts.sectors);
    case Count::TagLookups:
        return when(sectored, counts.tagLookups);
    case Count::Wavefronts:
        return when(shared || (sectored && id.space != Space::Texture), counts.wavefrontsIn(id.space));
    case Count::DataWavefronts:
        return when(id.space == Space::Global && hasDataWavefronts(architecture, id.direction),
                    counts.dataWavefronts);
    case Count::BankConflicts:
        return when(shared, counts.bankConflicts);
    default:
        return std::nullopt;
    }
}

bool promisedExact(const CounterId& id, const model::Architecture& architecture) {
    // Where every access of the measurements agrees: an H200's.
    if (architecture.cc != model::ComputeCapability{9, 0}) return false;
    if (id.space == Space::Shared) return id.count == Count::Wavefronts || id.count == Count::BankConflicts;
    return id.space == Space::Global &&
           (id.count == Count::Requests || id.count == Count::Sectors || id.count == Count::TagLookups);
}

std::size_t compareTable(std::istream& table, std::string_view name, Comparison& into) {
    std::string heading, line;
    std::getline(table, heading);
    const std::vector<std::string_view> names = fieldsOf(heading);
    const auto columnNamed = [&](std::string_view wanted) {
        return static_cast<std::size_t>(std::ranges::find(names, wanted) - names.begin());
    };
    const std::size_t space = columnNamed("space");
    std::size_t compared = 0;
    for (std::size_t number = 2; std::getline(table, line); ++number) {
        const std::vector<std::string_view> fields = fieldsOf(line);
        const auto field = [&](std::size_t column) {
            return column < fields.size() ? fields[column] : std::string_view{};
        };
        if (space < names.size() && field(space) != "global" && field(space) != "shared") continue;
        std::istringstream one(heading + '\n' + line);
        for (const model::TableRow& row : model::readAccessTable(one)) {
            const model::Counts modelled = count(row.access, into.architecture());
            for (const CounterColumn& counter : kCounterColumns) {
                const std::string_view text = field(columnNamed(counter.name));
                if (counter.space != row.access.space || text.empty()) continue;
                std::uint64_t measured = 0;
                const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), measured);
                if (error != std::errc{} || end != text.data() + text.size())
                    throw BadInput(fmt::format("{}, line {}: {} is '{}', not a count", name, number,
                                               counter.name, text));
                const CounterId id{counter.count, counter.space, directionOf(row.access.operation)};
                if (const auto expected = modelledCount(id, modelled, into.architecture()))
                    into.add(id, *expected, measured, [&] {
                        return fmt::format("{}, line {}: {}", name, number, describeAccess(row.access));
                    });
            }
            ++compared;
        }
    }
    return compared;
}

std::vector<MeasuredTable> measuredTables() {
    std::vector<MeasuredTable> tables;
    for (const measured::EmbeddedText& file : measured::files()) {
        const std::vector<std::string_view> names = fieldsOf(file.text.substr(0, file.text.find('\n')));
        const auto has = [&](std::string_view name) { return std::ranges::find(names, name) != names.end(); };
        if (has("space") && has("op") && has("width_bytes") && has("lane_byte_offsets"))
            tables.push_back({file.path, file.text});
    }
    return tables;
}

} // namespace lanescope::session
