// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "kit/frame.h"
#include "lessons/tutor.h"
#include "lessons/work.h"
#include "recording/module.h"
#include "shell/app/lesson/between.h"
#include "shell/app/lesson/progress_file.h"
#include "shell/app/runner.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope::shell {

class Messages;

/// The lesson that is open in the window: a student's way through it, and what the model says of it.
class LessonDesk {
public:
    /// file: where progress is kept; empty: nowhere.
    explicit LessonDesk(const std::string& file) : m_progress(file) {}

    struct Requests {
        std::string open; ///< a name or a file; empty: none
        int other = 0;    ///< -1 the one before in the course, 1 the next
        int page = 0;     ///< -1 back, 1 on
        bool close = false;
        bool restart = false;
        std::optional<int> lane; ///< chosen, or chosen no more, for an answer
    };
    void apply(const Requests& asked, Messages& messages);

    bool isOpen() const { return m_work != nullptr; }
    /// A lesson that comes with the program, or a file. Throws BadInput; the one that is open stays then.
    void open(const std::string& name);
    /// The same with the values of that student, as long as a lesson is open.
    void open(const std::string& name, std::uint64_t student);
    /// Goes on at the same step of the same lesson in the language that was chosen, where it is in it.
    void languageChanged(Messages& messages);
    /// The next one of the course, or the one before; nullptr where there is none.
    const lessons::Lesson* other(int direction) const;
    void openOther(int direction);
    void close();
    /// Whose values are drawn, in this lesson and the next ones.
    void chooseStudent(std::uint64_t student);
    std::uint64_t student() const { return m_guest.value_or(m_progress.all().student); }
    /// The lesson that is open, so that open() finds it again; empty: none.
    std::string name() const { return isOpen() ? m_key : std::string(); }
    /// Opens a lesson where it was, with the values of that student as long as it is open; the lab stays as
    /// it is. An empty name closes what is open. Throws BadInput.
    void restore(const std::string& name, std::uint64_t student, std::size_t page);
    /// Takes what has been found out meanwhile, and looks after the lesson's file. now: seconds; isAlone:
    /// one student works, and no class looks on: answers are kept, and a run of right ones turns the page.
    void follow(Messages& messages, double now, bool isAlone);
    /// Something will be found out.
    bool busy() const { return m_tutor && m_tutor->busy(); }
    /// The lesson, or the code of an answer, is in a file that somebody may be editing.
    bool watchesFiles() const;
    /// Of the page that was turned to last; the lab is to be set so.
    std::optional<lessons::State> takeState();

    // While it is open.
    const lessons::Lesson& lesson() const { return *m_lesson; }
    const lessons::Work& work() const { return *m_work; }
    /// Of the present step or the introduction; nullptr: the model is asked for it.
    const lessons::Page* page() const;
    void goTo(std::size_t page);
    void next() { goTo(m_work->following()); }
    void back() { goTo(m_work->page() == 0 ? 0 : m_work->page() - 1); }
    /// The lab that the present page is about; empty: none.
    std::string labOfPage() const;
    /// The lab is set as the step says, by the next takeState().
    void resetState() {
        m_wantsState = true;
        m_keepsLab = false;
    }
    /// Of a question between states that is done: its options can be looked at, one at a time.
    bool showsOptions() const;
    /// The lab is set as an option says, by the next takeState().
    void showOption(std::size_t option);
    /// The one that is shown; nullopt: none.
    std::optional<std::size_t> shownOption() const;
    /// A question between states waits: the lab as it is set is none of them.
    bool asksBetweenStates() const;
    /// Of a question that waits; nullptr: it is not between states.
    const Between* between() const;
    /// A question has this slider of the lab beside itself.
    bool hasSlider(const Runner& runner, std::string_view parameter) const;

    /// What is being answered, before it is checked.
    struct Draft {
        std::string text;                       ///< a number, or what was typed instead of clicked
        int option = -1;                        ///< chosen
        std::uint32_t lanes = 0;                ///< clicked
        std::string says;                       ///< of the last answer
        std::string checked;                    ///< the last answer
        std::vector<lessons::CodeError> errors; ///< of the code that was checked last
        std::string right;                      ///< the right answer, in words; empty: not asked for
        bool wrong = false, unreadable = false;
        bool isNew = false; ///< what is said of the last answer was not shown yet
        std::string typed;  ///< the code as it was in the frame before
        std::string file;   ///< in which code is edited; empty: here
        std::filesystem::file_time_type written{};
    };
    Draft& draft() { return m_drafts[m_work->step()]; }
    void toggleLane(int lane);
    void setLanes(std::uint32_t lanes);
    /// Has an answer checked.
    void check(std::string answer);
    /// What is set now, where that can be seen: what was said of another answer goes.
    void seeAnswer(const std::string& present);
    /// All answers to the lesson are forgotten, but can be brought back until there is another one.
    void restart();
    bool canBringBack() const { return m_forgotten.has_value(); }
    void bringBack();
    void hint();
    /// The code is again what the question gives.
    void startOver();
    /// Writes the code into a file of its own, and takes what is saved there from then on.
    void editInFile();
    /// The code goes on in the window as it was saved last.
    void editHere();
    void reveal();
    bool checking() const { return m_checking; }
    /// What is set in a lab as an answer to a question of that kind. nullopt: something else was changed,
    /// too; empty: nothing was.
    std::optional<std::string> settings(const Runner& runner) const;
    /// The lab's kernels with the code that answered the present step, once there is an answer; nullptr: the
    /// lab's own.
    recording::ModulePointer code(const Runner& runner) const;
    /// The lab is not as the step has it.
    bool strayed(const Runner& runner) const;
    /// What the last page's answer came to, when it went on by itself; empty: it did not.
    const std::string& note() const { return m_note; }

