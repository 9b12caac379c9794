// SPDX-License-Identifier: MIT
//
// The simulation: mutable state made from a const scene, advanced by one dt a step.
// The bits of the state depend on the scene's simulation, cloths, networks and colliders alone:
// not on camera, lights, picture, thread count, instruction set or compiler. Callers keep the default floating-point
// environment: round to nearest, no flush-to-zero (the workers of a pool set it themselves).
#ifndef CLOTHSIM_SIM_H
#define CLOTHSIM_SIM_H

#include <clothsim/frame.h>
#include <clothsim/scene.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cs_sim cs_sim;

/// Makes the start state. The scene must outlive the simulation. `compute` may be NULL.
/// Fails with CS_INVALID_SCENE when dt is above the stability limit of the springs at rest (the message names the
/// largest safe dt) and the scene does not allow it, CS_INTERNAL when there is no memory. A dt above the safe bound is
/// a warning.
cs_status cs_sim_create(const cs_scene *scene, const cs_compute *compute, cs_log *log, cs_sim **sim);
void cs_sim_destroy(cs_sim *sim);

/// Advances by one dt. CS_DIVERGED at the first particle that is not finite or has run away; the log names step,
/// particle and the likely cause. The state then stays as that step left it, runaway particle included, the step is not
/// counted, and every further call returns CS_DIVERGED. Allocates nothing after the first step.
cs_status cs_sim_step(cs_sim *sim, cs_log *log);

int64_t cs_sim_step_index(const cs_sim *sim); ///< steps done
double cs_sim_time(const cs_sim *sim);        ///< step_index * dt
cs_simd cs_sim_simd(const cs_sim *sim);       ///< what the kernels really use

/// Particles stand cloth by cloth in scene order, row-major in a grid, then network by network.
int64_t cs_sim_particle_count(const cs_sim *sim);
int64_t cs_sim_spring_count(const cs_sim *sim);
/// Elastic energy of all elements (J).
double cs_sim_elastic_energy(const cs_sim *sim);
/// Copies all positions (m) or velocities (m/s; Verlet: (x - x_prev)/h) to an array of particle_count.
void cs_sim_positions(const cs_sim *sim, cs_vec3 *positions);
void cs_sim_velocities(const cs_sim *sim, cs_vec3 *velocities);
/// Moves free particles; for experiments. Verlet keeps x - x_prev.
void cs_sim_set_positions(cs_sim *sim, const cs_vec3 *positions);
/// Gives free particles velocities (m/s); for experiments. Verlet: x_prev = x - v h.
void cs_sim_set_velocities(cs_sim *sim, const cs_vec3 *velocities);

/// Fills the frame with what can be seen now. Only the memory can fail (CS_INTERNAL).
cs_status cs_sim_snapshot(const cs_sim *sim, cs_frame *frame);

/// Numbers about a set of particles. y over the free ones; has_free is false when there are none.
typedef struct cs_state_statistics {
    int64_t particles, springs;
    bool has_free;
    double y_min, y_max, y_mean; ///< m
    double kinetic_energy;       ///< J
    double max_stretch;          ///< largest length/rest over structural springs (networks: all springs); 1 when none
    int iterations;      ///< of the last step's solves together; 0 for solvers that do not iterate to a residual
    double residual;     ///< largest of the last step, as a part of where its solve began; 0 likewise
    uint64_t state_hash; ///< XXH3 of positions and velocities, little-endian, -0 as +0
} cs_state_statistics;

/// The whole state (cloth -1) or one cloth.
void cs_sim_statistics(const cs_sim *sim, int cloth, cs_state_statistics *statistics);

/// The time steps that springs, links and fabrics allow (formulas of the solver; Verlet, where a substep h keeps the
/// part d of the velocity: h < sqrt(2 (1 + d)/lambda_max), which is 2/sqrt(lambda_max) without damping). Damping along
/// links and within fabrics counts. INFINITY for solvers that take any dt (implicit, pbd, xpbd), 0 for one that takes
/// none (euler without damping).
typedef struct cs_stability {
    double dt;    ///< the scene's, s
    double limit; ///< largest stable dt of all that is assembled at rest, by power iteration; INFINITY without springs
    double safe_bound; ///< for stretched states, too: from the largest 2 * sum(k)/m of a particle (springs, however
                       ///< stretched), or what bounds a fabric up to its strain limit
} cs_stability;

/// Both figures count the scene's substeps: they are limits of dt, not of dt / substeps.
void cs_sim_stability(const cs_sim *sim, cs_stability *stability);
/// Bytes that the simulation holds.
size_t cs_sim_memory(const cs_sim *sim);

#ifdef __cplusplus
}
#endif
#endif
