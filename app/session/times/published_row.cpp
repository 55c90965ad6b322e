// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "session/times/published_row.h"

#include "embedded/published_data.h"
#include "model/capability.h"
#include "model/error.h"
#include "session/times/microbenchmarks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace lanescope::session {

namespace {

constexpr std::string_view kHead = "name,value,of_9_0,source";
constexpr std::string_view kL2Width = "l2_bytes_per_cycle", kCopy = "dram_copy_bandwidth";

/// What follows another figure where a chip has none of its own.
struct Follows {
    std::string_view figure, other;
    bool inverse = false; ///< the wider the other, the fewer cycles
};
constexpr std::array kFollows{
    Follows{"l2_read_sector", kL2Width, true}, Follows{"l2_read_line", kL2Width, true},
    Follows{"l2_write_line", kL2Width, true},  Follows{"l2_write_sector", kL2Width, true},
    Follows{"l2_write_word", kL2Width, true},  Follows{"atomic_sector", kL2Width, true},
    Follows{"atomic_lane", kL2Width, true},    Follows{"atomic_latency", "l2_latency"},
    Follows{"fence_latency", "l2_latency"},    Follows{"code_line", "l2_latency"},
    Follows{"dram_latency", "l2_latency"},     Follows{"launch_warm", "clock"},
    Follows{"launch_cold", "clock"},
};

double numberOf(std::string_view text, std::string_view name, bool mayLack) {
    if (text.empty() && mayLack) return 0;
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value) || value <= 0)
        throw BadInput(fmt::format("{} is '{}'", name, text));
    return value;
}

bool isFigure(std::string_view name) {
    return name == kL2Width || name == kCopy ||
           std::ranges::find(microbenchmarks(), name, &Microbenchmark::name) != microbenchmarks().end();
}

/// A line's fields; the last one may have commas in it.
std::array<std::string_view, 4> fieldsOf(std::string_view line) {
    std::array<std::string_view, 4> fields;
    for (std::size_t i = 0; i + 1 < fields.size(); ++i) {
        const std::size_t end = line.find(',');
        if (end == std::string_view::npos)
            throw BadInput(fmt::format("'{}' is no line of it", line.substr(0, 60)));
        fields[i] = line.substr(0, end);
        line.remove_prefix(end + 1);
    }
    fields.back() = line;
    return fields;
}

/// A row's figures as ratios to the measured chip.
class Ratios {
public:
    Ratios(const PublishedRow& row, const ChipRow& measured) : m_row(row), m_measured(measured) {}
    double of(std::string_view name) const {
        if (const PublishedFigure* figure = find(name)) {
            if (figure->ofHopper > 0) return figure->value / figure->ofHopper;
            const MeasuredFigure* there = m_measured.figure(name);
            return there ? figure->value / there->value : 1;
        }
        const auto follows = std::ranges::find(kFollows, name, &Follows::figure);
        if (follows == kFollows.end()) return 1;
        const double other = of(follows->other);
        return follows->inverse ? 1 / other : other;
    }
    const PublishedFigure* find(std::string_view name) const {
        const auto found = std::ranges::find(m_row.figures, name, &PublishedFigure::name);
        return found == m_row.figures.end() ? nullptr : &*found;
    }

private:
    const PublishedRow& m_row;
    const ChipRow& m_measured;
};

} // namespace

PublishedRow parsePublishedRow(std::string_view text) {
    PublishedRow row;
    bool headed = false;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string_view line = text.substr(begin, end - begin);
        begin = end + 1;
        if (line.empty() || line.starts_with('#')) continue;
        if (!std::exchange(headed, true)) {
            if (line != kHead) throw BadInput(fmt::format("it does not begin with '{}'", kHead));
            continue;
        }
        const auto [name, value, like, source] = fieldsOf(line);
        if (name == "architecture") {
            row.architecture = value;
            continue;
        }
        if (!isFigure(name)) throw BadInput(fmt::format("there is no figure '{}'", name));
        if (source.empty()) throw BadInput(fmt::format("{} has no source", name));
        row.figures.push_back({std::string(name), numberOf(value, name, false), numberOf(like, name, true),
                               std::string(source)});
    }
    const model::Architecture* chip = model::findArchitecture(row.architecture);
    if (!chip || chip->name != row.architecture || !chip->hasDeviceFigures())
        throw BadInput(fmt::format("there is no chip '{}'", row.architecture));
    return row;
}

std::span<const PublishedRow> publishedRows() {
    static const std::vector<PublishedRow> rows = [] {
        std::vector<PublishedRow> all;
        for (const published::EmbeddedText& file : published::files())
            all.push_back(parsePublishedRow(file.text));
        return all;
    }();
    return rows;
}

ChipRow chipRowOf(const PublishedRow& row, const ChipRow& measured) {
    const model::Architecture& chip = *model::findArchitecture(row.architecture);
    const model::Architecture& there = *model::findArchitecture(measured.architecture);
    const Ratios ratios(row, measured);
    ChipRow made = measured;
    made.device = made.architecture = row.architecture;
    made.driver.clear();
    made.multiprocessors = chip.multiprocessors;
    made.sharedLimitBytes =
        1024 * static_cast<std::uint32_t>(model::findCapability(chip.cc)->sharedKiBPerBlock);
    made.l2Bytes =
        static_cast<std::uint64_t>(chip.l2MiB / there.l2MiB * static_cast<double>(measured.l2Bytes));
    for (MeasuredFigure& figure : made.figures) figure.value *= ratios.of(figure.name);
    const auto figure = [](ChipRow& of, std::string_view name) -> double& {
        return std::ranges::find(of.figures, name, &MeasuredFigure::name)->value;
    };
    // Bytes per cycle of the row's own clock.
    const PublishedFigure* copy = ratios.find(kCopy);
    const double share = measured.figure("dram_copy")->value * measured.figure("clock")->value * 1e6 /
                         (there.peakGBps() * 1e9);
    const double bytes = copy ? copy->value * 1e9 : share * chip.peakGBps() * 1e9;
    figure(made, "dram_copy") = bytes / (figure(made, "clock") * 1e6);
    return made;
}

} // namespace lanescope::session
