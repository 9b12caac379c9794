// SPDX-License-Identifier: MIT
//
// The renderer: a tiled z-buffer. Meshes become a draw list, its triangles are sorted into tiles, and the tiles are
// drawn in parallel. Tall pictures are sorted band by band, so that memory stays bounded. The pipelines differ in how
// meshes are drawn and lit, in where the samples of a pixel stand and in how overlays are drawn.
#include "image/image.h"
#include "render/overlay_lines.h"
#include "render/tile_job.h"

#include <clothsim/render.h>

#include <stdlib.h>
#include <string.h>

/// Tiles a band: what is sorted at once.
#define BAND_TILES 8192

typedef struct pipeline {
    bool affine;        ///< meshes by the classic rule
    bool regular_grid;  ///< samples in straight rows and columns
    bool line_overlays; ///< overlays as lines of single pixels
} pipeline;

static const pipeline PIPELINES[] = {
    [CS_PIPELINE_STANDARD] = {false, false, false},
    [CS_PIPELINE_CLASSIC] = {true, true, true},
};

struct cs_renderer {
    const cs_scene *scene;
    cs_compute compute; ///< `simd` resolved
    const pipeline *pipeline;
    cs_tile_kernels kernels;
    cs_encoder encoder;
    cs_image *image; ///< made by the first draw
    cs_layer layer, overlay;
    cs_buffer lights, solids, background, scratch;
};

static cs_status out_of_memory(cs_log *log)
{
    cs_log_error(log, NULL, "not enough memory for the picture");
    return CS_INTERNAL;
}

cs_status cs_renderer_create(const cs_scene *scene, const cs_compute *compute, cs_log *log, cs_renderer **renderer)
{
    *renderer = NULL;
    cs_renderer *made = calloc(1, sizeof(*made));
    if (!made) {
        return out_of_memory(log);
    }
    made->scene = scene;
    made->compute = compute ? *compute : (cs_compute){0};
    made->compute.simd = cs_simd_resolve(made->compute.simd);
    made->pipeline = &PIPELINES[scene->image.pipeline];
    made->kernels = cs_tile_kernels_choose(made->compute.simd);
    cs_encoder_make(scene->image.encoding, &made->encoder);
    *renderer = made;
    return CS_OK;
}

static void free_layer(cs_layer *layer)
{
    cs_draw_list_free(&layer->list);
    cs_tile_bins_free(&layer->bins);
}

void cs_renderer_destroy(cs_renderer *renderer)
{
    if (!renderer) {
        return;
    }
    free_layer(&renderer->layer);
    free_layer(&renderer->overlay);
    cs_buffer_free(&renderer->lights);
    cs_buffer_free(&renderer->solids);
    cs_buffer_free(&renderer->background);
    cs_buffer_free(&renderer->scratch);
    cs_image_destroy(renderer->image);
    free(renderer);
}

/// The picture to draw into, whose every pixel a draw writes; `split`: with a plane for the colours before overlays.
/// NULL: no memory.
static cs_image *reserve_image(cs_renderer *renderer, bool split)
{
    cs_image *image = renderer->image;
    if (!image || (split && image->shaded == image->rgb)) {
        cs_image_destroy(image);
        image = cs_image_create_unset(renderer->scene->image.width, renderer->scene->image.height, split);
        renderer->image = image;
    }
    return image;
}

static cs_vec3 display_linear(const cs_image_settings *settings, cs_vec3 display)
{
    cs_vec3 c = {cs_tone_clamp(display.x), cs_tone_clamp(display.y), cs_tone_clamp(display.z)};
    if (settings->encoding == CS_ENCODING_SRGB) {
        return (cs_vec3){cs_srgb_decode(c.x), cs_srgb_decode(c.y), cs_srgb_decode(c.z)};
    }
    return c;
}

