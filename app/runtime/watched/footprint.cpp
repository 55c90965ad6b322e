// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/watched/footprint.h"

#include "model/report.h"

#include <algorithm>

namespace lanescope::runtime {

void Words::add(std::uint64_t offset, std::uint64_t bytes) {
    if (bytes == 0) return;
    const std::uint64_t last = std::min<std::uint64_t>((offset + bytes - 1) / 4, m_bits.size() * 64 - 1);
    for (std::uint64_t word = offset / 4; word <= last;) {
        if (word % 64 == 0 && last - word >= 63) {
            m_bits[word / 64] = ~std::uint64_t{0};
            word += 64;
        } else {
            m_bits[word / 64] |= std::uint64_t{1} << word % 64;
            ++word;
        }
    }
}

void Words::add(const Words& other) {
    if (m_bits.size() < other.m_bits.size()) m_bits.resize(other.m_bits.size());
    for (std::size_t i = 0; i < other.m_bits.size(); ++i) m_bits[i] |= other.m_bits[i];
}

void Words::remove(const Words& other) {
    for (std::size_t i = 0; i < std::min(m_bits.size(), other.m_bits.size()); ++i)
        m_bits[i] &= ~other.m_bits[i];
}

bool Words::has(std::uint64_t offset) const {
    const std::uint64_t word = offset / 4;
    return word / 64 < m_bits.size() && (m_bits[word / 64] >> word % 64 & 1) != 0;
}

std::vector<Extent> Words::extents(std::uint64_t address) const {
    std::vector<Extent> all;
    for (std::size_t i = 0; i < m_bits.size(); ++i) {
        for (int bit = 0; m_bits[i] != 0 && bit < 64; ++bit) {
            if ((m_bits[i] >> bit & 1) == 0) continue;
            const std::uint64_t at = address + (i * 64 + static_cast<std::uint64_t>(bit)) * 4;
            if (!all.empty() && all.back().end() == at)
                all.back().bytes += 4;
            else
                all.push_back({at, 4});
        }
    }
    return all;
}

const Extent* Footprint::blockOf(std::uint64_t address) {
    if (m_last && address - m_last->address < m_last->bytes) return m_last;
    const auto next = std::ranges::upper_bound(m_blocks, address, {}, &Extent::address);
    if (next == m_blocks.begin() || address - std::prev(next)->address >= std::prev(next)->bytes)
        return nullptr;
    return m_last = &*std::prev(next);
}

void Footprint::access(const model::WarpAccess& access) {
    if (access.space != model::Space::Global) return;
    const model::Direction direction = model::directionOf(access.operation);
    model::forEachLane(access.activeMask, [&](int lane) {
        const std::uint64_t address = access.address[static_cast<std::size_t>(lane)];
        const Extent* const block = blockOf(address);
        if (!block) return;
        Touched& touched = m_touched[block->address];
        const std::uint64_t offset = address - block->address;
        const auto note = [&](Words& words) {
            if (words.empty()) words = Words(block->bytes);
            words.add(offset, access.width);
        };
        if (direction == model::Direction::Atomic) note(touched.atomics);
        if (direction != model::Direction::Store) {
            note(touched.reads);
            if (touched.writes.has(offset))
                touched.readsOwn = true;
            else
                note(touched.early);
        }
        if (direction != model::Direction::Load) note(touched.writes);
    });
}

std::unique_ptr<model::AccessSink> Footprint::fork() const {
    return std::make_unique<Footprint>(m_blocks);
}

void Footprint::join(model::AccessSink& fork) {
    m_joined.push_back(std::move(static_cast<Footprint&>(fork).m_touched));
}

std::map<std::uint64_t, Footprint::Touched> Footprint::touched() const {
    std::map<std::uint64_t, Touched> all;
    for (const auto& worker : m_joined)
        for (const auto& [address, own] : worker) {
            all[address].reads.add(own.reads);
            all[address].writes.add(own.writes);
            // What another worker has written may have been there; an atomic needs a value itself.
            Words early = own.early;
            for (const auto& other : m_joined)
                if (const auto found = other.find(address); &other != &worker && found != other.end()) {
                    Words stored = found->second.writes;
                    stored.remove(found->second.atomics);
                    early.remove(stored);
                }
            all[address].early.add(early);
            all[address].atomics.add(own.atomics);
            Words late = own.reads;
            late.remove(early);
            all[address].readsOwn |= own.readsOwn || !late.extents(0).empty();
        }
    return all;
}

} // namespace lanescope::runtime
