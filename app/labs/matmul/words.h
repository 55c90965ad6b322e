// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "kit/panel/panel.h"
#include "kit/words/readings.h"
#include "labs/matmul/model.h"

#include <string>

namespace lanescope::lab_matmul {

/// "3"; "3.13, up to 4": how often that is with whole blocks.
std::string roundedUp(double times);
/// A table of how often each factor is read by the rule, beside what the launch's threads asked for and what
/// was moved for them.
void addReadsTable(kit::Panel& panel, const kit::LaunchResult& launch, const Product& product);

kit::AccessWords wordsOf(const kit::ShownAccess& shown, const Product& product);

} // namespace lanescope::lab_matmul
