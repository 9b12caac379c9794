// SPDX-License-Identifier: MIT
//
// How the processor rounds. Doubles are computed by SSE on x86-64, so its control word is all that counts there, and
// the mathematical library need not be loaded for it.
#include "base/base.h"

#if defined(__x86_64__)
#include <xmmintrin.h>

/// Round to nearest, all exceptions masked, no flush to zero, denormals are taken as they are.
#define DEFAULT_CONTROL 0x1F80u

void cs_float_reset(void)
{
    _mm_setcsr(DEFAULT_CONTROL);
}
#else
#include <fenv.h>

void cs_float_reset(void)
{
    fesetenv(FE_DFL_ENV);
}
#endif
