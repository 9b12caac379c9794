// SPDX-License-Identifier: MIT
//
// version: the name and number on the first line, which scripts may rely on, then facts about the build.
#include "cli/cli.h"

#include <stdio.h>

static const char *simd_name(cs_simd simd)
{
    switch (simd) {
    case CS_SIMD_128:
        return "128-bit vectors";
    case CS_SIMD_256:
        return "256-bit vectors";
    case CS_SIMD_512:
        return "512-bit vectors";
    case CS_SIMD_AUTO:
    case CS_SIMD_SCALAR:
        break;
    }
    return "scalar";
}

static cs_status run(cs_cli *cli)
{
    (void)cli;
    printf("clothsim %s\n", cs_version());
#if defined(__clang__)
    printf("compiler: clang %s\n", __clang_version__);
#elif defined(__GNUC__)
    printf("compiler: gcc %s\n", __VERSION__);
#endif
    printf("kernels: %s\n", simd_name(cs_simd_resolve(CS_SIMD_AUTO)));
    return CS_OK;
}

static const cs_example examples[] = {
    {"version", "which one is this?"},
    {0},
};

const cs_verb cs_verb_version = {
    .name = "version",
    .summary = "Print the version and how it was built",
    .usage = "",
    .description = "The first line is always \"clothsim NUMBER\". The lines after it tell the compiler and the widest "
                   "vector instructions that this processor lets it use; neither changes any result.",
    .examples = examples,
    .run = run,
};
