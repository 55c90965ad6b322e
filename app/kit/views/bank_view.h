// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/views/lane_part.h"
#include "model/memory/banks.h"
#include "model/report.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace lanescope::kit {

/// A shared-memory access as the bank picture draws it.
struct BankView {
    /// One bank's part of one row of words.
    struct Cell {
        std::uint64_t word = 0; ///< the first that is asked for
        std::vector<LanePart> parts;
    };
    BankView(const model::WarpAccess& access, const model::Architecture& architecture,
             const model::Rules& rules);

    int banks = 32, wordsPerCell = 1;
    std::vector<model::RequestGroup> groups;
    std::vector<model::Wavefront> wavefronts;
    std::map<std::uint64_t, std::map<int, Cell>> rows; ///< by row of banks, by bank
    std::vector<int> passes;                 ///< by bank: the most wavefronts of one group that need it
    std::vector<std::map<int, Cell>> served; ///< by wavefront, by bank

    std::uint64_t rowBytes() const {
        return static_cast<std::uint64_t>(banks) * static_cast<unsigned>(wordsPerCell) * 4;
    }
    /// "8 banks serve 4 words each", and of the rest "; 24 banks idle".
    struct Use {
        std::string served, rest;
    };
    Use use(bool atomic, bool stepwise) const;
    int mostPasses() const;
    /// How banks serve lanes on this architecture, in two sentences.
    std::string lesson(const model::Architecture& architecture, model::Operation operation) const;
};

} // namespace lanescope::kit
