// SPDX-License-Identifier: MIT
//
// From a name to the fabric, or to the name that was probably meant.
#include "cli/fabric_name.h"

#include <stdio.h>
#include <string.h>

/// Most presets that a suggestion looks at.
#define MAX_NAMES 256

cs_status cs_cli_fabric(cs_cli *cli, const char *name, const cs_fabric_preset **found)
{
    int count;
    const cs_fabric_preset *presets = cs_fabric_presets(&count);
    const char *names[MAX_NAMES + 1];
    for (int i = 0; i < count; i++) {
        if (strcmp(presets[i].name, name) == 0) {
            *found = &presets[i];
            return CS_OK;
        }
        names[i < MAX_NAMES ? i : MAX_NAMES] = presets[i].name;
    }
    names[count < MAX_NAMES ? count : MAX_NAMES] = NULL;
    const char *near = cs_nearest_word(name, names);
    char help[128] = "clothsim fabrics lists them";
    if (near) {
        (void)snprintf(help, sizeof(help), "did you mean \"%s\"?", near);
    }
    return cs_cli_usage(cli, help, "there is no fabric \"%s\"", name);
}
