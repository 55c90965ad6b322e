// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

/// Numbers and text as the bytes of a file, little-endian.
namespace lanescope::recording {

static_assert(std::endian::native == std::endian::little, "files are little-endian");

/// What is read does not hold together; what() says why, without the file's name.
class Damaged : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Bytes one after another, without padding.
class ByteWriter {
public:
    /// As many bytes as the type has.
    template<class T>
    void number(T value) {
        static_assert(std::is_arithmetic_v<T>);
        raw(std::as_bytes(std::span(&value, 1)));
    }
    /// The bytes alone, without their number.
    void raw(std::span<const std::byte> bytes) { m_bytes.insert(m_bytes.end(), bytes.begin(), bytes.end()); }
    /// Its number of bytes in 64 bits, and the bytes.
    void text(const std::string& text) {
        number(static_cast<std::uint64_t>(text.size()));
        raw(std::as_bytes(std::span(text)));
    }
    std::span<const std::byte> bytes() const { return m_bytes; }
    /// Leaves nothing behind.
    std::vector<std::byte> take() && { return std::move(m_bytes); }

private:
    std::vector<std::byte> m_bytes;
};

/// Throws Damaged where the bytes end too soon.
class ByteReader {
public:
    explicit ByteReader(std::span<const std::byte> bytes) : m_rest(bytes) {}
    /// The next number of that type.
    template<class T>
    T number() {
        static_assert(std::is_arithmetic_v<T>);
        T value;
        std::memcpy(&value, raw(sizeof value).data(), sizeof value);
        return value;
    }
    /// The next so many bytes, which lie where they were read from.
    std::span<const std::byte> raw(std::uint64_t bytes) {
        if (bytes > m_rest.size()) throw Damaged("a part ends too soon");
        const auto taken = m_rest.first(static_cast<std::size_t>(bytes));
        m_rest = m_rest.subspan(static_cast<std::size_t>(bytes));
        return taken;
    }
    /// As ByteWriter::text() has written it.
    std::string text() {
        const auto bytes = raw(number<std::uint64_t>());
        return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    }
    /// Bytes that have not been read.
    std::size_t remaining() const { return m_rest.size(); }
    bool atEnd() const { return m_rest.empty(); }

private:
    std::span<const std::byte> m_rest;
};

} // namespace lanescope::recording
