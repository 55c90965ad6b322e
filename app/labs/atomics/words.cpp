// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/atomics/words.h"

#include "kit/counted.h"
#include "kit/views/line_view.h"
#include "model/format.h"
#include "model/memory/banks.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

namespace lanescope::lab_atomics {

using namespace kit;

namespace {

/// The wavefronts of an update in shared memory, and which words of a bank wait.
void readInShared(Reading& reading, const Frame& frame, const ShownAccess& shown,
                  const std::vector<Meeting>& all, const AddressName& name) {
    const model::Counts& counts = shown.counts;
    reading.tone = counts.bankConflicts > 0 ? Tone::Warn : Tone::Good;
    const std::uint64_t needed = countsTogether(frame, shown)
                                     ? counts.idealSharedWavefronts
                                     : turnsAtWords(*shown.access, frame.architecture);
    reading.needed = static_cast<double>(needed);
    reading.taken = static_cast<double>(counts.sharedWavefronts);
    reading.neededText = tr("{} needed", needed);
    reading.takenText = tr("{} taken", counted(counts.sharedWavefronts, "wavefront"));
    const std::string cost = counted(counts.sharedWavefronts, "wavefront");
    if (!countsTogether(frame, shown)) {
        reading.sentence =
            tr("{}: a bank updates for one lane at a time, be it the same word or another.", cost);
        return;
    }
    reading.sentence = tr("{}: for adding 1, an instruction counts all lanes of a word at once; "
                          "only different words of a bank wait.",
                          cost);
    if (counts.bankConflicts == 0) return;
    const auto& [bank, words] = fullestBank(all, frame.architecture);
    reading.headline = words.size() == 2
                           ? tr("Bank {} holds both {} and {}", bank, name(words[0]), name(words[1]))
                           : tr("Bank {} is asked for {} different words", bank, words.size());
}

} // namespace

bool countsTogether(const Frame& frame, const ShownAccess& shown) {
    return shown.access->space == model::Space::Shared &&
           model::countsLanes(shown.access->operation, frame.architecture);
}

std::string updateCost(const Frame& frame, const model::WarpAccess& access) {
    if (!waitingIsModelled(frame.architecture, access.space)) return tr("not modelled");
    const model::Counts counts = model::count(access, frame.architecture, frame.rules);
    // Those of a multiprocessor's own memory say nothing beside those that wait for all others in L2.
    return access.space == model::Space::Shared
               ? tr("{} of shared memory for this update", counted(counts.sharedWavefronts, "wavefront"))
               : tr("{} for this update; the lanes of all blocks meet in L2",
                    counted(counts.tagWavefronts, "tag wavefront"));
}

Reading readMeetings(const Frame& frame, const ShownAccess& shown, const AddressName& name) {
    const model::Counts& counts = shown.counts;
    const std::vector<Meeting> all = meetingsOf(*shown.access);
    const Meeting& most = all.front();
    Reading reading;
    reading.headline = most.size() == 1 ? tr("No two lanes meet")
                                        : tr("{} lanes meet in {}", most.size(), name(most.address));
    reading.tone = most.size() > 1 ? Tone::Warn : Tone::Good;
    if (shown.access->space == model::Space::Shared) {
        readInShared(reading, frame, shown, all, name);
        return reading;
    }
    if (!waitingIsModelled(frame.architecture, shown.access->space)) {
        reading.tone = most.size() > 1 ? Tone::Warn : Tone::Plain;
        reading.sentence = tr("{} by address. How long the lanes of a word wait for each other is "
                              "not modelled before CC 5.0: fewer transactions need not be faster.",
                              counted(counts.transactions, "transaction"));
        return reading;
    }
    const std::size_t lines = shown.view->lines().size();
    const std::string_view wait =
        most.size() > 1 ? tr("lanes that meet go one after the other") : tr("no lane waits for another");
    reading.needed = static_cast<double>(lines);
    reading.taken = static_cast<double>(counts.tagLookups);
    reading.neededText = counted(lines, "line");
    reading.takenText = counted(counts.tagLookups, "tag lookup");
    reading.sentence = tr("{} in {}: {}.", counted(counts.tagLookups, "tag lookup"),
                          counted(counts.tagWavefronts, "tag wavefront"), wait);
    return reading;
}

std::string mergeText(const Histogram& histogram) {
    const std::string_view whose =
        histogram.place == Place::Warp
            ? tr("A warp's own set does not help its lanes, but no other warp waits for its words.")
            : tr("A block's own set is for its warps alone: no other block waits for its words.");
    return tr(
        "{} At the end each block adds its counters to the histogram: {} lanes update global memory, not {}.",
        whose, grouped(histogram.mergeUpdates()), grouped(histogram.values));
}

std::vector<Suggestion> placesToTry(const Frame& frame, const model::WarpAccess& update, const LaneBins& bins,
                                    const Histogram& histogram, bool addsOne,
                                    std::span<const std::string> names) {
    std::vector<Suggestion> all;
    for (std::size_t i = 0; i < names.size(); ++i) {
        Histogram elsewhere = histogram;
        elsewhere.place = static_cast<Place>(i);
        all.push_back({.sets = {{"variant", names[i]}},
                       .outcome = updateCost(frame, updateAt(update, bins, elsewhere, addsOne)),
                       .now = elsewhere.place == histogram.place,
                       .timed = elsewhere.place != histogram.place});
    }
    return all;
}

} // namespace lanescope::lab_atomics
