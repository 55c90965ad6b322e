// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "session/times/chip_row.h"

#include "embedded/measured_data.h"
#include "model/error.h"
#include "session/times/microbenchmarks.h"
#include "session/times/published_row.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

namespace lanescope::session {

namespace {

constexpr std::string_view kHead = "name,value,launch_us";
/// What no GPU is by so much faster or slower than an H200.
constexpr double kMostRatio = 1000;

const model::Architecture* rowNamed(std::string_view name) {
    const model::Architecture* found = model::findArchitecture(name);
    return found && found->name == name ? found : nullptr;
}

template<class Number>
std::optional<Number> numberIn(std::string_view text) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// A line's fields: name, value, and the time of a launch, which may be empty.
struct Line {
    std::string_view name, value, launch;
};
Line fieldsOf(std::string_view line) {
    const std::size_t first = line.find(','), last = line.rfind(',');
    if (first == std::string_view::npos || first == last) return {};
    return {line.substr(0, first), line.substr(first + 1, last - first - 1), line.substr(last + 1)};
}

template<class Number>
void readWhole(const Line& line, Number most, Number& into) {
    const std::optional<Number> value = numberIn<Number>(line.value);
    if (!value || *value < 1 || *value > most)
        throw BadInput(fmt::format("{} is '{}'", line.name, line.value));
    into = *value;
}

MeasuredFigure readFigure(const Line& line) {
    const std::optional<double> value = numberIn<double>(line.value), launch = numberIn<double>(line.launch);
    if (!value || !std::isfinite(*value) || *value <= 0)
        throw BadInput(fmt::format("{} is '{}'", line.name, line.value));
    if (!launch || !std::isfinite(*launch) || *launch < 0)
        throw BadInput(fmt::format("the launch of {} took '{}'", line.name, line.launch));
    return {std::string(line.name), *value, *launch * 1e-6};
}

template<model::Pipe P>
double& intervalOf(model::ChipTimes& times) {
    return times.interval[static_cast<std::size_t>(P)];
}
template<model::Pipe P>
double& latencyOf(model::ChipTimes& times) {
    return times.latency[static_cast<std::size_t>(P)];
}
template<model::ChildStream S>
double& childCallOf(model::ChipTimes& times) {
    return times.childCall[static_cast<std::size_t>(S)];
}
template<double model::ChipTimes::*Field>
double& field(model::ChipTimes& times) {
    return times.*Field;
}

using T = model::ChipTimes;
using model::ChildStream;
using model::Pipe;
constexpr std::array kSources{
    TimeSource{"clockHz", "clock", false, field<&T::clockHz>},
    TimeSource{"interval of Any", "alu_interval", false, intervalOf<Pipe::Any>},
    TimeSource{"latency of Any", "alu_latency", false, latencyOf<Pipe::Any>},
    TimeSource{"interval of Alu", "alu_interval", true, intervalOf<Pipe::Alu>},
    TimeSource{"latency of Alu", "alu_latency", true, latencyOf<Pipe::Alu>},
    TimeSource{"interval of Fma", "fma_interval", true, intervalOf<Pipe::Fma>},
    TimeSource{"latency of Fma", "fma_latency", true, latencyOf<Pipe::Fma>},
    TimeSource{"interval of FmaHeavy", "fma_heavy_interval", true, intervalOf<Pipe::FmaHeavy>},
    TimeSource{"latency of FmaHeavy", "fma_heavy_latency", true, latencyOf<Pipe::FmaHeavy>},
    TimeSource{"interval of Fp64", "fp64_interval", true, intervalOf<Pipe::Fp64>},
    TimeSource{"latency of Fp64", "fp64_latency", true, latencyOf<Pipe::Fp64>},
    TimeSource{"interval of Xu", "xu_interval", true, intervalOf<Pipe::Xu>},
    TimeSource{"latency of Xu", "xu_latency", true, latencyOf<Pipe::Xu>},
    TimeSource{"interval of Lsu", "shared_interval", true, intervalOf<Pipe::Lsu>},
    TimeSource{"latency of Lsu", "alu_latency", false, latencyOf<Pipe::Lsu>},
    TimeSource{"interval of Tex", "alu_interval", false, intervalOf<Pipe::Tex>},
    TimeSource{"latency of Tex", "alu_latency", false, latencyOf<Pipe::Tex>},
    TimeSource{"interval of Adu", "barrier_32_warps", false, intervalOf<Pipe::Adu>},
    TimeSource{"latency of Adu", "barrier", false, latencyOf<Pipe::Adu>},
    TimeSource{"interval of Cbu", "alu_interval", false, intervalOf<Pipe::Cbu>},
    TimeSource{"latency of Cbu", "alu_latency", false, latencyOf<Pipe::Cbu>},
    TimeSource{"interval of Uniform", "alu_interval", false, intervalOf<Pipe::Uniform>},
    TimeSource{"latency of Uniform", "alu_latency", false, latencyOf<Pipe::Uniform>},
    TimeSource{"sharedLatency", "shared_latency", true, field<&T::sharedLatency>},
    TimeSource{"shuffleLatency", "shuffle_latency", false, field<&T::shuffleLatency>},
    TimeSource{"matchLatency", "match_latency", true, field<&T::matchLatency>},
    TimeSource{"reduceLatency", "shuffle_latency", false, field<&T::reduceLatency>},
    TimeSource{"voteLatency", "vote_latency", false, field<&T::voteLatency>},
    TimeSource{"l1Latency", "l1_latency", true, field<&T::l1Latency>},
    TimeSource{"textureLatency", "l1_latency", false, field<&T::textureLatency>},
    TimeSource{"surfaceLatency", "l1_latency", false, field<&T::surfaceLatency>},
    TimeSource{"l2Latency", "l2_latency", true, field<&T::l2Latency>},
    TimeSource{"dramLatency", "dram_latency", true, field<&T::dramLatency>},
    TimeSource{"constantLatency", "constant_latency", false, field<&T::constantLatency>},
    TimeSource{"sharedAtomicLatency", "shared_atomic_latency", false, field<&T::sharedAtomicLatency>},
    TimeSource{"globalAtomicLatency", "atomic_latency", true, field<&T::globalAtomicLatency>},
    TimeSource{"barrierLatency", "barrier", false, field<&T::barrierLatency>},
    TimeSource{"barrierPerWarp", "barrier_32_warps", false, field<&T::barrierPerWarp>},
    TimeSource{"fenceLatency", "fence_latency", true, field<&T::fenceLatency>},
    TimeSource{"gridBarrierLatency", "l2_latency", false, field<&T::gridBarrierLatency>},
    TimeSource{"gridBarrierFar", "l2_latency", false, field<&T::gridBarrierFar>},
    TimeSource{"gridBarrierPerBlock", "atomic_four_words", false, field<&T::gridBarrierPerBlock>},
    TimeSource{"specialLatency", "shuffle_latency", false, field<&T::specialLatency>},
    TimeSource{"parameterLatency", "constant_latency", false, field<&T::parameterLatency>},
    TimeSource{"branchLatency", "alu_latency", false, field<&T::branchLatency>},
    TimeSource{"jumpLatency", "alu_latency", false, field<&T::jumpLatency>},
    TimeSource{"indirectLatency", "alu_latency", false, field<&T::indirectLatency>},
    TimeSource{"regroupLatency", "alu_latency", false, field<&T::regroupLatency>},
    TimeSource{"addressInterval", "l1_interval", false, field<&T::addressInterval>},
    TimeSource{"matchInterval", "match_interval", true, field<&T::matchInterval>},
    TimeSource{"constantInterval", "constant_interval", true, field<&T::constantInterval>},
    TimeSource{"constantMiss", "constant_miss", false, field<&T::constantMiss>},
    TimeSource{"constantWord", "constant_latency", false, field<&T::constantWord>},
    TimeSource{"fillBytes", "l2_to_one", true, field<&T::fillBytes>},
    TimeSource{"storeBytes", "one_to_l2", true, field<&T::storeBytes>},
    TimeSource{"dramBytes", "dram_copy", true, field<&T::dramBytes>},
    TimeSource{"scatteredRead", "dram_read_sector", true, field<&T::scatteredRead>},
    TimeSource{"scatteredWrite", "dram_write_word", true, field<&T::scatteredWrite>},
    TimeSource{"l2ReadLine", "l2_read_line", true, field<&T::l2ReadLine>},
    TimeSource{"l2ReadSector", "l2_read_sector", true, field<&T::l2ReadSector>},
    TimeSource{"l2WriteLine", "l2_write_sector", false, field<&T::l2WriteLine>},
    TimeSource{"l2WriteSector", "l2_write_line", false, field<&T::l2WriteSector>},
    TimeSource{"l2WritePartOfSector", "l2_write_word", false, field<&T::l2WritePartOfSector>},
    TimeSource{"atomicSector", "atomic_sector", false, field<&T::atomicSector>},
    TimeSource{"atomicLane", "atomic_lane", false, field<&T::atomicLane>},
    TimeSource{"atomicOverlap", "atomic_lane", false, field<&T::atomicOverlap>},
    TimeSource{"atomicChain", "atomic_four_words", false, field<&T::atomicChain>},
    TimeSource{"atomicChainOverlap", "atomic_four_words", false, field<&T::atomicChainOverlap>},
    TimeSource{"atomicFloatChain", "atomic_four_floats", false, field<&T::atomicFloatChain>},
    TimeSource{"l2PerLine", "l2_latency", false, field<&T::l2PerLine>},
    TimeSource{"dramPerLine", "dram_latency", false, field<&T::dramPerLine>},
    TimeSource{"storeQueue", "l2_latency", false, field<&T::storeQueue>},
    TimeSource{"codeLatency", "code_line", false, field<&T::codeLatency>},
    TimeSource{"codeFollows", "code_line", true, field<&T::codeFollows>},
    TimeSource{"l2Queue", "l2_latency", false, field<&T::l2Queue>},
    TimeSource{"dramQueue", "dram_latency", false, field<&T::dramQueue>},
    TimeSource{"dramMixedQueue", "dram_latency", false, field<&T::dramMixedQueue>},
    TimeSource{"dramTurn", "dram_latency", false, field<&T::dramTurn>},
    TimeSource{"blockStart", "block_start", true, field<&T::blockStart>},
    TimeSource{"blockTurnaround", "block_turnaround", true, field<&T::blockTurnaround>},
    TimeSource{"kernelCold", "launch_cold", false, field<&T::kernelCold>},
    TimeSource{"kernelWarm", "launch_warm", false, field<&T::kernelWarm>},
    TimeSource{"coldWrites", "l2_latency", false, field<&T::coldWrites>},
    TimeSource{"childCall, implicit", "launch_warm", false, childCallOf<ChildStream::Implicit>},
    TimeSource{"childCall, named", "launch_warm", false, childCallOf<ChildStream::Named>},
    TimeSource{"childCall, fire and forget", "launch_warm", false, childCallOf<ChildStream::FireAndForget>},
    TimeSource{"childCall, tail", "launch_warm", false, childCallOf<ChildStream::Tail>},
    TimeSource{"childTailCall", "launch_warm", false, field<&T::childTailCall>},
    TimeSource{"childInterval", "launch_warm", false, field<&T::childInterval>},
    TimeSource{"childIntervalFree", "launch_warm", false, field<&T::childIntervalFree>},
    TimeSource{"childStart", "launch_warm", false, field<&T::childStart>},
    TimeSource{"childTailStart", "launch_warm", false, field<&T::childTailStart>},
    TimeSource{"childFollow", "launch_warm", false, field<&T::childFollow>},
    TimeSource{"childNext", "launch_warm", false, field<&T::childNext>},
    TimeSource{"childSettle", "launch_warm", false, field<&T::childSettle>},
    TimeSource{"childPrepare", "launch_warm", false, field<&T::childPrepare>},
    TimeSource{"childEnd", "launch_warm", false, field<&T::childEnd>},
};

} // namespace

const MeasuredFigure* ChipRow::figure(std::string_view name) const {
    const auto found = std::ranges::find(figures, name, &MeasuredFigure::name);
    return found == figures.end() ? nullptr : &*found;
}

ChipRow parseChipRow(std::string_view text) {
    ChipRow row;
    bool headed = false;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        std::string_view whole = text.substr(begin, end - begin);
        begin = end + 1;
        if (whole.ends_with('\r')) whole.remove_suffix(1);
        if (whole.empty() || whole.starts_with('#')) continue;
        if (!std::exchange(headed, true)) {
            if (whole != kHead) throw BadInput(fmt::format("it does not begin with '{}'", kHead));
            continue;
        }
        const Line line = fieldsOf(whole);
        if (line.name.empty()) throw BadInput(fmt::format("'{}' is no line of it", whole.substr(0, 60)));
        if (line.name == "device")
            row.device = line.value;
        else if (line.name == "architecture")
            row.architecture = line.value;
        else if (line.name == "driver")
            row.driver = line.value;
        else if (line.name == "multiprocessors")
            readWhole(line, 4096, row.multiprocessors);
        else if (line.name == "shared_limit_bytes")
            readWhole(line, 1U << 24, row.sharedLimitBytes);
        else if (line.name == "l2_bytes")
            readWhole(line, std::uint64_t{1} << 40, row.l2Bytes);
        else
            row.figures.push_back(readFigure(line));
    }
    if (row.device.empty() || row.multiprocessors == 0 || row.sharedLimitBytes == 0 || row.l2Bytes == 0)
        throw BadInput("it does not say what GPU it is of");
    if (!rowNamed(row.architecture))
        throw BadInput(fmt::format("there is no architecture '{}'", row.architecture));
    for (const Microbenchmark& benchmark : microbenchmarks())
        if (std::ranges::count(row.figures, benchmark.name, &MeasuredFigure::name) != 1)
            throw BadInput(fmt::format("it has not one {}", benchmark.name));
    return row;
}

