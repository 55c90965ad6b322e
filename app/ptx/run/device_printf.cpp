// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "ptx/run/device_printf.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <vector>

namespace lanescope::ptx {

namespace {

constexpr int kLargestField = 4096;

enum class Length : std::uint8_t { None, Char, Short, Long, LongLong };

/// A conversion specification, taken apart; only what is written down here ever reaches snprintf.
struct Specification {
    std::string flags; // of "-+ #0", each once
    int width = -1;    // -1: none
    int precision = -1;
    bool widthArgument = false; // given as '*'
    bool precisionArgument = false;
    Length length = Length::None;
    char conversion = 0;
    std::size_t end = 0; // position after it
};

class Scanner {
public:
    Scanner(std::string_view text, std::size_t at) : m_text(text), m_at(at) {}
    char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }
    bool take(char wanted) {
        const bool here = m_at < m_text.size() && m_text[m_at] == wanted;
        m_at += here ? 1 : 0;
        return here;
    }
    /// A decimal number, cut at kLargestField.
    int number() {
        int value = 0;
        while (peek() >= '0' && peek() <= '9') {
            value = std::min(value * 10 + (peek() - '0'), kLargestField);
            ++m_at;
        }
        return value;
    }
    std::size_t position() const { return m_at; }
    void skip() { ++m_at; }

private:
    std::string_view m_text;
    std::size_t m_at;
};

/// Reads the specification after the '%' at position at - 1. Without a value: it is malformed, or not
/// supported.
std::optional<Specification> parseSpecification(std::string_view format, std::size_t at) {
    constexpr std::string_view kFlags = "-+ #0";
    constexpr std::string_view kConversions = "diouxXcsaAeEfFgGp";
    Scanner scan(format, at);
    Specification spec;
    while (scan.peek() != '\0' && kFlags.find(scan.peek()) != std::string_view::npos) {
        if (spec.flags.find(scan.peek()) == std::string::npos) {
            spec.flags += scan.peek();
        }
        scan.skip();
    }
    if (scan.take('*')) {
        spec.widthArgument = true;
    } else if (scan.peek() >= '1' && scan.peek() <= '9') {
        spec.width = scan.number();
    }
    if (scan.take('.')) {
        if (scan.take('*')) {
            spec.precisionArgument = true;
        } else {
            spec.precision = scan.number();
        }
    }
    if (scan.take('h')) {
        spec.length = scan.take('h') ? Length::Char : Length::Short;
    } else if (scan.take('l')) {
        spec.length = scan.take('l') ? Length::LongLong : Length::Long;
    } else if (scan.take('z') || scan.take('j') || scan.take('t')) {
        spec.length = Length::Long; // size_t, intmax_t and ptrdiff_t have 64 bits on the device
    }
    spec.conversion = scan.peek();
    if (spec.conversion == '\0' || kConversions.find(spec.conversion) == std::string_view::npos) {
        return std::nullopt;
    }
    spec.end = scan.position() + 1;
    return spec;
}

bool printsInteger(char conversion) {
    return std::string_view("diouxX").find(conversion) != std::string_view::npos;
}
bool printsFloat(char conversion) {
    return std::string_view("aAeEfFgG").find(conversion) != std::string_view::npos;
}

/// snprintf's directive: flags that mean something for the conversion, then "*.*" or "*", a length, the
/// conversion.
std::string directive(const Specification& spec, std::string_view allowedFlags, std::string_view length) {
    std::string text = "%";
    for (const char flag : spec.flags) {
        if (allowedFlags.find(flag) != std::string_view::npos) {
            text += flag;
        }
    }
    text += '*';
    if (spec.precision >= 0) {
        text += ".*";
    }
    text.append(length);
    return text + spec.conversion;
}

template<class Value>
void append(std::string& text, const Specification& spec, const std::string& pattern, Value value) {
    const int width = std::max(spec.width, 0);
    const auto print = [&](char* to, std::size_t size) {
        return spec.precision >= 0 ? std::snprintf(to, size, pattern.c_str(), width, spec.precision, value)
                                   : std::snprintf(to, size, pattern.c_str(), width, value);
    };
    const int length = print(nullptr, 0);
    if (length > 0) {
        std::vector<char> buffer(static_cast<std::size_t>(length) + 1);
        print(buffer.data(), buffer.size());
        text.append(buffer.data(), static_cast<std::size_t>(length));
    }
}

/// Walks the argument buffer.
class ArgumentCursor {
public:
    explicit ArgumentCursor(const PrintReader& reader) : m_reader(reader) {}

