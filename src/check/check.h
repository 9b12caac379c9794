// SPDX-License-Identifier: MIT
//
// Face of the check module: the statistics of a run, reference files, the verdict and its reports.
#ifndef CS_CHECK_CHECK_H
#define CS_CHECK_CHECK_H

#include "base/base.h"

#include <clothsim/image.h>
#include <clothsim/scene.h>
#include <clothsim/sim.h>

/// All numbers about one state and, if it was drawn, its picture. Written as JSON it is what `--stats` gives.
typedef struct cs_statistics {
    uint64_t scene_hash;
    int64_t step;
    double time; ///< s
    cs_state_statistics state;
    bool has_image;
    int width, height;
    cs_image_statistics image;
    uint64_t pixel_hash;
    int cloth_count;
    char **cloth_names;
    cs_state_statistics *cloth_states;
    cs_image_statistics *cloth_images; ///< the mask's pixels that show this cloth
} cs_statistics;

/// Wall-clock seconds of a run, shown only when asked for (`--timing`).
typedef struct cs_timing {
    double load, simulate, render, write;
} cs_timing;

/// Gathers the statistics of a state. `image` NULL: state only. Every array is copied. CS_INTERNAL: no memory.
cs_status cs_statistics_collect(const cs_scene *scene, const cs_sim *sim, const cs_image *image,
                                cs_statistics *statistics);
void cs_statistics_free(cs_statistics *statistics);
/// Stable key order, numbers that read back as the same double. One line, or indented with `pretty`; `timing` may be
/// NULL. No newline at the end. For free(), NULL: no memory.
char *cs_statistics_json(const cs_statistics *statistics, const cs_timing *timing, bool pretty);

#endif
