// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/lab_counters.h"
#include "model/dram.h"
#include "model/report.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <istream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The model laid beside what hardware counted.
namespace lanescope::kit {

/// "global load sectors", "l2_sectors".
std::string counterName(const device::CounterId& id);

/// One quantity of one space and direction over many accesses.
struct QuantityComparison {
    device::CounterId id;
    bool promised = false; ///< the model says that it is exact here
    std::size_t exact = 0, off = 0;
    /// Of the access that deviates most, by the difference; first of them.
    std::uint64_t modelled = 0, measured = 0;
    std::string where; ///< that access; empty when all are exact
    std::string name() const { return counterName(id); }
};

/// Counts the agreements of model and counters by quantity.
class Comparison {
public:
    explicit Comparison(const model::Architecture& architecture) : m_architecture(&architecture) {}
    /// where says which access it was; called only when it is kept.
    void add(const device::CounterId& id, std::uint64_t modelled, std::uint64_t measured,
             const std::function<std::string()>& where);
    /// Everything that both sides know of an access of one space and direction.
    void add(const model::WarpAccess& access, const model::Counts& modelled,
             const device::CounterValues& measured, const std::function<std::string()>& where);

    const model::Architecture& architecture() const { return *m_architecture; }
    /// In the order of device::counterRows().
    std::vector<QuantityComparison> rows() const;
    /// Nothing that was promised is off.
    bool holds() const;

private:
    const model::Architecture* m_architecture;
    std::vector<QuantityComparison> m_rows;
};

/// The count that the model has for a counter; nothing where it has none.
std::optional<std::uint64_t> modelledCount(const device::CounterId& id, const model::Counts& counts,
                                           const model::Architecture& architecture);

/// Whether the model promises the exact count for a kernel of one warp: on compute capability 9.0 the
/// wavefronts and conflicts of shared memory and the requests, sectors and tag look-ups of global memory.
bool promisedExact(const device::CounterId& id, const model::Architecture& architecture);

/// A table of measurements: the columns of model::readAccessTable() and a column for each counter, named as
/// `lanescope model` names it. Rows of spaces other than global and shared are left out. Gives how many were
/// compared. Throws BadInput for a table that is none.
std::size_t compareTable(std::istream& table, std::string_view name, Comparison& into);

/// A table of measurements that the program carries.
struct MeasuredTable {
    std::string_view name, text;
};
/// Those of assets/measured that have accesses in them, all of an H200.
std::vector<MeasuredTable> measuredTables();

/// Reports how far a long piece of work is: a share, and what is under way.
using Progress = std::function<void(double, std::string_view)>;

/// One drawn access and what was counted for it; global addresses are offsets from the start of the memory.
struct CountedAccess {
    model::WarpAccess access;
    model::Counts modelled;
    device::CounterValues measured; ///< without what a launch counts that makes no access
};
/// What drawn accesses came to on a GPU.
struct LiveValidation {
    Comparison comparison;
    std::vector<CountedAccess> accesses;
    double seconds = 0;
};
/// The accesses as a table: the columns that compareTable() reads, and the model's count beside each counter.
std::string tableOf(const LiveValidation& live);
/// Draws accesses and compares each with the GPU's counters. Throws device::Unavailable where the counters
/// cannot be read, and device::Cancelled.
LiveValidation validateAccesses(device::Device& device, const model::Architecture& architecture,
                                std::size_t count, std::uint64_t seed, const Progress& progress,
                                const std::atomic<bool>* cancel = nullptr);

/// One quantity of one launch of a lab.
struct LaunchQuantity {
    std::string kernel; ///< "wave.createVertices"
    device::CounterId id;
    std::uint64_t modelled = 0, measured = 0;
    bool promised = false; ///< the model says that it is exact: a kernel of one warp
    std::string reason;    ///< why they differ; empty when they do not
};
/// Everything that both sides know of a launch and that is not 0 on both. DRAM only where it was counted from
/// an empty L2, as it is modelled, and where only global memory goes there: the model has the traffic of
/// that.
std::vector<LaunchQuantity> compareLaunch(const model::Report& report, const model::DramTraffic& dram,
                                          const CountedLaunch& counted);

/// A lab at its default values.
struct LabValidation {
    std::string lab;
    std::vector<LaunchQuantity> quantities;
    std::string skipped; ///< why there was nothing to compare; else empty
};
/// Compares every lab's kernels with the GPU's counters. Throws as validateAccesses().
std::vector<LabValidation> validateLabs(std::shared_ptr<device::Device> device,
                                        const model::Architecture& architecture, const Progress& progress,
                                        const std::atomic<bool>* cancel = nullptr);
/// Nothing that was promised is off.
bool holds(const std::vector<LabValidation>& labs);

} // namespace lanescope::kit