    /// The next value of 4 or 8 bytes; 0 and failed() where it cannot be read.
    std::uint64_t next(std::size_t bytes) {
        m_offset = (m_offset + bytes - 1) / bytes * bytes;
        const std::optional<std::uint64_t> value = m_reader.argument(m_offset, bytes);
        m_offset += bytes;
        ++m_count;
        m_failed = m_failed || !value;
        return value.value_or(0);
    }
    int nextInt() { return static_cast<int>(static_cast<std::uint32_t>(next(4))); }
    bool failed() const { return m_failed; }
    int count() const { return m_count; }

private:
    const PrintReader& m_reader;
    std::size_t m_offset = 0;
    int m_count = 0;
    bool m_failed = false;
};

void takeStars(Specification& spec, ArgumentCursor& arguments) {
    if (spec.widthArgument) {
        const int width = arguments.nextInt();
        if (width < 0 && spec.flags.find('-') == std::string::npos) {
            spec.flags += '-'; // a negative width is the flag '-' and a width
        }
        spec.width =
            width < 0 ? (width < -kLargestField ? kLargestField : -width) : std::min(width, kLargestField);
    }
    if (spec.precisionArgument) {
        const int precision = arguments.nextInt();
        spec.precision = precision < 0 ? -1 : std::min(precision, kLargestField);
    }
}

void appendInteger(std::string& text, const Specification& spec, ArgumentCursor& arguments) {
    const bool wide = spec.length == Length::Long || spec.length == Length::LongLong;
    const std::uint64_t bits = arguments.next(wide ? 8 : 4);
    if (spec.conversion == 'd' || spec.conversion == 'i') {
        long long value = wide ? static_cast<long long>(bits) : static_cast<std::int32_t>(bits);
        if (spec.length == Length::Short) {
            value = static_cast<std::int16_t>(bits);
        } else if (spec.length == Length::Char) {
            value = static_cast<std::int8_t>(bits);
        }
        return append(text, spec, directive(spec, "-+ 0", "ll"), value);
    }
    unsigned long long value = wide ? bits : static_cast<std::uint32_t>(bits);
    if (spec.length == Length::Short) {
        value = static_cast<std::uint16_t>(bits);
    } else if (spec.length == Length::Char) {
        value = static_cast<std::uint8_t>(bits);
    }
    append(text, spec, directive(spec, spec.conversion == 'u' ? "-0" : "-#0", "ll"), value);
}

void appendPadded(std::string& text, const Specification& spec, std::string_view content) {
    const auto width = static_cast<std::size_t>(std::max(spec.width, 0));
    const std::size_t padding = width > content.size() ? width - content.size() : 0;
    const bool left = spec.flags.find('-') != std::string::npos;
    text.append(left ? 0 : padding, ' ').append(content).append(left ? padding : 0, ' ');
}

void appendString(std::string& text, const Specification& spec, ArgumentCursor& arguments,
                  const PrintReader& reader) {
    const std::uint64_t address = arguments.next(8);
    std::string content = "(null)";
    if (address != 0) {
        content = reader.string(address).value_or("(unreadable)");
    }
    if (spec.precision >= 0) {
        content.resize(std::min(content.size(), static_cast<std::size_t>(spec.precision)));
    }
    appendPadded(text, spec, content);
}

void appendPointer(std::string& text, const Specification& spec, ArgumentCursor& arguments) {
    const std::uint64_t address = arguments.next(8);
    char digits[24];
    const int length =
        std::snprintf(digits, sizeof digits, "0x%llx", static_cast<unsigned long long>(address));
    appendPadded(text, spec,
                 address == 0 ? std::string_view("(nil)")
                              : std::string_view(digits, static_cast<std::size_t>(length)));
}

} // namespace

Printed formatPrintf(std::string_view format, const PrintReader& reader) {
    Printed printed;
    ArgumentCursor arguments(reader);
    for (std::size_t at = 0; at < format.size();) {
        const std::size_t percent = format.find('%', at);
        printed.text.append(format.substr(at, percent - at));
        if (percent == std::string_view::npos) {
            break;
        }
        at = percent + 1;
        if (at < format.size() && format[at] == '%') {
            printed.text += '%';
            ++at;
            continue;
        }
        std::optional<Specification> spec = parseSpecification(format, at);
        if (!spec) {
            printed.text += '%'; // what follows is printed as ordinary text
            continue;
        }
        at = spec->end;
        takeStars(*spec, arguments);
        if (printsInteger(spec->conversion)) {
            appendInteger(printed.text, *spec, arguments);
        } else if (printsFloat(spec->conversion)) {
            append(printed.text, *spec, directive(*spec, "-+ #0", ""),
                   std::bit_cast<double>(arguments.next(8)));
        } else if (spec->conversion == 's') {
            appendString(printed.text, *spec, arguments, reader);
        } else if (spec->conversion == 'c') {
            const char character = static_cast<char>(arguments.nextInt());
            appendPadded(printed.text, *spec, std::string_view(&character, 1));
        } else {
            appendPointer(printed.text, *spec, arguments);
        }
    }
    printed.result = arguments.failed() ? -1 : arguments.count();
    return printed;
}

std::string printedBeforeText(std::uint64_t bytes, std::size_t kept) {
    return fmt::format("the first {} bytes that the kernel printed are left out: a device keeps the last {} "
                       "(cudaLimitPrintfFifoSize) until the host waits",
                       bytes, kept);
}

} // namespace lanescope::ptx
