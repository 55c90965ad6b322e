// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "device/calls.h"
#include "kit/facts.h"
#include "shell/commands/lab_request.h"
#include "shell/commands/rules_request.h"

#include <cstdint>
#include <string>
#include <vector>

/// The commands of the program: each takes what the command line said, writes its result, and gives the exit
/// code. All throw what main() turns into one line on standard error.
namespace lanescope::shell {

struct ListOptions {
    std::string what; ///< "labs", "architectures", "devices"; empty: all
    bool json = false;
};
int listCommand(const ListOptions& options);

struct ReportOptions {
    LabRequest request;
    bool json = false;
    bool check = false;    ///< looks for races and uninitialised reads
    bool counters = false; ///< also what a GPU's hardware counters read
    bool progress = false;
    int launches = 0;  ///< 0: not said
    std::string cache; ///< "warm", "cold" or empty
};
int reportCommand(const ReportOptions& options);

struct SweepOptions {
    LabRequest request;
    std::vector<std::string> axes; ///< "NAME=FIRST:LAST[:STEP]"
    std::string csv;               ///< a file or "-"
    bool json = false, measure = false, progress = false;
    int launches = 0;  ///< 0: not said
    std::string cache; ///< "warm", "cold" or empty
};
int sweepCommand(const SweepOptions& options);

struct ModelOptions {
    std::string architecture, csv;
    RulesRequest rules;
    bool json = false;
};
int modelCommand(const ModelOptions& options);

struct TraceOptions {
    std::string file, kernel, grid, block, architectures, device, shared, budget;
    std::vector<std::string> arguments; ///< SPECs, in the order of the kernel's parameters
    std::vector<std::string> dumps;     ///< "N=FILE"
    RulesRequest rules;
    bool json = false;
    bool check = false; ///< looks for races and uninitialised reads
};
int traceCommand(const TraceOptions& options);

struct BandwidthOptions {
    std::string device, architecture, size, csv;
    bool json = false, progress = false;
};
int bandwidthCommand(const BandwidthOptions& options);

struct ValidateOptions {
    std::string device, csv;
    int accesses = 600;
    std::uint64_t seed = 1;
    bool json = false, progress = false;
};
int validateCommand(const ValidateOptions& options);

struct DoctorOptions {
    bool json = false;
};
int doctorCommand(const DoctorOptions& options);

struct CallsOptions {
    LabRequest request;
    bool json = false, progress = false;
};
/// What the host's calls of a lab return; on a GPU this process may lose it.
int callsCommand(const CallsOptions& options);
void writeCalls(const CallsOptions& options, const recording::Recording& recording,
                std::span<const kit::Fact> facts, const device::CallReturns& story);

struct RunOptions {
    LabRequest request;
    bool check = false;
};
int runCommand(const RunOptions& options);

struct ShotOptions {
    LabRequest request;
    std::string size = "1600x1000", view = "window", out;
    int frames = 1;
    bool check = false, light = false;
};
int shotCommand(const ShotOptions& options);

struct BenchOptions {
    LabRequest request;
    std::string size = "1280x800";
    int frames = 0;
    bool json = false;
};
int benchCommand(const BenchOptions& options);

} // namespace lanescope::shell
