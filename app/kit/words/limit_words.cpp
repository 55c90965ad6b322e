// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/words/limit_words.h"

#include "model/format.h"
#include "session/times/chip_row.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <optional>
#include <string_view>

namespace lanescope::kit {

namespace {

/// What limits a launch: what it is called, and what the launch takes with it and without.
struct Limit {
    std::optional<model::TimeLimit> limit; ///< nothing: not by simulation
    std::string_view text;
    double seconds = 0, without = 0; ///< 0: not known
};

Limit limitOf(const model::LimitedTime& time) {
    return {time.limit, model::limitText(time.limit, time.pipe), time.seconds, time.withoutLimit};
}

Limit limitOf(const session::ModelledTime& time) {
    return {time.limit, time.boundText, time.seconds, time.withoutBound};
}

/// Whether it is a part of the chip that is busiest, and next to nothing would be gained without it.
bool isHardlyOne(const Limit& limit) {
    constexpr double kLeastGain = 0.05;
    return limit.limit >= model::TimeLimit::Dram && limit.seconds > 0 &&
           limit.without > (1 - kLeastGain) * limit.seconds;
}

std::string wordsOf(const Limit& limit) {
    return isHardlyOne(limit) ? tr("no part of the chip alone (busiest: {})", tr(limit.text))
                              : std::string(tr(limit.text));
}

std::string gainOf(const Limit& limit) {
    if (limit.without <= 0) return {};
    const std::string takes = duration(limit.without);
    if (limit.limit == model::TimeLimit::Launch)
        return tr("Without launch overhead it would take {}.", takes);
    if (limit.limit == model::TimeLimit::Latency)
        return tr("If warps never waited, it would take {}.", takes);
    return isHardlyOne(limit) ? tr("If {} were no limit, it would still take {}.", tr(limit.text), takes)
                              : tr("If {} were no limit, it would take {}.", tr(limit.text), takes);
}

} // namespace

std::string limitWords(const model::LimitedTime& time) {
    return wordsOf(limitOf(time));
}

std::string limitWords(const session::ModelledTime& time) {
    return wordsOf(limitOf(time));
}

std::string gainText(const model::LimitedTime& time) {
    return gainOf(limitOf(time));
}

std::string gainText(const session::ModelledTime& time) {
    return gainOf(limitOf(time));
}

std::string chipsWithTimes() {
    std::string text;
    for (const model::Architecture& row : model::architectures())
        if (session::bundledTimes()->of(row))
            text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", row.name, row.cc.text());
    return text;
}

std::string noTimeText(const model::Architecture& architecture) {
    if (session::bundledTimes()->of(architecture))
        return tr("No time is known for some of these runs on {}.", architecture.name);
    if (architecture.hasDeviceFigures())
        return tr("No time is known for some of these runs on {}. Times are simulated for {}.",
                  architecture.name, chipsWithTimes());
    return tr(
        "No times are modelled for {}: it has rules, but no chip's figures. Chips with times are in the "
        "Device menu, of which the nearest is {}.",
        architecture.name, model::nearestWithFigures(architecture).name);
}

} // namespace lanescope::kit
