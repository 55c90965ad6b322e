// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "corpus/reference_list.h"

#include <algorithm>
#include <cmath>
#include <vector>

// The formulas of the CUDA Programming Guide's appendix on texture fetching, one coordinate and one texel at
// a time, with the widths of numbers that an H200 was seen to use: 21 bits of a normalized coordinate's
// fraction, weights of whole 256ths, 16-bit results of integers.

namespace lanescope::corpus {

namespace {

using ptx::AddressMode;
using ptx::ChannelKind;
using ptx::FilterMode;

/// Wrap and mirror need normalized coordinates.
AddressMode modeOf(const ptx::Sampler& sampler, std::size_t axis) {
    const AddressMode mode = sampler.address[axis];
    return sampler.normalizedCoordinates || mode == AddressMode::Border ? mode : AddressMode::Clamp;
}

/// The index after the address mode; -1 is the border.
int addressed(const ptx::Sampler& sampler, std::size_t axis, int index, int size) {
    const AddressMode mode = modeOf(sampler, axis);
    if (mode == AddressMode::Clamp) return std::clamp(index, 0, size - 1);
    if (mode == AddressMode::Border) return index < 0 || index >= size ? -1 : index;
    const int period = mode == AddressMode::Wrap ? size : 2 * size;
    const int turn = ((index % period) + period) % period;
    return turn < size ? turn : 2 * size - 1 - turn;
}

class Picture {
public:
    Picture(const ArraySpec& spec, const Values& values, std::size_t argument)
        : m_spec(spec), m_values(values), m_argument(argument) {}

    bool integers() const {
        return m_spec.kind != ChannelKind::Float && !(m_spec.sampler.readNormalizedFloat && m_spec.bits < 32);
    }

    /// A channel of a texel as the kernel sees it; an index of -1 is the border.
    double texel(int i, int j, int k, std::size_t channel) const {
        if (channel >= m_spec.channels) return 0;
        if (i < 0 || j < 0 || k < 0) return border(m_spec.sampler.border[channel]);
        const std::size_t at =
            (((static_cast<std::size_t>(k) * m_spec.height + static_cast<std::size_t>(j)) * m_spec.width) +
             static_cast<std::size_t>(i)) *
                m_spec.channels +
            channel;
        if (m_spec.kind == ChannelKind::Float) {
            if (m_spec.bits == 32) return m_values.at<float>(m_argument, at);
            const unsigned bits = m_values.at<std::uint16_t>(m_argument, at);
            const int exponent = static_cast<int>(bits >> 10 & 31);
            const double mantissa = bits & 1023;
            const double magnitude =
                exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(mantissa + 1024, exponent - 25);
            return bits >= 0x8000 ? -magnitude : magnitude;
        }
        const bool isSigned = m_spec.kind == ChannelKind::Signed;
        double value = 0, most = 0;
        if (m_spec.bits == 8) {
            value = isSigned ? m_values.at<std::int8_t>(m_argument, at)
                             : m_values.at<std::uint8_t>(m_argument, at);
            most = isSigned ? 127 : 255;
        } else if (m_spec.bits == 16) {
            value = isSigned ? m_values.at<std::int16_t>(m_argument, at)
                             : m_values.at<std::uint16_t>(m_argument, at);
            most = isSigned ? 32767 : 65535;
        } else {
            return isSigned ? m_values.at<std::int32_t>(m_argument, at)
                            : m_values.at<std::uint32_t>(m_argument, at);
        }
        return integers() ? value : std::max(value / most, -1.0);
    }

    /// The texels that coordinate x weighs along an axis, and the 256ths of the second one.
    struct Pair {
        int first, second;
        int weight;
    };
    Pair along(std::size_t axis, float x, int size, bool linear) const {
        double scaled = x;
        if (m_spec.sampler.normalizedCoordinates) scaled = std::floor(std::ldexp(scaled, 21)) * size / 0x1p21;
        if (!linear) {
            const int index = addressed(m_spec.sampler, axis, static_cast<int>(std::floor(scaled)), size);
            return {index, index, 0};
        }
        const double steps = std::floor((scaled - 0.5) * 256 + 0.5);
        const int index = static_cast<int>(std::floor(steps / 256));
        const int first = addressed(m_spec.sampler, axis, index, size);
        const int second = addressed(m_spec.sampler, axis, index + 1, size);
        const bool clamped = modeOf(m_spec.sampler, axis) == AddressMode::Clamp;
        return {first, second, clamped && first == second ? 0 : static_cast<int>(steps) - index * 256};
    }

    /// The mean of texels with 256ths, of four or fewer: bits 27 places below the largest float are cut off.
    double mean(const std::vector<std::pair<int, double>>& terms) const {
        int largest = -1000;
        for (const auto& [weight, value] : terms) {
            if (value != 0) largest = std::max(largest, std::ilogb(value));
        }
        double sum = 0;
        for (const auto& [weight, value] : terms) {
            const bool floats = m_spec.kind == ChannelKind::Float;
            sum += weight / 256.0 *
                   (floats ? std::ldexp(std::trunc(std::ldexp(value, 27 - largest)), largest - 27) : value);
        }
        return sum;
    }
    /// What the texture unit makes of a mean; halves are rounded up.
    float filtered(double mean) const {
        if (m_spec.kind == ChannelKind::Float) return static_cast<float>(mean);
        const double most = m_spec.kind == ChannelKind::Signed ? 32767 : 65535;
        return static_cast<float>(std::floor(mean * most + 0.5 + 1e-9) / most);
    }

private:
    /// Colours are stored as texels: integers take the float's bits, fractions lose what does not fit.
    double border(float colour) const {
        if (m_spec.kind == ChannelKind::Float) return colour;
        const auto pattern = std::bit_cast<std::uint32_t>(colour);
        if (integers()) {
            const unsigned unused = 32 - m_spec.bits;
            if (m_spec.kind == ChannelKind::Signed)
                return static_cast<std::int32_t>(pattern << unused) >> unused;
            return pattern << unused >> unused;
        }
        const int fraction = static_cast<int>(m_spec.bits) - (m_spec.kind == ChannelKind::Signed ? 1 : 0);
        const double most = std::ldexp(1.0, fraction) - 1;
        const double kept =
            std::ldexp(std::floor(std::ldexp(std::min(colour, 1.0F), fraction + 4)), -fraction - 4);
        return std::ceil(kept * most - 0.5) / most;
    }

