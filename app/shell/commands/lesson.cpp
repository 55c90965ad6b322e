// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/commands/lesson.h"

#include "device/compiler/compiler.h"
#include "lessons/grading.h"
#include "lessons/handout.h"
#include "lessons/library.h"
#include "lessons/print/sheet.h"
#include "lessons/print/slides.h"
#include "lessons/review.h"
#include "model/clock.h"
#include "shell/app/lesson/lesson_file.h"
#include "shell/app/offscreen.h"
#include "shell/capture/film.h"
#include "shell/commands/run.h"
#include "shell/output/lesson.h"
#include "shell/output/output.h"
#include "shell/requests/lab_request.h"
#include "shell/requests/look_request.h"
#include "shell/slides/slides.h"
#include "text/language.h"
#include "text/tr.h"
#include "json/document.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace lanescope::shell {

namespace {

constexpr std::uint64_t kMostSheets = 1000;
/// Pictures in HTML: heights, of 1000 pixels' width, and zooms of code and settings. Beside the text of a
/// slide, and below that of a sheet, where they are as large as it.
constexpr int kSlideFigure = 660, kSheetFigure = 520;
constexpr float kSlideWords = 1.7F, kSheetWords = 1.25F;

/// The first student and the last.
std::pair<std::uint64_t, std::uint64_t> parseStudents(std::string_view text) {
    if (text.empty()) return {0, 0};
    const std::size_t dots = text.find("..");
    std::uint64_t first = 0, last = 0;
    bool good = parseWhole(text.substr(0, dots), first);
    if (dots == std::string_view::npos)
        last = first;
    else
        good = good && parseWhole(text.substr(dots + 2), last);
    if (good && last < first)
        throw BadInput(
            fmt::format("--student {}: the first number is the larger one; write {}..{}", text, last, first));
    if (!good)
        throw BadInput(fmt::format(
            "'{}' is not a student number; write --student 7, or --student 1..30 for sheets", text));
    if (last - first >= kMostSheets)
        throw BadInput(fmt::format("--student {}: at most {} students at a time", text, kMostSheets));
    return {first, last};
}

/// Whether a file is a page of HTML, by its name; a name without an ending is, and so is standard output.
bool isPage(const std::string& file) {
    const std::filesystem::path ending = std::filesystem::path(file).extension();
    return ending.empty() || ending == ".html" || ending == ".htm";
}

/// As StepFigures::html().
lessons::FigureHtml figures(int height, float words) {
    return [height, words, figures = std::make_shared<StepFigures>()](const lessons::Handout& handout,
                                                                      const lessons::Figure& figure) {
        return figures->html(handout, figure, height, words);
    };
}

/// A page of slides can do without.
lessons::FigureHtml figuresOfSlides() {
    try {
        return figures(kSlideFigure, kSlideWords);
    } catch (const OffscreenError& failure) {
        say(fmt::format("slides without pictures: {}", failure.what()));
        return {};
    }
}

int list(const LessonOptions& options) {
    if (!options.sheet.empty() || !options.slides.empty() || !options.check.empty() || options.tried ||
        options.answers || !options.csv.empty() || !options.student.empty() || options.window ||
        options.source)
        throw BadInput("name a lesson; lanescope lesson lists them");
    writeResult(options.json ? json::textOf(lessonListJson(lessons::lessons()))
                             : lessonListText(lessons::lessons()));
    return 0;
}

/// Nothing else goes with --new and --source.
bool hasMore(const LessonOptions& options) {
    return !options.student.empty() || !options.sheet.empty() || !options.slides.empty() ||
           !options.csv.empty() || !options.check.empty() || options.tried || options.answers ||
           options.pictures || options.json || options.window;
}

int begin(const LessonOptions& options) {
    if (!options.lesson.empty() || options.source || hasMore(options))
        throw BadInput("--new writes a file and goes alone");
    if (!options.begin.ends_with(".md"))
        throw BadInput(fmt::format("{}: a lesson's name ends with .md", options.begin));
    std::error_code failed;
    if (std::filesystem::exists(options.begin, failed))
        throw BadInput(fmt::format("{} is there already; --new writes over nothing", options.begin));
    writeResultTo(options.begin, std::string(lessons::newLesson()));
    writeResult(
        tr("{0} is written. Change it with any editor; then\n"
           "  lanescope lesson {0} --window     to work through it; reads it again when you save\n"
           "  lanescope lesson {0} --try 30     whether it can be solved with the values of 30 students\n",
           options.begin));
    return 0;
}

int source(const LessonOptions& options) {
    if (hasMore(options)) throw BadInput("--source prints a lesson and goes alone");
    if (isLessonFile(options.lesson))
        throw BadInput(fmt::format(
            "{} is a file of yours; --source is for lessons that come with the program", options.lesson));
    writeResult(std::string(lessons::sourceOf(readLesson(options.lesson))));
    return 0;
}

/// Of a folder all of its files of JSON, in the order of their names.
std::vector<std::string> filesOf(const std::vector<std::string>& named) {
    std::vector<std::string> all;
    for (const std::string& each : named) {
        std::error_code failed;
        if (!std::filesystem::is_directory(each, failed)) {
            all.push_back(each);
            continue;
        }
        std::vector<std::string> inside;
        for (const auto& entry : std::filesystem::directory_iterator(each, failed))
            if (entry.path().extension() == ".json") inside.push_back(entry.path().string());
        if (failed) throw BadInput(fmt::format("{} cannot be read: {}", each, failed.message()));
        if (inside.empty())
            throw BadInput(fmt::format("{}: this folder has no file that ends with .json", each));
        std::ranges::sort(inside);
        all.insert(all.end(), inside.begin(), inside.end());
    }
    return all;
}

int check(const LessonOptions& options, const lessons::Lesson& lesson) {
    if (!options.csv.empty()) checkWritable(options.csv);
    if (options.csv == "-" && options.json)
        throw BadInput("--json and --csv - both want standard output; give the table a file");
    // A file that cannot be read is said before anything is graded, and does not keep the others from it.
    std::vector<lessons::Submission> handedIn;
    ClassGrades all;
    std::set<std::filesystem::path> read;
    const std::vector<std::string> files = filesOf(options.check);
    for (const std::string& file : files) {
        std::error_code failed;
        if (!read.insert(std::filesystem::weakly_canonical(file, failed)).second) continue; // named twice
        try {
            std::vector<lessons::Refused> refused;
            for (lessons::Submission& each :
                 lessons::parseSubmissions(readInput(file, true), file, lesson, &refused))
                handedIn.push_back(std::move(each));
            for (const lessons::Refused& each : refused)
                all.unread.push_back({file, oneLine(each.reason), each.student, oneLine(each.name)});
        } catch (const BadInput& failure) {
            if (files.size() == 1) throw;
            all.unread.push_back({file, oneLine(failure.what())});
        }
    }
    if (handedIn.empty() && all.unread.size() == 1) throw BadInput(unreadText(all.unread.front()));
    for (const ClassGrades::Unread& each : all.unread) say(unreadText(each));
    if (handedIn.empty()) throw BadInput("none of the files has answers that can be graded");
    const auto scenes = std::make_shared<lessons::Scenes>();
    for (const lessons::Submission& each : handedIn)
        all.graded.push_back(lessons::grade(lesson, each, scenes));
    lessons::countOnce(all.graded);
    lessons::sortByStudent(all.graded);
    const std::vector<std::string> unknown = strayAnswers(all);
    for (const std::string& each : unknown) say(each);
    if (!options.csv.empty()) writeResultTo(options.csv, gradesCsv(all));
    if (options.json)
        writeResult(json::textOf(gradesJson(lesson, all)));
    else if (options.csv != "-")
        writeResult(gradesText(all));
    constexpr int kBadInput = 2;
    return all.unread.empty() && unknown.empty() ? 0 : kBadInput;
}

int tryOut(const LessonOptions& options, const lessons::Lesson& lesson) {
    std::size_t wrong = 0, questions = 0;
    const device::NvrtcProbe compiler = device::probeNvrtc();
    if (lessons::needsCompiler(lesson) && !compiler.available)
        say(fmt::format("code is not tried: {}", compiler.reason));
    const auto scenes = std::make_shared<lessons::Scenes>();
    lessons::Review review;
    const Clock::time_point begun = Clock::now();
    for (int student = 0; student < options.tried; ++student) {
        constexpr double kLong = 60;
        const double left = secondsSince(begun) * (options.tried - student);
        if (student == 1 && left > kLong)
            say(fmt::format("{} students take about {:.0f} minutes: where a state has a size, a smaller one "
                            "is quicker",
                            options.tried, std::max(1.0, left / kLong)));
        const lessons::Handout handout(lesson, static_cast<std::uint64_t>(student), scenes);
        wrong += lessons::prove(handout);
        review.add(handout);
        questions = handout.questions().size();
    }
    if (questions == 0)
        throw BadInput(fmt::format("{} has no question; one begins with {}", lesson.file,
                                   lessons::questionMark(lesson)));
    const LessonTrial trial{.questions = questions,
                            .students = static_cast<std::size_t>(options.tried),
                            .wrongAnswers = wrong,
                            .codeTried = compiler.available || !lessons::needsCompiler(lesson),
                            .remarks = review.remarks(),
                            .differentAnswers = review.differentAnswers()};
    for (const std::string& each : remarksText(lesson, trial)) say(each);
    writeResult(options.json ? json::textOf(trialJson(lesson, trial)) : trialText(lesson, trial));
    return 0;
}

} // namespace

