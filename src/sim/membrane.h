// SPDX-License-Identifier: MIT
//
// The membrane of a fabric: linear triangles in which warp, weft and shear strain cost energy (the measures of Baraff
// and Witkin 1998 with the moduli of a continuum, so that the stiffness does not depend on the mesh).
//
// At rest a triangle lies in the plane of warp and weft. With its vertices at x0, x1, x2 the images of the warp's and
// the weft's unit vector are w_u = u1 (x1 - x0) + u2 (x2 - x0) and w_v likewise: (u1, u2) and (v1, v2) are the columns
// of the inverse of the rest edges. Measures: C0 = f(|w_u| - 1), C1 = f(|w_v| - 1), C2 = w_u . w_v, with
// K = area * [[warp, coupling, 0], [coupling, weft, 0], [0, 0, shear]]. f stiffens: f(e) = e for e <= 0,
// e + stiffening e^2 / 2 up to the strain limit, and from there on its tangent steepened CS_MEMBRANE_LIMIT_SLOPE times,
// so that the energy beyond the limit is a hundred times as stiff.
#ifndef CS_SIM_MEMBRANE_H
#define CS_SIM_MEMBRANE_H

#include "sim/state.h"

#define CS_MEMBRANE_LIMIT_SLOPE 10.0
/// A thread that has shrunk below this part of its length has no direction and pulls nowhere.
#define CS_MEMBRANE_TINY 1e-9

typedef struct cs_membrane {
    cs_element element;
    int *lane[3];           ///< arrays of element.term_count, and CS_LANE_PAD more zeros
    double *u1, *u2;        ///< 1/m
    double *v1, *v2;        ///< 1/m
    double *area;           ///< m^2, at rest
    double warp, weft;      ///< N/m
    double coupling, shear; ///< N/m
    double stiffening, limit;
    double damping;          ///< s
    double compliance[3][3]; ///< inverse of the matrix of moduli (m/N); that of a term is this divided by its area
} cs_membrane;

/// Makes the membrane of a body with a fabric from its start positions; `directions` holds the unit vector of the warp
/// in each triangle's plane. Triangles without area and those
/// pinned at all corners are left out. NULL when there is no memory.
cs_element *cs_membrane_create(cs_sim *sim, const cs_body *body, const cs_fabric *fabric, const cs_vec3 *directions);
/// The membrane, NULL when the element is of another kind.
const cs_membrane *cs_membrane_of(const cs_element *element);

#endif
