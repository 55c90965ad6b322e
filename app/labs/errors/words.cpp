// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "labs/errors/words.h"

#include "kit/panel/panel.h"
#include "kit/words/finding_words.h"
#include "labs/errors/check_model.h"
#include "labs/errors/check_view.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace lanescope::lab_errors {

using namespace kit;
using ptx::Finding;
using ptx::FindingKind;

namespace {

/// What a mistake teaches, its cure, and what to try.
struct Lesson {
    const char* conclusion;
    const char* cure;
    const char* tryIt;
};
constexpr std::array<Lesson, 7> kLessons{{
    {
        .conclusion = translatable("A launch returns nothing. Call cudaGetLastError() after it, and before "
                                   "it to clear an older error."),
        .cure = translatable("Blocks within the limit, and more of them, do the same work."),
        .tryIt = translatable("block=1024: as many as there may be\non CC 1.x: 512 is the most"),
    },
    {
        .conclusion = translatable(
            "More than 48 KiB is for kernels that opted in with cudaFuncSetAttribute(), from CC 7.0 on."),
        .cure = translatable(
            "Here a block does with less. For more than 48 KiB a program calls cudaFuncSetAttribute() "
            "before."),
        .tryIt = translatable("shared-kib=48: what every block may have\non CC 1.x: 16 KiB"),
    },
    {
        .conclusion = translatable(
            "The host goes on while a kernel runs: its error comes with a later call, for another "
            "kernel's data."),
        .cure = translatable("With the array there, neither the kernel nor a call after it fails."),
        .tryIt = translatable("sync=on: the error comes where it belongs\nfixed=on: the array is there"),
    },
    {
        .conclusion = translatable(
            "A GPU guards pages, not arrays: reading beyond the end on the same page raises no error."),
        .cure = translatable("The condition keeps the last threads within the array."),
        .tryIt = translatable(
            "ahead=1: only the checks notice\nahead=67108864: 256 MiB further on, the GPU notices too"),
    },
    {
        .conclusion = translatable("Warps run in any order: the reader of a word may be faster than its "
                                   "writer. This may go unnoticed for years."),
        .cure = translatable("After the barrier every thread reads what all have written."),
        .tryIt = translatable("threads=32: one warp; a race from CC 7.0 on\nfixed=on: a barrier between"),
    },
    {
        .conclusion = translatable("__syncthreads() is for all threads of a block. If some never reach it, "
                                   "the behaviour is undefined."),
        .cure = translatable("The barrier is outside the condition: all threads reach it."),
        .tryIt = translatable("come=32: one warp reaches it, one does not\nfixed=on: the barrier is outside"),
    },
    {
        .conclusion = translatable("cudaMalloc() returns memory as it is: often zeros on a fresh page, "
                                   "anything once it has been used."),
        .cure = translatable("cudaMemset() has written zeros to add to."),
        .tryIt = translatable("fixed=on: cudaMemset() first\nthreads=100: the last warp has 4 lanes"),
    },
}};

const Lesson& lessonOf(Mistake mistake) {
    return kLessons[static_cast<std::size_t>(mistake)];
}

/// The gravest first.
constexpr std::array kByGravity{FindingKind::Race,           FindingKind::UninitialisedRead,
                                FindingKind::InactiveLane,   FindingKind::MemberMask,
                                FindingKind::MbarrierMisuse, FindingKind::DivergentBarrier,
                                FindingKind::PartialBarrier};

const Finding* gravest(const LaunchResult& launch) {
    for (const FindingKind kind : kByGravity)
        if (const Finding* found = findingOf(launch, kind)) return found;
    return nullptr;
}

std::string headlineOf(const Finding& finding) {
    switch (finding.kind) {
    case FindingKind::Race:
        return finding.space == model::Space::Global ? tr("Race on global memory")
                                                     : tr("Race on shared memory");
    case FindingKind::UninitialisedRead:
        return tr("Read of uninitialised memory");
    case FindingKind::DivergentBarrier:
    case FindingKind::PartialBarrier:
        return tr("A barrier that not all threads reach");
    default:
        return std::string(name(finding.kind));
    }
}

std::string headlineOf(const ptx::Fault& fault) {
    switch (fault.kind) {
    case ptx::FaultKind::OutOfBounds:
        return fault.address < 0x10000 ? tr("Null pointer") : tr("Out of bounds");
    case ptx::FaultKind::Misaligned:
        return tr("Misaligned address");
    case ptx::FaultKind::Deadlock:
        return tr("Deadlock");
    case ptx::FaultKind::Budget:
        return tr("It does not end");
    default:
        return tr("The kernel was stopped");
    }
}

/// "25  out[i] = in[i];", of the launch's own file.
std::string codeOf(const LaunchResult& launch, const std::string& file, std::uint32_t line) {
    if (line == 0) return {};
    if (!launch.file || !std::string_view(file).ends_with(launch.file->path))
        return fmt::format("{}:{}", file, line);
    std::string_view rest = launch.file->source;
    for (std::uint32_t i = 1; i < line; ++i) {
        const std::size_t end = rest.find('\n');
        if (end == std::string_view::npos) return {};
        rest.remove_prefix(end + 1);
    }
    std::string_view text = rest.substr(0, rest.find('\n'));
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    return fmt::format("{}  {}", line, text);
}

/// An index in a shape: the number alone where that has one dimension.
std::string indexIn(const model::Dim3& shape, const model::Dim3& index) {
    return shape.y == 1 && shape.z == 1 ? std::to_string(index.x) : triple(index);
}

std::string whoOf(const LaunchResult& launch, const model::Dim3& block, std::uint32_t warp, int lane,
                  const model::Dim3& thread) {
    return tr("block {}, warp {}, lane {} (thread {})", indexIn(launch.grid, block), warp, lane,
              indexIn(launch.block, thread));
}

/// "byte 512 of in, which has 512 B".
std::string placeOf(const LaunchResult& launch, std::uint64_t address) {
    const Placement* array =
        launch.observation ? arrayBefore(launch.observation->placements, address) : nullptr;
    if (!array) return tr("address {}", hexAddress(address));
    return tr("byte {} of '{}', which has {}", grouped(address - array->address), array->name,
              byteSize(static_cast<double>(array->bytes)));
}

std::string_view verbOf(model::Operation operation) {
    const model::Direction direction = model::directionOf(operation);
    if (direction == model::Direction::Load) return tr("load");
    return direction == model::Direction::Store ? tr("store") : tr("atomic");
}

AccessCard cardOf(const LaunchResult& launch, const Finding& finding, const ptx::FindingAccess& access,
                  std::string_view when) {
    return {tr("{}: {}, byte {} of {}", when, verbOf(access.operation), grouped(finding.offset),
               finding.array.empty() ? tr("memory") : finding.array),
            whoOf(launch, finding.block, access.warp, access.lane, access.thread),
            codeOf(launch, access.file, access.line)};
}

/// A file's path is long and the same in every line.
std::string shortened(std::string text) {
    const std::size_t colon = text.find(':');
    const std::size_t slash = text.rfind('/', colon);
    return slash == std::string::npos || slash > colon ? text : text.substr(slash + 1);
}

} // namespace

