// SPDX-License-Identifier: MIT
//
// fabrics: the fabrics that a scene can name, with the numbers they stand for, where those come from and what of them
// is estimated; for people or as JSON.
#include "cli/fabric_name.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// Widest line of the explanations below the table.
#define WRAP 110

/// N m as uN m, kg/m^2 as g/m^2, a part as %.
#define MICRO   1e6
#define GRAM    1e3
#define PERCENT 1e2

// ---- for people ------------------------------------------------------------------------

/// Numbers to four digits, without an exponent where one can do without.
static void put_number(cs_text *out, int width, double value)
{
    char text[32];
    (void)snprintf(text, sizeof(text), value >= 1e4 ? "%.0f" : "%.4g", value);
    cs_text_printf(out, "%*s", width, text);
}

/// "20-40", or a dash when nothing is published; `scale` makes the unit.
static void put_band(cs_text *out, int width, const double band[2], double scale)
{
    char text[48] = "-";
    if (band[1] > 0) {
        (void)snprintf(text, sizeof(text), "%.4g-%.4g", band[0] * scale, band[1] * scale);
    }
    cs_text_printf(out, "%*s", width, text);
}

static void put_head(cs_text *out)
{
    cs_text_printf(out, "%-24s%8s%18s%8s%7s%20s%12s%10s\n", "fabric", "weight", "stretch", "shear", "limit", "bend",
                   "published", "drape");
    cs_text_printf(out, "%-24s%8s%18s%8s%7s%20s%12s%10s\n", "", "g/m2", "warp, weft N/m", "N/m", "%",
                   "warp, weft, bias", "uN m", "%");
}

static void put_row(cs_text *out, const cs_fabric_preset *preset)
{
    const cs_fabric *f = &preset->fabric;
    cs_text_printf(out, "%-24s", preset->name);
    put_number(out, 8, f->density * GRAM);
    put_number(out, 9, f->stretch[0]);
    put_number(out, 9, f->stretch[1]);
    put_number(out, 8, f->shear);
    put_number(out, 7, f->strain_limit * PERCENT);
    put_number(out, 8, f->bend[0] * MICRO);
    put_number(out, 6, f->bend[1] * MICRO);
    put_number(out, 6, f->bend_bias * MICRO);
    put_band(out, 12, preset->bend_published, MICRO);
    put_band(out, 10, preset->drape, 1);
    cs_text_puts(out, "\n");
}

/// A label and words behind it, wrapped with the words in line.
static void put_wrapped(cs_text *out, const char *label, const char *words)
{
    enum { INDENT = 16 };
    cs_text_printf(out, "  %-*s", INDENT - 2, label);
    int column = INDENT;
    while (*words) {
        int length = (int)strcspn(words, " ");
        if (column > INDENT && column + 1 + length > WRAP) {
            cs_text_printf(out, "\n%*s", INDENT, "");
            column = INDENT;
        }
        cs_text_printf(out, "%s%.*s", column > INDENT ? " " : "", length, words);
        column += length + (column > INDENT);
        words += length;
        words += strspn(words, " ");
    }
    cs_text_puts(out, "\n");
}

static void put_origin(cs_text *out, const cs_fabric_preset *preset)
{
    put_wrapped(out, "source", preset->source);
    put_wrapped(out, "estimated", preset->estimated[0] ? preset->estimated : "nothing");
}

/// Neighbours of which the same is to be said share it.
static bool same_origin(const cs_fabric_preset *a, const cs_fabric_preset *b)
{
    return strcmp(a->source, b->source) == 0 && strcmp(a->estimated, b->estimated) == 0;
}

static void put_all(cs_text *out, const cs_fabric_preset *presets, int count)
{
    put_head(out);
    for (int i = 0; i < count; i++) {
        put_row(out, &presets[i]);
    }
    cs_text_puts(out, "\n");
    for (int i = 0; i < count; i++) {
        cs_text_printf(out, "%s: %s\n", presets[i].name, presets[i].description);
        if (i + 1 == count || !same_origin(&presets[i], &presets[i + 1])) {
            put_origin(out, &presets[i]);
        }
    }
}

static void put_value(cs_text *out, const char *label, double value, const char *unit, const char *meaning)
{
    cs_text_printf(out, "  %-14s", label);
    put_number(out, 0, value);
    cs_text_printf(out, "%s%s%s%s\n", *unit ? " " : "", unit, *meaning ? ", " : "", meaning);
}

static void put_pair(cs_text *out, const char *label, const double pair[2], double scale, const char *unit)
{
    cs_text_printf(out, "  %-14s", label);
    put_number(out, 0, pair[0] * scale);
    cs_text_puts(out, ", ");
    put_number(out, 0, pair[1] * scale);
    cs_text_printf(out, " %s along warp, weft\n", unit);
}

static void put_details(cs_text *out, const cs_fabric_preset *preset)
{
    const cs_fabric *f = &preset->fabric;
    cs_text_printf(out, "%s: %s\n", preset->name, preset->description);
    put_value(out, "density", f->density * GRAM, "g/m2", "");
    put_pair(out, "stretch", f->stretch, 1, "N/m");
    put_value(out, "coupling", f->coupling, "N/m", "tension along one per strain along the other");
    put_value(out, "shear", f->shear, "N/m", "");
    put_value(out, "stiffening", f->stiffening, "", "a strain e counts as e + stiffening e^2 / 2");
    put_value(out, "strain limit", f->strain_limit * PERCENT, "%", "a hundred times as stiff beyond");
    put_pair(out, "bend", f->bend, MICRO, "uN m");
    put_value(out, "bend bias", f->bend_bias * MICRO, "uN m", "between warp and weft");
    put_value(out, "friction", f->friction, "", "");
    put_value(out, "damping", f->damping, "s", "");
    if (preset->bend_published[1] > 0) {
        cs_text_printf(out, "  %-14s", "published");
        put_band(out, 0, preset->bend_published, MICRO);
        cs_text_puts(out, " uN m of bending rigidity\n");
    }
    if (preset->drape[1] > 0) {
        cs_text_printf(out, "  %-14s", "drape");
        put_band(out, 0, preset->drape, 1);
        cs_text_puts(out, " % published\n");
    }
    put_origin(out, preset);
}

