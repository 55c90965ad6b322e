// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/lab_sweep.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace lanescope::kit {

namespace {

/// The parts between separators; there is always one.
std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

} // namespace

SweepAxis parseAxis(const Lab& lab, std::string_view text) {
    const auto usage = [&] {
        return BadInput(fmt::format("'{}' is not an axis; write NAME=FIRST:LAST, NAME=FIRST:LAST:STEP or "
                                    "NAME=VALUE,VALUE",
                                    text));
    };
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0) throw usage();
    const std::string_view name = text.substr(0, equals);
    const std::vector<std::string_view> list = split(text.substr(equals + 1), ',');
    std::vector<std::vector<std::string_view>> ranges;
    for (const std::string_view part : list) {
        const std::vector<std::string_view>& bounds = ranges.emplace_back(split(part, ':'));
        const bool listed = bounds.size() == 1 && list.size() > 1;
        if (bounds.size() > 3 || (bounds.size() == 1 && !listed) || bounds.back().empty()) throw usage();
    }
    const Parameter& parameter = lab.parameter(name);
    SweepAxis axis{std::string(name), {}};
    for (const std::vector<std::string_view>& bounds : ranges)
        for (std::string& value :
             bounds.size() == 1
                 ? std::vector{parameter.canonical(bounds[0])}
                 : parameter.values(bounds[0], bounds[1], bounds.size() == 3 ? bounds[2] : "")) {
            if (std::ranges::find(axis.values, value) != axis.values.end())
                throw BadInput(fmt::format("'{}' has the value {} twice", text, value));
            axis.values.push_back(std::move(value));
        }
    return axis;
}

SweepPlan sweepPlan(const LabEntry& entry, const std::vector<std::string>& values,
                    std::vector<SweepAxis> axes) {
    SweepPlan plan;
    plan.name = entry.name;
    const std::shared_ptr<Lab> lab = entry.make();
    lab->setValues(values);
    plan.record = [lab, axes](std::span<const std::string> point, const model::Architecture& architecture) {
        for (std::size_t axis = 0; axis < axes.size(); ++axis) lab->set(axes[axis].parameter, point[axis]);
        return std::make_shared<recording::Recording>(recordingOf(*lab, architecture));
    };
    plan.subject = [lab](const session::RunResult& result, std::size_t architecture) {
        return subjectCounts(*lab, result, architecture);
    };
    plan.axes = std::move(axes);
    return plan;
}

} // namespace lanescope::kit
