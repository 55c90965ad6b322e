// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/transfers/transfer_view.h"

namespace lanescope::lab_transfers {

using namespace kit;
using model::TransferCurve;
using model::TransferMemory;
using model::TransferPoint;

TransferView::TransferView(const Frame& frame, const TransferChoice& choice)
    : m_frame(frame), m_choice(choice), m_modelled(session::modelledTransfers(frame.architecture)),
      m_measured(frame.transfers && frame.transfers->find(choice.direction, choice.memory) ? frame.transfers
                                                                                           : nullptr) {}

namespace {

std::optional<double> secondsIn(const session::TransferTable& table, const TransferChoice& choice,
                                TransferMemory memory) {
    const TransferCurve* curve = table.find(choice.direction, memory, choice.portable);
    const TransferPoint* point = curve ? session::pointAt(*curve, choice.bytes) : nullptr;
    return point ? std::optional(point->median) : std::nullopt;
}

} // namespace

std::optional<double> TransferView::seconds(TransferMemory memory) const {
    return secondsIn(table(), m_choice, memory);
}
std::optional<double> TransferView::modelledSeconds(TransferMemory memory) const {
    return secondsIn(m_modelled, m_choice, memory);
}
const TransferCurve* TransferView::curve() const {
    return table().find(m_choice.direction, m_choice.memory, m_choice.portable);
}
const TransferCurve* TransferView::modelledCurve() const {
    return m_modelled.find(m_choice.direction, m_choice.memory);
}
std::optional<model::TransferLegs> TransferView::legs() const {
    return model::modelTransfer(m_frame.architecture, m_choice.direction, m_choice.memory, m_choice.bytes);
}

} // namespace lanescope::lab_transfers
