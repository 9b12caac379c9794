// SPDX-License-Identifier: MIT
//
// inspect: the size of a scene, its phases, its memory, and how far its time step is from the
// limits of stability; for people or as JSON.
#include "cli/run.h"

#include <math.h>
#include <stdio.h>

/// Bytes a pixel of a picture with its planes: colours, colours before overlays, object id, cloth mask.
#define BYTES_PER_PIXEL (3 + 3 + 2 + 1)

typedef struct facts {
    int64_t particles, springs, triangles, steps;
    double time; ///< s
    int64_t simulation_bytes, image_bytes;
    cs_stability stability;
} facts;

static facts gather(const cs_run *run)
{
    const cs_scene *scene = run->scene;
    facts f = {
        .particles = cs_sim_particle_count(run->sim),
        .springs = cs_sim_spring_count(run->sim),
        .steps = cs_scene_total_steps(scene),
        .simulation_bytes = (int64_t)cs_sim_memory(run->sim),
        .image_bytes = (int64_t)scene->image.width * scene->image.height * BYTES_PER_PIXEL,
    };
    f.time = (double)f.steps * scene->simulation.dt;
    for (int i = 0; i < scene->cloth_count; i++) {
        const cs_cloth *cloth = &scene->cloths[i];
        f.triangles += cloth->source == CS_CLOTH_MESH ? cloth->mesh.triangle_count
                                                      : 2 * (int64_t)(cloth->grid.rows - 1) * (cloth->grid.columns - 1);
    }
    cs_sim_stability(run->sim, &f.stability);
    return f;
}

// ---- JSON ---------------------------------------------------------------------------

static void put_number(cs_text *out, const char *key, double value)
{
    cs_text_printf(out, "\"%s\": ", key);
    cs_text_number(out, value);
}

/// Limit and the part of it that dt takes; null when nothing limits.
static void put_limit(cs_text *out, const char *key, double dt, double limit)
{
    cs_text_printf(out, ",\n    \"%s\": ", key);
    cs_text_number(out, limit);
    cs_text_printf(out, ",\n    \"dt_over_%s\": ", key);
    cs_text_number(out, isfinite(limit) ? dt / limit : 0);
}

static void put_json(cs_text *out, const cs_run *run, const facts *f)
{
    const cs_scene *scene = run->scene;
    char hash[CS_HASH_TEXT];
    cs_hash_format(scene->hash, hash);
    cs_text_puts(out, "{\n  \"scene\": ");
    cs_text_quote(out, run->path);
    cs_text_puts(out, ",\n  \"title\": ");
    cs_text_quote(out, scene->title ? scene->title : "");
    cs_text_printf(
        out,
        ",\n  \"scene_hash\": \"%s\",\n  \"particles\": %lld,\n  \"springs\": %lld,\n  \"triangles\": %lld,\n"
        "  \"phases\": [",
        hash, (long long)f->particles, (long long)f->springs, (long long)f->triangles);
    for (int i = 0; i < scene->simulation.phase_count; i++) {
        const cs_phase *phase = &scene->simulation.phases[i];
        cs_text_printf(out, "%s\n    {\"name\": ", i > 0 ? "," : "");
        cs_text_quote(out, phase->name ? phase->name : "");
        cs_text_printf(out, ", \"steps\": %d}", phase->steps);
    }
    cs_text_printf(out, "\n  ],\n  \"steps\": %lld,\n  ", (long long)f->steps);
    put_number(out, "time", f->time);
    cs_text_printf(out, ",\n  \"memory\": {\"simulation\": %lld, \"image\": %lld},\n  \"stability\": {\n    ",
                   (long long)f->simulation_bytes, (long long)f->image_bytes);
    put_number(out, "dt", f->stability.dt);
    cs_text_printf(out, ",\n    \"substeps\": %d", scene->simulation.substeps);
    put_limit(out, "limit", f->stability.dt, f->stability.limit);
    put_limit(out, "safe_bound", f->stability.dt, f->stability.safe_bound);
    cs_text_puts(out, "\n  }\n}");
}

// ---- for people ------------------------------------------------------------------------

static void put_bytes(cs_text *out, int64_t bytes)
{
    if (bytes < 1 << 20)
        cs_text_printf(out, "%.1f KiB", (double)bytes / 1024);
    else
        cs_text_printf(out, "%.1f MiB", (double)bytes / (1 << 20));
}

