// SPDX-License-Identifier: MIT
//
// The classic pipeline: the rule of the program that clothsim began as, kept to the pixel. Depth and position are
// interpolated in the picture (not perspective-correct), a sample is inside when no barycentric weight is below
// -1e-4, the nearer depth wins in triangle order, triangles with a vertex behind the eye are dropped. Bands of rows
// are independent: each finds the nearest triangle of its samples first and then lights every sample once.
#include "image/image.h"
#include "render/camera.h"
#include "render/overlay_lines.h"
#include "render/pipeline.h"

#include <stdlib.h>

/// A sample this far outside a triangle, in barycentric weight, still counts as inside.
static const double INSIDE = -1e-4;
/// How far that is at most, in parts of the triangle's extent: by this much the search box is wider than the triangle.
static const double BOX_MARGIN = 4e-4;
/// A screen triangle with less than this area (pixels squared) is not drawn: its weights would be noise.
static const double LEAST_AREA = 1e-12;
/// A band holds about this many samples, so that its depth stays in the cache.
#define BAND_SAMPLES 65536

typedef struct screen_vertex {
    double x, y, z; ///< pixels; distance along the view, not positive when the vertex is behind the eye
} screen_vertex;

typedef struct classic_state {
    cs_buffer vertices, first_vertices, samples;
} classic_state;

/// What a band needs; the same for all of them.
typedef struct classic_pass {
    const cs_scene *scene;
    const cs_frame *frame;
    cs_image *image;
    cs_view view;
    int samples;                   ///< per side of a pixel
    int band_rows;                 ///< pixel rows
    const screen_vertex *vertices; ///< of all meshes
    const size_t *first_vertex;    ///< of each mesh
    double *depth;                 ///< one band a thread
    size_t band_samples;
} classic_pass;

typedef struct hit {
    int32_t mesh, triangle; ///< mesh -1: background
} hit;

/// A triangle on the screen with what its weights need.
typedef struct screen_triangle {
    const screen_vertex *a, *b, *c;
    double area;
} screen_triangle;

static bool screen_triangle_make(const classic_pass *pass, int mesh, int index, screen_triangle *out)
{
    const cs_triangle *t = &pass->frame->meshes[mesh].triangles[index];
    const screen_vertex *v = pass->vertices + pass->first_vertex[mesh];
    *out = (screen_triangle){.a = v + t->a, .b = v + t->b, .c = v + t->c};
    if (!(out->a->z > 0 && out->b->z > 0 && out->c->z > 0)) {
        return false;
    }
    out->area = (out->b->y - out->c->y) * (out->a->x - out->c->x) + (out->c->x - out->b->x) * (out->a->y - out->c->y);
    return out->area > LEAST_AREA || out->area < -LEAST_AREA;
}

static inline void weights_at(const screen_triangle *t, double x, double y, double w[3])
{
    w[0] = ((t->b->y - t->c->y) * (x - t->c->x) + (t->c->x - t->b->x) * (y - t->c->y)) / t->area;
    w[1] = ((t->c->y - t->a->y) * (x - t->c->x) + (t->a->x - t->c->x) * (y - t->c->y)) / t->area;
    w[2] = 1 - w[0] - w[1];
}

/// The sample indices in [0, count) that can lie in [low, high] pixels; empty when *first > *last.
static void sample_range(double low, double high, int samples, int count, int *first, int *last)
{
    double margin = (high - low) * BOX_MARGIN;
    double from = floor((low - margin) * samples - 0.5), to = ceil((high + margin) * samples - 0.5);
    *first = from > 0 ? (from < count ? (int)from : count) : 0;
    *last = to < count - 1 ? (to >= 0 ? (int)to : -1) : count - 1;
}

static inline double min3(double a, double b, double c)
{
    return a < b ? (a < c ? a : c) : (b < c ? b : c);
}

static inline double max3(double a, double b, double c)
{
    return a > b ? (a > c ? a : c) : (b > c ? b : c);
}

/// Draws one triangle into the depth and hits of the sample rows [row0, row1).
static void visit_triangle(const classic_pass *pass, const screen_triangle *t, hit id, int row0, int row1,
                           double *depth, hit *hits)
{
    int columns = pass->image->width * pass->samples, rows = pass->image->height * pass->samples;
    int x0, x1, y0, y1;
    sample_range(min3(t->a->y, t->b->y, t->c->y), max3(t->a->y, t->b->y, t->c->y), pass->samples, rows, &y0, &y1);
    y0 = y0 > row0 ? y0 : row0;
    y1 = y1 < row1 - 1 ? y1 : row1 - 1;
    if (y0 > y1) {
        return;
    }
    sample_range(min3(t->a->x, t->b->x, t->c->x), max3(t->a->x, t->b->x, t->c->x), pass->samples, columns, &x0, &x1);
    for (int y = y0; y <= y1; y++) {
        for (int x = x0; x <= x1; x++) {
            double w[3];
            weights_at(t, (x + 0.5) / pass->samples, (y + 0.5) / pass->samples, w);
            if (w[0] < INSIDE || w[1] < INSIDE || w[2] < INSIDE) {
                continue;
            }
            double z = w[0] * t->a->z + w[1] * t->b->z + w[2] * t->c->z;
            size_t i = (size_t)(y - row0) * (size_t)columns + (size_t)x;
            if (z < depth[i]) {
                depth[i] = z;
                hits[i] = id;
            }
        }
    }
}

