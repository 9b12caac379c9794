// SPDX-License-Identifier: MIT
//
// The sweeps of position based dynamics as one would write them down: one term after the other, no vectors. The oracle
// of the kernels, which must give the same bits, and what the benchmarks compare with.
#ifndef CS_TESTS_PLAIN_XPBD_H
#define CS_TESTS_PLAIN_XPBD_H

#include "sim/xpbd.h"

void plain_xpbd_links(const cs_xpbd_work *work, void *packs, int64_t count);
void plain_xpbd_membrane(const cs_xpbd_work *work, void *packs, int64_t count);
void plain_xpbd_bending(const cs_xpbd_work *work, void *packs, int64_t count);
/// The one of a kind.
cs_xpbd_kernel *plain_xpbd_kernel(cs_xpbd_kind kind);

#endif
