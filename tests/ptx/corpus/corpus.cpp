// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "corpus/corpus.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <sstream>
#include <stdexcept>

namespace lanescope::corpus {

std::size_t bytesOf(Element element) {
    switch (element) {
    case Element::I8:
    case Element::U8:
        return 1;
    case Element::I16:
    case Element::U16:
    case Element::F16:
    case Element::Bf16:
        return 2;
    case Element::I32:
    case Element::U32:
    case Element::F32:
        return 4;
    case Element::I64:
    case Element::U64:
    case Element::F64:
        break;
    }
    return 8;
}

bool isFloat(Element element) {
    return element >= Element::F16;
}

namespace {

/// A generator whose numbers no standard library changes (splitmix64).
class Random {
public:
    explicit Random(std::uint64_t seed) : m_state(seed * 0x632BE59BD9B4E019ULL + 1) {}
    std::uint64_t next() {
        std::uint64_t z = m_state += 0x9E3779B97F4A7C15ULL;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
        return z ^ (z >> 31);
    }
    double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }

private:
    std::uint64_t m_state;
};

/// The format's sign, exponent and mantissa bits from a float that it holds exactly or nearly so.
std::uint64_t narrow(float value, Element element) {
    const auto word = std::bit_cast<std::uint32_t>(value);
    if (element == Element::Bf16) {
        return word >> 16;
    }
    const std::uint32_t sign = word >> 16 & 0x8000;
    const float magnitude = std::fabs(value);
    if (std::isnan(value)) return sign | 0x7E00;
    if (magnitude > 65504) return sign | 0x7C00;
    int exponent = 0;
    std::frexp(magnitude, &exponent);
    const int unit = std::max(exponent - 11, -24); // of the last place
    const auto steps = static_cast<std::uint32_t>(std::ldexp(magnitude, -unit));
    // A normal number's leading bit adds one to the exponent field.
    return sign | (steps + (steps < 1024 ? 0 : static_cast<std::uint32_t>(unit + 24) << 10));
}

double specialDouble(Random& random, bool single) {
    const double sign = (random.next() & 1) != 0 ? -1 : 1;
    switch (random.next() % 12) {
    case 0:
        return sign * 0.0;
    case 1:
        return sign * std::numeric_limits<double>::infinity();
    case 2:
        return std::numeric_limits<double>::quiet_NaN();
    case 3:
        return sign * (single ? 0x1p-149 : 0x1p-1074) *
               static_cast<double>(random.next() % 1000000); // subnormal
    case 4:
        return sign * (single ? 3.4028234e38 : 1.79e308) * random.unit();
    case 5:
        return sign * (single ? 1.2e-38 : 2.3e-308) * (1 + random.unit());
    case 6:
        return sign;
    case 7:
        return sign * (static_cast<double>(random.next() % 64) + 0.5); // ties of rounding
    case 8:
        return sign * std::ldexp(1 + random.unit(), static_cast<int>(random.next() % 60) - 30);
    default:
        return sign * random.unit() * 100;
    }
}

std::uint64_t elementBits(const Fill& fill, Element element, Random& random, std::size_t index) {
    if (fill.kind == Fill::Kind::Zero) return 0;
    if (fill.kind == Fill::Kind::Bits) return random.next();
    if (fill.kind == Fill::Kind::Letters) return 32 + random.next() % 95;
    double value = 0;
    if (fill.kind == Fill::Kind::Special) {
        value = specialDouble(random, element != Element::F64);
    } else if (fill.kind == Fill::Kind::Ramp) {
        value = fill.low + static_cast<double>(index);
    } else {
        value = fill.low + (fill.high - fill.low) * random.unit();
        if (fill.kind == Fill::Kind::Whole)
            value = std::floor(fill.low + (fill.high - fill.low + 1) * random.unit());
    }
    switch (element) {
    case Element::F64:
        return std::bit_cast<std::uint64_t>(value);
    case Element::F32:
        return std::bit_cast<std::uint32_t>(static_cast<float>(value));
    case Element::F16:
    case Element::Bf16:
        return narrow(static_cast<float>(value), element);
    default:
        break;
    }
    return value < 0 ? static_cast<std::uint64_t>(static_cast<std::int64_t>(value))
                     : static_cast<std::uint64_t>(value);
}

std::vector<std::byte> filled(const Fill& fill, Element element, std::size_t count) {
    Random random(fill.seed * 16 + static_cast<std::uint64_t>(element));
    const std::size_t size = bytesOf(element);
    std::vector<std::byte> bytes(count * size);
    for (std::size_t index = 0; index < count; ++index) {
        const std::uint64_t word = elementBits(fill, element, random, index);
        std::memcpy(bytes.data() + index * size, &word, size);
    }
    return bytes;
}

Element channelElement(const ArraySpec& array) {
    if (array.kind == ptx::ChannelKind::Float) return array.bits == 16 ? Element::F16 : Element::F32;
    return array.bits == 8 ? Element::U8 : array.bits == 16 ? Element::U16 : Element::U32;
}

/// A float's place in the order of all floats of its width, so that neighbours differ by 1.
template<class Word>
std::int64_t place(Word bits) {
    constexpr int kTop = sizeof(Word) * 8 - 1;
    const auto magnitude =
        static_cast<std::int64_t>(static_cast<std::uint64_t>(bits) & ~(std::uint64_t{1} << kTop));
    return (bits >> kTop & 1) != 0 ? -magnitude : magnitude;
}

double widen(std::uint64_t bits, Element element) {
    switch (element) {
    case Element::F64:
        return std::bit_cast<double>(bits);
    case Element::F32:
        return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    case Element::Bf16:
        return std::bit_cast<float>(static_cast<std::uint32_t>(bits << 16));
    default:
        break;
    }
    const int exponent = static_cast<int>(bits >> 10 & 31);
    const double mantissa = static_cast<double>(bits & 1023);
    const double sign = (bits & 0x8000) != 0 ? -1 : 1;
    if (exponent == 31) {
        return mantissa != 0 ? std::numeric_limits<double>::quiet_NaN()
                             : sign * std::numeric_limits<double>::infinity();
    }
    return sign * (exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(mantissa + 1024, exponent - 25));
}

bool agree(std::uint64_t a, std::uint64_t b, Element element, Tolerance tolerance) {
    if (a == b) return true;
    if (!isFloat(element)) return false;
    const double x = widen(a, element), y = widen(b, element);
    if (std::isnan(x) || std::isnan(y)) return std::isnan(x) && std::isnan(y);
    if (tolerance.relative > 0 && std::isfinite(x) &&
        std::fabs(x - y) <= tolerance.relative * std::max(1.0, std::fabs(x))) {
        return true;
    }
    if (tolerance.ulps == 0) return false;
    const std::int64_t distance =
        element == Element::F64 ? place(a) - place(b)
        : element == Element::F32
            ? place(static_cast<std::uint32_t>(a)) - place(static_cast<std::uint32_t>(b))
            : place(static_cast<std::uint16_t>(a)) - place(static_cast<std::uint16_t>(b));
    return distance <= tolerance.ulps && distance >= -tolerance.ulps;
}

} // namespace

