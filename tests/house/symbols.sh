#!/bin/bash
# SPDX-License-Identifier: MIT
#
# What the objects of the library may not do: print, exit, touch files outside base, keep writable
# globals. Only cli prints and exits; its globals are the flags that a signal handler sets. And none, cli included, may
# call a function of the C library whose last bits differ from one library to the next.
#     symbols.sh BUILD_FOLDER COMPILER
set -u
build=$1
compiler=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printing='^(printf|puts|putchar|putc|fputs|fputc|fprintf|vprintf|vfprintf|fwrite|perror|stdout|stderr|exit|_exit|_Exit|quick_exit|abort|__v?f?printf_chk)$'
system='^(fopen(64)?|fclose|fread|open(64)?|close|read|write|rename|unlink|remove|fsync|signal|sigaction|pthread_.*|getenv|isatty|time|clock|rand|srand)$'
inexact='^((a?(sin|cos|tan)|atan2|sincos|exp|exp2|expm1|log|log2|log10|log1p|pow|cbrt|hypot|fma|[lt]gamma|erfc?)(h|f|l)?|rand(om)?)$'

# Writable globals that are there for a reason: object and symbol.
# - stb keeps its options in globals, which we leave at their defaults, and does not declare its tables const. Its reader
#   has them in builds without optimisation only, where nothing finds out that they never change.
# - The signal handlers of the command line can only set a flag.
allowed='^(png_write\.c\.o (stbi_[a-z_]*|mapping\.[0-9]+|firstmap\.[0-9]+|stbi_write_png_to_mem\.(mapping|firstmap)|stbiw__encode_png_line\.(mapping|firstmap)))$'
allowed+='|^png_read\.c\.o stbi__[a-z_]+$|^caption\.c\.o stb_easy_font_[a-z_]+$|^interrupt\.c\.o [a-z_]+$'

# Both print a line for each: object and symbol.
undefined() {
    nm -A -u "$@" | awk '{ object = $1; sub(/:.*/, "", object); symbol = $NF; sub(/@.*/, "", symbol)
        print object, symbol }'
}

# Names of objects in writable sections; read-only after relocation (.data.rel.ro) does not count.
writable() {
    objdump -t "$@" | awk '/file format/ { object = $1; sub(/:$/, "", object) }
        $1 ~ /^[0-9a-f]+$/ {
            for (i = 2; i < NF; i++)
                if ($i ~ /^(\.data|\.bss|\.tdata|\.tbss|\*COM\*)/ && $i !~ /^\.data\.rel\.ro/ && $(NF) !~ /^\./) {
                    print object, $NF
                    break
                }
        }'
}

# complain WORDS PATTERN: tells the lines whose symbol matches; false when one does
complain() {
    ! awk -v words="$1" -v pattern="$2" '$2 ~ pattern { print $1 " " words ": " $2; found = 1 } END { exit !found }'
}

# check MODULE OBJECT...
check() {
    local module=$1 bad=0 used
    shift
    used=$(undefined "$@")
    complain "calls what is not exact in every C library" "$inexact" <<<"$used" || bad=1
    if [ "$module" != cli ]; then
        complain "prints or exits" "$printing" <<<"$used" || bad=1
        [ "$module" = base ] || complain "calls the system" "$system" <<<"$used" || bad=1
    fi
    writable "$@" | awk -v allowed="$allowed" '{ name = $1; sub(/.*\//, "", name) } (name " " $2) !~ allowed' |
        complain "has a writable global" . || bad=1
    return $bad
}

# Planted faults must be found, and what only looks like one must not.
try() {
    local want=$1 module=$2
    cat >"$work/planted.c"
    "$compiler" -O2 -fPIC -c "$work/planted.c" -o "$work/planted.c.o" || exit 1
    check "$module" "$work/planted.c.o" >"$work/said"
    if [ $? != "$want" ]; then
        echo "FAILED: planted fault (wanted $want):"
        cat "$work/planted.c" "$work/said"
        exit 1
    fi
}
try 1 sim <<<'#include <stdio.h>
void f(int i) { printf("%d\n", i); }'
try 1 base <<<'#include <stdlib.h>
void f(void) { exit(3); }'
try 1 scene <<<'#include <stdio.h>
void *f(void) { return fopen("a", "r"); }'
try 1 render <<<'#include <math.h>
double f(double x) { return pow(x, 0.3) + sqrt(floor(x)); }'
try 0 render <<<'#include <math.h>
double f(double x) { return sqrt(floor(fabs(x))); }'
try 1 base <<<'int counter = 5;'
try 1 cli <<<'static int calls; int f(void) { return ++calls; }'
try 0 cli <<<'#include <stdio.h>
void f(int i) { printf("%d\n", i); }'
try 0 sim <<<'#include <stdio.h>
static const char *const names[] = {"a", "b"};
const char *f(char *out, int i) { snprintf(out, 3, "%d", i); return names[i & 1]; }'

count=0
failures=0
for folder in "$build"/src/*/; do
    mapfile -t objects < <(find "$folder" -name '*.o')
    [ ${#objects[@]} -gt 0 ] || continue
    count=$((count + ${#objects[@]}))
    check "$(basename "$folder")" "${objects[@]}" || failures=$((failures + 1))
done
echo "$count objects, $failures modules with faults"
[ "$count" -gt 20 ] && [ "$failures" = 0 ]
