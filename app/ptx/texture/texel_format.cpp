// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/texture/texel_format.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace lanescope::ptx::LANESCOPE_ISA {

namespace {

constexpr int kLanes = model::kWarpSize;

struct Half {};

using Floats = float __attribute__((vector_size(16)));
using Doubles = double __attribute__((vector_size(32)));
using Ints = std::int32_t __attribute__((vector_size(16)));
using Longs = std::int64_t __attribute__((vector_size(32)));

/// What CUDA stores of a border colour for texels that are read as -1..1 or 0..1: four more bits than the
/// texels have, then rounded, halves towards zero.
std::int32_t normalizedBorder(float colour, unsigned bits, bool isSigned) {
    if (colour != colour || (colour < 0 && !isSigned)) {
        return 0;
    }
    const unsigned fraction = isSigned ? bits - 1 : bits;
    const double most = (1U << fraction) - 1, steps = 16U << fraction;
    const double kept = std::floor(std::min(std::fabs(colour), 1.0F) * steps);
    const auto rounded = static_cast<std::int32_t>(std::ceil(kept * most / steps - 0.5));
    return colour < 0 ? -rounded : rounded;
}

std::uint16_t halfTowardsZero(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t sign = bits >> 16 & 0x8000U, magnitude = bits & 0x7FFFFFFFU;
    std::uint32_t half = 0;
    if (magnitude > 0x7F800000U) {
        half = 0x7FFF;
    } else if (magnitude == 0x7F800000U) {
        half = 0x7C00;
    } else if (magnitude >= 0x47800000U) {
        half = 0x7BFF;
    } else if (magnitude >= 0x38800000U) {
        half = (magnitude - 0x38000000U) >> 13;
    } else {
        half = static_cast<std::uint32_t>(std::fabs(value) * 0x1p24F);
    }
    return static_cast<std::uint16_t>(sign | half);
}

/// How an H200 filters, by measurement: the weights are whole 256ths; integers end as 16-bit numbers; floats
/// are cut to a number of bits below the largest of up to four texels, added exactly and rounded, ties away
/// from zero. Texels of weight zero take no part.
template<class Stored>
struct Precision;
template<>
struct Precision<float> {
    static constexpr int kBelow = 27;   ///< bits kept below the leading bit of the largest texel
    static constexpr int kDropped = 29; ///< bits of a double's mantissa that the result does not have
};
template<>
struct Precision<Half> {
    static constexpr int kBelow = 14, kDropped = 42;
};

/// One format: Stored is a channel in memory (Half: 16 bits), kChannels how many, kNormalized whether 8- and
/// 16-bit integers become 0..1 or -1..1.
template<class Stored, int kChannels, bool kNormalized>
struct Format {
    static constexpr bool kHalf = std::is_same_v<Stored, Half>;
    using Word = std::conditional_t<kHalf, std::uint16_t, Stored>;
    static constexpr bool kFloats = kHalf || std::is_floating_point_v<Word> || kNormalized;

