// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/report.h"

#include <memory>

namespace lanescope::model {

/// A sink that counts while a kernel runs, without keeping the accesses.
class Tally final : public AccessSink {
public:
    /// architecture outlives the tally.
    explicit Tally(const Architecture& architecture, Rules rules = {});
    ~Tally() override;
    /// Throws std::invalid_argument for what count() refuses.
    void access(const WarpAccess& access) override;
    void accessInEights(const WarpAccess& access, Eights eights) override;
    std::unique_ptr<AccessSink> fork() const override;
    void join(AccessSink& fork) override;
    /// Of all accesses so far, the forks' that were joined among them. Blocks are not counted here.
    Report report() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lanescope::model
