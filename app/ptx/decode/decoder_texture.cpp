// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/decode/decoder.h"

#include <algorithm>

namespace lanescope::ptx {

bool FunctionDecoder::takeGeometry(TexelGeometry& geometry) {
    switch (m_modifiers.takeOne({"1d", "2d", "3d", "a1d", "a2d", "cube", "acube"})) {
    case 0:
        geometry = TexelGeometry::D1;
        return true;
    case 1:
        geometry = TexelGeometry::D2;
        return true;
    case 2:
        geometry = TexelGeometry::D3;
        return true;
    case 3:
        geometry = TexelGeometry::A1;
        return true;
    case 4:
        geometry = TexelGeometry::A2;
        return true;
    case 5:
        geometry = TexelGeometry::Cube;
        return true;
    case 6:
        geometry = TexelGeometry::ACube;
        return true;
    default:
        return false;
    }
}

void FunctionDecoder::coordinates(TextureSite& site, const Operand& o, TexelGeometry geometry) {
    const bool cube = geometry == TexelGeometry::Cube || geometry == TexelGeometry::ACube;
    const bool layered =
        geometry == TexelGeometry::A1 || geometry == TexelGeometry::A2 || geometry == TexelGeometry::ACube;
    const std::size_t axes = geometry == TexelGeometry::D1 || geometry == TexelGeometry::A1 ? 1
                             : geometry == TexelGeometry::D3 || cube                        ? 3
                                                                                            : 2;
    const Operand* items = o.kind == Operand::Kind::Vector ? o.items.data() : &o;
    const std::size_t count = o.kind == Operand::Kind::Vector ? o.items.size() : 1;
    if (count < axes + (layered ? 1 : 0) || count > 4) fail("too few or too many coordinates");
    if (layered) site.layer = sourceOf(items[0], 4, Type::B32);
    for (std::size_t k = 0; k < axes; ++k)
        site.coordinate[k] = sourceOf(items[k + (layered ? 1 : 0)], 4, Type::B32);
}

void FunctionDecoder::texture() {
    TextureSite site;
    site.sample.gather = m_in->opcode == "tld4";
    if (site.sample.gather) {
        const int component = m_modifiers.takeOne({"r", "g", "b", "a"});
        if (component < 0) return unsupported();
        site.sample.component = static_cast<std::uint8_t>(component);
    }
    const int level = m_modifiers.takeOne({"base", "level", "grad"});
    site.sample.level = level == 1 ? TexelLevel::Level : level == 2 ? TexelLevel::Gradient : TexelLevel::Base;
    const bool geometry = takeGeometry(site.sample.geometry);
    const bool four = m_modifiers.take("v4");
    const Type result = m_modifiers.takeType(), coordinate = m_modifiers.takeType();
    const bool resultKnown = result == Type::F32 || result == Type::S32 || result == Type::U32;
    if (!geometry || !four || !m_modifiers.empty() || !resultKnown ||
        (coordinate != Type::F32 && coordinate != Type::S32))
        return unsupported();
    // of cubes, only what a plain texture object is asked for
    const bool cube =
        site.sample.geometry == TexelGeometry::Cube || site.sample.geometry == TexelGeometry::ACube;
    if (cube && (site.sample.gather || level == 2 || coordinate != Type::F32)) return unsupported();
    if (m_in->operands.size() < 2) arity(2, 5);
    const Operand &values = operand(0), &at = operand(1);
    if (at.kind != Operand::Kind::Address || at.items.size() < 2)
        fail("a texture and its coordinates are expected");
    if (at.items.size() != 2 || at.items[0].kind != Operand::Kind::Register) return unsupported();
    site.sample.result = result == Type::F32   ? TexelResult::F32
                         : result == Type::S32 ? TexelResult::S32
                                               : TexelResult::U32;
    site.sample.floatCoordinates = coordinate == Type::F32;
    site.handle = source(at.items[0], Type::B64);
    coordinates(site, at.items[1], site.sample.geometry);
    std::size_t next = 2;
    if (level == 1) {
        arity(3, 5);
        site.lod = source(operand(next++), Type::B32);
    } else if (level == 2) {
        arity(4, 6);
        for (std::uint32_t* gradient : {site.gradientX, site.gradientY}) {
            const Operand& o = operand(next++);
            const Operand* items = o.kind == Operand::Kind::Vector ? o.items.data() : &o;
            const std::size_t count = o.kind == Operand::Kind::Vector ? o.items.size() : 1;
            for (std::size_t k = 0; k < 3 && k < count; ++k)
                if (items[k].kind == Operand::Kind::Register) gradient[k] = source(items[k], Type::B32);
        }
    }
    if (m_in->operands.size() != next) return unsupported(); // offsets and depth comparison
    if (values.kind != Operand::Kind::Vector || values.items.size() != 4)
        fail("four result registers are expected");
    for (std::size_t k = 0; k < 4; ++k) site.values[k] = destination(values.items[k], 4);
    const std::uint32_t where = newSite(model::Space::Texture, model::Operation::Load, 4);
    m_program.textures.push_back(site);
    Instruction& in = emit(textureHandler(TextureOp::Sample));
    in.imm = static_cast<std::int64_t>(m_program.textures.size() - 1);
    in.target = where;
    in.width = 4;
    in.operation = static_cast<std::uint8_t>(model::Operation::Load);
}

void FunctionDecoder::surface() {
    const bool isLoad = m_in->opcode == "suld";
    TextureSite site;
    const bool raw = m_modifiers.take("b");
    const bool geometry = takeGeometry(site.surface.geometry) &&
                          site.surface.geometry != TexelGeometry::Cube &&
                          site.surface.geometry != TexelGeometry::ACube;
    static_cast<void>(takeOrdering());
    const int vector = m_modifiers.takeOne({"v2", "v4"});
    const Type type = m_modifiers.takeType();
    const int edge = m_modifiers.takeOne({"trap", "clamp", "zero"});
    if (!raw || !geometry || edge < 0 || !m_modifiers.empty() || !isBits(type)) return unsupported();
    arity(2);
    site.surface.edge = edge == 0 ? SurfaceEdge::Trap : edge == 1 ? SurfaceEdge::Clamp : SurfaceEdge::Zero;
    site.surface.elements = static_cast<std::uint8_t>(vector == 0 ? 2 : vector == 1 ? 4 : 1);
    site.surface.bits = static_cast<std::uint8_t>(sizeOf(type) * 8);
    const Operand &values = operand(isLoad ? 0 : 1), &at = operand(isLoad ? 1 : 0);
    if (at.kind != Operand::Kind::Address || at.items.size() != 2)
        fail("a surface and its coordinates are expected");
    if (at.items[0].kind != Operand::Kind::Register) return unsupported();
    const std::size_t elements = site.surface.elements;
    const Operand* items = values.kind == Operand::Kind::Vector ? values.items.data() : &values;
    if ((values.kind == Operand::Kind::Vector ? values.items.size() : 1) != elements)
        fail("one register an element is expected");
    site.handle = source(at.items[0], Type::B64);
    coordinates(site, at.items[1], site.surface.geometry);
    for (std::size_t k = 0; k < elements; ++k) {
        const unsigned width = registerWidth(items[k]) != 0 ? registerWidth(items[k]) : registerBytes(type);
        if (width < sizeOf(type)) fail("a register too narrow for the value");
        site.valueBytes[k] = static_cast<std::uint8_t>(width);
        site.values[k] = isLoad ? destination(items[k], width)
                                : sourceOf(items[k], width,
                                           width == 2   ? Type::B16
                                           : width == 4 ? Type::B32
                                                        : Type::B64);
    }
    const model::Operation operation = isLoad ? model::Operation::Load : model::Operation::Store;
    const auto width = static_cast<std::uint8_t>(std::min<std::size_t>(sizeOf(type) * elements, 16));
    const std::uint32_t where = newSite(model::Space::Texture, operation, width);
    m_program.textures.push_back(site);
    Instruction& in = emit(textureHandler(isLoad ? TextureOp::SurfaceLoad : TextureOp::SurfaceStore));
    in.imm = static_cast<std::int64_t>(m_program.textures.size() - 1);
    in.target = where;
    in.width = width;
    in.operation = static_cast<std::uint8_t>(operation);
}

void FunctionDecoder::textureQuery() {
    TextureSite site;
    site.surfaceQuery = m_in->opcode == "suq";
    const int what = m_modifiers.takeOne(
        {"width", "height", "depth", "array_size", "num_mipmap_levels", "channel_data_type", "channel_order",
         "normalized_coords", "filter_mode", "addr_mode_0", "addr_mode_1", "addr_mode_2", "memory_layout"});
    const Type type = m_modifiers.takeType();
    if (what < 0 || type != Type::B32 || !m_modifiers.empty()) return unsupported();
    arity(2);
    const Operand& at = operand(1);
    if (at.kind != Operand::Kind::Address || at.items.size() != 1) fail("a texture in brackets is expected");
    if (at.items[0].kind != Operand::Kind::Register) return unsupported();
    site.query = static_cast<TexelQuery>(what);
    site.handle = source(at.items[0], Type::B64);
    site.values[0] = destination(operand(0), 4);
    m_program.textures.push_back(site);
    emit(textureHandler(TextureOp::Query)).imm = static_cast<std::int64_t>(m_program.textures.size() - 1);
}

} // namespace lanescope::ptx
