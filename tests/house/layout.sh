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
for file in $files; do
    head -n 3 "$file" | grep -q 'SPDX-License-Identifier: MIT' || fault "$file: no SPDX line at the top"
    lines=$(wc -l <"$file")
    [ "$lines" -le "$limit" ] || fault "$file: $lines lines, more than $limit"
    grep -q -n $'\t\| $\|\r' "$file" && fault "$file: a tab or a blank at the end of a line"
done

repeated() {
    xargs -n 1 basename | LC_ALL=C sort | uniq -d
}
names=$(grep -E '^src/.*\.[ch]$' <<<"$files" | repeated)
[ -z "$names" ] || fault "names used twice in src: $names"
names=$(grep -E '^(src/.*|tests/.*)\.(c|h|sh)$' <<<"$files" | repeated)
[ -z "$names" ] || fault "names used twice in src and tests: $names"

for entry in $(ls -A); do
    case $entry in
        src | include | scenes | tests | CMakeLists.txt | CMakePresets.json | README.md | LICENSE | build | .?*) ;;
        *) fault "$entry: does not belong to the top level" ;;
    esac
done

echo "$failures failures"
[ "$failures" = 0 ]
