// SPDX-License-Identifier: MIT
//
// Which vector instructions this processor and this build have. The kernels exist once a
// width; the choice is made at run time and changes no bit of any result.
#include "base/base.h"

/// The widest set that can run here.
static cs_simd widest(void)
{
#if defined(CS_NO_SIMD)
    return CS_SIMD_SCALAR;
#elif defined(__x86_64__) && defined(__GNUC__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) {
        return CS_SIMD_512;
    }
    return __builtin_cpu_supports("avx2") ? CS_SIMD_256 : CS_SIMD_128;
#else
    return CS_SIMD_128;
#endif
}

cs_simd cs_simd_resolve(cs_simd wish)
{
    cs_simd limit = widest();
    return wish == CS_SIMD_AUTO || wish > limit ? limit : wish;
}
