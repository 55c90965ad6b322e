// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

namespace lanescope::ptx {

/// A fundamental type of PTX, packed pairs included.
enum class Type : std::uint8_t {
    None,
    Pred,
    B8,
    U8,
    S8,
    B16,
    U16,
    S16,
    B32,
    U32,
    S32,
    B64,
    U64,
    S64,
    B128,
    F16,
    F16x2,
    BF16,
    BF16x2,
    TF32,
    F32,
    F64,
    U16x2,
    S16x2
};

/// Bytes of a type; 0 for a predicate and for None.
constexpr unsigned sizeOf(Type type) {
    switch (type) {
    case Type::B8:
    case Type::U8:
    case Type::S8:
        return 1;
    case Type::B16:
    case Type::U16:
    case Type::S16:
    case Type::F16:
    case Type::BF16:
        return 2;
    case Type::B32:
    case Type::U32:
    case Type::S32:
    case Type::F16x2:
    case Type::BF16x2:
    case Type::TF32:
    case Type::F32:
    case Type::U16x2:
    case Type::S16x2:
        return 4;
    case Type::B64:
    case Type::U64:
    case Type::S64:
    case Type::F64:
        return 8;
    case Type::B128:
        return 16;
    default:
        return 0;
    }
}

constexpr bool isSigned(Type type) {
    return type == Type::S8 || type == Type::S16 || type == Type::S32 || type == Type::S64;
}
constexpr bool isBits(Type type) {
    return type == Type::B8 || type == Type::B16 || type == Type::B32 || type == Type::B64;
}
constexpr bool isFloat(Type type) {
    return type == Type::F16 || type == Type::BF16 || type == Type::F32 || type == Type::F64;
}
/// Floats of 16 bits, and pairs of them.
constexpr bool isHalf(Type type) {
    return type == Type::F16 || type == Type::F16x2 || type == Type::BF16 || type == Type::BF16x2;
}
/// Signed or unsigned integers of 8 to 64 bits, bit types not among them.
constexpr bool isInteger(Type type) {
    return isSigned(type) || type == Type::U8 || type == Type::U16 || type == Type::U32 || type == Type::U64;
}

/// The type that a word such as "u32" names, without its dot; Type::None for any other word.
Type typeNamed(std::string_view word);
/// "u32", without a dot.
std::string_view nameOf(Type type);

/// Bytes a register of the type takes in a lane: 2, 4 or 8; 16 for b128; 0 for a predicate.
constexpr unsigned registerBytes(Type type) {
    const unsigned bytes = sizeOf(type);
    return bytes == 1 ? 2 : bytes;
}

} // namespace lanescope::ptx
