// SPDX-License-Identifier: MIT
//
// An experiment: a scene with overrides, its simulation, and what can be read off it from outside. Stays in the lab.
#ifndef CS_LAB_EXPERIMENT_H
#define CS_LAB_EXPERIMENT_H

#include "lab/lab.h"

typedef struct cs_experiment {
    cs_log *log;
    cs_scene *scene;
    cs_sim *sim;
    double dt;       ///< s
    int count;       ///< particles
    cs_vec3 *x, *v;  ///< m, m/s: as the last step left them
    double *mass;    ///< kg
    bool *pinned;    ///< networks only; false in cloths
    double *storage; ///< what the arrays lie in
} cs_experiment;

#define CS_EXPERIMENT_SETS 16

/// Starts the case's scene with the row's solver, the overrides of the case, and `more` of them (NULL at the end; may
/// be NULL). Close it whatever comes back. The scene's errors go to the log of the lab.
cs_status cs_experiment_open(cs_experiment *e, const cs_lab *lab, const cs_physics_case *c, const char *solver,
                             const char *const *more);
void cs_experiment_close(cs_experiment *e);
/// Makes `steps` steps and reads positions and velocities.
cs_status cs_experiment_run(cs_experiment *e, int steps);
/// Puts the free particles where e->x says.
void cs_experiment_place(cs_experiment *e);

/// The sum of mass times velocity, and of x cross mass times velocity.
cs_vec3 cs_experiment_momentum(const cs_experiment *e);
cs_vec3 cs_experiment_spin(const cs_experiment *e);
/// J, of the velocities as they are.
double cs_experiment_kinetic_energy(const cs_experiment *e);
/// Root of the mean square of the speeds, m/s.
double cs_experiment_rms_speed(const cs_experiment *e);
/// The distance of two particles, m.
double cs_experiment_distance(const cs_experiment *e, int a, int b);

/// A number that swings about zero.
typedef double cs_reading(const cs_experiment *e, const void *context);

/// Steps until the reading has crossed zero once and `half_cycles` times more, and gives the period (s). Between two
/// steps the reading is taken for a part of a sine, so that the period of a sine is exact. CS_MISMATCH: it did not
/// cross often enough in `most` steps.
cs_status cs_experiment_period(cs_experiment *e, cs_reading *read, const void *context, int half_cycles, int most,
                               double *period);

#endif
