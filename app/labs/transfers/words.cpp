// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/transfers/words.h"

#include "labs/transfers/picture.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lanescope::lab_transfers {

using namespace kit;
using model::Transfer;
using model::TransferMemory;

namespace {

/// "3.0 times", "12 times".
std::string times(double factor) {
    return factor < 9.95 ? tr("{:.1f} times", factor) : tr("{:.0f} times", factor);
}

bool startsLong(const TransferView& view) {
    const auto legs = view.legs();
    return legs && mostlyStart(*legs);
}

TransferVerdict hostVerdict(const TransferView& view, const std::string& rate) {
    const double seconds = *view.seconds();
    const double locked = view.seconds(TransferMemory::PageLocked).value_or(0);
    const double pageable = view.seconds(TransferMemory::Pageable).value_or(0);
    switch (view.choice().memory) {
    case TransferMemory::Pageable:
        return {Tone::Warn, tr("Pageable memory: {} as long", times(seconds / locked)),
                tr("A core copies the bytes to a staging buffer: {} where page-locked memory gets {}.", rate,
                   bandwidth(view.gbPerSecond(locked) * 1e9))};
    case TransferMemory::Mapped: {
        const double memory = view.table().memoryGBps;
        return {Tone::Plain, tr("No copy, but the bus"),
                tr("The kernel gets {}, as each of its accesses crosses the bus{}.", rate,
                   memory > 0 ? tr("; device memory could deliver {}", bandwidth(memory * 1e9)) : "")};
    }
    case TransferMemory::WriteCombining:
        return {Tone::Good, tr("Straight over the bus"),
                tr("{}, where page-locked memory that is cached gets {}. Only the host's reads are "
                   "slow.",
                   rate, bandwidth(view.gbPerSecond(locked) * 1e9))};
    default:
        return {Tone::Good,
                view.choice().direction == Transfer::Both ? tr("Both ways at once")
                                                          : tr("Straight over the bus"),
                tr("{}; pageable memory takes {} as long.", rate, times(pageable / seconds))};
    }
}

} // namespace

std::string describeTransfer(const render::Pick& pick, const TransferView& view) {
    TransferChoice at = view.choice();
    const auto memories = model::memoriesOf(at.direction);
    const bool one = pick.group == kMemoryPicks;
    const auto index = static_cast<std::size_t>(pick.id);
    if (pick.id < 0 ||
        index >= (one ? memories.size() : model::transferSizes(model::kUsualMostTransfer).size()))
        return {};
    if (!one) at.bytes = model::kLeastTransfer << index;
    const TransferView there(view.frame(), at);
    std::string text =
        tr("{}, {}, {}", byteSize(static_cast<double>(at.bytes)), tr(session::longName(at.direction)),
           there.measured() ? tr("measured") : tr("modelled"));
    for (std::size_t i = 0; i < memories.size(); ++i)
        if (const auto seconds = there.seconds(memories[i]); seconds && (!one || i == index))
            text += tr("\n{}: {}, {}", tr(model::nameOf(memories[i])), duration(*seconds),
                       bandwidth(there.gbPerSecond(*seconds) * 1e9));
    return text + tr("\nclick to choose it");
}

namespace {

TransferVerdict verdictOf(const TransferView& view) {
    const double seconds = *view.seconds();
    const std::string rate = bandwidth(view.gbPerSecond(seconds) * 1e9);
    if (startsLong(view))
        return {Tone::Warn, tr("Too small to be fast"),
                tr("{}{} takes {}, most of it startup: combine small transfers into one.",
                   byteSize(static_cast<double>(view.choice().bytes)),
                   view.choice().direction == Transfer::Both ? tr(" each way") : "", duration(seconds))};
    if (view.choice().direction != Transfer::DeviceToDevice) return hostVerdict(view, rate);
    const double bus = view.table().pcieGBps;
    return {
        Tone::Good, tr("Within the device"),
        tr("{} read and written{}.", rate,
           bus > 0 ? tr(", {} what the bus carries one way", times(view.gbPerSecond(seconds) / bus)) : "")};
}

} // namespace

TransferVerdict transferVerdict(const TransferView& view) {
    TransferVerdict said = verdictOf(view);
    if (view.measured()) return said;
    said.sentence = tr("Modelled: {}", said.sentence);
    if (view.frame().measured)
        said.sentence += tr(" Measure > Transfers (lanescope bandwidth) measures it on this GPU.");
    return said;
}

