#!/bin/bash
# SPDX-License-Identifier: MIT
#
# Installs into an empty folder, checks what is there, builds the example against it alone, through
# pkg-config and through find_package, and runs it.
#     installed_example.sh SOURCE BUILD CMAKE COMPILER
set -eu
source=$1 build=$2 cmake=$3 compiler=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
prefix=$work/prefix

fail() {
    echo "FAILED: $*"
    exit 1
}

"$cmake" --install "$build" --prefix "$prefix" >"$work/log" || fail "install: $(cat "$work/log")"
for file in bin/clothsim include/clothsim/clothsim.h share/man/man1/clothsim.1 \
    share/bash-completion/completions/clothsim share/zsh/site-functions/_clothsim; do
    [ -s "$prefix/$file" ] || fail "$file is not installed"
done
for pattern in libclothsim.a clothsim.pc clothsim-config.cmake clothsim-config-version.cmake; do
    [ -n "$(find "$prefix" -name "$pattern")" ] || fail "$pattern is not installed"
done

# Every public header stands alone, in C and with a C++ compiler when there is one.
for header in "$prefix"/include/clothsim/*.h; do
    name=clothsim/$(basename "$header")
    echo "#include <$name>" | "$compiler" -std=c17 -Wall -Wextra -Werror -I"$prefix/include" -xc -fsyntax-only - ||
        fail "$name does not stand alone"
    if command -v c++ >/dev/null; then
        echo "#include <$name>" | c++ -std=c++17 -Wall -Wextra -Werror -I"$prefix/include" -xc++ -fsyntax-only - ||
            fail "$name is no C++"
    fi
done

export PKG_CONFIG_PATH
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name clothsim.pc)")
flags=$(pkg-config --cflags --libs clothsim)
# shellcheck disable=SC2086
"$compiler" -std=c17 -Wall -Wextra -Werror "$source/tests/example/example.c" $flags -o "$work/example" ||
    fail "the example does not build with: $flags"
[ "$(pkg-config --modversion clothsim)" = "$("$prefix/bin/clothsim" version | grep -oE '[0-9]+\.[0-9]+\.[0-9]+' | head -n 1)" ] ||
    fail "the versions of clothsim.pc and of the binary differ"

said=$("$work/example" "$source/scenes/classic.json" "$work/out.png") || fail "the example exits $?: $said"
[[ $said == "625 particles, "* ]] || fail "the example said: $said"
[ "$(head -c 8 "$work/out.png" | od -An -tx1 | tr -d ' \n')" = 89504e470d0a1a0a ] || fail "no PNG was written"

# The same pixels as the installed binary draws.
"$prefix/bin/clothsim" render "$source/scenes/classic.json" -o "$work/binary.png" --quiet || fail "render exits $?"
cmp "$work/out.png" "$work/binary.png" || fail "library and binary draw different pictures"

# A broken scene: the diagnostic and the status of the API.
echo '{ "version": 1, "cloth": [] }' >"$work/wrong.json"
code=0
said=$("$work/example" "$work/wrong.json" "$work/none.png" 2>&1) || code=$?
[ "$code" = 3 ] || fail "a wrong scene gave status $code"
[[ $said == *"line 1: unknown key \"cloth\""* ]] || fail "a wrong scene said: $said"
[ ! -e "$work/none.png" ] || fail "a wrong scene left a picture"

mkdir "$work/client"
cat >"$work/client/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.22)
project(client C)
find_package(clothsim REQUIRED)
add_executable(client $source/tests/example/example.c)
target_link_libraries(client clothsim::clothsim)
END
"$cmake" -S "$work/client" -B "$work/client/build" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_C_COMPILER="$compiler" \
    >"$work/log" 2>&1 && "$cmake" --build "$work/client/build" >>"$work/log" 2>&1 || fail "find_package: $(cat "$work/log")"
"$work/client/build/client" "$source/scenes/classic.json" "$work/again.png" >/dev/null
cmp "$work/out.png" "$work/again.png" || fail "the client draws another picture"
echo "installed, built and ran"