    const ArraySpec& m_spec;
    const Values& m_values;
    std::size_t m_argument;
};

/// The share of whole that falls to the second of two texels, or the rest; halves go up or down.
int share(int whole, int second, bool halvesUp, bool wantsSecond) {
    const double exact = whole * second / 256.0;
    const int rounded = static_cast<int>(halvesUp ? std::floor(exact + 0.5) : std::ceil(exact - 0.5));
    return wantsSecond ? rounded : whole - rounded;
}

/// components: floats a thread's coordinates have in memory; dimensions: how many of them are used.
void fetch(const Case& each, Values& values, std::size_t components, std::size_t dimensions, bool layered) {
    const ArraySpec& spec = each.arguments[0].array;
    const Picture picture(spec, values, 0);
    const bool linear = spec.sampler.filter == FilterMode::Linear;
    const int sizes[] = {static_cast<int>(spec.width), static_cast<int>(spec.height),
                         static_cast<int>(spec.depth)};
    const auto n = static_cast<std::size_t>(values.at<int>(3, 0));
    for (std::size_t thread = 0; thread < n; ++thread) {
        Picture::Pair axes[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
        for (std::size_t axis = 0; axis < dimensions; ++axis) {
            axes[axis] =
                picture.along(axis, values.at<float>(1, thread * components + axis), sizes[axis], linear);
        }
        // A line that is not layered is read as a picture of one row, at y = 0.
        if (dimensions == 1 && !layered && linear && spec.sampler.address[1] == AddressMode::Border)
            axes[1] = {-1, 0, 128};
        if (layered) axes[2].first = axes[2].second = static_cast<int>(thread % 3);
        for (std::size_t channel = 0; channel < 4; ++channel) {
            std::vector<std::pair<int, double>> slices[2];
            for (int corner = 0; corner < 8; ++corner) {
                const auto pick = [&](int axis) { return (corner >> axis & 1) != 0; };
                const int slice = share(256, axes[2].weight, true, pick(2));
                const int column = share(slice, axes[0].weight, true, pick(0));
                const int weight = share(column, axes[1].weight, pick(0), pick(1));
                if (weight == 0) continue;
                slices[corner / 4].emplace_back(
                    weight, picture.texel(pick(0) ? axes[0].second : axes[0].first,
                                          pick(1) ? axes[1].second : axes[1].first,
                                          pick(2) ? axes[2].second : axes[2].first, channel));
            }
            const double sum =
                linear ? picture.mean(slices[0]) + picture.mean(slices[1]) : slices[0].front().second;
            if (picture.integers()) {
                values.set(2, thread * 4 + channel,
                           static_cast<std::uint32_t>(static_cast<std::int64_t>(sum)));
            } else {
                values.set(2, thread * 4 + channel, linear ? picture.filtered(sum) : static_cast<float>(sum));
            }
        }
    }
}

void gather(const Case& each, Values& values) {
    const ArraySpec& spec = each.arguments[0].array;
    const Picture picture(spec, values, 0);
    const auto n = static_cast<std::size_t>(values.at<int>(3, 0));
    for (std::size_t thread = 0; thread < n; ++thread) {
        const auto x = picture.along(0, values.at<float>(1, thread * 2), static_cast<int>(spec.width), true);
        const auto y =
            picture.along(1, values.at<float>(1, thread * 2 + 1), static_cast<int>(spec.height), true);
        const std::size_t channel = thread % 4;
        const double four[] = {
            picture.texel(x.first, y.second, 0, channel), picture.texel(x.second, y.second, 0, channel),
            picture.texel(x.second, y.first, 0, channel), picture.texel(x.first, y.first, 0, channel)};
        for (std::size_t k = 0; k < 4; ++k) values.set(2, thread * 4 + k, static_cast<float>(four[k]));
    }
}

const TextureReference kReferences[] = {
    {"fetch1d", [](const Case& each, Values& values) { fetch(each, values, 1, 1, false); }},
    {"fetch2d", [](const Case& each, Values& values) { fetch(each, values, 2, 2, false); }},
    {"fetch3d", [](const Case& each, Values& values) { fetch(each, values, 4, 3, false); }},
    {"fetchLayered1d", [](const Case& each, Values& values) { fetch(each, values, 2, 1, true); }},
    {"fetchLayered2d", [](const Case& each, Values& values) { fetch(each, values, 2, 2, true); }},
    {"fetchLevel2d",
     [](const Case& each, Values& values) { fetch(each, values, 2, 2, false); }}, // one level only
    {"fetchInt2d", [](const Case& each, Values& values) { fetch(each, values, 2, 2, false); }},
    {"fetchUnsigned2d", [](const Case& each, Values& values) { fetch(each, values, 2, 2, false); }},
    {"gather2d", gather},
};

} // namespace

const TextureReference* findTextureReference(std::string_view kernel) {
    for (const TextureReference& each : kReferences) {
        if (each.kernel == kernel) return &each;
    }
    return nullptr;
}

} // namespace lanescope::corpus
