#!/bin/bash
# SPDX-License-Identifier: MIT
#
# A missing package is named with its install line for every system, and configuring fails.
#     missing_package.sh SOURCE CMAKE
set -u
source=$1 cmake=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

# expect WORDS: they stand in what the last configure run said
expect() {
    if ! grep -qF "$1" "$work/said"; then
        echo "FAILED: \"$1\" is not in:"
        cat "$work/said"
        failures=$((failures + 1))
    fi
}

# All packages that this machine has but one.
real=$(pkg-config --variable pc_path pkg-config)
without() {
    rm -rf "$work/build" "$work/pc"
    mkdir "$work/pc"
    for folder in ${real//:/ }; do
        cp "$folder"/*.pc "$work/pc/" 2>/dev/null
    done
    rm -f "$work/pc/$1.pc"
    if PKG_CONFIG_LIBDIR=$work/pc "$cmake" -S "$source" -B "$work/build" >"$work/said" 2>&1; then
        echo "FAILED: configured without $1"
        failures=$((failures + 1))
    fi
    expect "clothsim needs $2"
    expect "apt install $3"
    expect "dnf install $4"
    expect "brew install $5"
    expect "vcpkg install $6"
}
without libcjson cJSON libcjson-dev cjson-devel cjson cjson
without stb "the stb headers" libstb-dev stb-devel stb stb
without libdeflate libdeflate libdeflate-dev libdeflate-devel libdeflate libdeflate
without libxxhash xxHash libxxhash-dev xxhash-devel xxhash xxhash
without cmocka cmocka libcmocka-dev libcmocka-devel cmocka cmocka

# Without tests cmocka is not needed.
if ! PKG_CONFIG_LIBDIR=$work/pc "$cmake" -S "$source" -B "$work/build" -DCLOTHSIM_TESTS=OFF >"$work/said" 2>&1; then
    echo "FAILED: did not configure without cmocka and tests:"
    cat "$work/said"
    failures=$((failures + 1))
fi
echo "$failures failures"
[ "$failures" = 0 ]
