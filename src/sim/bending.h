// SPDX-License-Identifier: MIT
//
// Bending of a fabric. Each triangle measures the angles theta of its (up to three) dihedral hinges and reads its
// curvatures s = (s_uu, s_vv, s_uv) along warp, weft and twist from them, in two ways:
//
// - by the surface, s = q: the quadratic surface through the six vertices, theta = B q. Exact for any such surface,
//   but neighbours may fold against each other unseen: bent across alternating diagonals, a sheet that only counts
//   this costs two thirds of what it should.
// - by shares, s = p: half of each angle belongs to each side, p = sum of theta/2 (L/A) n n^T over the edges. However a
//   patch folds, its mean is right, so that no fold bends it for less than its rigidity. But p differs from triangle to
//   triangle where q does not, and the differences cost extra: alternating diagonals twist twice too stiffly.
//
// For a quadratic surface the differences p - q have no mean and so cost exactly what p costs too much. Hence, with
// Q = diag(D_warp, D_weft, 2 D_twist), U = area/2 (p^T Q p - (1 - f) (p - q)^T Q (p - q)), where a small part f of the
// differences stays, more where the energy would not be positive. It is exact for quadratic surfaces where all
// triangles are alike. Elsewhere a sheet that is free to settle comes close (FOLD_PART in element_bending.c). A weight
// per hinge does not: it over-counts a grid of right triangles, and twists strips whose diagonals all run the same way.
//
// At a free edge the curvature that no hinge sees relaxes, which is the natural boundary condition. A fully pinned
// triangle has no energy; all of the angle between it and a free neighbour belongs to that one, which gives the hinge
// the twice larger weight that a clamp needs.
//
// Nodes of a term: the triangle's vertices 0, 1, 2, then the far vertices across the edges (1,2), (2,0), (0,1). A
// hinge that does not exist takes no node and no measure.
#ifndef CS_SIM_BENDING_H
#define CS_SIM_BENDING_H

#include "sim/state.h"

typedef struct cs_bending {
    cs_element element;
    /// Arrays of element.term_count and CS_LANE_PAD more entries; a missing far vertex: the lane of vertex 0.
    int *lane[6];
    unsigned char *hinges; ///< bit i: there is a hinge across edge i
    double *rest[3];       ///< rad: angles at rest; 0 where there is no hinge
    double *compliance[6]; ///< 1/(N m): 00, 11, 22, 01, 02, 12; the inverse of ...
    double *stiffness[6];  ///< N m, on the hinges that exist; both 0 elsewhere
    double damping;        ///< s
} cs_bending;

/// Makes the bending of a body with a fabric from its start positions; `directions` as for the membrane. NULL when
/// there is no memory.
cs_element *cs_bending_create(cs_sim *sim, const cs_body *body, const cs_fabric *fabric, const cs_vec3 *directions);
/// The bending, NULL when the element is of another kind.
const cs_bending *cs_bending_of(const cs_element *element);

/// The angle (rad, in (-pi, pi)) between the triangles (a, b, c) and (b, a, d) at their common edge, 0 when flat,
/// positive when c and d bend towards the side that the triangles face; and its gradients by a, b, c, d. 0 with zero
/// gradients where a triangle has no area. (Tamstorf and Grinspun 2013 for the gradients.)
double cs_dihedral_angle(cs_vec3 a, cs_vec3 b, cs_vec3 c, cs_vec3 d, cs_vec3 gradient[4]);

#endif
