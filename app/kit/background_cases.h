// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/lab_interfaces.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lanescope::kit {

/// Runs the cases of a lab in the emulator, one after another on a thread of its own, so that a window never
/// waits; rows appear as they are done.
class BackgroundCases {
public:
    BackgroundCases();
    ~BackgroundCases();

    struct Row {
        Sets sets;
        std::vector<CaseCell> cells; ///< none: why says it
        std::string why;             ///< the run failed, in the user's language; empty: it did not
    };
    struct Snapshot {
        std::vector<std::string> names; ///< of the parameters that tell the cases apart
        std::vector<std::string> columns;
        std::vector<Row> rows;
        std::size_t count = 0;        ///< of rows when all are done; 0: the lab has no cases
        std::uint64_t generation = 0; ///< changes with the contents
    };
    /// Begins anew when what the cases depend on differs from the last request; one of the last that were
    /// complete is there again at once.
    void request(const LabEntry& entry, const Lab& lab, const model::Architecture& architecture);
    Snapshot snapshot() const;
    /// That of the snapshot: for those who keep a copy.
    std::uint64_t generation() const;
    bool complete() const;
    /// Sleeps until it is complete, at most so many seconds; true when it is.
    bool waitUntilDone(double seconds) const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lanescope::kit
