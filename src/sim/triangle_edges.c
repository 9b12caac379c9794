// SPDX-License-Identifier: MIT
//
// Edges of a triangle list with the triangles on both sides, by sorting.
#include "sim/triangle_edges.h"

#include <stdlib.h>

static int compare(const void *left, const void *right)
{
    const cs_triangle_edge *p = left, *q = right;
    if (p->a != q->a) {
        return p->a < q->a ? -1 : 1;
    }
    if (p->b != q->b) {
        return p->b < q->b ? -1 : 1;
    }
    return (p->triangle[0] > q->triangle[0]) - (p->triangle[0] < q->triangle[0]);
}

bool cs_triangle_edges(cs_arena *arena, int count, const cs_triangle *triangles, int *edge_count,
                       cs_triangle_edge **edges)
{
    cs_triangle_edge *all = cs_arena_alloc(arena, (size_t)count * 3, sizeof(*all));
    if (!all) {
        return false;
    }
    for (int i = 0; i < count; i++) {
        const int v[3] = {triangles[i].a, triangles[i].b, triangles[i].c};
        for (int k = 0; k < 3; k++) {
            int p = v[(k + 1) % 3], q = v[(k + 2) % 3];
            all[3 * (size_t)i + (size_t)k] =
                (cs_triangle_edge){.a = p < q ? p : q, .b = p < q ? q : p, .triangle = {i, -1}, .corner = {k, -1}};
        }
    }
    qsort(all, (size_t)count * 3, sizeof(*all), compare);
    int kept = 0;
    for (size_t i = 0; i < (size_t)count * 3; i++) {
        cs_triangle_edge *last = kept > 0 ? &all[kept - 1] : NULL;
        if (!last || last->a != all[i].a || last->b != all[i].b) {
            all[kept++] = all[i];
        } else if (last->triangle[1] == -1) {
            last->triangle[1] = all[i].triangle[0];
            last->corner[1] = all[i].corner[0];
        } else {
            last->triangle[1] = -2;
        }
    }
    *edges = all;
    *edge_count = kept;
    return true;
}
