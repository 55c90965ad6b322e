// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/texel_format.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <type_traits>

namespace lanescope::ptx {

float halfToFloat(std::uint16_t bits) {
    const std::uint32_t sign = (bits & 0x8000U) << 16;
    const std::uint32_t magnitude = bits & 0x7FFFU;
    if (magnitude >= 0x7C00U) { // infinity and NaN keep their payload
        return std::bit_cast<float>(sign | 0x7F800000U | ((magnitude & 0x3FFU) << 13));
    }
    // The exponent's bias moves from 15 to 127 by a power of two, which is exact for subnormals too.
    const float value = std::bit_cast<float>(magnitude << 13) * 0x1p112F;
    return std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) | sign);
}

namespace {

constexpr int kLanes = model::kWarpSize;

struct Half {};

using Floats = float __attribute__((vector_size(16)));
using Doubles = double __attribute__((vector_size(32)));
using DoublePair = double __attribute__((vector_size(16)));

/// One format: Stored is a channel in memory (Half: 16 bits), kChannels how many, kNormalized whether 8- and
/// 16-bit integers become 0..1 or -1..1.
template<class Stored, int kChannels, bool kNormalized>
struct Format {
    static constexpr bool kHalf = std::is_same_v<Stored, Half>;
    using Word = std::conditional_t<kHalf, std::uint16_t, Stored>;
    static constexpr bool kFloats = kHalf || std::is_floating_point_v<Word> || kNormalized;
    // Sums of 8-bit texels times 16-bit weights are exact in a float.
    using Accumulator = std::conditional_t<sizeof(Word) == 1, Floats,
                                           std::conditional_t<kChannels == 4, Doubles, DoublePair>>;
    using Scalar = std::conditional_t<sizeof(Word) == 1, float, double>;

    /// What a texel of 1.0 is stored as.
    static constexpr double unit() {
        if constexpr (!kNormalized) {
            return 1;
        } else {
            return sizeof(Word) == 1 ? (std::is_signed_v<Word> ? 127 : 255)
                                     : (std::is_signed_v<Word> ? 32767 : 65535);
        }
    }

    static std::array<Word, kChannels> load(const std::byte* texel) {
        std::array<Word, kChannels> words;
        std::memcpy(words.data(), texel, sizeof words);
        return words;
    }

    /// The channel's value times unit().
    static Scalar value(Word word) {
        if constexpr (kHalf) {
            return halfToFloat(word);
        } else if constexpr (kNormalized && std::is_signed_v<Word>) {
            // The most negative integer is -1 as well.
            return static_cast<Scalar>(std::max<int>(word, -static_cast<int>(unit())));
        } else {
            return static_cast<Scalar>(word);
        }
    }

    // By reference: a wide vector's way through a return value depends on the instruction set.
    static void values(const std::byte* texel, Accumulator& all) {
        if constexpr (sizeof(Word) == 1 && kChannels == 4 && !std::is_signed_v<Word>) {
            using Bytes = std::uint8_t __attribute__((vector_size(4)));
            Bytes bytes;
            std::memcpy(&bytes, texel, sizeof bytes);
            all = __builtin_convertvector(bytes, Accumulator);
        } else {
            const auto words = load(texel);
            for (int channel = 0; channel < kChannels; ++channel) {
                all[channel] = value(words[static_cast<std::size_t>(channel)]);
            }
        }
    }

    static std::uint32_t registerOf(Word word) {
        if constexpr (kNormalized) {
            return std::bit_cast<std::uint32_t>(static_cast<float>(value(word)) / static_cast<float>(unit()));
        } else if constexpr (kHalf) {
            return std::bit_cast<std::uint32_t>(halfToFloat(word));
        } else if constexpr (std::is_floating_point_v<Word>) {
            return std::bit_cast<std::uint32_t>(word);
        } else {
            return static_cast<std::uint32_t>(static_cast<std::int32_t>(word)); // sign- or zero-extended
        }
    }

    static constexpr std::uint32_t missing(int channel) {
        return channel < 3 ? 0 : kFloats ? std::bit_cast<std::uint32_t>(1.0F) : 1;
    }

