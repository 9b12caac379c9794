#!/bin/bash
# SPDX-License-Identifier: MIT
#
# Outputs that cannot be written: exit 4, nothing partial left, the old file intact, a device still a device.
. "$(dirname "$0")/cli_common.sh"

# ---- a device that is full ----------------------------------------------------
expect 4 "picture to /dev/full" clothsim render "$scenes/tiny.json" -o /dev/full
expect_message 'dev/full: error: cannot write: No space left on device'
expect 4 "statistics to /dev/full" clothsim render "$scenes/tiny.json" -o a.png --stats /dev/full
[ -c /dev/full ] || fail "/dev/full is no device any more"
for verb in "render $scenes/tiny.json -o -" "render $scenes/tiny.json -o b.png --stats -" "help" "version" "schema" \
    "inspect $scenes/tiny.json" "validate $scenes/tiny.json" "init -" "montage $scenes/tiny.json --at 0 -o -"; do
    expect 4 "$verb > /dev/full" bash -c "clothsim $verb > /dev/full"
    expect_message 'standard output: error: cannot write: No space left on device'
done

# ---- a device that takes all ----------------------------------------------------
expect 0 "picture to /dev/null" clothsim render "$scenes/tiny.json" -o /dev/null
[ -c /dev/null ] || fail "/dev/null is no device any more"

# ---- pipes ------------------------------------------------------------------------
expect 4 "a reader that has gone" bash -c \
    "set -o pipefail; { sleep 0.3; clothsim frames $scenes/tiny.json -o p_#.png --stats -; echo \$? > code; } | true; exit \$(cat code)"
# However much there is to print: silence.
for verb in "schema" "schema --markdown" "help frames" "version" "init -" "_generate man" "inspect $scenes/tiny.json" \
    "validate $scenes/tiny.json" "render $scenes/tiny.json -o -" "render $scenes/tiny.json -o c.png --stats -"; do
    expect 0 "$verb into a closed pipe" bash -c \
        "{ sleep 0.1; clothsim $verb 2> err; echo \$? > code; } | true; cat err; [ ! -s err ] && [ \$(cat code) = 4 ]"
done
expect 4 "standard output is closed" bash -c "clothsim version >&-"
expect 4 "standard output is closed, a picture" bash -c "clothsim render $scenes/tiny.json -o - >&-"
expect 4 "standard input is closed" bash -c "clothsim validate - <&-"
mkfifo fifo
cat fifo > from_fifo &
expect 0 "picture to a pipe with a name" clothsim render "$scenes/tiny.json" -o fifo
wait $!
[ -p fifo ] || fail "the pipe was replaced"
clothsim render "$scenes/tiny.json" -o file.png
cmp file.png from_fifo || fail "the pipe got another picture"

# ---- threads that cannot be started --------------------------------------------------
# No room for their stacks, if the program runs at all with so little (a sanitizer needs more).
few="ulimit -v 600000; clothsim"
if bash -c "$few version" > /dev/null 2>&1; then
    expect 0 "fewer threads" bash -c "$few render $scenes/tiny.json -o few.png --threads 256"
    expect_message 'warning: cannot start so many threads; going on with'
    cmp few.png file.png || fail "fewer threads drew another picture"
fi

# ---- folders -------------------------------------------------------------------------
for verb in "render $scenes/tiny.json -o missing/a.png" "frames $scenes/tiny.json -o missing/a#.png" \
    "montage $scenes/tiny.json --at 0 -o missing/a.png" "render $scenes/tiny.json -o a.png --stats missing/a.json" \
    "frames $scenes/tiny.json -o a#.png --stats missing/a.json" "init missing/a.json"; do
    rm -f a*
    expect 4 "$verb" clothsim $verb
    expect_message 'there is no folder "missing"'
    [ -z "$(ls a* 2> /dev/null)" ] || fail "$verb wrote $(ls a*)"
done
# The folder is looked at before the simulation: this one would take longer than the test may.
expect 4 "a missing folder is told at once" timeout 60 clothsim render "$scenes/long.json" -o missing/a.png \
    --set 'simulation.phases=[{"steps": 1000000000}]'

# ---- links ------------------------------------------------------------------------------
mkdir folder
ln -s missing/target.png dangling.png
expect 4 "a link into a missing folder" clothsim render "$scenes/tiny.json" -o dangling.png
[ -L dangling.png ] || fail "the link was replaced"
ln -s loop.png loop.png
expect 4 "a link to itself" clothsim render "$scenes/tiny.json" -o loop.png
expect_no_temporary .
finish
