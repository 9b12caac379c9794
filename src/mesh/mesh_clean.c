// SPDX-License-Identifier: MIT
//
// Triangles that a simulation cannot use: without an area, or twice the same.
#include "mesh/mesh_clean.h"

#include "mesh/index_sort.h"

#include <stdlib.h>
#include <string.h>

bool cs_mesh_has_area(cs_vec3 a, cs_vec3 b, cs_vec3 c)
{
    cs_vec3 ab = cs_sub(b, a), ac = cs_sub(c, a), bc = cs_sub(c, b);
    double longest = cs_dot(ab, ab), next = cs_dot(ac, ac), last = cs_dot(bc, bc);
    longest = next > longest ? next : longest;
    longest = last > longest ? last : longest;
    double twice_area = cs_length(cs_cross(ab, ac));
    return longest > 0 && twice_area > CS_MESH_FLATTEST * longest; // height = 2 area / longest edge
}

/// The vertices of a triangle in ascending order.
static void sort_corners(cs_triangle t, int corners[3])
{
    int low = t.a < t.b ? t.a : t.b, high = t.a < t.b ? t.b : t.a;
    corners[0] = t.c < low ? t.c : low;
    corners[1] = t.c < low ? low : t.c < high ? t.c : high;
    corners[2] = t.c > high ? t.c : high;
}

int cs_mesh_mark_doubles(int vertex_count, int triangle_count, const cs_triangle *triangles, unsigned char *marks)
{
    size_t count = (size_t)triangle_count;
    int(*corners)[3] = cs_alloc_aligned(count, sizeof(*corners));
    int *order = cs_alloc_aligned(count, sizeof(*order));
    int *sorted = cs_alloc_aligned(count, sizeof(*sorted));
    int *starts = cs_alloc_aligned((size_t)vertex_count + 1, sizeof(*starts));
    int doubles = -1;
    if (corners && order && sorted && starts) {
        doubles = 0;
        for (int i = 0; i < triangle_count; i++) {
            sort_corners(triangles[i], corners[i]);
            order[i] = i;
            marks[i] = 0;
        }
        for (int k = 2; k >= 0; k--) { // the first of equal triangles stays first
            cs_index_sort(triangle_count, order, &corners[0][k], 3, vertex_count, starts, sorted);
            int *swap = order;
            order = sorted;
            sorted = swap;
        }
        for (int i = 1; i < triangle_count; i++) {
            if (memcmp(corners[order[i]], corners[order[i - 1]], sizeof(corners[0])) == 0) {
                marks[order[i]] = 1;
                doubles++;
            }
        }
    }
    free(corners);
    free(order);
    free(sorted);
    free(starts);
    return doubles;
}
