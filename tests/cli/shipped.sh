#!/bin/bash
# SPDX-License-Identifier: MIT
#
# The shipped completions and the man page are what the tables make, and work in the programs that read them.
. "$(dirname "$0")/cli_common.sh"
shipped=$2

for pair in "bash completions/clothsim.bash" "zsh completions/_clothsim" "man clothsim.1"; do
    set -- $pair
    clothsim _generate "$1" > "$1" || fail "_generate $1"
    diff -u "$shipped/$2" "$1" || fail "$2 is out of step; write it anew: clothsim _generate $1 > $2"
done

# ---- every verb and option of the help is in all of them -------------------------------
# The options of a verb, as its help lists them.
options_of()
{
    clothsim help "$1" | grep -o -- '^  \(-., \)\?--[a-z-]*' | grep -o -- '--[a-z-]*'
}
verbs=$(clothsim help | sed -n '/^Verbs:/,/^$/s/^  \([a-z-]*\).*/\1/p')
[ "$(echo "$verbs" | wc -l)" -ge 9 ] || fail "the help lists only: $verbs"
for verb in $verbs; do
    grep -q "^\.SS $verb\$" man || fail "the man page lacks $verb"
    grep -q "'$verb:" zsh || fail "the zsh completion lacks $verb"
    sed -n "/^        $verb)/,/;;/p" zsh > branch
    for option in $(options_of "$verb"); do
        grep -qF -- "${option//-/\\-}" man || fail "the man page lacks $option of $verb"
        grep -q -- "$option" branch || fail "the zsh completion lacks $option of $verb"
    done
done
for code in 0 1 2 3 4 5 6 70 75 130; do
    grep -q "^\.B $code\$" man || fail "the man page lacks exit code $code"
done

# ---- bash -----------------------------------------------------------------------------------
# complete WORD...: what bash would offer for the last word.
complete_words()
{
    bash --norc -c '
        compopt() { :; }
        . "$1"
        shift
        complete -p clothsim > /dev/null || exit 1
        COMP_WORDS=("$@")
        COMP_CWORD=$(($# - 1))
        _clothsim
        printf "%s\n" "${COMPREPLY[@]}"' bash ./bash "$@"
}
offers()
{
    local wanted=$1
    shift
    complete_words "$@" | grep -qx -- "$wanted" || fail "bash does not offer $wanted for: $*"
}
touch a_scene.json
complete_words clothsim "" | sort > offered
sort <<< "$verbs" | cmp - offered || fail "bash offers other verbs than the help: $(cat offered)"
for verb in $verbs; do
    complete_words clothsim "$verb" -- | sort > offered
    options_of "$verb" | sort | cmp - offered || fail "bash offers other options for $verb: $(cat offered)"
done
offers frames clothsim fra
offers a_scene.json clothsim render a_
offers a_scene.json clothsim render x.json -o a_
offers a_scene.json clothsim render --stats = a_
offers never clothsim validate --color n
offers never clothsim validate --color = n
offers scalar clothsim render --simd = ""
offers montage clothsim help mon
[ -z "$(complete_words clothsim render --steps "")" ] || fail "bash offers something for a number"
[ -z "$(complete_words clothsim fra | grep -v frames)" ] || fail "bash offers more than frames for fra"

# ---- zsh and man, where they are -----------------------------------------------------------
if command -v zsh > /dev/null; then
    zsh -n zsh || fail "zsh cannot read its completion"
else
    echo "note: zsh is not installed; its completion was only compared"
fi
if command -v man > /dev/null; then
    warnings=$(MANWIDTH=80 man --warnings -E UTF-8 -l man 2>&1 > page)
    [ -z "$warnings" ] || fail "man warns: $warnings"
    grep -q 'EXIT STATUS' page || fail "man shows no page"
elif command -v groff > /dev/null; then
    warnings=$(groff -man -ww -Tutf8 man 2>&1 > /dev/null)
    [ -z "$warnings" ] || fail "groff warns: $warnings"
else
    echo "note: neither man nor groff is installed; the page was only compared"
fi
finish
