// SPDX-License-Identifier: MIT
//
// compare: two pictures, how many pixels differ and by how much.
#include "cli/cli.h"

#include <clothsim/image.h>

#include <inttypes.h>
#include <stdio.h>

static void print_difference(const cs_image *image, const cs_image_difference *difference, bool over)
{
    printf("%" PRId64 " of %" PRId64 " pixels differ, largest difference %d, rms %.4f", difference->pixels,
           (int64_t)image->width * image->height, difference->largest, difference->rms);
    if (difference->pixels > 0)
        printf(", within %d,%d to %d,%d", difference->bbox[0], difference->bbox[1], difference->bbox[2],
               difference->bbox[3]);
    printf(": %s\n", over ? "FAIL" : "pass");
}

static cs_status write_difference(cs_cli *cli, const char *path, const cs_image *a, const cs_image *b, int threshold)
{
    cs_image *picture = cs_image_difference_picture(a, b, threshold);
    if (!picture)
        return CS_INTERNAL;
    cs_status status = cs_image_write_png(picture, path, cli->log);
    cs_image_destroy(picture);
    return status;
}

static cs_status compare(cs_cli *cli, const cs_image *a, const cs_image *b)
{
    const cs_args *args = &cli->args;
    int threshold = (int)cs_args_number(args, "threshold", 0);
    cs_image_difference difference;
    if (cs_image_compare(a, b, threshold, &difference) != CS_OK) {
        printf("different sizes: %s is %d x %d, %s is %d x %d: FAIL\n", args->operands[0], a->width, a->height,
               args->operands[1], b->width, b->height);
        return CS_MISMATCH;
    }
    bool over = difference.pixels > cs_args_number(args, "max-pixels", 0);
    const char *path = cs_args_text(args, "diff");
    cs_status status = path ? write_difference(cli, path, a, b, threshold) : CS_OK;
    if (!path || path[0] != '-' || path[1] != '\0')
        print_difference(a, &difference, over);
    return status != CS_OK ? status : over ? CS_MISMATCH : CS_OK;
}

static cs_status run(cs_cli *cli)
{
    const char *diff = cs_args_text(&cli->args, "diff");
    cs_status status = diff ? cs_output_check(cli, diff, true) : CS_OK;
    if (status != CS_OK)
        return status;
    cs_image *a = NULL, *b = NULL;
    status = cs_image_read_png(cli->args.operands[0], cli->log, &a);
    cs_status second = cs_image_read_png(cli->args.operands[1], cli->log, &b);
    status = cs_worse(status, second);
    if (status == CS_OK)
        status = compare(cli, a, b);
    cs_image_destroy(a);
    cs_image_destroy(b);
    return status;
}

static const cs_option options[] = {
    {.name = "diff",
     .kind = CS_OPTION_FILE,
     .value = "OUT",
     .doc =
         "Write a picture of the differences: the first picture in dim grey, small differences yellow, large ones red"},
    {.name = "max-pixels",
     .kind = CS_OPTION_INTEGER,
     .value = "N",
     .min = 0,
     .max = INT64_MAX,
     .doc = "Let this many pixels differ (the default is 0)"},
    {.name = "threshold",
     .kind = CS_OPTION_INTEGER,
     .value = "T",
     .min = 0,
     .max = 255,
     .doc = "A pixel differs when a channel differs by more than T of 255 (the default is 0)"},
    {0},
};

static const cs_example examples[] = {
    {"compare before.png after.png", "are they the same?"},
    {"compare before.png after.png --threshold 2 --max-pixels 20 --diff diff.png", "let a little pass, and show where"},
    {0},
};

const cs_verb cs_verb_compare = {
    .name = "compare",
    .summary = "Compare two pictures",
    .usage = "A.png B.png [options]",
    .description = "Counts the pixels that differ, and gives the largest and the root mean square difference of the "
                   "channels. Exits with 1 when more pixels differ than --max-pixels, or when the sizes differ.",
    .options = options,
    .groups = 0,
    .min_operands = 2,
    .max_operands = 2,
    .operand = "A.png B.png",
    .examples = examples,
    .run = run,
};
