// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/lab_sweep.h"

#include "text/tr.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <memory>
#include <optional>
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

/// From one end of a parameter to the other.
class TimeSweep final : public ParameterVisitor {
public:
    std::optional<Sweep> over(const Parameter& parameter) {
        m_sweep.reset();
        parameter.accept(*this);
        if (!m_sweep) return m_sweep;
        m_sweep->parameter = parameter.name();
        m_sweep->metric = Sweep::kMicroseconds;
        m_sweep->title = tr("time from a cold L2, by {}", parameter.name());
        return m_sweep;
    }

    void visit(const Integer& parameter) override {
        if (parameter.scale() == Integer::Scale::PowerOfTwo) {
            const auto least = static_cast<unsigned>(std::max(parameter.minimum(), 1));
            take(std::bit_ceil(least), parameter.maximum(), "x2");
        } else {
            const int span = parameter.maximum() - parameter.minimum();
            take(parameter.minimum(), parameter.maximum(),
                 std::to_string(std::max(1, (span + kMostNumbers - 1) / kMostNumbers)));
        }
    }
    void visit(const Real& parameter) override {
        constexpr double kParts = 16; // of a power of two: their texts are exact
        take(parameter.minimum(), parameter.maximum(),
             fmt::format("{}", (parameter.maximum() - parameter.minimum()) / kParts));
    }
    void visit(const Choice& parameter) override {
        take(parameter.choices().front(), parameter.choices().back(), "");
    }
    void visit(const Toggle&) override { take("off", "on", ""); }
    void visit(const File&) override {}

private:
    static constexpr int kMostNumbers = 40;

    template<class First, class Last>
    void take(const First& first, const Last& last, const std::string& step) {
        m_sweep = Sweep{.first = fmt::format("{}", first), .last = fmt::format("{}", last), .step = step};
    }

    std::optional<Sweep> m_sweep;
};

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

std::vector<Sweep> timeSweeps(const Lab& lab, const model::Architecture& architecture) {
    std::vector<Sweep> all;
    TimeSweep time;
    for (const Parameter* parameter : lab.parameters())
        if (!parameter->isAdvanced() && idleReason(lab, *parameter, architecture).empty())
            if (std::optional<Sweep> sweep = time.over(*parameter)) all.push_back(std::move(*sweep));
    return all;
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
