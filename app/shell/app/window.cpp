// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#include "shell/app/window.h"

#include "model/clock.h"
#include "model/error.h"
#include "render/gl.h"
#include "shell/app/kept/window_place.h"
#include "shell/app/pace.h"
#include "shell/requests/look_request.h"
#include "text/tr.h"

#define GLFW_INCLUDE_NONE // glad declares OpenGL
#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <glad/gl.h>
#include <imgui.h>
#include <imgui_impl_glfw.h>

#include <chrono>
#include <climits>
#include <csignal>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace lanescope::shell {

namespace {

/// What an emulated run may take before the window is drawn again, seconds: nearly two frames at 60 Hz.
constexpr double kRunBudget = 0.030;
constexpr const char* kTitle = "Lanescope";

struct Glfw {
    Glfw() {
        if (glfwInit() == GLFW_TRUE) return;
        const char* why = nullptr;
        glfwGetError(&why);
        throw Unavailable(fmt::format("cannot open a window: {}; `lanescope shot` draws without a display",
                                      why ? why : "no display"));
    }
    ~Glfw() { glfwTerminate(); }
    Glfw(const Glfw&) = delete;
    Glfw& operator=(const Glfw&) = delete;
};

struct WindowDeleter {
    void operator()(GLFWwindow* window) const { glfwDestroyWindow(window); }
};

/// Files that were dropped on the window since the last look.
struct Dropped {
    explicit Dropped(GLFWwindow* window) {
        glfwSetWindowUserPointer(window, this);
        glfwSetDropCallback(window, [](GLFWwindow* on, int count, const char** paths) {
            auto* all = static_cast<Dropped*>(glfwGetWindowUserPointer(on));
            all->paths.assign(paths, paths + count);
        });
    }
    std::vector<std::string> paths;
};

/// Keeps what is seen, so that the next start goes on with it, also after a crash.
class LastSeen {
public:
    explicit LastSeen(std::string file) : m_file(std::move(file)) {}
    /// Writes it when it is another, at most once in a while; now: seconds.
    void keep(const App& app, const WindowPlace& place, SessionFile& session, double now,
              bool atOnce = false) {
        constexpr double kInterval = 2;
        if (m_file.empty() || (!atOnce && now - m_looked < kInterval)) return;
        m_looked = now;
        if (const std::string lasting = app.lastingLink(); !lasting.empty()) session.write(lasting);
        std::string link = app.link();
        link += "\n" + placeText(place) + "\n";
        if (link == m_kept) return;
        try {
            render::writeFileAtomically(m_file, link);
        } catch (const std::exception&) {
            m_file.clear(); // the window is not disturbed for that
        }
        m_kept = std::move(link);
    }

private:
    std::string m_file, m_kept;
    double m_looked = 0;
};

render::Image readWindow(int width, int height) {
    render::Image image(width, height);
    std::vector<std::uint8_t> rows(image.pixels.size());
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, rows.data());
    render::takePixels(image, rows, width);
    return image;
}

using Window = std::unique_ptr<GLFWwindow, WindowDeleter>;

/// With OpenGL 4.5, which becomes current; not yet seen. Throws Unavailable.
Window makeWindow(int width, int height) {
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 5);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, render::kDebugsGl ? GLFW_TRUE : GLFW_FALSE);
    glfwWindowHint(GLFW_SAMPLES, 0);
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    Window window(glfwCreateWindow(width, height, kTitle, nullptr, nullptr));
    if (!window) {
        const char* why = nullptr;
        glfwGetError(&why);
        throw Unavailable(
            fmt::format("no window with OpenGL 4.5: {}; `lanescope doctor` says what is missing",
                        why ? why : "unknown reason"));
    }
    glfwSetWindowSizeLimits(window.get(), kLeastWidth, kLeastHeight, GLFW_DONT_CARE, GLFW_DONT_CARE);
    glfwMakeContextCurrent(window.get());
    render::loadGl(glfwGetProcAddress);
    glfwSwapInterval(1);
    return window;
}

