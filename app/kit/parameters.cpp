// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/parameters.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace lanescope::kit {

namespace {

/// The whole text as a number, or nothing.
template<class T>
bool parseNumber(std::string_view text, T& value) {
    if (!text.empty() && text.front() == '+') text.remove_prefix(1);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size();
}

std::size_t indexOf(const std::vector<std::string>& words, std::string_view word) {
    return static_cast<std::size_t>(std::find(words.begin(), words.end(), word) - words.begin());
}

constexpr std::size_t kMostSweepValues = 100000;

} // namespace

Parameter* ParameterSet::findParameter(std::string_view name) const {
    for (Parameter* parameter : m_parameters)
        if (parameter->name() == name) return parameter;
    return nullptr;
}

void ParameterSet::set(std::string_view name, std::string_view value) {
    if (Parameter* parameter = findParameter(name)) return parameter->parse(value);
    std::vector<std::string> names;
    for (const Parameter* parameter : m_parameters) names.push_back(parameter->name());
    throw BadInput(fmt::format("no parameter '{}'; there are: {}", name, fmt::join(names, ", ")));
}

std::vector<std::string> ParameterSet::values() const {
    std::vector<std::string> all;
    for (const Parameter* parameter : m_parameters) all.push_back(parameter->text());
    return all;
}

void ParameterSet::setValues(std::span<const std::string> values) {
    for (std::size_t i = 0; i < values.size() && i < m_parameters.size(); ++i)
        m_parameters[i]->parse(values[i]);
}

Parameter::Parameter(ParameterSet* owner, Kind kind, std::string_view name, std::string_view help)
    : m_owner(owner), m_kind(kind), m_name(name), m_help(help) {
    owner->m_parameters.push_back(this);
    changed();
}

void Parameter::changed() {
    ++m_owner->m_revision;
}

void Parameter::reject(std::string_view text) const {
    throw BadInput(fmt::format("'{}' is not a value of {}; it takes {}", text, m_name, range()));
}

std::vector<std::string> Parameter::values(std::string_view, std::string_view, std::string_view) const {
    throw BadInput(fmt::format("{} cannot be swept", m_name));
}

Integer::Integer(ParameterSet* owner, std::string_view name, int value, int minimum, int maximum,
                 std::string_view help, Scale scale)
    : Parameter(owner, Kind::Integer, name, help), m_value(value), m_default(value), m_minimum(minimum),
      m_maximum(maximum), m_scale(scale) {}

void Integer::assign(int value) {
    m_value = std::clamp(value, m_minimum, m_maximum);
    changed();
}
std::string Integer::text() const {
    return std::to_string(m_value);
}
std::string Integer::defaultText() const {
    return std::to_string(m_default);
}
std::string Integer::range() const {
    return fmt::format("{}..{}", m_minimum, m_maximum);
}

void Integer::parse(std::string_view text) {
    int value = 0;
    if (!parseNumber(text, value) || value < m_minimum || value > m_maximum) reject(text);
    m_value = value;
    changed();
}

std::vector<std::string> Integer::values(std::string_view first, std::string_view last,
                                         std::string_view step) const {
    int from = 0, to = 0, by = 1;
    if (!parseNumber(first, from) || from < m_minimum || from > m_maximum) reject(first);
    if (!parseNumber(last, to) || to < m_minimum || to > m_maximum) reject(last);
    if (!step.empty() && (!parseNumber(step, by) || by <= 0))
        throw BadInput(fmt::format("'{}' is not a step of {}: a whole number above 0", step, name()));
    if (to < from)
        throw BadInput(fmt::format("{} goes from {} to {}: the first is the larger", name(), from, to));
    std::vector<std::string> all;
    for (std::int64_t value = from; value <= to; value += by) all.push_back(std::to_string(value));
    return all;
}

void halveLargest(std::initializer_list<Integer*> sizes) {
    Integer& largest = **std::max_element(sizes.begin(), sizes.end(), [](const Integer* a, const Integer* b) {
        return a->value() < b->value();
    });
    largest.assign(largest.value() / 2);
}

Real::Real(ParameterSet* owner, std::string_view name, double value, double minimum, double maximum,
           std::string_view help)
    : Parameter(owner, Kind::Real, name, help), m_value(value), m_default(value), m_minimum(minimum),
      m_maximum(maximum) {}

