// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "labs/transfers/model.h"
#include "session/transfer_table.h"

#include <optional>

/// A transfer between host and device: how long it takes, modelled and measured.
namespace lanescope::lab_transfers {

/// The times of a choice: its curve and point measured, where the frame has measurements, and modelled.
class TransferView {
public:
    TransferView(const kit::Frame& frame, const TransferChoice& choice);

    const TransferChoice& choice() const { return m_choice; }
    /// What the pictures show: measured, or else modelled.
    const session::TransferTable& table() const { return m_measured ? *m_measured : m_modelled; }
    const session::TransferTable& modelledTable() const { return m_modelled; }
    bool measured() const { return m_measured != nullptr; }
    /// Seconds of the choice, or of the same transfer with another memory; nothing where there is none.
    std::optional<double> seconds(model::TransferMemory memory) const;
    std::optional<double> seconds() const { return seconds(m_choice.memory); }
    std::optional<double> modelledSeconds(model::TransferMemory memory) const;
    /// countedBytes / time, 10^9 bytes a second.
    double gbPerSecond(double seconds) const { return m_choice.gbPerSecond(seconds); }
    const model::TransferCurve* curve() const;
    const model::TransferCurve* modelledCurve() const;
    /// The parts of the modelled time.
    std::optional<model::TransferLegs> legs() const;
    const kit::Frame& frame() const { return m_frame; }

private:
    const kit::Frame& m_frame;
    TransferChoice m_choice;
    session::TransferTable m_modelled;
    const session::TransferTable* m_measured;
};

} // namespace lanescope::lab_transfers
