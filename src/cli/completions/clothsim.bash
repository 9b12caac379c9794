# bash completion of clothsim; made by: clothsim _generate bash
_clothsim_words()
{
    local line
    while IFS='' read -r line; do COMPREPLY+=("$line"); done < <(compgen -W "$words" -- "$word")
}

_clothsim_files()
{
    local line
    compopt -o filenames 2> /dev/null
    while IFS='' read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$word")
}

_clothsim()
{
    local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} words
    COMPREPLY=()
    if ((COMP_CWORD == 1)); then
        words='render frames montage check compare validate inspect fabrics physics drape-test schema init version help'
        _clothsim_words
        return
    fi
    # --option=value comes as three words.
    if [[ $word == '=' ]]; then
        word=''
    elif [[ $previous == '=' ]]; then
        previous=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    case ${COMP_WORDS[1]} in
    render)
        words='--output --set --max-memory --threads --simd --steps --stats --timing --quiet --color --help'
        case $previous in
        -o|--output|--stats) _clothsim_files; return ;;
        --set|--max-memory|--threads|--steps) return ;;
        --simd) words='auto scalar 128 256 512'; _clothsim_words; return ;;
        --color) words='auto always never'; _clothsim_words; return ;;
        esac
        if [[ $word == -* ]]; then _clothsim_words; else _clothsim_files; fi ;;
    frames)
        words='--output --at --frames --every --number --resume --set --max-memory --threads --simd --steps --stats --timing --quiet --color --help'
        case $previous in
        -o|--output|--stats) _clothsim_files; return ;;
        --at|--frames|--every|--set|--max-memory|--threads|--steps) return ;;
        --number) words='index step'; _clothsim_words; return ;;
        --simd) words='auto scalar 128 256 512'; _clothsim_words; return ;;
        --color) words='auto always never'; _clothsim_words; return ;;
        esac
        if [[ $word == -* ]]; then _clothsim_words; else _clothsim_files; fi ;;
    montage)
        words='--output --at --columns --gap --background --no-captions --set --max-memory --threads --simd --stats --timing --quiet --color --help'
        case $previous in
        -o|--output|--stats) _clothsim_files; return ;;
        --at|--columns|--gap|--background|--set|--max-memory|--threads) return ;;
        --simd) words='auto scalar 128 256 512'; _clothsim_words; return ;;
        --color) words='auto always never'; _clothsim_words; return ;;
        esac
        if [[ $word == -* ]]; then _clothsim_words; else _clothsim_files; fi ;;
    check)
        words='--reference --artifacts --json --junit --html --selfcheck --update --picture --force --set --max-memory --threads --simd --steps --quiet --color --help'
        case $previous in
        --reference|--artifacts|--json|--junit|--html) _clothsim_files; return ;;
        --set|--max-memory|--threads|--steps) return ;;
        --simd) words='auto scalar 128 256 512'; _clothsim_words; return ;;
        --color) words='auto always never'; _clothsim_words; return ;;
        esac
        if [[ $word == -* ]]; then _clothsim_words; else _clothsim_files; fi ;;
    compare)
        words='--diff --max-pixels --threshold --quiet --color --help'
        case $previous in
        --diff) _clothsim_files; return ;;
        --max-pixels|--threshold) return ;;
        --color) words='auto always never'; _clothsim_words; return ;;
        esac
        if [[ $word == -* ]]; then _clothsim_words; else _clothsim_files; fi ;;
    validate)
        words='--set --max-memory --threads --simd --quiet --color --help'
        case $previous in
        --set|--max-memory|--threads) return ;;
        --simd) words='auto scalar 128 256 512'; _clothsim_words; return ;;
        --color) words='auto always never'; _clothsim_words; return ;;
        esac
        if [[ $word == -* ]]; then _clothsim_words; else _clothsim_files; fi ;;
    inspect)
        words='--json --set --max-memory --threads --simd --quiet --color --help'
        case $previous in
        --set|--max-memory|--threads) return ;;
        --simd) words='auto scalar 128 256 512'; _clothsim_words; return ;;
        --color) words='auto always never'; _clothsim_words; return ;;
        esac
        if [[ $word == -* ]]; then _clothsim_words; else _clothsim_files; fi ;;
    fabrics)
        words='--json --quiet --color --help'
        case $previous in
        --color) words='auto always never'; _clothsim_words; return ;;
        esac
        if [[ $word == -* ]]; then _clothsim_words; else _clothsim_files; fi ;;
    physics)
        words='--only --json --markdown --threads --simd --quiet --color --help'
        case $previous in
        --only|--threads) return ;;
        --simd) words='auto scalar 128 256 512'; _clothsim_words; return ;;
        --color) words='auto always never'; _clothsim_words; return ;;
        esac
        _clothsim_words ;;
    drape-test)
        words='--mesh --solver --json --output --threads --simd --quiet --color --help'
        case $previous in
        -o|--output) _clothsim_files; return ;;
        --mesh|--threads) return ;;
        --solver) words='implicit xpbd'; _clothsim_words; return ;;
        --simd) words='auto scalar 128 256 512'; _clothsim_words; return ;;
        --color) words='auto always never'; _clothsim_words; return ;;
        esac
        if [[ $word == -* ]]; then _clothsim_words; else _clothsim_files; fi ;;
    schema)
        words='--markdown --quiet --color --help'
        case $previous in
        --color) words='auto always never'; _clothsim_words; return ;;
        esac
        _clothsim_words ;;
    init)
        words='--force --quiet --color --help'
        case $previous in
        --color) words='auto always never'; _clothsim_words; return ;;
        esac
        if [[ $word == -* ]]; then _clothsim_words; else _clothsim_files; fi ;;
    version)
        words='--quiet --color --help'
        case $previous in
        --color) words='auto always never'; _clothsim_words; return ;;
        esac
        _clothsim_words ;;
    help)
        words='--quiet --color --help'
        case $previous in
        --color) words='auto always never'; _clothsim_words; return ;;
        esac
        [[ $word == -* ]] || words='render frames montage check compare validate inspect fabrics physics drape-test schema init version help'
        _clothsim_words ;;
    esac
}

complete -F _clothsim clothsim
