// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "lessons/tutor.h"

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

namespace lanescope::lessons {

struct Tutor::State {
    State(std::shared_ptr<const Lesson> of, std::uint64_t student)
        : lesson(std::move(of)), handout(*lesson, student), worker([this] { serve(); }) {}
    ~State() {
        {
            const std::lock_guard lock(mutex);
            ending = true;
            jobs.clear();
        }
        changed.notify_all();
        worker.join();
    }
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    using Job = std::function<void(Said&)>;

    void ask(Said said, Job job) {
        {
            const std::lock_guard lock(mutex);
            jobs.emplace_back(std::move(said), std::move(job));
            ++open;
        }
        changed.notify_all();
    }

    void serve() {
        for (;;) {
            std::pair<Said, Job> mine;
            {
                std::unique_lock lock(mutex);
                changed.wait(lock, [&] { return ending || !jobs.empty(); });
                if (ending) return;
                mine = std::move(jobs.front());
                jobs.pop_front();
            }
            try {
                mine.second(mine.first);
            } catch (const std::exception& failure) {
                mine.first.error = failure.what();
            }
            const std::lock_guard lock(mutex);
            done.push_back(std::move(mine.first));
        }
    }

    std::shared_ptr<const Lesson> lesson;
    Handout handout; // of the thread alone, once it runs
    std::mutex mutex;
    std::condition_variable changed; // a job, or the end
    std::deque<std::pair<Said, Job>> jobs;
    std::deque<Said> done;
    std::size_t open = 0; // asked and not taken
    bool ending = false;
    std::thread worker;
};

Tutor::Tutor(std::shared_ptr<const Lesson> lesson, std::uint64_t student)
    : m_state(std::make_unique<State>(std::move(lesson), student)) {}

Tutor::~Tutor() = default;

void Tutor::introduce() {
    m_state->ask({.what = Said::What::Introduction}, [s = m_state.get()](Said& said) {
        said.page.title = s->lesson->title;
        said.page.text = s->handout.introduction();
    });
}

void Tutor::open(std::size_t step) {
    m_state->ask({.what = Said::What::Page, .step = step}, [s = m_state.get(), step](Said& said) {
        const Handout& handout = s->handout;
        Page& page = said.page;
        try {
            page.title = handout.title(step);
            page.state = handout.state(step);
            page.text = handout.text(step);
            page.hint = handout.hint(step);
            page.reveal = handout.reveal(step);
            if (s->lesson->steps[step].question) page.asked = handout.asked(step);
        } catch (const std::exception& failure) {
            page.error = failure.what();
        }
    });
}

void Tutor::check(std::size_t step, std::string answer) {
    m_state->ask({.what = Said::What::Verdict, .step = step, .given = std::move(answer)},
                 [s = m_state.get(), step](Said& said) {
                     const AskedQuestion asked = s->handout.asked(step);
                     Answer read;
                     try {
                         read = parseAnswer(asked, said.given);
                     } catch (const std::exception& failure) {
                         said.readable = false;
                         said.verdict.says = failure.what();
                         return;
                     }
                     said.verdict = s->handout.check(step, read);
                     said.readable = said.verdict.counts;
                 });
}

void Tutor::reveal(std::size_t step) {
    m_state->ask({.what = Said::What::Right, .step = step}, [s = m_state.get(), step](Said& said) {
        const AskedQuestion asked = s->handout.asked(step);
        const Answer right = s->handout.right(step);
        said.right = s->handout.rightWords(step);
        if (!asked.states.empty() || asked.kind == Question::Kind::Set)
            said.state = s->handout.stateOf(step, right);
    });
}

void Tutor::compile(std::size_t step, std::string code) {
    m_state->ask({.what = Said::What::Code, .step = step, .given = std::move(code)},
                 [s = m_state.get(), step](Said& said) {
                     try {
                         said.file = s->handout.fileOf(step, said.given);
                     } catch (const std::exception&) {
                         // without a compiler the lab keeps its own kernels
                     }
                 });
}

void Tutor::grade(std::vector<std::string> answers) {
    m_state->ask({.what = Said::What::Grades}, [s = m_state.get(), answers = std::move(answers)](Said& said) {
        Submission handedIn;
        handedIn.student = s->handout.student();
        for (const std::string& answer : answers)
            handedIn.answers.push_back(answer.empty() ? std::nullopt : std::optional(answer));
        for (const Mark& mark : lessons::grade(*s->lesson, handedIn).marks) said.marks.push_back(mark.right);
    });
}

std::optional<Tutor::Said> Tutor::take() {
    const std::lock_guard lock(m_state->mutex);
    if (m_state->done.empty()) return std::nullopt;
    Said said = std::move(m_state->done.front());
    m_state->done.pop_front();
    --m_state->open;
    return said;
}

bool Tutor::busy() const {
    const std::lock_guard lock(m_state->mutex);
    return m_state->open > 0;
}

} // namespace lanescope::lessons
