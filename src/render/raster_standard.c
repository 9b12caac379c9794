// SPDX-License-Identifier: MIT
//
// The standard pipeline: a tiled z-buffer. Meshes become a draw list, its triangles are sorted into tiles, and each
// tile finds what shows, lights it and writes its pixels, without a sample ever leaving the cache. Overlays are a
// second draw list over the same tiles. Tall pictures are sorted band by band, so that memory stays bounded.
#include "image/image.h"
#include "render/resolve.h"

#include <stdlib.h>
#include <string.h>

/// Tiles a band: what is sorted at once.
#define BAND_TILES 8192

static cs_visibility_function *const VISIBILITY[] = CS_WIDE_TABLE(cs_tile_visibility);
static cs_shading_function *const SHADING[] = CS_WIDE_TABLE(cs_tile_shading);
static cs_resolve_row_function *const RESOLVE_ROW[] = CS_WIDE_TABLE(cs_resolve_row);

/// One draw list with its tiles.
typedef struct draw_layer {
    cs_draw_list list;
    cs_tile_bins bins;
    cs_tile_pass pass;
} draw_layer;

typedef struct standard_state {
    cs_encoder encoder;
    draw_layer scene, overlay;
    cs_buffer lights, solids, background, scratch;
} standard_state;

/// What the tiles of a picture need.
typedef struct standard_job {
    const standard_state *state;
    const cs_image *image;
    uint8_t *shaded, *rgb; ///< two buffers when there is an overlay
    cs_background background;
    int mesh_count;
    int first_row; ///< of the band
    cs_tile_scratch *scratch;
    cs_visibility_function *visibility;
    cs_shading_function *shading;
    cs_resolve_row_function *resolve_row;
} standard_job;

static cs_tile tile_of(const draw_layer *layer, int column, int row)
{
    const cs_tile_bins *bins = &layer->bins;
    const cs_sample_grid *grid = layer->pass.grid;
    int size = bins->tile_samples;
    cs_tile tile = {.x = column * size, .y = row * size};
    tile.width = tile.x + size < grid->columns ? size : grid->columns - tile.x;
    tile.height = tile.y + size < grid->rows ? size : grid->rows - tile.y;
    tile.first_pixel_row = tile.y / grid->samples;
    if (bins->references) {
        size_t index = (size_t)(row - bins->first_row) * (size_t)bins->columns + (size_t)column;
        tile.references = bins->references + bins->starts[index];
        tile.reference_count = bins->starts[index + 1] - bins->starts[index];
    }
    return tile;
}

static void copy_tile(const cs_tile *tile, int samples, int image_width, const uint8_t *from, uint8_t *to)
{
    size_t bytes = 3 * (size_t)(tile->width / samples);
    for (int row = 0; row < tile->height / samples; row++) {
        size_t at = 3 * ((size_t)(tile->first_pixel_row + row) * (size_t)image_width + (size_t)(tile->x / samples));
        memcpy(to + at, from + at, bytes);
    }
}

static void draw_overlay(const standard_job *job, const cs_tile *base, int column, int row, bool empty,
                         cs_tile_scratch *scratch)
{
    const draw_layer *overlay = &job->state->overlay;
    copy_tile(base, overlay->pass.grid->samples, job->image->width, job->shaded, job->rgb);
    cs_tile tile = tile_of(overlay, column, row);
    if (tile.reference_count > 0) {
        cs_resolve_bake(&overlay->pass, &tile, &job->background, empty, scratch);
        job->visibility(&overlay->pass, &tile, scratch);
        job->shading(&overlay->pass, &tile, scratch);
        cs_resolve_overlay(&overlay->pass, &tile, scratch, &job->state->encoder, job->image, job->rgb);
    }
}

