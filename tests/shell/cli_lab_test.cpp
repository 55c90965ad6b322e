// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "child.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

namespace lanescope::shell {

namespace {

/// The metrics by the names that other programs rely on, in their order: a new one comes last.
const std::vector<std::string> kMetricNames{
    "requests", "sectors",         "tag_lookups",       "transactions", "wavefronts",     "bank_conflicts",
    "max_ways", "bytes_requested", "bytes_transferred", "efficiency",   "data_wavefronts"};

/// A sweep's table by column name.
std::vector<std::map<std::string, std::string>> rows(const std::string& text) {
    const auto table = csv(text);
    std::vector<std::map<std::string, std::string>> all;
    for (std::size_t line = 1; line < table.size(); ++line) {
        EXPECT_EQ(table[line].size(), table[0].size());
        auto& row = all.emplace_back();
        for (std::size_t i = 0; i < table[0].size(); ++i) row[table[0][i]] = table[line].at(i);
    }
    return all;
}

TEST_F(CliTest, ListNamesLabsArchitecturesAndDevices) {
    const auto all = good("list --json").json();
    std::set<std::string> labs, capabilities, devices;
    for (const auto& lab : all["labs"]) {
        labs.insert(lab["name"]);
        EXPECT_FALSE(lab["parameters"].empty());
        for (const auto& parameter : lab["parameters"])
            for (const char* key : {"name", "type", "range", "default", "help"})
                EXPECT_FALSE(std::string(parameter.at(key)).empty()) << lab["name"] << " " << key;
    }
    for (const char* name : {"wave", "texture", "coalescing", "banks"})
        EXPECT_TRUE(labs.contains(name)) << name;
    for (const auto& row : all["architectures"]) capabilities.insert(row["architecture"]);
    for (const char* cc : {"1.0", "1.3", "2.0", "3.0", "5.0", "7.5", "8.0", "9.0", "12.1"})
        EXPECT_TRUE(capabilities.contains(cc)) << cc;
    EXPECT_GE(all["architectures"].size(), 16U);
    for (const auto& device : all["devices"]) devices.insert(device["choice"]);
    EXPECT_TRUE(devices.contains("emulated"));

    const auto only = good("list architectures --json").json();
    EXPECT_EQ(only.size(), 1U);
    EXPECT_EQ(only["architectures"], all["architectures"]);
    const std::string text = good("list labs").out;
    EXPECT_NE(text.find("coalescing"), std::string::npos);
    EXPECT_NE(text.find("stride"), std::string::npos);
    EXPECT_EQ(text.find("H200"), std::string::npos);
}

TEST_F(CliTest, JsonIsEnglishInEveryLanguage) {
    const std::string line = "report banks --device emulated --json --set stride=8";
    EXPECT_EQ(good(line + " --language zh").json(), good(line).json());
    EXPECT_NE(good("report banks --device emulated --language zh --set stride=8").out, good(line).out);
    refuses(line + " --language fr", 2, {"no language 'fr'"});
}

TEST_F(CliTest, ListsDefaultsAreValues) {
    // What `list` says is a default can be given to --set, lab by lab.
    const auto labs = good("list labs --json").json()["labs"];
    for (const auto& lab : labs) {
        std::string line = "report --device emulated --json " + std::string(lab["name"]);
        if (lab["name"] == "wave") line += " --set width=64 --set height=64";
        for (const auto& parameter : lab["parameters"])
            if (lab["name"] != "wave" || (parameter["name"] != "width" && parameter["name"] != "height"))
                line += " --set " + std::string(parameter["name"]) + "=" + std::string(parameter["default"]);
        EXPECT_EQ(good(line).json()["lab"], lab["name"]);
    }
}

TEST_F(CliTest, ReportHasTheContractsNames) {
    const auto report =
        good("report coalescing --device emulated --arch 9.0 --json --set kernel=stride --set stride=2 "
             "--set element=float")
            .json();
    EXPECT_EQ(report["lab"], "coalescing");
    EXPECT_EQ(report["modelled"], true);
    EXPECT_EQ(report["parameters"]["stride"], 2);
    EXPECT_EQ(report["device"]["kind"], "emulated");
    EXPECT_FALSE(report["launches"].empty());
    const std::set<std::string> names(kMetricNames.begin(), kMetricNames.end());
    auto objects = report["sites"];
    objects.push_back(report["total"]);
    for (const auto& object : objects)
        for (const char* space : {"global", "shared", "constant", "texture", "local"})
            for (const char* direction : {"load", "store", "atomic"}) {
                std::set<std::string> found;
                for (const auto& [key, value] : object.at(space).at(direction).items()) found.insert(key);
                ASSERT_EQ(found, names) << "a new metric belongs into kMetricNames";
            }
    for (const auto& site : report["sites"]) {
        EXPECT_EQ(site["file"], "kernels/coalescing.cu");
        EXPECT_GT(site["line"], 0);
        EXPECT_EQ(site["width_bytes"], 4);
        EXPECT_FALSE(std::string(site["ptx"]).empty());
    }
    // Every second float of a row: 8 sectors a request, half of their bytes asked for.
    for (const char* direction : {"load", "store"}) {
        const auto& counts = report["total"]["global"][direction];
        EXPECT_EQ(counts["sectors"], 8 * int(counts["requests"]));
        EXPECT_EQ(counts["bytes_requested"], 128 * int(counts["requests"]));
        EXPECT_EQ(counts["bytes_transferred"], 256 * int(counts["requests"]));
        EXPECT_EQ(counts["efficiency"], 0.5);
        EXPECT_TRUE(counts["max_ways"].is_null());
    }
    // What an H200 counted of this load, see assets/measured/h200_warp_counters.csv.
    EXPECT_EQ(report["total"]["global"]["load"]["data_wavefronts"],
              2 * int(report["total"]["global"]["load"]["requests"]));
    EXPECT_TRUE(report["total"]["global"]["atomic"]["data_wavefronts"].is_null()) << "its rule is not known";
    EXPECT_TRUE(report["total"]["shared"]["load"]["data_wavefronts"].is_null());
    EXPECT_EQ(report["run"]["efficiency"], 0.5);
}

TEST_F(CliTest, ReportCountsTheWholeGrid) {
    const auto report = good("report wave --device emulated --json --set width=128 --set height=64").json();
    const auto& launch = report["launches"][0];
    EXPECT_EQ(launch["blocks_run"], launch["blocks_total"]);
    EXPECT_EQ(launch["blocks_run"], int(launch["grid"][0]) * int(launch["grid"][1]) * int(launch["grid"][2]));
    // 128 x 64 vertices of 16 bytes, each written once.
    EXPECT_EQ(report["total"]["global"]["store"]["bytes_requested"], 128 * 64 * 16);
}

TEST_F(CliTest, ReportComparesArchitectures) {
    const auto reports =
        good("report banks --device emulated --arch 1.3,2.0,9.0 --json --set stride=2 --set width=4 "
             "--set op=load")
            .json();
    ASSERT_EQ(reports.size(), 3U);
    for (const auto& report : reports) {
        const auto& load = report["total"]["shared"]["load"];
        EXPECT_EQ(load["max_ways"], 2) << report["architecture"];
        EXPECT_TRUE(load["sectors"].is_null());
        EXPECT_TRUE(load["bytes_transferred"].is_null());
        EXPECT_EQ(report["total"]["global"]["store"]["tag_lookups"].is_null(),
                  report["architecture"] != "9.0");
    }
    const std::string text = good("report banks --device emulated --arch 1.3,9.0 --set stride=32").out;
    EXPECT_NE(text.find("CC 1.3"), std::string::npos);
    EXPECT_NE(text.find("CC 9.0"), std::string::npos);
    EXPECT_NE(text.find("kernels/banks.cu:"), std::string::npos);
}

TEST_F(CliTest, SweepHasARowAPointAndArchitecture) {
    good("sweep coalescing --over stride=1:4 --set kernel=stride --set element=float --arch 1.3,2.0,9.0 "
         "--csv out.csv");
    EXPECT_EQ(files(), std::vector<std::string>{"out.csv"});
    const std::string text = read("out.csv");
    const std::string begin = fmt::format("stride,architecture,{},", fmt::join(kMetricNames, ","));
    EXPECT_EQ(text.substr(0, begin.size()), begin);
    const auto table = rows(text);
    ASSERT_EQ(table.size(), 12U);
    const std::vector<std::string> names{"1.3", "2.0", "9.0"};
    for (std::size_t i = 0; i < table.size(); ++i) {
        EXPECT_EQ(table[i].at("stride"), std::to_string(1 + i / 3));
        EXPECT_EQ(table[i].at("architecture"), names[i % 3]);
        // Strides 1, 2 and 4 waste nothing but what lies between the elements, on any of these.
        if (i / 3 != 2) {
            EXPECT_EQ(std::stod(table[i].at("efficiency")), 1.0 / static_cast<double>(1 + i / 3));
        }
        EXPECT_EQ(table[i].at("sectors").empty(), i % 3 != 2);
    }
    EXPECT_EQ(table[2].at("global_load_sectors"), table[2].at("global_store_sectors"));
    EXPECT_EQ(good("sweep coalescing --over stride=1:4 --set kernel=stride --set element=float --arch "
                   "1.3,2.0,9.0 --csv -")
                  .out,
              text);
}

TEST_F(CliTest, SweepWithoutAnAxisIsTheLabsOwn) {
    const auto table = rows(good("sweep coalescing --csv - --arch 9.0").out);
    ASSERT_EQ(table.size(), 32U) << "strides 1 to 32, as the lab proposes";
    EXPECT_EQ(table[31].at("stride"), "32");
    double last = 1e9;
    for (const auto& row : table) {
        const double gbps = std::stod(row.at("modelled_gbps")), ms = std::stod(row.at("modelled_ms"));
        EXPECT_LE(gbps, last * 1.0001) << "a wider stride is never faster";
        EXPECT_NEAR(gbps, std::stod(row.at("bytes_requested")) / ms * 1e-6, gbps * 1e-4);
        EXPECT_EQ(row.count("measured_ms"), 0U) << "nothing was measured";
        last = gbps;
    }
}

TEST_F(CliTest, TimesSayWhatTheyRestOn) {
    const std::string line = "sweep banks --over stride=1,2 --arch 2.0,7.5,8.6,9.0";
    const std::vector<std::string> from{"specifications", "published figures", "", "measured chip"};
    const auto table = rows(good(line + " --csv -").out);
    ASSERT_EQ(table.size(), 8U);
    const auto points = good(line + " --json").json()["series"][0]["points"];
    for (std::size_t i = 0; i < table.size(); ++i) {
        EXPECT_EQ(table[i].at("modelled_from"), from[i % 4]) << i;
        const auto& said = points[i / 4]["modelled"][i % 4]["modelled_from"];
        EXPECT_EQ(said.is_null() ? std::string() : said.get<std::string>(), from[i % 4]) << i;
    }
    const std::string text = good(line).out;
    for (const char* each : {"specifications", "published figures", "measured chip",
                             "the row CC 8.6 has rules, but no device's figures", "--arch 'GeForce RTX 4090'",
                             "validate --times --save"})
        EXPECT_NE(text.find(each), std::string::npos) << each << "\n" << text;
    const std::string report = good("report banks --arch 2.0").out;
    EXPECT_NE(report.find("modelled from the chip's specifications"), std::string::npos) << report;
    EXPECT_NE(report.find("not looked for: races"), std::string::npos) << report;
    EXPECT_EQ(good("report banks --check").out.find("not looked for"), std::string::npos);
}

TEST_F(CliTest, SweepAsJsonSaysWhatItIs) {
    const auto document = good("sweep wave --json --arch 9.0,2.0").json();
    EXPECT_EQ(document["measured"], false);
    EXPECT_TRUE(document["device"].is_null());
    EXPECT_EQ(document["cache"], "cold") << "modelled times are those of an empty L2";
    const auto& points = document["series"][0]["points"];
    ASSERT_EQ(points.size(), 3U);
    EXPECT_EQ(points[1]["values"]["layout"], "float3");
    EXPECT_TRUE(points[1]["measured"].is_null());
    EXPECT_EQ(points[1]["modelled"][1]["architecture"], "2.0");
    EXPECT_GT(points[1]["modelled"][0]["gbps"], 0);
    EXPECT_GT(points[1]["modelled"][0]["counts"]["sectors"], points[2]["modelled"][0]["counts"]["sectors"]);
}

TEST_F(CliTest, MeasuringWithoutAGpuIsRefused) {
    if (good("list devices --json").json()["devices"].size() > 1) GTEST_SKIP() << "this machine has a GPU";
    refuses("sweep coalescing --measure --csv out.csv", 3, {"--measure", "GPU"});
    refuses("sweep coalescing --measure --device cuda --csv out.csv", 3, {"--measure", "GPU"});
    refuses("report coalescing --counters", 3, {"counters"});
}

TEST_F(CliTest, ReportHasDramTrafficAndAModelledTime) {
    const auto report =
        good("report coalescing --set stride=16 --set size-mib=4 --arch 9.0 --device emulated --json").json();
    // A float every 64 bytes: the DRAM is asked for whole 64-byte blocks and gets back 32-byte sectors.
    EXPECT_EQ(report["dram"]["bytes_read"], (4 << 20) * 16);
    EXPECT_EQ(report["dram"]["bytes_written"], (4 << 20) * 8);
    EXPECT_EQ(report["dram"]["fill_bytes"], 0);
    EXPECT_EQ(report["modelled_time"]["kernels"][0]["bound"], "dram");
    EXPECT_GT(report["modelled_time"]["kernels"][0]["milliseconds"], 0);
    EXPECT_TRUE(report["timing"].is_null()) << "nothing was measured";
    const std::string text = good("report atomics --set elements=4096 --arch 9.0 --device emulated").out;
    EXPECT_EQ(text.find("l2_atomics"), std::string::npos) << "a name of JSON in a text: " << text;
    // What is not modelled is not 0.
    const auto texture = good("report texture --device emulated --json").json();
    EXPECT_TRUE(texture["dram"].is_null());
    EXPECT_GT(texture["modelled_time"]["kernels"][0]["milliseconds"], 0);
    // Sectors of textures are those asked for: a name that is true stands over them where people read.
    const auto hasColumn = [](const std::string& text, std::string_view word) {
        return text.find(fmt::format("  {}", word)) != std::string::npos;
    };
    const std::string asked = good("report texture --device emulated").out;
    EXPECT_TRUE(hasColumn(asked, "sectors_requested  ")) << asked;
    EXPECT_FALSE(hasColumn(asked, "sectors  ")) << asked;
    EXPECT_NE(asked.find("\nsectors_requested are those asked of L1"), std::string::npos) << asked;
    EXPECT_TRUE(texture["total"]["texture"]["load"].contains("sectors"));
    EXPECT_GT(texture["total"]["texture"]["load"]["sectors"],
              texture["total"]["texture"]["load"]["transactions"]);
    const std::string global = good("report coalescing --device emulated").out;
    EXPECT_TRUE(hasColumn(global, "sectors  ")) << global;
    EXPECT_EQ(global.find("sectors_requested"), std::string::npos) << global;
    const auto pascal = good("report texture --device emulated --arch 6.0 --json").json();
    EXPECT_TRUE(pascal["modelled_time"]["kernels"][0]["milliseconds"].is_null());
    EXPECT_TRUE(pascal["pattern"][0]["verdict"].is_null());
    EXPECT_NE(good("report texture --device emulated --arch 6.0").out.find("nor is the time of this run"),
              std::string::npos);
    // Whether the pattern matters, as the window says it.
    const auto& pattern = report["pattern"];
    ASSERT_EQ(pattern.size(), 2U);
    EXPECT_EQ(pattern[0]["cache"], "cold");
    EXPECT_EQ(pattern[0]["milliseconds"], report["modelled_time"]["kernels"][0]["milliseconds"]);
    EXPECT_LT(pattern[0]["without_waste_milliseconds"], pattern[0]["milliseconds"]);
    EXPECT_TRUE(pattern[0]["verdict"].get<std::string>().starts_with("Yes: "));
    EXPECT_EQ(good("report constant --device emulated --arch 9.0").out.find("nor is the time"),
              std::string::npos);
}

TEST_F(CliTest, AChipThatIsNotSimulatedSaysWhichAre) {
    // The columns of times are empty, and left out.
    const std::string sweep = good("sweep texture --over angle=0,30 --arch 12.0").out;
    EXPECT_EQ(sweep.find("GB/s"), std::string::npos) << sweep;
    EXPECT_NE(sweep.find("no time of this is estimated from the figures of GeForce RTX 5090"),
              std::string::npos)
        << sweep;
    EXPECT_NE(sweep.find("H200 SXM (9.0)"), std::string::npos) << sweep;
    const std::string timed = good("sweep texture --over angle=0,30 --arch 9.0").out;
    EXPECT_NE(timed.find("GB/s"), std::string::npos) << timed;
    EXPECT_EQ(timed.find("times are simulated for"), std::string::npos) << timed;
}

TEST_F(CliTest, ARowOfRulesHasNoModelledTimeAndSaysSo) {
    const std::string capability = capabilitiesWithoutProduct().back();
    const std::string rules = good("report banks --device emulated --arch " + capability).out;
    EXPECT_NE(rules.find("no modelled time: the row CC " + capability), std::string::npos) << rules;
    EXPECT_EQ(rules.find("limited by"), std::string::npos) << "a heading over nothing";
    const std::string chip = good("report banks --device emulated --arch 9.0").out;
    EXPECT_EQ(chip.find("no modelled time"), std::string::npos) << chip;
    EXPECT_NE(chip.find("limited by"), std::string::npos);
}

TEST_F(CliTest, SweepGoesOverEveryCombination) {
    const auto table = rows(good("sweep banks --over stride=1:3 --over pad=0:1 --set op=load --csv -").out);
    ASSERT_EQ(table.size(), 6U);
    for (std::size_t i = 0; i < 6; ++i) {
        EXPECT_EQ(table[i].at("stride"), std::to_string(1 + i / 2));
        EXPECT_EQ(table[i].at("pad"), std::to_string(i % 2));
    }
    const auto words = rows(good("sweep coalescing --over element=char:double --csv -").out);
    EXPECT_EQ(words.size(), 4U);
}

TEST_F(CliTest, SweepTellsDevicesOfOneCapabilityApart) {
    const auto list = good("list architectures --json").json()["architectures"];
    std::map<std::string, std::vector<std::string>> byCapability;
    for (const auto& row : list) byCapability[row["architecture"]].push_back(row["name"]);
    const auto twins = std::find_if(byCapability.begin(), byCapability.end(),
                                    [](const auto& entry) { return entry.second.size() > 1; });
    if (twins == byCapability.end()) GTEST_SKIP() << "no capability has two devices";
    const Outcome outcome = runProgram(m_folder, {"sweep", "coalescing", "--over", "stride=1:1", "--arch",
                                                  twins->second[0] + "," + twins->second[1], "--csv", "-"});
    ASSERT_EQ(outcome.code, 0) << outcome.error;
    const auto table = rows(outcome.out);
    ASSERT_EQ(table.size(), 2U);
    EXPECT_EQ(table[0].at("device"), twins->second[0]);
    EXPECT_EQ(table[1].at("device"), twins->second[1]);
}

TEST_F(CliTest, ScenariosAreReadAndOptionsWin) {
    write(
        "s.json",
        R"({"lab": "coalescing", "set": {"kernel": "stride", "stride": 4, "element": "float"}, "arch": "2.0",
                       "device": "emulated"})");
    auto report = good("report --scenario s.json --json").json();
    EXPECT_EQ(report["lab"], "coalescing");
    EXPECT_EQ(report["architecture"], "2.0");
    EXPECT_EQ(report["parameters"]["stride"], 4);
    report = good("report coalescing --scenario s.json --set stride=8 --arch 9.0 --json").json();
    EXPECT_EQ(report["architecture"], "9.0");
    EXPECT_EQ(report["parameters"]["stride"], 8);
    EXPECT_EQ(report["parameters"]["kernel"], "stride");
}

TEST_F(CliTest, AProgramThatAScenarioNamesTakesAnOption) {
    good("record streams --out made.lanescope");
    write("own", "#!/bin/sh\ntouch it-ran\ncp made.lanescope part && mv part \"$LANESCOPE_RECORD\"\n");
    std::filesystem::permissions(m_folder / "own", std::filesystem::perms::owner_all);
    write("s.json", R"({"lab": "./own", "device": "emulated"})");
    for (const char* line : {"report --scenario s.json", "report --scenario lanescope:own",
                             "shot --scenario s.json --out p.png"})
        refuses(line, 2, {"own", "--run-program"});
    EXPECT_FALSE(std::filesystem::exists(m_folder / "it-ran"));
    EXPECT_TRUE(good("report --scenario s.json --run-program --json").json().contains("launches"));
    EXPECT_TRUE(std::filesystem::remove(m_folder / "it-ran"));
    good("--scenario s.json --run-program report");
    EXPECT_TRUE(std::filesystem::remove(m_folder / "it-ran"));
    good("report ./own --scenario s.json");
    EXPECT_TRUE(std::filesystem::remove(m_folder / "it-ran")) << "who names it himself is not asked";
    // The window's commands have nobody to ask here, and run nothing.
    EXPECT_NE(run("open s.json").code, 0);
    EXPECT_NE(run("run --scenario s.json").code, 0);
    EXPECT_FALSE(std::filesystem::exists(m_folder / "it-ran"));
}

TEST_F(CliTest, OptionsOfALabMayStandBeforeTheCommand) {
    write("s.json", R"({"lab": "banks", "set": {"stride": 4}, "arch": "2.0"})");
    auto report = good("--scenario s.json report --json --device emulated").json();
    EXPECT_EQ(report["lab"], "banks");
    EXPECT_EQ(report["parameters"]["stride"], 4);
    EXPECT_EQ(report["architecture"], "2.0");
    report = good("--set stride=4 --arch 2.0 report banks --set stride=5 --arch sm_90 --json").json();
    EXPECT_EQ(report["parameters"]["stride"], 5) << "what follows the command wins";
    EXPECT_EQ(report["architecture"], "9.0");
    refuses("--scenario s.json list", 2, {"--scenario", "list"});
    refuses("--arch 9.0 model --csv -", 2, {"--arch", "model"});
}

TEST_F(CliTest, AnArchitectureMayHaveNvccsName) {
    for (const char* name : {"sm_90", "compute_90", "SM_90a"})
        EXPECT_EQ(good(std::string("report banks --device emulated --json --arch ") + name)
                      .json()["architecture_name"],
                  "H200 SXM");
    write("t.csv", "space,op,width_bytes,lane_byte_offsets\n");
    EXPECT_EQ(good("model --csv t.csv --arch sm_90").out, good("model --csv t.csv --arch 9.0").out);
    EXPECT_EQ(rows(good("sweep banks --over stride=1:2 --arch sm_20,sm_90 --csv -").out).size(), 4U);
    refuses("report banks --arch sm_91", 2, {"sm_91"});
}

TEST_F(CliTest, SweepGoesOverAListOfValues) {
    const auto table = rows(good("sweep banks --over op=load,store --over stride=1,4,2 --csv -").out);
    ASSERT_EQ(table.size(), 6U);
    EXPECT_EQ(table[0].at("op"), "load");
    EXPECT_EQ(table[3].at("op"), "store");
    EXPECT_EQ(table[4].at("stride"), "4");
    EXPECT_EQ(table[5].at("stride"), "2");
    refuses("sweep banks --over op=load,move --csv -", 2, {"move", "load | store"});
    refuses("sweep banks --over op=load,load --csv -", 2, {"load", "twice"});
}

TEST_F(CliTest, SweepPrintsATableOfItsOwnAccord) {
    const std::string text = good("sweep banks --over stride=1,32 --set op=load --arch 9.0").out;
    EXPECT_EQ(text.find(','), std::string::npos) << text;
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
        if (!line.empty()) lines.push_back(line);
    ASSERT_GE(lines.size(), 3U) << text;
    EXPECT_NE(lines[0].find("shared load wavefronts"), std::string::npos);
    EXPECT_NE(text.find("H200 SXM"), std::string::npos);
    // Columns are aligned: numbers end where their heading does.
    const std::size_t end = lines[0].find("stride") + 6;
    EXPECT_EQ(lines[lines.size() - 2].substr(end - 1, 1), "1") << text;
    EXPECT_EQ(lines.back().substr(end - 2, 2), "32") << text;
    EXPECT_EQ(files(), std::vector<std::string>{});
}

TEST_F(CliTest, ARunsWavefrontsAreMarkedAsASumOfUnlikeThings) {
    const auto report = good("report transpose --device emulated --json").json();
    EXPECT_NE(std::string(report["notes"]["run.wavefronts"]).find("unlike"), std::string::npos);
    const std::string text = good("report transpose --device emulated").out;
    EXPECT_EQ(text.find(std::to_string(std::uint64_t(report["run"]["wavefronts"]))), std::string::npos)
        << "the sum is not on screen";
}

TEST_F(CliTest, DoctorSaysWhatIsThere) {
    const auto document = good("doctor --json").json();
    std::set<std::string> names;
    for (const auto& check : document["checks"]) {
        names.insert(check["name"]);
        EXPECT_TRUE(check["found"].is_boolean());
        EXPECT_FALSE(std::string(check["detail"]).empty()) << check;
        EXPECT_EQ(check["cure"].is_null(), bool(check["found"])) << check;
    }
    for (const char* name :
         {"OpenGL", "OpenGL interop", "CUDA driver", "NVRTC", "CUPTI", "emulator", "display"})
        EXPECT_TRUE(names.contains(name)) << name;
    EXPECT_NE(good("doctor").out.find("CUDA driver"), std::string::npos);
}

} // namespace

} // namespace lanescope::shell