/// Takes in events, and waits for some where nothing moves. False: the picture is as it was.
bool waitForFrame(Pace& pace, const App& app, Clock::time_point start) {
    const bool blinks = ImGui::GetIO().WantTextInput || app.watchesFiles();
    const double most = pace.wait({app.moving(), !app.sweepComplete(), blinks}, secondsSince(start));
    if (most == 0) {
        glfwPollEvents();
        return true;
    }
    glfwWaitEventsTimeout(most);
    return pace.drawsAfterWait(secondsSince(start));
}

/// Saves the frame that was just drawn, where a user asked for that.
void takeScreenshot(App& app, int width, int height) {
    const std::string path = app.takeScreenshotRequest();
    if (path.empty()) return;
    try {
        glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
        glReadBuffer(GL_BACK);
        render::writePng(path, readWindow(width, height), app.stamp());
        app.announce(tr("saved {}", std::filesystem::absolute(path).string()));
    } catch (const std::exception& failure) {
        app.announce(retold(failure.what()));
    }
}

/// Where a point of the desktop is on a monitor, with some room around it for a window's title.
bool isOnAMonitor(int x, int y) {
    constexpr int kRoom = 80;
    int count = 0;
    GLFWmonitor** all = glfwGetMonitors(&count);
    for (int i = 0; i < count; ++i) {
        int left = 0, top = 0, width = 0, height = 0;
        glfwGetMonitorWorkarea(all[i], &left, &top, &width, &height);
        if (x >= left - kRoom && y >= top && x < left + width - kRoom && y < top + height - kRoom)
            return true;
    }
    return false;
}

/// The one that shows a point of the desktop, else the first; nullptr: there is none.
GLFWmonitor* monitorAt(int x, int y) {
    int count = 0;
    GLFWmonitor** all = glfwGetMonitors(&count);
    for (int i = 0; i < count; ++i) {
        int left = 0, top = 0;
        glfwGetMonitorPos(all[i], &left, &top);
        const GLFWvidmode* const mode = glfwGetVideoMode(all[i]);
        if (mode && x >= left && y >= top && x < left + mode->width && y < top + mode->height) return all[i];
    }
    return glfwGetPrimaryMonitor();
}