static bool make_background(cs_renderer *renderer, const cs_image_settings *settings, cs_background *background)
{
    size_t rows = (size_t)settings->height;
    background->light = cs_buffer_reserve(&renderer->background, rows, sizeof(cs_vec3) + 3);
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

static cs_tile_light *make_lights(cs_renderer *renderer, const cs_scene *scene, cs_vec3 eye)
{
    cs_tile_light *lights = cs_buffer_reserve(&renderer->lights, (size_t)scene->light_count, sizeof(*lights));
    for (int i = 0; lights && i < scene->light_count; i++) {
        const cs_light *light = &scene->lights[i];
        bool directional = light->kind == CS_LIGHT_DIRECTIONAL;
        lights[i] = (cs_tile_light){
            directional, directional ? cs_scale(cs_normalize(light->direction), -1) : cs_sub(light->position, eye),
            light->color};
    }
    return lights;
}

/// Fills a layer's draw list and measures its triangles. False: no memory.
static bool prepare_layer(cs_layer *layer, const cs_draw_input *input, const cs_tile_pass *pass,
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

static bool draw_bands(cs_tile_job *job, cs_renderer *renderer)
{
    cs_tile_bins *bins = &renderer->layer.bins;
    const cs_compute *compute = &renderer->compute;
    int rows = BAND_TILES / bins->columns > 1 ? BAND_TILES / bins->columns : 1;
    for (int row = 0; row < bins->rows; row += rows) {
        int end = row + rows < bins->rows ? row + rows : bins->rows;
        if (!cs_tile_bins_sort(bins, &renderer->layer.list, row, end, compute) ||
            (job->overlay && !cs_tile_bins_sort(&renderer->overlay.bins, &renderer->overlay.list, row, end, compute))) {
            return false;
        }
        job->first_row = row;
        cs_pool_run(compute->pool, (end - row) * bins->columns, cs_tile_job_run, job);
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
    return (cs_tile_pass){.scene = scene,
                          .grid = grid,
                          .light_count = scene->light_count,
                          .view = *view,
                          .u_scale = 2 * across / (view->width * grid->pixel_units),
                          .u_offset = -across,
                          .v_scale = -2 * down / (view->height * grid->pixel_units),
                          .v_offset = down,
                          .aces = scene->image.tone_mapping == CS_TONE_ACES,
                          .background = background->light};
}

/// Draws both layers into the tiles of the picture.
static bool draw_layers(cs_renderer *renderer, const cs_draw_input *scene_input, const cs_tile_pass *pass,
                        cs_tile_job *job)
{
    const cs_image_settings *settings = &renderer->scene->image;
    job->scene = &renderer->layer;
    if (job->shaded != job->rgb && !renderer->pipeline->line_overlays) {
        cs_draw_input input = *scene_input;
        cs_tile_pass overlay_pass = *pass;
        input.meshes = false;
        input.wireframe = CS_DISPLAY_WIREFRAME_OVERLAY;
        overlay_pass.solid_count = 0;
        job->overlay = &renderer->overlay;
        if (!prepare_layer(&renderer->overlay, &input, &overlay_pass, settings)) {
            return false;
        }
    }
    return prepare_layer(&renderer->layer, scene_input, pass, settings) && draw_bands(job, renderer);
}

static bool draw(cs_renderer *renderer, const cs_frame *frame)
{
    const cs_scene *scene = renderer->scene;
    const cs_compute *compute = &renderer->compute;
    cs_image *image = reserve_image(renderer, has_overlay(frame));
    if (!image) {
        return false;
    }
    cs_view view = cs_view_make(&scene->camera, image->width, image->height);
    cs_sample_grid grid =
        cs_sample_grid_make(image->width, image->height, scene->image.samples, renderer->pipeline->regular_grid);
    cs_background background;
    cs_solid *solids = cs_buffer_reserve(&renderer->solids, (size_t)frame->shape_count, sizeof(*solids));
    cs_tile_light *lights = make_lights(renderer, scene, view.eye);
    cs_tile_scratch *scratch =
        cs_buffer_reserve(&renderer->scratch, (size_t)cs_pool_threads(compute->pool), sizeof(*scratch));
    if (!solids || !lights || !scratch || !make_background(renderer, &scene->image, &background)) {
        return false;
    }
    cs_tile_pass pass = make_pass(scene, &view, &grid, &background);
    pass.lights = lights;
    pass.solids = solids;
    double focus = cs_length(cs_sub(scene->camera.target, view.eye));
    pass.solid_count = cs_solids_make(&view, frame, focus, fabs(pass.v_scale), compute, solids);
    if (pass.solid_count < 0) {
        return false;
    }
    cs_draw_input input = {.frame = frame,
                           .view = &view,
                           .grid = &grid,
                           .compute = compute,
                           .meshes = true,
                           .affine = renderer->pipeline->affine,
                           .wireframe = CS_DISPLAY_WIREFRAME};
    cs_tile_job job = {.image = image,
                       .shaded = image->shaded,
                       .rgb = image->rgb,
                       .encoder = &renderer->encoder,
                       .background = &background,
                       .kernels = &renderer->kernels,
                       .mesh_count = frame->mesh_count,
                       .affine = renderer->pipeline->affine,
                       .scratch = scratch};
    if (!draw_layers(renderer, &input, &pass, &job)) {
        return false;
    }
    if (renderer->pipeline->line_overlays) {
        cs_overlay_shapes(&view, frame, image);
    }
    return true;
}

cs_status cs_renderer_draw(cs_renderer *renderer, const cs_frame *frame, cs_log *log, const cs_image **image)
{
    if (frame->mesh_count > CS_MAX_OBJECTS - frame->shape_count) {
        cs_log_error(log, renderer->scene->file,
                     "%d cloths and networks and %d colliders are more than the %d that a picture can tell apart",
                     frame->mesh_count, frame->shape_count, CS_MAX_OBJECTS);
        return CS_INVALID_SCENE;
    }
    if (!draw(renderer, frame)) {
        return out_of_memory(log);
    }
    *image = renderer->image;
    return CS_OK;
}
