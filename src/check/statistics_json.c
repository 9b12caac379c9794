// SPDX-License-Identifier: MIT
//
// Statistics as JSON: the form of `--stats`, of references and of reports. The keys and their order are part of the
// contract; equal statistics are equal bytes.
#include "check/statistics_json.h"

static void write_state(json_writer *json, const cs_state_statistics *state)
{
    json_integer(json, "particles", state->particles);
    json_integer(json, "springs", state->springs);
    if (state->has_free) {
        json_begin(json, "y", '{');
        json_number(json, "min", state->y_min);
        json_number(json, "max", state->y_max);
        json_number(json, "mean", state->y_mean);
        json_end(json, '}');
    } else {
        json_null(json, "y");
    }
    json_number(json, "kinetic_energy", state->kinetic_energy);
    json_number(json, "max_stretch", state->max_stretch);
    json_hash(json, "state_hash", state->state_hash);
}

/// How the solves of the last step went; only solvers that iterate to a residual have something to say.
static void write_solve(json_writer *json, const cs_state_statistics *state)
{
    if (state->iterations > 0) {
        json_integer(json, "iterations", state->iterations);
        json_number(json, "residual", state->residual);
    }
}

static void write_mask(json_writer *json, const cs_image_statistics *image)
{
    json_begin(json, "coverage", '{');
    json_integer(json, "pixels", image->pixels);
    json_number(json, "fraction", image->fraction);
    json_end(json, '}');
    if (image->pixels > 0) {
        json_numbers(json, "mean_color", image->mean_color, 3);
        json_integers(json, "bbox", image->bbox, 4);
        json_numbers(json, "centroid", image->centroid, 2);
    } else {
        json_null(json, "mean_color");
        json_null(json, "bbox");
        json_null(json, "centroid");
    }
    json_begin(json, "tiles", '[');
    for (int row = 0; row < CS_TILES; row++)
        json_numbers(json, NULL, image->tiles[row], CS_TILES);
    json_end(json, ']');
}

static void write_cloths(json_writer *json, const cs_statistics *statistics)
{
    json_begin(json, "cloths", '[');
    for (int k = 0; k < statistics->cloth_count; k++) {
        json_begin(json, NULL, '{');
        json_string(json, "name", statistics->cloth_names[k]);
        write_state(json, &statistics->cloth_states[k]);
        if (statistics->has_image) {
            json_begin(json, "image", '{');
            write_mask(json, &statistics->cloth_images[k]);
            json_end(json, '}');
        } else {
            json_null(json, "image");
        }
        json_end(json, '}');
    }
    json_end(json, ']');
}

void statistics_write_members(json_writer *json, const cs_statistics *statistics)
{
    json_string(json, "tool", "clothsim " CS_VERSION);
    json_hash(json, "scene_hash", statistics->scene_hash);
    json_integer(json, "step", statistics->step);
    json_number(json, "time", statistics->time);
    write_state(json, &statistics->state);
    write_solve(json, &statistics->state);
    if (statistics->has_image) {
        json_begin(json, "image", '{');
        json_integer(json, "width", statistics->width);
        json_integer(json, "height", statistics->height);
        write_mask(json, &statistics->image);
        json_hash(json, "pixel_hash", statistics->pixel_hash);
        json_end(json, '}');
    } else {
        json_null(json, "image");
    }
    write_cloths(json, statistics);
}

char *cs_statistics_json(const cs_statistics *statistics, const cs_timing *timing, bool pretty)
{
    json_writer json = {.pretty = pretty};
    json_begin(&json, NULL, '{');
    statistics_write_members(&json, statistics);
    if (timing) {
        json_begin(&json, "timing", '{');
        json_number(&json, "load", timing->load);
        json_number(&json, "simulate", timing->simulate);
        json_number(&json, "render", timing->render);
        json_number(&json, "write", timing->write);
        json_end(&json, '}');
    }
    json_end(&json, '}');
    return cs_text_take(&json.text);
}
