// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "recording/contents.h"

#include <xxhash.h>

#include <algorithm>

namespace lanescope::recording {

Digest digestOf(std::span<const std::byte> bytes) {
    const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
    return {hash.low64, hash.high64};
}

Blob::Blob(std::vector<std::byte> bytes) {
    const auto kept = std::make_shared<const std::vector<std::byte>>(std::move(bytes));
    m_owner = {kept, kept->data()};
    m_bytes = *kept;
}

const Digest& Blob::digest() const {
    std::call_once(m_digested, [&] { m_digest = digestOf(m_bytes); });
    return m_digest;
}

void Contents::write(std::span<std::byte> to) const {
    switch (m_kind) {
    case Kind::Zero:
    case Kind::Unspecified:
        std::ranges::fill(to, std::byte{0});
        return;
    case Kind::Generated:
        m_generate(to, m_arguments);
        return;
    case Kind::Bytes: {
        const auto bytes = m_blob->bytes().first(std::min(to.size(), m_blob->bytes().size()));
        std::ranges::copy(bytes, to.begin());
        std::ranges::fill(to.subspan(bytes.size()), std::byte{0});
        return;
    }
    }
}

bool Contents::operator==(const Contents& other) const {
    if (m_kind != other.m_kind || m_generate != other.m_generate || m_arguments != other.m_arguments)
        return false;
    return m_blob == other.m_blob || (m_blob && other.m_blob && m_blob->digest() == other.m_blob->digest() &&
                                      m_blob->bytes().size() == other.m_blob->bytes().size());
}

} // namespace lanescope::recording
