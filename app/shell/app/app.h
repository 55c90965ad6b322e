// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "render/image.h"
#include "shell/app/lesson/between.h"
#include "shell/output/picture_file.h"
#include "shell/requests/app_options.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lanescope::shell {

/// A picture apart from what the window shows: of a part of it, of any size.
struct PictureOptions {
    WindowPart view = WindowPart::Stage; ///< one that is on the stage
    int width = 1920, height = 1080;     ///< pixels
    float zoom = 1;                      ///< of what is usual for that size
    bool light = false;                  ///< the theme
    bool controls = false;               ///< with buttons and hints
    bool caption = false;                ///< under it what the numbers come to
    bool vectors = false;                ///< its shapes, too
    std::optional<int> step; ///< the wavefront that is singled out, 0 the first; else as in the window
    kit::Withheld withheld = kit::Withheld::Nothing; ///< by a question that nobody answers here
    std::uint32_t lanes = 0;                         ///< that are lit meanwhile: kit::View::lanes
    const Between* between = nullptr;                ///< what that question asks between; nullptr: nothing
};

struct Capture;

/// The program's picture and its behaviour, without the window around it: a host makes an OpenGL context
/// current, feeds Dear ImGui's input, and calls frame(). Throws BadInput for options it cannot use.
class App {
public:
    explicit App(const AppOptions& options);
    ~App();
    App(const App&) = delete;
    App& operator=(const App&) = delete;

    /// Runs, draws and lays out one frame into the bound framebuffer of this size. time: seconds of
    /// animation; budget: seconds that an emulated run may take, 0 to its end.
    void frame(int widthPixels, int heightPixels, double time, double budgetSeconds);
    /// Times of the last frame's stages, swap left out.
    const session::StageTimes& times() const;
    void noteSwap(double seconds);
    /// The next frame will differ from the last without any input: a run is under way, or something is
    /// animated.
    bool moving() const;
    /// Nothing more comes from beside: the sweep plot has all its points, or gets none as a lab that fails is
    /// not swept, no measurement is under way, and no call is awaited.
    bool sweepComplete() const;
    /// A file may be changed outside: it is looked at now and then, although nothing moves.
    bool watchesFiles() const;
    /// Sleeps until the sweep has all its points, at most so many seconds.
    void waitForSweep(double seconds) const;
    /// No call that another process makes for the lab is awaited.
    bool callsReturned() const;
    /// Sleeps until they have returned, at most so many seconds; the next frame takes them in.
    void waitForCalls(double seconds);
    /// The last run's failure; empty when it succeeded.
    const std::string& error() const;
    /// Rethrows it for the command line.
    void throwError() const;

    bool wantsToQuit() const;
    /// Whether the window is to fill the screen, or to be as it was before.
    bool takeFullScreenRequest();
    /// A session that was lost is offered, and nobody has answered.
    bool offersLost() const;
    /// The path of a picture that a key or menu asked for; empty when none did.
    std::string takeScreenshotRequest();
    /// Shows what other options say, in this window: the lab with its values, the architecture, how it is
    /// looked at. Its size, its device where they name none, and what was undone stay.
    void show(const AppOptions& options);
    /// Shows what a file says, or a link, or says why it cannot; before a program runs the window asks.
    void openFile(const std::string& path);
    /// Opens a lesson: a name or a file. Throws BadInput.
    void openLesson(const std::string& lesson);
    /// Of the window: "Lanescope", or with the program that is shown.
    std::string title() const;
    /// All that is seen as a link.
    std::string link() const;
    /// The same for whoever goes on after this process: of a program whose recording goes with it the link
    /// names the program; empty where no link can.
    std::string lastingLink() const;
    /// What stopped kernels of the program that is shown, in a line each.
    std::vector<std::string> faults() const;
    /// Draws a picture of the last result. Throws BadInput when there is none, or the view is no part of the
    /// stage.
    Picture picture(const PictureOptions& wanted);
    /// The wavefronts of the access that is shown; at least 1.
    int steps() const;
    /// checkSite() of what is shown.
    void checkSite(std::int64_t site) const;
    /// What a link or the options chose and the result does not have, one line; empty: there was nothing.
    const std::string& wrongLook() const;
    /// The last frame as shapes. Needs AppOptions::vectors.
    render::Drawing drawing();
    /// What is stamped into a picture: lab, parameters, architecture, device, version, the link.
    render::TextChunks stamp() const;
    /// Where its kernels run.
    const device::Info& device() const;
    /// The lines of the messages panel, oldest first.
    std::string messages() const;
    void announce(const std::string& message); ///< into the messages panel, and over the stage for 3 s
    /// Pixels, top left origin. Throws BadInput where a window of this size has no room for it.
    render::Rect viewRect(WindowPart part) const;

private:
    void capture(const Capture& wanted);

    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace lanescope::shell
