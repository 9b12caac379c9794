#!/bin/bash
# SPDX-License-Identifier: MIT
#
# Runs a transcript and compares what really happens with what it says.
#
#     transcript.sh CLOTHSIM FILE.txt            compare
#     transcript.sh CLOTHSIM FILE.txt --rewrite  write down what happens; to be read before it is committed
#
# A block of a transcript is
#     $ command          one line, for bash, in a fresh folder with copies of the scenes of this test
#     standard output, as it is
#     ! standard error, each line marked
#     ? exit code
# What stands between blocks is a comment.
set -u
program=$(readlink -f "$1")
transcript=$(readlink -f "$2")
mode=${3-}
here=$(dirname "$(readlink -f "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/run"
ln -s "$program" "$work/bin/clothsim"
PATH=$work/bin:$PATH
export LC_ALL=C TERM=dumb CI=
unset NO_COLOR COLUMNS
cp -r "$here"/scenes/. "$work/run"
cd "$work/run" || exit 1

in_block=
while IFS='' read -r line || [ -n "$line" ]; do
    if [ "${line:0:2}" = '$ ' ]; then
        in_block=1
        printf '%s\n' "$line"
        bash -c "${line:2}" > ../out 2> ../err < /dev/null
        code=$?
        cat ../out
        # What does not end in a newline is marked, so that it is seen.
        [ -s ../out ] && [ -n "$(tail -c 1 ../out)" ] && echo '\ no newline'
        sed 's/^/! /' ../err
        echo "? $code"
    elif [ -z "$in_block" ]; then
        printf '%s\n' "$line"
    elif [[ $line =~ ^\?\ [0-9]+$ ]]; then
        in_block=
    fi
done < "$transcript" > ../actual

if [ "$mode" = --rewrite ]; then
    cp ../actual "$transcript"
elif ! grep -q '^\$ ' "$transcript"; then
    echo "$transcript holds no command"
    exit 1
else
    diff -u --label expected --label actual "$transcript" ../actual
fi
