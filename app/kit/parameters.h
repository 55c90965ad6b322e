// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/error.h"
#include "text/tr.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope::kit {

using lanescope::BadInput;

class Parameter;
class Integer;
class Real;
class Choice;
class Toggle;
class File;

/// Parameters and values, in the order in which they are set.
using Sets = std::vector<std::pair<std::string, std::string>>;

/// Does something of its own with each kind of parameter: a widget, a JSON object.
class ParameterVisitor {
public:
    virtual ~ParameterVisitor() = default;
    virtual void visit(const Integer& parameter) = 0;
    virtual void visit(const Real& parameter) = 0;
    virtual void visit(const Choice& parameter) = 0;
    virtual void visit(const Toggle& parameter) = 0;
    virtual void visit(const File& parameter) = 0;
};

/// What owns parameters: a parameter that is constructed with it appears in its list, in order.
class ParameterSet {
public:
    ParameterSet() = default;
    virtual ~ParameterSet() = default;
    ParameterSet(const ParameterSet&) = delete;
    ParameterSet& operator=(const ParameterSet&) = delete;
    std::span<Parameter* const> parameters() { return m_parameters; }
    std::span<const Parameter* const> parameters() const {
        const Parameter* const* first = m_parameters.data();
        return {first, m_parameters.size()};
    }
    /// nullptr when there is none of that name.
    const Parameter* findParameter(std::string_view name) const;
    /// Throws BadInput that names what there is.
    const Parameter& parameter(std::string_view name) const { return *m_parameters[indexOf(name)]; }
    /// Sets one parameter from text; throws BadInput that names what there is.
    void set(std::string_view name, std::string_view value);
    /// Every value as text, in order: two sets with equal text run alike.
    std::vector<std::string> values() const;
    void setValues(std::span<const std::string> values);
    /// Another number whenever a value may have changed, which no other set has; 0: there are no parameters.
    std::uint64_t revision() const { return m_revision; }

protected:
    /// What a beginner does not need.
    static void underMore(std::initializer_list<Parameter*> parameters);

private:
    friend class Parameter;
    std::size_t indexOf(std::string_view name) const; ///< throws BadInput

    std::vector<Parameter*> m_parameters;
    std::uint64_t m_revision = 0;
};

/// A named value with a range, a default and a sentence of help: a slider, a --set, a sweep axis.
class Parameter {
public:
    Parameter(const Parameter&) = delete;
    Parameter& operator=(const Parameter&) = delete;
    virtual ~Parameter() = default;

    const std::string& name() const { return m_name; }
    const std::string& help() const { return m_help; }
    virtual std::string text() const = 0;
    /// What a run takes it for: a number no larger than the other parameters leave it.
    virtual std::string usedText() const { return text(); }
    virtual std::string defaultText() const = 0;
    /// "integer", "real", "choice", "toggle", "file".
    virtual std::string_view typeName() const = 0;
    virtual void accept(ParameterVisitor& visitor) const = 0;
    /// "0..64", "load | store | atomic", "a PNG file".
    virtual std::string range() const = 0;
    /// Throws BadInput; the value is then as before.
    virtual void parse(std::string_view text) = 0;
    /// Sweepable values between two texts in steps, of numbers also by a factor ("x2"); throws BadInput when
    /// the kind has no order or a bound is off.
    virtual std::vector<std::string> values(std::string_view first, std::string_view last,
                                            std::string_view step) const;
    /// Every value, in order; empty when they cannot be counted.
    virtual std::vector<std::string> allValues() const { return {}; }
    /// The value as a number, of a toggle 0 or 1; nothing for words.
    virtual std::optional<double> number() const { return std::nullopt; }
    /// A value as text() would give it; throws BadInput for what is none.
    virtual std::string canonical(std::string_view text) const = 0;
    /// Where a value stands on a plot's axis: the number, or the place of a word.
    virtual double position(std::string_view value) const = 0;
    /// The value at that place of the axis, the nearest that there is.
    virtual std::string valueAt(double position) const = 0;
    /// The axis has words and no numbers.
    virtual bool hasWords() const { return false; }
    void reset() { parse(defaultText()); }
    bool isDefault() const { return text() == defaultText(); }
    /// Chooses what of a run is looked at, and changes nothing else.
    bool isFocus() const { return m_name.starts_with("focus-"); }
    /// One that a beginner does not need: it stands under "More".
    bool isAdvanced() const { return m_advanced; }
    void makeAdvanced(bool advanced = true) { m_advanced = advanced; }

protected:
    Parameter(ParameterSet* owner, std::string_view name, std::string_view help);
    [[noreturn]] void reject(std::string_view text, const std::string& hint = {}) const;
    /// To be called by whatever changes the value.
    void changed();

private:
    ParameterSet* m_owner;
    std::string m_name, m_help;
    bool m_advanced = false;
};

