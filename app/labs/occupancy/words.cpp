// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/occupancy/words.h"

#include "kit/counted.h"
#include "model/capability.h"
#include "model/format.h"
#include "model/warp_access.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>

namespace lanescope::lab_occupancy {

using kit::Reading;
using kit::Row;
using kit::Tone;
using model::OccupancyLimit;

namespace {

std::uint64_t count(int value) {
    return static_cast<std::uint64_t>(value);
}

std::uint64_t warpsOf(const model::BlockResources& block) {
    return (block.threads + model::kWarpSize - 1) / model::kWarpSize;
}

} // namespace

std::string limitSentence(const model::Occupancy& held) {
    if (held.blocks > 0 && held.warps == held.maxWarps) return tr("All places can be filled.");
    switch (held.limit) {
    case OccupancyLimit::Threads:
        return tr("The places that are left are too few for another block.");
    case OccupancyLimit::Blocks:
        return tr("A multiprocessor takes no more than {}, however small they are.",
                  counted(count(held.blocks), "block"));
    case OccupancyLimit::SharedMemory:
        return tr("Shared memory leaves no room for another block.");
    case OccupancyLimit::Registers:
        return tr("Registers leave no room for another block.");
    case OccupancyLimit::CannotLaunch:
        break;
    }
    return {};
}

bool isSmall(const model::Occupancy& held, std::uint64_t blocks, const model::Architecture& architecture) {
    return architecture.hasDeviceFigures() &&
           blocks < count(held.blocks) * count(architecture.multiprocessors);
}

std::string roundsSentence(const model::Occupancy& held, std::uint64_t blocks,
                           const model::Architecture& architecture) {
    if (held.blocks == 0 || !architecture.hasDeviceFigures()) return {};
    const std::uint64_t atOnce = count(held.blocks) * count(architecture.multiprocessors);
    if (isSmall(held, blocks, architecture))
        return tr("This grid is too small to fill all multiprocessors: it has {}, where each of the {} has "
                  "room for {}.",
                  counted(blocks, "block"), architecture.multiprocessors, grouped(count(held.blocks)));
    const std::uint64_t rounds = (blocks + atOnce - 1) / atOnce, last = blocks - (rounds - 1) * atOnce;
    if (rounds == 1) return tr("All {} run at once.", counted(blocks, "block"));
    return tr("{}, of which {} run at once: {} rounds, the last with {}.", counted(blocks, "block"),
              grouped(atOnce), rounds, grouped(last));
}

std::string whyNoBlock(const model::BlockResources& block, const model::Architecture& architecture) {
    const model::Capability* chip = model::findCapability(architecture.cc);
    if (!chip || model::occupancy(block, architecture).blocks > 0) return {};
    if (block.threads > count(chip->maxThreadsPerBlock))
        return tr("a block has at most {} threads there", chip->maxThreadsPerBlock);
    if (block.registersPerThread > count(chip->maxRegistersPerThread))
        return tr("a thread has at most {} registers there, this kernel takes {}",
                  chip->maxRegistersPerThread, block.registersPerThread);
    if (block.sharedBytes > count(chip->sharedKiBPerBlock) * 1024)
        return tr("a block has at most {} KiB of shared memory there, this one takes {}",
                  chip->sharedKiBPerBlock, byteSize(static_cast<double>(block.sharedBytes)));
    return tr("its threads need more than the {} registers that a block has there",
              grouped(count(chip->registersPerBlock)));
}

Reading readOccupancy(const model::BlockResources& block, const model::Architecture& architecture,
                      Waits waits) {
    const model::Occupancy held = model::occupancy(block, architecture);
    Reading reading;
    if (held.blocks == 0) {
        reading.tone = Tone::Bad;
        reading.headline = tr("Cannot be launched");
        reading.sentence = tr("No multiprocessor of CC {} can hold this block: {}.", architecture.cc.text(),
                              whyNoBlock(block, architecture));
        return reading;
    }
    const bool full = held.warps == held.maxWarps;
    const std::uint64_t odd = block.threads % model::kWarpSize; // threads of a block's last warp; 0: all
    reading.tone = odd == 0 && (full || waits == Waits::Little) ? Tone::Good : Tone::Warn;
    reading.headline = full && odd != 0
                           ? tr("{} of {} warps fit, but some have idle lanes", held.warps, held.maxWarps)
                           : tr("{} of {} warps fit", held.warps, held.maxWarps);
    reading.sentence = limitSentence(held);
    if (waits == Waits::Little)
        reading.sentence += tr(" Waiting is not what limits this kernel, so more warps would gain little.");
    else if (full)
        reading.sentence += tr(" While some warps wait, others can go on.");
    else
        reading.sentence += waits == Waits::ForMemory
                                ? tr(" When all of them wait for memory, nothing runs.")
                                : tr(" When each of them waits for its own results, nothing runs.");
    if (odd != 0)
        reading.sentence +=
            tr(" The last warp of each block has {} for its 32 lanes.", counted(odd, "thread"));
    reading.needed = held.warps;
    reading.taken = held.maxWarps;
    reading.neededText = tr("{} fit", counted(count(held.warps), "warp"));
    reading.takenText = tr("{} places", held.maxWarps);
    return reading;
}

std::vector<Row> occupancyRows(const model::BlockResources& block, const model::Architecture& architecture) {
    const model::Occupancy held = model::occupancy(block, architecture);
    std::vector<Row> rows;
    for (const Resource& each : resourcesOf(block, architecture))
        rows.push_back({std::string(tr(each.profiler)),
                        each.room == model::Occupancy::kUnlimited ? tr("none") : grouped(each.room), "", "",
                        tr("blocks that would fit if only {} counted; the smallest of the four is "
                           "what a multiprocessor holds",
                           each.name)});
    rows.push_back({tr("Theoretical Active Warps per SM"), fmt::format("{}", held.warps), "", "",
                    tr("blocks x warps of a block")});
    rows.push_back({tr("Theoretical Occupancy"), percent(held.fraction()), "", "",
                    tr("of the {} warps that a multiprocessor has places for", held.maxWarps)});
    rows.push_back({tr("registers per thread"),
                    block.registersPerThread == 0 ? "" : fmt::format("{}", block.registersPerThread), "", "",
                    tr("as the assembler is likely to allocate them; nvcc -Xptxas -v tells")});
    const model::Capability* chip = model::findCapability(architecture.cc);
    if (!chip || held.blocks == 0) return rows;
    if (block.registersPerThread > 0 && chip->registerPools > 0)
        rows.push_back(
            {tr("registers of a warp"), grouped(held.registersPerBlock / warpsOf(block)), "", "",
             tr("{} x 32 threads, rounded up to a multiple of {}: registers are allocated per warp, in "
                "units",
                block.registersPerThread, chip->registerUnit)});
    else if (block.registersPerThread > 0)
        rows.push_back({tr("registers of a block"), grouped(held.registersPerBlock), "", "",
                        tr("{} per thread, for an even number of warps, rounded up to a multiple of {}",
                           block.registersPerThread, chip->registerUnit)});
    if (held.sharedPerBlock > 0)
        rows.push_back(
            {tr("shared memory of a block"), byteSize(static_cast<double>(held.sharedPerBlock)), "", "",
             chip->sharedReservedBytes > 0
                 ? tr("{} of its own and {} that the system reserves for each block, in units of {} bytes",
                      byteSize(static_cast<double>(block.sharedBytes)), byteSize(chip->sharedReservedBytes),
                      chip->sharedUnitBytes)
                 : tr("{} of its own, in units of {} bytes", byteSize(static_cast<double>(block.sharedBytes)),
                      chip->sharedUnitBytes)});
    return rows;
}

std::string allocationNote(const model::BlockResources& block, const model::Architecture& architecture) {
    const model::Capability* chip = model::findCapability(architecture.cc);
    const model::Occupancy held = model::occupancy(block, architecture);
    if (!chip || held.blocks == 0) return {};
    std::string note;
    const std::uint64_t asked = block.registersPerThread * model::kWarpSize;
    if (chip->registerPools > 0 && held.registersPerBlock != asked * warpsOf(block))
        note = tr("Registers are allocated per warp, in units of {}: {} x 32 = {}, so a warp gets {}.",
                  chip->registerUnit, block.registersPerThread, grouped(asked),
                  grouped(held.registersPerBlock / warpsOf(block)));
    if (const std::uint64_t ofWarp = held.registersPerBlock / warpsOf(block);
        chip->registerPools > 1 && ofWarp > 0) {
        const auto all = static_cast<std::uint64_t>(chip->registersPerMultiprocessor),
                   pools = static_cast<std::uint64_t>(chip->registerPools), each = all / pools;
        if (each / ofWarp * pools != all / ofWarp) // each has a rest of its own
            note += tr(" Each of the {} schedulers has {} registers: room for {}.", pools, grouped(each),
                       counted(each / ofWarp, "warp"));
    }
    if (chip->sharedReservedBytes > 0)
        note += tr(" The system reserves {} of shared memory for each block.",
                   byteSize(chip->sharedReservedBytes));
    return note.substr(std::min(note.find_first_not_of(' '), note.size()));
}

std::string allocationText(const Resource& resource, const model::BlockResources& block,
                           const model::Architecture& architecture) {
    const model::Capability* chip = model::findCapability(architecture.cc);
    if (!chip || resource.ofBlock == 0) return {};
    if (resource.limit == OccupancyLimit::SharedMemory)
        return chip->sharedReservedBytes == 0
                   ? std::string()
                   : tr("{} reserved per block", byteSize(chip->sharedReservedBytes));
    if (resource.limit != OccupancyLimit::Registers ||
        resource.ofBlock == block.registersPerThread * warpsOf(block) * model::kWarpSize)
        return {};
    return chip->registerPools == 0
               ? tr("{} per block, in units of {}", grouped(resource.ofBlock), chip->registerUnit)
               : tr("{} per warp, in units of {}", grouped(resource.ofBlock / warpsOf(block)),
                    chip->registerUnit);
}

std::string usedText(const Resource& resource, int blocks) {
    const std::uint64_t used = resource.ofBlock * count(blocks);
    if (resource.limit == OccupancyLimit::SharedMemory)
        return tr("{} of {} of {}", byteSize(static_cast<double>(used)),
                  byteSize(static_cast<double>(resource.all)), resource.name);
    return tr("{} of {} {}", grouped(used), grouped(resource.all), resource.name);
}

std::string roomText(const Resource& resource) {
    if (resource.room == model::Occupancy::kUnlimited) return tr("no limit");
    return tr("room for {}", counted(resource.room, "block"));
}

} // namespace lanescope::lab_occupancy
