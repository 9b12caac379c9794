#!/bin/bash
# SPDX-License-Identifier: MIT
#
# Same scene, same bits: builds the binary with gcc and clang, from -O0 to -O3, with and without wide
# vectors, and compares the hashes of state and pixels over compilers, flags, vector widths and numbers
# of threads. Camera, lights and picture must leave the state alone.
#     same_bits.sh SOURCE CMAKE
set -u
source=$1 cmake=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0
runs=0
# Solver and scene; "-": the scene's own solver.
cases=("- $source/scenes/classic.json" "- $source/tests/house/bits_drape.json" "- $source/tests/house/bits_close.json")
for solver in implicit xpbd pbd rk4 verlet; do
    cases+=("$solver $source/tests/house/bits_solvers.json")
done

required() {
    [ "${CI:-}" = true ] || [ -n "${CLOTHSIM_REQUIRE_ALL:-}" ]
}

fail() {
    echo "FAILED: $*"
    failures=$((failures + 1))
}

# hashes BINARY SCENE OPTION...: "state pixels" of the last frame
hashes() {
    local binary=$1 scene=$2
    shift 2
    "$binary" render "$scene" -o "$work/out.png" --stats - --quiet "$@" | awk -F'"' '
        $2 == "state_hash" && !state { state = $4 }
        $2 == "pixel_hash" && !pixels { pixels = $4 }
        END { print state, pixels }'
}

# compare NAME BINARY OPTION...: every case against the first binary's hashes
declare -A truth
compare() {
    local name=$1 binary=$2 case scene solver got
    shift 2
    for case in "${cases[@]}"; do
        read -r solver scene <<<"$case"
        case="$(basename "$scene")"
        if [ "$solver" = - ]; then
            got=$(hashes "$binary" "$scene" "$@")
        else
            got=$(hashes "$binary" "$scene" --set "simulation.solver=$solver" "$@")
            case="$case $solver"
        fi
        runs=$((runs + 1))
        if ! [[ $got =~ ^[0-9a-f]{16}\ [0-9a-f]{16}$ ]]; then
            fail "$name $* $case: no hashes"
        elif [ -z "${truth[$case]:-}" ]; then
            truth[$case]=$got
            echo "$case: state, pixels $got"
        elif [ "${truth[$case]}" != "$got" ]; then
            fail "$name $* $case: $got instead of ${truth[$case]}"
        fi
    done
}

# build NAME COMPILER FLAGS OPTION...: the binary of a variant
build() {
    local name=$1 compiler=$2 flags=$3
    shift 3
    if ! command -v "$compiler" >/dev/null; then
        if required; then fail "$compiler is not installed"; else echo "left out: $name, no $compiler"; fi
        return 1
    fi
    if ! { "$cmake" -S "$source" -B "$work/$name" -G Ninja -DCMAKE_C_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_C_FLAGS_RELEASE="$flags" -DCLOTHSIM_TESTS=OFF "$@" && "$cmake" --build "$work/$name" -j 2 \
        --target clothsim_cli; } >"$work/log" 2>&1; then
        tail -n 20 "$work/log"
        fail "$name does not build"
        return 1
    fi
}

for variant in gcc:-O2 gcc:-O0 gcc:-O1 gcc:-O3 clang:-O0 clang:-O2 clang:-O3 gcc:-O2:OFF; do
    IFS=: read -r compiler level simd <<<"$variant"
    name=$compiler$level${simd:+-scalar}
    build "$name" "$compiler" "$level" -DCLOTHSIM_SIMD="${simd:-ON}" || continue
    binary=$work/$name/clothsim
    # Thread counts are tried where they can matter, at the usual flags and without wide vectors; widths everywhere.
    compare "$name" "$binary" --threads 1
    if [ "$level" = -O2 ]; then
        for threads in 2 3 8; do
            compare "$name" "$binary" --threads $threads
        done
    fi
    if [ -z "$simd" ]; then
        for width in scalar 128 256 512; do
            compare "$name" "$binary" --threads 2 --simd $width
        done
    fi
    [ "$name" = gcc-O2 ] || rm -rf "${work:?}/$name"
    echo "$name: $runs runs so far, $failures failures"
done

# What is seen does not change what happens, but it does change the picture.
scene=$source/tests/house/bits_drape.json
binary=$work/gcc-O2/clothsim
read -r state pixels <<<"${truth[$(basename "$scene")]:-none none}"
for change in 'camera.eye=[2,1,2]' camera.fov=30 'lights[0].color=[0.1,1,0.2]' image.width=320 image.height=55 \
    image.samples=1 image.tone_mapping=clamp image.encoding=linear image.pipeline=classic \
    'cloths[0].surface.front=[1,0,0]' 'colliders[0].display=hidden'; do
    read -r other_state other_pixels <<<"$(hashes "$binary" "$scene" --set "$change")"
    runs=$((runs + 1))
    [ "$other_state" = "$state" ] || fail "$change changes the state: $other_state instead of $state"
    [ -n "$other_pixels" ] && [ "$other_pixels" != "$pixels" ] || fail "$change does not change the picture"
done
# And what does change the simulation must change its hash, or the comparison proves nothing.
read -r other_state _ <<<"$(hashes "$binary" "$scene" --set simulation.damping=0.98999999999)"
[ "$other_state" != "$state" ] || fail "another damping gives the same state"

echo "$runs runs, $failures failures"
[ "$failures" = 0 ]