/// Before a step that multiplies: "x2".
inline constexpr char kFactorSign = 'x';

/// A number between two others.
template<class T>
class Number : public Parameter {
public:
    T value() const { return m_value; }
    T minimum() const { return m_minimum; }
    T maximum() const { return m_maximum; }
    /// Clamped to the range, a real number also to the six digits that its text has.
    void assign(T value);
    /// The text of the value that assign() would take.
    std::string textNear(T value) const;
    std::string text() const override;
    std::string defaultText() const override;
    std::string range() const override;
    std::string canonical(std::string_view text) const override;
    double position(std::string_view value) const override;
    std::string valueAt(double position) const override;
    void parse(std::string_view text) override;
    std::optional<double> number() const override { return static_cast<double>(m_value); }
    std::vector<std::string> values(std::string_view first, std::string_view last,
                                    std::string_view step) const override;

protected:
    Number(ParameterSet* owner, std::string_view name, T value, T minimum, T maximum, std::string_view help);

private:
    T checked(std::string_view text) const; ///< throws BadInput
    T m_value, m_default, m_minimum, m_maximum;
};

/// A whole number. A logarithmic one has a slider by powers of two.
class Integer final : public Number<int> {
public:
    enum class Scale : std::uint8_t { Linear, PowerOfTwo };
    Integer(ParameterSet* owner, std::string_view name, int value, int minimum, int maximum,
            std::string_view help, Scale scale = Scale::Linear);
    operator int() const { return value(); }
    /// The largest value that means something beside the other parameters' present ones; sliders end there.
    int most() const { return m_most ? std::clamp(m_most(), minimum(), maximum()) : maximum(); }
    std::string usedText() const override { return std::to_string(std::min(value(), most())); }
    void setMost(std::function<int()> most) { m_most = std::move(most); }
    Scale scale() const { return m_scale; }
    std::string_view typeName() const override { return translatable("integer"); }
    void accept(ParameterVisitor& visitor) const override { visitor.visit(*this); }
    std::vector<std::string> allValues() const override;

private:
    Scale m_scale;
    std::function<int()> m_most;
};

/// Halves the largest of these: how sizes shrink until they fit.
void halveLargest(std::initializer_list<Integer*> sizes);

/// A real number.
class Real final : public Number<double> {
public:
    Real(ParameterSet* owner, std::string_view name, double value, double minimum, double maximum,
         std::string_view help);
    operator float() const { return static_cast<float>(value()); }
    std::string_view typeName() const override { return translatable("real"); }
    void accept(ParameterVisitor& visitor) const override { visitor.visit(*this); }
};

/// One of a few words.
class Choice : public Parameter {
public:
    /// Throws std::logic_error, a mistake of the program, when value is none of the choices.
    Choice(ParameterSet* owner, std::string_view name, std::string_view value,
           std::vector<std::string> choices, std::string_view help);
    const std::string& value() const { return m_choices[m_index]; }
    std::size_t index() const { return m_index; }
    /// Throws std::logic_error, a mistake of the program, when the word is none of the choices.
    bool is(std::string_view word) const;
    const std::vector<std::string>& choices() const { return m_choices; }
    void assign(std::size_t index) {
        m_index = index < m_choices.size() ? index : m_index;
        changed();
    }
    std::string text() const override { return value(); }
    std::string defaultText() const override { return m_choices[m_default]; }
    std::string range() const override;
    std::string_view typeName() const override { return translatable("choice"); }
    void accept(ParameterVisitor& visitor) const override { visitor.visit(*this); }
    std::string canonical(std::string_view text) const override;
    double position(std::string_view value) const override;
    std::string valueAt(double position) const override;
    bool hasWords() const override { return true; }
    std::vector<std::string> allValues() const override { return m_choices; }
    void parse(std::string_view text) override;
    std::vector<std::string> values(std::string_view first, std::string_view last,
                                    std::string_view step) const override;

private:
    std::size_t checked(std::string_view text) const; ///< throws BadInput
    std::vector<std::string> m_choices;
    std::size_t m_index = 0, m_default = 0;
};

