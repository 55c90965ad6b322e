// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/requests/argument_spec.h"

#include "kit/parameters.h"
#include "shell/output/output.h"
#include "shell/requests/lab_request.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cstring>
#include <limits>
#include <optional>
#include <type_traits>

namespace lanescope::shell {

namespace {

using Fill = ArgumentSpec::Fill;
using Kind = ArgumentSpec::Kind;

struct TypeRow {
    std::string_view name;
    std::size_t bytes;
};
constexpr std::array<TypeRow, 10> kTypes{{{"i8", 1},
                                          {"u8", 1},
                                          {"i16", 2},
                                          {"u16", 2},
                                          {"i32", 4},
                                          {"u32", 4},
                                          {"i64", 8},
                                          {"u64", 8},
                                          {"f32", 4},
                                          {"f64", 8}}};
/// What a kernel's parameters take in all since CUDA 12.1.
constexpr std::size_t kMostStructure = 32764;
/// The widest texture a CUDA device takes, and more than memory holds of a buffer.
constexpr std::uint32_t kMostTexels = 65536;
constexpr std::size_t kMostElements = std::size_t{1} << 40;

/// Calls f with a zero of the C++ type.
template<class F>
void withType(ElementType type, F f) {
    switch (type) {
    case ElementType::I8:
        return f(std::int8_t{});
    case ElementType::U8:
        return f(std::uint8_t{});
    case ElementType::I16:
        return f(std::int16_t{});
    case ElementType::U16:
        return f(std::uint16_t{});
    case ElementType::I32:
        return f(std::int32_t{});
    case ElementType::U32:
        return f(std::uint32_t{});
    case ElementType::I64:
        return f(std::int64_t{});
    case ElementType::U64:
        return f(std::uint64_t{});
    case ElementType::F32:
        return f(float{});
    case ElementType::F64:
        return f(double{});
    }
}

class SpecParser {
public:
    explicit SpecParser(std::string_view text) { m_spec.text = text; }

    ArgumentSpec parse() {
        std::string_view rest = m_spec.text;
        const bool texture = rest.starts_with("tex2d:");
        if (texture) rest.remove_prefix(6);
        const std::size_t end = rest.find_first_of(":[");
        if (!texture && rest.substr(0, end) == "bytes") return structure(rest.substr(5));
        m_spec.type = type(rest.substr(0, end));
        if (end == std::string_view::npos) fail("a value after ':' or a size in '[]' is missing");
        if (rest[end] == ':') {
            if (texture) fail("a texture has a size, as in tex2d:f32[64x64]");
            m_spec.kind = Kind::Scalar;
            m_spec.value = element(rest.substr(end + 1));
            return m_spec;
        }
        const std::size_t close = rest.find(']', end);
        if (close == std::string_view::npos) fail("the ']' after the size is missing");
        m_spec.kind = texture ? Kind::Texture : Kind::Buffer;
        texture ? textureSize(rest.substr(end + 1, close - end - 1))
                : bufferSize(rest.substr(end + 1, close - end - 1));
        rest.remove_prefix(close + 1);
        if (!rest.empty() && rest.front() != '=')
            fail("after ']' only =ramp, =random:SEED, =const:V or =@FILE can follow");
        if (!rest.empty()) fill(rest.substr(1));
        return m_spec;
    }

private:
    [[noreturn]] void fail(std::string_view why) const {
        throw BadInput(
            fmt::format("--arg '{}': {}; lanescope trace --help shows what can be given", m_spec.text, why));
    }

    ArgumentSpec structure(std::string_view rest) {
        m_spec.kind = Kind::Structure;
        m_spec.type = ElementType::U8;
        if (rest.starts_with(":")) {
            m_spec.value = hexadecimal(rest.substr(1));
            m_spec.count = m_spec.value.size();
            return m_spec;
        }
        const std::size_t close = rest.find("]=@");
        if (!rest.starts_with("[") || close == std::string_view::npos || close + 3 == rest.size() ||
            !parseWhole(rest.substr(1, close - 1), m_spec.count) || m_spec.count == 0 ||
            m_spec.count > kMostStructure)
            fail(fmt::format("write bytes:HEX or bytes[N]=@FILE, N from 1 to {}", kMostStructure));
        m_spec.fill = Fill::File;
        m_spec.file = rest.substr(close + 3);
        return m_spec;
    }

