// SPDX-License-Identifier: MIT
//
// Triangle by triangle, pixel by pixel, lit at once; the overlay by the stepping form of Bresenham's algorithm.
#include "render/plain_classic.h"

#include "image/image.h"
#include "math/math.h"

#include <stdlib.h>
#include <string.h>

typedef struct classic {
    const cs_scene *scene;
    int width, height;
    cs_vec3 eye, right, up, forward;
    double focal;
} classic;

static classic look(const cs_scene *scene)
{
    classic c = {.scene = scene, .width = scene->image.width, .height = scene->image.height};
    c.eye = scene->camera.eye;
    c.forward = cs_normalize(cs_sub(scene->camera.target, c.eye));
    c.right = cs_normalize(cs_cross(c.forward, scene->camera.up));
    c.up = cs_cross(c.right, c.forward);
    c.focal = 1 / cs_tan(scene->camera.fov * CS_PI / 180 / 2);
    return c;
}

/// x and y in pixels, z along the view; false behind the eye.
static bool project(const classic *c, cs_vec3 world, cs_vec3 *out)
{
    cs_vec3 d = cs_sub(world, c->eye);
    double x = cs_dot(d, c->right), y = cs_dot(d, c->up), z = cs_dot(d, c->forward);
    if (z <= 0) {
        return false;
    }
    double aspect = (double)c->width / c->height;
    *out = (cs_vec3){(x * c->focal / aspect / z * 0.5 + 0.5) * c->width,
                     (1 - (y * c->focal / z * 0.5 + 0.5)) * c->height, z};
    return true;
}

static void light(const classic *c, const cs_surface *surface, cs_vec3 corner, cs_vec3 normal, cs_vec3 point,
                  unsigned char *rgb)
{
    cs_vec3 to_eye = cs_normalize(cs_sub(c->eye, point));
    cs_vec3 color = cs_dot(normal, cs_sub(c->eye, corner)) > 0 ? surface->front : surface->back;
    cs_vec3 facing = cs_dot(normal, to_eye) < 0 ? cs_scale(normal, -1) : normal, highlight = {0, 0, 0};
    double diffuse = 0;
    for (int i = 0; i < c->scene->light_count; i++) {
        const cs_light *lamp = &c->scene->lights[i];
        cs_vec3 l = lamp->kind == CS_LIGHT_POINT ? cs_normalize(cs_sub(lamp->position, point))
                                                 : cs_scale(cs_normalize(lamp->direction), -1);
        cs_vec3 reflected = cs_sub(cs_scale(normal, 2 * cs_dot(normal, l)), l);
        diffuse += fmax(0, cs_dot(facing, l));
        double power = cs_pow(fmax(0, cs_dot(reflected, to_eye)), surface->shininess);
        highlight = cs_add(highlight, cs_scale(lamp->color, surface->specular * power));
    }
    cs_vec3 sum = cs_add(cs_scale(color, surface->ambient + surface->diffuse * diffuse), highlight);
    rgb[0] = cs_tone_to_byte(cs_tone_aces(sum.x));
    rgb[1] = cs_tone_to_byte(cs_tone_aces(sum.y));
    rgb[2] = cs_tone_to_byte(cs_tone_aces(sum.z));
}

static int clamp_pixel(double value, int count)
{
    return value < 0 ? 0 : value > count ? count : (int)value;
}

static void draw_triangle(const classic *c, const cs_mesh *mesh, const cs_triangle *t, double *depth,
                          unsigned char *rgb)
{
    cs_vec3 a, b, d, p = mesh->positions[t->a], q = mesh->positions[t->b], r = mesh->positions[t->c];
    if (!project(c, p, &a) || !project(c, q, &b) || !project(c, r, &d)) {
        return;
    }
    double area = (b.y - d.y) * (a.x - d.x) + (d.x - b.x) * (a.y - d.y);
    if (fabs(area) < 1e-12) {
        return;
    }
    cs_vec3 normal = cs_normalize(cs_cross(cs_sub(q, p), cs_sub(r, p)));
    int x0 = clamp_pixel(fmin(a.x, fmin(b.x, d.x)) - 2, c->width),
        x1 = clamp_pixel(fmax(a.x, fmax(b.x, d.x)) + 2, c->width);
    int y0 = clamp_pixel(fmin(a.y, fmin(b.y, d.y)) - 2, c->height),
        y1 = clamp_pixel(fmax(a.y, fmax(b.y, d.y)) + 2, c->height);
    for (int y = y0; y < y1; y++) {
        for (int x = x0; x < x1; x++) {
            double px = x + 0.5, py = y + 0.5;
            double w0 = ((b.y - d.y) * (px - d.x) + (d.x - b.x) * (py - d.y)) / area;
            double w1 = ((d.y - a.y) * (px - d.x) + (a.x - d.x) * (py - d.y)) / area;
            double w2 = 1 - w0 - w1, z = w0 * a.z + w1 * b.z + w2 * d.z;
            size_t i = (size_t)y * (size_t)c->width + (size_t)x;
            if (w0 >= -1e-4 && w1 >= -1e-4 && w2 >= -1e-4 && z < depth[i]) {
                depth[i] = z;
                cs_vec3 point = cs_add(cs_add(cs_scale(p, w0), cs_scale(q, w1)), cs_scale(r, w2));
                light(c, &mesh->surface, p, normal, point, rgb + 3 * i);
            }
        }
    }
}

