#!/bin/bash
# SPDX-License-Identifier: MIT
#
# The modules include each other only as the table of src/README.md says, and of another module only
# its face: the public header, or src/MODULE/MODULE.h (math also has the wide vectors, for kernels).
#     includes.sh SOURCE_FOLDER
set -u

# check ROOT: prints every include that breaks the table; 0 when there is none.
check() {
    (cd "$1" && find src include -name '*.[ch]' | LC_ALL=C sort | xargs awk '
        BEGIN {
            # The table: | `module` | holds | may include |
            while ((getline line < "src/README.md") > 0) {
                if (split(line, cell, "|") == 5 && cell[2] ~ /^ *`[a-z]+` *$/) {
                    module = cell[2]
                    gsub(/[` ]/, "", module)
                    known[module] = 1
                    may[module] = " " cell[4] " "
                    gsub(/,/, " ", may[module])
                }
            }
            split("base.h base types.h base frame.h mesh image.h image scene.h scene sim.h sim render.h render", of)
            for (i = 1; i in of; i += 2) {
                owner[of[i]] = of[i + 1]
            }
            for (module in known) {
                modules++
            }
            if (modules < 9) {
                print "src/README.md: the table of modules is missing"
                bad = 1
            }
        }
        FNR == 1 {
            split(FILENAME, part, "/")
            public = part[1] == "include"
            module = public ? owner[part[3]] : part[2]
        }
        /^[ \t]*#[ \t]*include/ {
            path = $0
            sub(/^[^<"]*[<"]/, "", path)
            sub(/[>"].*$/, "", path)
            if (path ~ /^clothsim\//) {
                name = substr(path, 10)
                if (name == "clothsim.h") {
                    target = "cli"
                } else if (name in owner) {
                    target = owner[name]
                } else {
                    fault("no such public header: " path)
                    next
                }
            } else if ($0 ~ /"/) {
                count = split(path, step, "/")
                target = step[1]
                if (count != 2 || !(target in known)) {
                    fault("\"" path "\": write \"module/header.h\"")
                    next
                }
                if (public) {
                    fault("a public header includes \"" path "\"")
                } else if (target != module && step[2] != target ".h" && !(target == "math" && step[2] ~ /^wide[a-z_]*\.h$/)) {
                    fault("\"" path "\" stays in its folder")
                }
            } else {
                next
            }
            if (FILENAME == "include/clothsim/clothsim.h" || target == module || may[module] ~ / all /) {
                next
            }
            if (index(may[module], " " target " ") == 0) {
                fault(module " must not include " target " (\"" path "\")")
            }
        }
        function fault(text) {
            print FILENAME ":" FNR ": " text
            bad = 1
        }
        END { exit bad }')
}

# The check must find what it is for: plant one fault of each kind in a copy.
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -r "$1/src" "$1/include" "$copy/"
plant() {
    cp "$copy/$1" "$copy/saved"
    echo "$2" >>"$copy/$1"
    if check "$copy" >"$copy/said"; then
        echo "FAILED: nobody saw '$2' in $1"
        exit 1
    fi
    if [ "$(grep -c "^$1:" "$copy/said")" != 1 ]; then
        echo "FAILED: '$2' in $1 gave:"
        cat "$copy/said"
        exit 1
    fi
    mv "$copy/saved" "$copy/$1"
}

check "$1" || exit 1
plant src/base/arena.c '#include "math/math.h"'
plant src/mesh/mesh.h '#include <clothsim/scene.h>'
plant src/render/camera.c '#include <clothsim/sim.h>'
plant src/cli/main.c '#include "base/descriptor.h"'
plant src/mesh/mesh.h '#include "grid.h"'
plant include/clothsim/types.h '#include <clothsim/frame.h>'
plant include/clothsim/frame.h '#include "mesh/mesh.h"'
echo "every include follows the table"
