// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <type_traits>

/// The fields of plain structures, so that nobody has to list them a second time.
namespace lanescope::recording {

namespace detail {

struct AnyField {
    template<class T>
    constexpr operator T() const; // NOLINT(google-explicit-constructor)
};

template<class T, class... Given>
consteval std::size_t fieldCount() {
    if constexpr (requires { T{Given{}..., AnyField{}}; })
        return fieldCount<T, Given..., AnyField>();
    else
        return sizeof...(Given);
}

} // namespace detail

/// Calls visit(field) for each, in the order of the declaration. At most 14 fields, none of them an array of
/// C or a base class.
template<class T, class Visit>
constexpr void forEachField(T& value, Visit&& visit) {
    using Plain = std::remove_const_t<T>;
    static_assert(std::is_aggregate_v<Plain>);
    constexpr std::size_t kCount = detail::fieldCount<Plain>();
    static_assert(kCount <= 14, "one more line for each further field");
    const auto all = [&](auto&... fields) { (visit(fields), ...); };
    if constexpr (kCount == 1) {
        auto& [a] = value;
        all(a);
    } else if constexpr (kCount == 2) {
        auto& [a, b] = value;
        all(a, b);
    } else if constexpr (kCount == 3) {
        auto& [a, b, c] = value;
        all(a, b, c);
    } else if constexpr (kCount == 4) {
        auto& [a, b, c, d] = value;
        all(a, b, c, d);
    } else if constexpr (kCount == 5) {
        auto& [a, b, c, d, e] = value;
        all(a, b, c, d, e);
    } else if constexpr (kCount == 6) {
        auto& [a, b, c, d, e, f] = value;
        all(a, b, c, d, e, f);
    } else if constexpr (kCount == 7) {
        auto& [a, b, c, d, e, f, g] = value;
        all(a, b, c, d, e, f, g);
    } else if constexpr (kCount == 8) {
        auto& [a, b, c, d, e, f, g, h] = value;
        all(a, b, c, d, e, f, g, h);
    } else if constexpr (kCount == 9) {
        auto& [a, b, c, d, e, f, g, h, i] = value;
        all(a, b, c, d, e, f, g, h, i);
    } else if constexpr (kCount == 10) {
        auto& [a, b, c, d, e, f, g, h, i, j] = value;
        all(a, b, c, d, e, f, g, h, i, j);
    } else if constexpr (kCount == 11) {
        auto& [a, b, c, d, e, f, g, h, i, j, k] = value;
        all(a, b, c, d, e, f, g, h, i, j, k);
    } else if constexpr (kCount == 12) {
        auto& [a, b, c, d, e, f, g, h, i, j, k, l] = value;
        all(a, b, c, d, e, f, g, h, i, j, k, l);
    } else if constexpr (kCount == 13) {
        auto& [a, b, c, d, e, f, g, h, i, j, k, l, m] = value;
        all(a, b, c, d, e, f, g, h, i, j, k, l, m);
    } else if constexpr (kCount == 14) {
        auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n] = value;
        all(a, b, c, d, e, f, g, h, i, j, k, l, m, n);
    }
}

} // namespace lanescope::recording