int lessonCommand(const LessonOptions& options) {
    if (!options.language.empty() && !options.window) text::setLanguage(languageIn(options.language));
    if (!options.begin.empty()) return begin(options);
    if (options.lesson.empty()) return list(options);
    if (options.source) return source(options);
    const int wanted = !options.sheet.empty() + !options.slides.empty() + !options.check.empty() +
                       (options.tried > 0 ? 1 : 0);
    if (wanted > 1) throw BadInput("--sheet, --slides, --check and --try are one at a time");
    if (!options.csv.empty() && options.check.empty()) throw BadInput("--csv belongs to --check");
    const auto [first, last] = parseStudents(options.student);
    if (first != last && options.sheet.empty())
        throw BadInput("several students at once go only with --sheet");
    if ((!options.check.empty() || options.tried) && !options.student.empty())
        throw BadInput(options.tried ? "--try has students of its own"
                                     : "the files of --check say which students");
    if (options.pictures && options.sheet.empty() && options.slides.empty())
        throw BadInput("--pictures belongs to --sheet and --slides");
    if (!isPage(options.sheet))
        throw BadInput(
            fmt::format("{}: a sheet is a page of HTML, whose name ends with .html", options.sheet));
    std::optional<Film> film;
    if (!options.slides.empty() && !isPage(options.slides)) {
        if (!Film::isFormat(options.slides))
            throw BadInput(
                fmt::format("{}: slides are HTML, PDF, PNG, SVG, GIF or WebM; name a file with that ending",
                            options.slides));
        film.emplace(options.slides);
    }
    for (const std::string& file : {options.sheet, options.slides})
        if (!file.empty() && !film) checkWritable(file);
    const lessons::Lesson lesson = readLesson(options.lesson);
    if (options.window) {
        if (wanted > 0 || options.answers || options.json)
            throw BadInput("--window goes only with --student and --light");
        RunOptions run;
        run.lesson = options.lesson;
        run.look.language = options.language;
        run.look.light = options.light;
        if (!options.student.empty()) run.student = first;
        return runCommand(run);
    }
    if (!options.check.empty()) return check(options, lesson);
    if (options.tried) return tryOut(options, lesson);

    const auto answers = options.answers ? lessons::Answers::With : lessons::Answers::Without;
    if (!options.sheet.empty()) {
        std::vector<std::unique_ptr<lessons::Handout>> handouts;
        std::vector<const lessons::Handout*> all;
        const auto scenes = std::make_shared<lessons::Scenes>();
        for (std::uint64_t student = first; student <= last; ++student)
            all.push_back(
                handouts.emplace_back(std::make_unique<lessons::Handout>(lesson, student, scenes)).get());
        writeResultTo(options.sheet, lessons::sheetHtml(all, answers,
                                                        options.pictures ? figures(kSheetFigure, kSheetWords)
                                                                         : lessons::FigureHtml()));
        return 0;
    }
    const lessons::Handout handout(lesson, first);
    if (film) {
        renderSlides(handout, answers, film->wantsVectors(), [&](Picture&& picture, int number, int count) {
            film->add(std::move(picture), number, count);
        });
        film->finish();
    } else if (!options.slides.empty())
        writeResultTo(options.slides, lessons::slidesHtml(handout, answers, figuresOfSlides()));
    else
        writeResult(options.json ? json::textOf(lessonJson(handout, options.answers))
                                 : lessons::lessonText(handout, answers));
    return 0;
}

} // namespace lanescope::shell
