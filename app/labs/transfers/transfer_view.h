// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "kit/panel/panel.h"
#include "labs/transfers/model.h"
#include "render/canvas.h"
#include "session/transfer_table.h"

#include <optional>
#include <string>
#include <vector>

/// Pictures of a transfer between host and device: bandwidth over size, and the way that the bytes take.
namespace lanescope::lab_transfers {

using namespace kit;

/// The times of a choice: its curve and point measured, where the frame has measurements, and modelled.
class TransferView {
public:
    TransferView(const Frame& frame, const TransferChoice& choice);

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
    double gbps(double seconds) const { return m_choice.gbps(seconds); }
    const model::TransferCurve* curve() const;
    const model::TransferCurve* modelledCurve() const;
    /// The parts of the modelled time.
    std::optional<model::TransferLegs> legs() const;
    const Frame& frame() const { return m_frame; }

private:
    const Frame& m_frame;
    TransferChoice m_choice;
    session::TransferTable m_modelled;
    const session::TransferTable* m_measured;
};

/// The colour that a memory has in all pictures of transfers.
render::Color transferColor(const render::Theme& theme, model::TransferMemory memory);

/// Bandwidth over size of all memories, peaks and the half-bandwidth size; a size can be clicked
/// (PickKind::Point with its index in transferSizes).
void drawTransferCurves(render::Canvas& canvas, const render::Rect& rect, const TransferView& view);
/// A memory's bar is PickKind::Point with this and its index in memoriesOf.
inline constexpr std::int64_t kMemoryPick = 1000;
/// Where the bytes lie, what carries them on, how long each leg takes; under it the times of all memories.
void drawTransferPath(render::Canvas& canvas, const render::Rect& rect, const TransferView& view);

/// What a region of the two pictures says: every memory's time and bandwidth at a size, or a memory's at the
/// chosen size.
std::string describeTransfer(const render::Pick& pick, const TransferView& view);

/// What the time of a transfer means.
struct TransferVerdict {
    Tone tone = Tone::Plain;
    std::string headline, sentence;
};
/// Of a view that has a time.
TransferVerdict transferVerdict(const TransferView& view);
/// What the picture of the way shows, in a sentence; may be empty.
std::string conclusionText(const TransferView& view);
/// What a programmer should know of the memory (CUDA C++ Programming Guide, page-locked host memory).
std::string aboutTransfer(const TransferChoice& choice);
/// What is counted and timed, how, and what the model assumes.
std::vector<std::string> transferNotes(const TransferView& view);

} // namespace lanescope::lab_transfers