std::string chipRowText(const ChipRow& row) {
    std::string text = fmt::format("# Written by lanescope validate --times --save.\n{}\n", kHead);
    text +=
        fmt::format("device,{},\narchitecture,{},\ndriver,{},\n", row.device, row.architecture, row.driver);
    text += fmt::format("multiprocessors,{},\nshared_limit_bytes,{},\nl2_bytes,{},\n", row.multiprocessors,
                        row.sharedLimitBytes, row.l2Bytes);
    for (const MeasuredFigure& figure : row.figures)
        text += fmt::format("{},{:.6g},{:.3f}\n", figure.name, figure.value, figure.seconds * 1e6);
    return text;
}

std::span<const ChipRow> bundledRows() {
    static const std::vector<ChipRow> rows = [] {
        std::vector<ChipRow> all;
        for (const measured::EmbeddedText& file : measured::files())
            if (file.path.ends_with("_microbenchmarks.csv")) all.push_back(parseChipRow(file.text));
        const auto h200 = [](const ChipRow& row) {
            return row.architecture == model::defaultArchitecture().name;
        };
        std::ranges::stable_partition(all, h200);
        if (all.empty() || !h200(all.front()))
            throw Error("this program was built without the H200's latencies and widths");
        return all;
    }();
    return rows;
}

