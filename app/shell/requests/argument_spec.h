// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "ptx/decode/module.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::shell {

/// Types that a SPEC of `trace --arg` can name.
enum class ElementType : std::uint8_t { I8, U8, I16, U16, I32, U32, I64, U64, F32, F64 };
std::string_view elementName(ElementType type);
std::size_t elementBytes(ElementType type);
bool isFloat(ElementType type);

/// A kernel argument as the command line described it.
struct ArgumentSpec {
    enum class Kind : std::uint8_t { Scalar, Structure, Buffer, Texture };
    enum class Fill : std::uint8_t { Zero, Raw, Ramp, Random, Constant, File };

    std::string text; ///< as it was given, for messages
    Kind kind = Kind::Scalar;
    ElementType type = ElementType::I32;
    std::size_t count = 1;               ///< elements; a structure's bytes, a texture's texels
    std::uint32_t width = 0, height = 0; ///< of a texture, texels
    Fill fill = Fill::Zero;
    std::uint64_t seed = 0;
    std::vector<std::byte> value; ///< the scalar or structure, or the element of Fill::Constant
    std::string file;

    std::size_t bytes() const { return count * elementBytes(type); }
    /// The bytes an argument begins with; reads the file of Fill::File. Throws BadInput.
    std::vector<std::byte> contents() const;
};

/// Parses "f32:1.5", "u32[1024]=random:7", "bytes:00ff1234", "tex2d:f32[64x64]=ramp"; throws BadInput
/// that says what is wrong.
ArgumentSpec parseArgumentSpec(std::string_view text);

/// Throws BadInput unless the arguments fit the kernel's parameters in number, size and kind.
void checkArguments(const ptx::Kernel& kernel, const std::vector<ArgumentSpec>& arguments);

} // namespace lanescope::shell
