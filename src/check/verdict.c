// SPDX-License-Identifier: MIT
//
// The verdict: every number of a run against its reference, each with its tolerance. A metric is one line of one of the
// lists below; tile metrics are judged at the tile that is farthest off.
#include "check/check.h"

#include <math.h>
#include <string.h>

/// Metrics of a whole picture and of one cloth, with room to spare; checked when one is added.
#define METRICS_OF_A_PART 40

/// Rows of cs_tolerance_table, so that a metric names its tolerance.
enum {
    EXACT = -1,
    Y,
    KINETIC_ENERGY,
    MAX_STRETCH,
    COVERAGE,
    MEAN_COLOR,
    BBOX,
    CENTROID,
    TILES,
    TILE_COLORS,
    PICTURE,
};

/// A verdict in the making.
typedef struct judge {
    cs_verdict *verdict;
    cs_tolerances tolerances;
    const char *prefix; ///< "" or "cloths[NAME]."
    int capacity;
    bool failed; ///< no memory
} judge;

/// A number, or none.
static double if_any(bool there, double value)
{
    return there ? value : NAN;
}

/// Adds a metric and judges it; NULL when neither side has the number, or there is no memory.
static cs_metric *add(judge *j, int tolerance, double measured, double expected, const char *name)
{
    if (j->failed || (isnan(measured) && isnan(expected)))
        return NULL;
    cs_verdict *verdict = j->verdict;
    const char *full = cs_arena_printf(verdict->storage, "%s%s", j->prefix, name);
    if (!full || verdict->metric_count == j->capacity) {
        j->failed = true;
        return NULL;
    }
    cs_metric *metric = &verdict->metrics[verdict->metric_count++];
    *metric = (cs_metric){.name = full,
                          .measured = measured,
                          .expected = expected,
                          .tolerance = tolerance == EXACT ? 0 : *cs_tolerance_at(&j->tolerances, tolerance),
                          .tolerance_index = tolerance,
                          .tile_row = -1,
                          .tile_column = -1};
    double difference = fabs(measured - expected);
    if (difference == 0)
        metric->ratio = 0;
    else if (isnan(difference) || metric->tolerance == 0)
        metric->ratio = INFINITY;
    else
        metric->ratio = difference / metric->tolerance;
    metric->pass = metric->ratio <= 1;
    return metric;
}

static void judge_state(judge *j, const cs_state_statistics *measured, const cs_state_statistics *expected)
{
    add(j, EXACT, (double)measured->particles, (double)expected->particles, "particles");
    add(j, EXACT, (double)measured->springs, (double)expected->springs, "springs");
    add(j, Y, if_any(measured->has_free, measured->y_min), if_any(expected->has_free, expected->y_min), "y.min");
    add(j, Y, if_any(measured->has_free, measured->y_max), if_any(expected->has_free, expected->y_max), "y.max");
    add(j, Y, if_any(measured->has_free, measured->y_mean), if_any(expected->has_free, expected->y_mean), "y.mean");
    add(j, KINETIC_ENERGY, measured->kinetic_energy, expected->kinetic_energy, "kinetic_energy");
    add(j, MAX_STRETCH, measured->max_stretch, expected->max_stretch, "max_stretch");
}

/// The tile where the covered parts differ most.
static void judge_tiles(judge *j, const cs_image_statistics *measured, const cs_image_statistics *expected)
{
    int row = 0, column = 0;
    double most = -1;
    for (int r = 0; r < CS_TILES; r++)
        for (int c = 0; c < CS_TILES; c++) {
            double difference = fabs(measured->tiles[r][c] - expected->tiles[r][c]);
            if (difference > most) {
                most = difference;
                row = r;
                column = c;
            }
        }
    cs_metric *metric = add(j, TILES, measured->tiles[row][column], expected->tiles[row][column], "tiles");
    if (metric) {
        metric->tile_row = row;
        metric->tile_column = column;
    }
}

/// The tile and channel where the mean colours differ most.
static void judge_tile_colors(judge *j, const cs_statistics *measured, const cs_statistics *expected)
{
    static const char *const names[3] = {"tile_colors.red", "tile_colors.green", "tile_colors.blue"};
    int row = 0, column = 0, channel = 0;
    double most = -1;
    for (int r = 0; r < CS_TILES; r++)
        for (int k = 0; k < CS_TILES; k++)
            for (int c = 0; c < 3; c++) {
                double difference = fabs(measured->tile_colors[r][k][c] - expected->tile_colors[r][k][c]);
                if (difference > most) {
                    most = difference;
                    row = r;
                    column = k;
                    channel = c;
                }
            }
    cs_metric *metric = add(j, TILE_COLORS, measured->tile_colors[row][column][channel],
                            expected->tile_colors[row][column][channel], names[channel]);
    if (metric) {
        metric->tile_row = row;
        metric->tile_column = column;
    }
}