std::string_view conclusionOf(const Program& program, bool waits) {
    if (program.fixed) return tr(lessonOf(program.mistake).cure);
    if (program.mistake == Mistake::LateError && waits)
        return tr("cudaDeviceSynchronize() waits for the kernel and returns its error where it belongs.");
    return tr(lessonOf(program.mistake).conclusion);
}

std::string_view adviceOf(Mistake mistake) {
    return tr(lessonOf(mistake).tryIt);
}

const Finding* findingOf(const LaunchResult& launch, FindingKind kind) {
    const auto& all = launch.record.findings;
    const auto found = std::ranges::find(all, kind, &Finding::kind);
    return found == all.end() ? nullptr : &*found;
}

Statement saidByChecks(const LaunchResult& launch) {
    if (!launch.refused.empty())
        return {Tone::Bad, tr("Nothing was launched"), tr("It requests {}.", retold(launch.refused))};
    if (launch.fault) return {Tone::Bad, headlineOf(*launch.fault), retold(shortened(launch.fault->what()))};
    if (const Finding* finding = gravest(launch))
        return {Tone::Bad, headlineOf(*finding),
                shortened(findingWords(*finding)) +
                    (finding->count > 1 ? tr(" ({} times)", grouped(finding->count)) : std::string(tr(".")))};
    return {Tone::Good, tr("Nothing found"),
            tr("Every access of {} within its array, no race, no read of uninitialised memory, every barrier "
               "complete.",
               launch.label.substr(launch.label.find('.') + 1))};
}