    std::vector<std::byte> hexadecimal(std::string_view text) const {
        std::vector<std::byte> bytes(text.size() / 2);
        bool known = !text.empty() && text.size() % 2 == 0 && bytes.size() <= kMostStructure;
        for (std::size_t i = 0; known && i < bytes.size(); ++i) {
            std::uint8_t value = 0;
            const char* const first = text.data() + 2 * i;
            const auto [end, error] = std::from_chars(first, first + 2, value, 16);
            known = error == std::errc{} && end == first + 2;
            bytes[i] = std::byte{value};
        }
        if (!known)
            fail(fmt::format("'{}' is not 1 to {} bytes, each two hexadecimal digits", text, kMostStructure));
        return bytes;
    }

    ElementType type(std::string_view word) const {
        for (std::size_t i = 0; i < kTypes.size(); ++i)
            if (kTypes[i].name == word) return static_cast<ElementType>(i);
        fail(fmt::format("no type '{}'; there are: i8 u8 i16 u16 i32 u32 i64 u64 f32 f64, bytes and tex2d:",
                         word));
    }

    void bufferSize(std::string_view text) {
        if (!parseWhole(text, m_spec.count) || m_spec.count == 0 || m_spec.count > kMostElements)
            fail(fmt::format("'{}' is not a number of elements, 1 to {}", text, kMostElements));
    }

    void textureSize(std::string_view text) {
        const std::size_t cross = text.find('x');
        if (cross == std::string_view::npos || !parseWhole(text.substr(0, cross), m_spec.width) ||
            !parseWhole(text.substr(cross + 1), m_spec.height) || m_spec.width == 0 || m_spec.height == 0 ||
            m_spec.width > kMostTexels || m_spec.height > kMostTexels)
            fail(fmt::format("'{}' is not a texture's size; write WIDTHxHEIGHT, each 1 to {}", text,
                             kMostTexels));
        if (m_spec.type != ElementType::F32 && m_spec.type != ElementType::U8)
            fail("textures hold f32 or u8 texels");
        m_spec.count = std::size_t{m_spec.width} * m_spec.height;
    }

    void fill(std::string_view text) {
        if (text == "raw" && m_spec.kind == Kind::Buffer) {
            m_spec.fill = Fill::Raw;
        } else if (text == "ramp") {
            m_spec.fill = Fill::Ramp;
        } else if (text.starts_with("random:")) {
            m_spec.fill = Fill::Random;
            if (!parseWhole(text.substr(7), m_spec.seed))
                fail(fmt::format("'{}' is not a seed, a whole number", text.substr(7)));
        } else if (text.starts_with("const:")) {
            m_spec.fill = Fill::Constant;
            m_spec.value = element(text.substr(6));
        } else if (text.starts_with("@") && text.size() > 1) {
            m_spec.fill = Fill::File;
            m_spec.file = text.substr(1);
        } else {
            fail(fmt::format(
                "no contents '{}'; there are: ramp, random:SEED, const:V, @FILE, and raw for a buffer",
                text));
        }
    }

    /// A value of the type as its bytes. A value that the type cannot hold is refused, never wrapped.
    std::vector<std::byte> element(std::string_view text) const {
        std::vector<std::byte> bytes(elementBytes(m_spec.type));
        withType(m_spec.type, [&](auto value) {
            using T = decltype(value);
            std::string_view digits = text;
            if (digits.starts_with("+")) digits.remove_prefix(1);
            bool known = false;
            if constexpr (std::is_integral_v<T>) {
                const auto [end, error] =
                    digits.starts_with("0x")
                        ? std::from_chars(digits.data() + 2, digits.data() + digits.size(), value, 16)
                        : std::from_chars(digits.data(), digits.data() + digits.size(), value);
                known = error == std::errc{} && end == digits.data() + digits.size();
            } else {
                known = parseWhole(digits, value);
            }
            if (!known) fail(fmt::format("'{}' is not a value of {}", text, elementName(m_spec.type)));
            std::memcpy(bytes.data(), &value, sizeof value);
        });
        return bytes;
    }