    /// The page's state sets this parameter of the lab, or its question asks for it.
    bool speaksOf(const Runner& runner, const kit::Parameter& parameter) const;

    /// What the lab as it is set now may not show, so that it answers no question that is open.
    struct Withholding {
        kit::Withheld what = kit::Withheld::Nothing;
        std::optional<std::size_t> step; ///< whose question waits, 0-based; nullopt: nothing is withheld
    };
    /// For the question of the page, or for another one of the lesson about the same lab. A page whose own
    /// question is done has its picture all the same.
    Withholding withheld(const Runner& runner) const;
    /// A picture of that state tells the answer to a question that is open.
    bool wouldAnswer(const lessons::State& state) const;
    std::uint32_t lanes() const;

    /// Why the lesson's file cannot be read any more, while the lesson goes on as it was read before; empty:
    /// it can.
    const std::string& fileTrouble() const { return m_fileTrouble; }

    ProgressFile& progress() { return m_progress; }
    const ProgressFile& progress() const { return m_progress; }
    /// Writes what the student hands in, and gives the file. Throws OutputError.
    std::string save() const;

private:
    void begin(std::shared_ptr<const lessons::Lesson> lesson);
    void findStates();
    /// What the lab shows on a page: the state of its step, or else the nearest one.
    const std::optional<lessons::State>& stateOf(std::size_t page) const;
    kit::Withheld asked(std::size_t step) const;
    bool showsOwn(const Runner& runner) const;
    void putWhatWasSet(lessons::State& state) const;
    void forgetVerdict();
    void ask();
    void keep();
    void take(lessons::Tutor::Said said, Messages& messages);
    void takeRight(const lessons::Tutor::Said& said);
    void takeVerdict(const lessons::Tutor::Said& said);
    void watch(Messages& messages, double now);
    void readEdited();
    void keepDraft();
    void sayAgain(bool isCounted);
    void goOnWith(const lessons::Kept& kept);
    void changeAudience();
    std::string codeToBegin(const lessons::Tutor::Said& said) const;

    ProgressFile m_progress;
    std::string m_key;  ///< of the lesson, in the progress
    std::string m_file; ///< of the lesson; empty: it comes with the program
    std::filesystem::file_time_type m_written;
    std::chrono::steady_clock::time_point m_draftKept; ///< when code that is being written was kept last
    bool m_missing = false;                            ///< the file was not there when it was last looked for
    std::string m_fileTrouble;                         ///< fileTrouble()
    double m_looked = 0;
    std::shared_ptr<const lessons::Lesson> m_lesson;
    std::unique_ptr<lessons::Work> m_work;
    std::unique_ptr<lessons::Tutor> m_tutor;
    std::optional<lessons::Page> m_introduction;
    std::map<std::size_t, lessons::Page> m_pages;            ///< by step
    std::map<std::size_t, Draft> m_drafts;                   ///< by step
    std::map<std::size_t, recording::ModulePointer> m_codes; ///< that answered a question, by step
    std::map<std::size_t, lessons::State> m_options;         ///< that are shown with an answer, by step
    std::optional<lessons::State> m_state;                   ///< of the present page
    /// A lab with values, the GPU that is modelled, and which of the values an answer changes.
    struct Look {
        std::string lab;
        std::vector<std::string> values;
        std::vector<bool> isFree;
        const model::Architecture* architecture = nullptr;
        bool isOf(const kit::Lab& other, const model::Architecture& counted) const;
        bool isSeen(const Runner& runner) const;
    };
    Look m_look; ///< of m_state; free is what the present page's question lets one set
    Look lookOf(const lessons::State& state, const lessons::Question* question) const;
    std::vector<std::optional<lessons::State>> m_states; ///< by step; nothing: the lesson has none
    std::optional<lessons::State> m_opening;             ///< what the introduction shows
    std::vector<std::vector<Look>> m_telling;            ///< by step: what would answer its question
    std::vector<Between> m_between;                      ///< by step; no lab: nothing of the kind
    bool m_wantsState = false, m_checking = false;
    bool m_saysAgain = false; ///< what is being checked was checked before
    bool m_isAlone = true;    ///< see follow()
    /// How far a class has come, by lesson and student, until the program ends.
    std::map<std::pair<std::string, std::uint64_t>, lessons::Kept> m_shown;
    bool m_keepsLab = false;   ///< the page's state is not for the lab, which was set apart from it
    bool m_labIsApart = false; ///< and that is how the present page was opened
    std::optional<lessons::Kept> m_forgotten; ///< by restart()
    std::optional<std::uint64_t> m_guest;     ///< whose values are drawn, other than who works here
    std::string m_note;
};

} // namespace lanescope::shell
