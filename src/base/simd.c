// SPDX-License-Identifier: MIT
//
// Which vector instructions this processor and this build have. The kernels exist once a
// width; the choice is made at run time and changes no bit of any result.
#include "base/base.h"

#if defined(__x86_64__) && defined(__GLIBC__) && defined(__has_include)
#if __has_include(<sys/platform/x86.h>)
#include <sys/platform/x86.h>
#define FOUND_BY_LOADER
#endif
#endif

#if defined(FOUND_BY_LOADER) // asking the processor once more is slow on a virtual machine
#define HAS(glibc_name, gcc_name) CPU_FEATURE_ACTIVE(glibc_name)
#else
#define HAS(glibc_name, gcc_name) __builtin_cpu_supports(gcc_name)
#endif

/// The widest set that can run here.
static cs_simd widest(void)
{
#if defined(CS_NO_SIMD)
    return CS_SIMD_SCALAR;
#elif defined(__x86_64__) && defined(__GNUC__)
    if (HAS(AVX512F, "avx512f") && HAS(AVX512DQ, "avx512dq") && HAS(AVX512VL, "avx512vl")) {
        return CS_SIMD_512;
    }
    return HAS(AVX2, "avx2") ? CS_SIMD_256 : CS_SIMD_128;
#else
    return CS_SIMD_128;
#endif
}

cs_simd cs_simd_resolve(cs_simd wish)
{
    cs_simd limit = widest();
    return wish == CS_SIMD_AUTO || wish > limit ? limit : wish;
}
