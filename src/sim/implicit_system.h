// SPDX-License-Identifier: MIT
//
// The equations that the implicit solver solves for one body: M (v1 - v0) = h f(x0 + h v1, v1). The residual takes the
// elements' true forces. The matrix is that of Gauss and Newton, M + (h^2 + h damping) J^T K J, with the second
// derivative of what is stretched under tension; parts that are not positive (compression) are left out, so that every
// step of Newton's method leads downhill.
#ifndef CS_SIM_IMPLICIT_SYSTEM_H
#define CS_SIM_IMPLICIT_SYSTEM_H

#include "sim/implicit_kernels.h"
#include "sim/state.h"

/// Slices that are worked on together: partial sums of a block are added in the order of the blocks.
#define CS_BLOCK_SLICES 64

/// Chunks of terms that fit in no colour below this one share it and run one after the other.
#define CS_LAST_COLOUR 63

/// Neighbouring terms of one element that one thread adds.
typedef struct cs_term_chunk {
    int element;
    int64_t first, end;
} cs_term_chunk;

/// Particles that hang together and to nothing else, without a pin: their momentum changes by outer forces alone.
typedef struct cs_free_part {
    double mass;  ///< kg
    cs_vec3 sum;  ///< kg m/s: scratch
    bool touched; ///< some particle is in contact: scratch
} cs_free_part;

/// One body's system. Lanes count from the body's first.
typedef struct cs_implicit_system {
    cs_sim *sim;
    const cs_body *body;
    int lanes; ///< rows * stride
    int free_count;
    double *mass;          ///< kg; 0 where pinned and in padding
    int **place;           ///< for each element: where its terms' blocks lie, nodes x nodes for each term; -1: pinned
    int64_t **place_begin; ///< for each element: of each term, and the end
    unsigned char **run;   ///< for each element: whether its batches are runs (implicit_fabric.h); NULL: no fabric
    int chunk_count;
    cs_term_chunk *chunks; ///< sorted by colour; those of one colour share no lane
    int colour_count;
    int *colour_begin;
    int *part; ///< which free part each lane belongs to; -1: none
    int part_count;
    cs_free_part *parts;

    cs_slice_matrix matrix;
    cs_conjugate cg;
    cs_soa outer;           ///< N: gravity, wind
    cs_soa trial;           ///< m: all lanes of the simulation: where elements are evaluated
    cs_soa velocity, force; ///< m/s, N: likewise
    cs_soa v1;              ///< m/s: the solution so far
    bool touchable;         ///< there are colliders
    double *contact;        ///< N/m: how stiffly each lane is pushed out of colliders
    cs_soa push;            ///< N: contact forces of the last evaluation
    int block_count;
    double *block_sums;                     ///< two for each block
    bool with_matrix;                       ///< what the evaluation under way fills
    int64_t evaluations, linear_iterations; ///< so far, for those who measure
} cs_implicit_system;

/// What the solver keeps: solver_data of the simulation.
typedef struct cs_implicit {
    cs_implicit_system *systems; ///< one for each body
    cs_soa velocity, force;      ///< shared by all
} cs_implicit;

// ---- implicit_layout.c -----------------------------------------------------------------------

/// Lays out pattern, chunks and parts of a body; false: no memory. The big arrays `trial`, `velocity` and `force` are
/// the caller's and shared by all bodies.
bool cs_implicit_layout(cs_sim *sim, const cs_body *body, cs_implicit_system *system);

// ---- implicit_assembly.c ---------------------------------------------------------------------

/// Elastic and damping forces at `trial` with `velocity` into `force`; with `matrix` also the matrix and the inverse of
/// its diagonal.
void cs_implicit_evaluate(cs_implicit_system *system, bool matrix);
/// The inverse of the matrix's diagonal for the preconditioner, once more.
void cs_implicit_invert_diagonal(cs_implicit_system *system);

// ---- implicit_contact.c ----------------------------------------------------------------------

/// Chooses the contact stiffness by the matrix, which is evaluated.
void cs_implicit_choose_contact(cs_implicit_system *system);
/// Adds contact forces at `trial` to `force`, and with `matrix` their derivatives to its diagonal.
void cs_implicit_add_contact(cs_implicit_system *system, bool matrix);

// ---- implicit_cg.c ---------------------------------------------------------------------------

/// Solves A x = r to |r| <= target; x starts from cg.x when that is nearer than 0. Returns the iterations.
int cs_implicit_solve(cs_implicit_system *system, double target);
/// Runs over all blocks of slices, on the pool when the body is large.
void cs_implicit_run_blocks(cs_implicit_system *system, cs_pool_function *run, void *context);
/// The sum of block_sums[2 i + which] in order.
double cs_implicit_sum(const cs_implicit_system *system, int which);
/// Slices [first, end) of a block.
static inline int cs_block_first(int block)
{
    return block * CS_BLOCK_SLICES;
}
static inline int cs_block_end(const cs_implicit_system *system, int block)
{
    int end = (block + 1) * CS_BLOCK_SLICES;
    return end < system->matrix.slice_count ? end : system->matrix.slice_count;
}

#endif
