// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace lanescope::runtime {

/// The thread begins a launch with <<<...>>>, whose arguments come next; call: the return address there.
void launchBegins(const void* call);
/// The kernel of the launch that began last is launched by the thread's next call.
void launchFollows();
/// Where the program launches the kernel that this thread launches now: "main.cu:41", of the innermost line
/// that its author wrote, or "main()" where there is no line information. Empty: not known. The words stay.
/// kernel: the host function that stands for it. With the recorder locked.
///
/// Of <<<...>>> on a line of the author's own this is looked up by one address. Only of other launches, as
/// those in CUDA's libraries, is the stack walked.
std::string_view launchLine(const void* kernel);

/// That the thread makes a call of CUDA, until it ends. caller: the return address there.
class CallFrom {
public:
    explicit CallFrom(const void* caller);
    ~CallFrom();
    CallFrom(const CallFrom&) = delete;
    CallFrom& operator=(const CallFrom&) = delete;

private:
    const void* m_outer;
};
/// Where the program makes the call that this thread is in, as launchLine() has it: looked up once for each
/// address. Only where that is in no code of the author's, as in a function of CUDA's headers that was not
/// inlined, is the stack walked. With the recorder locked.
std::string_view callLine();

} // namespace lanescope::runtime
