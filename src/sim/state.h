// SPDX-License-Identifier: MIT
//
// The mutable state and what is derived from the scene once: particles as structure of arrays, bodies (a cloth or a
// network), the blocks of work of a step. Everything in src/sim reads this; nothing outside does.
//
// Lanes. All particles stand in one set of arrays. A body takes `rows` rows of `stride` lanes, of which the first
// `columns` hold particles (a network is one row); the rest pads the row to whole vectors. Padding lanes rest at a
// place that no collider reaches, so kernels may run over them. A lane is an index into these arrays.
#ifndef CS_SIM_STATE_H
#define CS_SIM_STATE_H

#include "base/base.h"
#include "mesh/mesh.h"
#include "sim/element.h"

#include <clothsim/sim.h>

/// Doubles a row is padded to: the widest vector. Arrays go on for CS_LANE_SLACK more, so that a kernel may load a
/// vector that starts in the last lane.
#define CS_LANE_PAD   8
#define CS_LANE_SLACK 16

/// Consecutive lanes of a body that are pinned.
typedef struct cs_pin_run {
    int lane, count; ///< lane counts from the body's first
} cs_pin_run;

/// An edge of a mesh: lanes of its ends, length at rest (m).
typedef struct cs_edge_rest {
    int a, b;
    double rest;
} cs_edge_rest;

/// A body has at most this many elements.
#define CS_BODY_ELEMENTS 6

/// How the solves of one step went; for solvers that iterate to a residual.
typedef struct cs_solve_report {
    int iterations;
    double residual;  ///< largest, as a part of where the solve began
    int unconverged;  ///< solves of this step that did not reach the tolerance
    bool stalled;     ///< one of them ended no nearer than it had begun
    int failed_steps; ///< steps in a row that stalled
    bool warned;      ///< of the first unconverged step
} cs_solve_report;

/// A cloth or a network.
typedef struct cs_body {
    const char *name;
    bool is_cloth;
    int rows, columns, stride;
    int first_lane;
    int64_t first_particle;
    double mass;          ///< kg, of each particle; 0: they differ, see `masses`
    const double *masses; ///< kg, for each lane of the body (1 for padding); NULL when all are `mass`
    int *row_runs;        ///< runs of row r: pin_runs[row_runs[r]] up to pin_runs[row_runs[r + 1]]
    cs_pin_run *pin_runs;
    unsigned char *pinned; ///< for each lane of the body; NULL when none is
    cs_element *elements[CS_BODY_ELEMENTS];
    int element_count;
    int triangle_count;
    const cs_triangle *triangles; ///< cloth: of particles of the body, not of lanes; network: of the tubes it shows as
    int tube_count;               ///< network: links, and particles that have none
    const int (*tubes)[2];        ///< lanes of their ends, the same one twice for a particle
    int edge_count;               ///< fabrics: edges of the mesh, for the stretch statistics
    const cs_edge_rest *edges;
    const cs_cloth *cloth; ///< NULL for a network
} cs_body;

/// A part of a step that one thread does: rows [first_row, end_row) of a body.
typedef struct cs_block {
    int body;
    int first_row, end_row;
    int runaway; ///< out: the first lane that ran away, CS_NO_LANE when none did
} cs_block;
#define CS_NO_LANE INT32_MAX

struct cs_sim {
    const cs_scene *scene;
    cs_compute compute;
    const struct cs_solver_kind *solver;
    cs_arena *arena;

    int64_t step;
    bool diverged;
    double h;       ///< s, dt / substeps
    double damping; ///< part of the velocity kept over h
    double extent;  ///< m, largest side of the box around all particles at the start, at least CS_MIN_EXTENT

    int lanes;
    int64_t particle_count, spring_count;
    cs_soa now;      ///< positions
    cs_soa before;   ///< positions one substep earlier
    cs_soa velocity; ///< m/s; for solvers that keep one, else NULL
    cs_solve_report solve;
    cs_soa force; ///< N; only for bodies that are stepped element by element
    cs_soa rates; ///< m/s: velocities as elements with damping read them, for solvers that keep none

    int body_count;
    cs_body *bodies; ///< cloths, then networks
    int block_count;
    cs_block *blocks;
    bool shared; ///< the blocks are worth a thread pool
    double *scratch;
    size_t scratch_per_thread; ///< doubles
    void *solver_data;         ///< what the solver keeps for itself, from `arena`
};

/// A sheet that travels CS_RUNAWAY_EXTENTS times its own size in one substep, or is further than CS_RUNAWAY_DISTANCE
/// (m) from the origin, has run away (and may not start there); both are measured as |x| + |y| + |z|. Larger values
/// report later and risk overflow in the forces, smaller ones could stop a fast but sound scene.
#define CS_RUNAWAY_EXTENTS  100.0
#define CS_RUNAWAY_DISTANCE 1e6
#define CS_MIN_EXTENT       1.0 ///< m, so that a single particle may move, too

