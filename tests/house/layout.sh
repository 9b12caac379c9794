#!/bin/bash
# SPDX-License-Identifier: MIT
#
# Every source file says its licence, has at most 600 lines and a name of its own; the top level holds
# what it should and nothing else.
#     layout.sh SOURCE_FOLDER
cd "$1" || exit 1
failures=0
fault() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

limit=600
files=$(find src include tests .ci CMakeLists.txt -type f \
    \( -name '*.[ch]' -o -name '*.sh' -o -name '*.cmake' -o -name CMakeLists.txt -o -path '.ci/*' \) | LC_ALL=C sort)
[ "$(wc -l <<<"$files")" -gt 50 ] || fault "only few files found: $files"
# shellcheck disable=SC2086
faults=$(awk -v limit=$limit '
    FNR == 1 { named[FILENAME] = 0 }
    FNR <= 3 && /SPDX-License-Identifier: MIT/ { named[FILENAME] = 1 }
    { lines[FILENAME] = FNR }
    /\t| $|\r/ { print FILENAME ":" FNR ": a tab or a blank at the end of a line" }
    END {
        for (file in named) {
            if (!named[file]) print file ": no SPDX line at the top"
            if (lines[file] > limit) print file ": " lines[file] " lines, more than " limit
        }
    }' $files)
[ -z "$faults" ] || fault "$faults"

repeated() {
    xargs -n 1 basename | LC_ALL=C sort | uniq -d
}
names=$(grep -E '^src/.*\.[ch]$' <<<"$files" | repeated)
[ -z "$names" ] || fault "names used twice in src: $names"
names=$(grep -E '^(src/.*|tests/.*)\.(c|h|sh)$' <<<"$files" | repeated)
[ -z "$names" ] || fault "names used twice in src and tests: $names"

# What a user renders into the clone is no part of it.
kept=$(git ls-files 2>/dev/null | cut -d/ -f1 | sort -u)
for entry in ${kept:-$(ls -A)}; do
    case $entry in
        src | include | scenes | tests | CMakeLists.txt | CMakePresets.json | README.md | LICENSE | build | .?*) ;;
        *) fault "$entry: does not belong to the top level" ;;
    esac
done

echo "$failures failures"
[ "$failures" = 0 ]