/// The light rule of the classic program; for several lights the terms add up.
static cs_vec3 light_point(const classic_pass *pass, const cs_surface *surface, cs_vec3 first_vertex, cs_vec3 normal,
                           cs_vec3 point)
{
    cs_vec3 to_eye = cs_normalize(cs_sub(pass->view.eye, point));
    bool front = cs_dot(normal, cs_sub(pass->view.eye, first_vertex)) > 0;
    cs_vec3 color = front ? surface->front : surface->back;
    cs_vec3 facing = cs_dot(normal, to_eye) < 0 ? cs_scale(normal, -1) : normal;
    double diffuse = 0;
    cs_vec3 highlight = {0, 0, 0};
    for (int i = 0; i < pass->scene->light_count; i++) {
        const cs_light *light = &pass->scene->lights[i];
        cs_vec3 to_light = light->kind == CS_LIGHT_POINT ? cs_normalize(cs_sub(light->position, point))
                                                         : cs_scale(cs_normalize(light->direction), -1);
        cs_vec3 reflected = cs_sub(cs_scale(normal, 2 * cs_dot(normal, to_light)), to_light);
        double lambert = cs_dot(facing, to_light), mirror = cs_dot(reflected, to_eye);
        diffuse += lambert > 0 ? lambert : 0;
        double power = cs_pow(mirror > 0 ? mirror : 0, surface->shininess);
        highlight = cs_add(highlight, cs_scale(cs_scale(light->color, surface->specular), power));
    }
    return cs_add(cs_scale(color, surface->ambient + surface->diffuse * diffuse), highlight);
}

static cs_vec3 light_hit(const classic_pass *pass, hit id, double x, double y)
{
    const cs_mesh *mesh = &pass->frame->meshes[id.mesh];
    const cs_triangle *t = &mesh->triangles[id.triangle];
    cs_vec3 a = mesh->positions[t->a], b = mesh->positions[t->b], c = mesh->positions[t->c];
    screen_triangle screen;
    double w[3];
    screen_triangle_make(pass, id.mesh, id.triangle, &screen);
    weights_at(&screen, x, y, w);
    cs_vec3 point = cs_add(cs_add(cs_scale(a, w[0]), cs_scale(b, w[1])), cs_scale(c, w[2]));
    cs_vec3 normal = cs_normalize(cs_cross(cs_sub(b, a), cs_sub(c, a)));
    return light_point(pass, &mesh->surface, a, normal, point);
}

static double tone(const cs_image_settings *settings, double linear)
{
    return cs_tone_clamp(settings->tone_mapping == CS_TONE_ACES ? cs_tone_aces(linear) : linear);
}

/// Display values that may be averaged: with sRGB encoding the background is decoded first.
static cs_vec3 background_at(const cs_image_settings *settings, int y)
{
    double t = (double)y / settings->height;
    return cs_add(settings->background_top, cs_scale(cs_sub(settings->background_bottom, settings->background_top), t));
}

static double encode(const cs_image_settings *settings, double display)
{
    return settings->encoding == CS_ENCODING_SRGB ? cs_srgb_encode(display) : display;
}

static double decode(const cs_image_settings *settings, double display)
{
    return settings->encoding == CS_ENCODING_SRGB ? cs_srgb_decode(cs_tone_clamp(display)) : display;
}

/// Averages the samples of one pixel into every plane of the picture.
static void resolve_pixel(const classic_pass *pass, int px, int py, int row0, const hit *hits)
{
    const cs_image_settings *settings = &pass->scene->image;
    cs_image *image = pass->image;
    int n = pass->samples, columns = image->width * n, covered = 0;
    cs_vec3 sum = {0, 0, 0}, background = background_at(settings, py);
    cs_vec3 beneath = {decode(settings, background.x), decode(settings, background.y), decode(settings, background.z)};
    int32_t most = -1;
    int most_count = 0;
    for (int sy = py * n; sy < (py + 1) * n; sy++) {
        for (int sx = px * n; sx < (px + 1) * n; sx++) {
            hit id = hits[(size_t)(sy - row0) * (size_t)columns + (size_t)sx];
            if (id.mesh < 0) {
                sum = cs_add(sum, beneath);
                continue;
            }
            cs_vec3 c = light_hit(pass, id, (sx + 0.5) / n, (sy + 0.5) / n);
            sum = cs_add(sum, (cs_vec3){tone(settings, c.x), tone(settings, c.y), tone(settings, c.z)});
            covered++;
            if (id.mesh == most) {
                most_count++;
            } else if (most_count == 0) {
                most = id.mesh;
                most_count = 1;
            } else {
                most_count--;
            }
        }
    }
    size_t i = (size_t)py * (size_t)image->width + (size_t)px;
    double share = 1.0 / (n * n);
    cs_vec3 color = background;
    if (covered > 0) {
        color = (cs_vec3){encode(settings, sum.x * share), encode(settings, sum.y * share),
                          encode(settings, sum.z * share)};
    }
    image->rgb[3 * i] = cs_tone_to_byte(color.x);
    image->rgb[3 * i + 1] = cs_tone_to_byte(color.y);
    image->rgb[3 * i + 2] = cs_tone_to_byte(color.z);
    image->cloth[i] = 2 * covered >= n * n;
    image->objects[i] = image->cloth[i] ? cs_object_id(most) : 0;
}

