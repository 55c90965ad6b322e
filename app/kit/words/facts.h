// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

namespace lanescope::kit {

struct Frame;
struct Row;
class Panel;

/// Something that a lab has to say of a run besides its counts: the panel and the report have it alike.
struct Fact {
    std::string name;  ///< "Found by the child"
    std::string value; ///< "32 of 256"
    std::string tip{}; ///< shown on hover; may be empty
};

/// All of both, in order; gives the first list.
std::vector<Fact>& addFacts(std::vector<Fact>& facts, std::vector<Fact> more);

/// What rows of a panel say of the model.
std::vector<Fact> factsFrom(std::span<const Row> rows);

/// The facts of the lab whose result the frame is, a line each, or a note where one is long.
void sayFacts(Panel& panel, const Frame& frame);

} // namespace lanescope::kit