static void draw_tile(void *context, int block, int thread)
{
    const standard_job *job = context;
    const draw_layer *scene = &job->state->scene;
    int column = block % scene->bins.columns, row = job->first_row + block / scene->bins.columns;
    cs_tile_scratch *scratch = &job->scratch[thread];
    cs_tile tile = tile_of(scene, column, row);
    bool shows = job->visibility(&scene->pass, &tile, scratch);
    if (shows) {
        job->shading(&scene->pass, &tile, scratch);
        cs_resolve_tile(&scene->pass, &tile, scratch, &job->state->encoder, &job->background, job->mesh_count,
                        job->resolve_row, job->image, job->shaded);
    } else {
        cs_resolve_empty(&scene->pass, &tile, &job->background, job->image, job->shaded);
    }
    if (job->shaded != job->rgb) {
        draw_overlay(job, &tile, column, row, !shows, scratch);
    }
}

static cs_vec3 display_linear(const cs_image_settings *settings, cs_vec3 display)
{
    cs_vec3 c = {cs_tone_clamp(display.x), cs_tone_clamp(display.y), cs_tone_clamp(display.z)};
    if (settings->encoding == CS_ENCODING_SRGB) {
        return (cs_vec3){cs_srgb_decode(c.x), cs_srgb_decode(c.y), cs_srgb_decode(c.z)};
    }
    return c;
}

static bool make_background(standard_state *state, const cs_image_settings *settings, cs_background *background)
{
    size_t rows = (size_t)settings->height;
    background->light = cs_buffer_reserve(&state->background, rows, sizeof(cs_vec3) + 3);
    if (!background->light) {
        return false;
    }
    background->rgb = (uint8_t(*)[3])(background->light + rows);
    for (int y = 0; y < settings->height; y++) {
        double t = (double)y / settings->height;
        cs_vec3 top = settings->background_top;
        cs_vec3 color = cs_add(top, cs_scale(cs_sub(settings->background_bottom, top), t));
        background->light[y] = display_linear(settings, color);
        background->rgb[y][0] = cs_tone_to_byte(color.x);
        background->rgb[y][1] = cs_tone_to_byte(color.y);
        background->rgb[y][2] = cs_tone_to_byte(color.z);
    }
    return true;
}

static cs_tile_light *make_lights(standard_state *state, const cs_scene *scene)
{
    cs_tile_light *lights = cs_buffer_reserve(&state->lights, (size_t)scene->light_count, sizeof(*lights));
    for (int i = 0; lights && i < scene->light_count; i++) {
        const cs_light *light = &scene->lights[i];
        bool directional = light->kind == CS_LIGHT_DIRECTIONAL;
        lights[i] = (cs_tile_light){directional,
                                    directional ? cs_scale(cs_normalize(light->direction), -1)
                                                : cs_sub(light->position, scene->camera.eye),
                                    light->color};
    }
    return lights;
}

/// Fills a layer's draw list and measures its triangles. False: no memory.
static bool prepare_layer(draw_layer *layer, const cs_draw_input *input, const cs_tile_pass *pass,
                          const cs_image_settings *settings)
{
    layer->pass = *pass;
    layer->pass.list = &layer->list;
    layer->pass.bins = &layer->bins;
    if (!cs_draw_list_fill(&layer->list, input) ||
        !cs_tile_bins_measure(&layer->bins, &layer->list, input->grid, input->compute)) {
        return false;
    }
    for (int i = 0; i < layer->list.batch_count; i++) {
        cs_draw_batch *batch = &layer->list.batches[i];
        batch->color = display_linear(settings, batch->color);
    }
    return true;
}

static bool draw_bands(standard_job *job, standard_state *state, const cs_compute *compute)
{
    const cs_tile_bins *bins = &state->scene.bins;
    int rows = BAND_TILES / bins->columns > 1 ? BAND_TILES / bins->columns : 1;
    for (int row = 0; row < bins->rows; row += rows) {
        int end = row + rows < bins->rows ? row + rows : bins->rows;
        if (!cs_tile_bins_sort(&state->scene.bins, &state->scene.list, row, end, compute) ||
            (job->shaded != job->rgb &&
             !cs_tile_bins_sort(&state->overlay.bins, &state->overlay.list, row, end, compute))) {
            return false;
        }
        job->first_row = row;
        cs_pool_run(compute->pool, (end - row) * bins->columns, draw_tile, job);
    }
    return true;
}

