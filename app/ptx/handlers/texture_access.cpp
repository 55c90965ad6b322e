// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/handlers/lanes.h"
#include "ptx/texture/texture_sampling.h"

#include <algorithm>

namespace lanescope::ptx {

using namespace LANESCOPE_ISA;

namespace {

const std::uint32_t* words(const Warp& w, std::uint32_t slot) {
    return slot == kNoTarget ? nullptr : w.slot<std::uint32_t>(slot);
}

void tell(Warp& w, const Instruction& in, std::uint32_t mask, const model::TexelFootprint& footprint) {
    BlockContext& block = *w.block;
    if (!block.sink) return;
    model::WarpAccess& access = block.access;
    access.space = model::Space::Texture;
    access.operation = static_cast<model::Operation>(in.operation);
    access.width = in.width;
    access.site = in.target;
    access.warp = w.index;
    access.activeMask = mask;
    access.footprint = &footprint;
    block.sink->access(access);
    access.footprint = nullptr;
}

/// TexelError becomes the fault that the interpreter knows.
template<class F>
void guarded(F body) {
    try {
        body();
    } catch (const TexelError& error) {
        throw LaneFault{error.kind, error.lane, 0, error.what()};
    }
}

void sample(Warp& w, const Instruction& in, std::uint32_t mask) {
    const TextureSite& site = w.block->program->textures[static_cast<std::size_t>(in.imm)];
    SampleOperands operands;
    operands.handle = w.slot<std::uint64_t>(site.handle);
    operands.layer = words(w, site.layer);
    operands.x = words(w, site.coordinate[0]);
    operands.y = words(w, site.coordinate[1]);
    operands.z = words(w, site.coordinate[2]);
    operands.lod = words(w, site.lod);
    for (std::size_t k = 0; k < 3; ++k) {
        operands.dPdx[k] = words(w, site.gradientX[k]);
        operands.dPdy[k] = words(w, site.gradientY[k]);
    }
    std::array<LaneWords, 4> result;
    model::TexelFootprint* footprint = w.block->sink ? &w.block->footprint : nullptr;
    std::uint32_t blended = 0;
    guarded([&] {
        blended = handlers().sampleTexture(*w.block->textures, site.sample, operands, mask, result, footprint,
                                           footprint ? &w.block->coarser : nullptr);
    });
    for (std::size_t k = 0; k < 4; ++k) {
        const LaneWords& channel = result[k];
        forLanes(w.slot<std::uint32_t>(site.values[k]), mask,
                 [&](int i) { return channel[static_cast<std::size_t>(i)]; });
    }
    if (site.resident != kNoTarget) w.predicate(site.resident) |= mask;
    tell(w, in, mask, w.block->footprint);
    // Between two levels it is as if each were fetched.
    if (blended != 0) tell(w, in, blended, w.block->coarser);
}

SurfaceOperands surfaceOperands(const Warp& w, const TextureSite& site) {
    SurfaceOperands operands;
    operands.handle = w.slot<std::uint64_t>(site.handle);
    operands.layer = words(w, site.layer);
    operands.x = words(w, site.coordinate[0]);
    operands.y = words(w, site.coordinate[1]);
    operands.z = words(w, site.coordinate[2]);
    return operands;
}

void surfaceLoad(Warp& w, const Instruction& in, std::uint32_t mask) {
    const TextureSite& site = w.block->program->textures[static_cast<std::size_t>(in.imm)];
    std::array<LaneLongs, 4> value{};
    model::TexelFootprint* footprint = w.block->sink ? &w.block->footprint : nullptr;
    guarded([&] {
        loadSurface(*w.block->textures, site.surface, surfaceOperands(w, site), mask, value, footprint);
    });
    for (std::size_t k = 0; k < site.surface.elements; ++k) {
        const LaneLongs& element = value[k];
        const auto at = [&](int i) { return element[static_cast<std::size_t>(i)]; };
        if (site.valueBytes[k] == 2)
            forLanes(w.slot<std::uint16_t>(site.values[k]), mask,
                     [&](int i) { return static_cast<std::uint16_t>(at(i)); });
        else if (site.valueBytes[k] == 4)
            forLanes(w.slot<std::uint32_t>(site.values[k]), mask,
                     [&](int i) { return static_cast<std::uint32_t>(at(i)); });
        else
            forLanes(w.slot<std::uint64_t>(site.values[k]), mask, at);
    }
    tell(w, in, mask, w.block->footprint);
}

void surfaceStore(Warp& w, const Instruction& in, std::uint32_t mask) {
    const TextureSite& site = w.block->program->textures[static_cast<std::size_t>(in.imm)];
    std::array<LaneLongs, 4> value; // of the elements that there are
    for (std::size_t k = 0; k < site.surface.elements; ++k) {
        if (site.valueBytes[k] == 2)
            std::copy_n(w.slot<std::uint16_t>(site.values[k]), 32, value[k].begin());
        else if (site.valueBytes[k] == 4)
            std::copy_n(w.slot<std::uint32_t>(site.values[k]), 32, value[k].begin());
        else
            std::copy_n(w.slot<std::uint64_t>(site.values[k]), 32, value[k].begin());
    }
    model::TexelFootprint* footprint = w.block->sink ? &w.block->footprint : nullptr;
    guarded([&] {
        storeSurface(*w.block->textures, site.surface, surfaceOperands(w, site), mask, value, footprint);
    });
    tell(w, in, mask, w.block->footprint);
}

void query(Warp& w, const Instruction& in, std::uint32_t mask) {
    const TextureSite& site = w.block->program->textures[static_cast<std::size_t>(in.imm)];
    const auto* handle = w.slot<std::uint64_t>(site.handle);
    auto* d = w.slot<std::uint32_t>(site.values[0]);
    forActive(mask, [&](int i) {
        guarded([&] { d[i] = queryTexture(*w.block->textures, site.query, handle[i], site.surfaceQuery); });
    });
}

} // namespace

Handler textureHandler(TextureOp op) {
    switch (op) {
    case TextureOp::Sample:
        return sample;
    case TextureOp::SurfaceLoad:
        return surfaceLoad;
    case TextureOp::SurfaceStore:
        return surfaceStore;
    case TextureOp::Query:
        return query;
    }
    return nullptr;
}

} // namespace lanescope::ptx
