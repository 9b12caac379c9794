// SPDX-License-Identifier: MIT
//
// Triangles of a rectangular grid of vertices, two a cell, for the frames of cloths.
#include "mesh/mesh.h"

void cs_grid_triangles(int rows, int columns, bool alternating, cs_triangle *triangles)
{
    for (int r = 0; r + 1 < rows; r++) {
        for (int c = 0; c + 1 < columns; c++) {
            int32_t here = (int32_t)(r * columns + c), right = here + 1;
            int32_t below = here + (int32_t)columns, across = below + 1;
            if (alternating && (r + c) % 2 != 0) {
                *triangles++ = (cs_triangle){here, below, across};
                *triangles++ = (cs_triangle){across, right, here};
            } else {
                *triangles++ = (cs_triangle){here, below, right};
                *triangles++ = (cs_triangle){across, right, below};
            }
        }
    }
}
