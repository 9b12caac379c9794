// SPDX-License-Identifier: MIT
//
// What the parts of position based dynamics share. Each measure C of a term wants a change of its multiplier
//
//     (J M^-1 J^T (1 + gamma) + K^-1/h^2) dlambda = -(C + K^-1/h^2 lambda + gamma J (x - x0)),    dx = M^-1 J^T dlambda
//
// with gamma = damping/h: Macklin, Mueller and Chentanez 2016 (XPBD), its damping along the measures alone. The plain
// form (Mueller et al. 2007, PBD) has K^-1 = 0 and no multipliers, and takes the part `correction` of each dx.
//
// Slots. The solver keeps its own copy of the particles that elements hold, in its own order: x, y, z and inverse mass
// side by side. Work is cut into units: blocks of neighbouring particles, which fit the cache and are swept whole by
// one thread, and between two neighbouring blocks an interface with the terms that reach into both. All blocks can be
// swept at once, and then all interfaces; nothing of this depends on the number of threads (xpbd_plan.c). Within a unit
// terms stand in packs of CS_XPBD_LANES that share no free particle (colours), so vectors of any width give the same
// bits. Pins have a slot in each unit that reads them, and every unit has one idle slot for lanes of packs that hold no
// term.
#ifndef CS_SIM_XPBD_H
#define CS_SIM_XPBD_H

#include "sim/bending.h"
#include "sim/links.h"
#include "sim/membrane.h"
#include "sim/state.h"

/// A pivot of a block that has shrunk to this part of its diagonal says that the measure follows from those before it:
/// it is left out. Larger values drop measures of slender triangles, smaller ones let rounding pass for a direction.
#define CS_XPBD_DEPENDENT 1e-12

/// A fabric bends so easily that one sweep a substep settles it, when no hinge has more than this part of sum w |grad
/// C|^2 h^2 K: an error of this size in a force that hardly matters. Larger values skip sweeps that stiff cloth needs.
#define CS_XPBD_SETTLED 0.05

/// Terms in a pack: lanes of the widest vector.
#define CS_XPBD_LANES 8

// ---- xpbd_terms.c: any element by its terms, one by one -------------------------------------

typedef struct cs_xpbd_terms {
    bool plain;                 ///< PBD
    double h;                   ///< s
    double correction;          ///< 1 for XPBD
    const double *inverse_mass; ///< 1/kg, for each lane; 0 for pins and padding
    const cs_soa *start;        ///< positions at the start of the substep
} cs_xpbd_terms;

/// Projects term number `index` of an element, moving `positions`. `lambda`: CS_TERM_MEASURES, which go on from one
/// iteration to the next; unused when plain.
void cs_xpbd_project_term(const cs_xpbd_terms *how, const cs_element *element, int64_t index, cs_soa *positions,
                          double *lambda);

// ---- xpbd_plan.c and xpbd_colouring.c: units, colours, packs ----------------------------------

/// Terms that one kernel sweeps alike: their lanes, node by node; -1 for a node that a term does not have.
typedef struct cs_xpbd_set {
    int nodes;
    int64_t count;
    const int *lane[CS_TERM_NODES];
} cs_xpbd_set;

/// Where to begin: lanes first + t * advance + i * step for i < count, for the smallest t < tries with a free one.
/// Neighbours of these come next, and so on; for a grid its first row or column, so that levels are rows or columns.
typedef struct cs_xpbd_seed {
    int first, step, count, advance, tries;
} cs_xpbd_seed;

typedef struct cs_xpbd_problem {
    int lanes;
    const double *inverse_mass;
    int set_count;
    const cs_xpbd_set *sets;
    int seed_count;
    const cs_xpbd_seed *seeds;
} cs_xpbd_problem;

typedef struct cs_xpbd_packing {
    int64_t *first;  ///< packs of unit u: [first[u], first[u + 1])
    int64_t *member; ///< CS_XPBD_LANES a pack: the term, -1 for none
} cs_xpbd_packing;

/// Units 0 ... block_count - 1 are blocks, block_count + k is the interface between blocks k and k + 1.
typedef struct cs_xpbd_plan {
    int particle_count;
    int *order;       ///< lanes of the free particles that some term holds, block by block
    int block_count;  ///< at least 1 when there are particles
    int *block_first; ///< block_count + 1 indices into `order`
    int unit_count;
    cs_xpbd_packing *packings; ///< one a set
} cs_xpbd_plan;

/// Terms without a free particle are left out. The plan depends on the problem alone. false: no memory.
bool cs_xpbd_plan_make(cs_arena *arena, const cs_xpbd_problem *problem, cs_xpbd_plan *plan);

