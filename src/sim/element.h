// SPDX-License-Identifier: MIT
//
// Elements: what holds particles together. A kind of element is one file with a table of functions, called for a whole
// element and never for a particle; its file is the only place that knows the kind's own data, but for solvers with a
// fused sweep (grid_springs.h).
#ifndef CS_SIM_ELEMENT_H
#define CS_SIM_ELEMENT_H

#include "base/base.h"

#include <clothsim/scene.h>

/// Three coordinates as structure of arrays.
typedef struct cs_soa {
    double *x, *y, *z;
} cs_soa;

/// One spring as others see it: lanes of its ends, N/m, m.
typedef struct cs_spring_view {
    int a, b;
    double stiffness, rest;
    bool structural; ///< counts for the stretch statistics
} cs_spring_view;

/// Springs are read in chunks of at most this many: small enough for the stack.
#define CS_SPRING_CHUNK 256

/// Below this length (m) a spring has no direction and exerts no force.
#define CS_SPRING_TINY 1e-12

typedef struct cs_element cs_element;

typedef struct cs_element_kind {
    const char *name;
    /// Adds the element's forces at these positions, spring by spring in their order: + to a, - to b.
    void (*add_forces)(const cs_element *element, const cs_soa *positions, cs_soa *forces);
    /// Writes springs number `first` and on, at most CS_SPRING_CHUNK, and returns how many; 0 at the end.
    int (*springs)(const cs_element *element, int64_t first, cs_spring_view *views);
} cs_element_kind;

/// The head of every element.
struct cs_element {
    const cs_element_kind *kind;
    int64_t spring_count;
};

#endif