std::vector<AccessCard> cardsOf(const LaunchResult& launch) {
    if (launch.fault) {
        const ptx::Fault& fault = *launch.fault;
        return {{tr("Stopped at {}", placeOf(launch, fault.address)),
                 whoOf(launch, fault.block, fault.warp, fault.lane, fault.thread),
                 codeOf(launch, fault.file, fault.line)}};
    }
    const Finding* finding = gravest(launch);
    if (!finding) return {};
    std::vector<AccessCard> cards;
    if (finding->earlier) cards.push_back(cardOf(launch, *finding, *finding->earlier, tr("Earlier")));
    if (finding->access)
        cards.push_back(
            cardOf(launch, *finding, *finding->access, finding->earlier ? tr("Later") : tr("Reads first")));
    if (cards.empty())
        cards.push_back({tr("The barrier"), tr("block {}", indexIn(launch.grid, finding->block)),
                         codeOf(launch, finding->file, finding->line)});
    return cards;
}

std::string untried(const Lab& lab, std::string_view lines) {
    std::string left;
    while (!lines.empty()) {
        const std::string_view line = lines.substr(0, lines.find('\n'));
        lines.remove_prefix(std::min(line.size() + 1, lines.size()));
        const std::string_view set = line.substr(0, std::min(line.find(':'), line.find("：")));
        const Parameter* parameter = lab.findParameter(set.substr(0, set.find('=')));
        if (parameter && parameter->text() == set.substr(set.find('=') + 1)) continue;
        left.append(left.empty() ? "" : "\n").append(line);
    }
    return left;
}

namespace {

/// Where "name=value: what it shows" has its colon, and where what is behind it begins; Chinese has a wide
/// one.
std::pair<std::size_t, std::size_t> colonIn(std::string_view line) {
    constexpr std::string_view kNarrow = ": ", kWide = "：";
    const std::size_t narrow = line.find(kNarrow), wide = line.find(kWide);
    return narrow < wide ? std::pair(narrow, narrow + kNarrow.size()) : std::pair(wide, wide + kWide.size());
}

} // namespace

std::vector<kit::Suggestion> suggestionsOf(const Lab& lab, std::string_view lines) {
    std::vector<kit::Suggestion> all;
    while (!lines.empty()) {
        const std::string_view line = lines.substr(0, lines.find('\n'));
        lines.remove_prefix(std::min(line.size() + 1, lines.size()));
        const std::size_t equals = line.find('=');
        const auto [colon, behind] = colonIn(line);
        const bool sets = colon != std::string_view::npos && equals < colon &&
                          lab.findParameter(line.substr(0, equals)) != nullptr;
        if (sets)
            all.push_back({.sets = {{std::string(line.substr(0, equals)),
                                     std::string(line.substr(equals + 1, colon - equals - 1))}},
                           .outcome = std::string(line.substr(behind))});
        else
            all.push_back({.sets = {}, .outcome = std::string(line)});
    }
    return all;
}

namespace {

/// Who tells of the mistake: asked: the runtime's answer is there.
std::string_view whoSays(bool wrong, bool refused, bool asked) {
    if (!wrong) return tr("Neither the runtime nor the checks have anything to say.");
    if (!asked) return tr("Querying the runtime.");
    return refused ? tr("Both report it; nothing ran.") : tr("Both report it; the checks also say where.");
}

bool bringsNumbers(const CellsView& brought) {
    return !brought.cells.empty() && brought.kinds[brought.cells.front()].there;
}

std::size_t rightOnes(const CellsView& brought) {
    return static_cast<std::size_t>(std::ranges::count(brought.cells, std::size_t{0}));
}

} // namespace

std::string resultText(const CellsView& brought) {
    return bringsNumbers(brought) ? tr("{} of {} values correct", rightOnes(brought), brought.cells.size())
                                  : brought.caption;
}

void sayBoth(Panel& panel, const HostView& host, const LaunchResult& launch, const CellsView& brought) {
    const Statement runtime = saidByRuntime(host), checks = saidByChecks(launch);
    const bool wrong = checks.tone == Tone::Bad;
    if (wrong && host.returned && runtime.tone != Tone::Bad)
        panel.verdict(Tone::Bad,
                      bringsNumbers(brought) && rightOnes(brought) == brought.cells.size()
                          ? tr("Right by luck")
                          : tr("Wrong, and no error"),
                      tr("Every call succeeds. Only checking the accesses reveals the mistake."));
    else
        panel.verdict(checks.tone, checks.headline,
                      whoSays(wrong, !launch.refused.empty(), host.returned != nullptr));
    panel.stat(tr("Result"), resultText(brought));
    panel.card(runtime.tone, tr("What the runtime says"), tr("{}. {}", runtime.headline, runtime.sentence));
    panel.card(checks.tone, tr("What the checks say"), tr("{}. {}", checks.headline, checks.sentence));
}

} // namespace lanescope::lab_errors
