// SPDX-License-Identifier: MIT
//
// The kernels of position based dynamics, one for each instruction set.
#ifndef CS_SIM_XPBD_KERNELS_H
#define CS_SIM_XPBD_KERNELS_H

#include "math/wide_choice.h"
#include "sim/xpbd.h"

CS_WIDE_DECLARE(cs_xpbd_kernel, cs_xpbd_links);
CS_WIDE_DECLARE(cs_xpbd_kernel, cs_xpbd_membrane);
CS_WIDE_DECLARE(cs_xpbd_kernel, cs_xpbd_bending);

#endif
