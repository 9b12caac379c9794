// SPDX-License-Identifier: MIT
//
// The statistics of a run: what the simulation says of its state, and what the mask covers in the picture,
// for the whole and for each cloth.
#include "check/check.h"
#include "check/statistics_json.h"
#include "image/image.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// Which pixels count, and in which colours, by the scene's mask rule.
typedef struct mask_view {
    const uint8_t *colors; ///< borrowed from the image
    uint8_t *mask;         ///< width*height, 0 or 1
} mask_view;

static void fill_color_mask(const cs_mask *rule, const cs_image *image, uint8_t *mask)
{
    size_t pixels = (size_t)image->width * (size_t)image->height;
    int lead = rule->dominant, second = (lead + 1) % 3, third = (lead + 2) % 3;
    for (size_t i = 0; i < pixels; i++) {
        const uint8_t *c = image->rgb + 3 * i;
        mask[i] = (uint8_t)((c[lead] > rule->above) & (c[lead] > c[second]) & (c[lead] > c[third]));
    }
}

static void fill_mask(const cs_mask *rule, const cs_image *image, mask_view *view)
{
    size_t pixels = (size_t)image->width * (size_t)image->height;
    if (rule->kind == CS_MASK_COLOR) {
        view->colors = image->rgb;
        fill_color_mask(rule, image, view->mask);
    } else {
        view->colors = image->shaded;
        if (image->cloth)
            memcpy(view->mask, image->cloth, pixels);
    }
}

/// Mean colour of one tile of the final picture, rounded to a thousandth so that it reads well in a reference.
static void measure_tile_color(const cs_image *image, int row, int column, double mean[3])
{
    int x0 = cs_tile_start(image->width, column), x1 = cs_tile_start(image->width, column + 1);
    int y0 = cs_tile_start(image->height, row), y1 = cs_tile_start(image->height, row + 1);
    int64_t sums[3] = {0};
    for (int y = y0; y < y1; y++) {
        const uint8_t *color = image->rgb + 3 * ((size_t)y * (size_t)image->width + (size_t)x0);
        uint32_t red = 0, green = 0, blue = 0; // of one row, which is short enough for 32 bits
        for (int x = x0; x < x1; x++, color += 3) {
            red += color[0];
            green += color[1];
            blue += color[2];
        }
        sums[0] += red;
        sums[1] += green;
        sums[2] += blue;
    }
    int64_t pixels = (int64_t)(x1 - x0) * (y1 - y0);
    for (int c = 0; c < 3; c++)
        mean[c] = pixels > 0 ? floor((double)sums[c] / (double)pixels * 1000 + 0.5) / 1000 : 0;
}

/// Marks the pixels of the mask that show one cloth. Nothing outside the mask's box is looked at or written.
static void fill_cloth_mask(const cs_image *image, const uint8_t *mask, const int bbox[4], int id, uint8_t *of_cloth)
{
    if (!image->objects)
        return;
    for (int y = bbox[1]; y <= bbox[3]; y++) {
        size_t row = (size_t)y * (size_t)image->width;
        for (size_t i = row + (size_t)bbox[0]; i <= row + (size_t)bbox[2]; i++)
            of_cloth[i] = (uint8_t)((mask[i] != 0) & (image->objects[i] == id));
    }
}

cs_status cs_statistics_set_image(const cs_scene *scene, const cs_image *image, cs_statistics *statistics)
{
    size_t pixels = (size_t)image->width * (size_t)image->height;
    mask_view view = {.mask = cs_alloc_aligned(pixels, 1)};
    uint8_t *of_cloth = cs_alloc_aligned(pixels, 1);
    if (!view.mask || !of_cloth) {
        free(view.mask);
        free(of_cloth);
        return CS_INTERNAL;
    }
    fill_mask(&scene->mask, image, &view);
    statistics->has_image = true;
    statistics->width = image->width;
    statistics->height = image->height;
    statistics->pixel_hash = cs_image_hash(image);
    cs_image_statistics_of(image->width, image->height, view.colors, view.mask, &statistics->image);
    for (int k = 0; k < statistics->cloth_count; k++) {
        if (statistics->image.pixels > 0)
            fill_cloth_mask(image, view.mask, statistics->image.bbox, k + 1, of_cloth);
        cs_image_statistics_of(image->width, image->height, view.colors, of_cloth, &statistics->cloth_images[k]);
    }
    for (int r = 0; r < CS_TILES; r++)
        for (int c = 0; c < CS_TILES; c++)
            measure_tile_color(image, r, c, statistics->tile_colors[r][c]);
    free(view.mask);
    free(of_cloth);
    return CS_OK;
}

cs_status statistics_allocate_cloths(cs_statistics *statistics, int count)
{
    if (count == 0)
        return CS_OK;
    size_t size = (size_t)count;
    statistics->cloth_names = calloc(size, sizeof *statistics->cloth_names);
    statistics->cloth_states = calloc(size, sizeof *statistics->cloth_states);
    statistics->cloth_images = calloc(size, sizeof *statistics->cloth_images);
    if (!statistics->cloth_names || !statistics->cloth_states || !statistics->cloth_images)
        return CS_INTERNAL;
    statistics->cloth_count = count;
    return CS_OK;
}

static cs_status name_cloths(const cs_scene *scene, cs_statistics *statistics)
{
    for (int k = 0; k < scene->cloth_count; k++) {
        statistics->cloth_names[k] = strdup(scene->cloths[k].name ? scene->cloths[k].name : "");
        if (!statistics->cloth_names[k])
            return CS_INTERNAL;
    }
    return CS_OK;
}

cs_status cs_statistics_collect(const cs_scene *scene, const cs_sim *sim, const cs_image *image,
                                cs_statistics *statistics)
{
    cs_statistics collected = {.scene_hash = scene->hash, .step = cs_sim_step_index(sim), .time = cs_sim_time(sim)};
    cs_status status = statistics_allocate_cloths(&collected, scene->cloth_count);
    if (status == CS_OK)
        status = name_cloths(scene, &collected);
    if (status == CS_OK) {
        cs_sim_statistics(sim, -1, &collected.state);
        for (int k = 0; k < collected.cloth_count; k++)
            cs_sim_statistics(sim, k, &collected.cloth_states[k]);
        if (image)
            status = cs_statistics_set_image(scene, image, &collected);
    }
    if (status != CS_OK) {
        cs_statistics_free(&collected);
        return status;
    }
    *statistics = collected;
    return CS_OK;
}

cs_status cs_statistics_copy(const cs_statistics *from, cs_statistics *to)
{
    cs_statistics copy = *from;
    copy.cloth_count = 0;
    copy.cloth_names = NULL;
    copy.cloth_states = NULL;
    copy.cloth_images = NULL;
    cs_status status = statistics_allocate_cloths(&copy, from->cloth_count);
    for (int k = 0; status == CS_OK && k < from->cloth_count; k++) {
        copy.cloth_states[k] = from->cloth_states[k];
        copy.cloth_images[k] = from->cloth_images[k];
        copy.cloth_names[k] = strdup(from->cloth_names[k]);
        if (!copy.cloth_names[k])
            status = CS_INTERNAL;
    }
    if (status != CS_OK) {
        cs_statistics_free(&copy);
        return status;
    }
    *to = copy;
    return CS_OK;
}

void cs_statistics_free(cs_statistics *statistics)
{
    for (int k = 0; k < statistics->cloth_count; k++)
        free(statistics->cloth_names[k]);
    free(statistics->cloth_names);
    free(statistics->cloth_states);
    free(statistics->cloth_images);
    memset(statistics, 0, sizeof *statistics);
}
