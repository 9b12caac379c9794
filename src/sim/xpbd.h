// SPDX-License-Identifier: MIT
//
// What the parts of position based dynamics share. Each measure C of a term wants a change of its multiplier
//
//     (J M^-1 J^T (1 + gamma) + K^-1/h^2) dlambda = -(C + K^-1/h^2 lambda + gamma J (x - x0)),    dx = M^-1 J^T dlambda
//
// with gamma = damping/h: Macklin, Mueller and Chentanez 2016 (XPBD), its damping along the measures alone. The plain
// form (Mueller et al. 2007, PBD) has K^-1 = 0 and no multipliers, and takes the part `correction` of each dx.
#ifndef CS_SIM_XPBD_H
#define CS_SIM_XPBD_H

#include "sim/state.h"

/// A pivot of a block that has shrunk to this part of its diagonal says that the measure follows from those before it:
/// it is left out. Larger values drop measures of slender triangles, smaller ones let rounding pass for a direction.
#define CS_XPBD_DEPENDENT 1e-12

/// The projection of terms, one by one.
typedef struct cs_xpbd_terms {
    bool plain;                 ///< PBD
    double h;                   ///< s
    double correction;          ///< 1 for XPBD
    const double *inverse_mass; ///< 1/kg, for each lane; 0 for pins and padding
    const cs_soa *start;        ///< positions at the start of the substep
} cs_xpbd_terms;

/// Projects terms [0, term_count) of an element in their order, moving `positions`. `lambda`: CS_TERM_MEASURES a term,
/// which go on from one iteration to the next; unused when plain.
void cs_xpbd_project_element(const cs_xpbd_terms *how, const cs_element *element, cs_soa *positions, double *lambda);

#endif