std::string conclusionText(const TransferView& view) {
    const TransferChoice& choice = view.choice();
    if (startsLong(view))
        return tr("Most of the time is startup: {} before the first byte moves (modelled).",
                  duration(view.legs()->latency));
    if (choice.direction == Transfer::DeviceToDevice)
        return tr("Each byte is read and written: the memory carries twice what is copied.");
    if (choice.memory == TransferMemory::Pageable)
        return choice.direction == Transfer::Both
                   ? tr("One thread's copies of pageable memory wait for each other: one way is busy, then "
                        "the "
                        "other.")
                   : tr("The legs overlap piece by piece, so the slower one sets the time: the core's copy.");
    if (choice.memory == TransferMemory::Mapped)
        return tr("A byte that is used twice crosses the bus twice: then a copy beforehand pays off.");
    return tr("A copy engine fetches the bytes by itself: no CPU core has to touch them.");
}

std::string aboutTransfer(const TransferChoice& choice) {
    if (choice.direction == Transfer::DeviceToDevice)
        return tr("A copy on the device reads each byte and writes it, and both count here. Other programs "
                  "count "
                  "a copied byte once: their figure is half of this.");
    switch (choice.memory) {
    case TransferMemory::Pageable:
        return tr(
            "Its pages can be moved or swapped out while the device copies, so the driver copies them to "
            "page-locked memory first. The host thread waits in the call, so its own work overlaps with none "
            "of this; inside the call one piece is staged while the bus moves the previous one.");
    case TransferMemory::WriteCombining:
        return tr("It leaves the host's L1 and L2 to other data and is not snooped on its way over the bus, "
                  "which "
                  "was worth up to 40 % on older hosts. Reading it on the host is very slow: use it for what "
                  "the "
                  "host only writes.");
    case TransferMemory::Mapped:
        return tr(
            "No device memory and no copy: transfers happen as the kernel touches the bytes, beside its "
            "work, without streams. It suits data that is read or written once, in whole lines. "
            "Synchronize "
            "before the host reads what a kernel wrote.");
    case TransferMemory::Registered:
        return tr("Page-locks existing memory. Locking costs time for each page, so it pays off for buffers "
                  "that are transferred again and again.");
    default:
        return tr(
            "Page-locked memory is scarce: what is locked cannot be paged, and too much of it slows the "
            "whole machine. portable gives the benefit to all devices; with one GPU it changes nothing.");
    }
}

std::vector<std::string> transferNotes(const TransferView& view) {
    const TransferChoice& choice = view.choice();
    std::vector<std::string> notes;
    const model::TransferCurve* curve = view.curve();
    if (view.measured()) {
        notes.push_back(
            curve && curve->wallClock
                ? tr("Timed by the host's clock until the device had the bytes: such a copy blocks the host.")
                : tr("Timed between CUDA events before and after each copy; for small ones, before and after "
                     "a batch of up to 32."));
        if (choice.portable && curve && !curve->portable && choice.memory != TransferMemory::Pageable)
            notes.push_back(tr("Measured without the portable flag."));
    } else if (view.frame().measured) {
        notes.push_back(
            tr("Not measured yet: Measure > Transfers runs every kind of transfer at every size."));
    } else {
        notes.push_back(
            tr("Modelled: without a GPU nothing is measured. With one, `lanescope bandwidth` measures it."));
    }
    const auto bus = model::busOf(view.frame().architecture);
    if (choice.direction == Transfer::DeviceToDevice) {
        notes.push_back(tr("The model knows no cache: copies that fit the L2 are faster than it says."));
    } else if (bus) {
        const bool mapped = choice.memory == TransferMemory::Mapped;
        const bool pageable = choice.memory == TransferMemory::Pageable;
        notes.push_back(
            tr("Model: {} carries {} each way, in packets of {} bytes plus 20 to 24 of overhead{}{}.",
               session::pcieText(bus->generation, bus->lanes), bandwidth(bus->peakGBps() * 1e9),
               mapped ? 128 : bus->payloadBytes(),
               choice.direction == Transfer::Both && !pageable
                   ? tr(", and 40 for requests and acknowledgements of the other way")
                   : "",
               pageable ? tr("; a core is assumed to copy {}, half a memory channel",
                             bandwidth(bus->stagingGBps() * 1e9))
                        : ""));
        if (pageable)
            notes.push_back(tr("The model knows no cache of the host: a core is slower at copying what its "
                               "cache does not hold."));
    }
    return notes;
}

} // namespace lanescope::lab_transfers
