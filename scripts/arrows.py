#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Lanescope developers
# SPDX-License-Identifier: MIT
"""Which folder of app/ may include which, read from the sources: prints each line that points the wrong way."""
import re
import sys
from pathlib import Path

# The house, from the ground up: a room sees itself and what stands beside its name.
ARROWS = {
    "model": [],
    "ptx": ["model"],
    "recording": ["model"],
    "runtime": ["recording", "ptx", "model"],  # a library of its own, which users' programs link with
    "text": [],
    "json": ["model"],
    "device": ["recording", "ptx", "model"],
    "session": ["device", "recording", "ptx", "model"],
    "render": ["model"],  # its errors are of the one base
    "kit": ["session", "recording", "render", "model", "text"],
    "labs": ["kit", "session", "recording", "render", "model", "text"],
    "lessons": ["kit", "session", "device", "json", "model", "text"],
    "shell": ["lessons", "kit", "session", "device", "recording", "render", "ptx", "json", "model", "text"],
    "main": ["labs", "shell", "model"],
}

def in_order(*folders):
    """Folders from the ground up: each sees those before it."""
    return {folder: list(folders[:place]) for place, folder in enumerate(folders)}


# Inside a room, likewise: a folder sees itself, what lies in the room outside of folders, and these.
FOLDERS = {
    "ptx": in_order("syntax", "texture", "tensor", "matrix", "program", "state", "check", "handlers", "assembly", "decode", "run"),
    "shell": in_order("output", "programs", "requests", "capture", "app", "slides", "commands"),
    "kit": {
        "views": [],
        "words": ["views"],
        "pictures": ["words", "views"],
        "panel": ["words", "views"],
        "charts": ["pictures", "words", "views"],
    },
}

# Libraries that only some rooms may see: headers (from the start of their name), what they are, and the places, which
# may be folders inside a room.
LIBRARIES = [
    (r"cuda|cupti|nvrtc|nvPTX|nvml|vector_types\.h|driver_types\.h", "CUDA", ["device/cuda", "device/counters", "device/interop", "runtime"]),
    (r"glad/|GL/", "OpenGL", ["render", "device/interop", "shell/app"]),
    (r"EGL/", "EGL", ["shell/app"]),
    (r"GLFW/", "GLFW", ["shell/app"]),
    (r"imgui|implot", "Dear ImGui", ["kit/panel", "shell/app"]),
    (r"cairo", "Cairo", ["render/vector"]),
    (r"CLI/", "CLI11", ["shell/commands"]),
    (r"md4c", "md4c", ["lessons"]),
]

# These stand on the C++ standard library alone.
BARE = ["model"]


def circle_in(graph):
    """A list of nodes that lead back to the first, or nothing."""
    done, path = set(), []

    def visit(node):
        if node in path:
            return path[path.index(node):] + [node]
        if node in done:
            return None
        path.append(node)
        for other in sorted(graph.get(node, ())):
            found = visit(other)
            if found:
                return found
        path.pop()
        done.add(node)
        return None

    for node in sorted(graph):
        found = visit(node)
        if found:
            return found
    return None


def within(folder, other):
    """Whether one of the two folders is, or holds, the other."""
    return f"{folder}/".startswith(f"{other}/") or f"{other}/".startswith(f"{folder}/")


def folders_of(room, folders):
    return {folder: seen for folder, seen in folders.items() if folder.split("/")[0] == room}


def check(root):
    """Every complaint about the tree below root, a line each."""
    complaints = []
    arrows = {room: set(seen) for room, seen in ARROWS.items()}
    app = root / "app"
    sources = sorted(path for path in app.rglob("*") if path.suffix in (".h", ".cpp"))
    headers, folders = {}, {}
    for source in sources:
        inside = source.relative_to(app)
        room = inside.parts[0] if len(inside.parts) > 1 else inside.stem
        if room not in arrows:
            complaints.append(f"app/{inside}: {room} is none of the rooms in scripts/arrows.py")
            continue
        for number, line in enumerate(source.read_text(encoding="utf-8").splitlines(), 1):
            opened = re.match(r"\s*namespace lanescope::(\w+) \{", line)
            if opened and opened[1] in arrows and opened[1] not in arrows[room] | {room}:
                complaints.append(f"app/{inside}:{number}: {room} may not declare what is {opened[1]}'s")
            match = re.match(r'\s*#\s*include\s*([<"])([^>"]+)[>"]', line)
            if not match:
                continue
            place, (quote, name) = f"app/{inside}:{number}", match.groups()
            for pattern, library, rooms in LIBRARIES:
                if re.match(pattern, name) and not any(f"{inside}".startswith(f"{each}/") for each in rooms):
                    complaints.append(f"{place}: only {' and '.join(rooms)} may see {library} ({name})")
            if quote == "<":
                if room in BARE and not re.fullmatch(r"[a-z_]+", name):
                    complaints.append(f"{place}: {room} stands on the C++ standard library alone ({name})")
                continue
            if ".." in Path(name).parts:
                complaints.append(f"{place}: an include starts with its room's name ({name})")
                continue
            target = app / name
            if not target.is_file() and (source.parent / name).is_file():
                target = source.parent / name
            if not target.is_file():
                continue  # written by the build
            parts = target.relative_to(app).parts
            if parts[0] != room and parts[0] not in arrows[room]:
                complaints.append(f"{place}: {room} may not see {parts[0]} ({name})")
            if room == parts[0] and room in FOLDERS and len(parts) > 2 and len(inside.parts) > 2:
                if parts[1] not in FOLDERS[room].get(inside.parts[1], []) + [inside.parts[1]]:
                    complaints.append(f"{place}: {room}/{inside.parts[1]} may not see {room}/{parts[1]} ({name})")
            if room == "labs" == parts[0] and len(parts) > 2 and parts[1] != inside.parts[1]:
                complaints.append(f"{place}: a lab may not see another lab's folder ({name})")
            folder, seen = (each.as_posix() for each in (inside.parent, target.relative_to(app).parent))
            if parts[0] == room and not within(folder, seen):
                folders.setdefault(folder, set()).add(seen)
            if source.suffix == ".h":
                headers.setdefault(f"{inside}", set()).add("/".join(parts))
    for graph, what in ((arrows, "the table of scripts/arrows.py"), (headers, "the headers of app/"),
                        *((folders_of(room, folders), f"the folders of app/{room}") for room in sorted(arrows))):
        circle = circle_in(graph)
        if circle:
            complaints.append(f"{what} go in a circle: {' -> '.join(circle)}")
    return complaints


def main():
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    complaints = check(root)
    print("\n".join(complaints), end="\n" if complaints else "", file=sys.stderr)
    sys.exit(1 if complaints else 0)


if __name__ == "__main__":
    main()