/// Colours of terms, greedily in their order: terms of a colour share no particle. Writes the colour of each term and
/// returns how many there are. `particle`: `nodes` a term, -1 for none or for one that may be shared. `used` holds 0
/// for each particle and does so again afterwards. Terms that would need more than CS_XPBD_COLOURS get colours of their
/// own.
#define CS_XPBD_COLOURS 64
int cs_xpbd_colour(int64_t count, int nodes, const int *particle, uint64_t *used, int *colour);

// ---- xpbd_packs.c: the packs of each kind of element ---------------------------------------------

typedef struct cs_xpbd_link_pack {
    int32_t a[CS_XPBD_LANES], b[CS_XPBD_LANES]; ///< slots
    double rest[CS_XPBD_LANES];
    double compliance[CS_XPBD_LANES]; ///< over h^2
    double lambda[CS_XPBD_LANES];
} cs_xpbd_link_pack;

typedef struct cs_xpbd_membrane_pack {
    int32_t node[3][CS_XPBD_LANES];
    double u1[CS_XPBD_LANES], u2[CS_XPBD_LANES], v1[CS_XPBD_LANES], v2[CS_XPBD_LANES];
    double per_area[CS_XPBD_LANES]; ///< 1/m^2
    double lambda[3][CS_XPBD_LANES];
} cs_xpbd_membrane_pack;

typedef struct cs_xpbd_bending_pack {
    int32_t node[6][CS_XPBD_LANES];
    double rest[3][CS_XPBD_LANES];
    double compliance[6][CS_XPBD_LANES]; ///< over h^2; 0 in the diagonal for a hinge that does not exist
    double lambda[3][CS_XPBD_LANES];
} cs_xpbd_bending_pack;

typedef enum cs_xpbd_kind {
    CS_XPBD_LINKS,
    CS_XPBD_MEMBRANE,
    CS_XPBD_BENDING,
} cs_xpbd_kind;

/// What a kernel works on besides its packs.
typedef struct cs_xpbd_work {
    double *slots;        ///< 4 doubles each
    const double *starts; ///< likewise, at the start of the substep; only where something is damped
    bool fresh;           ///< the first sweep of a substep: multipliers are 0
    bool plain;           ///< PBD
    bool unilateral;      ///< links that only pull
    double correction;
    double gamma;         ///< damping/h of a membrane or bending
    const double *gammas; ///< of links, one a lane of their packs; NULL: none is damped
    double compliance[4]; ///< of a membrane, over h^2 and without the area: 00, 01, 11, 22
    double stiffening, limit;
} cs_xpbd_work;

/// Sweeps packs in their order.
typedef void cs_xpbd_kernel(const cs_xpbd_work *work, void *packs, int64_t count);

/// All terms of a kind that share parameters.
typedef struct cs_xpbd_group {
    cs_xpbd_kind kind;
    bool damped;
    bool once; ///< swept in the first iteration of a substep alone
    cs_xpbd_work work;
    unsigned char *packs;
    size_t pack_size;
    int64_t *first; ///< packs of unit u: [first[u], first[u + 1])
    double *gammas; ///< as work.gammas
} cs_xpbd_group;

/// Lanes of a body that one thread moves: [first, first + count) of the body's.
typedef struct cs_xpbd_chunk {
    int body, first, count;
    int runaway; ///< out: the first lane that ran away, CS_NO_LANE when none did
} cs_xpbd_chunk;

typedef struct cs_xpbd {
    cs_xpbd_terms terms;
    bool by_terms;   ///< some element has no kernel, so everything goes by terms
    double **lambda; ///< by terms: for each element of all bodies, in their order
    int block_count, unit_count;
    int group_count;
    cs_xpbd_group *groups;
    double *slots, *starts; ///< by units: 4 doubles each
    int *slot;              ///< of each lane; -1 for pins, padding and particles that no element holds
    int *ghost_first;       ///< ghosts of unit u: [ghost_first[u], ghost_first[u + 1])
    int *ghost_lane;        ///< the pins that units read ...
    int *ghost_slot;        ///< ... and where they do
    int chunk_count;
    cs_xpbd_chunk *chunks;
    bool fresh;     ///< the sweep that is going on is the first of its substep
    int first_unit; ///< ... and goes over blocks, or over interfaces
} cs_xpbd;

/// Cuts the elements of all bodies into groups, units and packs. Sets by_terms instead when there is an element that it
/// does not know. false: no memory.
bool cs_xpbd_pack(cs_sim *sim, cs_xpbd *xpbd);

#endif
