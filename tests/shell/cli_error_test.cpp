// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "child.h"

namespace lanescope::shell {

namespace {

TEST_F(CliTest, WrongUsageIsOneLine) {
    struct Case {
        const char* line;
        std::vector<std::string> words;
    };
    const std::vector<Case> cases{
        {"dance", {"dance", "report", "sweep"}},
        {"banks", {"lanescope run banks"}},
        {"--fast", {"--fast", "--help"}},
        {"report --fast", {"--fast", "lanescope report --help"}},
        {"report nothing", {"nothing", "banks", "coalescing", "wave"}},
        {"report banks coalescing", {"coalescing"}},
        {"report banks --arch 4.0", {"4.0", "9.0"}},
        {"report banks --arch 9.0,", {"architecture ''"}},
        {"report banks --device tpu", {"tpu", "emulated"}},
        {"report banks --device cuda:x", {"cuda:x"}},
        {"report banks --set nothing=1", {"nothing", "stride"}},
        {"report banks --set stride", {"stride", "NAME=VALUE"}},
        {"report banks --set stride=", {"stride", "0..64"}},
        {"report banks --set stride=65", {"65", "0..64"}},
        {"report banks --set stride=-1", {"-1", "0..64"}},
        {"report banks --set stride=1.5", {"1.5"}},
        {"report banks --set stride=99999999999999", {"99999999999999"}},
        {"report banks --set op=jump", {"jump", "load"}},
        {"report texture --device emulated --set image=missing.png", {"missing.png"}},
        {"report texture --device emulated --set image=text.png", {"text.png"}},
        {"report texture --device emulated --set image=.", {"."}},
        {"report --scenario missing.json", {"missing.json"}},
        {"report --scenario text.png", {"text.png is no picture"}},
        {"report --scenario list.json", {"list.json", "object"}},
        {"report --scenario field.json", {"colour", "lab, set, arch, device"}},
        {"report --scenario value.json", {"value.json", "stride", "65"}},
        {"report banks --scenario coalescing.json", {"coalescing", "banks"}},
        {"sweep banks --over stride=0:4 --cache cold --csv out.csv", {"--cache", "--measure"}},
        {"sweep banks --over stride=0:4 --launches 5 --csv out.csv", {"--launches", "--measure"}},
        {"sweep banks --over stride=0:4 --measure --cache hot --csv out.csv", {"warm or cold", "hot"}},
        {"sweep banks --measure --device emulated --csv out.csv", {"--measure", "emulated"}},
        {"report banks --device emulated --launches 5", {"--launches", "emulated"}},
        {"sweep banks --over stride=0:4 --set stride=3 --csv out.csv", {"--set stride=3", "--over"}},
        {"sweep coalescing --set stride=3 --csv out.csv", {"--set stride=3", "sweep over stride"}},
        {"sweep banks --over stride=0:4 --csv - --json", {"--json", "--csv -"}},
        {"sweep --over stride=0:4 --csv out.csv", {"LAB"}},
        {"sweep banks --over stride --csv out.csv", {"NAME=FIRST:LAST"}},
        {"sweep banks --over nothing=0:4 --csv out.csv", {"nothing", "stride"}},
        {"sweep banks --over stride=4:0 --csv out.csv", {"stride"}},
        {"sweep banks --over stride=0:65 --csv out.csv", {"65"}},
        {"sweep banks --over stride=0:4:0 --csv out.csv", {"0"}},
        {"sweep banks --over stride=0:4:-1 --csv out.csv", {"-1"}},
        {"sweep banks --over stride=0:4 --over stride=0:4 --csv out.csv", {"twice"}},
        {"sweep banks --over stride=0:4 --csv missing/out.csv", {"missing/out.csv"}},
        {"sweep banks --over stride=0:4 --csv .", {"folder"}},
        {"shot banks", {"--out"}},
        {"shot banks --size 0x0 --out out.png", {"0x0", "16"}},
        {"shot banks --size 15x400 --out out.png", {"15x400"}},
        {"shot banks --size 400x20000 --out out.png", {"20000", "16384"}},
        {"shot banks --size big --out out.png", {"big"}},
        {"shot banks --size 400 --out out.png", {"400"}},
        {"shot banks --frames 0 --out out.png", {"--frames", "0"}},
        {"shot banks --frames x --out out.png", {"--frames", "x"}},
        {"shot banks --view sky --out out.png", {"sky", "stage"}},
        {"shot banks --out out.gif", {"out.gif", "PNG, SVG or PDF"}},
        {"shot banks --steps --out out.txt", {"out.txt", "GIF"}},
        {"shot banks --steps --step 2 --out out.gif", {"--step"}},
        {"shot banks --device emulated --site 99 --size 640x400 --out out.png", {"site 99", "--site"}},
        {"shot banks --device emulated --set stride=8 --step 99 --size 640x400 --out out.png", {"99", "8"}},
        {"shot banks --device emulated --set stride=1 --view stage --step 2 --size 640x400 --out out.png",
         {"step 2", "one"}},
        {"shot banks --steps --view plots --out out.gif", {"--steps", "stage", "plots"}},
        {"shot banks --caption --out out.png", {"--caption", "stage"}},
        {"shot banks --view reading --controls --out out.png", {"--controls", "stage"}},
        {"shot --scenario banks@9.0~xxx --out out.png", {"banks@9.0~xxx", "mistyped"}},
        {"open banks:stride=8@9.0/st", {"banks:stride=8@9.0/st", "not all of a picture's code"}},
        {"shot --scenario text.svg --out out.png", {"text.svg"}},
        {"shot --scenario text.pdf --out out.png", {"text.pdf"}},
        {"shot banks --out missing/out.svg", {"missing/out.svg"}},
        {"shot banks --out missing/out.pdf", {"missing/out.pdf"}},
        {"shot banks --size 0x0 --out out.pdf", {"0x0", "16"}},
        {"shot banks --out out.jpg", {"PNG"}},
        {"shot banks --out missing/out.png", {"missing/out.png"}},
        {"shot banks --out text.png/out.png", {"text.png/out.png"}},
        {"shot banks --arch 2.0,9.0 --out out.png", {"several"}},
        {"bench banks", {"--frames"}},
        {"bench --frames 5", {"LAB"}},
        {"list colours", {"colours"}},
        {"trace", {"FILE"}},
    };
    write("text.png", "not a picture");
    write("text.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\">");
    write("text.pdf", "%PDF-1.4 cut");
    write("list.json", "[1, 2]");
    write("field.json", R"({"lab": "banks", "colour": "red"})");
    write("value.json", R"({"lab": "banks", "set": {"stride": 65}})");
    write("coalescing.json", R"({"lab": "coalescing"})");
    for (const Case& one : cases) refuses(one.line, 2, one.words);
}

TEST_F(CliTest, WhatIsMisspeltIsGuessed) {
    const std::vector<std::pair<std::string, std::string>> all{
        {"report bnks", "banks"},
        {"repotr banks", "report"},
        {"report banks --set strde=3", "stride"},
        {"report banks --set op=laod", "load"},
        {"report banks --ach 9.0", "--arch"},
        {"report banks --chekc", "--check"},
        {"report banks --arch tesla-t4", "Tesla T4"},
        {"report banks --device emulatd", "emulated"},
        {"lesson bank", "banks"},
        {"open banks:strid=8", "stride"},
        {"open bnks:stride=8", "banks"},
        {"shot banks --view acess --out a.png", "access"},
        {"list lab", "labs"}};
    for (const auto& [line, meant] : all) {
        refuses(line, 2, {"did you mean '" + meant + "'?"});
        EXPECT_EQ(run(line + " --language zh").error.find("did you mean"), std::string::npos) << line;
    }
    EXPECT_EQ(run("report nothing").error.find("did you mean"), std::string::npos);
}

TEST_F(CliTest, EmptyValuesAreRefused) {
    refuses("report --scenario lanescope:", 2, {"the link 'lanescope:' is empty"});
    const std::vector<std::vector<std::string>> all{{"report", "banks", "--arch", ""},
                                                    {"report", "banks", "--device", ""},
                                                    {"report", ""},
                                                    {"sweep", "banks", "--over", "stride=0:1", "--csv", ""}};
    for (const std::vector<std::string>& arguments : all) {
        const Outcome outcome = runProgram(m_folder, arguments);
        EXPECT_EQ(outcome.code, 2) << arguments[arguments.size() - 2];
        EXPECT_EQ(lines(outcome.error).size(), 1U) << outcome.error;
        EXPECT_NE(outcome.error.find("empty"), std::string::npos) << outcome.error;
    }
}

TEST_F(CliTest, WhatThisMachineLacksIsNamed) {
    const auto devices = good("list devices --json").json();
    if (!devices.contains("no_cuda")) GTEST_SKIP() << "this machine has a CUDA device";
    refuses("report banks --device cuda", 3, {"NVIDIA driver"});
    refuses("report banks --device cuda:7", 3, {"NVIDIA driver"});
    refuses("shot banks --device cuda --out out.png", 3, {"NVIDIA driver"});
    // No display: the window cannot open, and says what can be done.
    refuses("run banks --device emulated", 3, {"lanescope shot"});
    refuses("run banks --size 1600x1000 --device emulated", 3, {"lanescope shot"});
    refuses("run banks --size 320x200", 2, {"--size 320x200", "640x400"});
    refuses("run banks --size wide", 2, {"'wide' is not a size"});
    refuses("", 3, {"lanescope shot"});
}

TEST_F(CliTest, HelpAndVersionAreResults) {
    const std::string all = good("--help").out;
    for (const std::string command :
         {"run", "list", "report", "sweep", "shot", "model", "trace", "doctor", "bench", "bandwidth"}) {
        EXPECT_NE(all.find(command), std::string::npos) << command;
        const Outcome help = good(command + " --help");
        EXPECT_NE(help.out.find("lanescope " + command), std::string::npos) << help.out;
        EXPECT_EQ(help.error, "");
    }
    EXPECT_NE(good("trace --help").out.find("splitmix64"), std::string::npos);
    for (const char* command : {"report", "sweep"})
        EXPECT_NE(good(std::string(command) + " --help").out.find("tag stage"), std::string::npos) << command;
    const std::string model = good("model --help").out;
    for (const char* word : {"ld", "st", "atom", "red", "ldmatrix", "stmatrix", "width_bytes"})
        EXPECT_NE(model.find(word), std::string::npos) << word;
    EXPECT_TRUE(good("--version").out.starts_with("lanescope "));
}

TEST_F(CliTest, HelpIsACommandToo) {
    const std::string all = good("--help").out;
    EXPECT_NE(all.find("\n  help"), std::string::npos) << all;
    for (const char* asked : {"help", "help help", "help --help"}) EXPECT_EQ(good(asked).out, all) << asked;
    for (const std::string command : {"run", "report", "list", "doctor"})
        EXPECT_EQ(good("help " + command).out, good(command + " --help").out);
    EXPECT_EQ(good("--language zh help report").out, good("report --help --language zh").out);
    EXPECT_EQ(good("help report --language zh").out, good("report --help --language zh").out);
    refuses("help nonsense", 2, {"no command 'nonsense'"});
    refuses("help banks", 2, {"lanescope run banks"});
}

TEST_F(CliTest, AStandardOutputThatFailsIsNoCrash) {
    const Outcome left = run("list --json", {}, Stdout::Left);
    EXPECT_EQ(left.code, 0) << left.error;
    EXPECT_EQ(left.error, "");
    for (const Stdout kind : {Stdout::Closed, Stdout::Full}) {
        const Outcome outcome = run("list --json", {}, kind);
        EXPECT_EQ(outcome.code, 2);
        EXPECT_EQ(lines(outcome.error).size(), 1U) << outcome.error;
        EXPECT_NE(outcome.error.find("standard output"), std::string::npos);
    }
}

} // namespace

} // namespace lanescope::shell
