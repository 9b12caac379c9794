// SPDX-License-Identifier: MIT
//
// Which steps of a run are to be seen: --at, --frames, --every.
#ifndef CS_CLI_FRAME_STEPS_H
#define CS_CLI_FRAME_STEPS_H

#include "cli/cli.h"

typedef struct cs_frame_steps {
    int64_t *steps;
    int count;
} cs_frame_steps;

/// The list of --at in the order given. CS_USAGE when it is no list or a step is beyond `last_step`.
cs_status cs_frame_steps_at(cs_cli *cli, int64_t last_step, cs_frame_steps *list);
/// By whichever of --at, --frames and --every was given, else every step: ascending, each once.
cs_status cs_frame_steps_choose(cs_cli *cli, int64_t last_step, cs_frame_steps *list);
void cs_frame_steps_free(cs_frame_steps *list);

#endif