static void judge_mask(judge *j, const cs_image_statistics *measured, const cs_image_statistics *expected)
{
    static const char *const colors[3] = {"mean_color.red", "mean_color.green", "mean_color.blue"};
    static const char *const sides[4] = {"bbox.x0", "bbox.y0", "bbox.x1", "bbox.y1"};
    static const char *const axes[2] = {"centroid.x", "centroid.y"};
    bool m = measured->pixels > 0, e = expected->pixels > 0;
    add(j, COVERAGE, (double)measured->pixels, (double)expected->pixels, "coverage");
    for (int i = 0; i < 3; i++)
        add(j, MEAN_COLOR, if_any(m, measured->mean_color[i]), if_any(e, expected->mean_color[i]), colors[i]);
    for (int i = 0; i < 4; i++)
        add(j, BBOX, if_any(m, measured->bbox[i]), if_any(e, expected->bbox[i]), sides[i]);
    for (int i = 0; i < 2; i++)
        add(j, CENTROID, if_any(m, measured->centroid[i]), if_any(e, expected->centroid[i]), axes[i]);
    judge_tiles(j, measured, expected);
}

static void judge_image(judge *j, const cs_statistics *measured, const cs_statistics *expected)
{
    bool m = measured->has_image, e = expected->has_image;
    add(j, EXACT, if_any(m, measured->width), if_any(e, expected->width), "width");
    add(j, EXACT, if_any(m, measured->height), if_any(e, expected->height), "height");
    if (!measured->has_image || !expected->has_image)
        return;
    judge_mask(j, &measured->image, &expected->image);
    judge_tile_colors(j, measured, expected);
}

/// Each cloth alone, where there are several; cloths are matched by their place.
static void judge_cloths(judge *j, const cs_statistics *measured, const cs_statistics *expected)
{
    add(j, EXACT, measured->cloth_count, expected->cloth_count, "cloths");
    if (measured->cloth_count != expected->cloth_count || measured->cloth_count < 2)
        return;
    for (int k = 0; k < measured->cloth_count; k++) {
        j->prefix = cs_arena_printf(j->verdict->storage, "cloths[%s].", measured->cloth_names[k]);
        if (!j->prefix) {
            j->failed = true;
            return;
        }
        judge_state(j, &measured->cloth_states[k], &expected->cloth_states[k]);
        if (measured->has_image && expected->has_image)
            judge_mask(j, &measured->cloth_images[k], &expected->cloth_images[k]);
    }
    j->prefix = "";
}

static void sum_up(cs_verdict *verdict)
{
    for (int i = 0; i < verdict->metric_count; i++) {
        const cs_metric *metric = &verdict->metrics[i];
        verdict->failed += !metric->pass;
        if (!verdict->worst || metric->ratio > verdict->worst->ratio)
            verdict->worst = metric;
        if (metric->tile_row >= 0 && (!verdict->worst_tile || metric->ratio > verdict->worst_tile->ratio))
            verdict->worst_tile = metric;
    }
    verdict->pass = verdict->same_bits || verdict->failed == 0;
}

cs_status cs_verdict_make(const cs_statistics *measured, const cs_reference *reference,
                          const cs_image_difference *picture, bool use_hashes, cs_verdict *verdict)
{
    const cs_statistics *expected = &reference->statistics;
    cs_verdict made = {.storage = cs_arena_create()};
    judge j = {.verdict = &made, .tolerances = reference->tolerances, .prefix = ""};
    j.capacity = METRICS_OF_A_PART + METRICS_OF_A_PART * (measured->cloth_count < 2 ? 0 : measured->cloth_count);
    if (made.storage)
        made.metrics = cs_arena_alloc(made.storage, (size_t)j.capacity, sizeof *made.metrics);
    if (!made.metrics) {
        cs_verdict_free(&made);
        return CS_INTERNAL;
    }

    made.scene_changed = measured->scene_hash != expected->scene_hash;
    made.same_bits = use_hashes && !made.scene_changed && measured->step == expected->step &&
                     measured->state.state_hash == expected->state.state_hash &&
                     measured->has_image == expected->has_image && measured->pixel_hash == expected->pixel_hash;
    add(&j, EXACT, (double)measured->step, (double)expected->step, "step");
    judge_state(&j, &measured->state, &expected->state);
    judge_image(&j, measured, expected);
    if (picture)
        add(&j, PICTURE, (double)picture->pixels, 0, "picture");
    judge_cloths(&j, measured, expected);
    if (j.failed) {
        cs_verdict_free(&made);
        return CS_INTERNAL;
    }
    sum_up(&made);
    *verdict = made;
    return CS_OK;
}

void cs_verdict_free(cs_verdict *verdict)
{
    cs_arena_destroy(verdict->storage);
    memset(verdict, 0, sizeof *verdict);
}
