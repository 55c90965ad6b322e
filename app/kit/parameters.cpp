// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/parameters.h"

#include "model/spelling.h"

#include <fmt/format.h>

#include <cxxabi.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <typeinfo>

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

double numberOf(std::string_view text) {
    double value = 0;
    parseNumber(text, value);
    return value;
}

/// The place of `of` that is nearest to a position on an axis.
std::size_t nearestPlace(double position, std::size_t of) {
    return static_cast<std::size_t>(std::lround(std::clamp(position, 0.0, static_cast<double>(of - 1))));
}

/// The set's class as its author wrote it, also while it is being constructed: "Banks".
std::string className(const ParameterSet& set) {
    const char* mangled = typeid(set).name();
    int failed = 0;
    const std::unique_ptr<char, void (*)(void*)> name(abi::__cxa_demangle(mangled, nullptr, nullptr, &failed),
                                                      std::free);
    const std::string whole = failed == 0 ? name.get() : mangled;
    const std::size_t scope = whole.rfind("::");
    return scope == std::string::npos ? whole : whole.substr(scope + 2);
}

constexpr std::size_t kMostSweepValues = 100000;

std::string textOf(int value) {
    return std::to_string(value);
}
std::string textOf(double value) {
    return fmt::format("{:.6g}", value);
}

/// The value that its text gives: links, copies and what is drawn have the one that ran.
int written(int value) {
    return value;
}
double written(double value) {
    parseNumber(textOf(value), value);
    return value;
}

std::string rangeText(int from, int to) {
    return fmt::format("{}..{}", from, to);
}
std::string rangeText(double from, double to) {
    return fmt::format("{:g}..{:g}", from, to);
}

/// What a step of such numbers has to be.
constexpr std::string_view stepOf(int) {
    return "a whole number above 0, or a factor above 1, as x2";
}
constexpr std::string_view stepOf(double) {
    return "a number above 0, or a factor above 1, as x2";
}

/// The numbers from one to the other in steps, as texts; name is for what is refused.
std::vector<std::string> listed(int from, int to, int by, std::string_view) {
    std::vector<std::string> all;
    for (std::int64_t value = from; value <= to; value += by) all.push_back(std::to_string(value));
    return all;
}
std::vector<std::string> listed(double from, double to, double by, std::string_view name) {
    const double steps = std::floor((to - from) / by + 1e-9);
    if (!(steps < static_cast<double>(kMostSweepValues)))
        throw BadInput(
            fmt::format("a step of {} makes more than {} values of {}", by, kMostSweepValues, name));
    std::vector<std::string> all;
    for (std::size_t i = 0; i <= static_cast<std::size_t>(steps); ++i)
        all.push_back(textOf(std::min(from + static_cast<double>(i) * by, to)));
    return all;
}

/// The numbers from one to the other, each so many times the one before.
template<class T>
std::vector<std::string> multiplied(T from, T to, double factor, std::string_view name) {
    if (!(from > 0))
        throw BadInput(fmt::format("{} goes by factors from a value above 0, not from {}", name, from));
    if (!(std::log(static_cast<double>(to) / from) / std::log(factor) < kMostSweepValues))
        throw BadInput(
            fmt::format("a factor of {} makes more than {} values of {}", factor, kMostSweepValues, name));
    std::vector<std::string> all;
    constexpr double kRounding = 1e-9;
    for (double value = from; value <= static_cast<double>(to) * (1 + kRounding); value *= factor) {
        std::string text = textOf(static_cast<T>(std::is_integral_v<T> ? std::round(value) : value));
        if (all.empty() || all.back() != text) all.push_back(std::move(text));
    }
    return all;
}

} // namespace

const Parameter* ParameterSet::findParameter(std::string_view name) const {
    const auto found = std::ranges::find(m_parameters, name, &Parameter::name);
    return found == m_parameters.end() ? nullptr : *found;
}

void ParameterSet::set(std::string_view name, std::string_view value) {
    m_parameters[indexOf(name)]->parse(value);
}

std::size_t ParameterSet::indexOf(std::string_view name) const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < m_parameters.size(); ++i) {
        if (m_parameters[i]->name() == name) return i;
        names.push_back(m_parameters[i]->name());
    }
    throw BadInput(fmt::format("no parameter '{}'; there are: {}", name, fmt::join(names, ", ")) +
                   model::didYouMean(name, names));
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

