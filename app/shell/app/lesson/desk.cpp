// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/lesson/desk.h"

#include "lessons/code.h"
#include "lessons/library.h"
#include "lessons/print/figure.h"
#include "shell/app/lesson/lesson_file.h"
#include "shell/app/messages.h"
#include "shell/output/output.h"
#include "text/tr.h"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

namespace lanescope::shell {

using lessons::Question;

namespace {

constexpr std::size_t kMostCode = 1 << 16; ///< bytes of a kernel
constexpr double kFileInterval = 1;        ///< between two looks at the lesson's file, seconds

/// nullptr: there is none of that name.
const model::Architecture* architectureIn(const lessons::State& state) {
    return state.architecture.empty() ? &model::defaultArchitecture()
                                      : model::findArchitecture(state.architecture);
}

std::vector<std::string> valuesOf(const kit::Lab& lab) {
    std::vector<std::string> all;
    for (const kit::Parameter* parameter : lab.parameters()) all.push_back(parameter->usedText());
    return all;
}

} // namespace

void LessonDesk::open(const std::string& name) {
    auto lesson = std::make_shared<const lessons::Lesson>(readLesson(name));
    m_file = isLessonFile(name) ? name : std::string();
    m_key = lesson->name;
    m_missing = false;
    m_fileTrouble.clear();
    if (!m_file.empty()) {
        std::error_code failed;
        m_key = std::filesystem::absolute(m_file, failed).lexically_normal().string();
        m_written = std::filesystem::last_write_time(m_file, failed);
    }
    begin(std::move(lesson));
}

void LessonDesk::begin(std::shared_ptr<const lessons::Lesson> lesson) {
    m_tutor.reset();
    m_introduction.reset();
    m_pages.clear();
    m_drafts.clear();
    m_codes.clear();
    m_options.clear();
    m_forgotten.reset();
    m_state.reset();
    m_note.clear();
    m_checking = m_saysAgain = m_keepsLab = m_labIsApart = false;
    m_lesson = std::move(lesson);
    const auto shown = m_shown.find({m_key, student()});
    const lessons::Kept* const ofClass = shown != m_shown.end() ? &shown->second : nullptr;
    const lessons::Kept* const kept = m_isAlone ? m_progress.all().find(m_key, student()) : ofClass;
    m_work = kept ? std::make_unique<lessons::Work>(*m_lesson, student(), *kept)
                  : std::make_unique<lessons::Work>(*m_lesson, student());
    m_tutor = std::make_unique<lessons::Tutor>(m_lesson, student());
    findStates();
    m_wantsState = true;
    ask();
    // Answers to what was asked otherwise may not be right any more.
    if (kept && kept->digest != m_lesson->digest) {
        std::vector<std::string> answers;
        for (const lessons::Attempt& attempt : m_work->attempts()) answers.push_back(attempt.given);
        m_tutor->grade(std::move(answers));
    }
}

/// Where each page looks, which takes no run: a page that cannot be shown says so itself.
void LessonDesk::findStates() {
    const lessons::Handout handout(*m_lesson, student());
    m_states.assign(m_lesson->steps.size(), std::nullopt);
    m_opening.reset();
    m_telling.assign(m_lesson->steps.size(), {});
    m_between.assign(m_lesson->steps.size(), {});
    for (std::size_t step = 0; step < m_states.size(); ++step) {
        try {
            m_states[step] = handout.state(step);
            if (!m_lesson->steps[step].question) continue;
            const std::vector<lessons::State> telling = handout.tellingStates(step);
            for (const lessons::State& state : telling)
                m_telling[step].push_back(lookOf(state, &*m_lesson->steps[step].question));
            m_between[step] = betweenOf(telling);
        } catch (const std::exception&) {
            m_states[step].reset();
        }
    }
    // Before the first state stands what comes: never the lab that happened to be shown.
    const auto first = std::ranges::find_if(
        m_states, [](const std::optional<lessons::State>& each) { return each.has_value(); });
    if (first == m_states.end()) return;
    std::fill(m_states.begin(), first, *first);
    // Whoever comes to a lesson sees what it is about, and not yet what it asks.
    try {
        m_opening = handout.opening();
    } catch (const std::exception&) {
        m_opening = std::nullopt;
    }
}

const std::optional<lessons::State>& LessonDesk::stateOf(std::size_t page) const {
    static const std::optional<lessons::State> none;
    if (m_states.empty()) return none;
    if (page == 0) return m_opening;
    return m_states[std::min(page - 1, m_states.size() - 1)];
}

LessonDesk::Look LessonDesk::lookOf(const lessons::State& state, const Question* question) const {
    const std::unique_ptr<kit::Lab> lab = lessons::labOf(state);
    Look look{state.lab, valuesOf(*lab), {}, architectureIn(state)};
    for (const kit::Parameter* parameter : lab->parameters())
        look.isFree.push_back(question &&
                              std::ranges::find(question->changes, parameter->name(),
                                                &lessons::Change::parameter) != question->changes.end());
    return look;
}

bool LessonDesk::Look::isOf(const kit::Lab& other, const model::Architecture& counted) const {
    if (architecture != &counted) return false;
    const std::vector<std::string> shown = valuesOf(other);
    for (std::size_t i = 0; i < values.size(); ++i)
        if (!isFree[i] && values[i] != shown[i]) return false;
    return true;
}

/// It is set, or the last result is still of it.
bool LessonDesk::Look::isSeen(const Runner& runner) const {
    if (lab != runner.entry().name) return false;
    const auto drawn = runner.drawn();
    return isOf(runner.editedLab(), runner.architecture()) ||
           (drawn && isOf(drawn->lab, drawn->architecture));
}

void LessonDesk::apply(const Requests& asked, Messages& messages) {
    try {
        if (!asked.open.empty()) open(asked.open);
    } catch (const std::exception& failure) {
        messages.announce(failure);
    }
    if (asked.other != 0) openOther(asked.other);
    if (asked.restart && isOpen()) restart();
    if (asked.close) close();
    if (isOpen() && asked.page != 0) asked.page > 0 ? next() : back();
    if (asked.lane) toggleLane(*asked.lane);
}

void LessonDesk::languageChanged(Messages& messages) {
    if (!isOpen() || !m_file.empty()) return;
    try {
        const lessons::Lesson* other = lessons::findLesson(m_lesson->name);
        if (!other || other->digest == m_lesson->digest) return;
        std::map<std::size_t, Draft> drafts = std::move(m_drafts);
        const bool isCounted = m_checking && !m_saysAgain; // and its verdict goes with the old words
        keep();
        begin(std::make_shared<const lessons::Lesson>(*other));
        for (auto& [step, draft] : drafts) {
            draft.says.clear();
            draft.right.clear();
        }
        m_drafts = std::move(drafts);
        sayAgain(isCounted);
        m_wantsState = m_keepsLab = true; // the same page, in other words
    } catch (const std::exception& failure) {
        messages.say(Message::Kind::Error, retold(oneLine(failure.what())));
    }
}

/// What was wrong with the last answer, in the words of the lesson as it is now. One whose verdict had not
/// come is checked as any other.
void LessonDesk::sayAgain(bool isCounted) {
    const auto found = m_work->isStep() ? m_drafts.find(m_work->step()) : m_drafts.end();
    if (found == m_drafts.end() || !m_work->waits()) return;
    const Draft& draft = found->second;
    if (draft.checked.empty() || (!isCounted && !draft.wrong && !draft.unreadable)) return;
    m_checking = true;
    m_saysAgain = !isCounted;
    m_tutor->check(found->first, draft.checked);
}

const lessons::Lesson* LessonDesk::other(int direction) const {
    if (!isOpen()) return nullptr;
    const auto all = lessons::lessons();
    const auto present = std::ranges::find(all, m_lesson->digest, &lessons::Lesson::digest);
    if (present == all.end() || (direction < 0 && present == all.begin())) return nullptr;
    const auto other = present + direction;
    return other == all.end() ? nullptr : &*other;
}

void LessonDesk::openOther(int direction) {
    const lessons::Lesson* const wanted = other(direction);
    if (!wanted) return;
    open(wanted->name);
    if (direction < 0) goTo(m_work->pages() - 1); // where the way back comes from
}

void LessonDesk::close() {
    m_tutor.reset();
    m_work.reset();
    m_lesson.reset();
    m_file.clear();
    m_guest.reset();
}

void LessonDesk::restore(const std::string& name, std::uint64_t student, std::size_t page) {
    if (name.empty()) return close();
    if (name != this->name() || student != this->student()) open(name, student);
    goTo(std::min(page, m_work->pages() - 1));
    m_wantsState = m_keepsLab = true;
}

void LessonDesk::open(const std::string& name, std::uint64_t student) {
    const auto before = m_guest;
    m_guest.reset();
    if (student != this->student()) m_guest = student;
    try {
        open(name);
    } catch (...) {
        m_guest = before;
        throw;
    }
}

void LessonDesk::chooseStudent(std::uint64_t student) {
    const bool same = student == this->student();
    m_guest.reset();
    m_progress.chooseStudent(student);
    if (!same && isOpen()) begin(m_lesson);
}

void LessonDesk::ask() {
    if (m_work->page() == 0) {
        if (!m_introduction) m_tutor->introduce();
    } else if (m_work->isStep()) {
        if (!m_pages.contains(m_work->step())) m_tutor->open(m_work->step());
    }
}

const lessons::Page* LessonDesk::page() const {
    if (m_work->page() == 0) return m_introduction ? &*m_introduction : nullptr;
    const auto found = m_work->isStep() ? m_pages.find(m_work->step()) : m_pages.end();
    return found == m_pages.end() ? nullptr : &found->second;
}

void LessonDesk::goTo(std::size_t page) {
    if (page == m_work->page()) return;
    const bool isNext = page == m_work->page() + 1;
    m_work->goTo(page);
    m_wantsState = !(isNext && m_work->atEnd()); // what was mended last stays in sight
    m_keepsLab = false;
    m_note.clear();
    keep();
    ask();
}

/// What is shown to a class is nobody's work, and is there when the way back leads to its lesson.
void LessonDesk::keep() {
    if (m_isAlone)
        m_progress.keep(m_key, m_work->student(), m_work->kept());
    else
        m_shown.insert_or_assign({m_key, m_work->student()}, m_work->kept());
}

void LessonDesk::toggleLane(int lane) {
    if (isOpen() && m_work->waits() && asked(m_work->step()) == kit::Withheld::Words)
        setLanes(draft().lanes ^ (1U << lane));
}

void LessonDesk::setLanes(std::uint32_t lanes) {
    draft().lanes = lanes;
    draft().text = lanes ? lessons::answerText({lessons::Answer::Lanes{lanes}}) : std::string();
}

void LessonDesk::check(std::string answer) {
    if (m_checking || !m_work->waits()) return;
    m_checking = true;
    draft().checked = answer;
    m_tutor->check(m_work->step(), std::move(answer));
}

void LessonDesk::seeAnswer(const std::string& present) {
    if (!m_checking && m_work->waits() && present != draft().checked) forgetVerdict();
}

void LessonDesk::forgetVerdict() {
    draft().says.clear();
    draft().errors.clear();
    draft().wrong = draft().unreadable = false;
}

void LessonDesk::restart() {
    lessons::Kept before = m_work->kept();
    goOnWith(lessons::Work(*m_lesson, student()).kept());
    if (std::ranges::any_of(before.attempts, &lessons::Attempt::begun)) m_forgotten = std::move(before);
}

void LessonDesk::bringBack() {
    if (m_forgotten) goOnWith(*std::exchange(m_forgotten, std::nullopt));
}

void LessonDesk::goOnWith(const lessons::Kept& kept) {
    if (m_isAlone)
        m_progress.keep(m_key, student(), kept);
    else
        m_shown.insert_or_assign({m_key, student()}, kept);
    begin(m_lesson);
}

void LessonDesk::hint() {
    m_work->hinted(m_work->step());
    keep();
}

void LessonDesk::reveal() {
    m_work->revealed(m_work->step());
    m_labIsApart = false;
    forgetVerdict();
    if (draft().right.empty()) m_tutor->reveal(m_work->step());
    keep();
}

void LessonDesk::startOver() {
    draft().text = page()->asked->code;
    draft().file.clear();
    forgetVerdict();
}

void LessonDesk::editHere() {
    readEdited();
    draft().file.clear();
}

void LessonDesk::editInFile() {
    Draft& mine = draft();
    const std::string kernel = lessons::kernelName(page()->asked->code);
    for (int number = 1; mine.file.empty() || std::filesystem::exists(mine.file); ++number)
        mine.file = number == 1 ? fmt::format("{}.cu", kernel) : fmt::format("{}-{}.cu", kernel, number);
    try {
        writeResultTo(mine.file, mine.text + "\n");
        mine.file = std::filesystem::absolute(mine.file).string();
        mine.written = std::filesystem::last_write_time(mine.file);
    } catch (const std::exception& failure) {
        mine.file.clear();
        mine.says = retold(oneLine(failure.what()));
    }
}

/// A file that is gone leaves the code as it is.
void LessonDesk::readEdited() {
    if (!m_work->isStep() || !m_drafts.contains(m_work->step())) return;
    Draft& mine = draft();
    if (mine.file.empty() || !m_work->waits()) return;
    std::error_code failed;
    const auto written = std::filesystem::last_write_time(mine.file, failed);
    if (failed || written == mine.written) return;
    mine.written = written;
    try {
        mine.text = readInput(mine.file, false, kMostCode);
    } catch (const std::exception& failure) {
        mine.says = retold(oneLine(failure.what()));
    }
}

/// Code that is being written outlives the program, but for its last moment.
void LessonDesk::keepDraft() {
    constexpr auto kPause = std::chrono::seconds(1);
    if (!m_work->waits() || !m_drafts.contains(m_work->step())) return;
    const lessons::Page* const shown = page();
    if (!shown || !shown->asked || shown->asked->code.empty()) return;
    const std::string& code = draft().text;
    const auto now = std::chrono::steady_clock::now();
    if (code.empty() || now - m_draftKept < kPause) return;
    const bool isUntouched = code == shown->asked->code && m_work->attemptAt(m_work->step())->given.empty();
    if (!m_work->drafted(m_work->step(), isUntouched ? std::string_view() : code)) return;
    m_draftKept = now;
    keep();
}

std::string LessonDesk::labOfPage() const {
    const std::optional<lessons::State>& state = stateOf(m_work->page());
    return state ? state->lab : std::string();
}

/// Who has set the sliders right sees them so again.
void LessonDesk::putWhatWasSet(lessons::State& state) const {
    if (!m_work->isStep()) return;
    const lessons::Attempt* attempt = m_work->attemptAt(m_work->step());
    const std::optional<Question>& question = m_lesson->steps[m_work->step()].question;
    if (!attempt || !attempt->right || !question || question->kind != Question::Kind::Set) return;
    lessons::AskedQuestion asked{.kind = Question::Kind::Set};
    for (const lessons::Change& change : question->changes) asked.changes.push_back({change.parameter, {}});
    try {
        const lessons::Answer given = lessons::parseAnswer(asked, attempt->given);
        for (const auto& [name, value] : std::get<lessons::Answer::Sets>(given.value)) {
            const auto set = std::ranges::find(state.sets, name, &lessons::Setting::parameter);
            if (set != state.sets.end())
                set->value = value;
            else
                state.sets.push_back({name, value});
        }
    } catch (const std::exception&) {
        // Kept by an older program: the step's own state does.
    }
}

std::optional<lessons::State> LessonDesk::takeState() {
    if (!std::exchange(m_wantsState, false) || !isOpen()) return std::nullopt;
    m_state = stateOf(m_work->page());
    // The picture of an answer is that of what the question spoke of.
    if (const auto option = m_options.find(std::min(m_work->page(), m_work->stepCount()) - 1);
        m_work->page() > 0 && option != m_options.end())
        m_state = option->second;
    if (!m_state) return std::nullopt;
    putWhatWasSet(*m_state);
    const std::optional<Question>* const question =
        m_work->isStep() ? &m_lesson->steps[m_work->step()].question : nullptr;
    const bool isSet = question && *question && (*question)->kind == Question::Kind::Set;
    m_look = lookOf(*m_state, isSet ? &**question : nullptr);
    m_labIsApart = std::exchange(m_keepsLab, false);
    return m_labIsApart ? std::nullopt : m_state;
}

bool LessonDesk::showsOptions() const {
    const lessons::Page* shown = isOpen() && m_work->isStep() && !m_work->waits() ? page() : nullptr;
    return shown && shown->asked && !shown->asked->states.empty() && m_options.contains(m_work->step());
}

void LessonDesk::showOption(std::size_t option) {
    if (!showsOptions()) return;
    m_options[m_work->step()] = page()->asked->states.at(option);
    resetState();
}

std::optional<std::size_t> LessonDesk::shownOption() const {
    if (!showsOptions()) return std::nullopt;
    const std::vector<lessons::State>& all = page()->asked->states;
    const auto shown = std::ranges::find(all, m_options.at(m_work->step()));
    return shown == all.end() ? std::nullopt : std::optional(static_cast<std::size_t>(shown - all.begin()));
}

bool LessonDesk::asksBetweenStates() const {
    if (!isOpen() || !m_work->waits()) return false;
    const Question::Kind kind = m_lesson->steps[m_work->step()].question->kind;
    return kind == Question::Kind::Most || kind == Question::Kind::Least;
}

const Between* LessonDesk::between() const {
    if (!asksBetweenStates()) return nullptr;
    const Between& between = m_between[m_work->step()];
    return between.lab ? &between : nullptr;
}

bool LessonDesk::hasSlider(const Runner& runner, std::string_view parameter) const {
    const lessons::Page* shown = isOpen() && m_work->waits() ? page() : nullptr;
    return shown && shown->asked && shown->state && shown->state->lab == runner.entry().name &&
           std::ranges::find(shown->asked->changes, parameter, &lessons::AskedQuestion::Change::parameter) !=
               shown->asked->changes.end();
}

recording::ModulePointer LessonDesk::code(const Runner& runner) const {
    if (!isOpen() || m_work->page() == 0 || m_work->stepCount() == 0) return nullptr;
    const std::size_t step =
        std::min(m_work->page(), m_work->stepCount()) - 1; // the end shows the last one's
    const std::optional<lessons::State>& state = m_states[step];
    if (!state || state->lab != runner.entry().name) return nullptr;
    const auto found = m_codes.find(step);
    return found == m_codes.end() ? nullptr : found->second;
}

bool LessonDesk::strayed(const Runner& runner) const {
    if (!m_work->isStep() || !page() || !m_state || m_wantsState) return false;
    return m_state->lab != runner.entry().name || m_look.values != valuesOf(runner.editedLab()) ||
           architectureIn(*m_state) != &runner.architecture();
}

std::optional<std::string> LessonDesk::settings(const Runner& runner) const {
    const lessons::Page* shown = page();
    if (!shown || !shown->state || !shown->asked || shown->state->lab != runner.entry().name ||
        architectureIn(*shown->state) != &runner.architecture())
        return std::nullopt;
    const kit::Lab& lab = runner.editedLab();
    lessons::Answer::Sets sets;
    bool isOwn = true;
    for (std::size_t i = 0; i < lab.parameters().size(); ++i) {
        const kit::Parameter& parameter = *lab.parameters()[i];
        const bool isAsBefore = i < m_look.values.size() && parameter.usedText() == m_look.values[i];
        isOwn = isOwn && isAsBefore;
        const bool asked =
            std::ranges::find(shown->asked->changes, parameter.name(),
                              &lessons::AskedQuestion::Change::parameter) != shown->asked->changes.end();
        if (asked)
            sets.push_back({parameter.name(), parameter.text()});
        else if (!isAsBefore)
            return std::nullopt;
    }
    return isOwn ? std::string() : lessons::answerText({sets});
}

bool LessonDesk::speaksOf(const Runner& runner, const kit::Parameter& parameter) const {
    if (hasSlider(runner, parameter.name())) return true;
    return isOpen() && m_state && m_state->lab == runner.entry().name && !parameter.isDefault() &&
           std::ranges::find(m_state->sets, parameter.name(), &lessons::Setting::parameter) !=
               m_state->sets.end();
}

/// What is set, and what is drawn of it, are the page's own.
bool LessonDesk::showsOwn(const Runner& runner) const {
    if (!m_state || m_wantsState || m_look.lab != runner.entry().name) return false;
    const auto drawn = runner.drawn();
    return m_look.isOf(runner.editedLab(), runner.architecture()) &&
           (!drawn || m_look.isOf(drawn->lab, drawn->architecture));
}

LessonDesk::Withholding LessonDesk::withheld(const Runner& runner) const {
    if (!isOpen()) return {};
    if (m_work->waits()) return {asked(m_work->step()), m_work->step()};
    Withholding most;
    const bool own = m_work->isStep() && showsOwn(runner);
    for (std::size_t step = 0; step < m_telling.size(); ++step) {
        const lessons::Attempt* attempt = m_work->attemptAt(step);
        if (!attempt || attempt->done()) continue;
        kit::Withheld whole = asked(step);
        if (whole == kit::Withheld::Nothing) continue;
        // A state with another kernel in it is not what is asked, nor is one from where sliders are to be
        // set.
        const bool tells =
            m_lesson->steps[step].question->kind != Question::Kind::Set && !code(runner) && !own;
        if (!tells) whole = kit::Withheld::Advice;
        for (const Look& look : m_telling[step]) {
            if (look.lab != runner.entry().name) continue;
            const kit::Withheld what = look.isSeen(runner) ? whole : kit::Withheld::Advice;
            if (what > most.what) most = {what, step};
        }
    }
    return most;
}

bool LessonDesk::wouldAnswer(const lessons::State& state) const {
    if (!isOpen()) return false;
    const std::unique_ptr<kit::Lab> lab = lessons::labOf(state);
    for (std::size_t step = 0; step < m_telling.size(); ++step) {
        const lessons::Attempt* attempt = m_work->attemptAt(step);
        if (!attempt || attempt->done()) continue;
        for (const Look& look : m_telling[step])
            if (look.lab == state.lab && look.isOf(*lab, *architectureIn(state))) return true;
    }
    return false;
}

/// What may not be seen while a step's question waits.
kit::Withheld LessonDesk::asked(std::size_t step) const {
    const Question::Kind kind = m_lesson->steps[step].question->kind;
    // What a first try comes to is what the next one learns from.
    if (kind == Question::Kind::Set && m_work->attemptAt(step)->tries > 0) return kit::Withheld::Advice;
    const auto shown = m_pages.find(step);
    const bool skipped =
        shown != m_pages.end() && shown->second.asked && !shown->second.asked->missing.empty();
    return skipped ? kit::Withheld::Nothing : lessons::withheldBy(kind);
}

std::uint32_t LessonDesk::lanes() const {
    if (!isOpen() || !m_work->isStep()) return 0;
    const auto found = m_drafts.find(m_work->step());
    return found == m_drafts.end() ? 0 : found->second.lanes;
}

void LessonDesk::follow(Messages& messages, double now, bool isAlone) {
    if (std::exchange(m_isAlone, isAlone) != isAlone) changeAudience();
    if (const std::string complaint = m_progress.takeComplaint(); !complaint.empty())
        messages.say(Message::Kind::Warning, complaint);
    if (!isOpen()) return;
    while (auto said = m_tutor->take()) take(std::move(*said), messages);
    readEdited();
    keepDraft();
    watch(messages, now);
}

/// A class sees nothing of what its teacher has answered alone; who works alone again has what was kept. Both
/// go on at the same page.
void LessonDesk::changeAudience() {
    m_shown.clear();
    if (!isOpen()) return;
    const std::size_t page = m_work->page();
    const lessons::Attempt* const attempt = m_work->isStep() ? m_work->attemptAt(m_work->step()) : nullptr;
    const bool wasDone = attempt && attempt->done(), isSet = !m_wantsState || m_keepsLab;
    // The pages are the same for both: none is blank until it has been made again.
    std::map<std::size_t, lessons::Page> pages = std::move(m_pages);
    std::optional<lessons::Page> introduction = std::move(m_introduction);
    begin(m_lesson);
    goTo(page);
    m_pages = std::move(pages);
    m_introduction = std::move(introduction);
    // What is looked at stays, but where the page was just opened, or where it may be the answer.
    m_wantsState = true;
    m_keepsLab = isSet && !(wasDone && m_work->waits());
}

/// What was written or tried last, or else what the question gives.
std::string LessonDesk::codeToBegin(const lessons::Tutor::Said& said) const {
    const lessons::Attempt* attempt = m_work->attemptAt(said.step);
    if (attempt && !attempt->draft.empty()) return attempt->draft;
    return attempt && !attempt->given.empty() ? attempt->given : said.page.asked->code;
}

void LessonDesk::take(lessons::Tutor::Said said, Messages& messages) {
    using What = lessons::Tutor::Said::What;
    if (said.what == What::Verdict) m_checking = false;
    if (!said.error.empty()) {
        messages.say(Message::Kind::Error, oneLine(said.error));
        if (said.what == What::Verdict || said.what == What::Right)
            m_drafts[said.step].says = oneLine(said.error);
        if (said.what == What::Introduction) m_introduction = lessons::Page{.error = oneLine(said.error)};
        return;
    }
    switch (said.what) {
    case What::Introduction:
        m_introduction = std::move(said.page);
        break;
    case What::Page:
        if (!said.page.error.empty()) messages.say(Message::Kind::Error, oneLine(said.page.error));
        if (said.page.asked && !said.page.asked->code.empty() && m_drafts[said.step].text.empty())
            m_drafts[said.step].text = codeToBegin(said);
        m_pages[said.step] = std::move(said.page);
        if (const lessons::Attempt* attempt = m_work->attemptAt(said.step); attempt && attempt->done())
            m_tutor->reveal(said.step);
        break;
    case What::Verdict:
        takeVerdict(said);
        break;
    case What::Right:
        takeRight(said);
        break;
    case What::Code:
        if (!said.file.ptx.empty())
            m_codes[said.step] = std::make_shared<const recording::Module>(
                recording::Module{said.file.name, said.file.path, said.file.source, said.file.ptx});
        break;
    case What::Grades:
        m_work->graded(said.marks);
        keep();
        break;
    }
}

void LessonDesk::takeRight(const lessons::Tutor::Said& said) {
    m_drafts[said.step].right = said.right;
    if (m_lesson->steps[said.step].question->kind == Question::Kind::Code) {
        const lessons::Attempt& attempt = *m_work->attemptAt(said.step);
        m_tutor->compile(said.step, attempt.right ? attempt.given : said.right);
    }
    // Who has set it has what was set before the eyes.
    const bool isSet = m_lesson->steps[said.step].question->kind == Question::Kind::Set &&
                       m_work->attemptAt(said.step)->right;
    if (!said.state || isSet || m_options.contains(said.step)) return;
    m_options[said.step] = *said.state;
    const bool isHere = m_work->page() > 0 && std::min(m_work->page(), m_work->stepCount()) == said.step + 1;
    if (!isHere) return;
    m_wantsState = true;
    m_keepsLab = m_labIsApart;
}

void LessonDesk::takeVerdict(const lessons::Tutor::Said& said) {
    Draft& draft = m_drafts[said.step];
    draft.unreadable = !said.readable;
    draft.wrong = said.readable && !said.verdict.right;
    draft.says = said.verdict.says;
    draft.errors = said.verdict.errors;
    if (std::exchange(m_saysAgain, false)) return; // it counted before
    draft.isNew = true;
    if (!said.readable) return;
    const bool quick = m_isAlone && m_work->quick();
    m_work->answered(said.step, said.given, said.verdict.right);
    m_forgotten.reset();
    if (said.verdict.right) {
        m_labIsApart = false;
        m_tutor->reveal(said.step);
    }
    const bool here = m_work->isStep() && m_work->step() == said.step;
    keep();
    // Who gets one after the other right need not press a key twice. But what was mended is to be seen, and
    // the last explanation, too.
    const Question::Kind kind = m_lesson->steps[said.step].question->kind;
    const bool mends = kind == Question::Kind::Set || kind == Question::Kind::Code;
    const bool isLast = said.step + 1 == m_work->stepCount();
    if (!quick || !said.verdict.right || !here || mends || isLast || m_work->attemptAt(said.step)->tries > 1)
        return;
    next();
    m_note =
        tr("Step {} was right. After a run of right answers the next step comes at once; go back for the "
           "explanation.",
           said.step + 1);
}

bool LessonDesk::watchesFiles() const {
    if (!isOpen()) return false;
    const auto draft = m_work->isStep() ? m_drafts.find(m_work->step()) : m_drafts.end();
    return !m_file.empty() || (draft != m_drafts.end() && !draft->second.file.empty());
}

void LessonDesk::watch(Messages& messages, double now) {
    if (m_file.empty() || now - m_looked < kFileInterval) return;
    m_looked = now;
    std::error_code failed;
    const auto written = std::filesystem::last_write_time(m_file, failed);
    if (failed) {
        if (std::exchange(m_missing, true)) return;
        m_fileTrouble = tr("{} is no longer there: the lesson continues as it was read", m_file);
        messages.say(Message::Kind::Warning, m_fileTrouble);
        return;
    }
    const bool wasMissing = std::exchange(m_missing, false);
    if (!wasMissing && written == m_written) return;
    m_written = written;
    try {
        auto lesson = std::make_shared<const lessons::Lesson>(readLesson(m_file));
        const bool mended = !std::exchange(m_fileTrouble, {}).empty() && !wasMissing;
        if (lesson->digest != m_lesson->digest)
            begin(std::move(lesson));
        else if (!mended)
            return;
        messages.say(Message::Kind::Info, tr("{} was changed, and read again", m_file));
    } catch (const std::exception& failure) {
        m_fileTrouble = tr("{}; the lesson continues as it was read before", retold(oneLine(failure.what())));
        messages.say(Message::Kind::Error, m_fileTrouble);
    }
}

std::string LessonDesk::save() const {
    const std::string whose = lessons::handInName(m_lesson->name, m_work->student(), m_progress.all().name);
    std::string file;
    for (int number = 1; file.empty() || std::filesystem::exists(file); ++number)
        file = number == 1 ? whose + ".json" : fmt::format("{}-{}.json", whose, number);
    writeResultTo(file, m_work->handedIn(m_progress.all().name));
    return std::filesystem::absolute(file).string();
}

} // namespace lanescope::shell
