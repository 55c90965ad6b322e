// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/texture/texture.h"

#include "ptx/texture/texture_sampling.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace lanescope::ptx {

namespace {

void checkArray(const Array* array) {
    if (array == nullptr) {
        throw std::invalid_argument("a texture or surface needs an array");
    }
    const bool channelsFit = array->channels == 1 || array->channels == 2 || array->channels == 4;
    const bool bitsFit = array->bitsPerChannel == 16 || array->bitsPerChannel == 32 ||
                         (array->bitsPerChannel == 8 && array->kind != ChannelKind::Float);
    if (!channelsFit || !bitsFit) {
        throw std::invalid_argument("no array has " + std::to_string(array->channels) + " channels of " +
                                    std::to_string(array->bitsPerChannel) + " bits of this kind");
    }
    if (array->width == 0 || array->height == 0 || array->depth == 0 || array->levels == 0) {
        throw std::invalid_argument("an array needs at least one texel, layer and level");
    }
    if (!array->whole && array->texels.size() < array->bytes()) {
        throw std::invalid_argument("the array's texels are fewer than its size says");
    }
}

} // namespace

std::byte* Array::data() {
    return whole ? whole->data() + levelOffset(*whole, levelOfWhole) : texels.data();
}

std::size_t Array::bytes() const {
    return levelOffset(*this, levels);
}

// Handles are indices, never used twice: a kernel that keeps a dead one gets a fault, not another texture.
struct TextureTable::State {
    std::uint64_t before = 0; // the first handle
    std::vector<std::unique_ptr<Object>> objects;

    std::uint64_t add(Object object) {
        objects.push_back(std::make_unique<Object>(std::move(object)));
        return before + objects.size();
    }
    /// nullptr: the table has not given the handle.
    std::unique_ptr<Object>* at(std::uint64_t handle) {
        const std::uint64_t index = handle - before - 1;
        return index < objects.size() ? &objects[index] : nullptr;
    }
};

TextureTable::TextureTable(std::uint64_t firstHandle) : m_state(std::make_unique<State>()) {
    m_state->before = firstHandle;
}
TextureTable::~TextureTable() = default;

std::uint64_t TextureTable::addTexture(std::shared_ptr<Array> array, const Sampler& sampler) {
    checkArray(array.get());
    const bool integers =
        array->kind != ChannelKind::Float && !(sampler.readNormalizedFloat && array->bitsPerChannel < 32);
    const bool mixes = sampler.filter == FilterMode::Linear ||
                       (array->levels > 1 && sampler.levelFilter == FilterMode::Linear);
    if (integers && mixes) {
        throw std::invalid_argument("linear filtering needs float texels, or 8- or 16-bit integers read as "
                                    "normalized floats");
    }
    return m_state->add({std::move(array), sampler, false});
}

std::uint64_t TextureTable::addSurface(std::shared_ptr<Array> array) {
    checkArray(array.get());
    return m_state->add({std::move(array), Sampler{}, true});
}

void TextureTable::remove(std::uint64_t handle) noexcept {
    if (std::unique_ptr<Object>* const object = m_state->at(handle)) object->reset();
}

const TextureTable::Object* TextureTable::find(std::uint64_t handle) const {
    const std::unique_ptr<Object>* const object = m_state->at(handle);
    return object ? object->get() : nullptr;
}

TexelExtent levelExtent(const Array& array, std::uint32_t level) {
    const auto shrink = [level](std::uint32_t size) { return std::max(1U, level < 32 ? size >> level : 0U); };
    return {shrink(array.width), shrink(array.height), array.layered ? array.depth : shrink(array.depth)};
}

std::size_t levelOffset(const Array& array, std::uint32_t level) {
    std::size_t texels = 0;
    for (std::uint32_t below = 0; below < level; ++below) {
        const TexelExtent extent = levelExtent(array, below);
        texels += std::size_t{extent.width} * extent.height * extent.depth;
    }
    return texels * array.bytesPerTexel();
}

const TextureTable::Object& texelObject(const TextureTable& table, std::uint64_t handle, bool surface,
                                        int lane) {
    const TextureTable::Object* object = table.find(handle);
    if (object == nullptr) {
        throw TexelError(FaultKind::BadHandle, lane,
                         "no texture or surface has the handle " + std::to_string(handle));
    }
    if (object->surface != surface) {
        throw TexelError(FaultKind::BadHandle, lane,
                         std::string("the handle ") + std::to_string(handle) +
                             (surface ? " is a texture's, where a surface is needed"
                                      : " is a surface's, where a texture is needed"));
    }
    return *object;
}

namespace {

// PTX gives the data type and the order by OpenCL's numbers (PTX ISA, txq).
std::uint32_t dataTypeNumber(const Array& array, bool normalized) {
    const std::uint32_t size = array.bitsPerChannel == 8 ? 0 : array.bitsPerChannel == 16 ? 1 : 2;
    switch (array.kind) {
    case ChannelKind::Float:
        return size == 1 ? 0x10DDU : 0x10DEU;
    case ChannelKind::Signed:
        return normalized && size < 2 ? 0x10D0U + size : 0x10D7U + size;
    case ChannelKind::Unsigned:
        break;
    }
    return normalized && size < 2 ? 0x10D2U + size : 0x10DAU + size;
}

std::uint32_t addressModeNumber(AddressMode mode) {
    switch (mode) { // { wrap, mirror, clamp_ogl, clamp_to_edge, clamp_to_border }
    case AddressMode::Wrap:
        return 0;
    case AddressMode::Mirror:
        return 1;
    case AddressMode::Clamp:
        return 3;
    case AddressMode::Border:
        break;
    }
    return 4;
}

} // namespace

std::uint32_t queryTexture(const TextureTable& table, TexelQuery query, std::uint64_t handle, bool surface) {
    const TextureTable::Object& object = texelObject(table, handle, surface, -1);
    const Array& array = *object.array;
    switch (query) {
    case TexelQuery::Width:
        return array.width;
    case TexelQuery::Height:
        return array.height;
    case TexelQuery::Depth:
        return array.layered ? 1 : array.depth;
    case TexelQuery::ArraySize:
        return array.layered ? array.depth : 0;
    case TexelQuery::NumberOfLevels:
        return array.levels;
    case TexelQuery::ChannelDataType:
        return dataTypeNumber(array, object.sampler.readNormalizedFloat);
    case TexelQuery::ChannelOrder:
        return array.channels == 1 ? 0x10B0U : array.channels == 2 ? 0x10B2U : 0x10B5U;
    case TexelQuery::NormalizedCoordinates:
        return object.sampler.normalizedCoordinates ? 1 : 0;
    case TexelQuery::FilterMode:
        return object.sampler.filter == FilterMode::Linear ? 1 : 0;
    case TexelQuery::AddressMode0:
        return addressModeNumber(object.sampler.address[0]);
    case TexelQuery::AddressMode1:
        return addressModeNumber(object.sampler.address[1]);
    case TexelQuery::AddressMode2:
        return addressModeNumber(object.sampler.address[2]);
    case TexelQuery::MemoryLayout:
        break;
    }
    return 0; // 1 is a surface over linear memory; ours are arrays
}

} // namespace lanescope::ptx
