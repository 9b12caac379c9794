// SPDX-License-Identifier: MIT
//
// The textbook rasteriser. Where it has a choice it takes the formula of the shipped kernels, so that pixels can be
// compared exactly; it shares none of their code but the camera's frame and the scalar math.
#include "render/plain_raster.h"

#include "image/image.h"
#include "math/math.h"
#include "render/camera.h"

typedef struct plain_pass {
    const cs_scene *scene;
    const cs_mesh *mesh;
    cs_view view;
    double *depth;
    unsigned char *rgb;
} plain_pass;

/// Screen position in 1/256 pixel and 1/z.
static cs_vec3 project(const cs_view *view, cs_vec3 world)
{
    cs_vec3 p = cs_view_point(view, world);
    double x_scale = view->focal / view->aspect / 2 * (view->width * 256),
           y_scale = view->focal / 2 * (view->height * 256);
    double inverse = 1 / p.z;
    return (cs_vec3){floor(p.x * inverse * x_scale + view->width * 256 / 2 + 0.5),
                     floor(view->height * 256 / 2 - p.y * inverse * y_scale + 0.5), inverse};
}

static unsigned char encode(const cs_scene *scene, double light)
{
    double display = cs_tone_clamp(scene->image.tone_mapping == CS_TONE_ACES ? cs_tone_aces(light) : light);
    return cs_tone_to_byte(scene->image.encoding == CS_ENCODING_SRGB ? cs_srgb_encode(display) : display);
}

/// Phong. `normal` is that of the front, of any length; `ray` the direction from the eye with depth 1.
static void shade(const plain_pass *pass, cs_vec3 normal, bool front, cs_vec3 ray, double inverse_z, unsigned char *rgb)
{
    const cs_surface *surface = &pass->mesh->surface;
    cs_vec3 point = cs_scale(ray, 1 / inverse_z), n = cs_scale(normal, front ? 1 : -1);
    cs_vec3 diffuse = {0, 0, 0}, highlight = {0, 0, 0};
    double nn = cs_dot(n, n), nv = -cs_dot(n, ray), vv = cs_dot(ray, ray);
    for (int i = 0; i < pass->scene->light_count; i++) {
        const cs_light *light = &pass->scene->lights[i];
        cs_vec3 l = cs_sub(cs_sub(light->position, pass->view.eye), point);
        if (light->kind == CS_LIGHT_DIRECTIONAL) {
            l = cs_scale(cs_normalize(light->direction), -1);
        }
        double ll = cs_dot(l, l), nl = cs_dot(n, l), lv = -cs_dot(l, ray);
        double lambert = nl / sqrt(nn * ll);
        if (!(lambert > 0)) {
            continue;
        }
        diffuse = cs_add(diffuse, cs_scale(light->color, lambert));
        double mirror = (2 * nl * nv / nn - lv) / sqrt(ll * vv);
        if (surface->specular > 0 && mirror > 0) {
            highlight = cs_add(highlight, cs_scale(light->color, cs_pow(mirror < 1 ? mirror : 1, surface->shininess)));
        }
    }
    cs_vec3 color = front ? surface->front : surface->back;
    rgb[0] = encode(pass->scene,
                    color.x * (surface->ambient + surface->diffuse * diffuse.x) + surface->specular * highlight.x);
    rgb[1] = encode(pass->scene,
                    color.y * (surface->ambient + surface->diffuse * diffuse.y) + surface->specular * highlight.y);
    rgb[2] = encode(pass->scene,
                    color.z * (surface->ambient + surface->diffuse * diffuse.z) + surface->specular * highlight.z);
}

/// Edge function of the edge from p to q, positive to one side.
static double edge_at(cs_vec3 p, cs_vec3 q, double x, double y)
{
    return (q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x);
}

/// Whether samples exactly on the edge p q (interior on the positive side) belong to the triangle.
static bool owns_edge(cs_vec3 p, cs_vec3 q)
{
    return q.y < p.y || (q.y == p.y && q.x > p.x);
}

static double clamp_index(double value, int count)
{
    return cs_clamp(value, 0, count);
}

