// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "kit/views/bank_view.h"

#include "kit/counted.h"
#include "model/format.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace lanescope::kit {

namespace {

void addPart(BankView::Cell& cell, std::uint64_t word, const LanePart& part) {
    if (cell.parts.empty() || word < cell.word) cell.word = word;
    if (std::find(cell.parts.begin(), cell.parts.end(), part) == cell.parts.end()) cell.parts.push_back(part);
}

} // namespace

BankView::BankView(const model::WarpAccess& access, const model::Architecture& architecture,
                   const model::Rules& rules) {
    banks = architecture.banks;
    const bool kepler = architecture.sharedRule == model::SharedRule::Kepler;
    wordsPerCell = kepler && rules.bankModeBytes == 8 ? 2 : 1;
    groups = model::requestGroups(access, architecture, rules);
    wavefronts = model::wavefronts(access, architecture, rules);

    // Where in its cell a lane's bytes lie: a narrow access touches a part of a word, an 8-byte cell has two
    // words.
    const auto partOf = [&](const model::BankWord& word) {
        const float words = static_cast<float>(wordsPerCell);
        const float first = static_cast<float>(word.word % static_cast<unsigned>(wordsPerCell)) / words;
        if (access.width >= 4) return LanePart{word.lane, first, first + 1 / words};
        const std::uint64_t byte = access.address[static_cast<std::size_t>(word.lane)] % 4;
        return LanePart{word.lane, first + static_cast<float>(byte) / 4 / words,
                        first + static_cast<float>(byte + access.width) / 4 / words};
    };
    for (const model::RequestGroup& group : groups)
        for (const model::BankWord& word : group.words)
            addPart(rows[word.word * 4 / rowBytes()][word.bank], word.word, partOf(word));

    passes.assign(static_cast<std::size_t>(banks), 0);
    std::vector<std::vector<int>> byGroup(groups.size(),
                                          std::vector<int>(static_cast<std::size_t>(banks), 0));
    for (const model::Wavefront& wavefront : wavefronts) {
        auto& cells = served.emplace_back();
        std::set<int> used;
        for (const model::BankWord& word : wavefront.words) {
            LanePart part = partOf(word);
            // In 4-byte mode a bank of 3.x may serve words of both halves of its 8-byte row: they share the
            // cell.
            if (kepler && wordsPerCell == 1 && access.width >= 4) part = {word.lane, 0, 1};
            addPart(cells[word.bank], word.word, part);
            used.insert(word.bank);
        }
        for (int bank : used)
            ++byGroup[static_cast<std::size_t>(wavefront.group)][static_cast<std::size_t>(bank)];
    }
    for (const auto& counts : byGroup)
        for (std::size_t bank = 0; bank < counts.size(); ++bank)
            passes[bank] = std::max(passes[bank], counts[bank]);
}

int BankView::mostPasses() const {
    return passes.empty() ? 0 : *std::max_element(passes.begin(), passes.end());
}

std::string BankView::lesson(const model::Architecture& architecture, model::Operation operation) const {
    const model::Direction direction = model::directionOf(operation);
    const std::string banksText =
        tr("Consecutive words of shared memory lie in consecutive banks, {} of them. ", banks);
    if (model::countsLanes(operation, architecture))
        return banksText + tr("When adding 1, a bank counts all lanes of a word at once: only lanes that "
                              "want different words of a bank wait.");
    if (direction == model::Direction::Atomic)
        return banksText +
               tr("A bank updates for one lane at a time: lanes that meet in a bank wait for each "
                  "other, even for the same word.");
    if (architecture.sharedRule == model::SharedRule::BroadcastWord && direction == model::Direction::Load)
        return banksText +
               tr("A half-warp is served in wavefronts: in each, one word goes to all lanes that want "
                  "it, and every other bank serves one lane.");
    return banksText +
           tr("In one wavefront a bank gives one {} to any number of lanes. Lanes that want "
              "different words of the same bank wait their turn: a bank conflict.",
              architecture.sharedRule == model::SharedRule::Kepler ? tr("row of 8 bytes") : tr("word"));
}

BankView::Use BankView::use(bool atomic, bool stepwise) const {
    const int most = mostPasses();
    const auto idle = std::count(passes.begin(), passes.end(), 0);
    const auto fullest = std::count(passes.begin(), passes.end(), most);
    const auto fewer = static_cast<std::ptrdiff_t>(passes.size()) - idle - fullest;
    const std::string some = counted(static_cast<std::uint64_t>(fullest), "bank");
    const auto times = static_cast<std::uint64_t>(most);
    const std::string served = counted(times, atomic ? countable("update") : countable("word"));
    std::string text, rest;
    if (stepwise)
        text = fullest == 1 ? tr("{} works in {}", some, counted(times, "wavefront"))
                            : tr("{} work in {}", some, counted(times, "wavefront"));
    else
        text = fullest == 1 ? tr("{} serves {}", some, served) : tr("{} serve {} each", some, served);
    if (groups.size() > 1 && most > 0) text += tr(" in one group of lanes");
    if (fewer > 0)
        rest += fewer == 1 ? tr("; {} serves fewer", counted(static_cast<std::uint64_t>(fewer), "bank"))
                           : tr("; {} serve fewer", counted(static_cast<std::uint64_t>(fewer), "bank"));
    if (idle > 0) rest += tr("; {} idle", counted(static_cast<std::uint64_t>(idle), "bank"));
    return {std::move(text), std::move(rest)};
}

} // namespace lanescope::kit
