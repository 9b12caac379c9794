// SPDX-License-Identifier: MIT
//
// Making the draw list: projection in parallel blocks, then, only for meshes that need it, clipping.
#include "render/draw_list.h"

#include "render/clip.h"
#include "render/project_kernel.h"
#include "render/wire_shapes.h"

/// Vertices a block.
#define PROJECT_BLOCK 4096
/// Half the width of a line, pixels.
static const double LINE_HALF_WIDTH = 0.55;

static cs_project_function *const PROJECT[] = CS_WIDE_TABLE(cs_project_vertices);

typedef struct project_job {
    cs_project_function *run; ///< NULL: by the classic rule
    const cs_projection *projection;
    const cs_mesh *mesh;
    cs_vec3 *screen;
    unsigned char *undrawable; ///< a block: 1 when any vertex of it is
} project_job;

/// Projects as the classic pipeline wants it; vertices behind the eye get depth 0.
static void project_affine(const cs_view *view, int count, const cs_vec3 *positions, cs_vec3 *screen)
{
    for (int i = 0; i < count; i++) {
        cs_vec3 p = cs_view_point(view, positions[i]);
        screen[i] = (cs_vec3){0, 0, 0};
        if (p.z > 0) {
            cs_view_project(view, p, &screen[i].x, &screen[i].y);
            screen[i].z = p.z;
        }
    }
}

static void project_block(void *context, int block, int thread)
{
    (void)thread;
    const project_job *job = context;
    int first = block * PROJECT_BLOCK, left = job->mesh->vertex_count - first;
    int count = left < PROJECT_BLOCK ? left : PROJECT_BLOCK;
    const cs_vec3 *positions = job->mesh->positions + first;
    if (job->run) {
        job->undrawable[block] = job->run(job->projection, count, positions, job->screen + first) > 0;
    } else {
        project_affine(&job->projection->view, count, positions, job->screen + first);
        job->undrawable[block] = 0;
    }
}

/// Projects a mesh; true when some vertex of it cannot be drawn unclipped.
static bool project_mesh(const cs_draw_input *input, const cs_projection *projection, const cs_mesh *mesh,
                         cs_vec3 *screen, unsigned char *undrawable)
{
    project_job job = {input->affine ? NULL : PROJECT[input->compute->simd], projection, mesh, screen, undrawable};
    int blocks = (mesh->vertex_count + PROJECT_BLOCK - 1) / PROJECT_BLOCK;
    cs_pool_run(input->compute->pool, blocks, project_block, &job);
    for (int i = 0; i < blocks; i++) {
        if (undrawable[i]) {
            return true;
        }
    }
    return false;
}

static cs_vec3 triangle_normal(const cs_mesh *mesh, const cs_triangle *t)
{
    cs_vec3 a = mesh->positions[t->a];
    return cs_normalize(cs_cross(cs_sub(mesh->positions[t->b], a), cs_sub(mesh->positions[t->c], a)));
}

/// Cuts a triangle; 0 when it needs no cutting (all corners drawable) or nothing is left.
static int clip_triangle(const cs_draw_input *input, const cs_clip_volume *volume, const cs_mesh *mesh,
                         const cs_vec3 *screen, const cs_triangle *t, cs_clip_vertex corners[CS_CLIP_CORNERS])
{
    if (screen[t->a].z > 0 && screen[t->b].z > 0 && screen[t->c].z > 0) {
        return 0;
    }
    const int32_t index[3] = {t->a, t->b, t->c};
    bool flat = mesh->surface.shading == CS_SHADING_FLAT || !mesh->normals;
    cs_vec3 normal = flat ? triangle_normal(mesh, t) : (cs_vec3){0, 0, 0};
    for (int k = 0; k < 3; k++) {
        corners[k] = (cs_clip_vertex){cs_view_point(input->view, mesh->positions[index[k]]),
                                      flat ? normal : mesh->normals[index[k]]};
    }
    return cs_clip_polygon(volume, corners, 3);
}

/// A point of view space that lies inside the clip volume as a screen vertex.
static cs_vec3 screen_vertex(const cs_projection *projection, cs_vec3 p)
{
    double inverse = 1 / p.z;
    double x = floor(p.x * inverse * projection->x_scale + projection->x_center + 0.5);
    double y = floor(projection->y_center - p.y * inverse * projection->y_scale + 0.5);
    return (cs_vec3){cs_clamp(x, -CS_GUARD, CS_GUARD), cs_clamp(y, -CS_GUARD, CS_GUARD), inverse};
}

