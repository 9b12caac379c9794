// SPDX-License-Identifier: MIT
//
// drape-test: Cusick's drape test of one fabric, in simulation.
#include "cli/fabric_name.h"

#include "lab/lab.h"

/// Rings of the disc's mesh: fewer make no folds, more take hours.
#define FEWEST_RINGS 5
#define MOST_RINGS   120

/// Points of the drape coefficient that a fabric may lie outside its published band.
#define BAND_GATE 5.0

static const char *verdict(const cs_fabric_preset *preset, double coefficient)
{
    if (!(preset->drape[1] > 0)) {
        return "unpublished";
    }
    bool inside = coefficient >= preset->drape[0] - BAND_GATE && coefficient <= preset->drape[1] + BAND_GATE;
    return inside ? "pass" : "fail";
}

static void put_text(cs_text *out, const cs_fabric_preset *preset, const cs_drape_settings *settings,
                     const cs_drape_result *result)
{
    cs_text_printf(out, "%s: %s\n", preset->name, preset->description);
    cs_text_printf(out, "  drape       %.1f %%\n", result->coefficient);
    cs_text_printf(out, "  folds       %d\n", result->folds);
    if (preset->drape[1] > 0) {
        cs_text_printf(out, "  published   %g-%g %%, and %g points either side: %s\n", preset->drape[0],
                       preset->drape[1], BAND_GATE, verdict(preset, result->coefficient));
    } else {
        cs_text_puts(out, "  published   nothing\n");
    }
    cs_text_printf(out, "  mesh        %d rings of vertices\n", settings->rings);
    cs_text_printf(out, "  rest        after %.2f s, rms speed %.2g mm/s\n", result->time, result->speed * 1e3);
}

static void put_json(cs_text *out, const cs_fabric_preset *preset, const cs_drape_settings *settings,
                     const cs_drape_result *result)
{
    cs_text_puts(out, "{\"fabric\": ");
    cs_text_quote(out, preset->name);
    cs_text_printf(out, ", \"solver\": \"%s\", \"rings\": %d, \"coefficient\": ",
                   settings->solver == CS_SOLVER_XPBD ? "xpbd" : "implicit", settings->rings);
    cs_text_number(out, result->coefficient);
    cs_text_printf(out, ", \"folds\": %d, \"published\": ", result->folds);
    if (preset->drape[1] > 0) {
        cs_text_printf(out, "[%g, %g]", preset->drape[0], preset->drape[1]);
    } else {
        cs_text_puts(out, "null");
    }
    cs_text_printf(out, ", \"gate\": %g, \"verdict\": \"%s\", \"time\": ", BAND_GATE,
                   verdict(preset, result->coefficient));
    cs_text_number(out, result->time);
    cs_text_puts(out, ", \"speed\": ");
    cs_text_number(out, result->speed);
    cs_text_puts(out, "}\n");
}

static cs_status report(cs_cli *cli, const cs_fabric_preset *preset, const cs_drape_settings *settings,
                        const cs_drape_result *result)
{
    cs_text text = {0};
    if (cs_args_flag(&cli->args, "json")) {
        put_json(&text, preset, settings, result);
    } else {
        put_text(&text, preset, settings, result);
    }
    cs_status status = text.failed ? CS_INTERNAL : verdict(preset, result->coefficient)[0] == 'f' ? CS_MISMATCH : CS_OK;
    if (!text.failed) {
        cs_cli_print(cli, text.bytes);
    }
    cs_text_free(&text);
    return status;
}

static cs_status run(cs_cli *cli)
{
    const cs_fabric_preset *preset;
    cs_drape_settings settings = cs_default_drape_settings();
    settings.picture = cs_args_text(&cli->args, "output");
    settings.rings = (int)cs_args_number(&cli->args, "mesh", settings.rings);
    settings.solver = cs_args_number(&cli->args, "solver", 0) == 1 ? CS_SOLVER_XPBD : CS_SOLVER_IMPLICIT;
    cs_status status = cs_cli_fabric(cli, cli->args.operands[0], &preset);
    if (status == CS_OK && settings.picture) {
        status = cs_output_check(cli, settings.picture, true);
    }
    if (status == CS_OK) {
        status = cs_cli_prepare(cli);
    }
    cs_drape_result result;
    if (status == CS_OK) {
        cs_lab lab = {.compute = &cli->compute, .log = cli->log};
        status = cs_drape_test(&preset->fabric, &settings, &lab, &result);
    }
    return status == CS_OK ? report(cli, preset, &settings, &result) : status;
}

static const cs_option options[] = {
    {.name = "mesh",
     .kind = CS_OPTION_INTEGER,
     .value = "RINGS",
     .min = FEWEST_RINGS,
     .max = MOST_RINGS,
     .doc = "Rings of vertices around the centre of the disc (the default is 25: edges of 6 mm)"},
    {.name = "solver", .kind = CS_OPTION_CHOICE, .choices = "implicit|xpbd", .doc = "The solver; implicit by default"},
    {.name = "json", .doc = "Print one JSON object; times in seconds, null where nothing is published"},
    {.name = "output",
     .letter = 'o',
     .kind = CS_OPTION_FILE,
     .value = "OUT",
     .doc = "Write the picture from above in which the shadow is counted, a PNG"},
    {0},
};

static const cs_example examples[] = {
    {"drape-test cotton", "how plain cotton drapes"},
    {"drape-test silk -o silk.png", "and what it looks like from above"},
    {"drape-test denim --mesh 30", "a finer mesh: about the same"},
    {0},
};

const cs_verb cs_verb_drape_test = {
    .name = "drape-test",
    .summary = "Measure how a fabric drapes, by Cusick's test in simulation",
    .usage = "FABRIC [options]",
    .description =
        "A disc of the fabric, 30 cm across, lies on a support of 18 cm, is held there and hangs over the edge until "
        "it rests. Its drape coefficient is the part of the ring outside the support that its shadow covers, counted "
        "in an orthographic picture: near 0 % for a limp cloth, near 100 % for a board. It is compared with the "
        "published band of the fabric, which it may miss by 5 points; further out the exit code is 1.\n\n"
        "The folds are those of the rim. The cloth does not touch itself in this test. Limp cloth needs a fine mesh: "
        "silk "
        "below 25 rings cannot fold. The solver xpbd comes out some points limper and takes longer.",
    .options = options,
    .groups = CS_GROUP_COMPUTE,
    .min_operands = 1,
    .max_operands = 1,
    .operand = "FABRIC",
    .examples = examples,
    .run = run,
};
