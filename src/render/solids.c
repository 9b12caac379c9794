// SPDX-License-Identifier: MIT
//
// Solid colliders made ready for the tile kernel.
#include "render/solids.h"

#include "render/render_buffer.h"

#include <stdlib.h>

/// The look of a solid collider but for its colour: plain, a little shiny.
static const cs_surface SOLID_SURFACE = {
    .ambient = 0.25, .diffuse = 0.75, .specular = 0.08, .shininess = 24, .shading = CS_SHADING_SMOOTH};
static const cs_surface GROUND_SURFACE = {
    .ambient = 0.35, .diffuse = 0.65, .specular = 0, .shininess = 1, .shading = CS_SHADING_SMOOTH};
/// A solid sphere is never drawn smaller than this part of its radius, however coarse the cloth on it.
static const double LEAST_RADIUS = 0.9;
/// ... and stays this part below the nearest triangle; less lets the two flicker where they touch.
static const double RADIUS_GAP = 0.999;
/// Corners that have sunk below the sphere by more than this part of its radius are not held up by it.
static const double SUNK = 1e-6;
/// The ground is pushed back by this many fixed-point units of its slope on the screen: cloth that lies exactly on it
/// is then in front, for the rounding of a vertex to the grid moves its depth by at most one.
static const double GROUND_BIAS_UNITS = 2;
/// Half of the ground has faded at this many times the distance from the eye to what it looks at.
static const double FADE_DISTANCE = 5;

#define RADIUS_BLOCK 8192

static double segment_distance(cs_vec3 a, cs_vec3 b)
{
    cs_vec3 ab = cs_sub(b, a);
    double length2 = cs_dot(ab, ab);
    double t = length2 > 0 ? cs_clamp(-cs_dot(a, ab) / length2, 0, 1) : 0;
    return cs_length(cs_add(a, cs_scale(ab, t)));
}

/// Distance from the origin to a triangle.
static double triangle_distance(cs_vec3 a, cs_vec3 b, cs_vec3 c)
{
    cs_vec3 n = cs_cross(cs_sub(b, a), cs_sub(c, a));
    double inside_ab = cs_dot(cs_cross(n, cs_sub(b, a)), a), inside_bc = cs_dot(cs_cross(n, cs_sub(c, b)), b),
           inside_ca = cs_dot(cs_cross(n, cs_sub(a, c)), c);
    if (inside_ab < 0 && inside_bc < 0 && inside_ca < 0) {
        return fabs(cs_dot(cs_normalize(n), a));
    }
    double ab = segment_distance(a, b), bc = segment_distance(b, c), ca = segment_distance(c, a);
    double least = ab < bc ? ab : bc;
    return least < ca ? least : ca;
}

typedef struct radius_job {
    const cs_shape *shape;
    const cs_mesh *mesh;
    double *nearest; ///< a block
} radius_job;

static void nearest_in_block(void *context, int block, int thread)
{
    (void)thread;
    const radius_job *job = context;
    double radius = job->shape->radius, floor2 = radius * (1 - SUNK) * radius * (1 - SUNK), nearest = radius;
    int first = block * RADIUS_BLOCK, left = job->mesh->triangle_count - first;
    for (int i = first; i < first + (left < RADIUS_BLOCK ? left : RADIUS_BLOCK); i++) {
        const cs_triangle *t = &job->mesh->triangles[i];
        cs_vec3 a = cs_sub(job->mesh->positions[t->a], job->shape->center),
                b = cs_sub(job->mesh->positions[t->b], job->shape->center),
                c = cs_sub(job->mesh->positions[t->c], job->shape->center);
        double aa = cs_dot(a, a), ab = cs_dot(cs_sub(b, a), cs_sub(b, a)), ac = cs_dot(cs_sub(c, a), cs_sub(c, a));
        double reach = radius + sqrt(ab > ac ? ab : ac);
        if (aa > reach * reach || aa < floor2 || cs_dot(b, b) < floor2 || cs_dot(c, c) < floor2) {
            continue;
        }
        double d = triangle_distance(a, b, c);
        nearest = d < nearest ? d : nearest;
    }
    job->nearest[block] = nearest;
}

double cs_solid_radius(const cs_shape *shape, const cs_frame *frame, const cs_compute *compute)
{
    double nearest = shape->radius;
    for (int m = 0; m < frame->mesh_count; m++) {
        const cs_mesh *mesh = &frame->meshes[m];
        int blocks = mesh->triangle_count / RADIUS_BLOCK + 1;
        double *found = malloc((size_t)blocks * sizeof(*found));
        if (!found) {
            return -1;
        }
        radius_job job = {shape, mesh, found};
        cs_pool_run(compute->pool, blocks, nearest_in_block, &job);
        for (int i = 0; i < blocks; i++) {
            nearest = found[i] < nearest ? found[i] : nearest;
        }
        free(found);
    }
    nearest = nearest < shape->radius ? nearest * RADIUS_GAP : nearest;
    return nearest > LEAST_RADIUS * shape->radius ? nearest : LEAST_RADIUS * shape->radius;
}

/// Where a sphere (across the view at x, at distance z) begins and ends on the plane z = 1.
static void bounds(double x, double z, double radius, double *low, double *high)
{
    double d = z * z - radius * radius;
    if (z <= radius || !(d > 0)) {
        *low = -INFINITY;
        *high = INFINITY;
        return;
    }
    double root = radius * sqrt(x * x + d);
    *low = (x * z - root) / d;
    *high = (x * z + root) / d;
}

static void make_sphere(const cs_view *view, const cs_shape *shape, cs_solid *solid)
{
    cs_vec3 p = cs_view_point(view, shape->center);
    solid->center = cs_sub(shape->center, view->eye);
    bounds(p.x, p.z, solid->radius, &solid->u_min, &solid->u_max);
    bounds(p.y, p.z, solid->radius, &solid->v_min, &solid->v_max);
}

static void make_ground(const cs_view *view, const cs_shape *shape, double focus, double unit, cs_solid *solid)
{
    double drop = shape->height - view->eye.y;
    solid->plane = (cs_vec3){0, 1 / drop, 0};
    solid->up = drop < 0 ? 1 : -1;
    double slope = (fabs(view->right.y) + fabs(view->up.y)) * fabs(1 / drop) * unit;
    solid->bias = solid->up * GROUND_BIAS_UNITS * slope;
    solid->fade = FADE_DISTANCE * focus;
}

int cs_solids_make(const cs_view *view, const cs_frame *frame, double focus, double unit, const cs_compute *compute,
                   cs_solid *solids)
{
    int count = 0;
    for (int i = 0; i < frame->shape_count; i++) {
        const cs_shape *shape = &frame->shapes[i];
        bool sphere = shape->kind == CS_SHAPE_SPHERE;
        if (shape->display != CS_DISPLAY_SOLID || (!sphere && !(fabs(shape->height - view->eye.y) > 0))) {
            continue;
        }
        cs_solid *solid = &solids[count++];
        *solid = (cs_solid){.kind = shape->kind, .surface = sphere ? SOLID_SURFACE : GROUND_SURFACE};
        solid->surface.front = solid->surface.back = shape->color;
        solid->id = cs_object_id(frame->mesh_count + i);
        if (sphere) {
            solid->radius = cs_solid_radius(shape, frame, compute);
            if (solid->radius < 0) {
                return -1;
            }
            make_sphere(view, shape, solid);
        } else {
            make_ground(view, shape, focus, unit, solid);
        }
    }
    return count;
}
