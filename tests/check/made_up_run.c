// SPDX-License-Identifier: MIT
//
// A run that was never run.
#include "check/made_up_run.h"

#include <stdlib.h>
#include <string.h>

static void draw_box(cs_image *image, int x0, int y0, int x1, int y1, int id, const uint8_t color[3])
{
    for (int y = y0; y <= y1; y++)
        for (int x = x0; x <= x1; x++) {
            size_t at = (size_t)(y * image->width + x);
            for (int c = 0; c < 3; c++)
                image->rgb[3 * at + (size_t)c] = (uint8_t)(color[c] + (x - x0));
            image->objects[at] = (uint16_t)id;
            image->cloth[at] = 1;
        }
}

cs_image *made_up_image(void)
{
    cs_image *image = cs_image_create(MADE_UP_WIDTH, MADE_UP_HEIGHT, true);
    if (!image)
        abort();
    for (int y = 0; y < MADE_UP_HEIGHT; y++)
        memset(image->rgb + 3 * y * MADE_UP_WIDTH, 200 - y, 3 * MADE_UP_WIDTH);
    draw_box(image, 10, 8, 29, 31, 1, (const uint8_t[3]){180, 40, 30});
    draw_box(image, 40, 20, 55, 51, 2, (const uint8_t[3]){20, 150, 60});
    return image;
}

const cs_scene *made_up_scene(void)
{
    static const cs_cloth cloths[2] = {{.name = "red"}, {.name = "green"}};
    static const cs_scene scene = {
        .cloth_count = 2, .cloths = cloths, .mask = {.kind = CS_MASK_OBJECT}, .hash = 0x0123456789abcdef};
    return &scene;
}

cs_statistics made_up_statistics(void)
{
    cs_statistics statistics = {
        .scene_hash = made_up_scene()->hash,
        .step = 300,
        .time = 2.5,
        .state = {.particles = 40,
                  .springs = 100,
                  .has_free = true,
                  .y_min = -1,
                  .y_max = 0.5,
                  .y_mean = -0.25,
                  .kinetic_energy = 2,
                  .max_stretch = 1.125,
                  .state_hash = 0xfedcba9876543210},
        .cloth_count = 2,
        .cloth_names = calloc(2, sizeof(char *)),
        .cloth_states = calloc(2, sizeof(cs_state_statistics)),
        .cloth_images = calloc(2, sizeof(cs_image_statistics)),
    };
    for (int k = 0; k < 2; k++) {
        statistics.cloth_names[k] = strdup(made_up_scene()->cloths[k].name);
        statistics.cloth_states[k] = statistics.state;
        statistics.cloth_states[k].particles = 20;
        statistics.cloth_states[k].springs = 50;
    }
    cs_image *image = made_up_image();
    if (cs_statistics_set_image(made_up_scene(), image, &statistics) != CS_OK)
        abort();
    cs_image_destroy(image);
    return statistics;
}

cs_reference made_up_reference(void)
{
    cs_reference reference = {.statistics = made_up_statistics()};
    reference.tolerances = cs_default_tolerances(&reference.statistics);
    return reference;
}
