// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "runtime/conditions.h"

namespace lanescope::runtime {

Conditions& Conditions::instance() {
    static auto* const conditions =
        new Conditions; // NOLINT(cppcoreguidelines-owning-memory): never destroyed
    return *conditions;
}

cudaGraphConditionalHandle Conditions::create(unsigned first, bool assigned) {
    const std::scoped_lock lock(m_mutex);
    m_conditions[m_next] = {first, assigned, first};
    return m_next++;
}

bool Conditions::knows(cudaGraphConditionalHandle handle) const {
    const std::scoped_lock lock(m_mutex);
    return m_conditions.contains(handle);
}

void Conditions::begin(cudaGraphConditionalHandle handle) {
    const std::scoped_lock lock(m_mutex);
    Condition& condition = m_conditions[handle];
    if (condition.assigned) condition.value = condition.first;
}

void Conditions::set(cudaGraphConditionalHandle handle, unsigned value) {
    const std::scoped_lock lock(m_mutex);
    if (const auto found = m_conditions.find(handle); found != m_conditions.end())
        found->second.value = value;
}

unsigned Conditions::value(cudaGraphConditionalHandle handle) const {
    const std::scoped_lock lock(m_mutex);
    const auto found = m_conditions.find(handle);
    return found == m_conditions.end() ? 0 : found->second.value;
}

} // namespace lanescope::runtime