/// Whether a solver takes any step, however stiff the scene is.
static bool takes_any_step(cs_solver solver)
{
    return solver == CS_SOLVER_IMPLICIT || solver == CS_SOLVER_PBD || solver == CS_SOLVER_XPBD;
}

static void put_stability(cs_text *out, const cs_scene *scene, const char *name, double limit, const char *meaning)
{
    cs_text_printf(out, "  %-14s", name);
    if (takes_any_step(scene->simulation.solver))
        cs_text_puts(out, "any dt with this solver\n");
    else if (!isfinite(limit))
        cs_text_puts(out, "any dt: there are no springs\n");
    else if (limit > 0)
        cs_text_printf(out, "%.6g s %s; dt is %.2f of it\n", limit, meaning, scene->simulation.dt / limit);
    else
        cs_text_puts(out, "no dt: this solver adds energy in every step\n");
}

static void put_table(cs_text *out, const cs_run *run, const facts *f)
{
    const cs_scene *scene = run->scene;
    cs_text_printf(out, "%s\n", run->path);
    if (scene->title && *scene->title) {
        cs_text_puts(out, "  title         ");
        cs_text_plain(out, scene->title);
        cs_text_puts(out, "\n");
    }
    cs_text_printf(out, "  particles     %lld\n  springs       %lld\n  triangles     %lld\n", (long long)f->particles,
                   (long long)f->springs, (long long)f->triangles);
    for (int i = 0; i < scene->simulation.phase_count; i++) {
        const cs_phase *phase = &scene->simulation.phases[i];
        cs_text_printf(out, "  %-14s%d steps", i == 0 ? "phases" : "", phase->steps);
        if (phase->name && *phase->name) {
            cs_text_puts(out, ", ");
            cs_text_plain(out, phase->name);
        }
        cs_text_puts(out, "\n");
    }
    cs_text_printf(out, "  steps         %lld, %.6g s\n", (long long)f->steps, f->time);
    cs_text_printf(out, "  image         %d x %d, %d x %d samples a pixel\n", scene->image.width, scene->image.height,
                   scene->image.samples, scene->image.samples);
    cs_text_puts(out, "  memory        simulation ");
    put_bytes(out, f->simulation_bytes);
    cs_text_puts(out, ", image ");
    put_bytes(out, f->image_bytes);
    cs_text_printf(out, "\n  dt            %.6g s", f->stability.dt);
    if (scene->simulation.substeps > 1)
        cs_text_printf(out, " in %d substeps", scene->simulation.substeps);
    cs_text_puts(out, "\n");
    put_stability(out, scene, "stable below", f->stability.limit,
                  f->springs > 0 ? "with the springs at rest" : "with the fabric at rest");
    put_stability(out, scene, "safe below", f->stability.safe_bound, "however the cloth is stretched");
}

static cs_status run(cs_cli *cli)
{
    cs_run run;
    cs_status status = cs_run_open(&run, cli, cli->args.operands[0]);
    if (status == CS_OK)
        status = cs_run_start_simulation(&run);
    if (status == CS_OK) {
        facts f = gather(&run);
        cs_text text = {0};
        bool json = cs_args_flag(&cli->args, "json");
        if (json)
            put_json(&text, &run, &f);
        else
            put_table(&text, &run, &f);
        if (json)
            cs_text_puts(&text, "\n");
        if (text.failed)
            status = CS_INTERNAL;
        else
            cs_cli_print(cli, text.bytes);
        cs_text_free(&text);
    }
    cs_run_close(&run);
    return status;
}

static const cs_option options[] = {
    {.name = "json", .doc = "Print one JSON object; memory in bytes, times in seconds, null where nothing limits"},
    {0},
};

static const cs_example examples[] = {
    {"inspect scene.json", "size, memory and stability"},
    {"inspect scene.json --set simulation.dt=0.02", "would a larger time step be stable?"},
    {0},
};

const cs_verb cs_verb_inspect = {
    .name = "inspect",
    .summary = "Show the size, memory and stability limits of a scene",
    .usage = "SCENE [options]",
    .description = "Two limits of the time step are shown. The first is the largest dt at which the springs, "
                   "assembled and at rest, do not swing themselves up, found by power iteration; a scene above it is "
                   "refused. The second, lower one holds however the cloth is stretched. Nothing is simulated.",
    .options = options,
    .groups = CS_GROUP_SCENE | CS_GROUP_COMPUTE,
    .min_operands = 1,
    .max_operands = 1,
    .operand = "SCENE",
    .examples = examples,
    .run = run,
};
