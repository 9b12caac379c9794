// SPDX-License-Identifier: MIT
//
// Statistics back from JSON, for references. The same keys in the same order as statistics_json.c; every one is needed,
// but how the solves went.
#include "check/json_read.h"
#include "check/statistics_json.h"

#include <clothsim/scene.h>

#include <limits.h>
#include <string.h>

/// Cloths that a reference may list; each costs two kilobytes.
#define MAX_CLOTHS 100000

static void read_state(json_reader *reader, cs_state_statistics *state)
{
    state->particles = json_read_integer(reader, "particles", 0, INT64_MAX);
    state->springs = json_read_integer(reader, "springs", 0, INT64_MAX);
    state->has_free = json_has(reader, "y");
    if (state->has_free) {
        const struct cJSON *outside = json_enter(reader, "y", 0, '{');
        state->y_min = json_read_number(reader, "min");
        state->y_max = json_read_number(reader, "max");
        state->y_mean = json_read_number(reader, "mean");
        json_leave(reader, outside);
    }
    state->kinetic_energy = json_read_number(reader, "kinetic_energy");
    state->max_stretch = json_read_number(reader, "max_stretch");
    state->state_hash = json_read_hash(reader, "state_hash");
}

static void read_solve(json_reader *reader, cs_state_statistics *state)
{
    if (json_has(reader, "iterations")) {
        state->iterations = (int)json_read_integer(reader, "iterations", 0, INT_MAX);
        state->residual = json_read_number(reader, "residual");
    }
}

static void read_bbox(json_reader *reader, int bbox[4])
{
    double sides[4] = {0};
    json_read_numbers(reader, "bbox", 0, sides, 4);
    for (int i = 0; i < 4; i++) {
        if (sides[i] < 0 || sides[i] >= CS_MAX_IMAGE_SIDE)
            json_fail(reader, NULL, "\"bbox\" must be pixels of the picture");
        bbox[i] = reader->failed ? 0 : (int)sides[i];
    }
}

static void read_mask(json_reader *reader, cs_image_statistics *image)
{
    const struct cJSON *outside = json_enter(reader, "coverage", 0, '{');
    image->pixels = json_read_integer(reader, "pixels", 0, INT64_MAX);
    image->fraction = json_read_number(reader, "fraction");
    json_leave(reader, outside);
    if (image->pixels > 0) {
        json_read_numbers(reader, "mean_color", 0, image->mean_color, 3);
        read_bbox(reader, image->bbox);
        json_read_numbers(reader, "centroid", 0, image->centroid, 2);
    }
    outside = json_enter(reader, "tiles", 0, '[');
    if (json_length(reader, CS_TILES) == CS_TILES)
        for (int row = 0; row < CS_TILES; row++)
            json_read_numbers(reader, NULL, row, image->tiles[row], CS_TILES);
    json_leave(reader, outside);
}

static bool read_cloths(json_reader *reader, cs_statistics *statistics)
{
    const struct cJSON *outside = json_enter(reader, "cloths", 0, '[');
    int count = json_length(reader, -1);
    if (count > MAX_CLOTHS)
        json_fail(reader, NULL, "more than %d cloths", MAX_CLOTHS);
    if (reader->failed || statistics_allocate_cloths(statistics, count) != CS_OK)
        return false;
    for (int k = 0; k < count; k++) {
        const struct cJSON *list = json_enter(reader, NULL, k, '{');
        const char *name = json_read_string(reader, "name");
        statistics->cloth_names[k] = strdup(name ? name : "");
        if (!statistics->cloth_names[k])
            return false;
        read_state(reader, &statistics->cloth_states[k]);
        if (statistics->has_image) {
            const struct cJSON *cloth = json_enter(reader, "image", 0, '{');
            read_mask(reader, &statistics->cloth_images[k]);
            json_leave(reader, cloth);
        }
        json_leave(reader, list);
    }
    json_leave(reader, outside);
    return !reader->failed;
}

bool statistics_read(json_reader *reader, cs_statistics *statistics)
{
    memset(statistics, 0, sizeof *statistics);
    statistics->scene_hash = json_read_hash(reader, "scene_hash");
    statistics->step = json_read_integer(reader, "step", 0, INT64_MAX);
    statistics->time = json_read_number(reader, "time");
    read_state(reader, &statistics->state);
    read_solve(reader, &statistics->state);
    statistics->has_image = json_has(reader, "image");
    if (statistics->has_image) {
        const struct cJSON *outside = json_enter(reader, "image", 0, '{');
        statistics->width = (int)json_read_integer(reader, "width", 1, CS_MAX_IMAGE_SIDE);
        statistics->height = (int)json_read_integer(reader, "height", 1, CS_MAX_IMAGE_SIDE);
        read_mask(reader, &statistics->image);
        statistics->pixel_hash = json_read_hash(reader, "pixel_hash");
        json_leave(reader, outside);
    }
    return read_cloths(reader, statistics);
}
