// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
// The terms' examples are of labs and settings that there are.
#include "kit/words/terms.h"

#include "kit/registry.h"

#include <gtest/gtest.h>

namespace lanescope::kit {
namespace {

TEST(TermExamples, CanBeShown) {
    for (const Term& term : terms()) {
        if (term.example.lab.empty()) continue;
        SCOPED_TRACE(term.name);
        const model::Architecture* architecture = term.example.architecture.empty()
                                                      ? &model::defaultArchitecture()
                                                      : model::findArchitecture(term.example.architecture);
        ASSERT_NE(architecture, nullptr);
        const std::unique_ptr<Lab> lab = findLab(term.example.lab).make();
        for (const auto& [name, value] : term.example.sets) EXPECT_NO_THROW(lab->set(name, value));
        EXPECT_NO_THROW(recordingOf(*lab, *architecture));
    }
}

} // namespace
} // namespace lanescope::kit