/// How many corners and triangles the cut parts of the listed meshes have.
static void count_clipped(const cs_draw_input *input, const cs_clip_volume *volume, const cs_draw_list *list,
                          size_t *vertices, size_t *triangles)
{
    cs_clip_vertex corners[CS_CLIP_CORNERS];
    *vertices = *triangles = 0;
    for (int m = 0; m < input->frame->mesh_count; m++) {
        const cs_mesh *mesh = &input->frame->meshes[m];
        for (int i = 0; list->batches[m].cut && i < mesh->triangle_count; i++) {
            int n = clip_triangle(input, volume, mesh, list->batches[m].screen, &mesh->triangles[i], corners);
            *vertices += (size_t)n;
            *triangles += n > 2 ? (size_t)n - 2 : 0;
        }
    }
}

/// Appends the cut parts of one mesh, as fans, to the arrays at *vertex and *triangle.
static void fill_clipped(const cs_draw_input *input, const cs_clip_volume *volume, const cs_projection *projection,
                         const cs_draw_batch *batch, const cs_mesh *mesh, cs_vec3 *screen, cs_vec3 *normals,
                         cs_triangle *triangles, size_t *vertex, size_t *triangle)
{
    cs_clip_vertex corners[CS_CLIP_CORNERS];
    for (int i = 0; i < mesh->triangle_count; i++) {
        int n = clip_triangle(input, volume, mesh, batch->screen, &mesh->triangles[i], corners);
        int32_t base = (int32_t)*vertex;
        for (int k = 0; k < n; k++) {
            screen[*vertex] = screen_vertex(projection, corners[k].position);
            normals[(*vertex)++] = corners[k].normal;
        }
        for (int k = 2; k < n; k++) {
            triangles[(*triangle)++] = (cs_triangle){base, base + k - 1, base + k};
        }
    }
}

/// Gives a batch its references, which follow those of the batches before.
static void add_batch(cs_draw_list *list, cs_draw_batch batch, size_t triangles)
{
    batch.first = list->triangle_count;
    list->triangle_count += (int64_t)triangles;
    batch.end = list->triangle_count;
    list->batches[list->batch_count++] = batch;
}

static bool add_clipped(cs_draw_list *list, const cs_draw_input *input, const cs_projection *projection)
{
    cs_clip_volume volume = cs_clip_volume_make(input->view, input->grid);
    size_t vertices, triangles, vertex = 0, triangle = 0;
    count_clipped(input, &volume, list, &vertices, &triangles);
    if (triangles == 0) {
        return true;
    }
    cs_vec3 *screen = cs_buffer_reserve(&list->clip_vertices, vertices, 2 * sizeof(*screen));
    cs_triangle *all = cs_buffer_reserve(&list->clip_triangles, triangles, sizeof(*all));
    if (vertices > INT32_MAX || !screen || !all) {
        return false;
    }
    int meshes = list->batch_count;
    for (int m = 0; m < meshes; m++) {
        if (!list->batches[m].cut) {
            continue;
        }
        size_t first = triangle;
        fill_clipped(input, &volume, projection, &list->batches[m], &input->frame->meshes[m], screen, screen + vertices,
                     all, &vertex, &triangle);
        cs_draw_batch batch = list->batches[m];
        batch.triangles = all + first;
        batch.screen = screen;
        batch.normals = screen + vertices;
        add_batch(list, batch, triangle - first);
    }
    return true;
}

static bool add_meshes(cs_draw_list *list, const cs_draw_input *input, const cs_projection *projection)
{
    size_t vertices = 0, blocks = 0;
    for (int m = 0; m < input->frame->mesh_count; m++) {
        size_t count = (size_t)input->frame->meshes[m].vertex_count;
        vertices += count;
        blocks += count / PROJECT_BLOCK + 1;
    }
    cs_vec3 *screen = cs_buffer_reserve(&list->screen_buffer, vertices + blocks, sizeof(*screen));
    if (!screen) {
        return false;
    }
    unsigned char *undrawable = (unsigned char *)(screen + vertices);
    bool any_cut = false;
    for (int m = 0; m < input->frame->mesh_count; m++) {
        const cs_mesh *mesh = &input->frame->meshes[m];
        cs_draw_batch batch = {.triangles = mesh->triangles,
                               .screen = screen,
                               .normals = mesh->surface.shading == CS_SHADING_FLAT ? NULL : mesh->normals,
                               .positions = mesh->positions,
                               .surface = &mesh->surface,
                               .id = cs_object_id(m),
                               .cloth = true,
                               .affine = input->affine,
                               .cut = project_mesh(input, projection, mesh, screen, undrawable)};
        any_cut |= batch.cut;
        add_batch(list, batch, (size_t)mesh->triangle_count);
        screen += mesh->vertex_count;
    }
    return !any_cut || add_clipped(list, input, projection);
}

