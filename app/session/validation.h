// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/counters/counters.h"
#include "model/report.h"

#include <cstdint>
#include <functional>
#include <istream>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The model laid beside what hardware counted.
namespace lanescope::session {

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
    /// As counterName() has it.
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

    /// Whose rules the model goes by.
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

/// The column that a counter has in a table of measurements, of one space.
struct CounterColumn {
    std::string_view name; ///< "global_sectors"
    model::Space space;
    device::Count count;
};
std::span<const CounterColumn> counterColumns();

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

} // namespace lanescope::session