/// The window, where and as large as it was before or as its monitor wants it; the options get scale and
/// zoom.
class PlacedWindow {
public:
    explicit PlacedWindow(AppOptions& options) : m_window(makeWindow(options.width, options.height)) {
        int roomWidth = INT_MAX, roomHeight = INT_MAX, pixels = 0, units = 0;
        glfwGetWindowContentScale(m_window.get(), &m_place.scale, nullptr);
        glfwGetFramebufferSize(m_window.get(), &pixels, nullptr);
        glfwGetWindowSize(m_window.get(), &units, nullptr);
        // Where the window system has units larger than pixels, it scales windows itself.
        const bool isScaled = units > 0 && pixels > units;
        if (GLFWmonitor* monitor = glfwGetPrimaryMonitor())
            glfwGetMonitorWorkarea(monitor, nullptr, nullptr, &roomWidth, &roomHeight);
        AppOptions unscaled = options;
        if (isScaled && !options.place) unscaled.sized = true;
        const WindowStart start = windowStart(unscaled, m_place.scale, roomWidth, roomHeight);
        options.scale = start.scale;
        options.zoom = start.zoom;
        glfwSetWindowSize(m_window.get(), start.width, start.height);
        if (options.place && isOnAMonitor(options.place->x, options.place->y))
            glfwSetWindowPos(m_window.get(), options.place->x, options.place->y);
        if (options.place && options.place->maximized) {
            m_place = *options.place; // how large it was before
            glfwMaximizeWindow(m_window.get());
        }
        glfwShowWindow(m_window.get());
    }
    GLFWwindow* get() const { return m_window.get(); }
    void setTitle(const std::string& title) {
        if (title == m_title) return;
        m_title = title;
        glfwSetWindowTitle(m_window.get(), title.c_str());
    }
    /// Or as it was before.
    void toggleFullScreen() {
        if (isFullScreen())
            return glfwSetWindowMonitor(m_window.get(), nullptr, m_place.x, m_place.y, m_place.width,
                                        m_place.height, GLFW_DONT_CARE);
        const WindowPlace& before = place();
        GLFWmonitor* const monitor = monitorAt(before.x + before.width / 2, before.y + before.height / 2);
        const GLFWvidmode* const mode = monitor ? glfwGetVideoMode(monitor) : nullptr;
        if (mode)
            glfwSetWindowMonitor(m_window.get(), monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
    }
    /// As it is to be opened again.
    const WindowPlace& place() {
        if (isFullScreen()) return m_place;
        m_place.maximized = glfwGetWindowAttrib(m_window.get(), GLFW_MAXIMIZED) == GLFW_TRUE;
        glfwGetWindowContentScale(m_window.get(), &m_place.scale, nullptr);
        if (m_place.maximized && m_place.width > 0) return m_place;
        glfwGetWindowPos(m_window.get(), &m_place.x, &m_place.y);
        glfwGetWindowSize(m_window.get(), &m_place.width, &m_place.height);
        return m_place;
    }

private:
    bool isFullScreen() const { return glfwGetWindowMonitor(m_window.get()) != nullptr; }

    Window m_window;
    WindowPlace m_place;
    std::string m_title = kTitle;
};

/// Whoever tells the process to end has the window closed as by its button; the second time it ends at once.
class EndSignals {
public:
    EndSignals() {
        struct sigaction action = {};
        action.sa_handler = [](int) { g_told = 1; };
        action.sa_flags = static_cast<int>(SA_RESETHAND);
        for (const int each : {SIGTERM, SIGINT, SIGHUP}) sigaction(each, &action, nullptr);
    }
    static bool told() { return g_told != 0; }

private:
    static inline volatile std::sig_atomic_t g_told = 0;
};

} // namespace

int runWindow(const AppOptions& wanted, SessionFile& session) {
    AppOptions options = wanted;
    const Glfw glfw;
    PlacedWindow window(options);
    const EndSignals signals;

    App app(options);
    LastSeen lastSeen(options.lastSeen);
    Dropped dropped(window.get());
    ImGui_ImplGlfw_InitForOpenGL(window.get(), true);
    const Clock::time_point start = Clock::now();
    Pace pace;
    while (!app.wantsToQuit() && !EndSignals::told() && !glfwWindowShouldClose(window.get())) {
        if (!waitForFrame(pace, app, start)) continue;
        if (const auto paths = std::exchange(dropped.paths, {}); !paths.empty()) app.openFile(paths.back());
        // A field that is typed into waits for keys, and its cursor blinks at leisure.
        if (ImGui::IsAnyItemActive() && !ImGui::GetIO().WantTextInput) pace.noteActivity();
        int width = 0, height = 0;
        glfwGetFramebufferSize(window.get(), &width, &height);
        if (width == 0 || height == 0) { // minimized: nothing to draw into
            glfwWaitEventsTimeout(Pace::kIdleWait);
            continue;
        }
        ImGui_ImplGlfw_NewFrame();
        glBindFramebuffer(GL_FRAMEBUFFER, 0);
        app.frame(width, height, secondsSince(start), kRunBudget);
        window.setTitle(app.title());
        takeScreenshot(app, width, height);
        if (app.takeFullScreenRequest()) window.toggleFullScreen();
        lastSeen.keep(app, window.place(), session, secondsSince(start));
        if (!app.offersLost()) session.forgetLost();
        const Clock::time_point swap = Clock::now();
        glfwSwapBuffers(window.get());
        app.noteSwap(std::chrono::duration<double>(Clock::now() - swap).count());
    }
    lastSeen.keep(app, window.place(), session, secondsSince(start), true);
    session.forgetLost();
    session.end();
    ImGui_ImplGlfw_Shutdown();
    return 0;
}

} // namespace lanescope::shell
