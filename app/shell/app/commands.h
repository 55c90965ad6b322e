// SPDX-FileCopyrightText: 2026 The Lanescope developers
// SPDX-License-Identifier: MIT
#pragma once

#include "shell/app/runner.h"
#include "shell/app/user_actions.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lanescope::shell {

/// What the window does on demand, in the order of the table.
enum class CommandId : std::uint8_t {
    Find,
    OpenFile,
    ResetValues,
    Undo,
    Redo,
    KeepView,
    EditBookmarks,
    Unpin,
    PlayAnimation,
    PlaySteps,
    PreviousStep,
    NextStep,
    PreviousSite,
    NextSite,
    NextPage,
    PreviousPage,
    RestartLesson,
    CloseLesson,
    Dark,
    Light,
    English,
    Chinese,
    Present,
    FullScreen,
    HideVerdict,
    Laser,
    Spotlight,
    BlackScreen,
    Larger,
    Smaller,
    UsualSize,
    ResetLayout,
    ResetView,
    Check,
    RunOnGpu,
    RunEmulated,
    MeasureCounters,
    MeasureSweep,
    MeasureTransfers,
    Validate,
    SaveWindow,
    SavePng,
    SaveLargePng,
    SaveSvg,
    SavePdf,
    SaveGif,
    CopyPicture,
    CopyCommand,
    CopyLink,
    PasteLink,
    ExplainTerms,
    Tour,
    ShowKeys,
    Quit
};

/// Until when a command's key is the command's.
enum class KeyTaken : std::uint8_t {
    Always,        ///< even while a question over the window waits
    UnlessAsked,   ///< none waits
    UnlessEdited,  ///< nor has anything been typed into the field that is open
    UnlessTyped,   ///< nor is any field open
    WhenFree,      ///< nor does the keyboard go from panel to panel, nor is a menu open
    ByLessonsPanel ///< LessonPanel takes it
};

/// Something that the window does on demand. Menus, search, the keys and the list of them follow from it.
struct Command {
    CommandId what;
    const char* name;             ///< as the search has it
    const char* inMenu = nullptr; ///< in a menu, where that says less; nullptr: the name
    const char* keys = "";        ///< "Ctrl+R"; empty: none
    const char* also = "";        ///< other keys, which nobody is told of
    KeyTaken taken = KeyTaken::UnlessAsked;
    bool repeats = false; ///< as long as the key is held
    /// For the list of keys; nullptr: as the command before, in whose row its keys stand.
    const char* does = nullptr;
    const char* words = nullptr; ///< that it is found by, too; nullptr: the search has it not
    void (*act)(UserActions& actions);
    void (*byKey)(UserActions& actions) = nullptr; ///< what its key does; nullptr: the same
    /// Whether it does anything here; nullptr: always.
    bool (*available)(const Runner& runner) = nullptr;
};

/// All commands, by CommandId.
std::span<const Command> commands();
inline const Command& commandOf(CommandId what) {
    return commands()[static_cast<std::size_t>(what)];
}

/// A command's item of a menu. True: it was chosen, and is among the actions.
bool commandItem(CommandId what, UserActions& actions, bool checked = false, bool enabled = true);

/// What is typed and where, as far as it decides who gets a key.
struct KeyFocus {
    bool asked = false;  ///< a question over the window waits
    bool edited = false; ///< something has been typed into the field that is open
    bool typed = false;  ///< a field is open
    bool free = true;    ///< neither is a menu, nor does the keyboard go from panel to panel
};
/// Notes what the keys that were pressed in this frame ask for.
void takeCommandKeys(const Runner& runner, const KeyFocus& focus, UserActions& actions);

/// Keys as the user's language has them: "Ctrl+R", "Page Down"; a sign is the same in all.
const char* keyText(const char* keys);

/// A row of the list of keys.
struct KeyRow {
    std::string keys; ///< "Ctrl+Z, Ctrl+Y"
    const char* does;
};
/// Those of the commands, then what else keys do.
std::vector<KeyRow> keyRows();

} // namespace lanescope::shell
