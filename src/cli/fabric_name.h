// SPDX-License-Identifier: MIT
//
// The name of a fabric on the command line.
#ifndef CS_CLI_FABRIC_NAME_H
#define CS_CLI_FABRIC_NAME_H

#include "cli/cli.h"

#include <clothsim/scene.h>

/// Finds the preset of this name. CS_USAGE with a suggestion in the log when there is none.
cs_status cs_cli_fabric(cs_cli *cli, const char *name, const cs_fabric_preset **found);

#endif
