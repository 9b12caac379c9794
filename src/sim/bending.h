// SPDX-License-Identifier: MIT
//
// Bending of a fabric. Each triangle measures the angles of its (up to three) dihedral hinges and knows from its rest
// shape which curvatures (along warp, along weft, twist) would cause them: theta = B s. Its energy is that of the
// least curved surface with these angles, U = area/2 theta^T (B Q^-1 B^T)^-1 theta, Q = diag(D_warp, D_weft, 2 D_twist)
// in (s_uu, s_vv, s_uv): exact for every quadratic surface on every triangulation, where a weight per hinge is not
// (it over-counts a grid of right triangles, and twists strips whose diagonals all run the same way). At a free edge
// the curvature that no hinge sees relaxes, which is the natural boundary condition. A fully pinned triangle has no
// energy; seen from its free neighbour the hinge between them turns by half the curvature (a row of B halved), which
// gives that hinge the twice larger weight that a clamp needs.
//
// Nodes of a term: the triangle's vertices 0, 1, 2, then the far vertices across the edges (1,2), (2,0), (0,1). A
// hinge that does not exist takes no node and no measure.
#ifndef CS_SIM_BENDING_H
#define CS_SIM_BENDING_H

#include "sim/state.h"

typedef struct cs_bending {
    cs_element element;
    int *lane[6]; ///< arrays of element.term_count and CS_LANE_PAD more zeros; a missing far vertex: the lane of vertex
                  ///< 0
    unsigned char *hinges; ///< bit i: there is a hinge across edge i
    double *rest[3];       ///< rad: angles at rest; 0 where there is no hinge
    double *compliance[6]; ///< B Q^-1 B^T / area: 00, 11, 22, 01, 02, 12; 0 for missing hinges (1/(N m))
    double *stiffness[6];  ///< its inverse on the hinges that exist, 0 elsewhere
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