    static void point(const std::byte* texels, const LaneOffsets& offset, std::uint32_t lanes,
                      const std::array<float, 4>& border, std::array<LaneWords, 4>& result) {
        for (int lane = 0; lane < kLanes; ++lane) {
            if (((lanes >> lane) & 1U) == 0) {
                continue;
            }
            if (offset[lane] == kBorderOffset) { // integers are given as the bits of the colour's floats
                for (int channel = 0; channel < 4; ++channel) {
                    const auto index = static_cast<std::size_t>(channel);
                    result[index][lane] =
                        channel < kChannels ? std::bit_cast<std::uint32_t>(border[index]) : missing(channel);
                }
                continue;
            }
            const auto words = load(texels + offset[lane]);
            for (int channel = 0; channel < 4; ++channel) {
                const auto index = static_cast<std::size_t>(channel);
                result[index][lane] =
                    channel < kChannels ? registerOf(words[index < kChannels ? index : 0]) : missing(channel);
            }
        }
    }

    template<int kCorners>
    static void blend(const std::byte* texels, const LaneOffsets* offset, const LaneWeights* weight,
                      std::uint32_t lanes, const std::array<float, 4>& border,
                      std::array<LaneWords, 4>& result) {
        Accumulator edge{};
        for (int channel = 0; channel < kChannels; ++channel) {
            edge[channel] = static_cast<Scalar>(border[static_cast<std::size_t>(channel)] * unit());
        }
        constexpr double kWeights = kCorners == 2 ? 256 : kCorners == 4 ? 65536 : 16777216;
        constexpr auto kScale = static_cast<Scalar>(unit() * kWeights);
        for (int lane = 0; lane < kLanes; ++lane) {
            if (((lanes >> lane) & 1U) == 0) {
                continue;
            }
            Accumulator sum{};
            for (int corner = 0; corner < kCorners; ++corner) {
                const Scalar part = weight[corner][lane];
                const std::int64_t at = offset[corner][lane];
                if constexpr (!kNormalized) {
                    if (part == 0) { // an infinite neighbour without weight must not make a NaN
                        continue;
                    }
                }
                Accumulator texel{};
                if (at == kBorderOffset) {
                    texel = edge;
                } else {
                    values(texels + at, texel);
                }
                sum += part * texel;
            }
            sum /= kScale;
            for (int channel = 0; channel < 4; ++channel) {
                result[static_cast<std::size_t>(channel)][lane] =
                    channel < kChannels ? std::bit_cast<std::uint32_t>(
                                              static_cast<float>(sum[channel < kChannels ? channel : 0]))
                                        : missing(channel);
            }
        }
    }

    static void linear(const std::byte* texels, const LaneOffsets* offset, const LaneWeights* weight,
                       int dimensions, std::uint32_t lanes, const std::array<float, 4>& border,
                       std::array<LaneWords, 4>& result) {
        switch (dimensions) {
        case 1:
            return blend<2>(texels, offset, weight, lanes, border, result);
        case 2:
            return blend<4>(texels, offset, weight, lanes, border, result);
        default:
            return blend<8>(texels, offset, weight, lanes, border, result);
        }
    }

    static constexpr TexelReader reader() {
        if constexpr (kFloats) {
            return {&point, &linear};
        } else {
            return {&point, nullptr};
        }
    }
};

template<class Stored, bool kNormalized>
const TexelReader& readerOf(std::uint32_t channels) {
    static constexpr TexelReader kOne = Format<Stored, 1, kNormalized>::reader();
    static constexpr TexelReader kTwo = Format<Stored, 2, kNormalized>::reader();
    static constexpr TexelReader kFour = Format<Stored, 4, kNormalized>::reader();
    return channels == 1 ? kOne : channels == 2 ? kTwo : kFour;
}

} // namespace

const TexelReader& texelReader(ChannelKind kind, std::uint32_t bits, std::uint32_t channels,
                               bool normalizedFloat) {
    const bool isSigned = kind == ChannelKind::Signed;
    if (kind == ChannelKind::Float) {
        return bits == 16 ? readerOf<Half, false>(channels) : readerOf<float, false>(channels);
    }
    if (bits == 32) {
        return isSigned ? readerOf<std::int32_t, false>(channels) : readerOf<std::uint32_t, false>(channels);
    }
    if (bits == 16) {
        if (normalizedFloat) {
            return isSigned ? readerOf<std::int16_t, true>(channels)
                            : readerOf<std::uint16_t, true>(channels);
        }
        return isSigned ? readerOf<std::int16_t, false>(channels) : readerOf<std::uint16_t, false>(channels);
    }
    if (normalizedFloat) {
        return isSigned ? readerOf<std::int8_t, true>(channels) : readerOf<std::uint8_t, true>(channels);
    }
    return isSigned ? readerOf<std::int8_t, false>(channels) : readerOf<std::uint8_t, false>(channels);
}

} // namespace lanescope::ptx