/// Writes the quad of a line on the screen, LINE_HALF_WIDTH to each side; false when nothing of it can be seen.
static bool make_line(const cs_draw_input *input, const cs_clip_volume *volume, const cs_projection *projection,
                      cs_vec3 a, cs_vec3 b, cs_vec3 quad[4])
{
    a = cs_view_point(input->view, a);
    b = cs_view_point(input->view, b);
    if (!cs_clip_segment(volume, &a, &b)) {
        return false;
    }
    cs_vec3 from = screen_vertex(projection, a), to = screen_vertex(projection, b);
    double dx = to.x - from.x, dy = to.y - from.y, length = sqrt(dx * dx + dy * dy);
    if (!(length > 0)) {
        return false;
    }
    double half = LINE_HALF_WIDTH * input->grid->pixel_units / length;
    double ox = floor(-dy * half + 0.5), oy = floor(dx * half + 0.5);
    quad[0] = (cs_vec3){from.x + ox, from.y + oy, from.z};
    quad[1] = (cs_vec3){from.x - ox, from.y - oy, from.z};
    quad[2] = (cs_vec3){to.x + ox, to.y + oy, to.z};
    quad[3] = (cs_vec3){to.x - ox, to.y - oy, to.z};
    return true;
}

static bool add_lines(cs_draw_list *list, const cs_draw_input *input, const cs_projection *projection)
{
    size_t segments = 0, line = 0;
    for (int i = 0; i < input->frame->shape_count; i++) {
        const cs_shape *shape = &input->frame->shapes[i];
        segments += shape->display == input->wireframe ? (size_t)cs_wire_segment_count(shape) : 0;
    }
    cs_vec3 *screen = cs_buffer_reserve(&list->line_vertices, segments, 4 * sizeof(*screen));
    cs_triangle *triangles = cs_buffer_reserve(&list->line_triangles, segments, 2 * sizeof(*triangles));
    if (!screen || !triangles || segments > INT32_MAX / 4) {
        return false;
    }
    cs_clip_volume volume = cs_clip_volume_make(input->view, input->grid);
    for (int i = 0; i < input->frame->shape_count; i++) {
        const cs_shape *shape = &input->frame->shapes[i];
        size_t first = line;
        for (int k = 0; shape->display == input->wireframe && k < cs_wire_segment_count(shape); k++) {
            cs_vec3 a, b;
            cs_wire_segment(shape, k, &a, &b);
            if (make_line(input, &volume, projection, a, b, screen + 4 * line)) {
                int32_t v = (int32_t)(4 * line);
                triangles[2 * line] = (cs_triangle){v, v + 1, v + 2};
                triangles[2 * line + 1] = (cs_triangle){v + 1, v + 3, v + 2};
                line++;
            }
        }
        if (line > first) {
            add_batch(list,
                      (cs_draw_batch){.triangles = triangles + 2 * first,
                                      .screen = screen,
                                      .color = shape->color,
                                      .id = cs_object_id(input->frame->mesh_count + i)},
                      2 * (line - first));
        }
    }
    return true;
}

bool cs_draw_list_fill(cs_draw_list *list, const cs_draw_input *input)
{
    list->batch_count = 0;
    list->triangle_count = 0;
    size_t most = 2 * (size_t)input->frame->mesh_count + (size_t)input->frame->shape_count;
    list->batches = cs_buffer_reserve(&list->batch_buffer, most, sizeof(*list->batches));
    cs_projection projection = cs_projection_make(input->view, input->grid);
    return list->batches && (!input->meshes || add_meshes(list, input, &projection)) &&
           add_lines(list, input, &projection);
}

void cs_draw_list_free(cs_draw_list *list)
{
    cs_buffer_free(&list->batch_buffer);
    cs_buffer_free(&list->screen_buffer);
    cs_buffer_free(&list->clip_vertices);
    cs_buffer_free(&list->clip_triangles);
    cs_buffer_free(&list->line_vertices);
    cs_buffer_free(&list->line_triangles);
}
