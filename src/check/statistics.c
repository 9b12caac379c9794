// SPDX-License-Identifier: MIT
//
// The statistics of a run: what the simulation says of its state, and what the mask covers in the picture,
// for the whole and for each cloth.
#include "check/check.h"
#include "check/statistics_json.h"

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
        mask[i] = c[lead] > rule->above && c[lead] > c[second] && c[lead] > c[third];
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

/// Mean colours of the tiles of the final picture, rounded to a thousandth so that they read well in a reference.
static void measure_tile_colors(const cs_image *image, double means[CS_TILES][CS_TILES][3])
{
    int64_t sums[CS_TILES][CS_TILES][3] = {{{0}}}, pixels[CS_TILES][CS_TILES] = {{0}};
    for (int y = 0; y < image->height; y++) {
        const uint8_t *row = image->rgb + 3 * (size_t)y * (size_t)image->width;
        int tile_row = y * CS_TILES / image->height;
        for (int x = 0; x < image->width; x++) {
            int column = x * CS_TILES / image->width;
            pixels[tile_row][column]++;
            for (int c = 0; c < 3; c++)
                sums[tile_row][column][c] += row[3 * x + c];
        }
    }
    for (int r = 0; r < CS_TILES; r++)
        for (int k = 0; k < CS_TILES; k++)
            for (int c = 0; c < 3; c++) {
                double mean = pixels[r][k] > 0 ? (double)sums[r][k][c] / (double)pixels[r][k] : 0;
                means[r][k][c] = floor(mean * 1000 + 0.5) / 1000;
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
        for (size_t i = 0; i < pixels; i++)
            of_cloth[i] = view.mask[i] && image->objects && image->objects[i] == k + 1;
        cs_image_statistics_of(image->width, image->height, view.colors, of_cloth, &statistics->cloth_images[k]);
    }
    measure_tile_colors(image, statistics->tile_colors);
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
