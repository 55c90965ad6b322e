// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/words/readings.h"

#include "kit/counted.h"
#include "model/format.h"
#include "model/memory/banks.h"
#include "model/memory/coalescing.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <utility>

namespace lanescope::kit {

std::string_view unitOf(const model::Architecture& architecture) {
    return model::hasSectors(architecture) ? countable("sector") : countable("transaction");
}

std::uint64_t unitsOf(const model::Counts& counts) {
    return counts.transactions;
}

std::string shareText(double share) {
    constexpr std::array<std::pair<double, std::string_view>, 9> kSimple{
        {{1.0 / 2, translatable("Half")},
         {1.0 / 3, translatable("A third")},
         {2.0 / 3, translatable("Two thirds")},
         {1.0 / 4, translatable("A quarter")},
         {3.0 / 4, translatable("Three quarters")},
         {1.0 / 5, translatable("A fifth")},
         {1.0 / 6, translatable("A sixth")},
         {1.0 / 8, translatable("An eighth")},
         {1.0 / 16, translatable("A sixteenth")}}};
    for (const auto& [simple, words] : kSimple)
        if (std::abs(share - simple) < 0.004) return std::string(tr(words));
    return percent(share);
}

std::string beyondHardware(const Frame& frame, const ShownAccess& shown) {
    const model::Architecture& chip = frame.architecture;
    const std::uint64_t threads = shown.launch->block.count();
    const std::uint64_t sharedBytes = shown.launch->sharedBytes;
    const bool atomic = model::directionOf(shown.access->operation) == model::Direction::Atomic;
    std::string why;
    if (threads > static_cast<std::uint64_t>(chip.maxThreadsPerBlock))
        why = tr("a block has at most {} threads there, this one has {}", chip.maxThreadsPerBlock, threads);
    else if (sharedBytes > static_cast<std::uint64_t>(chip.sharedKiBPerMultiprocessor) * 1024)
        why = tr("a block has at most {} KiB of shared memory there, this one has {}",
                 chip.sharedKiBPerMultiprocessor, byteSize(static_cast<double>(sharedBytes)));
    else if (atomic && shown.access->space == model::Space::Shared &&
             chip.cc < model::ComputeCapability{1, 2})
        why = tr("atomics on shared memory came with compute capability 1.2");
    else if (atomic && chip.cc < model::ComputeCapability{1, 1})
        why = tr("atomics came with compute capability 1.1");
    else if (shown.access->footprint && chip.cc < model::ComputeCapability{2, 0} &&
             model::directionOf(shown.access->operation) == model::Direction::Store)
        why = tr("surfaces came with compute capability 2.0");
    if (why.empty() && atomic && shown.access->space == model::Space::Shared && chip.cc.major < 5)
        return tr("Before CC 5.0, atomics on shared memory are a loop with a lock: the wavefronts are the "
                  "fewest that it takes.");
    return why.empty() ? why
                       : tr("No GPU of CC {} runs this: {}. The counts follow its rules all the same.",
                            chip.cc.text(), why);
}

bool isShared(const ShownAccess& shown) {
    return shown.access->space == model::Space::Shared;
}

bool isLoad(const ShownAccess& shown) {
    return model::directionOf(shown.access->operation) == model::Direction::Load;
}

bool isWasteful(const ShownAccess& shown) {
    return excessOf(*shown.access, shown.counts) > 0;
}

Reading readShared(const Frame& frame, const ShownAccess& shown) {
    const model::Counts& c = shown.counts;
    Reading reading;
    reading.needed = static_cast<double>(c.idealSharedWavefronts);
    reading.taken = static_cast<double>(c.sharedWavefronts);
    reading.neededText = tr("{} needed", c.idealSharedWavefronts);
    reading.takenText = tr("{} taken", c.sharedWavefronts);
    const std::string_view noun = countable("wavefront");
    if (c.bankConflicts > 0) {
        reading.tone = Tone::Warn;
        reading.headline = tr("{}-way bank conflict", c.maxWays);
        reading.sentence =
            frame.architecture.sharedRule == model::SharedRule::BroadcastWord
                ? tr("{} where {} would do: in each, one word goes to all lanes that want it, and "
                     "every other bank serves one lane.",
                     counted(c.sharedWavefronts, noun), c.idealSharedWavefronts)
                : tr("{} where {} would do: a bank serves one word at a time, and here lanes want "
                     "several words of the same bank.",
                     counted(c.sharedWavefronts, noun), c.idealSharedWavefronts);
        if (model::directionOf(shown.access->operation) == model::Direction::Atomic &&
            !model::countsLanes(shown.access->operation, frame.architecture)) {
            const std::uint64_t turns = turnsAtWords(*shown.access, frame.architecture);
            const bool oneWord = turns == c.sharedWavefronts;
            reading.headline =
                oneWord ? tr("{} lanes update one word", c.maxWays) : tr("{} lanes at one bank", c.maxWays);
            reading.sentence = oneWord ? tr("{}: lanes that update the same word take turns.",
                                            counted(c.sharedWavefronts, noun))
                                       : tr("{} where {} would do: a bank updates for one lane at a time.",
                                            counted(c.sharedWavefronts, noun), turns);
            reading.needed = static_cast<double>(turns);
            reading.neededText = tr("{} needed", turns);
        }
        return reading;
    }
    reading.tone = Tone::Good;
    reading.headline = tr("No bank conflict");
    reading.sentence = c.sharedWavefronts == 1
                           ? tr("{}: no bank is asked for two different words.", counted(1, noun))
                           : tr("{}, as few as {} bytes per lane allow: in each of them no bank is "
                                "asked for two different words.",
                                counted(c.sharedWavefronts, noun), shown.access->width);
    return reading;
}

Reading readMoved(const Frame& frame, const ShownAccess& shown) {
    const model::Counts& c = shown.counts;
    const std::uint64_t used = distinctBytes(*shown.access);
    const std::uint64_t units = unitsOf(c), least = leastSectors(*shown.access);
    const std::string_view unit = unitOf(frame.architecture),
                           verb = directionName(model::directionOf(shown.access->operation));
    const bool sectors = model::hasSectors(frame.architecture);
    const double share =
        c.bytesTransferred ? static_cast<double>(used) / static_cast<double>(c.bytesTransferred) : 1;
    Reading reading;
    reading.needed = static_cast<double>(least * model::kSectorBytes);
    reading.taken = static_cast<double>(c.bytesTransferred);
    reading.neededText =
        sectors ? tr("{} needed", counted(least, unit)) : tr("{} needed", byteSize(reading.needed));
    reading.takenText = sectors ? tr("{} moved", units) : tr("{} moved", byteSize(reading.taken));
    const std::string_view what = shown.access->space == model::Space::Texture ? tr("fetch") : tr(verb);
    if (c.bytesTransferred <= least * model::kSectorBytes) {
        reading.tone = Tone::Good;
        reading.headline = share > 0.999 ? tr("Every byte moved is used") : tr("As few sectors as possible");
        reading.sentence = tr("{} per {}: {} wanted, {} moved.", counted(units, unit), what,
                              counted(used, "byte"), grouped(c.bytesTransferred));
        return reading;
    }
    reading.tone = Tone::Warn;
    reading.headline = tr("{} of the moved bytes are used", shareText(share));
    reading.sentence = sectors ? tr("{} per {} where {} would do: {} wanted, {} moved.", counted(units, unit),
                                    what, least, counted(used, "byte"), grouped(c.bytesTransferred))
                               : tr("{} per {}: {} wanted, {} moved.", counted(units, unit), what,
                                    counted(used, "byte"), grouped(c.bytesTransferred));
    // Beside an efficiency above 100 %.
    if (c.bytesRequested > c.bytesTransferred && shown.access->space != model::Space::Texture)
        reading.sentence +=
            tr(" Lanes share them, so together they get {}.", counted(c.bytesRequested, "byte"));
    return reading;
}

Reading readConstant(const Frame& frame, const ShownAccess& shown) {
    const bool halves = frame.architecture.requestLanes < model::kWarpSize;
    const std::uint64_t taken = shown.counts.requests;
    std::uint64_t least = 0; // a request for each group of lanes that has one, and each part of 8 bytes
    for (int first = 0; first < model::kWarpSize; first += frame.architecture.requestLanes)
        for (int lane = first; lane < first + frame.architecture.requestLanes; ++lane)
            if (shown.access->active(lane)) {
                least += shown.access->width == 16 && model::hasSectors(frame.architecture) ? 2 : 1;
                break;
            }
    Reading reading;
    reading.tone = taken > least ? Tone::Warn : Tone::Good;
    reading.headline = taken > least ? tr("{}, one after another", counted(taken, "request"))
                                     : tr("One address, as it should be");
    reading.sentence =
        tr("{}: constant memory gives one address at a time, to all lanes of a {} that want it.",
           counted(taken, "request"), halves ? tr("half-warp") : tr("warp"));
    reading.needed = static_cast<double>(least);
    reading.taken = static_cast<double>(taken);
    reading.neededText = tr("{} for one address", least);
    reading.takenText = tr("{} taken", taken);
    return reading;
}

Reading readAccess(const Frame& frame, const ShownAccess& shown) {
    Reading reading = shown.access->space == model::Space::Shared     ? readShared(frame, shown)
                      : shown.access->space == model::Space::Constant ? readConstant(frame, shown)
                                                                      : readMoved(frame, shown);
    if (isJoined(shown))
        reading.sentence += tr(" All lanes have the same address: the compiler joins their values, and one "
                               "lane updates for all.");
    return reading;
}

bool isJoined(const ShownAccess& shown) {
    return shown.site->joined && std::popcount(shown.access->activeMask) == 1;
}

namespace {

/// A line of a text, without indentation and comment; empty where there is none.
std::string lineOf(std::string_view file, std::uint32_t number) {
    if (number == 0) return {};
    std::size_t start = 0;
    for (std::uint32_t line = 1; line < number && start != std::string_view::npos; ++line) {
        start = file.find('\n', start);
        if (start != std::string_view::npos) ++start;
    }
    if (start == std::string_view::npos) return {};
    std::string_view text = file.substr(start, file.find('\n', start) - start);
    text = text.substr(0, text.find("//"));
    const std::size_t first = text.find_first_not_of(' '), last = text.find_last_not_of(' ');
    return first == std::string_view::npos ? std::string()
                                           : std::string(text.substr(first, last - first + 1));
}

} // namespace

std::string sourceText(const ShownAccess& shown) {
    const recording::Module* const module = shown.launch->file.get();
    const auto source = module ? recording::sourceOf(*module, shown.site->file) : std::nullopt;
    return source ? lineOf(recording::sourceText(*module, *source), shown.site->line) : std::string();
}

std::string sourceLine(const LaunchResult& launch, std::uint32_t number) {
    return launch.file ? lineOf(launch.file->source, number) : std::string();
}

std::string routeText(const ResultObject& object) {
    switch (object.route) {
    case device::Route::Direct:
        return tr("no copy, mapped for the launch only");
    case device::Route::ThroughHost:
        return tr("copied through the host: {}", retold(object.reason));
    case device::Route::Emulated:
        return tr("written by the emulator, then handed to OpenGL");
    }
    return {};
}

} // namespace lanescope::kit