static inline double cs_body_mass(const cs_body *body, int lane_of_body)
{
    return body->masses ? body->masses[lane_of_body] : body->mass;
}
static inline cs_vec3 cs_soa_get(const cs_soa *soa, int lane)
{
    return (cs_vec3){soa->x[lane], soa->y[lane], soa->z[lane]};
}
/// The lane of a particle of the body.
static inline int cs_body_lane(const cs_body *body, int particle)
{
    return body->first_lane + particle / body->columns * body->stride + particle % body->columns;
}
static inline bool cs_body_pinned(const cs_body *body, int lane_of_body)
{
    return body->pinned && body->pinned[lane_of_body];
}
/// m/s; for solvers that keep no velocity the one over the last substep.
static inline cs_vec3 cs_sim_velocity(const cs_sim *sim, int lane)
{
    if (sim->velocity.x) {
        return cs_soa_get(&sim->velocity, lane);
    }
    return (cs_vec3){
        (sim->now.x[lane] - sim->before.x[lane]) / sim->h,
        (sim->now.y[lane] - sim->before.y[lane]) / sim->h,
        (sim->now.z[lane] - sim->before.z[lane]) / sim->h,
    };
}
static inline void cs_soa_set(cs_soa *soa, int lane, cs_vec3 value)
{
    soa->x[lane] = value.x;
    soa->y[lane] = value.y;
    soa->z[lane] = value.z;
}

// ---- body_build.c, body_cloth.c, body_network.c: from the scene to the start state ----

/// Logs what is wrong with a scene built in memory.
cs_status cs_sim_check_scene(const cs_sim *sim, cs_log *log);
/// Fills bodies, particles and elements. Logs what is wrong with a scene built in memory.
cs_status cs_sim_build(cs_sim *sim, cs_log *log);
/// Zeroed arrays over all lanes; false: no memory.
bool cs_soa_make(cs_arena *arena, int lanes, cs_soa *soa);
/// Start position of the particle at (row, column) of a cloth, after its transform.
/// (a mesh is one row of vertices).
cs_vec3 cs_cloth_start(const cs_cloth *cloth, int row, int column);
cs_status cs_cloth_build(cs_sim *sim, cs_body *body, const cs_cloth *cloth);
/// Membrane and bending of a cloth with a fabric (body_fabric.c).
cs_status cs_fabric_build(cs_sim *sim, cs_body *body, const cs_cloth *cloth);
/// Links by compliance, or the springs of a mesh (body_links.c).
cs_status cs_cloth_links_build(cs_sim *sim, cs_body *body, const cs_cloth *cloth);
/// Long-range links and tethers, when the cloth wants them (body_links.c).
cs_status cs_long_range_build(cs_sim *sim, cs_body *body, const cs_cloth *cloth);
cs_status cs_network_build(cs_sim *sim, cs_body *body, const cs_network *network);
/// Sets what the solver keeps of the start velocity (m/s) of the particle that starts at x.
void cs_body_start_velocity(cs_sim *sim, int lane, cs_vec3 x, cs_vec3 velocity);
/// Adds an element to a body; false when it is NULL: no memory.
bool cs_body_add_element(cs_sim *sim, cs_body *body, cs_element *element);
/// Writes the start positions of every lane, padding included.
void cs_sim_start_positions(const cs_sim *sim, cs_soa *positions);

// ---- tubes.c ------------------------------------------------------------------------------

/// Makes what a network shows as, when its radius is above 0. false: no memory.
bool cs_tubes_make(cs_sim *sim, cs_body *body, const cs_network *network);
/// How many vertices that has.
int cs_tubes_vertices(const cs_body *body);
/// Fills positions, normals and uv of the mesh of a network from the state.
void cs_tubes_fill(const cs_sim *sim, const cs_body *body, double radius, cs_mesh *mesh);

// ---- stability.c ----------------------------------------------------------------------

/// The safe bound of cs_stability alone, which is much cheaper than the limit; 0: no memory.
double cs_sim_safe_bound(const cs_sim *sim);
/// Refuses a dt above the limit at rest, warns above the safe bound.
cs_status cs_sim_check_dt(const cs_sim *sim, cs_log *log);

// ---- divergence.c ---------------------------------------------------------------------

/// After this many steps in a row that stalled a simulation counts as diverged: fewer could stop one that only passes
/// a rough moment, more draw out what leads nowhere.
#define CS_MOST_FAILED_STEPS 10

/// Judges the solves of a step: warns of the first that did not converge; false after CS_MOST_FAILED_STEPS that
/// stalled.
bool cs_sim_judge_solves(cs_sim *sim, cs_log *log);

/// Logs which particle ran away, when, and why that probably was.
void cs_sim_report_divergence(const cs_sim *sim, int lane, cs_log *log);

// ---- phase ----------------------------------------------------------------------------

/// The phase that the step with this index (from 0) belongs to; NULL when there is none (after the end: the last).
const cs_phase *cs_sim_phase(const cs_sim *sim, int64_t step);

#endif