    ArgumentSpec m_spec;
};

/// Steele, Lea and Flood's generator: the same draws on every machine.
std::uint64_t splitmix64(std::uint64_t& state) {
    std::uint64_t z = state += 0x9e3779b97f4a7c15ULL;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

template<class T>
T randomElement(std::uint64_t draw) {
    if constexpr (std::is_same_v<T, float>)
        return static_cast<float>(draw >> 40) * 0x1p-24F;
    else if constexpr (std::is_same_v<T, double>)
        return static_cast<double>(draw >> 11) * 0x1p-53;
    else
        return static_cast<T>(draw);
}

bool isStructure(const ptx::Parameter& parameter) {
    return parameter.type.find('[') != std::string::npos;
}

/// What a parameter's .param type allows.
bool fits(const ptx::Parameter& parameter, const ArgumentSpec& argument) {
    const bool byValue = argument.kind == Kind::Scalar || argument.kind == Kind::Structure;
    if (parameter.size != (byValue ? argument.bytes() : 8)) return false;
    if (argument.kind == Kind::Structure) return true;
    // A structure by value, such as __half or half2: any scalar of its size gives its bytes.
    if (isStructure(parameter)) return argument.kind == Kind::Scalar;
    const char letter = parameter.type.empty() ? 'b' : parameter.type.front();
    const bool floating = argument.kind == Kind::Scalar && isFloat(argument.type);
    return letter == 'b' || (letter == 'f') == floating;
}

std::string specFor(const ptx::Parameter& parameter) {
    if (parameter.type == "f32") return "f32:V";
    if (parameter.type == "f64") return "f64:V";
    if (isStructure(parameter) && (parameter.size > 8 || (parameter.size & (parameter.size - 1)) != 0))
        return fmt::format("the structure's bytes: bytes:HEX of {} digits, or bytes[{}]=@FILE",
                           2 * parameter.size, parameter.size);
    switch (parameter.size) {
    case 1:
        return "u8:V or i8:V";
    case 2:
        return "u16:V or i16:V";
    case 4:
        return "i32:V or u32:V";
    default:
        return isStructure(parameter) ? "i64:V or u64:V"
                                      : "a buffer such as f32[N], a texture, i64:V or u64:V";
    }
}

} // namespace

std::string_view elementName(ElementType type) {
    return kTypes[static_cast<std::size_t>(type)].name;
}
std::size_t elementBytes(ElementType type) {
    return kTypes[static_cast<std::size_t>(type)].bytes;
}
bool isFloat(ElementType type) {
    return type == ElementType::F32 || type == ElementType::F64;
}

std::vector<std::byte> ArgumentSpec::contents() const {
    if (kind == Kind::Scalar || (kind == Kind::Structure && fill != Fill::File)) return value;
    std::vector<std::byte> all(bytes());
    if (fill == Fill::File) {
        const std::string read = readInput(file, false, all.size() + 1);
        if (read.size() != all.size())
            throw BadInput(fmt::format("--arg '{}': {} has {} bytes where {} are needed", text, file,
                                       read.size() > all.size() ? "more" : std::to_string(read.size()),
                                       all.size()));
        std::memcpy(all.data(), read.data(), all.size());
        return all;
    }
    if (fill == Fill::Zero || fill == Fill::Raw) return all;
    withType(type, [&](auto zero) {
        using T = decltype(zero);
        T same = zero;
        if (fill == Fill::Constant) std::memcpy(&same, value.data(), sizeof same);
        std::uint64_t state = seed;
        for (std::size_t i = 0; i < count; ++i) {
            const T element = fill == Fill::Ramp     ? static_cast<T>(i)
                              : fill == Fill::Random ? randomElement<T>(splitmix64(state))
                                                     : same;
            std::memcpy(all.data() + i * sizeof element, &element, sizeof element);
        }
    });
    return all;
}

ArgumentSpec parseArgumentSpec(std::string_view text) {
    return SpecParser(text).parse();
}

void checkArguments(const ptx::Kernel& kernel, const std::vector<ArgumentSpec>& arguments) {
    for (std::size_t i = 0; i < kernel.parameters.size() && i < arguments.size(); ++i) {
        const ptx::Parameter& parameter = kernel.parameters[i];
        if (!fits(parameter, arguments[i]))
            throw BadInput(fmt::format(
                "--arg '{}' does not fit parameter {} of {} (.{}, {} bytes); it takes {}", arguments[i].text,
                i, kernel.name, parameter.type, parameter.size, specFor(parameter)));
    }
    if (kernel.parameters.size() == arguments.size()) return;
    std::vector<std::string> wanted;
    for (const ptx::Parameter& parameter : kernel.parameters)
        wanted.push_back(fmt::format(".{}", parameter.type));
    throw BadInput(fmt::format("{} takes {} arguments ({}) and {} were given; give each parameter one --arg",
                               kernel.name, kernel.parameters.size(), fmt::join(wanted, " "),
                               arguments.size()));
}

} // namespace lanescope::shell
