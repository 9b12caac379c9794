#!/bin/bash
# SPDX-License-Identifier: MIT
#
# A file system of 16 KB that fills up, and one that is read-only: exit 4, nothing partial, the old file intact.
# Mounting needs root or a user namespace.
here=$(dirname "$(readlink -f "$0")")
. "$here/cli_common.sh"

if [ -z "${CLOTHSIM_IN_NAMESPACE-}" ]; then
    cd / && rm -rf "$work"
    for unshare in "unshare -m" "unshare -rm"; do
        if $unshare mount -t tmpfs none /mnt 2> /dev/null; then
            CLOTHSIM_IN_NAMESPACE=1 exec $unshare bash "$here/full_disk.sh" "$program"
        fi
    done
    skip "no mount without root or user namespaces"
fi
mkdir disk
mount -t tmpfs -o size=16k none disk || skip "cannot mount a tmpfs"
trap 'umount "$work/disk"; rm -rf "$work"' EXIT

# ---- full ------------------------------------------------------------------------
big="$scenes/long.json --set image.width=2400 --set image.height=1800"
clothsim render $big --steps 20 -o big.png
[ "$(stat -c %s big.png)" -gt 16384 ] || fail "the picture is too small for this test"
echo old > disk/out.png
expect 4 "picture on a full disk" clothsim render $big --steps 20 -o disk/out.png
expect_message 'disk/out.png: error: cannot write: No space left on device'
[ "$(cat disk/out.png)" = old ] || fail "the old picture is gone"
[ "$(ls -A disk)" = out.png ] || fail "left behind: $(ls -A disk)"
expect 4 "montage on a full disk" clothsim montage $big --at 0,10 -o disk/sheet.png
[ "$(ls -A disk)" = out.png ] || fail "left behind: $(ls -A disk)"

# Frames that fit, until one does not: those stay, and --resume goes on when there is room.
rm disk/out.png
many="frames $scenes/tiny.json -o disk/f_##.png"
expect 4 "frames on a full disk" clothsim $many
there=$(ls disk/f_*.png | wc -l)
[ "$there" -gt 0 ] && [ "$there" -lt 21 ] || fail "$there frames are there"
expect_no_temporary disk
mkdir straight
clothsim frames "$scenes/tiny.json" -o straight/f_##.png
for picture in disk/f_*.png; do
    cmp "$picture" "straight/${picture##*/}" || fail "$picture is not whole"
done
mount -o remount,size=1m disk
expect 0 "going on with more room" clothsim $many --resume
expect_message "of 21 frames are there already"
diff -r straight disk || fail "the frames differ from a run without a fault"

# ---- read-only ----------------------------------------------------------------------
rm disk/*
echo old > disk/out.png
mount -o remount,ro disk
expect 4 "picture on a read-only disk" clothsim render "$scenes/tiny.json" -o disk/out.png
expect_message 'Read-only file system'
expect 4 "new picture on a read-only disk" clothsim render "$scenes/tiny.json" -o disk/new.png
expect_message 'Read-only file system'
expect 4 "frames on a read-only disk" clothsim frames "$scenes/tiny.json" -o disk/f_#.png
expect 4 "statistics on a read-only disk" clothsim render "$scenes/tiny.json" -o a.png --stats disk/a.json
[ ! -e a.png ] || fail "a picture was written although its statistics could not be"
[ "$(cat disk/out.png)" = old ] && [ "$(ls -A disk)" = out.png ] || fail "the disk changed: $(ls -A disk)"
finish