    /// What a texel of 1.0 is stored as.
    static constexpr float unit() {
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

    static float value(Word word) {
        if constexpr (kHalf) {
            return halfToFloat(word);
        } else {
            return static_cast<float>(word);
        }
    }

    // By reference: a wide vector's way through a return value depends on the instruction set.
    static void values(const std::byte* texel, Floats& all) {
        if constexpr (sizeof(Word) == 1 && kChannels == 4 && !std::is_signed_v<Word>) {
            using Bytes = std::uint8_t __attribute__((vector_size(4)));
            Bytes bytes;
            std::memcpy(&bytes, texel, sizeof bytes);
            all = __builtin_convertvector(bytes, Floats);
        } else {
            const auto words = load(texel);
            for (int channel = 0; channel < kChannels; ++channel) {
                all[channel] = value(words[static_cast<std::size_t>(channel)]);
            }
        }
    }

    static std::uint32_t registerOf(Word word) {
        if constexpr (kNormalized) {
            const float fraction = value(word) / unit();
            // The most negative integer is -1 as well.
            return std::bit_cast<std::uint32_t>(std::is_signed_v<Word> ? std::max(fraction, -1.0F)
                                                                       : fraction);
        } else if constexpr (kHalf) {
            return std::bit_cast<std::uint32_t>(halfToFloat(word));
        } else if constexpr (std::is_floating_point_v<Word>) {
            return std::bit_cast<std::uint32_t>(word);
        } else {
            return static_cast<std::uint32_t>(static_cast<std::int32_t>(word)); // sign- or zero-extended
        }
    }

    static Word borderWord(float colour) {
        if constexpr (kNormalized) {
            return static_cast<Word>(normalizedBorder(colour, sizeof(Word) * 8, std::is_signed_v<Word>));
        } else if constexpr (kHalf) {
            return halfTowardsZero(colour);
        } else {
            Word word; // integers are given as the bits of the colour's floats
            std::memcpy(&word, &colour, sizeof word);
            return word;
        }
    }

    static void point(const std::byte* texels, const LaneOffsets& offset, std::uint32_t lanes,
                      const std::array<float, 4>& border, std::array<LaneWords, 4>& result) {
        for (int lane = 0; lane < kLanes; ++lane) {
            if (((lanes >> lane) & 1U) == 0) {
                continue;
            }
            std::array<Word, kChannels> words;
            if (offset[lane] == kBorderOffset) {
                for (std::size_t channel = 0; channel < kChannels; ++channel) {
                    words[channel] = borderWord(border[channel]);
                }
            } else {
                words = load(texels + offset[lane]);
            }
            for (std::size_t channel = 0; channel < 4; ++channel) {
                result[channel][lane] =
                    channel < kChannels ? registerOf(words[channel < kChannels ? channel : 0]) : 0;
            }
        }
    }

    /// Sums of texels times 256ths, as the 16-bit numbers that the texture unit makes of them, over unit().
    static void normalize(const Floats& sum, Floats& out) {
        if constexpr (!std::is_signed_v<Word>) {
            constexpr float kWiden = sizeof(Word) == 1 ? 257 : 1; // all of it stays below 2^24
            const Ints rounded = __builtin_convertvector((sum * kWiden + 128) * (1 / 256.0F), Ints);
            out = __builtin_convertvector(rounded, Floats) / 65535.0F;
        } else {
            Ints whole;
            if constexpr (sizeof(Word) == 1) {
                const Ints exact = __builtin_convertvector(sum, Ints);
                whole = exact + ((exact + 64 + ((exact >> 12) << 4)) >> 7);
            } else {
                whole = (__builtin_convertvector(sum, Ints) + 128) >> 8;
            }
            whole = whole < -32767 ? Ints{} - 32767 : whole;
            out = __builtin_convertvector(whole, Floats) / 32767.0F;
        }
    }

    /// Adds up to four texels times their 256ths; odd gets the channels that need outOfRange(), signs loses
    /// the sign bit where one texel is positive.
    template<int kTexels>
    static void addFloats(const Floats* texel, const float* weight, Doubles& sum, Ints& odd, Ints& signs) {
        using P = Precision<Stored>;
        Ints most{};
        for (int k = 0; k < kTexels; ++k) {
            const Ints magnitude = std::bit_cast<Ints>(texel[k]) & 0x7FFFFFFF;
            const Ints counted = weight[k] != 0 ? magnitude : Ints{};
            most = counted > most ? counted : most;
        }
        // Infinities and what is too small to be scaled by a float go by plain arithmetic.
        constexpr std::int32_t kSmall = 64, kInfinite = 255;
        Ints exponent = most >> 23;
        const Ints plain = ((exponent < kSmall) & (most != 0)) | (exponent == kInfinite);
        exponent = exponent < kSmall ? Ints{} + kSmall : exponent;
        const auto scale = std::bit_cast<Floats>((254 + P::kBelow - exponent) << 23);
        Doubles whole{};
        for (int k = 0; k < kTexels; ++k) {
            if (weight[k] != 0) {
                const Ints cut = __builtin_convertvector(texel[k] * scale, Ints);
                whole += __builtin_convertvector(cut, Doubles) * static_cast<double>(weight[k]);
                signs &= std::bit_cast<Ints>(texel[k]);
            }
        }
        const Longs unitBits = (__builtin_convertvector(exponent, Longs) + (1023 - 127 - 8 - P::kBelow))
                               << 52;
        const Doubles before = sum;
        sum += whole * std::bit_cast<Doubles>(unitBits);
        if (any(plain)) {
            for (int channel = 0; channel < kChannels; ++channel) {
                if (plain[channel] == 0) {
                    continue;
                }
                sum[channel] = before[channel];
                for (int k = 0; k < kTexels; ++k) {
                    sum[channel] += weight[k] != 0 ? weight[k] * double{texel[k][channel]} / 256 : 0;
                }
            }
        }
        odd |= plain;
    }

    static bool any(const Ints& mask) {
        const auto words = std::bit_cast<std::array<std::uint64_t, 2>>(mask);
        return (words[0] | words[1]) != 0;
    }

    static void roundFloats(const Doubles& sum, Ints odd, Floats& out) {
        constexpr std::int64_t kHalfPlace = std::int64_t{1} << (Precision<Stored>::kDropped - 1);
        const Longs rounded = (std::bit_cast<Longs>(sum) + kHalfPlace) & (-2 * kHalfPlace);
        out = __builtin_convertvector(std::bit_cast<Doubles>(rounded), Floats);
        const Ints magnitude = std::bit_cast<Ints>(out) & 0x7FFFFFFF;
        odd |= (magnitude < (kHalf ? 0x38800000 : 0x00800000)) & (magnitude != 0);
        odd |= magnitude >= 0x7F800000;
        if (any(odd)) {
            for (int channel = 0; channel < kChannels; ++channel) {
                out[channel] = outOfRange(sum[channel], out[channel]);
            }
        }
    }

    /// What the quick rounding does not know: the smallest results, infinities, not-a-number.
    static float outOfRange(double sum, float rounded) {
        constexpr double kSmallest = kHalf ? 0x1p-14 : 0x1p-126;
        const double magnitude = std::fabs(sum);
        if (magnitude >= kSmallest && magnitude <= std::numeric_limits<float>::max()) {
            return rounded;
        }
        if (sum != sum) {
            return std::bit_cast<float>(kHalf ? 0x7FFFE000U : 0x7FFFFFFFU);
        }
        if (magnitude >= kSmallest) {
            return static_cast<float>(sum);
        }
        // Subnormal halves stay, subnormal floats are flushed.
        const double kept = kHalf ? std::floor(magnitude * 0x1p24 + 0.5) * 0x1p-24 : 0;
        return static_cast<float>(std::copysign(kept, sum));
    }

    /// kLevel: corners of one level.
    template<int kLevel, int kLevels>
    static void blend(const std::byte* texels, const LaneOffsets* offset, const LaneWeights* weight,
                      std::uint32_t lanes, const std::array<float, 4>& border,
                      std::array<LaneWords, 4>& result) {
        constexpr int kCorners = kLevel * kLevels;
        Floats edge{};
        for (std::size_t channel = 0; channel < kChannels; ++channel) {
            edge[channel] = value(borderWord(border[channel]));
        }
        for (int lane = 0; lane < kLanes; ++lane) {
            if (((lanes >> lane) & 1U) == 0) {
                continue;
            }
            std::array<Floats, kCorners> texel{};
            std::array<float, kCorners> part;
            for (std::size_t corner = 0; corner < kCorners; ++corner) {
                part[corner] = weight[corner][lane];
                const std::int64_t at = offset[corner][lane];
                if (at == kBorderOffset) {
                    texel[corner] = edge;
                } else {
                    values(texels + at, texel[corner]);
                }
            }
            Floats out;
            if constexpr (kNormalized) {
                Floats sum{};
                for (std::size_t corner = 0; corner < kCorners; ++corner) {
                    sum += part[corner] * texel[corner];
                }
                normalize(sum, out);
            } else {
                Doubles sum{};
                Ints odd{}, signs = ~Ints{};
                constexpr int kSlice = std::min(kLevel, 4); // the slices of a volume one by one
                for (std::size_t corner = 0; corner < kCorners; corner += kSlice) {
                    addFloats<kSlice>(&texel[corner], &part[corner], sum, odd, signs);
                }
                roundFloats(sum, odd, out);
                // A sum of negative zeros is one.
                const Ints negative =
                    (std::bit_cast<Ints>(out) == 0) & signs & std::numeric_limits<std::int32_t>::min();
                out = std::bit_cast<Floats>(std::bit_cast<Ints>(out) | negative);
            }
            for (std::size_t channel = 0; channel < 4; ++channel) {
                result[channel][lane] =
                    channel < kChannels
                        ? std::bit_cast<std::uint32_t>(float{out[channel < kChannels ? channel : 0]})
                        : 0;
            }
        }
    }

    static constexpr bool kIsFourBytes =
        kNormalized && sizeof(Word) == 1 && kChannels == 4 && !std::is_signed_v<Word>;

    /// The same of what most pictures are made of: all lanes at once, a channel after another. Sums are whole
    /// numbers below 2^24.
    template<int kCorners>
    static void blendBytes(const std::byte* texels, const LaneOffsets* offset, const LaneWeights* weight,
                           std::uint32_t lanes, const std::array<float, 4>& border,
                           std::array<LaneWords, 4>& result) {
        std::uint32_t edge = 0;
        for (int channel = 0; channel < kChannels; ++channel)
            edge |= std::uint32_t{borderWord(border[static_cast<std::size_t>(channel)])} << (8 * channel);
        alignas(64) std::array<LaneWords, kCorners> texel;
        for (std::size_t corner = 0; corner < kCorners; ++corner)
            for (int lane = 0; lane < kLanes; ++lane) {
                std::uint32_t word = edge;
                if (((lanes >> lane) & 1U) != 0 && offset[corner][lane] != kBorderOffset)
                    std::memcpy(&word, texels + offset[corner][lane], sizeof word);
                texel[corner][lane] = word;
            }
        for (std::size_t channel = 0; channel < kChannels; ++channel) {
            alignas(64) LaneWords all;
            for (int lane = 0; lane < kLanes; ++lane) {
                float sum = 0;
                for (std::size_t corner = 0; corner < kCorners; ++corner)
                    sum += weight[corner][lane] * static_cast<float>(static_cast<std::int32_t>(
                                                      texel[corner][lane] >> (8 * channel) & 255U));
                const auto rounded = static_cast<std::int32_t>((sum * 257 + 128) * (1 / 256.0F));
                all[lane] = std::bit_cast<std::uint32_t>(static_cast<float>(rounded) / 65535.0F);
            }
            for (int lane = 0; lane < kLanes; ++lane)
                result[channel][lane] = ((lanes >> lane) & 1U) != 0 ? all[lane] : result[channel][lane];
        }
    }

    static void linear(const std::byte* texels, const LaneOffsets* offset, const LaneWeights* weight,
                       int corners, int levels, std::uint32_t lanes, const std::array<float, 4>& border,
                       std::array<LaneWords, 4>& result) {
        if constexpr (kIsFourBytes) {
            if (corners == 4 && levels == 1)
                return blendBytes<4>(texels, offset, weight, lanes, border, result);
        }
        if constexpr (kFloats) {
            const auto of = [&]<int kLevel>() {
                return levels == 2 ? blend<kLevel, 2>(texels, offset, weight, lanes, border, result)
                                   : blend<kLevel, 1>(texels, offset, weight, lanes, border, result);
            };
            switch (corners) {
            case 1:
                return of.template operator()<1>();
            case 2:
                return of.template operator()<2>();
            case 4:
                return of.template operator()<4>();
            default:
                return of.template operator()<8>();
            }
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

} // namespace lanescope::ptx::LANESCOPE_ISA