// ---- JSON ---------------------------------------------------------------------------

static void put_json_number(cs_text *out, const char *key, double value)
{
    cs_text_printf(out, ", \"%s\": ", key);
    cs_text_number(out, value);
}

static void put_json_pair(cs_text *out, const char *key, const double pair[2])
{
    cs_text_printf(out, ", \"%s\": [", key);
    cs_text_number(out, pair[0]);
    cs_text_puts(out, ", ");
    cs_text_number(out, pair[1]);
    cs_text_puts(out, "]");
}

static void put_json_band(cs_text *out, const char *key, const double band[2])
{
    if (band[1] > 0) {
        put_json_pair(out, key, band);
    } else {
        cs_text_printf(out, ", \"%s\": null", key);
    }
}

static void put_json(cs_text *out, const cs_fabric_preset *preset)
{
    const cs_fabric *f = &preset->fabric;
    cs_text_puts(out, "{\"name\": ");
    cs_text_quote(out, preset->name);
    cs_text_puts(out, ", \"description\": ");
    cs_text_quote(out, preset->description);
    put_json_number(out, "density", f->density);
    put_json_pair(out, "stretch", f->stretch);
    put_json_number(out, "coupling", f->coupling);
    put_json_number(out, "shear", f->shear);
    put_json_number(out, "stiffening", f->stiffening);
    put_json_number(out, "strain_limit", f->strain_limit);
    put_json_pair(out, "bend", f->bend);
    put_json_number(out, "bend_bias", f->bend_bias);
    put_json_number(out, "friction", f->friction);
    put_json_number(out, "damping", f->damping);
    put_json_band(out, "bend_published", preset->bend_published);
    put_json_band(out, "drape_published", preset->drape);
    cs_text_puts(out, ", \"source\": ");
    cs_text_quote(out, preset->source);
    cs_text_puts(out, ", \"estimated\": ");
    cs_text_quote(out, preset->estimated);
    cs_text_puts(out, "}");
}

static void put_list(cs_text *out, const cs_fabric_preset *const *chosen, int count)
{
    cs_text_puts(out, "[");
    for (int i = 0; i < count; i++) {
        cs_text_puts(out, i > 0 ? ",\n  " : "\n  ");
        put_json(out, chosen[i]);
    }
    cs_text_puts(out, "\n]\n");
}

// ---- the verb -------------------------------------------------------------------------

static cs_status print(cs_cli *cli, const cs_fabric_preset *const *chosen, int count)
{
    cs_text text = {0};
    int all;
    const cs_fabric_preset *presets = cs_fabric_presets(&all);
    if (cs_args_flag(&cli->args, "json")) {
        put_list(&text, chosen, count);
    } else if (cli->args.operand_count == 0) {
        put_all(&text, presets, all);
    } else {
        for (int i = 0; i < count; i++) {
            put_details(&text, chosen[i]);
        }
    }
    cs_status status = text.failed ? CS_INTERNAL : CS_OK;
    if (status == CS_OK) {
        cs_cli_print(cli, text.bytes);
    }
    cs_text_free(&text);
    return status;
}

static cs_status run(cs_cli *cli)
{
    int all, wanted = cli->args.operand_count;
    const cs_fabric_preset *presets = cs_fabric_presets(&all);
    int count = wanted > 0 ? wanted : all;
    const cs_fabric_preset **chosen = malloc((size_t)count * sizeof(const cs_fabric_preset *));
    if (!chosen) {
        return CS_INTERNAL;
    }
    cs_status status = CS_OK;
    for (int i = 0; i < count && status == CS_OK; i++) {
        chosen[i] = &presets[i < all ? i : 0];
        status = wanted > 0 ? cs_cli_fabric(cli, cli->args.operands[i], &chosen[i]) : CS_OK;
    }
    if (status == CS_OK) {
        status = print(cli, chosen, count);
    }
    free(chosen);
    return status;
}

static const cs_option options[] = {
    {.name = "json", .doc = "Print a JSON list in SI units: kg/m2, N/m, N m, s; null where nothing is published"},
    {0},
};

static const cs_example examples[] = {
    {"fabrics", "all of them, as a table, and where their numbers come from"},
    {"fabrics silk denim", "everything about these two"},
    {"render scene.json -o wool.png --set cloths[0].fabric.preset=wool", "the same scene in wool"},
    {0},
};

const cs_verb cs_verb_fabrics = {
    .name = "fabrics",
    .summary = "List the fabrics that a scene can name",
    .usage = "[NAME...] [options]",
    .description =
        "Weight per area; stiffness against stretch along warp and weft and against shear, as force per width; the "
        "strain beyond which the cloth hardly stretches any further; bending rigidity per width. Beside them stand the "
        "published spread of the bending rigidity and the published band of the drape coefficient of Cusick's test, "
        "where there are any (clothsim drape-test measures it). A scene can take a fabric and override any value.",
    .options = options,
    .min_operands = 0,
    .max_operands = -1,
    .operand = "NAME",
    .examples = examples,
    .run = run,
};
