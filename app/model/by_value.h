// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string_view>

namespace lanescope::model {

/// Whether an enumeration has a name for this value of its type.
template<auto kValue>
consteval bool isEnumerator() {
    // Compilers write a value that has no name as a cast: "kValue = (E)7".
    constexpr std::string_view kAssigned = "kValue = ";
    const std::string_view function = __PRETTY_FUNCTION__;
    return function[function.find(kAssigned) + kAssigned.size()] != '(';
}

/// What belongs to each value of an enumeration, such as its name, written beside it. The rows stand in the
/// order of the enumeration, and no value is without one: it does not compile otherwise.
template<class E, class T, std::size_t N>
class ByValue {
    static_assert(isEnumerator<static_cast<E>(N - 1)>() && !isEnumerator<static_cast<E>(N)>(),
                  "a row for each value");

public:
    struct Row {
        E value;
        T what;
    };
    consteval ByValue(const Row (&rows)[N]) {
        for (std::size_t i = 0; i < N; ++i) {
            if (static_cast<std::size_t>(rows[i].value) != i) throw std::logic_error("a row out of order");
            m_what[i] = rows[i].what;
        }
    }
    constexpr const T& operator[](E value) const { return m_what[static_cast<std::size_t>(value)]; }
    /// In the order of the enumeration.
    constexpr const std::array<T, N>& all() const { return m_what; }
    /// The first value that this belongs to.
    constexpr std::optional<E> find(const T& what) const {
        for (std::size_t i = 0; i < N; ++i)
            if (m_what[i] == what) return static_cast<E>(i);
        return std::nullopt;
    }

private:
    std::array<T, N> m_what{};
};

} // namespace lanescope::model
