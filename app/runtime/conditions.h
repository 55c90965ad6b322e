// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <driver_types.h>

#include <functional>
#include <map>
#include <mutex>
#include <utility>

namespace lanescope::runtime {

/// The conditions of graphs by their handles: kernels set them, and nodes look at them.
class Conditions {
public:
    /// Of the program. Never destroyed.
    static Conditions& instance();
    /// first: its value, from each launch on when it is assigned, else only at first.
    cudaGraphConditionalHandle create(unsigned first, bool assigned);
    bool knows(cudaGraphConditionalHandle handle) const;
    /// A launch of its graph begins.
    void begin(cudaGraphConditionalHandle handle);
    /// No effect on a handle of none.
    void set(cudaGraphConditionalHandle handle, unsigned value);
    /// 0: of none, too.
    unsigned value(cudaGraphConditionalHandle handle) const;
    /// Is told of each body of a node with a condition before it runs, by its number; before any runs.
    using Told = std::function<void(cudaGraphConditionalHandle handle, unsigned body)>;
    void setTold(Told told) { m_told = std::move(told); }
    void bodyRuns(cudaGraphConditionalHandle handle, unsigned body) const {
        if (m_told) m_told(handle, body);
    }

private:
    struct Condition {
        unsigned first = 0;
        bool assigned = false;
        unsigned value = 0;
    };
    mutable std::mutex m_mutex; ///< a kernel's threads are several of the host's
    Told m_told;
    std::map<cudaGraphConditionalHandle, Condition> m_conditions;
    cudaGraphConditionalHandle m_next = 1;
};

} // namespace lanescope::runtime
