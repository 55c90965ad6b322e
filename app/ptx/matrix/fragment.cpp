// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/matrix/fragment.h"

#include <array>
#include <charconv>
#include <utility>

namespace lanescope::ptx {

std::optional<MatrixElement> matrixElementNamed(std::string_view word) {
    using E = MatrixElement;
    static constexpr std::array<std::pair<std::string_view, E>, 13> kNames{{{"f16", E::F16},
                                                                            {"bf16", E::BF16},
                                                                            {"tf32", E::TF32},
                                                                            {"f32", E::F32},
                                                                            {"f64", E::F64},
                                                                            {"e4m3", E::E4M3},
                                                                            {"e5m2", E::E5M2},
                                                                            {"s8", E::S8},
                                                                            {"u8", E::U8},
                                                                            {"s4", E::S4},
                                                                            {"u4", E::U4},
                                                                            {"b1", E::B1},
                                                                            {"s32", E::S32}}};
    for (const auto& [name, element] : kNames)
        if (name == word) return element;
    return std::nullopt;
}

std::optional<MatrixShape> matrixShapeNamed(std::string_view word) {
    MatrixShape shape;
    for (const auto& [letter, size] :
         {std::pair<char, std::uint16_t*>{'m', &shape.m}, std::pair<char, std::uint16_t*>{'n', &shape.n},
          std::pair<char, std::uint16_t*>{'k', &shape.k}}) {
        if (word.empty() || word.front() != letter) return std::nullopt;
        const auto [end, error] = std::from_chars(word.data() + 1, word.data() + word.size(), *size);
        if (error != std::errc{}) return std::nullopt;
        word.remove_prefix(static_cast<std::size_t>(end - word.data()));
    }
    return word.empty() ? std::optional(shape) : std::nullopt;
}

FragmentLayout fragmentLayout(MatrixRole role, MatrixShape shape, MatrixElement element) {
    FragmentLayout layout;
    layout.role = role;
    layout.shape = shape;
    layout.bits = bitsOf(element);
    layout.bitsPerPlace = layout.bits == 1 ? 32 : layout.bits;
    const unsigned depth = layout.bits == 1 ? shape.k / 32U : shape.k;
    layout.rows = role == MatrixRole::B ? depth : shape.m;
    layout.columns = role == MatrixRole::A ? depth : shape.n;
    layout.perRegister = layout.bitsPerPlace == 64 ? 1 : 32 / layout.bitsPerPlace;
    layout.registers = layout.rows * layout.columns / (32 * layout.perRegister);
    const unsigned tileRows = shape.m >= 16 ? 16 : 8, halves = tileRows / 8, per = layout.perRegister;
    layout.registersPerTile = role == MatrixRole::A   ? halves * depth / (4 * per)
                              : role == MatrixRole::B ? depth / (4 * per)
                                                      : tileRows * 8 / (32 * per);
    for (unsigned index = 0; index < layout.places(); ++index) {
        const unsigned tile = index / per / layout.registersPerTile,
                       inTile = index / per % layout.registersPerTile, within = index % per;
        for (unsigned lane = 0; lane < 32; ++lane) {
            const unsigned group = lane / 4, inGroup = lane % 4;
            unsigned row = 0, column = 0;
            if (role == MatrixRole::A) {
                row = tile * tileRows + inTile % halves * 8 + group;
                column = inTile / halves * 4 * per + inGroup * per + within;
            } else if (role == MatrixRole::B) {
                row = inTile * 4 * per + inGroup * per + within;
                column = tile * 8 + group;
            } else {
                const unsigned pair = (inTile * per + within) / 2, tilesAcross = shape.n / 8U;
                row = tile / tilesAcross * 16 + pair * 8 + group;
                column = tile % tilesAcross * 8 + inGroup * 2 + (inTile * per + within) % 2;
            }
            layout.place.push_back(static_cast<std::uint16_t>(row * layout.columns + column));
        }
    }
    return layout;
}

} // namespace lanescope::ptx
