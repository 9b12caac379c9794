# SPDX-License-Identifier: MIT
#
# Shared by the shell tests of the command line: sourced with the program as first argument. Gives a fresh folder
# $work, `clothsim` in the path and the test scenes in $scenes.
program=$(readlink -f "$1")
scenes=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/scenes
work=$(mktemp -d)
mkdir "$work/bin"
ln -s "$program" "$work/bin/clothsim"
PATH=$work/bin:$PATH
export LC_ALL=C TERM=dumb
unset NO_COLOR COLUMNS
cd "$work" || exit 1
failures=0
trap 'rm -rf "$work"' EXIT

# What CTest takes for "skipped". In CI nothing may be skipped.
skip()
{
    echo "skipped: $*"
    if [ -n "${CI-}${CLOTHSIM_REQUIRE_ALL-}" ]; then
        echo "but CI or CLOTHSIM_REQUIRE_ALL is set: a failure"
        exit 1
    fi
    exit 77
}

fail()
{
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# expect CODE WHAT COMMAND...: runs the command; its output goes to $work/log.
expect()
{
    local wanted=$1 what=$2 code
    shift 2
    "$@" > "$work/log" 2>&1
    code=$?
    if [ "$code" -ne "$wanted" ]; then
        fail "$what: exit $code, not $wanted"
        sed 's/^/    /' "$work/log"
    fi
}

# Does the log of the last `expect` hold this text?
expect_message()
{
    if ! grep -q -- "$1" "$work/log"; then
        fail "no \"$1\" in:"
        sed 's/^/    /' "$work/log"
    fi
}

# No temporary file may be left in a folder.
expect_no_temporary()
{
    local left
    left=$(find "$1" -name '.*tmp*')
    [ -z "$left" ] || fail "left behind: $left"
}

finish()
{
    [ "$failures" -eq 0 ] || exit 1
    echo "good"
    exit 0
}
