// SPDX-License-Identifier: MIT
//
// Three wide vectors as one vector in space, for the kernels of the implicit solver.
#ifndef CS_SIM_IMPLICIT_WIDE_H
#define CS_SIM_IMPLICIT_WIDE_H

#include "math/wide.h"
#include "sim/element.h"
#include "sim/implicit_matrix.h"

#define INLINE static inline __attribute__((always_inline))
/// Vectors of a slice.
#define PARTS (CS_SLICE / CS_WIDE)

typedef struct wide3 {
    cs_wide x, y, z;
} wide3;

INLINE wide3 load3(const cs_soa *a, int i)
{
    return (wide3){cs_wide_load(a->x + i), cs_wide_load(a->y + i), cs_wide_load(a->z + i)};
}
INLINE void store3(const cs_soa *a, int i, wide3 v)
{
    cs_wide_store(a->x + i, v.x);
    cs_wide_store(a->y + i, v.y);
    cs_wide_store(a->z + i, v.z);
}
INLINE wide3 gather3(const cs_soa *a, const int32_t *index)
{
    return (wide3){cs_wide_gather(a->x, index), cs_wide_gather(a->y, index), cs_wide_gather(a->z, index)};
}
/// Of the lanes that an array holds for each term.
INLINE wide3 gather_node(const cs_soa *a, const int *lanes, const int32_t *term)
{
    int32_t index[CS_WIDE];
    for (int i = 0; i < CS_WIDE; i++) {
        index[i] = lanes[term[i]];
    }
    return gather3(a, index);
}
INLINE wide3 zero3(void)
{
    return (wide3){cs_wide_zero(), cs_wide_zero(), cs_wide_zero()};
}
INLINE wide3 add3(wide3 a, wide3 b)
{
    return (wide3){a.x + b.x, a.y + b.y, a.z + b.z};
}
INLINE wide3 sub3(wide3 a, wide3 b)
{
    return (wide3){a.x - b.x, a.y - b.y, a.z - b.z};
}
INLINE wide3 scale3(wide3 a, cs_wide t)
{
    return (wide3){a.x * t, a.y * t, a.z * t};
}
/// a + b t
INLINE wide3 along3(wide3 a, wide3 b, cs_wide t)
{
    return (wide3){a.x + b.x * t, a.y + b.y * t, a.z + b.z * t};
}
INLINE cs_wide dot3(wide3 a, wide3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
INLINE wide3 cross3(wide3 a, wide3 b)
{
    return (wide3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
INLINE wide3 select3(cs_wide_mask m, wide3 a, wide3 b)
{
    return (wide3){cs_wide_select(m, a.x, b.x), cs_wide_select(m, a.y, b.y), cs_wide_select(m, a.z, b.z)};
}

#endif
