// SPDX-License-Identifier: MIT
//
// What the plain and the fused way of a Verlet step share.
#ifndef CS_SIM_VERLET_H
#define CS_SIM_VERLET_H

#include "sim/state.h"

static inline cs_soa cs_verlet_at(const cs_soa *soa, int lane)
{
    return (cs_soa){soa->x + lane, soa->y + lane, soa->z + lane};
}

/// Contact and pins for the new positions (in `before`) of rows [first_row, end_row).
void cs_verlet_finish_rows(cs_sim *sim, const cs_body *body, int first_row, int end_row);

#endif