static void draw_line(const classic *c, const unsigned char color[3], int x0, int y0, int x1, int y1,
                      unsigned char *rgb)
{
    int dx = abs(x1 - x0), dy = -abs(y1 - y0), sx = x0 < x1 ? 1 : -1, sy = y0 < y1 ? 1 : -1, error = dx + dy;
    for (;;) {
        if (x0 >= 0 && y0 >= 0 && x0 < c->width && y0 < c->height) {
            memcpy(rgb + 3 * ((size_t)y0 * (size_t)c->width + (size_t)x0), color, 3);
        }
        if (x0 == x1 && y0 == y1) {
            return;
        }
        int twice = 2 * error;
        if (twice >= dy) {
            error += dy;
            x0 += sx;
        }
        if (twice <= dx) {
            error += dx;
            y0 += sy;
        }
    }
}

static void draw_rings(const classic *c, const cs_shape *sphere, unsigned char *rgb)
{
    const unsigned char color[3] = {cs_tone_to_byte(sphere->color.x), cs_tone_to_byte(sphere->color.y),
                                    cs_tone_to_byte(sphere->color.z)};
    for (int ring = 0; ring <= 20; ring++) {
        double latitude = -CS_PI / 2 + CS_PI * ring / 20;
        for (int k = 0; k < 20; k++) {
            cs_vec3 ends[2];
            bool seen = true;
            for (int e = 0; e < 2; e++) {
                double angle = 2 * CS_PI * (k + e) / 20, radius = sphere->radius * cs_cos(latitude);
                cs_vec3 offset = {radius * cs_cos(angle), sphere->radius * cs_sin(latitude), radius * cs_sin(angle)};
                seen = project(c, cs_add(sphere->center, offset), &ends[e]) && seen;
            }
            if (seen) {
                draw_line(c, color, (int)ends[0].x, (int)ends[0].y, (int)ends[1].x, (int)ends[1].y, rgb);
            }
        }
    }
}

void plain_classic(const cs_scene *scene, const cs_frame *frame, double *depth, unsigned char *shaded,
                   unsigned char *rgb)
{
    classic c = look(scene);
    size_t pixels = (size_t)c.width * (size_t)c.height;
    cs_vec3 top = scene->image.background_top, bottom = scene->image.background_bottom;
    for (size_t i = 0; i < pixels; i++) {
        double t = (double)(i / (size_t)c.width) / c.height;
        depth[i] = INFINITY;
        shaded[3 * i] = cs_tone_to_byte(top.x + (bottom.x - top.x) * t);
        shaded[3 * i + 1] = cs_tone_to_byte(top.y + (bottom.y - top.y) * t);
        shaded[3 * i + 2] = cs_tone_to_byte(top.z + (bottom.z - top.z) * t);
    }
    for (int m = 0; m < frame->mesh_count; m++) {
        for (int i = 0; i < frame->meshes[m].triangle_count; i++) {
            draw_triangle(&c, &frame->meshes[m], &frame->meshes[m].triangles[i], depth, shaded);
        }
    }
    memcpy(rgb, shaded, 3 * pixels);
    for (int i = 0; i < frame->shape_count; i++) {
        if (frame->shapes[i].kind == CS_SHAPE_SPHERE && frame->shapes[i].display == CS_DISPLAY_WIREFRAME_OVERLAY) {
            draw_rings(&c, &frame->shapes[i], rgb);
        }
    }
}