static bool has_overlay(const cs_frame *frame)
{
    for (int i = 0; i < frame->shape_count; i++) {
        if (frame->shapes[i].display == CS_DISPLAY_WIREFRAME_OVERLAY) {
            return true;
        }
    }
    return false;
}

/// The pass as far as it does not depend on the layer.
static cs_tile_pass make_pass(const cs_scene *scene, const cs_view *view, const cs_sample_grid *grid,
                              const cs_background *background)
{
    double across = view->aspect / view->focal, down = 1 / view->focal;
    return (cs_tile_pass){.grid = grid,
                          .light_count = scene->light_count,
                          .view = *view,
                          .u_scale = 2 * across / (view->width * grid->pixel_units),
                          .u_offset = -across,
                          .v_scale = -2 * down / (view->height * grid->pixel_units),
                          .v_offset = down,
                          .aces = scene->image.tone_mapping == CS_TONE_ACES,
                          .background = background->light};
}

static bool draw_layers(struct cs_renderer *renderer, standard_state *state, const cs_frame *frame)
{
    const cs_scene *scene = renderer->scene;
    const cs_compute *compute = &renderer->compute;
    cs_view view = cs_view_make(&scene->camera, scene->image.width, scene->image.height);
    cs_sample_grid grid = cs_sample_grid_make(scene->image.width, scene->image.height, scene->image.samples);
    standard_job job = {.state = state,
                        .image = renderer->image,
                        .mesh_count = frame->mesh_count,
                        .visibility = VISIBILITY[compute->simd],
                        .shading = SHADING[compute->simd],
                        .resolve_row = RESOLVE_ROW[compute->simd]};
    cs_solid *solids = cs_buffer_reserve(&state->solids, (size_t)frame->shape_count, sizeof(*solids));
    cs_tile_light *lights = make_lights(state, scene);
    job.scratch = cs_buffer_reserve(&state->scratch, (size_t)cs_pool_threads(compute->pool), sizeof(*job.scratch));
    bool overlay = has_overlay(frame);
    if (!solids || !lights || !job.scratch || !make_background(state, &scene->image, &job.background) ||
        (overlay && !cs_renderer_split_overlays(renderer))) {
        return false;
    }
    job.rgb = renderer->image->rgb;
    job.shaded = renderer->image->shaded;
    cs_tile_pass pass = make_pass(scene, &view, &grid, &job.background);
    pass.lights = lights;
    cs_draw_input input = {frame, &view, &grid, compute, job.shaded != job.rgb, CS_DISPLAY_WIREFRAME_OVERLAY};
    input.meshes = false;
    if (job.shaded != job.rgb && !prepare_layer(&state->overlay, &input, &pass, &scene->image)) {
        return false;
    }
    input.meshes = true;
    input.wireframe = CS_DISPLAY_WIREFRAME;
    double focus = cs_length(cs_sub(scene->camera.target, scene->camera.eye));
    pass.solids = solids;
    pass.solid_count = cs_solids_make(&view, frame, focus, fabs(pass.v_scale), compute, solids);
    return prepare_layer(&state->scene, &input, &pass, &scene->image) && draw_bands(&job, state, compute);
}

static cs_status draw(struct cs_renderer *renderer, const cs_frame *frame, cs_log *log)
{
    if (!renderer->state) {
        standard_state *state = calloc(1, sizeof(*state));
        if (!state) {
            return cs_render_out_of_memory(log);
        }
        cs_encoder_make(renderer->scene->image.encoding, &state->encoder);
        renderer->state = state;
    }
    return draw_layers(renderer, renderer->state, frame) ? CS_OK : cs_render_out_of_memory(log);
}

static void free_layer(draw_layer *layer)
{
    cs_draw_list_free(&layer->list);
    cs_tile_bins_free(&layer->bins);
}

static void release(void *data)
{
    standard_state *state = data;
    if (state) {
        free_layer(&state->scene);
        free_layer(&state->overlay);
        cs_buffer_free(&state->lights);
        cs_buffer_free(&state->solids);
        cs_buffer_free(&state->background);
        cs_buffer_free(&state->scratch);
        free(state);
    }
}

const cs_pipeline_kind cs_pipeline_standard = {draw, release};