void Real::assign(double value) {
    m_value = std::clamp(value, m_minimum, m_maximum);
    changed();
}
std::string Real::text() const {
    return fmt::format("{:.6g}", m_value);
}
std::string Real::defaultText() const {
    return fmt::format("{:.6g}", m_default);
}
std::string Real::range() const {
    return fmt::format("{:g}..{:g}", m_minimum, m_maximum);
}

void Real::parse(std::string_view text) {
    double value = 0;
    if (!parseNumber(text, value) || !(value >= m_minimum && value <= m_maximum)) reject(text);
    m_value = value;
    changed();
}

std::vector<std::string> Real::values(std::string_view first, std::string_view last,
                                      std::string_view step) const {
    double from = 0, to = 0, by = 1;
    if (!parseNumber(first, from) || !(from >= m_minimum && from <= m_maximum)) reject(first);
    if (!parseNumber(last, to) || !(to >= m_minimum && to <= m_maximum)) reject(last);
    if (!step.empty() && (!parseNumber(step, by) || !(by > 0)))
        throw BadInput(fmt::format("'{}' is not a step of {}: a number above 0", step, name()));
    if (to < from)
        throw BadInput(fmt::format("{} goes from {} to {}: the first is the larger", name(), from, to));
    const double steps = std::floor((to - from) / by + 1e-9);
    if (!(steps < static_cast<double>(kMostSweepValues)))
        throw BadInput(
            fmt::format("a step of {} makes more than {} values of {}", step, kMostSweepValues, name()));
    std::vector<std::string> all;
    for (std::size_t i = 0; i <= static_cast<std::size_t>(steps); ++i)
        all.push_back(fmt::format("{:.6g}", std::min(from + static_cast<double>(i) * by, to)));
    return all;
}

Choice::Choice(ParameterSet* owner, std::string_view name, std::string_view value,
               std::vector<std::string> choices, std::string_view help)
    : Parameter(owner, Kind::Choice, name, help), m_choices(std::move(choices)) {
    m_index = m_default = indexOf(m_choices, value);
    changed();
}

std::string Choice::range() const {
    return fmt::format("{}", fmt::join(m_choices, " | "));
}

void Choice::parse(std::string_view text) {
    const std::size_t index = indexOf(m_choices, text);
    if (index == m_choices.size()) reject(text);
    m_index = index;
    changed();
}

std::vector<std::string> Choice::values(std::string_view first, std::string_view last,
                                        std::string_view step) const {
    const std::size_t from = indexOf(m_choices, first), to = indexOf(m_choices, last);
    std::size_t by = 1;
    if (from == m_choices.size()) reject(first);
    if (to == m_choices.size()) reject(last);
    if (!step.empty() && (!parseNumber(step, by) || by == 0))
        throw BadInput(fmt::format("'{}' is not a step of {}: a whole number above 0", step, name()));
    if (to < from) throw BadInput(fmt::format("{} goes from {} to {}: turn them round", name(), first, last));
    std::vector<std::string> all;
    for (std::size_t i = from; i <= to; i += by) all.push_back(m_choices[i]);
    return all;
}

Toggle::Toggle(ParameterSet* owner, std::string_view name, bool value, std::string_view help)
    : Parameter(owner, Kind::Toggle, name, help), m_value(value), m_default(value) {}

void Toggle::parse(std::string_view text) {
    if (text == "on" || text == "true" || text == "1" || text == "yes")
        m_value = true;
    else if (text == "off" || text == "false" || text == "0" || text == "no")
        m_value = false;
    else
        reject(text);
    changed();
}

std::vector<std::string> Toggle::values(std::string_view first, std::string_view last,
                                        std::string_view) const {
    if (first != "off" && first != "0") reject(first);
    if (last != "on" && last != "1") reject(last);
    return {"off", "on"};
}

File::File(ParameterSet* owner, std::string_view name, std::string_view value,
           std::vector<std::string> builtIn, std::string_view help)
    : Parameter(owner, Kind::File, name, help), m_value(value), m_default(value),
      m_builtIn(std::move(builtIn)) {}

bool File::isBuiltIn() const {
    return indexOf(m_builtIn, m_value) < m_builtIn.size();
}
std::string File::range() const {
    return fmt::format("{} | a PNG file", fmt::join(m_builtIn, " | "));
}

void File::parse(std::string_view text) {
    if (text.empty()) reject(text);
    m_value = text;
    changed();
}

} // namespace lanescope::kit
