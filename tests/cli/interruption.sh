#!/bin/bash
# SPDX-License-Identifier: MIT
#
# Signals during frames: the first one ends with 75 after the picture in work, the second one at once with 130 and no
# temporary file; --resume then gives the files of a run without interruption. So it does after kill -9.
. "$(dirname "$0")/cli_common.sh"

arguments="$scenes/long.json --every 20 --threads 2"
mkdir straight
expect 0 "without interruption" clothsim frames $arguments -o straight/f_###.png --stats straight.jsonl

# start FOLDER FRAME: begins the frames in FOLDER and waits until FRAME is there; $pid is the process.
start()
{
    mkdir -p "$1"
    clothsim frames $arguments -o "$1/f_###.png" --stats "$1.jsonl" --resume > log 2>&1 &
    pid=$!
    while [ ! -e "$1/f_$2.png" ] && kill -0 $pid 2> /dev/null; do
        sleep 0.002
    done
}

# stopped CODE WHAT: the process must have ended so.
stopped()
{
    wait $pid
    local code=$?
    [ $code -eq "$1" ] || fail "$2: exit $code, not $1: $(cat log)"
}

# resume FOLDER: goes on to the end; everything must be as without interruption.
resume()
{
    expect 0 "resume $1" clothsim frames $arguments -o "$1/f_###.png" --stats "$1.jsonl" --resume
    diff -r straight "$1" || fail "$1: the files differ"
    cmp straight.jsonl "$1.jsonl" || fail "$1: the statistics differ"
}

# Every picture that is there must be whole, whenever the signal came.
whole()
{
    local file
    for file in "$1"/f_*.png; do
        cmp -s "$file" "straight/${file##*/}" || fail "$file is not what it should be"
    done
    expect_no_temporary "$1"
}

for signal in INT TERM HUP; do
    start $signal 003
    kill -$signal $pid
    stopped 75 "SIG$signal"
    grep -q 'interrupted after [0-9]* of 31 frames' log && grep -q -- '--resume' log || fail "no hint: $(cat log)"
    whole $signal
    resume $signal
done

# Both signals are there before the program sees the first.
start twice 002
kill -STOP $pid
kill -INT $pid
kill -TERM $pid
kill -CONT $pid
stopped 130 "two signals"
whole twice
resume twice

for frame in 000 004 010; do
    start killed 00$((frame % 10))
    kill -9 $pid
    wait $pid 2> /dev/null
done
# SIGKILL cannot be held back, so it alone may leave the temporary file of one write.
find killed -name '.*tmp*' -delete
resume killed

# Waits until $pid catches SIGINT, which the shell lets background jobs ignore: an earlier one would be lost.
ready()
{
    local caught
    while caught=$(awk '/^SigCgt/ { print $2 }' /proc/$pid/status 2> /dev/null) && [ -n "$caught" ] &&
        [ $((0x$caught & 2)) -eq 0 ]; do
        sleep 0.01
    done
}

# Other verbs end at once, and leave nothing.
mkdir other
for signal in INT TERM; do
    clothsim render "$scenes/long.json" -o other/out.png --set 'simulation.phases=[{"steps": 1000000000}]' &
    pid=$!
    ready
    sleep 0.3
    kill -$signal $pid
    stopped 130 "SIG$signal during render"
    [ -z "$(ls -A other)" ] || fail "left behind: $(ls -A other)"
done

# nohup: a hang-up that is ignored stays ignored.
(
    trap '' HUP
    exec clothsim frames $arguments -o other/f_###.png > log 2>&1
) &
pid=$!
while [ ! -e other/f_002.png ]; do sleep 0.002; done
kill -HUP $pid
stopped 0 "an ignored SIGHUP"
finish
