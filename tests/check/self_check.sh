#!/bin/bash
# SPDX-License-Identifier: MIT
#
# References of shipped scenes are tight enough: no planted fault would pass. Fails as well when there are fewer than
# three of them.
#
#     self_check.sh CLOTHSIM SCENES_FOLDER
set -u
shipped=$(readlink -f "$2")
. "$(dirname "$(readlink -f "$0")")/../cli/cli_common.sh"
checked=()
for reference in "$shipped"/reference/*.json; do
    [ -e "$reference" ] && checked+=("$shipped/$(basename "$reference")")
done
[ "${#checked[@]}" -ge 3 ] || fail "only ${#checked[@]} scenes have references"
[ "${#checked[@]}" -eq 0 ] || expect 0 "selfcheck" clothsim check "${checked[@]}" --selfcheck --artifacts "$work/failed"
cat "$work/log" 2> /dev/null
finish
