// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/report.h"

#include <memory>

namespace lanescope::model {

/// A sink that counts while a kernel runs, without keeping the accesses.
class Tally final : public AccessSink {
public:
    explicit Tally(const Architecture& architecture, Rules rules = {});
    ~Tally() override;
    void access(const WarpAccess& access) override;
    std::unique_ptr<AccessSink> fork() const override;
    void join(AccessSink& fork) override;
    Report report() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lanescope::model
