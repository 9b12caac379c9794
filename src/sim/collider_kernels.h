// SPDX-License-Identifier: MIT
//
// The kernels of the kinds of collider, one for each instruction set.
#ifndef CS_SIM_COLLIDER_KERNELS_H
#define CS_SIM_COLLIDER_KERNELS_H

#include "math/wide_choice.h"
#include "sim/collider.h"

CS_WIDE_DECLARE(cs_push_out, cs_push_out_sphere);
CS_WIDE_DECLARE(cs_push_out, cs_push_out_ground);

#endif
