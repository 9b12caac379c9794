// SPDX-License-Identifier: MIT
//
// Specimens: flat pieces of cloth as triangle meshes, cut for a test. They lie in the plane y = 0, face up, and their
// warp (u of the uv) runs along x. All are deterministic: the same arguments give the same bits.
#ifndef CS_LAB_SPECIMEN_H
#define CS_LAB_SPECIMEN_H

#include "base/base.h"

#include <clothsim/scene.h>

/// A mesh that owns its arrays. `mesh` points into them.
typedef struct cs_specimen {
    cs_cloth_mesh mesh;
    cs_vec3 *positions; ///< m
    double (*uv)[2];
    cs_triangle *triangles;
} cs_specimen;

#define CS_MAX_SPECIMEN_RINGS 500

/// A round specimen of `radius` (m) around the origin, `rings` rings of vertices around its centre. The vertices of the
/// rings number `round_inside` and on stand `inside` (m) or further out, and one ring stands exactly there, so that the
/// edge of a support of that radius is as sharp as the real one. Rings are as far apart as possible alike on either
/// side; a ring has as many vertices as make its edges about as long as the rings are apart, and begins at an angle of
/// its own, so that no seam runs through the rings. 0 < inside < radius, rings 2 to CS_MAX_SPECIMEN_RINGS.
/// false: no memory, or the arguments are out of range.
bool cs_specimen_disc(double radius, double inside, int rings, cs_specimen *specimen);

/// An irregular strip, `edges` edges and one more for the clamp to hold long and `across` wide, the numbers of a grid
/// of across + 1 rows and edges + 2 columns: vertex (row r, column c) has the index r (edges + 2) + c and stands at
/// x = (c - 1) length / edges, z likewise around 0, but inner vertices beyond the clamp (columns 0 and 1) are moved by
/// up to a quarter of an edge, and the cells are split by diagonals at random. Clamp, free end and sides stay straight.
/// edges and across from 1 to CS_MAX_SPECIMEN_EDGES. false: no memory, or the arguments are out of range.
bool cs_specimen_strip(double length, int edges, int across, uint64_t seed, cs_specimen *specimen);
#define CS_MAX_SPECIMEN_EDGES 10000

void cs_specimen_free(cs_specimen *specimen);

#endif
