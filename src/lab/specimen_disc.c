// SPDX-License-Identifier: MIT
//
// The round specimen of drape tests: concentric rings of vertices, each ring zipped to the next one by taking the
// shorter of the two possible edges, again and again. A mesh of six wedges would be simpler, but its seams favour six
// folds.
#include "lab/specimen.h"

#include "math/math.h"

#include <stdlib.h>

/// Numbers the random angles at which the rings begin.
#define RING_SEED 9

/// One ring: its radius, its vertices and the angle of its first one.
typedef struct ring {
    double radius, start;
    int first, count;
} ring;

/// The angle of the i-th vertex, which may be beyond a whole turn.
static double angle_of(const ring *r, int i)
{
    return r->start + 2 * CS_PI * i / r->count;
}

/// Radii and numbers of all rings; returns how many vertices they have with the centre.
static int plan(double radius, double inside, int rings, ring *plan)
{
    int inner = (int)cs_floor(rings * inside / radius + 0.5);
    inner = inner < 1 ? 1 : inner > rings - 1 ? rings - 1 : inner;
    plan[0] = (ring){.radius = 0, .start = 0, .first = 0, .count = 1};
    int vertices = 1;
    for (int k = 1; k <= rings; k++) {
        bool within = k <= inner;
        double gap = within ? inside / inner : (radius - inside) / (rings - inner);
        double r = within ? gap * k : inside + gap * (k - inner);
        r = k == inner ? inside : k == rings ? radius : r;
        int count = (int)cs_floor(2 * CS_PI * r / gap + 0.5);
        count = count < 6 ? 6 : count;
        plan[k] = (ring){.radius = r, .first = vertices, .count = count};
        plan[k].start = cs_random(RING_SEED, (uint64_t)k) * 2 * CS_PI / count;
        vertices += count;
    }
    return vertices;
}

static void place(const ring *r, double radius, cs_specimen *specimen)
{
    for (int i = 0; i < r->count; i++) {
        double x = r->radius * cs_cos(angle_of(r, i)), up = r->radius * cs_sin(angle_of(r, i));
        specimen->positions[r->first + i] = (cs_vec3){x, 0, -up};
        specimen->uv[r->first + i][0] = 0.5 + x / (2 * radius);
        specimen->uv[r->first + i][1] = 0.5 + up / (2 * radius);
    }
}

static double distance(const ring *a, int i, const ring *b, int j)
{
    double turn = angle_of(a, i) - angle_of(b, j);
    return a->radius * a->radius + b->radius * b->radius - 2 * a->radius * b->radius * cs_cos(turn);
}

/// The triangles between a ring and the next one outside, counter-clockwise from above. Returns how many.
static int zip(const ring *in, const ring *out, cs_triangle *triangles)
{
    int i = 0, j = 0, count = 0;
    while (i < in->count || j < out->count) {
        int a = in->first + i % in->count, b = out->first + j % out->count;
        bool take_outer = j < out->count;
        if (take_outer && i < in->count) {
            take_outer = in->count == 1 || distance(in, i, out, j + 1) <= distance(in, i + 1, out, j);
        }
        if (take_outer) {
            j++;
            triangles[count++] = (cs_triangle){a, b, out->first + j % out->count};
        } else if (in->count > 1) {
            i++;
            triangles[count++] = (cs_triangle){a, b, in->first + i % in->count};
        } else {
            break;
        }
    }
    return count;
}

bool cs_specimen_disc(double radius, double inside, int rings, cs_specimen *specimen)
{
    *specimen = (cs_specimen){0};
    if (rings < 2 || rings > CS_MAX_SPECIMEN_RINGS || !(inside > 0 && radius > inside)) {
        return false;
    }
    ring rows[CS_MAX_SPECIMEN_RINGS + 1];
    int vertices = plan(radius, inside, rings, rows);
    specimen->positions = malloc((size_t)vertices * sizeof(*specimen->positions));
    specimen->uv = malloc((size_t)vertices * sizeof(*specimen->uv));
    specimen->triangles = malloc((size_t)vertices * 2 * sizeof(*specimen->triangles));
    if (!specimen->positions || !specimen->uv || !specimen->triangles) {
        cs_specimen_free(specimen);
        return false;
    }
    int triangles = 0;
    for (int k = 0; k <= rings; k++) {
        place(&rows[k], radius, specimen);
        if (k > 0) {
            triangles += zip(&rows[k - 1], &rows[k], &specimen->triangles[triangles]);
        }
    }
    specimen->mesh = (cs_cloth_mesh){
        .vertex_count = vertices,
        .positions = specimen->positions,
        .uv = (const double(*)[2])specimen->uv,
        .triangle_count = triangles,
        .triangles = specimen->triangles,
    };
    return true;
}

void cs_specimen_free(cs_specimen *specimen)
{
    free(specimen->positions);
    free(specimen->uv);
    free(specimen->triangles);
    *specimen = (cs_specimen){0};
}
