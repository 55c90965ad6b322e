// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/panel/sweep_plot.h"
#include "kit/panel/time_plots.h"
#include "model/clock.h"
#include "session/measurements.h"
#include "session/transfer_table.h"
#include "shell/app/measuring/measuring_process.h"
#include "shell/app/messages.h"
#include "shell/app/runner.h"
#include "shell/output/sweep.h"
#include "shell/output/times.h"
#include "shell/output/validation.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace lanescope::shell {

/// What is measured beside the window.
enum class Measured : std::uint8_t { Counters, Sweep, Experiment, Transfers, Validation, Times };

/// "counters", "sweep"...: as messages call it.
std::string_view nameOf(Measured what);

/// What is measured on a GPU: in every frame the kernels' times, and beside the window, in a process of its
/// own, what a button asks for.
class Measuring {
public:
    /// program: Lanescope's file, empty: the one that runs. still: for a picture, nothing depends on the
    /// clock.
    Measuring(std::string program, bool still) : m_program(std::move(program)), m_still(still) {}

    struct Requests {
        std::optional<Measured> start;
        bool cancel = false;
    };
    /// What cannot be started is said.
    void apply(const Requests& asked, const Runner& runner, Messages& messages);
    /// To be called once a frame, before the run: takes what has come of the process, drops what belongs to
    /// another device, another lab or other values, cancels what measures them.
    void follow(const Runner& runner, Messages& messages);
    /// Takes in the times of a new result.
    void noteResult(const kit::Drawn& drawn, const Runner& runner);

    bool running() const { return m_process.running(); }
    double progress() const { return m_process.progress(); }
    const std::string& doing() const { return m_process.doing(); }
    Measured what() const { return m_what; } ///< is or was measured

    const session::Measurements& measurements() const { return m_measurements; }
    const session::TransferTable* transfers() const { return m_transfers ? &*m_transfers : nullptr; }
    const session::MeasuredSweep* experiment() const { return m_experiment ? &*m_experiment : nullptr; }
    const std::string& experimentLab() const { return m_experimentLab; }
    const ValidationPage* validation() const { return m_validation ? &*m_validation : nullptr; }
    const TimesDocument* times() const { return m_times ? &*m_times : nullptr; }
    const kit::History& modelled() const { return m_modelled; } ///< bandwidth, 10^9 bytes a second
    const kit::History& measured() const { return m_measured; }
    /// Another one whenever measurements() or transfers() have changed, and as often as a time can be read
    /// when a GPU gives another one in each frame.
    std::uint64_t edition() const { return m_edition; }
    /// How often an experiment, or a validation of counts or times, came in: whoever shows them opens a page
    /// for a new one.
    int experiments() const { return m_experiments; }
    int validations() const { return m_validations; }
    int timings() const { return m_timings; }

    /// The kernels run in every frame, for their times.
    bool timesLive(const Runner& runner) const { return runner.can().measuresTimes && m_live && !m_still; }
    session::Timing timing(const Runner& runner) const;
    bool live() const { return m_live; }
    void setLive(bool live) { m_live = live; }
    void setCache(model::Cache cache);

private:
    void followTimes();
    void followWhatRuns(const Runner& runner, Messages& messages);
    void start(Measured what, const Runner& runner, Messages& messages);
    void cancel(Messages& messages);
    bool measuresLab() const { return m_what == Measured::Counters || m_what == Measured::Sweep; }
    void take(const MeasuringProcess::Outcome& outcome, Messages& messages);

    std::string m_program;
    bool m_still;
    MeasuringProcess m_process;
    Measured m_what = Measured::Counters;
    std::string m_processKey, m_counterKey, m_sweepKey; ///< what each is of, see keyOf()
    std::string m_processLab;
    const device::Device* m_device = nullptr; ///< whose, and what of, all this is
    const kit::LabEntry* m_lab = nullptr;
    const model::Architecture* m_architecture = nullptr;
    session::Measurements m_measurements;
    kit::History m_modelled, m_measured;
    /// What the model says of the run, until it is observed anew.
    struct Expected {
        std::uint64_t generation = ~std::uint64_t{0};
        model::Cache cache = model::Cache::Cold;
        double requestedBytes = 0, seconds = 0;
    };
    Expected m_expected;
    std::optional<session::MeasuredSweep> m_experiment;
    std::string m_experimentLab;
    std::optional<session::TransferTable> m_transfers;
    std::optional<ValidationPage> m_validation;
    std::optional<TimesDocument> m_times;
    std::uint64_t m_edition = 0;
    bool m_hasNewTimes = false;     ///< that m_edition does not stand for yet
    Clock::time_point m_timesShown; ///< when it did last
    int m_experiments = 0, m_validations = 0, m_timings = 0;
    bool m_live = true;
};

} // namespace lanescope::shell
