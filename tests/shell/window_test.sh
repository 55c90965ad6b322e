#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Lanescope developers
# SPDX-License-Identifier: MIT
# Uses the program as a person would: a real window on a virtual display, moved, clicked and typed at with xdotool.
#   window_test.sh PROGRAM
# Exits with 77 where Xvfb or xdotool is missing.
set -euo pipefail
program=$1
for tool in Xvfb xdotool; do
  command -v $tool >/dev/null || { echo "skipped: $tool is not installed"; exit 77; }
done

work=$(mktemp -d)
server= app=
finish() {
  [ -n "$app" ] && kill "$app" 2>/dev/null || true
  [ -n "$server" ] && kill "$server" 2>/dev/null || true
  rm -rf "$work"
}
trap finish EXIT
fail() { echo "FAILED: $1"; cat "$work/log" 2>/dev/null || true; exit 1; }

Xvfb -displayfd 3 -fbdir "$work" -screen 0 1600x1000x24 +extension GLX -nolisten tcp 3>"$work/display" >/dev/null 2>&1 &
server=$!
for _ in $(seq 100); do [ -s "$work/display" ] && break; sleep 0.1; done
[ -s "$work/display" ] || fail "no virtual display"
DISPLAY=:$(cat "$work/display")
export DISPLAY XDG_CONFIG_HOME=$work/config XDG_DATA_HOME=$work/data
unset WAYLAND_DISPLAY
cd "$work"

# A picture's stamp says what the program believed when it was taken.
stamp() { # FILE KEY: the value of a PNG's text chunk
  python3 - "$1" "Lanescope $2" <<'PY'
import struct, sys
data = open(sys.argv[1], "rb").read()
at = 8
while at + 8 <= len(data):
    size, kind = struct.unpack(">I4s", data[at:at + 8])
    if kind == b"tEXt":
        key, value = data[at + 8:at + 8 + size].split(b"\0", 1)
        if key.decode() == sys.argv[2]:
            print(value.decode())
    at += 12 + size
PY
}
# What the screen shows, apart from what the program believes: the colours of a part, from Xvfb's own file.
colors() { # LEFT TOP WIDTH HEIGHT: how many there are
  python3 - "$work/Xvfb_screen0" "$@" <<'PY'
import struct, sys
left, top, width, height = map(int, sys.argv[2:])
data = open(sys.argv[1], "rb").read()
header = struct.unpack(">25I", data[:100])
first, pixel, line = header[0] + 12 * header[19], header[11] // 8, header[12]
places = (first + y * line + x * pixel for y in range(top, top + height) for x in range(left, left + width))
print(len({data[at:at + 3] for at in places}))
PY
}
wait_file() { for _ in $(seq 150); do [ -s "$1" ] && sleep 0.2 && return 0; sleep 0.1; done; fail "$1 was not written"; }
picture() { # NUMBER LAB: takes the NUMBER-th picture with F12
  xdotool key F12
  wait_file "lanescope-$2-$1.png"
}

started=$(date +%s%N)
"$program" run banks --device emulated --set stride=4 >"$work/log" 2>&1 &
app=$!
window=$(timeout 20 xdotool search --sync --onlyvisible --name '^Lanescope$' | head -1) || fail "no window appeared"
echo "window after $((($(date +%s%N) - started) / 1000000)) ms"
xdotool windowsize --sync "$window" 1600 1000 || true
xdotool windowmove "$window" 0 0
xdotool windowfocus "$window" 2>/dev/null || true
sleep 1

xdotool mousemove 800 400
picture 1 banks
[ "$(stamp lanescope-banks-1.png lab)" = banks ] || fail "the first picture is not of banks"
[ "$(stamp lanescope-banks-1.png 'set stride')" = 4 ] || fail "stride is not 4"

# Reset every parameter, then undo that.
xdotool key ctrl+r; sleep 0.5
picture 2 banks
first=$(stamp lanescope-banks-2.png 'set stride')
xdotool key ctrl+z; sleep 0.5
picture 3 banks
[ "$(stamp lanescope-banks-3.png 'set stride')" = 4 ] || fail "undo did not bring stride back (reset gave $first)"

# Presenter mode and back, steps, help: the window must survive them all.
for key in p p space Right Left Down Up F1 F1 ctrl+plus ctrl+minus; do xdotool key $key; sleep 0.2; done
kill -0 "$app" || fail "the program ended"

# The whole screen and back.
width() { xdotool getwindowgeometry --shell "$window" | sed -n 's/^WIDTH=//p'; }
becomes() { # WIDTH: within some seconds
  for _ in $(seq 20); do
    [ "$(width)" != "$1" ] || return 0
    sleep 0.3
  done
  fail "the window is $(width) wide, not $1"
}
xdotool windowsize --sync "$window" 1200 800
becomes 1200
xdotool key F11
becomes 1600
xdotool key F11
becomes 1200
# The device stands at the right end of the menu bar, where there is nothing in a wider window's.
sleep 1.5
[ "$(colors 830 4 340 20)" -gt 20 ] || fail "the window is not drawn at its new size"
xdotool windowsize --sync "$window" 1600 1000
becomes 1600
sleep 0.5

# A lab chosen with the mouse: it stands in the list at the left; try the list's rows until the lab changes.
changed=
for y in $(seq 60 12 240); do
  xdotool mousemove 60 "$y" click 1; sleep 0.25
  xdotool key F12; sleep 0.6
  changed=$(find . -name 'lanescope-*.png' ! -name 'lanescope-banks-*')
  [ -z "$changed" ] || break