static void draw_triangle(const plain_pass *pass, const cs_triangle *t, const cs_vec3 *screen)
{
    cs_vec3 a = screen[t->a], b = screen[t->b], c = screen[t->c];
    cs_vec3 na = pass->mesh->normals[t->a], nb = pass->mesh->normals[t->b], nc = pass->mesh->normals[t->c];
    double area = edge_at(a, b, c.x, c.y);
    if (area == 0) {
        return;
    }
    bool front = area < 0; // y points down
    if (front) {
        cs_vec3 swap = b, swap_normal = nb;
        b = c, c = swap;
        nb = nc, nc = swap_normal;
        area = -area;
    }
    const cs_view *view = &pass->view;
    int width = (int)view->width, height = (int)view->height;
    double low_x = fmin(a.x, fmin(b.x, c.x)), high_x = fmax(a.x, fmax(b.x, c.x));
    double low_y = fmin(a.y, fmin(b.y, c.y)), high_y = fmax(a.y, fmax(b.y, c.y));
    int x0 = (int)clamp_index(floor(low_x / 256), width), x1 = (int)clamp_index(ceil(high_x / 256), width);
    int y0 = (int)clamp_index(floor(low_y / 256), height), y1 = (int)clamp_index(ceil(high_y / 256), height);
    double least0 = owns_edge(b, c) ? 0 : 1, least1 = owns_edge(c, a) ? 0 : 1, least2 = owns_edge(a, b) ? 0 : 1;
    double inverse = 1 / area;
    double across = view->aspect / view->focal, down = 1 / view->focal;
    double u_scale = 2 * across / (view->width * 256), v_scale = -2 * down / (view->height * 256);
    for (int y = y0; y < y1; y++) {
        double py = y * 256 + 128, px = x0 * 256 + 128;
        double e0 = edge_at(b, c, px, py), e1 = edge_at(c, a, px, py), e2 = edge_at(a, b, px, py);
        double step0 = (b.y - c.y) * 256, step1 = (c.y - a.y) * 256, step2 = (a.y - b.y) * 256;
        double v = py * v_scale + down;
        double *depth = pass->depth + (size_t)y * (size_t)width;
        for (int x = x0; x < x1; x++, e0 += step0, e1 += step1, e2 += step2) {
            if (e0 < least0 || e1 < least1 || e2 < least2) {
                continue;
            }
            double sum = front ? e0 * a.z + e2 * c.z + e1 * b.z : e0 * a.z + e1 * b.z + e2 * c.z;
            double z = sum * inverse;
            if (!(z > depth[x])) {
                continue;
            }
            depth[x] = z;
            double u = (x * 256 + 128) * u_scale - across;
            cs_vec3 ray = cs_add(cs_add(view->forward, cs_scale(view->right, u)), cs_scale(view->up, v));
            cs_vec3 wa = cs_scale(na, e0 * a.z), wb = cs_scale(nb, e1 * b.z), wc = cs_scale(nc, e2 * c.z);
            cs_vec3 normal = front ? cs_add(cs_add(wa, wc), wb) : cs_add(cs_add(wa, wb), wc);
            shade(pass, normal, front, ray, z, pass->rgb + 3 * ((size_t)y * (size_t)width + (size_t)x));
        }
    }
}

static void clear(const cs_scene *scene, double *depth, unsigned char *rgb)
{
    const cs_image_settings *image = &scene->image;
    for (int y = 0; y < image->height; y++) {
        double t = (double)y / image->height;
        cs_vec3 color =
            cs_add(image->background_top, cs_scale(cs_sub(image->background_bottom, image->background_top), t));
        unsigned char bytes[3] = {cs_tone_to_byte(color.x), cs_tone_to_byte(color.y), cs_tone_to_byte(color.z)};
        for (int x = 0; x < image->width; x++) {
            size_t i = (size_t)y * (size_t)image->width + (size_t)x;
            depth[i] = 0;
            rgb[3 * i] = bytes[0];
            rgb[3 * i + 1] = bytes[1];
            rgb[3 * i + 2] = bytes[2];
        }
    }
}

void plain_raster(const cs_scene *scene, const cs_frame *frame, double *depth, cs_vec3 *screen, unsigned char *rgb)
{
    plain_pass pass = {.scene = scene, .depth = depth, .rgb = rgb};
    pass.view = cs_view_make(&scene->camera, scene->image.width, scene->image.height);
    clear(scene, depth, rgb);
    for (int m = 0; m < frame->mesh_count; m++) {
        pass.mesh = &frame->meshes[m];
        for (int i = 0; i < pass.mesh->vertex_count; i++) {
            screen[i] = project(&pass.view, pass.mesh->positions[i]);
        }
        for (int i = 0; i < pass.mesh->triangle_count; i++) {
            draw_triangle(&pass, &pass.mesh->triangles[i], screen);
        }
    }
}
