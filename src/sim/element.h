// SPDX-License-Identifier: MIT
//
// Elements: what holds particles together. A kind of element is one file with a table of functions, called for a whole
// range of terms and never for a particle.
//
// Every element is a sum of terms of elastic energy, U = 1/2 C^T K C: up to three measures C (a length beyond its rest,
// three strains of a triangle, the angles of its hinges) of up to six particles. Solvers that work with forces read
// K, projecting ones K^-1; kernels that are worth it read the element's own arrays (links.h, membrane.h, bending.h)
// and are held to the terms, bit for bit, by tests.
#ifndef CS_SIM_ELEMENT_H
#define CS_SIM_ELEMENT_H

#include "base/base.h"

#include <clothsim/scene.h>

/// Three coordinates as structure of arrays.
typedef struct cs_soa {
    double *x, *y, *z;
} cs_soa;

#define CS_TERM_NODES    6
#define CS_TERM_MEASURES 3

/// One term at some positions. Only the first `measures` and `nodes` entries are set.
typedef struct cs_term {
    int nodes;       ///< 2 to CS_TERM_NODES
    int measures;    ///< 1 to CS_TERM_MEASURES
    bool unilateral; ///< acts only while its one measure is above 0
    int lane[CS_TERM_NODES];
    double value[CS_TERM_MEASURES];                    ///< C
    cs_vec3 gradient[CS_TERM_MEASURES][CS_TERM_NODES]; ///< dC/dx of each particle
    /// C is a function f(|w|) of a vector w that is linear in the positions (a link, a stretched thread): |w| f'(|w|),
    /// so that with a tension T = (K C) the second derivative of the energy gains, beside the Gauss-Newton part,
    /// T / span ((g_i . g_j) I - g_i g_j^T) between particles i and j. 0: C is something else.
    double span[CS_TERM_MEASURES];
    double stiffness[CS_TERM_MEASURES][CS_TERM_MEASURES];  ///< K, symmetric; 0 for a rigid term, see `rigid`
    double compliance[CS_TERM_MEASURES][CS_TERM_MEASURES]; ///< K^-1; 0 for a rigid term
    bool rigid;                                            ///< for projecting solvers only
    double damping;                                        ///< s: viscous K * damping on the rates of the measures
} cs_term;

/// Terms are read in chunks of at most this many: small enough for the stack.
#define CS_TERM_CHUNK 32

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
    /// Evaluates terms [first, first + count), at most CS_TERM_CHUNK. Finite for any finite positions: where a measure
    /// has no gradient (a link of no length, a collapsed triangle) its value and gradients are 0.
    void (*terms)(const cs_element *element, int64_t first, int count, const cs_soa *positions, cs_term *terms);
    /// Adds the element's forces at these positions, spring by spring in their order: + to a, - to b. NULL: by its
    /// terms.
    void (*add_forces)(const cs_element *element, const cs_soa *positions, cs_soa *forces);
    /// Writes springs number `first` and on, at most CS_SPRING_CHUNK, and returns how many; 0 at the end. NULL: none.
    int (*springs)(const cs_element *element, int64_t first, cs_spring_view *views);
} cs_element_kind;

/// The head of every element.
struct cs_element {
    const cs_element_kind *kind;
    int64_t term_count;
    int64_t spring_count; ///< those that count as springs in the statistics
    bool damped;          ///< some term has damping
    bool rigid;           ///< some term is rigid
    bool mixed;           ///< some term is not a plain spring: forces only by terms
};

/// Adds the forces of all terms, damping along the measures included: -J^T K (C + damping J v). `velocities` may be
/// NULL when the element is not damped.
void cs_element_add_forces(const cs_element *element, const cs_soa *positions, const cs_soa *velocities,
                           cs_soa *forces);
/// The sum of 1/2 C^T K C (J).
double cs_element_energy(const cs_element *element, const cs_soa *positions);
/// Writes the springs of an element as cs_element_kind.springs does; 0 for kinds without.
int cs_element_springs(const cs_element *element, int64_t first, cs_spring_view *views);
/// The term of a spring, for kinds that are made of springs.
void cs_spring_term(const cs_spring_view *spring, const cs_soa *positions, cs_term *term);

#endif
