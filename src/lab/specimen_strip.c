// SPDX-License-Identifier: MIT
//
// The irregular strip of bending tests: a grid whose vertices are moved and whose diagonals are thrown. How a cloth
// bends must not depend on how it is cut into triangles.
#include "lab/specimen.h"

#include "math/math.h"

#include <stdlib.h>

/// An inner vertex is moved by up to this part of an edge along either axis: enough for angles from about 15 to 145
/// degrees, and every cell stays convex.
static const double JITTER = 0.25;

/// In [-1, 1).
static double swing(uint64_t seed, int vertex, int axis)
{
    return 2 * cs_random(seed, (uint64_t)vertex * 2 + (uint64_t)axis) - 1;
}

static void place(double edge, int edges, int across, uint64_t seed, cs_specimen *specimen)
{
    double width = edge * across;
    int v = 0;
    for (int r = 0; r <= across; r++) {
        for (int c = 0; c <= edges + 1; c++, v++) {
            double x = edge * (c - 1), z = edge * r - width / 2;
            if (c > 1 && c <= edges) {
                x += JITTER * edge * swing(seed, v, 0);
                z += r > 0 && r < across ? JITTER * edge * swing(seed, v, 1) : 0;
            }
            specimen->positions[v] = (cs_vec3){x, 0, z};
            specimen->uv[v][0] = (x + edge) / (edge * (edges + 1));
            specimen->uv[v][1] = 0.5 - z / width;
        }
    }
}

static int cut_cells(int edges, int across, uint64_t seed, cs_triangle *triangles)
{
    int count = 0, columns = edges + 2;
    for (int r = 0; r < across; r++) {
        for (int c = 0; c <= edges; c++) {
            int v = r * columns + c, below = v + columns;
            if (cs_random(seed + 1, (uint64_t)v) < 0.5) {
                triangles[count++] = (cs_triangle){v, below, v + 1};
                triangles[count++] = (cs_triangle){below + 1, v + 1, below};
            } else {
                triangles[count++] = (cs_triangle){v, below, below + 1};
                triangles[count++] = (cs_triangle){v, below + 1, v + 1};
            }
        }
    }
    return count;
}

bool cs_specimen_strip(double length, int edges, int across, uint64_t seed, cs_specimen *specimen)
{
    *specimen = (cs_specimen){0};
    if (edges < 1 || across < 1 || edges > CS_MAX_SPECIMEN_EDGES || across > CS_MAX_SPECIMEN_EDGES || !(length > 0)) {
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
    place(length / edges, edges, across, seed, specimen);
    specimen->mesh = (cs_cloth_mesh){
        .vertex_count = (int)vertices,
        .positions = specimen->positions,
        .uv = (const double(*)[2])specimen->uv,
        .triangle_count = cut_cells(edges, across, seed, specimen->triangles),
        .triangles = specimen->triangles,
    };
    return true;
}
