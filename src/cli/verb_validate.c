// SPDX-License-Identifier: MIT
//
// validate: is the scene right, and is its time step stable? Nothing is simulated.
#include "cli/run.h"

#include <stdio.h>

static cs_status validate(cs_cli *cli, const char *path)
{
    cs_run run;
    cs_status status = cs_run_open(&run, cli, path);
    if (status == CS_OK)
        status = cs_run_start_simulation(&run);
    if (status == CS_OK)
        printf("%s: valid, %lld particles, %lld springs, %lld steps\n", path, (long long)cs_sim_particle_count(run.sim),
               (long long)cs_sim_spring_count(run.sim), (long long)cs_scene_total_steps(run.scene));
    cs_run_close(&run);
    // At once, so that messages about the next scene come after this line also when both streams are one.
    return cs_worse(status, cs_cli_flush(cli));
}

static cs_status run(cs_cli *cli)
{
    cs_status worst = cs_check_scene_list(cli);
    if (worst != CS_OK)
        return worst;
    for (int i = 0; i < cli->args.operand_count; i++)
        worst = cs_worse(worst, validate(cli, cli->args.operands[i]));
    return worst;
}

static const cs_example examples[] = {
    {"validate scene.json", "all that is wrong with a scene, at line and column"},
    {"validate scenes/*.json", "all scenes in one call"},
    {0},
};

const cs_verb cs_verb_validate = {
    .name = "validate",
    .summary = "Check scenes without simulating them",
    .usage = "SCENE... [options]",
    .description = "Reads every scene and reports all its mistakes at once, each with its line and column and, where "
                   "it can be guessed, what was meant. A scene whose time step is too large for its springs is refused "
                   "with the largest one that is safe. SCENE may be - for standard input.",
    .groups = CS_GROUP_SCENE | CS_GROUP_COMPUTE,
    .min_operands = 1,
    .max_operands = -1,
    .operand = "SCENE",
    .examples = examples,
    .run = run,
};
