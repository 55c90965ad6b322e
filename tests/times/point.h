// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "model/memory/dram.h"
#include "model/report.h"
#include "model/time/launch_time.h"
#include "ptx/decode/module.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lanescope::times {

/// A line of points.txt: GROUP NAME FILE KERNEL GRID BLOCK SHARED_BYTES SPEC...
struct Point {
    std::string group, name, file, kernel;
    model::Dim3 grid, block;
    std::uint32_t sharedBytes = 0;
    bool cooperative = false;
    std::vector<std::string> specs; ///< as `lanescope trace --arg` takes them
};
/// Throws std::runtime_error when the list cannot be read.
std::vector<Point> readPoints(const std::string& file);

/// What the H200 measured of each point, by the columns of tests/data/h200_times.csv.
using Row = std::map<std::string, double>;
std::map<std::string, Row> readMeasured(const std::string& file);

/// What the emulator sees of a point.
struct Seen {
    std::uint64_t blocksRun = 0;
    model::ExecutedBlocks executed;
    int residentBlocks = 0; ///< of a multiprocessor
    std::uint64_t sharedBytesPerBlock = 0;
    model::Report report;
    model::DramTraffic traffic;
    std::unique_ptr<model::BlockSample> sample;
    double seconds = 0; ///< the emulator took
};

/// As the model asks for it; registers: of a thread.
model::LaunchedBlocks launched(const Point& point, const Seen& seen, int registers);

/// Runs points; modules are read once.
class PointRunner {
public:
    explicit PointRunner(std::string ptxFolder) : m_folder(std::move(ptxFolder)) {}
    std::shared_ptr<const ptx::Module> module(const Point& point);
    /// registers: of a thread, for the occupancy. mostBlocks: of larger grids only so many are run. Throws
    /// std::runtime_error for a point that it cannot run, ptx::Fault.
    Seen run(const Point& point, int registers, std::uint64_t mostBlocks);

private:
    std::string m_folder;
    std::map<std::string, std::shared_ptr<const ptx::Module>> m_modules;
};

/// Machine instructions of a block, on the average of a sample.
double machineInstructions(const Seen& seen, const ptx::Module& module);

} // namespace lanescope::times
