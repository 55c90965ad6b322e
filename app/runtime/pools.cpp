// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/pools.h"

#include "model/arithmetic.h"
#include "runtime/errors.h"

#include <algorithm>

namespace lanescope::runtime {

void Pool::add(std::size_t bytes) {
    used += bytes;
    usedHigh = std::max(usedHigh, used);
    reserved = std::max(reserved, model::roundUp(used, kPortion));
    reservedHigh = std::max(reservedHigh, reserved);
}

void Pool::trim(std::uint64_t keptBytes) {
    reserved =
        std::min(reserved, std::max(model::roundUp(used, kPortion), model::roundUp(keptBytes, kPortion)));
}

cudaMemPool_t Pools::create() {
    auto made = std::make_unique<Pool>();
    cudaMemPool_t handle = handleOf(*made);
    m_pools.emplace(handle, std::move(made));
    return handle;
}

void Pools::destroy(cudaMemPool_t handle) {
    Pool& gone = pool(handle);
    require(&gone != &m_standard);
    if (m_present == &gone) m_present = &m_standard;
    std::erase_if(m_taken, [&](const auto& each) { return each.second.pool == &gone; });
    m_pools.erase(handle);
}

Pool& Pools::pool(cudaMemPool_t handle) {
    if (handle == standard()) return m_standard;
    const auto found = m_pools.find(handle);
    require(found != m_pools.end());
    return *found->second;
}

void Pools::taken(cudaMemPool_t handle, const void* pointer, std::size_t bytes) {
    Pool& from = pool(handle);
    from.add(bytes);
    m_taken[pointer] = {&from, bytes};
}

void Pools::released(const void* pointer) {
    const auto found = m_taken.find(pointer);
    if (found == m_taken.end()) return;
    found->second.pool->used -= found->second.bytes;
    m_taken.erase(found);
}

void Pools::forget() {
    m_taken.clear();
    m_pools.clear();
    m_standard = {};
    m_present = &m_standard;
}

void Pools::trim() {
    m_standard.trim(m_standard.releaseThreshold);
    for (const auto& [handle, each] : m_pools) each->trim(each->releaseThreshold);
}

} // namespace lanescope::runtime
