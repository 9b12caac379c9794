#!/bin/bash
# SPDX-License-Identifier: MIT
#
# Writing into a full and into a read-only file system: exit 4 with the reason, the old file intact,
# nothing partial left. Mounts need privileges: as root, or in a user namespace; else skipped (77).
#     file_systems.sh PROBE
set -u
probe=$1

if [ "${2:-}" != inside ]; then
    if unshare -m true 2>/dev/null; then
        exec unshare -m bash "$0" "$probe" inside
    elif unshare -rm true 2>/dev/null; then
        exec unshare -rm bash "$0" "$probe" inside
    fi
    echo "skipped: no permission to mount"
    [ -n "${CLOTHSIM_REQUIRE_ALL:-}" ] && exit 1
    exit 77
fi

folder=$(mktemp -d)
trap 'umount "$folder" 2>/dev/null; rmdir "$folder"' EXIT
if ! mount -t tmpfs -o size=16k none "$folder"; then
    echo "skipped: no tmpfs"
    [ -n "${CLOTHSIM_REQUIRE_ALL:-}" ] && exit 1
    exit 77
fi
failures=0

# expect CODE WORDS COMMAND...: the exit code, and words that standard error must hold
expect() {
    local code=$1 words=$2
    shift 2
    local said got
    said=$("$@" 2>&1 >/dev/null)
    got=$?
    if [ "$got" != "$code" ] || [[ "$said" != *"$words"* ]]; then
        echo "FAILED: $*: exit $got, wanted $code; said \"$said\", wanted \"$words\""
        failures=$((failures + 1))
    fi
}

# holds FILE=SIZE...: exactly these files are there, hidden ones included
holds() {
    local got
    got=$(cd "$folder" && find . -type f -printf '%P=%s\n' | sort | tr '\n' ' ')
    if [ "$got" != "${*:+$* }" ]; then
        echo "FAILED: the folder holds \"$got\", wanted \"$*\""
        failures=$((failures + 1))
    fi
}

expect 0 "" "$probe" write "$folder/a" 3000
expect 4 "$folder/a: error: cannot write: No space left on device" "$probe" write "$folder/a" 50000
holds a=3000
expect 4 "$folder/b: error: cannot write: No space left on device" "$probe" write "$folder/b" 50000
holds a=3000
expect 0 "" "$probe" append "$folder/log" 100
expect 4 "$folder/log: error: cannot append: No space left on device" "$probe" append "$folder/log" 50000
holds a=3000 log=100
expect 4 "cannot append: No space left on device" "$probe" append "$folder/new" 50000
holds a=3000 log=100

mount -o remount,ro "$folder" || failures=$((failures + 1))
expect 4 "$folder/a: error: cannot write: Read-only file system" "$probe" write "$folder/a" 10
expect 4 "$folder/c: error: cannot write: Read-only file system" "$probe" write "$folder/c" 10
expect 4 "cannot append: Read-only file system" "$probe" append "$folder/log" 10
holds a=3000 log=100

echo "$failures failures"
[ "$failures" = 0 ]
