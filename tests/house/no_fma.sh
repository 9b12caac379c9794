#!/bin/bash
# SPDX-License-Identifier: MIT
#
# No object of ours holds a fused multiply-add: it rounds once where the others round twice.
#     no_fma.sh BUILD_FOLDER COMPILER
set -u
build=$1
compiler=$2
pattern='[[:space:]](vfn?m(add|sub)[a-z0-9]*|v?fn?m(add|sub)|fmla|fmls|fma)[[:space:].]'
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

holds_fma() {
    objdump -d "$1" | grep -q -E "$pattern"
}

# A planted one must be found.
cat >"$work/planted.c" <<'END'
double planted(double a, double b, double c);
double planted(double a, double b, double c) { return __builtin_fma(a, b, c); }
END
flags=
case $(uname -m) in
    x86_64 | i?86) flags=-mfma ;;
esac
"$compiler" -O2 $flags -c "$work/planted.c" -o "$work/planted.o" || exit 1
if ! holds_fma "$work/planted.o"; then
    echo "FAILED: the planted fused multiply-add was not found"
    exit 1
fi

count=0
failures=0
while read -r object; do
    count=$((count + 1))
    if holds_fma "$object"; then
        echo "FAILED: $object holds a fused multiply-add"
        objdump -d "$object" | grep -E "$pattern" | head -n 3
        failures=$((failures + 1))
    fi
done < <(find "$build/src" -name '*.o')
echo "$count objects, $failures with a fused multiply-add"
[ "$count" -gt 20 ] && [ "$failures" = 0 ]