static void draw_band(void *context, int block, int thread)
{
    const classic_pass *pass = context;
    int n = pass->samples, py0 = block * pass->band_rows;
    int py1 = py0 + pass->band_rows < pass->image->height ? py0 + pass->band_rows : pass->image->height;
    double *depth = pass->depth + (size_t)thread * 2 * pass->band_samples;
    hit *hits = (hit *)(depth + pass->band_samples);
    for (size_t i = 0; i < pass->band_samples; i++) {
        depth[i] = INFINITY;
        hits[i] = (hit){-1, -1};
    }
    for (int m = 0; m < pass->frame->mesh_count; m++) {
        for (int i = 0; i < pass->frame->meshes[m].triangle_count; i++) {
            screen_triangle t;
            if (screen_triangle_make(pass, m, i, &t)) {
                visit_triangle(pass, &t, (hit){m, i}, py0 * n, py1 * n, depth, hits);
            }
        }
    }
    for (int y = py0; y < py1; y++) {
        for (int x = 0; x < pass->image->width; x++) {
            resolve_pixel(pass, x, y, py0 * n, hits);
        }
    }
}

/// Projects every vertex of every mesh. False: no memory.
static bool project_vertices(classic_state *state, classic_pass *pass)
{
    const cs_frame *frame = pass->frame;
    size_t total = 0;
    size_t *first = cs_buffer_reserve(&state->first_vertices, (size_t)frame->mesh_count + 1, sizeof(*first));
    if (!first) {
        return false;
    }
    for (int m = 0; m < frame->mesh_count; m++) {
        first[m] = total;
        total += (size_t)frame->meshes[m].vertex_count;
    }
    screen_vertex *vertices = cs_buffer_reserve(&state->vertices, total, sizeof(*vertices));
    if (!vertices) {
        return false;
    }
    for (int m = 0; m < frame->mesh_count; m++) {
        for (int i = 0; i < frame->meshes[m].vertex_count; i++) {
            cs_vec3 p = cs_view_point(&pass->view, frame->meshes[m].positions[i]);
            screen_vertex *v = &vertices[first[m] + (size_t)i];
            *v = (screen_vertex){.z = p.z};
            if (p.z > 0) {
                cs_view_project(&pass->view, p, &v->x, &v->y);
            }
        }
    }
    pass->vertices = vertices;
    pass->first_vertex = first;
    return true;
}

static cs_status draw(struct cs_renderer *renderer, const cs_frame *frame, cs_log *log)
{
    classic_state *state = renderer->state;
    if (!state) {
        state = renderer->state = calloc(1, sizeof(*state));
    }
    cs_image *image = renderer->image;
    classic_pass pass = {.scene = renderer->scene, .frame = frame, .image = image};
    pass.view = cs_view_make(&renderer->scene->camera, image->width, image->height);
    pass.samples = renderer->scene->image.samples;
    int row_samples = image->width * pass.samples * pass.samples;
    pass.band_rows = row_samples < BAND_SAMPLES ? BAND_SAMPLES / row_samples : 1;
    pass.band_samples = (size_t)row_samples * (size_t)pass.band_rows;
    size_t threads = (size_t)cs_pool_threads(renderer->compute.pool);
    if (!state || !project_vertices(state, &pass) || !cs_renderer_split_overlays(renderer)) {
        return cs_render_out_of_memory(log);
    }
    pass.depth = cs_buffer_reserve(&state->samples, threads * 2 * pass.band_samples, sizeof(double));
    if (!pass.depth) {
        return cs_render_out_of_memory(log);
    }
    cs_pool_run(renderer->compute.pool, (image->height + pass.band_rows - 1) / pass.band_rows, draw_band, &pass);
    size_t bytes = (size_t)image->width * (size_t)image->height * 3;
    for (size_t i = 0; i < bytes; i++) {
        image->shaded[i] = image->rgb[i];
    }
    cs_overlay_shapes(&pass.view, frame, image);
    return CS_OK;
}

static void release(void *data)
{
    classic_state *state = data;
    if (state) {
        cs_buffer_free(&state->vertices);
        cs_buffer_free(&state->first_vertices);
        cs_buffer_free(&state->samples);
        free(state);
    }
}

const cs_pipeline_kind cs_pipeline_classic = {draw, release};