/// Values of an enumeration with their words, in the order in which they are offered.
template<class E>
using WordsFor = std::vector<std::pair<E, std::string>>;

/// One of a few values of an enumeration, each by its word.
template<class E>
class ChoiceOf final : public Choice {
public:
    /// Throws std::logic_error, a mistake of the program, when value has no word.
    ChoiceOf(ParameterSet* owner, std::string_view name, E value, const WordsFor<E>& words,
             std::string_view help)
        : Choice(owner, name, wordOf(value, words), allOf(words), help) {
        for (const auto& [each, word] : words) m_values.push_back(each);
    }
    E chosen() const { return m_values[index()]; }
    using Choice::is;
    bool is(E value) const { return chosen() == value; }
    const std::string& wordOf(E value) const {
        return choices()[static_cast<std::size_t>(std::ranges::find(m_values, value) - m_values.begin())];
    }

private:
    static std::string_view wordOf(E value, const WordsFor<E>& words) {
        for (const auto& [each, word] : words)
            if (each == value) return word;
        return {};
    }
    static std::vector<std::string> allOf(const WordsFor<E>& words) {
        std::vector<std::string> all;
        for (const auto& [each, word] : words) all.push_back(word);
        return all;
    }

    std::vector<E> m_values;
};

/// on or off.
class Toggle final : public Parameter {
public:
    Toggle(ParameterSet* owner, std::string_view name, bool value, std::string_view help);
    bool value() const { return m_value; }
    operator bool() const { return m_value; }
    void assign(bool value) {
        m_value = value;
        changed();
    }
    std::string text() const override { return m_value ? "on" : "off"; }
    std::string defaultText() const override { return m_default ? "on" : "off"; }
    std::string range() const override { return "off | on"; }
    std::string_view typeName() const override { return translatable("toggle"); }
    void accept(ParameterVisitor& visitor) const override { visitor.visit(*this); }
    std::string canonical(std::string_view text) const override;
    double position(std::string_view value) const override;
    std::string valueAt(double position) const override;
    bool hasWords() const override { return true; }
    std::vector<std::string> allValues() const override { return {"off", "on"}; }
    std::optional<double> number() const override { return m_value ? 1 : 0; }
    void parse(std::string_view text) override;
    std::vector<std::string> values(std::string_view first, std::string_view last,
                                    std::string_view step) const override;

private:
    bool checked(std::string_view text) const; ///< throws BadInput
    bool m_value, m_default;
};

/// A built-in picture's name or the path of a PNG file; whether the file can be read shows when it is used.
class File final : public Parameter {
public:
    File(ParameterSet* owner, std::string_view name, std::string_view value, std::vector<std::string> builtIn,
         std::string_view help);
    const std::string& value() const { return m_value; }
    const std::vector<std::string>& builtIn() const { return m_builtIn; }
    bool isBuiltIn() const;
    std::string text() const override { return m_value; }
    std::string defaultText() const override { return m_default; }
    std::string range() const override;
    std::string_view typeName() const override { return translatable("file"); }
    void accept(ParameterVisitor& visitor) const override { visitor.visit(*this); }
    std::string canonical(std::string_view text) const override;
    double position(std::string_view value) const override;
    std::string valueAt(double position) const override;
    bool hasWords() const override { return true; }
    void parse(std::string_view text) override;

private:
    std::string m_value, m_default;
    std::vector<std::string> m_builtIn;
};

} // namespace lanescope::kit
