// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/parameters.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace lanescope::kit {

/// A column of parameters, each with name, value, reset, what changes it and its sentence of help, or why
/// what was typed last was refused. It keeps which value is being typed over; it changes no parameter.
class ParameterEditor {
public:
    /// idle: why the parameter has no effect now. moved: where an animation has it now. brief: its help is a
    /// tooltip. Gives the value that the user wants it to have, one that it takes; nothing: the present one.
    std::optional<std::string> show(const Parameter& parameter, std::string_view idle,
                                    std::optional<double> moved = {}, bool brief = false);
    /// The same with a slider that goes from one whole number to another, a step at a time.
    std::optional<std::string> showBetween(const Parameter& parameter, int least, int most);
    /// Pixels of a parameter whose help is a tooltip, the same whatever its value: what it needs at least,
    /// and with the words of a choice side by side.
    struct Widths {
        float least = 0, wide = 0;
    };
    static Widths widthsOf(const Parameter& parameter);
    /// One line; empty when nothing was refused since the last change.
    const std::string& error() const { return m_error; }
    void clearError() { m_error.clear(); }
    /// Whether what is not the lab's own default can be set back to that.
    void offerReset(bool offers) { m_offersReset = offers; }

private:
    class Control;
    class Value;
    class Width;

    /// The value as text at the right; a click turns it into a field to type in.
    std::optional<std::string> valueField(const Parameter& parameter);
    void type(const Parameter& parameter);
    /// Nothing: the parameter refuses it.
    std::optional<std::string> taken(const Parameter& parameter, const char* text);

    std::optional<std::pair<int, int>> m_between; ///< where a whole number's slider begins and ends
    std::optional<double> m_moved;                ///< of the parameter that is being shown
    unsigned m_editing = 0;                       ///< Dear ImGui's number of the field; 0: none
    std::array<char, 256> m_text{};
    bool m_offersReset = true;
    std::string m_error, m_refusedBy; ///< of the parameter of that name
};

} // namespace lanescope::kit
