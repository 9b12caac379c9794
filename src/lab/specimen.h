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

/// How a strip is cut into triangles.
typedef enum cs_strip_cut {
    CS_STRIP_SAME,        ///< a grid of right triangles whose diagonals all run the same way
    CS_STRIP_ALTERNATING, ///< the same with every other diagonal turned
    CS_STRIP_IRREGULAR,   ///< inner vertices moved by up to a quarter of an edge, diagonals at random
} cs_strip_cut;

/// A strip from x = 0 to `length`, clamped at x = 0: `edges` edges long and `across` edges wide, which are as long as
/// those along it, and one more column of vertices at x = -length/edges for the clamp to hold. Vertex (column c, row r)
/// has the index c (across + 1) + r; columns 0 and 1 are the clamp, the last one is the free end. `seed` is for the
/// irregular cut alone, which leaves clamp, free end and sides straight. edges and across >= 1.
/// false: no memory, or the arguments are out of range.
bool cs_specimen_strip(double length, int edges, int across, cs_strip_cut cut, uint64_t seed, cs_specimen *specimen);

void cs_specimen_free(cs_specimen *specimen);

#endif