void ParameterSet::underMore(std::initializer_list<Parameter*> parameters) {
    for (Parameter* each : parameters) each->makeAdvanced();
}

Parameter::Parameter(ParameterSet* owner, std::string_view name, std::string_view help)
    : m_owner(owner), m_name(name), m_help(help) {
    owner->m_parameters.push_back(this);
    changed();
}

void Parameter::changed() {
    static std::atomic<std::uint64_t> last{0};
    m_owner->m_revision = ++last;
}

void Parameter::reject(std::string_view text, const std::string& hint) const {
    throw BadInput(fmt::format("'{}' is not a value of {}; it takes {}", text, m_name, range()) + hint);
}

std::vector<std::string> Parameter::values(std::string_view, std::string_view, std::string_view) const {
    throw BadInput(fmt::format("{} cannot be swept", m_name));
}

template<class T>
Number<T>::Number(ParameterSet* owner, std::string_view name, T value, T minimum, T maximum,
                  std::string_view help)
    : Parameter(owner, name, help), m_value(value), m_default(value), m_minimum(minimum), m_maximum(maximum) {
}

template<class T>
void Number<T>::assign(T value) {
    m_value = written(std::clamp(value, m_minimum, m_maximum));
    changed();
}
template<class T>
std::string Number<T>::textNear(T value) const {
    return textOf(std::clamp(value, m_minimum, m_maximum));
}
template<class T>
std::string Number<T>::text() const {
    return textOf(m_value);
}
template<class T>
std::string Number<T>::defaultText() const {
    return textOf(m_default);
}
template<class T>
std::string Number<T>::range() const {
    return rangeText(m_minimum, m_maximum);
}

template<class T>
double Number<T>::position(std::string_view value) const {
    return numberOf(value);
}
template<class T>
std::string Number<T>::valueAt(double position) const {
    const double within =
        std::clamp(position, static_cast<double>(m_minimum), static_cast<double>(m_maximum));
    return textOf(static_cast<T>(std::is_integral_v<T> ? std::round(within) : within));
}

template<class T>
T Number<T>::checked(std::string_view text) const {
    T value = 0;
    if (!parseNumber(text, value) || !(value >= m_minimum && value <= m_maximum)) reject(text);
    return value;
}
template<class T>
void Number<T>::parse(std::string_view text) {
    m_value = written(checked(text));
    changed();
}
template<class T>
std::string Number<T>::canonical(std::string_view text) const {
    return textOf(checked(text));
}

template<class T>
std::vector<std::string> Number<T>::values(std::string_view first, std::string_view last,
                                           std::string_view step) const {
    const T from = checked(first), to = checked(last);
    T by = 1;
    double factor = 1;
    const bool byFactors = step.starts_with(kFactorSign);
    const bool isStep = byFactors      ? parseNumber(step.substr(1), factor) && factor > 1
                        : step.empty() ? true
                                       : parseNumber(step, by) && by > 0;
    if (!isStep) throw BadInput(fmt::format("'{}' is not a step of {}: {}", step, name(), stepOf(by)));
    if (to < from)
        throw BadInput(
            fmt::format("{} goes from {} to {}: the first is larger than the last", name(), from, to));
    return byFactors ? multiplied(from, to, factor, name()) : listed(from, to, by, name());
}

template class Number<int>;
template class Number<double>;

Integer::Integer(ParameterSet* owner, std::string_view name, int value, int minimum, int maximum,
                 std::string_view help, Scale scale)
    : Number(owner, name, value, minimum, maximum, help), m_scale(scale) {}

std::vector<std::string> Integer::allValues() const {
    return listed(minimum(), maximum(), 1, name());
}

void halveLargest(std::initializer_list<Integer*> sizes) {
    Integer& largest = **std::max_element(sizes.begin(), sizes.end(), [](const Integer* a, const Integer* b) {
        return a->value() < b->value();
    });
    largest.assign(largest.value() / 2);
}

Real::Real(ParameterSet* owner, std::string_view name, double value, double minimum, double maximum,
           std::string_view help)
    : Number(owner, name, value, minimum, maximum, help) {}