std::vector<std::byte> contents(const Argument& argument) {
    switch (argument.kind) {
    case Argument::Kind::Scalar:
        return argument.scalar;
    case Argument::Kind::Buffer:
        return filled(argument.fill, argument.element, argument.count);
    case Argument::Kind::Texture:
    case Argument::Kind::Surface:
        break;
    }
    const Element element = channelElement(argument.array);
    return filled(argument.array.fill, element, argument.array.bytes() / bytesOf(element));
}

Values::Values(const Case& each) {
    for (const Argument& argument : each.arguments) {
        m_bytes.push_back(contents(argument));
    }
}

std::string difference(const Case& each, const Values& expected, const Values& actual, Tolerance tolerance) {
    for (std::size_t k = 0; k < each.arguments.size(); ++k) {
        const Argument& argument = each.arguments[k];
        if (argument.kind != Argument::Kind::Buffer) {
            continue;
        }
        const std::size_t size = bytesOf(argument.element);
        std::size_t different = 0;
        std::ostringstream text;
        for (std::size_t index = 0; index < argument.count; ++index) {
            std::uint64_t a = 0, b = 0;
            std::memcpy(&a, expected.bytes()[k].data() + index * size, size);
            std::memcpy(&b, actual.bytes()[k].data() + index * size, size);
            if (agree(a, b, argument.element, tolerance)) {
                continue;
            }
            if (different++ == 0) {
                text << each.name() << ", argument " << k << ", element " << index << ": expected 0x"
                     << std::hex << a << ", got 0x" << b << std::dec;
                if (isFloat(argument.element)) {
                    text.precision(10);
                    text << " (" << widen(a, argument.element) << ", " << widen(b, argument.element) << ")";
                }
            }
        }
        if (different != 0) {
            text << "; " << different << " of " << argument.count << " differ";
            return text.str();
        }
    }
    return {};
}

std::string ptxFolder() {
    const char* folder = std::getenv("LANESCOPE_TEST_DATA");
    return folder != nullptr ? std::string(folder) + "/corpus" : std::string(LANESCOPE_CORPUS_PTX);
}

std::string readPtx(std::string_view file, bool debug) {
    const std::string path = ptxFolder() + "/" + std::string(file) + (debug ? ".debug.ptx" : ".ptx");
    std::ifstream stream(path, std::ios::binary);
    if (!stream) {
        throw std::runtime_error(
            path + ": there is no such file; LANESCOPE_TEST_DATA names the folder above corpus/");
    }
    return {std::istreambuf_iterator<char>(stream), {}};
}

} // namespace lanescope::corpus