const ChipRow& bundledRow() {
    return bundledRows().front();
}

std::span<const TimeSource> timeSources() {
    return kSources;
}

model::ChipTimes chipTimesOf(const ChipRow& row, const ChipRow& h200) {
    model::ChipTimes times = model::builtInTimes();
    times.multiprocessors = row.multiprocessors;
    for (const TimeSource& source : kSources) {
        const MeasuredFigure *here = row.figure(source.benchmark), *there = h200.figure(source.benchmark);
        if (!here || !there) throw BadInput(fmt::format("it has no {}", source.benchmark));
        const double ratio = here->value / there->value;
        if (!(ratio > 1 / kMostRatio && ratio < kMostRatio))
            throw BadInput(fmt::format("{} is {:.3g}, where an H200 has {:.3g}", source.benchmark,
                                       here->value, there->value));
        source.of(times) *= ratio;
    }
    times.l2Bytes *= static_cast<double>(row.l2Bytes) / static_cast<double>(h200.l2Bytes);
    // Shared memory and what is left of L1 beside it: the same on all chips that have both in one.
    const model::Architecture *here = rowNamed(row.architecture), *there = rowNamed(h200.architecture);
    if (here && there)
        times.l1Bytes += 1024.0 * (here->sharedKiBPerMultiprocessor - there->sharedKiBPerMultiprocessor);
    return times;
}

const std::shared_ptr<const model::KnownTimes>& bundledTimes() {
    static const std::shared_ptr<const model::KnownTimes> times = [] {
        auto made = std::make_shared<model::KnownTimes>();
        for (const PublishedRow& row : publishedRows()) {
            model::ChipTimes chip = chipTimesOf(chipRowOf(row, bundledRow()), bundledRow());
            chip.published = true;
            made->set(*model::findArchitecture(row.architecture), chip);
        }
        // The first is what the model's own times stand for.
        for (const ChipRow& row : bundledRows().subspan(1))
            if (const model::Architecture* chip = model::findArchitecture(row.architecture))
                made->set(*chip, chipTimesOf(row, bundledRow()));
        return made;
    }();
    return times;
}

} // namespace lanescope::session
