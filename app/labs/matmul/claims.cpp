// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/matmul/claims.h"

#include "kit/words/made_access.h"
#include "model/format.h"

#include <fmt/format.h>

#include <cmath>
#include <vector>

namespace lanescope::lab_matmul {

std::string roundedUp(double times) {
    const double whole = std::ceil(times);
    const std::string up = grouped(static_cast<std::uint64_t>(whole));
    return times < whole ? fmt::format("{}, up to {}", shortNumber(times), up) : up;
}

void readClaims(Panel& panel, const LaunchResult& launch, std::span<const ReadClaim> claims) {
    std::vector<Row> rows;
    for (const ReadClaim& claim : claims) {
        const model::Counts counts = countsOf(launch, claim.buffer, model::Direction::Load);
        const auto times = [&](std::uint64_t bytes) {
            return shortNumber(static_cast<double>(bytes) / static_cast<double>(claim.bytes));
        };
        rows.push_back({fmt::format("{}: {}", claim.buffer, claim.rule), roundedUp(claim.times), "", "",
                        "what the CUDA C++ Programming Guide says, rounded up to whole blocks"});
        rows.push_back({fmt::format("{}: elements fetched", claim.buffer), times(counts.bytesRequested), "",
                        "", "bytes that all threads of this run ask for / bytes of the whole"});
        rows.push_back({fmt::format("{}: moved for that", claim.buffer), times(counts.bytesTransferred), "",
                        "",
                        "bytes moved / bytes of the whole: lanes that want the same element share one, and "
                        "what is not used of a sector is moved too"});
    }
    panel.table("times the whole is read", rows);
}

} // namespace lanescope::lab_matmul
