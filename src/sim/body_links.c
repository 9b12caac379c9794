// SPDX-License-Identifier: MIT
//
// Cloths of links: by compliance, along the edges of a mesh, and over long ranges.
#include "sim/state.h"

cs_status cs_cloth_links_build(cs_sim *sim, cs_body *body, const cs_cloth *cloth)
{
    (void)sim;
    (void)body;
    (void)cloth;
    return CS_INTERNAL;
}

cs_status cs_long_range_build(cs_sim *sim, cs_body *body, const cs_cloth *cloth)
{
    (void)sim;
    (void)body;
    (void)cloth;
    return CS_OK;
}
