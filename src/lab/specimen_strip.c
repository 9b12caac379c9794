// SPDX-License-Identifier: MIT
//
// The strip of bending tests, cut into triangles in three ways: what bends must not depend on how.
#include "lab/specimen.h"

#include "math/math.h"

#include <stdlib.h>

/// An inner vertex of the irregular cut is moved by up to this part of an edge along either axis: enough for angles
/// from about 15 to 145 degrees, and every cell stays convex.
static const double JITTER = 0.25;

/// More of either would overflow the numbers of vertices.
#define MAX_EDGES 20000

/// In [-1, 1).
static double swing(uint64_t seed, int vertex, int axis)
{
    return 2 * cs_random(seed, (uint64_t)vertex * 2 + (uint64_t)axis) - 1;
}

static void place(double edge, int edges, int across, bool irregular, uint64_t seed, cs_specimen *specimen)
{
    double length = edge * edges, width = edge * across;
    int v = 0;
    for (int c = 0; c <= edges + 1; c++) {
        for (int r = 0; r <= across; r++, v++) {
            double x = edge * (c - 1), z = edge * r - width / 2;
            if (irregular && c > 1 && c <= edges) {
                x += JITTER * edge * swing(seed, v, 0);
                z += r > 0 && r < across ? JITTER * edge * swing(seed, v, 1) : 0;
            }
            specimen->positions[v] = (cs_vec3){x, 0, z};
            specimen->uv[v][0] = (x + edge) / (length + edge);
            specimen->uv[v][1] = (width / 2 - z) / width;
        }
    }
}

/// Does the diagonal of this cell run from (c, r) to (c + 1, r + 1)?
static bool rises(int c, int r, cs_strip_cut cut, uint64_t seed)
{
    switch (cut) {
    case CS_STRIP_ALTERNATING:
        return (c + r) % 2 != 0;
    case CS_STRIP_IRREGULAR:
        return cs_random(seed + 1, (uint64_t)c * MAX_EDGES + (uint64_t)r) < 0.5;
    default:
        return false;
    }
}

static int cut_cells(int edges, int across, cs_strip_cut cut, uint64_t seed, cs_triangle *triangles)
{
    int count = 0;
    for (int c = 0; c <= edges; c++) {
        for (int r = 0; r < across; r++) {
            int v = c * (across + 1) + r, right = v + across + 1;
            if (rises(c, r, cut, seed)) {
                triangles[count++] = (cs_triangle){v, v + 1, right + 1};
                triangles[count++] = (cs_triangle){v, right + 1, right};
            } else {
                triangles[count++] = (cs_triangle){v, v + 1, right};
                triangles[count++] = (cs_triangle){v + 1, right + 1, right};
            }
        }
    }
    return count;
}

bool cs_specimen_strip(double length, int edges, int across, cs_strip_cut cut, uint64_t seed, cs_specimen *specimen)
{
    *specimen = (cs_specimen){0};
    if (edges < 1 || across < 1 || edges > MAX_EDGES || across > MAX_EDGES || !(length > 0)) {
        return false;
    }
    size_t vertices = ((size_t)edges + 2) * ((size_t)across + 1);
    size_t triangles = 2 * ((size_t)edges + 1) * (size_t)across;
    specimen->positions = malloc(vertices * sizeof(*specimen->positions));
    specimen->uv = malloc(vertices * sizeof(*specimen->uv));
    specimen->triangles = malloc(triangles * sizeof(*specimen->triangles));
    if (!specimen->positions || !specimen->uv || !specimen->triangles) {
        cs_specimen_free(specimen);
        return false;
    }
    place(length / edges, edges, across, cut == CS_STRIP_IRREGULAR, seed, specimen);
    specimen->mesh = (cs_cloth_mesh){
        .vertex_count = (int)vertices,
        .positions = specimen->positions,
        .uv = (const double(*)[2])specimen->uv,
        .triangle_count = cut_cells(edges, across, cut, seed, specimen->triangles),
        .triangles = specimen->triangles,
    };
    return true;
}
