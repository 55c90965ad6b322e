// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "lab_run.h"

#include "kit/background_cases.h"
#include "kit/registry.h"
#include "kit/words/choice_words.h"
#include "labs/transfers/picture.h"
#include "text/language.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

namespace lanescope::labs_test {
namespace {

std::vector<std::string> namesOf(const kit::Lab& lab) {
    std::vector<std::string> names;
    for (const kit::Parameter* parameter : lab.parameters()) names.push_back(parameter->name());
    return names;
}

/// The ends of a range, every choice, both positions of a switch.
std::vector<std::string> extremes(const kit::Parameter& parameter) {
    if (const auto* integer = dynamic_cast<const kit::Integer*>(&parameter))
        return {std::to_string(integer->minimum()), std::to_string(integer->maximum())};
    if (const auto* real = dynamic_cast<const kit::Real*>(&parameter))
        return {fmt::format("{}", real->minimum()), fmt::format("{}", real->maximum())};
    if (const auto* choice = dynamic_cast<const kit::Choice*>(&parameter)) return choice->choices();
    if (dynamic_cast<const kit::Toggle*>(&parameter)) return {"off", "on"};
    if (const auto* file = dynamic_cast<const kit::File*>(&parameter)) return file->builtIn();
    return {};
}

/// The panel under the stage has something to say of each lab of the course: a sweep, or a table of cases.
TEST(Registry, EveryLabHasASweepOrCases) {
    for (const kit::LabEntry& entry : kit::labs()) {
        SCOPED_TRACE(entry.name);
        const std::unique_ptr<kit::Lab> lab = entry.make();
        if (entry.place == kit::kLastPlace || kit::sweepOf(*lab)) continue;
        kit::BackgroundCases cases;
        cases.request(entry, *lab, model::defaultArchitecture());
        cases.waitUntilDone(60);
        EXPECT_TRUE(cases.complete());
        const auto snapshot = cases.snapshot();
        EXPECT_GE(snapshot.rows.size(), 2U);
        std::set<std::string> told;
        for (const auto& row : snapshot.rows) {
            EXPECT_EQ(row.cells.size(), snapshot.columns.size()) << row.why;
            for (const kit::CaseCell& cell : row.cells) EXPECT_FALSE(cell.text.empty());
            if (!row.cells.empty()) told.insert(row.cells.front().text);
        }
        EXPECT_GE(told.size(), 2U) << "all cases come to the same";
        // A click on another row begins nothing anew; another value does.
        for (const auto& [name, value] : snapshot.rows.back().sets) lab->set(name, value);
        cases.request(entry, *lab, model::defaultArchitecture());
        EXPECT_EQ(cases.generation(), snapshot.generation);
        cases.request(entry, *lab, *model::findArchitecture("2.0"));
        EXPECT_NE(cases.generation(), snapshot.generation);
        cases.waitUntilDone(60);
        EXPECT_EQ(cases.snapshot().rows.size(), snapshot.rows.size());
    }
}

TEST(Registry, EveryLabSaysWhereItStands) {
    std::set<std::string> chapters;
    std::set<int> places;
    std::string chapter;
    int place = 0;
    for (const kit::LabEntry& entry : kit::labs()) {
        EXPECT_FALSE(entry.chapter.empty()) << entry.name;
        EXPECT_FALSE(entry.summary.empty()) << entry.name;
        EXPECT_FALSE(entry.title.empty()) << entry.name;
        const bool opens = entry.chapter != chapter;
        if (opens) {
            EXPECT_TRUE(chapters.insert(entry.chapter).second) << entry.chapter << " is in two pieces";
        }
        chapter = entry.chapter;
        if (entry.place == kit::kLastPlace) continue; // wherever there is room
        EXPECT_TRUE(places.insert(entry.place).second) << entry.name << " has the place of another lab";
        if (!opens) {
            EXPECT_GT(entry.place, place) << entry.name << " stands before a lab that it follows";
        }
        place = entry.place;
    }
}

/// A lab that is being written: it has no place in the course yet, and so no row.
bool isDraft(const kit::LabEntry& entry) {
    return entry.place == kit::kLastPlace;
}

/// The rows of the README's table of labs, as the labs declare them.
std::string readmeTable() {
    std::string table, chapter;
    for (const kit::LabEntry& entry : kit::labs()) {
        if (isDraft(entry)) continue;
        const bool opens = entry.chapter != chapter;
        chapter = entry.chapter;
        table += fmt::format("| {}| `{}` | {} | {} |\n", opens ? chapter + " " : "", entry.name, entry.move,
                             entry.see);
    }
    return table;
}

TEST(Registry, TheReadmeHasEveryLabAsItDeclaresItself) {
    std::ifstream file(LANESCOPE_README);
    const std::string readme(std::istreambuf_iterator<char>(file), {});
    for (const kit::LabEntry& entry : kit::labs())
        EXPECT_TRUE(isDraft(entry) || !(entry.move.empty() || entry.see.empty()))
            << "say in app/labs/" << entry.name << "/lab.cpp what to .move and .see: its row of the README";
    const std::string table = readmeTable();
    const bool has = readme.find("| chapter | lab | move | and see |\n|---|---|---|---|\n" + table + "\n") !=
                     std::string::npos;
    EXPECT_TRUE(has) << "paste this into README.md, in place of the rows of its table of labs:\n" << table;
}

TEST(Registry, EveryFolderIsALab) {
    std::set<std::string> folders, names;
    for (const auto& each : std::filesystem::directory_iterator(LANESCOPE_LABS))
        if (each.is_directory()) folders.insert(each.path().filename().string());
    for (const kit::LabEntry& entry : kit::labs()) names.insert(entry.name);
    EXPECT_EQ(folders, names) << "the folder of a lab, app/labs/NAME, has its .name";
}

TEST(Registry, ParametersAreTheDocumentedOnes) {
    const auto has = [](std::string_view lab, std::vector<std::string> wanted) {
        const std::vector<std::string> names = namesOf(*kit::findLab(lab).make());
        for (const std::string& name : wanted)
            EXPECT_TRUE(std::find(names.begin(), names.end(), name) != names.end()) << lab << ": " << name;
    };
    has("wave", {"width", "height", "block", "frequency", "layout", "animate", "focus-block", "focus-warp"});
    has("texture", {"image", "angle", "animate", "scale", "address", "filter", "normalized", "element",
                    "size", "block", "focus-block", "focus-warp"});
    has("coalescing",
        {"kernel", "offset", "stride", "element", "size-mib", "l1", "focus-block", "focus-warp"});
    has("transfers", {"direction", "memory", "portable", "size"});
    has("banks", {"stride", "width", "pad", "swizzle", "offset", "op", "broadcast", "lanes", "mask",
                  "bank-mode", "broadcast-choice"});

    const auto range = [](std::string_view lab, std::string_view name) {
        return kit::findLab(lab).make()->findParameter(name)->range();
    };
    EXPECT_EQ(range("wave", "width"), "1..4096");
    EXPECT_EQ(range("wave", "layout"), "float4 | float3 | soa");
    EXPECT_EQ(range("texture", "address"), "wrap | clamp | mirror | border");
    EXPECT_EQ(range("coalescing", "offset"), "0..32");
    EXPECT_EQ(range("coalescing", "stride"), "1..32");
    EXPECT_EQ(range("coalescing", "element"), "char | short | float | double | float4");
    EXPECT_EQ(range("banks", "stride"), "0..64");
    EXPECT_EQ(range("banks", "width"), "1 | 2 | 4 | 8 | 16");
    EXPECT_EQ(range("banks", "op"), "load | store | atomic");
}

/// Words that mean the same in every language: types, arrays, shapes and sizes.
bool isForEverybody(std::string_view word) {
    for (const std::string_view each :
         {"char", "short", "float", "double", "float4", "array0", "array1", "array2"})
        if (word == each) return true;
    return word.find("short-") != std::string_view::npos || word.find("-short") != std::string_view::npos ||
           word.find_first_of("0123456789") == 0;
}

TEST(Registry, WordsOfChoicesHaveAMeaningInEveryLanguage) {
    EXPECT_EQ(kit::meaningOfChoice("filter", "linear"), "") << "English needs none";
    EXPECT_EQ(kit::meaningOfParameter("stride"), "") << "English needs none";
    text::setLanguage(text::Language::Chinese);
    for (const kit::LabEntry& entry : kit::labs()) {
        if (isDraft(entry)) continue;
        const auto lab = entry.make();
        for (const kit::Parameter* parameter : lab->parameters()) {
            EXPECT_FALSE(kit::meaningOfParameter(parameter->name()).empty())
                << entry.name << " " << parameter->name() << ": app/kit/words/choice_words.cpp";
            const auto* const choice = dynamic_cast<const kit::Choice*>(parameter);
            if (!choice) continue;
            for (const std::string& word : choice->choices())
                EXPECT_TRUE(isForEverybody(word) || !kit::meaningOfChoice(parameter->name(), word).empty())
                    << entry.name << " " << parameter->name() << "=" << word
                    << ": app/kit/words/choice_words.cpp";
        }
    }
    EXPECT_EQ(kit::meaningOfParameter("stride"), "步长");
    EXPECT_EQ(kit::meaningOfChoice("filter", "linear"), "线性");
    EXPECT_EQ(kit::meaningOfChoice("memory", "3D"), "三维，带行间距");
    text::setLanguage(text::Language::English);
}

TEST(Registry, NamesAndValuesAreWordsOfACommandLine) {
    const auto isWord = [](const std::string& text) {
        return !text.empty() && text.find_first_of(" \t\"'$&;|<>*?(){}") == std::string::npos;
    };
    for (const kit::LabEntry& entry : kit::labs()) {
        EXPECT_EQ(entry.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-"), std::string::npos)
            << entry.name << ": the name of a lab is small letters, digits and hyphens";
        const auto lab = entry.make();
        for (const kit::Parameter* parameter : lab->parameters()) {
            EXPECT_TRUE(isWord(parameter->name())) << entry.name << ": " << parameter->name();
            EXPECT_TRUE(isWord(parameter->defaultText())) << entry.name << ": " << parameter->defaultText();
            for (const std::string& value : extremes(*parameter))
                EXPECT_TRUE(isWord(value)) << entry.name << " " << parameter->name() << "=" << value;
        }
    }
}

TEST(Registry, EveryLabRunsOnEveryArchitecture) {
    for (const kit::LabEntry& entry : kit::labs()) {
        std::shared_ptr<kit::Lab> lab = entry.make();
        makeSmall(*lab);
        kit::SessionOptions options;
        for (const model::Architecture& architecture : model::architectures())
            options.architectures.push_back(&architecture);
        kit::Session session(device::openEmulated(), options);
        session.setLab(entry, lab);
        session.step(0, 0);
        ASSERT_EQ(session.error(), "") << entry.name;
        for (std::size_t i = 0; i < options.architectures.size(); ++i) {
            // Copy engines run no kernel: the lab has a time to show all the same.
            if (session.drawn()->result.launches.empty()) {
                EXPECT_TRUE(copyTime(*lab, *options.architectures[i])) << entry.name;
                continue;
            }
            const model::Counts total = session.drawn()->result.total(i);
            EXPECT_GT(total.accesses, 0U) << entry.name << " on " << options.architectures[i]->name;
            EXPECT_GE(total.transactions + total.sharedWavefronts, total.accesses)
                << entry.name << " on " << options.architectures[i]->name;
        }
    }
}

TEST(Registry, EveryParameterRunsAtItsExtremes) {
    std::vector<std::string> refused, tooLarge;
    for (const kit::LabEntry& entry : kit::labs()) {
        std::shared_ptr<kit::Lab> lab = entry.make();
        makeSmall(*lab);
        const std::vector<std::string> small = lab->values();
        kit::Session session(device::openEmulated(std::size_t{1} << 30), {});
        session.setLab(entry, lab);
        for (kit::Parameter* parameter : lab->parameters())
            for (const std::string& value : extremes(*parameter)) {
                const std::string set = fmt::format("{} {}={}", entry.name, parameter->name(), value);
                parameter->parse(value);
                session.step(0, 0);
                if (!session.error().empty()) {
                    if (session.largestFit() > 0)
                        tooLarge.push_back(set);
                    else
                        refused.push_back(set + ": " + session.error());
                    lab->setValues(small);
                    continue;
                }
                const std::vector<session::LaunchResult>& launches = session.drawn()->result.launches;
                // A launch may fail where the lab is about that; then it says why.
                const bool failed = kit::recordingOf(*lab, model::defaultArchitecture()).options.mayFail &&
                                    !launches.empty() &&
                                    (launches.front().fault || !launches.front().refused.empty());
                if (!failed && (!launches.empty() || !copyTime(*lab, model::defaultArchitecture()))) {
                    EXPECT_GT(session.drawn()->result.total().accesses, 0U)
                        << entry.name << " with " << parameter->name() << "=" << value;
                }
                lab->setValues(small);
            }
    }
    EXPECT_EQ(tooLarge, std::vector<std::string>{"coalescing size-mib=65536"});
    EXPECT_EQ(refused, (std::vector<std::string>{
                           "hierarchy block-x=1024: a block of 1024 x 16 = 16384 threads: CC 9.0 takes at "
                           "most 1024; make it smaller",
                           "hierarchy block-y=1024: a block of 16 x 1024 = 16384 threads: CC 9.0 takes at "
                           "most 1024; make it smaller"}));
}

TEST(Registry, TooLargeASizeIsRefusedAndShrinksToWhatFits) {
    const kit::LabEntry& entry = kit::findLab("coalescing");
    std::shared_ptr<kit::Lab> lab = entry.make();
    lab->set("size-mib", "65536");
    kit::Session session(device::openEmulated(std::size_t{64} << 20), {});
    session.setLab(entry, lab);
    session.step(0, 0);
    EXPECT_NE(session.error(), "");
    ASSERT_GT(session.largestFit(), 0U);
    EXPECT_NE(kit::shrink(*lab, session.largestFit()), "");
    session.step(0, 0);
    EXPECT_EQ(session.error(), "");

    std::shared_ptr<kit::Lab> wave = kit::findLab("wave").make();
    wave->set("width", "4096");
    wave->set("height", "4096");
    kit::Session small(device::openEmulated(std::size_t{16} << 20), {});
    small.setLab(kit::findLab("wave"), wave);
    small.step(0, 0);
    EXPECT_NE(small.error(), "");
    ASSERT_GT(small.largestFit(), 0U);
    kit::shrink(*wave, small.largestFit());
    small.step(0, 0);
    EXPECT_EQ(small.error(), "");

    const auto texture = kit::findLab("texture").make();
    texture->set("size", "4096");
    EXPECT_EQ(kit::shrink(*texture, 4 * 1000 * 1000), "size=1000");
}

TEST(Registry, WrongInputIsOneLineThatSaysWhatToDo) {
    const auto failure = [](std::string_view name, const Sets& sets) {
        std::shared_ptr<kit::Lab> lab = kit::findLab(name).make();
        for (const auto& [parameter, value] : sets) lab->set(parameter, value);
        kit::Session session(device::openEmulated(), {});
        session.setLab(kit::findLab(name), lab);
        session.step(0, 0);
        EXPECT_THROW(session.throwError(), BadInput);
        return session.error();
    };
    EXPECT_EQ(failure("banks", {{"op", "atomic"}, {"width", "8"}}),
              "op=atomic works on 4-byte elements: set width=4, not 8");
    const std::string missing = failure("texture", {{"image", "no/such/picture.png"}});
    EXPECT_NE(missing.find("no/such/picture.png"), std::string::npos) << missing;
    EXPECT_EQ(missing.find('\n'), std::string::npos);
    const std::string noPng = failure("texture", {{"image", __FILE__}});
    EXPECT_NE(noPng.find("registry_test.cpp"), std::string::npos) << noPng;
}

TEST(Registry, ParametersWithoutEffectSaySo) {
    const auto idle = [](std::string_view name, std::string_view parameter, std::string_view architecture,
                         const Sets& sets = {}) {
        const auto lab = kit::findLab(name).make();
        for (const auto& [each, value] : sets) lab->set(each, value);
        return kit::idleReason(*lab, *lab->findParameter(parameter), *model::findArchitecture(architecture));
    };
    EXPECT_EQ(idle("banks", "bank-mode", "3.5"), "");
    EXPECT_NE(idle("banks", "bank-mode", "9.0"), "");
    EXPECT_EQ(idle("banks", "broadcast-choice", "1.3"), "");
    EXPECT_NE(idle("banks", "broadcast-choice", "2.0"), "");
    EXPECT_EQ(idle("coalescing", "l1", "2.0"), "");
    EXPECT_NE(idle("coalescing", "l1", "7.0"), "");
    EXPECT_NE(idle("coalescing", "offset", "9.0", {{"kernel", "stride"}}), "");
    EXPECT_EQ(idle("coalescing", "offset", "9.0", {{"kernel", "offset"}}), "");
    EXPECT_NE(idle("transfers", "portable", "9.0"), "");
    EXPECT_EQ(idle("transfers", "portable", "9.0", {{"memory", "mapped"}}), "");
    EXPECT_NE(idle("transfers", "memory", "9.0", {{"direction", "d2d"}}), "");
    EXPECT_NE(idle("texture", "address", "9.0", {{"normalized", "off"}, {"address", "wrap"}}), "");
}

TEST(Registry, AClickChoosesTheWarp) {
    const auto wave = kit::findLab("wave").make();
    // Vertex (37, 9) of 64 x 64 in blocks of 32 x 8: block (1, 1) of 2 x 8, thread (5, 1), so warp 1.
    wave->set("width", "64");
    wave->set("height", "64");
    EXPECT_TRUE(kit::pick(*wave, {render::PickKind::Vertex, 9 * 64 + 37}));
    EXPECT_EQ(kit::recordingOf(*wave, model::defaultArchitecture()).options.focus.block, 3U);
    EXPECT_EQ(kit::recordingOf(*wave, model::defaultArchitecture()).options.focus.warp, 1U);
    EXPECT_FALSE(kit::pick(*wave, {render::PickKind::Bank, 3}));
    const auto transfers = kit::findLab("transfers").make();
    EXPECT_TRUE(kit::pick(*transfers, {render::PickKind::Point, 3}));
    EXPECT_EQ(transfers->findParameter("size")->text(), "8KiB");
    EXPECT_TRUE(kit::pick(*transfers,
                          {.kind = render::PickKind::Point, .id = 3, .group = lab_transfers::kMemoryPicks}));
    EXPECT_EQ(transfers->findParameter("memory")->text(), "mapped");
    EXPECT_FALSE(kit::pick(*transfers, {render::PickKind::Lane, 3}));
    for (const char* name : {"wave", "texture", "coalescing"}) {
        const auto lab = kit::findLab(name).make();
        EXPECT_TRUE(kit::pick(*lab, {render::PickKind::Warp, 4})) << name;
        EXPECT_EQ(kit::recordingOf(*lab, model::defaultArchitecture()).options.focus.warp, 4U) << name;
    }
}

} // namespace
} // namespace lanescope::labs_test
