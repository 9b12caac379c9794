// SPDX-License-Identifier: MIT
//
// The tolerances: one row each for reading, writing, reports and the documentation, and what they are when nobody
// has chosen. The defaults let a cloth be half a pixel off and no more; planted_faults.c tightens them further where a
// scene needs it.
#include "check/tolerances.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/// Half a percent of the covered pixels, but never less than two.
#define COVERAGE_PART  0.005
#define COVERAGE_LEAST 2
/// Five percent of the kinetic energy; a cloth at rest has next to none, so this keeps the tolerance above zero.
#define ENERGY_PART  0.05
#define ENERGY_LEAST 1e-12
/// A tenth of a percent of the pixels may differ from a reference picture.
#define PICTURE_PART 0.001

const cs_tolerance_row cs_tolerance_table[] = {
    {"y", offsetof(cs_tolerances, y), "m", "lowest, highest and mean height of the free particles"},
    {"kinetic_energy", offsetof(cs_tolerances, kinetic_energy), "J", "energy of motion"},
    {"max_stretch", offsetof(cs_tolerances, max_stretch), "1", "largest length over rest length"},
    {"coverage", offsetof(cs_tolerances, coverage), "pixels", "how many the mask covers"},
    {"mean_color", offsetof(cs_tolerances, mean_color), "0-255", "each channel of the mean colour over the mask"},
    {"bbox", offsetof(cs_tolerances, bbox), "pixels", "each side of the box around the mask"},
    {"centroid", offsetof(cs_tolerances, centroid), "pixels", "mean position of the mask, each way"},
    {"tiles", offsetof(cs_tolerances, tiles), "1", "covered part of the tile that is farthest off"},
    {"tile_colors", offsetof(cs_tolerances, tile_colors), "0-255", "mean colour of the tile that is farthest off"},
    {"picture", offsetof(cs_tolerances, picture), "pixels", "how many may differ from the reference picture"},
    {"picture_threshold", offsetof(cs_tolerances, picture_threshold), "0-255", "a pixel differs by more than this"},
};
_Static_assert(CS_COUNT(cs_tolerance_table) == CS_TOLERANCE_COUNT, "one row for each tolerance");

double *cs_tolerance_at(cs_tolerances *tolerances, int row)
{
    return (double *)((char *)tolerances + cs_tolerance_table[row].offset);
}

double tolerance_round_down(double value)
{
    if (!(value > 0 && isfinite(value)))
        return value;
    int exponent = 0;
    double scaled = value;
    for (; scaled >= 100; exponent++)
        scaled /= 10;
    for (; scaled < 10; exponent--)
        scaled *= 10;
    for (int digits = (int)scaled; digits > 0; digits--) {
        char text[32];
        snprintf(text, sizeof text, "%de%d", digits, exponent);
        double rounded = strtod(text, NULL);
        if (rounded <= value)
            return rounded;
    }
    return value;
}

static double at_least(double value, double least)
{
    return value > least ? value : least;
}

cs_tolerances cs_default_tolerances(const cs_statistics *statistics)
{
    return (cs_tolerances){
        .y = 1e-3,
        .kinetic_energy = tolerance_round_down(at_least(ENERGY_PART * statistics->state.kinetic_energy, ENERGY_LEAST)),
        .max_stretch = 1e-3,
        .coverage = at_least(floor(COVERAGE_PART * (double)statistics->image.pixels), COVERAGE_LEAST),
        .mean_color = 1,
        .bbox = 1,
        .centroid = 0.5,
        .tiles = 0.02,
        .tile_colors = 2,
        .picture = floor(PICTURE_PART * statistics->width * statistics->height),
        .picture_threshold = 3,
    };
}
