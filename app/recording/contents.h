// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace lanescope::recording {

/// 128 bits that tell contents apart (XXH3).
struct Digest {
    std::uint64_t low = 0, high = 0;
    bool operator==(const Digest&) const = default;
};
/// Equal bytes have the same digest in each build and on each machine: it is stored in files.
Digest digestOf(std::span<const std::byte> bytes);

/// Bytes that several recordings share; their digest is taken once, when it is asked for.
class Blob {
public:
    explicit Blob(std::vector<std::byte> bytes);
    /// Bytes that stay as they are from now on.
    Blob(std::shared_ptr<const std::byte[]> bytes, std::size_t size) // NOLINT(modernize-avoid-c-arrays)
        : m_owner(std::move(bytes)), m_bytes(m_owner.get(), size) {}
    /// All of them.
    std::span<const std::byte> bytes() const { return m_bytes; }
    /// Of all bytes. May be asked for by several threads.
    const Digest& digest() const;

private:
    std::shared_ptr<const std::byte[]> m_owner; // NOLINT(modernize-avoid-c-arrays)
    std::span<const std::byte> m_bytes;
    mutable std::once_flag m_digested;
    mutable Digest m_digest;
};
using BlobPointer = std::shared_ptr<const Blob>;

/// What memory holds at first. Cheap to copy and to compare: neither touches the bytes themselves.
class Contents {
public:
    enum class Kind : std::uint8_t {
        Zero,
        Unspecified, ///< as cudaMalloc leaves it
        Generated,   ///< by a pure function of its arguments
        Bytes        ///< a blob
    };

    Contents() = default; ///< zeros
    /// Nothing that a program may rely on; it is written as zeros.
    static Contents unspecified() {
        Contents made;
        made.m_kind = Kind::Unspecified;
        return made;
    }
    /// As many of the blob's bytes as there is room for; zeros after them.
    Contents(BlobPointer blob)
        : m_kind(Kind::Bytes), m_blob(std::move(blob)) {} // NOLINT(google-explicit-constructor)

    Kind kind() const { return m_kind; }
    /// nullptr where the kind is not Bytes.
    const BlobPointer& blob() const { return m_blob; }
    /// Writes all of `to`; unspecified contents are written as zeros.
    void write(std::span<std::byte> to) const;
    bool operator==(const Contents& other) const;

private:
    template<class T, class F, class... A>
    friend Contents elements(F value, A... arguments);

    static constexpr std::size_t kMostArguments = 32; // bytes
    using Arguments = std::array<std::byte, kMostArguments>;
    using Generator = void (*)(std::span<std::byte>, const Arguments&);

    Kind m_kind = Kind::Zero;
    Generator m_generate = nullptr;
    Arguments m_arguments{};
    BlobPointer m_blob;
};

/// Element i of type T is value(i, arguments...). The function captures nothing, so that its arguments, plain
/// values of at most 32 bytes together, say all about what it gives.
template<class T, class F, class... A>
Contents elements(F, A... arguments) {
    static_assert(std::is_empty_v<F>, "pass what the function needs as arguments, not as captures");
    static_assert((std::is_trivially_copyable_v<A> && ...) && (std::size_t{0} + ... + sizeof(A)) <= 32);
    Contents made;
    made.m_kind = Contents::Kind::Generated;
    std::size_t at = 0;
    ((std::memcpy(made.m_arguments.data() + at, &arguments, sizeof(A)), at += sizeof(A)), ...);
    made.m_generate = [](std::span<std::byte> to, const Contents::Arguments& packed) {
        std::tuple<A...> given;
        std::size_t from = 0;
        std::apply(
            [&](A&... each) {
                ((std::memcpy(&each, packed.data() + from, sizeof(A)), from += sizeof(A)), ...);
            },
            given);
        for (std::size_t i = 0; i < to.size() / sizeof(T); ++i) {
            const T element =
                std::apply([i](const A&... each) { return static_cast<T>(F{}(i, each...)); }, given);
            std::memcpy(&to[i * sizeof(T)], &element, sizeof(T));
        }
    };
    return made;
}

} // namespace lanescope::recording
