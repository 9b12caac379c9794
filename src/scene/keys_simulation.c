// SPDX-License-Identifier: MIT
//
// Key table: "simulation", with its phases.
#include "scene/key_table.h"
#include "scene/rules.h"

const char *const cs_solver_words[] = {
    [CS_SOLVER_VERLET] = "verlet",
    [CS_SOLVER_EULER] = "euler",
    [CS_SOLVER_RK4] = "rk4",
    [CS_SOLVER_IMPLICIT] = "implicit",
    [CS_SOLVER_PBD] = "pbd",
    [CS_SOLVER_XPBD] = "xpbd",
    NULL,
};
static const char *const contact_modes[] = {[CS_CONTACT_PUSH_OUT] = "push-out", NULL};

static const cs_phase default_phases[] = {{.name = "main", .steps = 600}};

static const cs_key wind_keys[] = {
    {.name = "force",
     .type = CS_KEY_VEC3,
     .offset = offsetof(cs_phase, wind_force),
     .standard = {0, 0, 0},
     .unit = "N",
     .doc = "force on every free particle"},
};
static const cs_section wind_section = {.noun = "a wind", .keys = wind_keys, .key_count = (int)CS_COUNT(wind_keys)};

static const cs_key phase_keys[] = {
    {.name = "name",
     .type = CS_KEY_STRING,
     .offset = offsetof(cs_phase, name),
     .text = "main",
     .doc = "name of the phase, for people"},
    {.name = "steps",
     .type = CS_KEY_INT,
     .offset = offsetof(cs_phase, steps),
     .range = CS_FROM_TO(0, 1e9),
     .standard = {600},
     .doc = "how many steps of dt it lasts"},
    {.name = "wind", .type = CS_KEY_OBJECT, .section = &wind_section, .doc = "the wind during the phase"},
};
static const cs_section phase_section = {
    .noun = "a phase", .size = sizeof(cs_phase), .keys = phase_keys, .key_count = (int)CS_COUNT(phase_keys)};

static const cs_key contact_keys[] = {
    {.name = "mode",
     .type = CS_KEY_ENUM,
     .offset = offsetof(cs_simulation, contact_mode),
     .choices = contact_modes,
     .standard = {CS_CONTACT_PUSH_OUT},
     .doc = "push-out moves particles out of spheres and up to the ground after each step"},
};
static const cs_section contact_section = {
    .noun = "a contact", .keys = contact_keys, .key_count = (int)CS_COUNT(contact_keys)};

static bool iterates(const void *value)
{
    const cs_simulation *simulation = value;
    return simulation->solver == CS_SOLVER_IMPLICIT || simulation->solver == CS_SOLVER_PBD ||
           simulation->solver == CS_SOLVER_XPBD;
}

static bool corrects(const void *value)
{
    return ((const cs_simulation *)value)->solver == CS_SOLVER_PBD;
}

static bool converges(const void *value)
{
    return ((const cs_simulation *)value)->solver == CS_SOLVER_IMPLICIT;
}

static bool is_daring(const void *value)
{
    return ((const cs_simulation *)value)->allow_unstable;
}

static const cs_key simulation_keys[] = {
    {.name = "solver",
     .type = CS_KEY_ENUM,
     .offset = offsetof(cs_simulation, solver),
     .choices = cs_solver_words,
     .standard = {CS_SOLVER_VERLET},
     .doc = "how the state advances"},
    {.name = "dt",
     .type = CS_KEY_NUMBER,
     .offset = offsetof(cs_simulation, dt),
     .range = CS_ABOVE(0),
     .standard = {0.008},
     .unit = "s",
     .doc = "length of a step"},
    {.name = "substeps",
     .type = CS_KEY_INT,
     .offset = offsetof(cs_simulation, substeps),
     .range = CS_FROM_TO(1, 1e6),
     .standard = {1},
     .derived = "10 for xpbd, else 1",
     .doc = "equal parts that a step is computed in"},
    {.name = "iterations",
     .type = CS_KEY_INT,
     .offset = offsetof(cs_simulation, iterations),
     .range = CS_FROM_TO(1, 10000),
     .standard = {1},
     .derived = "10 for pbd, 1 for xpbd, 20 for implicit",
     .written = iterates,
     .doc = "projections in a substep (pbd, xpbd), most Newton iterations in a substep (implicit)"},
    {.name = "correction",
     .type = CS_KEY_NUMBER,
     .offset = offsetof(cs_simulation, correction),
     .range = CS_FROM_TO(0, 1),
     .standard = {1},
     .written = corrects,
     .doc = "part of an error that a projection takes away (pbd)"},
    {.name = "tolerance",
     .type = CS_KEY_NUMBER,
     .offset = offsetof(cs_simulation, tolerance),
     .range = CS_BETWEEN(0, 1),
     .standard = {1e-6},
     .written = converges,
     .doc = "a solve has converged when its residual fell to this part (implicit)"},
    {.name = "gravity",
     .type = CS_KEY_VEC3,
     .offset = offsetof(cs_simulation, gravity),
     .standard = {0, -9.8, 0},
     .unit = "m/s^2",
     .doc = "acceleration of every free particle"},
    {.name = "damping",
     .type = CS_KEY_NUMBER,
     .offset = offsetof(cs_simulation, damping),
     .range = CS_FROM_TO(0, 1),
     .standard = {0.99},
     .derived = "0.99 for verlet, 1 for other solvers",
     .doc = "air damping: part of the velocity that is kept over one dt"},
    {.name = "allow_unstable",
     .type = CS_KEY_BOOL,
     .offset = offsetof(cs_simulation, allow_unstable),
     .standard = {0},
     .written = is_daring,
     .doc = "run a dt above the stability limit with a warning, to see what happens, where it would be refused"},
    {.name = "contact", .type = CS_KEY_OBJECT, .section = &contact_section, .doc = "how cloth and colliders meet"},
    {.name = "phases",
     .type = CS_KEY_ARRAY,
     .offset = offsetof(cs_simulation, phases),
     .section = &phase_section,
     .count_offset = offsetof(cs_simulation, phase_count),
     .least = 1,
     .standard_list = default_phases,
     .standard_count = (int)CS_COUNT(default_phases),
     .doc = "what happens one after the other"},
};

const cs_section cs_simulation_section = {
    .noun = "a simulation",
    .size = sizeof(cs_simulation),
    .keys = simulation_keys,
    .key_count = (int)CS_COUNT(simulation_keys),
    .finish = cs_rules_simulation,
};