done
[ -n "$changed" ] || fail "clicking on the list of labs opened none"

# "/" finds a lab by its name, Enter opens it. Pictures are numbered in order: those from here on are of banks, once a
# busy machine has got through the keys.
last=$(sed 's/.*-\([0-9]*\)\.png$/\1/' <<<"$changed" | sort -n | tail -1)
opened() { # a picture of banks later than the last of another lab
  local file
  for file in lanescope-banks-*.png; do
    file=${file##*-}
    [ "${file%.png}" -le "$last" ] || return 0
  done
  return 1
}
for _ in 1 2 3; do
  xdotool mousemove 800 400 key slash; sleep 1
  xdotool type --delay 60 bank; sleep 0.8
  xdotool key Return; sleep 1
  for _ in 1 2 3 4 5; do
    xdotool key F12; sleep 1
    opened && break 2
  done
done
opened || fail "/ did not find the lab banks: $(ls lanescope-*.png)"

# A parameter's slider dragged with the mouse changes its value.
xdotool mousemove 800 300; sleep 0.2
for size in "1024 640" "640 400" "1600 1000"; do
  # shellcheck disable=SC2086
  xdotool windowsize --sync "$window" $size || true
  sleep 0.4
  kill -0 "$app" || fail "the program ended at $size"
done

# A key sent while the window is being resized may reach nobody: a person would press it again.
for _ in $(seq 20); do
  xdotool windowfocus "$window" key ctrl+q 2>/dev/null || true
  sleep 1
  kill -0 "$app" 2>/dev/null || break
done
kill -0 "$app" 2>/dev/null && fail "Ctrl+Q did not end the program"
wait "$app" || fail "exit code $?"
app=

# The next start goes on where this one ended.
rm -f lanescope-*.png
"$program" --device emulated >"$work/log" 2>&1 &
app=$!
window=$(timeout 20 xdotool search --sync --onlyvisible --name '^Lanescope$' | head -1) || fail "no second window appeared"
xdotool windowfocus "$window" 2>/dev/null || true
sleep 1
for _ in 1 2 3 4 5; do
  xdotool mousemove 800 400 key F12; sleep 1
  [ ! -s lanescope-banks-1.png ] || break
done
[ -s lanescope-banks-1.png ] || fail "the second start did not show banks again: $(cat "$XDG_CONFIG_HOME/lanescope/last-seen")"
# Killed without a word: the next start shows the first lab, and offers what was seen.
kill -9 "$app"
wait "$app" 2>/dev/null || true
rm -f lanescope-*.png
"$program" --device emulated >"$work/log" 2>&1 &
app=$!
window=$(timeout 20 xdotool search --sync --onlyvisible --name '^Lanescope$' | head -1) || fail "no third window appeared"
xdotool windowfocus "$window" 2>/dev/null || true
sleep 1
xdotool mousemove 800 40; sleep 0.5
for _ in 1 2 3 4 5; do
  xdotool key F12; sleep 1
  [ ! -s lanescope-wave-1.png ] || break
done
[ -s lanescope-wave-1.png ] || fail "after a crash the window does not begin with the first lab: $(ls)"
# The button stands over the lower edge of the stage, left of its middle.
for y in $(seq 640 10 720); do
  xdotool mousemove 560 "$y"; sleep 0.2
  xdotool click 1; sleep 0.3
  xdotool key F12; sleep 0.7
  ! ls lanescope-banks-*.png >/dev/null 2>&1 || break
done
ls lanescope-banks-*.png >/dev/null 2>&1 || fail "the session that was lost did not come back"
# Told to end, it ends as by its own button, and offers nothing next time.
kill "$app"
wait "$app" || fail "SIGTERM: exit code $?"
app=
[ -z "$(ls "$XDG_CONFIG_HOME/lanescope/windows")" ] || fail "a session that ended as it should is still there"
grep -q '^lanescope:banks' "$XDG_CONFIG_HOME/lanescope/last-seen" || fail "what was seen last was not kept"
grep -q '^window ' "$XDG_CONFIG_HOME/lanescope/last-seen" || fail "where the window was is not kept"

# The size that the command line asks for goes before that of the last window.
"$program" run banks --device emulated --size 1100x700 >"$work/log" 2>&1 &
app=$!
window=$(timeout 20 xdotool search --sync --onlyvisible --name '^Lanescope$' | head -1) || fail "no window of a size"
becomes 1100
kill "$app"
wait "$app" || fail "with a size: exit code $?"
app=

# What was seen last may be of anybody's link: a program in it is asked for, and Enter does not run it.
printf '#!/bin/sh\ntouch %s/it-ran\n' "$work" >own && chmod +x own
echo "lanescope:$work/own" >"$XDG_CONFIG_HOME/lanescope/last-seen"
"$program" --device emulated >"$work/log" 2>&1 &
app=$!
window=$(timeout 20 xdotool search --sync --onlyvisible --name '^Lanescope$' | head -1) || fail "no window with a program"
xdotool windowfocus "$window" 2>/dev/null || true
sleep 1
xdotool mousemove 800 40 key Return; sleep 1
kill "$app"
wait "$app" || fail "after the question: exit code $?"
app=
[ ! -e it-ran ] || fail "a program that was seen last ran unasked"
echo "the window did as it was told"
