// SPDX-License-Identifier: MIT
//
// Links as data: distances that are held, one by one. Networks, cloths by compliance, springs of meshes, long-range
// links and tethers are all made of them. Kernels read the arrays directly.
#ifndef CS_SIM_LINKS_H
#define CS_SIM_LINKS_H

#include "sim/state.h"

#include <math.h>

/// One link to be made.
typedef struct cs_link_rest {
    int a, b;          ///< lanes
    double rest;       ///< m
    double stiffness;  ///< N/m; unused when rigid
    double compliance; ///< m/N
    double damping;    ///< s
    bool rigid, tension_only, structural;
} cs_link_rest;

/// Sets stiffness and compliance from a compliance (m/N); 0, or so little that its inverse is no number, is rigid.
static inline void cs_link_comply(cs_link_rest *link, double compliance)
{
    link->rigid = !isfinite(1 / compliance);
    link->stiffness = link->rigid ? 0 : 1 / compliance;
    link->compliance = link->rigid ? 0 : compliance;
}
/// Sets stiffness and compliance from a stiffness (N/m); 0, or so little that its inverse is no number, does nothing.
static inline void cs_link_stiffen(cs_link_rest *link, double stiffness)
{
    bool acts = isfinite(1 / stiffness);
    link->rigid = false;
    link->stiffness = acts ? stiffness : 0;
    link->compliance = acts ? 1 / stiffness : 0;
}

/// C = |x_b - x_a| - rest, K = stiffness. Arrays of element.term_count.
typedef struct cs_links {
    cs_element element;
    int *a, *b;                            ///< lanes
    double *rest, *stiffness, *compliance; ///< m, N/m (0 when rigid), m/N (0 when rigid)
    double *damping;                       ///< s; NULL when none is damped
    unsigned char *tension_only, *structural, *rigid;
} cs_links;

/// Copies the links; NULL when there is no memory. `counted`: they are springs of the statistics.
cs_element *cs_links_create(cs_arena *arena, int64_t count, const cs_link_rest *rests, bool counted);
/// The links of an element, NULL when it is of another kind.
const cs_links *cs_links_of(const cs_element *element);

#endif
