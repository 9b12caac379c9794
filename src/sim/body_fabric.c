// SPDX-License-Identifier: MIT
//
// A cloth with a fabric becomes membrane and bending elements.
#include "sim/state.h"

cs_status cs_fabric_build(cs_sim *sim, cs_body *body, const cs_cloth *cloth)
{
    (void)sim;
    (void)body;
    (void)cloth;
    return CS_INTERNAL;
}