Choice::Choice(ParameterSet* owner, std::string_view name, std::string_view value,
               std::vector<std::string> choices, std::string_view help)
    : Parameter(owner, name, help), m_choices(std::move(choices)) {
    m_index = m_default = indexOf(m_choices, value);
    if (m_index == m_choices.size())
        throw std::logic_error(
            fmt::format("{}: the default '{}' of the parameter {} is none of its values: {}",
                        className(*owner), value, name, fmt::join(m_choices, " | ")));
}

bool Choice::is(std::string_view word) const {
    const std::size_t index = indexOf(m_choices, word);
    if (index == m_choices.size())
        throw std::logic_error(fmt::format("'{}' is none of the values of the parameter {}: {}", word, name(),
                                           fmt::join(m_choices, " | ")));
    return index == m_index;
}

double Choice::position(std::string_view value) const {
    return static_cast<double>(indexOf(m_choices, value));
}
std::string Choice::valueAt(double position) const {
    return m_choices[nearestPlace(position, m_choices.size())];
}

std::string Choice::range() const {
    return fmt::format("{}", fmt::join(m_choices, " | "));
}

std::size_t Choice::checked(std::string_view text) const {
    const std::size_t index = indexOf(m_choices, text);
    if (index == m_choices.size()) reject(text, model::didYouMean(text, m_choices));
    return index;
}
void Choice::parse(std::string_view text) {
    m_index = checked(text);
    changed();
}
std::string Choice::canonical(std::string_view text) const {
    return m_choices[checked(text)];
}

std::vector<std::string> Choice::values(std::string_view first, std::string_view last,
                                        std::string_view step) const {
    const std::size_t from = checked(first), to = checked(last);
    std::size_t by = 1;
    if (!step.empty() && (!parseNumber(step, by) || by == 0))
        throw BadInput(fmt::format("'{}' is not a step of {}: a whole number above 0", step, name()));
    if (to < from) throw BadInput(fmt::format("{} goes from {} to {}: swap them", name(), first, last));
    std::vector<std::string> all;
    for (std::size_t i = from; i <= to; i += by) all.push_back(m_choices[i]);
    return all;
}

Toggle::Toggle(ParameterSet* owner, std::string_view name, bool value, std::string_view help)
    : Parameter(owner, name, help), m_value(value), m_default(value) {}

double Toggle::position(std::string_view value) const {
    return value == "on" ? 1 : 0;
}
std::string Toggle::valueAt(double position) const {
    return nearestPlace(position, 2) == 1 ? "on" : "off";
}

bool Toggle::checked(std::string_view text) const {
    if (text == "on" || text == "true" || text == "1" || text == "yes") return true;
    if (text == "off" || text == "false" || text == "0" || text == "no") return false;
    reject(text);
}
void Toggle::parse(std::string_view text) {
    m_value = checked(text);
    changed();
}
std::string Toggle::canonical(std::string_view text) const {
    return checked(text) ? "on" : "off";
}

std::vector<std::string> Toggle::values(std::string_view first, std::string_view last,
                                        std::string_view) const {
    if (first != "off" && first != "0") reject(first);
    if (last != "on" && last != "1") reject(last);
    return {"off", "on"};
}

File::File(ParameterSet* owner, std::string_view name, std::string_view value,
           std::vector<std::string> builtIn, std::string_view help)
    : Parameter(owner, name, help), m_value(value), m_default(value), m_builtIn(std::move(builtIn)) {}

bool File::isBuiltIn() const {
    return indexOf(m_builtIn, m_value) < m_builtIn.size();
}
std::string File::range() const {
    return fmt::format("{} | a PNG file", fmt::join(m_builtIn, " | "));
}

double File::position(std::string_view value) const {
    return static_cast<double>(indexOf(m_builtIn, value));
}
std::string File::valueAt(double position) const {
    return m_builtIn.empty() ? m_value : m_builtIn[nearestPlace(position, m_builtIn.size())];
}

std::string File::canonical(std::string_view text) const {
    if (text.empty()) reject(text);
    return std::string(text);
}
void File::parse(std::string_view text) {
    m_value = canonical(text);
    changed();
}

} // namespace lanescope::kit
