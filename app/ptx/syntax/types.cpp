// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/syntax/types.h"

#include <array>
#include <utility>

namespace lanescope::ptx {

namespace {

constexpr std::array<std::pair<std::string_view, Type>, 23> kNames{{
    {"pred", Type::Pred}, {"b8", Type::B8},         {"u8", Type::U8},       {"s8", Type::S8},
    {"b16", Type::B16},   {"u16", Type::U16},       {"s16", Type::S16},     {"b32", Type::B32},
    {"u32", Type::U32},   {"s32", Type::S32},       {"b64", Type::B64},     {"u64", Type::U64},
    {"s64", Type::S64},   {"b128", Type::B128},     {"f16", Type::F16},     {"f16x2", Type::F16x2},
    {"bf16", Type::BF16}, {"bf16x2", Type::BF16x2}, {"tf32", Type::TF32},   {"f32", Type::F32},
    {"f64", Type::F64},   {"u16x2", Type::U16x2},   {"s16x2", Type::S16x2},
}};

} // namespace

Type typeNamed(std::string_view word) {
    for (const auto& [name, type] : kNames)
        if (name == word) return type;
    return Type::None;
}

std::string_view nameOf(Type type) {
    for (const auto& [name, named] : kNames)
        if (named == type) return name;
    return "none";
}

} // namespace lanescope::ptx
