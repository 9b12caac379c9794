#!/bin/bash
# SPDX-License-Identifier: MIT
#
# What is different on a terminal: the progress bar, colours, and that no picture goes there. `script` makes the
# pseudo-terminal.
. "$(dirname "$0")/cli_common.sh"

command -v script > /dev/null || skip "script (bsdutils) is not installed"

# on_terminal COLUMNS COMMAND: the command's output on a terminal of that width, in $work/screen; its exit code.
on_terminal()
{
    TERM=xterm script -qec "stty cols $1 -opost 2> /dev/null; $2" /dev/null < /dev/null > screen 2>&1
}

# Steps enough that the bar is drawn on this machine: it shows for the first time after 0.1 s, and the time left after
# half a second.
steps=2000
while :; do
    slow="$scenes/long.json --set simulation.phases=[{\\\"steps\\\":$steps}]"
    on_terminal 80 "clothsim render $slow -o out.png" || fail "render on a terminal: $(cat screen)"
    grep -q ' left' screen && break
    [ $steps -lt 100000000 ] || break
    steps=$((steps * 4))
done
grep -q 'long  \[[#.]*\]  *[0-9]* %' screen || fail "no progress bar in: $(cat -v screen)"
grep -q ' left' screen || fail "no time left in: $(cat -v screen)"
# At the end the line is wiped: nothing after the last escape.
[ "$(tail -c 4 screen | od -An -c | tr -d ' ')" = '\r033[K' ] || fail "the bar was not cleaned: $(tail -c 80 screen | cat -v)"
# Written over itself: no line feed.
[ "$(tr -cd '\n' < screen | wc -c)" -eq 0 ] || fail "the bar moves down: $(cat -v screen)"

# No line is wider than the terminal, down to one that has no room at all.
for width in 40 20 8 1; do
    on_terminal $width "clothsim render $slow -o out.png" || fail "render on $width columns: $(cat screen)"
    widest=$(tr '\r' '\n' < screen | sed 's/\x1b\[K//g' | awk '{ if (length > widest) widest = length } END { print widest + 0 }')
    [ "$widest" -lt $width ] || fail "$widest characters on $width columns: $(cat -v screen)"
done

on_terminal 80 "clothsim render $slow -o out.png --quiet"
[ ! -s screen ] || fail "--quiet shows: $(cat -v screen)"
on_terminal 80 "TERM=dumb clothsim render $slow -o out.png"
[ ! -s screen ] || fail "a dumb terminal shows: $(cat -v screen)"
on_terminal 80 "clothsim render $slow -o out.png 2> err; cat err"
[ ! -s screen ] || fail "standard error in a file shows: $(cat -v screen)"

# Frames: the interruption wipes the bar before it speaks.
mkdir f
on_terminal 80 "bash -c 'clothsim frames $scenes/long.json --every 1 -o f/f_###.png & while [ ! -e f/f_003.png ]; do sleep 0.01; done; kill -INT \$!; wait \$!'"
code=$?
[ $code -eq 75 ] || fail "frames on a terminal: exit $code"
tr '\r' '\n' < screen | sed 's/\x1b\[[0-9;]*[mK]//g' | grep -q '^clothsim frames: error: interrupted' ||
    fail "the message is not on a line of its own: $(cat -v screen)"

# Colour: on a terminal, not with NO_COLOR, not in a file, as --color says.
escape=$(printf '\033')
colored()
{
    grep -q "$escape\[1;31m" screen
}
on_terminal 80 "clothsim validate $scenes/wrong.json"
colored || fail "no colour on a terminal"
on_terminal 80 "NO_COLOR=1 clothsim validate $scenes/wrong.json"
colored && fail "colour in spite of NO_COLOR"
on_terminal 80 "NO_COLOR= clothsim validate $scenes/wrong.json"
colored || fail "an empty NO_COLOR counts"
on_terminal 80 "clothsim validate $scenes/wrong.json --color never"
colored && fail "colour in spite of --color never"
on_terminal 80 "NO_COLOR=1 clothsim validate $scenes/wrong.json --color always"
colored || fail "no colour in spite of --color always"
clothsim validate "$scenes/wrong.json" > screen 2>&1
colored && fail "colour in a file"
clothsim validate "$scenes/wrong.json" --color=always > screen 2>&1
colored || fail "no colour in a file in spite of --color always"

# No picture goes to a terminal.
for command in "render $scenes/tiny.json" "montage $scenes/tiny.json --at 0"; do
    on_terminal 80 "clothsim $command -o -"
    code=$?
    [ $code -eq 2 ] || fail "$command -o - on a terminal: exit $code"
    grep -q 'will not write a picture to the terminal' screen || fail "no explanation: $(cat -v screen)"
done
finish
