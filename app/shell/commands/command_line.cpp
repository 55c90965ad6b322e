// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/commands/command_line.h"

#include "kit/lab.h"
#include "kit/parameters.h"
#include "kit/registry.h"
#include "model/spelling.h"
#include "render/fonts.h"
#include "shell/commands/bandwidth.h"
#include "shell/commands/bench.h"
#include "shell/commands/calls.h"
#include "shell/commands/doctor.h"
#include "shell/commands/lesson.h"
#include "shell/commands/list.h"
#include "shell/commands/model.h"
#include "shell/commands/nvcc.h"
#include "shell/commands/record.h"
#include "shell/commands/report.h"
#include "shell/commands/run.h"
#include "shell/commands/settings.h"
#include "shell/commands/shot.h"
#include "shell/commands/sweep.h"
#include "shell/commands/trace.h"
#include "shell/commands/validate.h"
#include "shell/output/output.h"
#include "shell/programs/recorded_program.h"
#include "shell/requests/look_request.h"
#include "shell/version.h"
#include "text/language.h"
#include "text/tr.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace lanescope::shell {

namespace {

constexpr const char *kLanguage = "--language", *kHelp = "help";
constexpr const char* kAbout =
    translatable("A live microscope for CUDA memory access: real kernels, and lane by lane how "
                 "they hit banks, sectors and lines.");
constexpr const char* kExitCodes = translatable(
    "Without a command the window opens with what it showed last, at first with the first lab.\n"
    "Exit codes: 0 done, 1 failure, 2 bad usage or input, 3 this machine lacks what was demanded.");
constexpr const char* kWavefrontsNote = translatable(
    "wavefronts are passes of the data stage in shared memory, but of the tag stage in global memory, whose\n"
    "data stage has data_wavefronts: of loads and stores, from CC 7.0 on. A whole run's adds up unlike "
    "things.\n\n");
constexpr const char* kTraceFooter = translatable(R"(SPEC, one --arg for each parameter, in order:
  i8: u8: i16: u16: i32:5 u32: i64: u64: f32:1.5 f64:
                       a scalar, or the bytes of a structure of its size
  bytes:HEX            a structure by value of any size: two digits a byte, in the order of memory
  bytes[N]=@FILE       the same from a file of N bytes
  f32[N]               a buffer of N zeroed elements (or i8 u8 i16 u16 i32 u32 i64 u64 f64)
  f32[N]=raw           not initialised, as cudaMalloc leaves it: --check finds who reads it before it was written
  f32[N]=ramp          element i holds i, cut to the type
  f32[N]=random:SEED   splitmix64 from SEED, one draw an element: the low bits of an integer;
                       a float in [0, 1) from the top 24 bits, a double from the top 53
  f32[N]=const:V       every element holds V
  f32[N]=@FILE         the file's bytes, little-endian; it has to have the buffer's size
  tex2d:f32[WxH]=...   a texture object over W x H texels, filled likewise, row by row: point filter,
                       clamped, texel coordinates; u8 texels are read as floats in 0..1
N of --dump counts the --arg options from 0, scalars among them.
The report always comes from the emulator; on a GPU the kernel runs there too, over the same inputs,
and the dumps are the GPU's.)");

constexpr const char* kModelFooter = translatable(
    R"(The table's first line names its columns, in any order; others are skipped. One row a warp's access:
  space                global or shared
  op                   ld, st, atom, red, inc (red that adds 1), ldmatrix or stmatrix
  width_bytes          of a lane: 1, 2, 4, 8 or 16; of ldmatrix and stmatrix 16, a row of a matrix
  lane_byte_offsets    32 multiples of the width, separated by spaces, lane 0 first; - for an inactive lane
  matrices             of ldmatrix and stmatrix: 1, 2 or 4; else empty or left out)");

constexpr const char* kLessonFooter = translatable(
    R"(A lesson is a Markdown file. --new writes a small one to begin with, which has a question of each kind and
says in comments what each part is for; --source prints one that comes with the program; the whole format is
described in docs/writing_a_lesson.md. Values are drawn by the student's number, and the model computes the
answers. Answers are JSON, in a file for each student or a list for a class:
  {"lesson": "banks", "student": 7, "name": "Ada", "answers": [4, "b", "0-3, 16", "pad=1", null]}
An answer is a number, the letter of an option, lanes, or settings; null is not answered.)");

constexpr const char* kBandwidthFooter = translatable(
    R"(GB/s is 10^9 bytes a second, by the median of 5 to 100 repetitions. Host to device and back count each byte
once, both at once the bytes of both directions, a copy on the device bytes read + bytes written (nvbandwidth's
device_local_copy counts them once). Times lie between two CUDA events; those of pageable memory are the host's
clock, until the device has the bytes. Without a GPU the table is modelled from the architecture's bus.)");

constexpr const char* kValidateFooter = translatable(
    R"(A row a quantity: on how many accesses the model is exact and on how many it is off, and the access that
deviates most. On a GPU, accesses are drawn over every width, operation and shape of active lanes, and every
lab's kernels are counted at their defaults. Exit code 1 when something that the model promises is not exact:
on CC 9.0 the shared wavefronts and conflicts and the global requests, sectors and tag lookups of one warp.
With --times, microbenchmarks are run instead, which takes some seconds: what each latency and width came to
on the bundled H200 and here, and how far the model is off for each of their launches. No time is promised.)");

/// What the parser finds wrong, in its own words.
[[maybe_unused]] constexpr std::array kTextsOfParseError{
    "The following argument was not expected: {}",
    "The following arguments were not expected: {}",
    "A subcommand is required",
    "'{}' is not a whole number from {} to {}",
    "'{}' is none of {}",
    "{} is required",
    "{}: {} required {} missing",
    "Could not convert: {} = {}",
    "{} excludes {}",
    "{} requires {}",
};

/// The parser's words in its help.
constexpr std::array<std::pair<const char*, const char*>, 5> kLabels{
    {{"Usage", translatable("Usage")},
     {"OPTIONS", translatable("OPTIONS")},
     {"SUBCOMMAND", translatable("COMMAND")},
     {"Positionals", translatable("Arguments")},
     {"REQUIRED", translatable("REQUIRED")}}};

/// Help, and what is wrong with the line, are in the language that it names, else in the usual one. A program
/// that reads JSON knows English.
void sayInLanguageOf(int argc, const char* const* argv) {
    const std::span<const char* const> words(argv, static_cast<std::size_t>(argc));
    if (std::ranges::find(words, std::string_view("--json")) != words.end()) return;
    text::setLanguage(usualLanguage());
    for (std::size_t i = 0; i + 1 < words.size(); ++i)
        if (words[i] == std::string_view(kLanguage))
            text::setLanguage(text::languageOf(words[i + 1]).value_or(text::Language::English));
}

/// `help COMMAND` as `COMMAND --help`.
std::vector<const char*> withHelpAsOption(std::vector<const char*> words) {
    std::size_t at = 1;
    while (at + 1 < words.size() && words[at] == std::string_view(kLanguage)) at += 2;
    if (at >= words.size() || words[at] != std::string_view(kHelp)) return words;
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(at));
    words.push_back("--help");
    return withHelpAsOption(std::move(words));
}

/// Every option of the program, one line each; the structures they fill live as long as the parser.
class Parser {
public:
    Parser() : m_app(tr(kAbout), "lanescope") {
        for (const auto& [label, text] : kLabels) m_app.get_formatter()->label(label, tr(text));
        m_app.group(tr("Commands"));
        m_app.option_defaults()->group(tr("Options"));
        m_app.set_help_flag("-h,--help", tr("Prints this and exits"));
        m_app.set_version_flag("--version", std::string("lanescope ") + kVersion,
                               tr("Prints the version and exits"));
        m_app.footer(tr(kExitCodes));
        m_app.require_subcommand(0, 1);
        m_app.get_formatter()->column_width(38);
        lookAt(m_app, m_before);
        language(m_app, m_languageBefore);
        m_command = [this] {
            m_run.request = m_before;
            return runCommand(m_run);
        };
        // In the order of the help.
        declareRun();
        declareOpen();
        declareReport();
        declareRecord();
        declareCalls();
        declareSweep();
        declareShot();
        declareBench();
        declareList();
        declareModel();
        declareTrace();
        declareLesson();
        declareBandwidth();
        declareValidate();
        declareDoctor();
        declareNvcc();
        declareHelp();
    }

    std::function<int()> parse(int argc, const char* const* argv) {
        const std::vector<std::string> commands = commandNames();
        if (argc > 1 && argv[1][0] != '-' &&
            std::find(commands.begin(), commands.end(), argv[1]) == commands.end()) {
            if (std::ranges::any_of(kit::labs(),
                                    [&](const auto& lab) { return lab.name == std::string_view(argv[1]); }))
                throw BadInput(
                    fmt::format("'{0}' is a lab, not a command; write lanescope run {0}", argv[1]));
            if (isProgram(argv[1]) || std::string_view(argv[1]).ends_with(".lanescope"))
                throw BadInput(fmt::format(
                    "{0} is no command; write lanescope run {0}, or lanescope report {0}", argv[1]));
            throw BadInput(fmt::format("no command '{}'; there are: {}", argv[1], fmt::join(commands, ", ")) +
                           model::didYouMean(argv[1], commands));
        }
        // All that follows is nvcc's, --help too.
        if (argc > 1 && std::string_view(argv[1]) == "nvcc")
            return [arguments = std::vector<std::string>(argv + 2, argv + argc)] {
                return nvccCommand(arguments);
            };
        try {
            m_app.parse(argc, argv);
        } catch (const CLI::CallForHelp&) {
            return [text = &chosen() == &m_app ? m_app.help() : chosen().help("lanescope")] {
                writeResult(text);
                return 0;
            };
        } catch (const CLI::CallForVersion& version) {
            return [text = std::string(version.what()) + "\n"] {
                writeResult(text);
                return 0;
            };
        } catch (const CLI::ParseError& failure) {
            const bool isUnknown = dynamic_cast<const CLI::ExtrasError*>(&failure) != nullptr;
            const std::string command = &chosen() == &m_app ? "" : " " + chosen().get_name();
            throw BadInput(
                fmt::format("{}; lanescope{} --help says more", sentence(failure.what()), command) +
                (isUnknown ? optionMeant() : std::string()));
        }
        takeWhatStandsBefore();
        takeLanguage();
        return m_command;
    }

private:
    /// Of what the parser did not expect: which option may have been meant.
    std::string optionMeant() const {
        std::vector<std::string> options;
        for (const CLI::Option* option : chosen().get_options())
            for (const std::string& name : option->get_lnames()) options.push_back("--" + name);
        for (const std::string& word : m_app.remaining(true)) {
            if (!word.starts_with("--")) continue;
            const std::string option = word.substr(0, word.find('='));
            if (std::ranges::find(options, option) != options.end())
                return fmt::format("; {} goes after {}", option, chosen().get_name());
            const auto request = m_requests.find(&chosen());
            if (request != m_requests.end() && isProgram(request->second->lab))
                return fmt::format(
                    "; what the program itself takes goes after --, as in lanescope {} {} -- ...",
                    chosen().get_name(), request->second->lab);
            return model::didYouMean(option, options);
        }
        return {};
    }

    /// The options of a lab may stand before the command too: they are the command's, and those after it win.
    void takeWhatStandsBefore() {
        if (&chosen() == &m_app) return;
        const auto request = m_requests.find(&chosen());
        for (const CLI::Option* option : m_app.get_options()) {
            if (option->count() == 0 || option->get_name() == kLanguage) continue;
            if (!chosen().get_option_no_throw(option->get_name()))
                throw BadInput(fmt::format("{} is no option of {}", option->get_name(), chosen().get_name()));
            if (request == m_requests.end())
                throw BadInput(fmt::format("{} goes after {}", option->get_name(), chosen().get_name()));
        }
        if (request == m_requests.end()) return;
        LabRequest& after = *request->second;
        const auto take = [](std::string& into, const std::string& before) {
            if (into.empty()) into = before;
        };
        take(after.scenario, m_before.scenario);
        take(after.architectures, m_before.architectures);
        take(after.device, m_before.device);
        after.runProgram |= m_before.runProgram;
        after.sets.insert(after.sets.begin(), m_before.sets.begin(), m_before.sets.end());
    }

    /// Of any command, before it or after it; the window and its pictures see to it themselves, and JSON is
    /// English. Where the line names none it is the usual one.
    void takeLanguage() {
        text::setLanguage(text::Language::English);
        const std::string& code = m_language.empty() ? m_languageBefore : m_language;
        const text::Language language = code.empty() ? usualLanguage() : languageIn(code);
        m_run.look.language = m_shot.look.language = m_lesson.language = code;
        const CLI::Option* json = chosen().get_option_no_throw("--json");
        if (json && json->count() != 0) return; // what programs read is English
        const std::string command = &chosen() == &m_app ? std::string() : chosen().get_name();
        constexpr std::string_view kWindow[] = {"", "run", "open"}, kNamed[] = {"shot", "lesson"};
        const auto isOf = [&](std::span<const std::string_view> commands) {
            return std::ranges::find(commands, command) != commands.end();
        };
        const bool window = isOf(kWindow) || (command == "lesson" && m_lesson.window);
        if (!window && (code.empty() ? canDraw(language) : !isOf(kNamed))) {
            text::setLanguage(language);
            return;
        }
        m_command = [language, inner = std::move(m_command)] {
            try {
                return inner();
            } catch (const std::exception&) {
                text::setLanguage(language); // in which it is said
                throw;
            }
        };
    }

    /// A picture that nobody asked to be Chinese is English where the system has no Chinese font.
    bool canDraw(text::Language language) const {
        constexpr std::uint32_t kCharacter = 0x4E2D; // U+4E2D, "middle"
        const std::string command = chosen().get_name();
        const bool draws =
            command == "shot" || command == "bench" || m_lesson.pictures || !m_lesson.slides.empty();
        return language == text::Language::English || !draws || !render::systemFontFor(kCharacter).empty();
    }

    void declareRun() {
        CLI::App* run = add("run", tr("opens the window"), [this] { return runCommand(m_run); });
        lab(*run, m_run.request, false);
        arguments(*run, m_run.request);
        lookAt(*run, m_run.request);
        looks(*run, m_run.look);
        windowSize(*run, m_run.look);
    }

    void declareOpen() {
        CLI::App* open =
            add("open", tr("opens the window with what a picture, a link or a scenario file shows"),
                [this] { return runCommand(m_run); });
        one(*open, "WHAT", m_run.request.scenario, "",
            tr("a picture that Lanescope wrote, the code in its corner, a link copied from the window, or a "
               "scenario file"))
            ->required();
        runProgram(*open, m_run.request);
        looks(*open, m_run.look);
        windowSize(*open, m_run.look);
    }

    void declareReport() {
        CLI::App* report = add("report", tr("counts what a lab asks of the memory system, without graphics"),
                               [this] { return reportCommand(m_report); });
        lab(*report, m_report.request, false);
        arguments(*report, m_report.request);
        architectures(*report, m_report.request.architectures);
        device(*report, m_report.request.device);
        set(*report, m_report.request);
        scenario(*report, m_report.request);
        m_requests[report] = &m_report.request;
        report->add_flag("--counters", m_report.counters,
                         tr("beside each count what the GPU's hardware counters read"));
        timing(*report, m_report.launches, m_report.cache);
        check(*report, m_report.check);
        progress(*report, m_report.progress);
        json(*report, m_report.json);
        report->footer(std::string(tr(kWavefrontsNote)) + report->get_footer());
    }

    void declareRecord() {
        CLI::App* record =
            add("record",
                tr("records what a lab or a program asks of a device, in a file that goes in place of a lab"),
                [this] { return recordCommand(m_record); });
        lab(*record, m_record.request, true);
        arguments(*record, m_record.request);
        device(*record, m_record.request.device);
        set(*record, m_record.request);
        scenario(*record, m_record.request);
        m_requests[record] = &m_record.request;
        architectures(*record, m_record.request.architectures);
        one(*record, "--out", m_record.out, "FILE.lanescope",
            tr("where it goes; else LAB.lanescope in this folder"));
        json(*record, m_record.json);
        record->footer(
            tr("The file has all that is needed to play it anywhere: PTX, source, and the arrays' first "
               "contents. run, report,\nshot and sweep take it in the place of a lab.\n\n"
               "A program is one that `lanescope nvcc` has built, or nvcc with -cudart shared. What it "
               "prints "
               "and "
               "its exit\ncode are its own; options of its own go after --: lanescope record ./prog --out "
               "f.lanescope -- --size 64\n\n") +
            record->get_footer());
    }

    void declareCalls() {
        CLI::App* calls =
            add("calls", tr("what the host's calls return, of a lab whose calls may fail, or of a program"),
                [this] { return callsCommand(m_calls); });
        lab(*calls, m_calls.request, true);
        arguments(*calls, m_calls.request);
        lookAt(*calls, m_calls.request);
        progress(*calls, m_calls.progress);
        json(*calls, m_calls.json);
        calls->footer(
            tr("Without a GPU the codes are those that the CUDA runtime's rules give. On one the calls are "
               "made "
               "in this\nprocess, and a call that has not returned after 10 s ends it. A call that fails is "
               "a "
               "result: exit code 0.\nA kernel's fault stops NVIDIA's OpenGL in every process for some 20 s: "
               "the window therefore never asks a\nGPU that it draws with for calls that fault, and shows "
               "what "
               "the rules give.\n\nWith --json each of calls has call, code, returned, meaning, "
               "last_error_code "
               "and last_error (the runtime's\nerror variable after the call), note, and the bytes of a copy "
               "to "
               "the host in "
               "hexadecimal.\n\n") +
            calls->get_footer());
    }

    void declareSweep() {
        CLI::App* sweep = add("sweep", tr("a table of a lab's counts over values of its parameters"),
                              [this] { return sweepCommand(m_sweep); });
        lab(*sweep, m_sweep.request, true);
        repeated(
            *sweep, "--over", m_sweep.axes, "NAME=FIRST:LAST[:STEP]",
            tr("a parameter and the values it takes (a STEP of x2 doubles), or NAME=VALUE,VALUE...; several: "
               "every combination, the last fastest; without it what the lab proposes"));
        set(*sweep, m_sweep.request);
        scenario(*sweep, m_sweep.request);
        m_requests[sweep] = &m_sweep.request;
        architectures(*sweep, m_sweep.request.architectures);
        one(*sweep, "--csv", m_sweep.csv, "FILE|-",
            tr("where the whole table goes; - is standard output. Without it a short table is printed"));
        json(*sweep, m_sweep.json);
        sweep->add_flag("--measure", m_sweep.measure,
                        tr("times each point on a GPU too; without --over the lab's own experiment"));
        device(*sweep, m_sweep.request.device);
        timing(*sweep, m_sweep.launches, m_sweep.cache);
        progress(*sweep, m_sweep.progress);
        sweep->footer(
            tr("modelled_ms and modelled_gbps come from the memory model, measured_* from CUDA events: "
               "medians of N\nlaunches after a warm-up, 5 % and 95 % of them beside. gbps = "
               "bytes_requested / time / 10^9. With --measure\nthe counts come from blocks_counted of "
               "blocks_total blocks: of all in grids of up to 16384, else of\n64 spread over the grid and "
               "the "
               "one in focus, scaled.\n\n") +
            std::string(tr(kWavefrontsNote)) + sweep->get_footer());
    }

    void declareShot() {
        CLI::App* shot =
            add("shot", tr("saves the window's picture without a display; the file carries the state"),
                [this] { return shotCommand(m_shot); });
        lab(*shot, m_shot.request, false);
        arguments(*shot, m_shot.request);
        lookAt(*shot, m_shot.request);
        looks(*shot, m_shot.look);
        one(*shot, "--size", m_shot.look.size, "WxH", tr("pixels, each edge 16 to 16384"))
            ->default_str("1600x1000");
        number(*shot, "--frames", m_shot.frames, tr("frames of the animation, 1/60 s each"), 1, 100000)
            ->capture_default_str();
        one(*shot, "--view", m_shot.look.view, "NAME",
            tr("window, stage, result, access, reading or plots; a part fills the picture, without buttons "
               "and hints"))
            ->default_str("window");
        shot->add_flag(
            "--caption", m_shot.look.caption,
            tr("with a caption below stage, result or access: what the numbers come to, and the parameters"));
        shot->add_flag("--controls", m_shot.look.controls, tr("with the buttons and hints of the window"));
        shot->add_flag("--steps", m_shot.steps,
                       tr("a picture for each step of the access (wavefront, request or pass): FILE-1.png "
                          "and so on, the pages of a PDF, or frames of "
                          "a GIF or WebM"));
        one(*shot, "--out", m_shot.out, "FILE",
            tr("the picture: .png, .svg or .pdf; with --steps also .gif, .webm"))
            ->required();
        json(*shot, m_shot.json);
        shot->footer(
            tr("A picture has the state in it: open, --scenario and the window take it, PNG, SVG and PDF "
               "alike. What is\nprinted in the corner of a part's picture is a code for `lanescope "
               "open`, for where a file does not get through."));
    }

    void declareBench() {
        CLI::App* bench = add("bench", tr("how long each stage of a frame takes, offscreen"),
                              [this] { return benchCommand(m_bench); });
        lab(*bench, m_bench.request, true);
        lookAt(*bench, m_bench.request);
        number(*bench, "--frames", m_bench.frames, tr("frames to time, after a warm-up"), 1, 100000)
            ->required();
        one(*bench, "--size", m_bench.size, "WxH", tr("pixels, each edge 16 to 16384"))
            ->capture_default_str();
        json(*bench, m_bench.json);
        bench->footer(
            tr("run: the lab's own code; map, kernel, unmap: as on a GPU, kernel with the counting that the\n"
               "emulator's workers do as they run; model: joining their counts and making the report, "
               "beside\n"
               "a GPU the whole counting run; draw: the stage; ui: panels and plots; swap: until the frame "
               "is\n"
               "complete; span: from before map to after unmap. A stage that a frame had no need of is 0, "
               "so\n"
               "a still picture shows the times of draw, ui and swap alone.\n\n") +
            bench->get_footer());
    }

    void declareList() {
        CLI::App* list =
            add("list", tr("every lab with its parameters, every lesson, architecture and device"),
                [this] { return listCommand(m_list); });
        list->add_option("WHAT", m_list.what, tr("labs, lessons, architectures or devices"))
            ->check([](const std::string& text) {
                const std::vector<std::string_view> lists{"labs", "lessons", "architectures", "devices"};
                if (std::ranges::find(lists, text) != lists.end()) return std::string();
                return fmt::format("'{}' is none of {}", text, fmt::join(lists, ", ")) +
                       model::didYouMean(text, lists);
            })
            ->type_name("");
        json(*list, m_list.json);
    }

    void declareModel() {
        CLI::App* model = add("model", tr("counts for accesses that are given as a table"),
                              [this] { return modelCommand(m_model); });
        one(*model, "--arch", m_model.architecture, "CC", tr("compute capability or device name"))
            ->required();
        one(*model, "--csv", m_model.csv, "FILE|-", tr("the accesses, see below; - is standard input"))
            ->required();
        rules(*model, m_model.rules);
        json(*model, m_model.json);
        model->footer(tr(kModelFooter));
    }

    void declareTrace() {
        CLI::App* trace = add("trace", tr("runs any kernel and reports it by source line"),
                              [this] { return traceCommand(m_trace); });
        trace->add_option("FILE", m_trace.file, tr("PTX, as nvcc -ptx -lineinfo writes it"))
            ->required()
            ->type_name("");
        one(*trace, "--kernel", m_trace.kernel, "NAME", tr("the kernel, by its plain or mangled name"))
            ->required();
        one(*trace, "--grid", m_trace.grid, "X[,Y[,Z]]", tr("blocks"))->required();
        one(*trace, "--block", m_trace.block, "X[,Y[,Z]]", tr("threads per block"))->required();
        one(*trace, "--shared", m_trace.shared, "BYTES", tr("dynamic shared memory per block"));
        trace->add_flag("--cooperative", m_trace.cooperative,
                        tr("all blocks run at once, as cudaLaunchCooperativeKernel has it: for grid.sync()"));
        repeated(*trace, "--arg", m_trace.arguments, "SPEC", tr("an argument, see below"));
        repeated(*trace, "--dump", m_trace.dumps, "N=FILE",
                 tr("writes buffer argument N there after the run"));
        architectures(*trace, m_trace.architectures);
        device(*trace, m_trace.device);
        rules(*trace, m_trace.rules);
        one(*trace, "--budget", m_trace.budget, "COUNT",
            tr("instructions that a warp may run before the kernel counts as endless (default: 2^28, shared "
               "by a block's warps)"));
        check(*trace, m_trace.check);
        json(*trace, m_trace.json);
        trace->footer(tr(kTraceFooter));
    }

    void declareBandwidth() {
        CLI::App* bandwidth =
            add("bandwidth", tr("bandwidth of transfers and device copies by size, with the peaks"),
                [this] { return bandwidthCommand(m_bandwidth); });
        device(*bandwidth, m_bandwidth.device);
        one(*bandwidth, "--arch", m_bandwidth.architecture, "CC",
            tr("without a GPU: the architecture whose bus is modelled"));
        one(*bandwidth, "--size", m_bandwidth.size, "MAX", tr("the largest size, a power of two"))
            ->default_str("1GiB");
        one(*bandwidth, "--csv", m_bandwidth.csv, "FILE|-",
            tr("the curves as a table; - is standard output"));
        json(*bandwidth, m_bandwidth.json);
        bandwidth->add_flag("--progress", m_bandwidth.progress,
                            tr("lines 'progress FRACTION WHAT' on standard error"));
        bandwidth->footer(tr(kBandwidthFooter));
    }

    void declareValidate() {
        CLI::App* validate =
            add("validate", tr("compares the model with bundled measurements, and with this GPU's counters"),
                [this] { return validateCommand(m_validate); });
        device(*validate, m_validate.device);
        number(*validate, "--accesses", m_validate.accesses,
               tr("how many accesses are drawn at random for a GPU"), 1, 100000)
            ->capture_default_str();
        validate->add_option("--seed", m_validate.seed, tr("the seed that they are drawn with"))
            ->type_name("S")
            ->check(wholeSeed)
            ->capture_default_str();
        one(*validate, "--csv", m_validate.csv, "FILE",
            tr("on a GPU: every access drawn, each counter beside the model's count"));
        CLI::Option* const times = validate->add_flag(
            "--times", m_validate.times,
            tr("measures latencies and widths instead, and says how well modelled times fit them"));
        validate
            ->add_flag("--save", m_validate.save,
                       tr("on a GPU: keeps what was measured, so that this GPU's times are modelled too"))
            ->needs(times);
        for (const char* counted : {"--accesses", "--seed", "--csv"})
            validate->get_option(counted)->excludes(times);
        json(*validate, m_validate.json);
        progress(*validate, m_validate.progress);
        validate->footer(tr(kValidateFooter));
    }

    void declareNvcc() {
        add("nvcc",
            tr("nvcc with all its arguments; what it builds runs without a GPU, on Lanescope's CUDA runtime"),
            [] { return 0; });
    }

    /// For the list of commands: it is never parsed.
    void declareHelp() {
        add(kHelp, tr("what a command takes, as its --help; alone, this list"), [] { return 0; });
    }

    void declareDoctor() {
        CLI::App* doctor = add("doctor", tr("what this machine has and lacks, and the cure"),
                               [this] { return doctorCommand(m_doctor); });
        json(*doctor, m_doctor.json);
    }

    void declareLesson() {
        CLI::App* lesson =
            add("lesson",
                tr("lessons with questions that the model answers: in the window, as text, on paper, graded"),
                [this] { return lessonCommand(m_lesson); });
        lesson
            ->add_option("LESSON", m_lesson.lesson,
                         tr("a name, a number in the list, or a file NAME.md; without it they are listed"))
            ->type_name("")
            ->check(notEmpty);
        one(*lesson, "--new", m_lesson.begin, "NAME.md",
            tr("writes a small lesson that works, to be changed into one of your own"));
        lesson->add_flag("--source", m_lesson.source,
                         tr("the Markdown of a lesson that comes with the program, as an example"));
        one(*lesson, "--student", m_lesson.student, "N|A..B",
            tr("the student whose values are drawn (default 0; with --window your own number, and a number "
               "given "
               "here holds for this window); a range goes with --sheet"));
        lesson->add_flag("--window", m_lesson.window, tr("opens it in the window, with pictures"));
        lesson->add_flag("--light", m_lesson.light, tr("a light window; slides and sheets are always light"));
        lesson->add_flag("--answers", m_lesson.answers, tr("with hints, right answers and what is revealed"));
        one(*lesson, "--sheet", m_lesson.sheet, "FILE.html",
            tr("a page to print, with a sheet for each student; with --answers, the answers follow at the "
               "end"));
        one(*lesson, "--slides", m_lesson.slides, "FILE",
            tr("a slide for each step: a page to show (.html), the pages of a PDF, or FILE-1.png and so on; "
               "with --answers, a slide with the answer follows each question"));
        lesson->add_flag("--pictures", m_lesson.pictures,
                         tr("adds pictures of what its steps look at to a sheet; slides always have them"));
        lesson
            ->add_option(
                "--check", m_lesson.check,
                tr("grades the answers in these files, and in those of a folder that end with .json; "
                   "- is standard input"))
            ->type_name("FILE|FOLDER...")
            ->check(notEmpty);
        one(*lesson, "--csv", m_lesson.csv, "FILE|-",
            tr("where the table of grades goes; - is standard output"));
        number(
            *lesson, "--try", m_lesson.tried,
            tr("tries the lesson with the values of so many students: right answers are accepted, wrong ones "
               "refused"),
            1, 100000);
        json(*lesson, m_lesson.json);
        lesson->footer(tr(kLessonFooter));
    }

    // What several commands have in common.
    void lab(CLI::App& app, LabRequest& request, bool required) {
        app.add_option("LAB", request.lab,
                       tr("a lab's name (lanescope list labs), a recording (.lanescope) or a program"))
            ->required(required)
            ->type_name("")
            ->check(notEmpty);
    }
    /// Of a program in a lab's place.
    void arguments(CLI::App& app, LabRequest& request) {
        app.add_option("ARGS", request.arguments,
                       tr("a program's arguments; those that begin with - after --"))
            ->type_name("");
    }
    void lookAt(CLI::App& app, LabRequest& request) {
        m_requests[&app] = &request;
        set(app, request);
        one(app, "--arch", request.architectures, "CC",
            tr("the architecture to model: compute capability or device name"));
        device(app, request.device);
        scenario(app, request);
    }
    /// How it is looked at.
    void looks(CLI::App& app, LookRequest& look) {
        one(app, "--theme", look.theme, "dark|light", tr("dark or light; light suits slides and paper"));
        app.add_flag("--light", look.light, tr("the same as --theme light"));
        app.add_flag("--presenter", look.presenter, tr("large text, only the stage and what it means"));
        one(app, "--zoom", look.zoom, "FACTOR", tr("larger or smaller than usual"));
        one(app, "--site", look.site, "N",
            tr("the memory instruction shown, as the copied command numbers it"));
        one(app, "--launch", look.launch, "N", tr("which launch of a program is shown; 1 is the first"));
        one(app, "--step", look.step, "N",
            tr("which step is singled out, as the picture counts them; 1 is the first"));
        one(app, "--split", look.split, "SHARE",
            tr("the share of the stage that the kernel's result gets: 0.2 to 0.8"));
        one(app, "--camera", look.camera, "A,E,D", tr("azimuth and elevation in radians, and distance"));
        one(app, "--between", look.between, "FIRST,LAST",
            tr("the part of a timeline that is shown: 0 is its start, and 1 its end"));
        one(app, "--pin", look.pin, "WHAT", tr("what stays lit, as a copied link has it"));
        one(app, "--time", look.time, "SECONDS", tr("where the animation starts"));
        one(app, "--lesson", look.lesson, "LESSON",
            tr("a lesson to open beside the lab: a name or a file NAME.md"));
        one(app, "--student", look.student, "N", tr("the student whose values the lesson draws"));
        one(app, "--page", look.page, "N", tr("the lesson's page; 0 is its introduction"));
        check(app, look.check);
    }
    /// Of a command that opens the window, in which what is seen is then as in a picture of that size.
    void windowSize(CLI::App& app, LookRequest& look) {
        one(app, "--size", look.size, "WxH",
            tr("pixels of the window: 640x400 or more, no more than the screen has; else as it was last"));
    }
    void language(CLI::App& app, std::string& code) {
        one(app, kLanguage, code, "en|zh", tr("English or Chinese, for what people read"));
    }
    void set(CLI::App& app, LabRequest& request) {
        repeated(app, "--set", request.sets, "NAME=VALUE", tr("sets a parameter of the lab"));
    }
    void scenario(CLI::App& app, LabRequest& request) {
        one(app, "--scenario", request.scenario, "FILE|LINK",
            tr("JSON with lab, set, arch, device and more, a picture that Lanescope wrote, its code, or a "
               "copied link; "
               "options win over it"));
        runProgram(app, request);
    }
    void runProgram(CLI::App& app, LabRequest& request) {
        app.add_flag(
            "--run-program", request.runProgram,
            tr("a program that such a file or link names runs; without it the window asks first, and "
               "what has no window refuses"));
    }
    void architectures(CLI::App& app, std::string& text) {
        one(app, "--arch", text, "A[,B...]",
            tr("the architectures to model: compute capabilities or device names"));
    }
    void device(CLI::App& app, std::string& text) {
        one(app, "--device", text, "auto|cuda|cuda:N|emulated", tr("where kernels run"));
    }
    void rules(CLI::App& app, RulesRequest& request) {
        one(app, "--l1", request.l1, "on|off", tr("2.x: loads go through L1 (default on)"));
        one(app, "--bank-mode", request.bankMode, "4|8", tr("3.x: bytes of a bank (default 4)"));
        one(app, "--broadcast", request.broadcast, "fixed|best|worst",
            tr("1.x: which word is broadcast (default fixed)"));
    }
    void timing(CLI::App& app, int& launches, std::string& cache) {
        number(app, "--launches", launches, tr("launches to time, after a warm-up (default 30)"), 1, 100000);
        one(app, "--cache", cache, "warm|cold", tr("what the L2 holds before each launch (default warm)"));
    }
    void check(CLI::App& app, bool& flag) {
        app.add_flag(
            "--check", flag,
            tr("looks for races, reads of uninitialised memory, and warp operations and mbarriers that are "
               "used wrongly, in the emulator; findings are part of the result, the exit code stays 0"));
    }
    void progress(CLI::App& app, bool& flag) {
        app.add_flag("--progress", flag, tr("lines 'progress FRACTION WHAT' on standard error"));
    }
    void json(CLI::App& app, bool& flag) { app.add_flag("--json", flag, tr("one JSON document")); }

    CLI::App* add(const char* name, const char* about, std::function<int()> command) {
        CLI::App* app = m_app.add_subcommand(name, about);
        app->get_formatter()->column_width(38);
        app->get_help_ptr()->group(tr("Options")); // older than the parser's defaults
        language(*app, m_language);
        app->parse_complete_callback([this, command = std::move(command)] { m_command = command; });
        return app;
    }
    static CLI::Option* one(CLI::App& app, const char* name, std::string& into, const char* type,
                            const char* help) {
        return app.add_option(name, into, help)->type_name(type)->check(notEmpty);
    }
    static std::string notEmpty(const std::string& text) { return text.empty() ? "the value is empty" : ""; }
    static std::string wholeSeed(const std::string& text) {
        std::uint64_t value = 0;
        return parseWhole(text, value)
                   ? std::string()
                   : fmt::format("'{}' is not a whole number from 0 to {}", text, UINT64_MAX);
    }
    static CLI::Option* repeated(CLI::App& app, const char* name, std::vector<std::string>& into,
                                 const char* type, const char* help) {
        // One value an occurrence: what follows may be the lab or the file.
        return app.add_option(name, into, std::string(help) + tr("; may be repeated"))
            ->type_name(type)
            ->allow_extra_args(false);
    }
    static CLI::Option* number(CLI::App& app, const char* name, int& into, const char* help, int least,
                               int most) {
        return app.add_option(name, into, help)->type_name("N")->check([=](const std::string& text) {
            int value = 0;
            if (parseWhole(text, value) && value >= least && value <= most) return std::string();
            return fmt::format("'{}' is not a whole number from {} to {}", text, least, most);
        });
    }

    const CLI::App& chosen() const {
        const auto commands = m_app.get_subcommands();
        return commands.empty() ? m_app : *commands.front();
    }
    std::vector<std::string> commandNames() const {
        std::vector<std::string> names;
        for (const CLI::App* command : m_app.get_subcommands([](const CLI::App*) { return true; }))
            names.push_back(command->get_name());
        return names;
    }
    static std::string sentence(std::string text) {
        text = oneLine(text);
        while (!text.empty() && (text.back() == '.' || text.back() == ' ')) text.pop_back();
        return text;
    }

    CLI::App m_app;
    LabRequest m_before;                               ///< what stands before the command
    std::string m_languageBefore, m_language;          ///< before the command, and among its options
    std::map<const CLI::App*, LabRequest*> m_requests; ///< of the commands that run a lab
    std::function<int()> m_command;
    ListOptions m_list;
    ReportOptions m_report;
    SweepOptions m_sweep;
    ModelOptions m_model;
    TraceOptions m_trace;
    BandwidthOptions m_bandwidth;
    ValidateOptions m_validate;
    DoctorOptions m_doctor;
    LessonOptions m_lesson;
    RunOptions m_run;
    CallsOptions m_calls;
    RecordOptions m_record;
    ShotOptions m_shot;
    BenchOptions m_bench;
};

} // namespace

std::function<int()> parseCommandLine(int argc, const char* const* argv) {
    const std::vector<const char*> words = withHelpAsOption({argv, argv + argc});
    const int count = static_cast<int>(words.size());
    sayInLanguageOf(count, words.data());
    const auto parser = std::make_shared<Parser>();
    std::function<int()> command = parser->parse(count, words.data());
    return [parser, command = std::move(command)] { return command(); };
}

} // namespace lanescope::shell
